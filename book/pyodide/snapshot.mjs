// Starts the engine once and keeps its memory, for browsers to go on from: node snapshot.mjs WHEEL OUT
//
// What is kept is Pyodide with the wheel in it, its modules imported and its games read, packed.

import { readFile, writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { loadPyodide } from "pyodide";

const IMPORT = `
from movement.games import find, names
from movement.show.board.answer import opened
for name in names():
    find(name)
`;

const [wheel, out] = process.argv.slice(2);
try {
  const pyodide = await loadPyodide({ _makeSnapshot: true });
  const site = pyodide.runPython("import site; site.getsitepackages()[0]");
  pyodide.unpackArchive(new Uint8Array(await readFile(wheel)), "wheel", { extractDir: site });
  pyodide.runPython(IMPORT);
  await writeFile(out, gzipSync(pyodide.makeMemorySnapshot()));
} catch (fault) {
  console.error(String(fault)); // left to itself, Node prints a megabyte of Pyodide's source first
  process.exitCode = 1;
}
