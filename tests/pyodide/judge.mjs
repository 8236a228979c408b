// Rules on scenes in a browser's Python: node judge.mjs WHEEL SCENES TOLD
//
// The wheel is unpacked alone, without what it depends on. SCENES is a JSON list of scenes; TOLD
// becomes a JSON object: the Python that ruled, its modules that are not of the standard library,
// and the rulings in the order of the scenes. The seconds of each part go to standard error.

import { readFile, writeFile } from "node:fs/promises";
import { loadPyodide } from "pyodide";

const IMPORT = `
from movement.games import find, names, scene
for name in names():
    find(name)
`;

const JUDGE = `
import json, sys

def judged(scenes):
    return [scene(data).judge().to_dict(hinges=False) for data in json.loads(scenes)]

def told(rulings):
    python = f"{sys.implementation.name} {sys.version.split()[0]} on {sys.platform}"
    modules = sorted({name.partition(".")[0] for name in sys.modules} - sys.stdlib_module_names)
    return json.dumps({"python": python, "modules": modules, "rulings": rulings})
`;

async function main(wheel, scenes, told) {
  const pyodide = await lap("load", () => loadPyodide());
  await lap("import", async () => {
    const site = pyodide.runPython("import site; site.getsitepackages()[0]");
    const packed = new Uint8Array(await readFile(wheel)); // a Buffer is refused
    pyodide.unpackArchive(packed, "wheel", { extractDir: site });
    pyodide.runPython(IMPORT);
  });
  pyodide.runPython(JUDGE);
  const text = await readFile(scenes, "utf8");
  const rulings = await lap("judge", () => pyodide.globals.get("judged")(text));
  await writeFile(told, pyodide.globals.get("told")(rulings));
}

async function lap(part, work) {
  const since = performance.now();
  const done = await work();
  console.error(`${part} ${((performance.now() - since) / 1000).toFixed(2)} s`);
  return done;
}

try {
  await main(...process.argv.slice(2));
} catch (error) {
  console.error(String(error)); // left to itself, Node prints a megabyte of Pyodide's source first
  process.exitCode = 1;
}
