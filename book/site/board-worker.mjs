// The engine of the board, in a web worker: the project's own wheel on Pyodide, both from the site's
// own folder. It is sent the opening, as text, then questions, as text; it sends answers back.

const base = new URL("../board/", import.meta.url);
const ENGINE = `
import json
from movement.show.board.answer import opened
def begin(opening):
    global subject
    subject = opened(opening)
def answer(question):
    return subject.answer_json(question)
`;

const lap = async (part, work) => {
  const since = performance.now();
  const done = await work();
  postMessage({ lap: part, took: performance.now() - since });
  return done;
};

async function start() {
  const packed = fetch(new URL("movement.whl", base)).then((got) => {
    if (!got.ok) throw new Error(`${got.url}: ${got.status}`);
    return got.arrayBuffer();
  });
  packed.catch(() => {}); // told of where it is waited for
  const pyodide = await lap("load", async () => {
    const { loadPyodide } = await import(new URL("pyodide/pyodide.mjs", base));
    return loadPyodide({ indexURL: new URL("pyodide/", base).href });
  });
  await lap("start", async () => {
    const site = pyodide.runPython("import site; site.getsitepackages()[0]");
    pyodide.unpackArchive(await packed, "wheel", { extractDir: site });
    pyodide.runPython(ENGINE);
  });
  return { begin: pyodide.globals.get("begin"), answer: pyodide.globals.get("answer") };
}

const started = start();
started.catch((fault) => postMessage({ fault: String(fault) }));

onmessage = async ({ data }) => {
  const engine = await started.catch(() => null);
  if (!engine) return;
  try {
    if (data.opening) engine.begin(data.opening);
    else postMessage({ answer: await lap("rule", () => engine.answer(data.question)) });
  } catch (fault) {
    postMessage({ fault: String(fault) });
  }
};
