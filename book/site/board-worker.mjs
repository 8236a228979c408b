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

async function got(path) {
  const answer = await fetch(new URL(path, base));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

// Pyodide, gone on from the memory that was kept of it with the wheel in it; or else started afresh.
async function start() {
  const module = import(new URL("pyodide/pyodide.mjs", base));
  const indexURL = new URL("pyodide/", base).href;
  const pyodide = await lap("load", async () => {
    const { loadPyodide } = await module;
    try {
      const packed = (await got("started.gz")).body.pipeThrough(new DecompressionStream("gzip"));
      return await loadPyodide({ indexURL, _loadSnapshot: new Response(packed).arrayBuffer() });
    } catch (fault) {
      console.warn("board: started afresh, since", fault);
      const wheel = (await got("movement.whl")).arrayBuffer();
      const afresh = await loadPyodide({ indexURL });
      const site = afresh.runPython("import site; site.getsitepackages()[0]");
      afresh.unpackArchive(await wheel, "wheel", { extractDir: site });
      return afresh;
    }
  });
  await lap("start", () => pyodide.runPython(ENGINE));
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
