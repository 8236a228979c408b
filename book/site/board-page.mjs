// Where a page has a place for a board: the picture there comes alive when it is first touched, or
// when the address carries a set-up. Until then, and where it cannot, picture and rulings stay.

const base = new URL("../board/", import.meta.url);
const SILENT = 30_000; // a worker that answers nothing for so long is lost, ms
const TRIES = 3; // so often in a row a worker may be lost before the board is given up
const PARTS = { load: "Starting Python …", start: "Ruling …" };
const CARRIED = /^#board=(.*)$/;

// A worker that answers questions, and another in its place when it is lost.
class Engine {
  constructor(opening, told) {
    Object.assign(this, { opening, told, lost: 0 });
    this.start();
  }

  start() {
    this.worker = new Worker(new URL("board-worker.mjs", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }) => this.heard(data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.fails(event.message || "it stopped");
    };
    this.opening.then((text) => this.worker.postMessage({ opening: text }));
  }

  send(question) {
    this.question = question;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.fails("it does not answer"), SILENT);
    this.opening.then(() => this.worker.postMessage({ question: JSON.stringify(question) }));
  }

  heard({ lap, took, answer, fault }) {
    if (fault) return this.fails(fault);
    if (lap) {
      performance.measure(`board ${lap}`, { start: performance.now() - took, duration: took });
      return this.told.part(lap);
    }
    clearTimeout(this.timer);
    this.lost = 0;
    this.told.answer(JSON.parse(answer));
  }

  fails(why) {
    clearTimeout(this.timer);
    this.worker.terminate();
    if (++this.lost >= TRIES) return this.told.given_up(why);
    this.start(); // first, for what is asked again has to follow the opening
    this.told.restarts(why);
  }
}

async function text(path) {
  const got = await fetch(new URL(path, base));
  if (!got.ok) throw new Error(`${path}: ${got.status}`);
  return got.text();
}

function styled() {
  if (document.querySelector("link[data-board]")) return;
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: new URL("board.css", base).href });
  link.dataset.board = "";
  document.head.append(link);
}

class Place {
  constructor(host) {
    this.host = host;
    this.still = [...host.children];
    this.button = Object.assign(document.createElement("button"), { type: "button", className: "board-start", textContent: "▶ Try it: move things, and see" });
    this.progress = Object.assign(document.createElement("p"), { className: "board-progress", hidden: true });
    this.progress.setAttribute("role", "status");
    this.bar = Object.assign(document.createElement("progress"), { max: 4 });
    this.bar.setAttribute("aria-label", "The board is loading");
    this.words = document.createElement("span");
    this.progress.append(this.bar, this.words);
    host.querySelector(".picture").before(this.button, this.progress);
    this.button.addEventListener("click", () => this.start());
    for (const picture of host.querySelectorAll(".picture")) picture.addEventListener("click", () => this.start());
    this.carried();
    addEventListener("hashchange", () => this.carried());
  }

  // A set-up that the address carries.
  carried() {
    const found = CARRIED.exec(location.hash);
    if (!found) return;
    const link = decodeURIComponent(found[1].replace(/%(?![0-9a-f]{2})/gi, "%25"));
    if (this.state) this.state.show(undefined, true, link);
    else this.start(link);
    this.host.scrollIntoView();
  }

  start(link) {
    if (this.engine) return;
    performance.mark("board touched");
    this.tell("Loading the engine: 20 MB, once …", 1);
    this.button.hidden = true;
    this.progress.hidden = false;
    styled();
    const opening = text(`cases/${this.host.dataset.case}.json`);
    this.engine = new Engine(opening, {
      part: (part) => PARTS[part] && this.tell(PARTS[part], part === "load" ? 2 : 3),
      answer: (answer) => this.answered(answer),
      restarts: (why) => this.restarts(why),
      given_up: (why) => this.given_up(why),
    });
    // The worker starts before it is known what to ask; asked, it answers when it can.
    Promise.all([import(new URL("board.mjs", base)), opening]).then(([board, told]) => this.mounts(board, JSON.parse(told), link)).catch((fault) => this.given_up(String(fault)));
  }

  mounts({ mount }, opening, link) {
    this.live = document.createElement("div");
    this.live.hidden = true;
    this.host.append(this.live);
    const up = "../".repeat(Number(this.host.dataset.deep));
    const here = location.href.split("#")[0];
    this.state = mount(this.live, opening, (question) => this.engine.send(question), {
      clausePage: (page) => up + page,
      share: (code) => `${here}#board=${code}`,
    });
    this.state.ready(link ? { link } : {});
  }

  answered(answer) {
    if (this.live.hidden) {
      this.live.hidden = false;
      for (const each of [...this.still, this.progress]) each.hidden = true;
    }
    if (this.restarting) this.state.notice = "";
    this.restarting = false;
    this.state.take(answer);
    if (!this.first) requestAnimationFrame(() => requestAnimationFrame(() => performance.mark("board answered")));
    this.first = true;
  }

  restarts(why) {
    this.restarting = true;
    this.tell(`The engine stopped (${why}). Starting it again …`, 1);
    if (!this.state) return;
    this.state.notice = `The engine stopped (${why}). It is being started again; what you did is kept.`;
    this.state.again();
    this.state.changed();
  }

  given_up(why) {
    this.tell(`The board cannot run here (${why}). The picture and the rulings are as they were.`, 0);
    this.bar.hidden = true;
    if (this.live) this.live.hidden = true;
    for (const each of [...this.still, this.progress]) each.hidden = false;
  }

  tell(words, done) {
    this.words.textContent = words;
    this.bar.value = done;
  }
}

for (const host of document.querySelectorAll(".board-place")) new Place(host);
