// The what-if board: it shows a set-up and the ruling on it, and lets a hand change the set-up.
//
// It holds no rule. What a hand does goes out as a question (a scene and edits to it); what to draw,
// where things may be taken hold of, what can be set and what is ruled come back as the answer. See
// answer.py for both. In a notebook a kernel answers (`render`, for anywidget), in the book a worker
// does (`mount`).

const SVG = "http://www.w3.org/2000/svg";
const STEP = { coarse: 0.1, fine: 0.01, turn: 5, fineTurn: 1 }; // of the arrow keys: in, degrees
const SNAP = 14; // within so many pixels of a place to snap to
const LATE = 400; // an old verdict is not shown longer than this without an answer, ms
const REST = 150; // how long nothing is to happen before a change counts as made, ms
const DECIMALS = { in: 3, cm: 2, mm: 1 };

// The state that all views of one board share, and its questions, one at a time.
class State {
  constructor(opening, send) {
    Object.assign(this, { opening, send, views: new Set(), waiting: null, next: null });
    this.seq = 1000 * Math.floor(1e6 * Math.random()); // another page may ask the same kernel
    Object.assign(this, { answer: null, wrong: "", late: false, live: false, notice: "", said: "" });
    Object.assign(this, { selected: null, leg: null, frame: null, precision: 0, snap: true });
    Object.assign(this, { unit: "in", tape: null, history: [], at: -1, gesture: null, put: null, hinges: false });
    this.scene = Object.values(opening.setups)[0];
  }

  // Asks what becomes of the scene after edits. Edits add up until they are sent; while something is
  // dragged, each takes the place of the one before, and all are made to the scene as it was taken.
  ask(edits = [], more = {}) {
    const { gesture, next } = this;
    this.next = gesture ? { ...more, edits, gesture } : { ...next, ...more, edits: [...(next?.edits ?? []), ...edits] };
    clearTimeout(this.rest);
    this.post();
    this.changed();
  }

  post() {
    if (this.waiting || !this.next || !this.live) return;
    const { gesture, ...asked } = this.next;
    if (gesture) gesture.from ??= this.scene;
    const { leg, frame, selected, precision } = this;
    const hinges = Boolean(asked.settled && this.hinges);
    this.waiting = { scene: gesture?.from ?? this.scene, leg, frame, selected, precision, hinges, ...asked, seq: ++this.seq };
    this.next = null;
    const changes = asked.edits?.length || asked.scene || asked.link || gesture;
    if (changes) this.timer = setTimeout(() => this.changed((this.late = true)), LATE);
    this.send(this.waiting);
  }

  // What was asked last again, of an engine in the place of one that was lost.
  again() {
    this.next = { edits: [], settled: true, ...this.waiting, ...this.next };
    this.waiting = null;
    this.post();
  }

  take(answer) {
    const asked = this.waiting;
    if (answer === this.taken || (asked && answer.seq !== asked.seq)) return;
    this.taken = answer;
    clearTimeout(this.timer);
    Object.assign(this, { waiting: null, late: false });
    if (answer.wrong && !answer.scene) {
      this.notice = `${answer.wrong}. Here is the case as it was.`;
      return this.ask();
    }
    this.scene = answer.scene;
    this.wrong = answer.wrong ?? "";
    if (!this.wrong) {
      this.answer = { ...answer, share: answer.share ?? this.answer?.share };
      this.leg = answer.leg;
      this.frame ??= answer.best;
      if (!this.next) this.put = null;
    }
    this.post();
    const settled = !this.waiting && !this.gesture;
    if (settled && (asked?.settled || this.wrong)) this.rests();
    else if (settled) this.rest = setTimeout(() => this.ask([], { settled: true }), REST);
    this.resting = settled && !asked?.settled && !this.wrong;
    this.changed();
  }

  // A change is made: it can be undone, and is told to whoever listens.
  rests() {
    const now = JSON.stringify(this.scene);
    if (now !== this.history[this.at]) {
      this.history.splice(++this.at, Infinity, now);
    }
    this.said = verdictOf(this).join(" ");
  }

  go(by) {
    this.at += by;
    this.show(JSON.parse(this.history[this.at]));
  }

  // Shows another set-up; one that is no change of this one is seen whole again.
  show(scene, afresh, link) {
    this.next = null;
    this.notice = "";
    if (afresh) Object.assign(this, { frame: null, leg: null });
    this.ask([], link === undefined ? { scene } : { link });
  }

  begin() {
    this.gesture = { from: null };
  }

  end() {
    this.gesture = null;
    this.ask([], { settled: true });
  }

  select(path) {
    if (path === this.selected) return;
    this.selected = path;
    if (!this.gesture) this.ask();
  }

  ready(more = {}) {
    this.live = true;
    this.ask([], more);
  }

  changed() {
    for (const view of this.views) view();
  }
}

// Mark, word and sentence of what is to be shown as the verdict, whatever the state.
function verdictOf(state) {
  const { answer, wrong, late, opening } = state;
  if (late || !answer) return wrong ? ["?", "NOT JUDGED", `not judged: ${wrong}`] : ["…", "JUDGING", "waiting for the engine."];
  if (wrong) return ["?", "NOT JUDGED", `not judged: ${wrong}`];
  const { verdict, word, told } = answer.ruling;
  return [opening.verdicts[verdict].mark, word, told];
}

const verdictName = (state) => (state.wrong ? "not-judged" : state.late || !state.answer ? "waiting" : state.answer.ruling.verdict);

// Elements

const html = (tag, attributes = {}, ...children) => filled(document.createElement(tag), attributes, children);
const svg = (tag, attributes = {}, ...children) => filled(document.createElementNS(SVG, tag), attributes, children);

function filled(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

// Puts a child in its place, and does not touch one that is there: it may have the focus.
const inserted = (parent, child, i) => parent.children[i] === child || parent.insertBefore(child, parent.children[i] ?? null);

const button = (words, label, onclick, more = {}) => html("button", { type: "button", "aria-label": label, title: label, onclick, ...more }, words);

const short = (value, decimals = 2) => String(Number(value.toFixed(decimals)));

// Text in which **this** stands out.
const strong = (text) => text.split("**").map((part, i) => (i % 2 ? html("strong", {}, part) : part));

// Colours: the palette of whatever paper the page has now.

function dark() {
  const { documentElement: root, body } = document;
  if (root.dataset.theme) return root.dataset.theme === "dark";
  if (body.dataset.jpThemeLight) return body.dataset.jpThemeLight === "false";
  if (body.className.includes("vscode-")) return !body.classList.contains("vscode-light");
  return false;
}

function coloured(root, palettes, signal) {
  const paint = () => {
    const name = dark() ? "dark" : "light";
    root.dataset.theme = name;
    for (const [key, colour] of Object.entries(palettes[name])) root.style.setProperty(key, colour);
  };
  const seen = new MutationObserver(paint);
  for (const each of [document.documentElement, document.body]) seen.observe(each, { attributes: true, attributeFilter: ["data-theme", "data-jp-theme-light", "class"] });
  signal.addEventListener("abort", () => seen.disconnect());
  paint();
}

// Pictures: a panel as it comes in an answer, drawn so that `unit` inches are a pixel wide.

class Picture {
  constructor(uid, label) {
    this.uid = uid;
    this.patterns = new Map();
    this.defs = svg("defs");
    this.marks = svg("g");
    this.words = svg("g", { class: "mv-words", "aria-hidden": "true" });
    this.root = svg("svg", { role: "group", "aria-label": label, class: "mv-svg" }, this.defs, this.marks, this.words);
  }

  view([x0, y0, x1, y1]) {
    this.root.setAttribute("viewBox", `${x0} ${-y1} ${x1 - x0} ${y1 - y0}`);
    const box = this.root.getBoundingClientRect();
    this.unit = Math.max((x1 - x0) / (box.width || 600), (y1 - y0) / (box.height || 400));
    for (const [key, pattern] of this.patterns) pattern.setAttribute("patternTransform", this.turned(key[0]));
  }

  draw(panel, knobs = []) {
    this.marks.innerHTML = panel.marks.map((mark) => this.mark(mark)).join("");
    const taken = [...knobs];
    const [x0, y0, x1, y1] = [panel.frame[0], -panel.frame[3], panel.frame[2], -panel.frame[1]];
    this.words.replaceChildren(...panel.labels.map((label) => this.label(label, panel.avoid, taken, [x0, y0, x1, y1])));
  }

  mark({ d, at, kind, fill, stroke, width, dash, hatch, alpha = 1 }) {
    const line = `stroke="${stroke}" stroke-width="${width * 1.25}" vector-effect="non-scaling-stroke"${dash ? ` stroke-dasharray="${dash}"` : ""}`;
    if (kind === "cross") {
      const [[x, y], r] = [at, 6 * this.unit];
      const cross = `M${x - r} ${y - r}L${x + r} ${y + r}M${x - r} ${y + r}L${x + r} ${y - r}`;
      return `<path d="${cross}" stroke="var(--mv-paper)" stroke-width="7" vector-effect="non-scaling-stroke"/><path d="${cross}" stroke="${stroke}" stroke-width="4" vector-effect="non-scaling-stroke"/>`;
    }
    if (kind === "dot") return `<circle cx="${at[0]}" cy="${at[1]}" r="${2 * this.unit}" fill="${stroke}"/>`;
    const shape = `<path d="${d}" fill="${fill}" fill-rule="evenodd" opacity="${alpha}" ${line}/>`;
    if (kind === "arrow") return shape + `<path d="${this.head(d)}" fill="${stroke}"/>`;
    return hatch ? shape + `<path d="${d}" fill="url(#${this.pattern(hatch, stroke)})" fill-rule="evenodd"/>` : shape;
  }

  head(d) {
    const [a, b, x, y] = d.slice(1).split(/[ L]/).map(Number);
    const long = Math.hypot(x - a, y - b) || 1;
    const [u, v] = [((x - a) / long) * this.unit, ((y - b) / long) * this.unit];
    return `M${x} ${y}L${x - 10 * u - 4 * v} ${y - 10 * v + 4 * u}L${x - 10 * u + 4 * v} ${y - 10 * v - 4 * u}z`;
  }

  pattern(hatch, colour) {
    const key = hatch + colour;
    if (!this.patterns.has(key)) {
      const id = `${this.uid}-${this.patterns.size}`;
      const size = 14 / hatch.length + 3;
      const lines = { "/": `M0 ${size}L${size} 0`, "\\": `M0 0L${size} ${size}`, "|": `M${size / 2} 0V${size}`, x: `M0 ${size}L${size} 0M0 0L${size} ${size}` };
      const ink = lines[hatch[0]] ? svg("path", { d: lines[hatch[0]], stroke: colour, "stroke-width": 0.8 }) : svg("circle", { cx: size / 2, cy: size / 2, r: 0.9, fill: colour });
      const made = svg("pattern", { id, width: size, height: size, patternUnits: "userSpaceOnUse", patternTransform: this.turned() }, ink);
      this.patterns.set(key, made);
      this.defs.append(made);
    }
    return this.patterns.get(key).id;
  }

  turned() {
    return `scale(${this.unit})`;
  }

  // Words near what they name, where they lie over least.
  label([x, y, words, colour, clear, bold], avoid, taken, [x0, y0, x1, y1]) {
    const size = 12 * this.unit;
    const [half, tall] = [(measured(words, bold) * this.unit) / 2 + 2 * this.unit, size * 0.62];
    let [best, least] = [null, Infinity];
    for (const ring of clear ? [0, 8, 18, 30, 46, 64] : [0, 10, 20, 34, 50, 70]) {
      for (let i = 0; i < 12; i++) {
        const turn = Math.PI / 2 + ((i % 2 ? -1 : 1) * Math.ceil(i / 2) * Math.PI) / 6;
        const far = clear || ring ? clear + ring * this.unit + Math.abs(Math.cos(turn)) * half + Math.abs(Math.sin(turn)) * tall : 0;
        const [u, v] = [x + Math.cos(turn) * far, y + Math.sin(turn) * far];
        const box = [u - half, v - tall, u + half, v + tall];
        const out = box[0] < x0 || box[1] < y0 || box[2] > x1 || box[3] > y1;
        const cost = ring + 1e4 * taken.filter((other) => shared(box, other)).length + 1e5 * out + (60 * avoid.reduce((sum, other) => sum + shared(box, other), 0)) / (4 * half * tall);
        if (cost < least) [best, least] = [box, cost];
        if (!far) break;
      }
      if (least <= ring + 1) break;
    }
    taken.push(best);
    const [u, v, w, z] = best;
    const at = { x: (u + w) / 2, y: (v + z) / 2 + size * 0.35, "font-size": size, fill: colour };
    const text = svg("text", { ...at, "font-weight": bold ? 700 : 400, "text-anchor": "middle" }, words);
    return svg("g", {}, svg("rect", { x: u, y: v, width: w - u, height: z - v, class: "mv-under" }), text);
  }
}

const shared = (a, b) => Math.max(0, Math.min(a[2], b[2]) - Math.max(a[0], b[0])) * Math.max(0, Math.min(a[3], b[3]) - Math.max(a[1], b[1]));

const widths = new Map();
let ruler;
function measured(words, bold) {
  const key = words + bold;
  if (!widths.has(key)) {
    ruler ??= document.createElement("canvas").getContext("2d");
    ruler.font = `${bold ? 700 : 400} 12px system-ui, sans-serif`;
    widths.set(key, ruler.measureText(words).width);
  }
  return widths.get(key);
}

// The table: the picture from above, with all that can be taken hold of.

class Table {
  constructor(state, uid) {
    this.state = state;
    this.picture = new Picture(uid, "The table from above");
    this.handles = new Map();
    this.layer = svg("g");
    this.over = svg("g", { "aria-hidden": "true" });
    this.root = this.picture.root;
    this.root.append(this.layer, this.over);
    const keys = { tabindex: 0, "data-lm-suppress-shortcuts": "true", "aria-label": "The table from above. Arrow keys move the view, plus and minus zoom; Tab goes to what can be moved.", "aria-keyshortcuts": "+ - 0" };
    filled(this.root, { ...keys, ondblclick: (event) => this.added(event), onkeydown: (event) => this.keyed(event) }, []);
    this.root.addEventListener("wheel", (event) => this.wheeled(event), { passive: false });
    for (const name of ["pointerdown", "pointermove", "pointerup", "pointercancel"]) this.root.addEventListener(name, (event) => this.panned(name, event));
    this.fingers = new Map();
  }

  draw() {
    const { state, picture } = this;
    const { answer } = state;
    if (!answer) return;
    this.root.style.aspectRatio = String(this.aspect ??= Math.min(2.3, Math.max(0.9, (answer.best[2] - answer.best[0]) / (answer.best[3] - answer.best[1]))));
    picture.view(state.frame ?? answer.best);
    const all = this.told();
    const knobs = all.filter(({ kind, reach }) => kind !== "piece" && !reach).map(({ at: [x, y] }) => [x, -y, 7 * picture.unit]);
    picture.draw(answer.picture, knobs.map(([x, y, r]) => [x - r, y - r, x + r, y + r]));
    const kept = new Set(all.map((told) => told.path));
    for (const [path, handle] of this.handles) {
      if (kept.has(path)) continue;
      const held = handle.shown === document.activeElement;
      handle.shown.remove();
      this.handles.delete(path);
      if (held) this.root.focus({ preventScroll: true });
    }
    all.forEach((told, i) => {
      const handle = this.handles.get(told.path) ?? this.made(told.path);
      this.place(handle, told);
      inserted(this.layer, handle.shown, i);
    });
    this.overlay();
  }

  // The handles of the answer, in its order, and those that the board has of its own.
  told() {
    const { answer, selected, tape } = this.state;
    const { put } = this.state;
    const all = answer.handles.map((handle) => (put?.path === handle.path ? { ...handle, at: put.at } : handle));
    const i = all.findIndex((handle) => handle.turns && thing(handle.path) === selected);
    if (i >= 0) {
      const { at: [x, y], ahead, label } = all[i];
      const at = ahead ?? [x, y + 0.8 + 20 * this.picture.unit];
      all.splice(i + 1, 0, { path: `turn ${selected}`, kind: "turn", at, label: `${label}, turned` });
    }
    if (tape) tape.forEach((at, i) => all.push({ path: `tape ${i}`, kind: "tape", at, label: i ? "end of the tape" : "start of the tape" }));
    return all;
  }

  made(path) {
    const hold = svg("path", { class: "mv-hold" });
    const dot = svg("path", { class: "mv-dot" });
    const shown = svg("g", { class: "mv-handle", tabindex: 0, role: "button", "data-path": path, "data-lm-suppress-shortcuts": "true" }, hold, dot);
    const handle = { path, shown, hold, dot };
    shown.addEventListener("pointerdown", (event) => this.grabbed(handle, event));
    shown.addEventListener("pointermove", (event) => this.dragged(handle, event));
    for (const name of ["pointerup", "pointercancel"]) shown.addEventListener(name, (event) => this.dropped(handle, event));
    shown.addEventListener("keydown", (event) => this.stepped(handle, event));
    shown.addEventListener("focus", () => handle.told.kind === "tape" || handle.told.kind === "turn" || this.state.select(thing(path)));
    this.handles.set(path, handle);
    return handle;
  }

  place(handle, told) {
    const { unit } = this.picture;
    const grip = 9 * unit;
    if (this.drag?.handle === handle && told.kind === "turn") told = { ...told, at: this.drag.at ?? told.at };
    handle.told = told;
    const [x, y] = [told.at[0], -told.at[1]];
    const reach = Math.max(told.reach ?? 0, 11 * unit);
    const small = !told.reach;
    handle.hold.setAttribute("d", told.kind === "piece" ? told.d : circle(x, y, reach));
    handle.dot.setAttribute("d", told.kind === "piece" ? "" : told.kind === "turn" ? circle(x, y, grip * 0.7) : small ? circle(x, y, grip * 0.55) : "");
    handle.shown.dataset.kind = told.kind;
    handle.shown.toggleAttribute("data-selected", thing(told.path) === this.state.selected);
    const place = told.kind === "turn" ? "" : ` at ${short(told.at[0])}, ${short(told.at[1])} in`;
    const does = { waypoint: "arrow keys move it, Delete removes it, Insert adds one before it", turn: "arrow keys turn it" }[told.kind] ?? "arrow keys move it";
    handle.shown.setAttribute("aria-label", `${told.label}${place}; ${does}`);
    handle.shown.setAttribute("aria-disabled", String(!this.state.live));
  }

  // What lies over all: the tape, and what was snapped to.
  overlay() {
    const { tape, answer, opening, unit: shownIn } = this.state;
    const { unit } = this.picture;
    const all = [];
    const say = (x, y, words) => svg("text", { x, y, class: "mv-over", "font-size": 13 * unit, "stroke-width": 4 * unit, "text-anchor": "middle" }, words);
    if (tape) {
      const [[a, b], [c, d]] = tape;
      all.push(svg("path", { d: `M${a} ${-b}L${c} ${-d}`, class: "mv-tape" }));
      const told = `${short(Math.hypot(c - a, d - b) * opening.per_inch[shownIn], DECIMALS[shownIn])} ${shownIn}`;
      all.push(say((a + c) / 2, -(b + d) / 2 - 8 * unit, told));
    }
    if (this.drag && answer.snap) {
      const [x, y] = answer.snap.at;
      all.push(svg("path", { d: circle(x, -y, 4 * unit), class: "mv-snap" }), say(x, -y - 16 * unit, answer.snap.words));
    }
    this.over.replaceChildren(...all);
  }

  at({ clientX, clientY }) {
    const point = new DOMPoint(clientX, clientY).matrixTransform(this.root.getScreenCTM().inverse());
    return [Math.round(point.x * 100) / 100, Math.round(-point.y * 100) / 100];
  }

  grabbed(handle, event) {
    if (event.button || !this.state.live) return;
    const taken = handle.shown === document.activeElement;
    handle.shown.focus({ preventScroll: true });
    if (handle.told.kind === "piece" && event.pointerType === "touch" && !taken) return; // first a tap
    event.stopPropagation();
    event.preventDefault();
    handle.shown.setPointerCapture(event.pointerId);
    const at = this.at(event);
    this.drag = { handle, since: at, off: [handle.told.at[0] - at[0], handle.told.at[1] - at[1]] };
    if (handle.told.leg !== undefined) this.state.leg = handle.told.leg;
    if (handle.told.kind !== "tape") this.state.begin();
  }

  dragged(handle, event) {
    if (this.drag?.handle !== handle) return;
    event.stopPropagation();
    const at = this.at(event);
    const to = handle.told.kind === "turn" ? at : [at[0] + this.drag.off[0], at[1] + this.drag.off[1]].map((n) => Math.round(n * 100) / 100);
    this.drag.at = to;
    this.drag.moved = true;
    this.put(handle, to, this.state.snap && !event.altKey ? SNAP * this.picture.unit : 0, this.drag.since, at);
    this.place(handle, { ...handle.told, at: to });
  }

  dropped(handle, event) {
    if (this.drag?.handle !== handle) return;
    event.stopPropagation();
    this.drag.ended = true;
    this.drag = null;
    if (handle.told.kind !== "tape") this.state.end();
    else this.draw();
  }

  // Moves what a handle holds to a place, the hand having gone from one point to another.
  put(handle, to, snap, since, at) {
    const { kind, path } = handle.told;
    if (kind === "tape") {
      this.state.tape[Number(path.at(-1))] = to;
      return this.state.changed();
    }
    const selected = this.state.selected;
    if (kind === "turn") return this.state.ask([{ turn: selected, since, to: at }]);
    if (kind === "piece") return this.state.ask([{ shift: path, by: [at[0] - since[0], at[1] - since[1]] }]);
    this.state.put = { path, at: to };
    return this.state.ask([{ move: path, to }], { snap });
  }

  stepped(handle, event) {
    const { told } = handle;
    const { state } = this;
    if (!state.live) return;
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    const done = () => (event.preventDefault(), event.stopPropagation());
    if (told.leg !== undefined) state.leg = told.leg;
    if (way && told.kind === "turn") {
      done();
      const by = (way[0] ? -way[0] : way[1]) * (event.shiftKey ? STEP.fineTurn : STEP.turn);
      state.ask([{ turn: state.selected, by }]);
    } else if (way) {
      done();
      const far = event.shiftKey ? STEP.fine : STEP.coarse;
      const by = way.map((n) => n * far);
      const put = told.kind === "tape" ? state.tape[Number(told.path.at(-1))] : state.put?.path === told.path && state.put.at;
      const [x, y] = put || told.at; // quick steps add up
      const to = [x + by[0], y + by[1]].map((n) => Math.round(n * 1e6) / 1e6);
      this.put(handle, to, 0, [0, 0], by);
    } else if (told.kind === "waypoint" && (event.key === "Delete" || event.key === "Backspace")) {
      done();
      state.ask([{ remove: told.path }]);
    } else if (told.kind === "waypoint" && event.key === "Insert") {
      done();
      state.ask([{ insert: told.path }]);
    } else if (event.key === "Enter" && (told.kind === "base" || told.kind === "waypoint")) {
      done();
      state.ask([{ move: told.path, to: told.at }], { snap: 40 * this.picture.unit });
    }
  }

  added(event) {
    const held = event.target.closest(".mv-handle")?.dataset.kind ?? "piece";
    if (this.state.live && held === "piece") this.state.ask([{ add: this.at(event) }]);
  }

  keyed(event) {
    const pans = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    if (event.target !== this.root) return;
    const way = pans[event.key];
    if (way) this.pan(way[0] * 0.1, way[1] * 0.1);
    else if (event.key === "+" || event.key === "=") this.zoom(0.8);
    else if (event.key === "-") this.zoom(1.25);
    else if (event.key === "0") this.look(this.state.answer.best);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  wheeled(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.zoom(event.deltaY > 0 ? 1.1 : 0.9, this.at(event));
  }

  panned(name, event) {
    const { fingers } = this;
    if (name === "pointerdown") {
      if (event.button) return;
      fingers.set(event.pointerId, [event.clientX, event.clientY]);
      this.root.setPointerCapture(event.pointerId);
    } else if (name !== "pointermove") {
      fingers.delete(event.pointerId);
    } else if (fingers.has(event.pointerId)) {
      const before = [...fingers.values()];
      const [x, y] = fingers.get(event.pointerId);
      fingers.set(event.pointerId, [event.clientX, event.clientY]);
      const after = [...fingers.values()];
      if (after.length > 1) this.zoom(apart(before) / apart(after));
      else {
        const [x0, , x1] = this.state.frame;
        const by = this.picture.unit / (x1 - x0);
        this.pan((x - event.clientX) * by, (event.clientY - y) * by);
      }
    }
  }

  pan(right, up) {
    const [x0, y0, x1, y1] = this.state.frame;
    const [dx, dy] = [right * (x1 - x0), up * (x1 - x0)];
    this.look([x0 + dx, y0 + dy, x1 + dx, y1 + dy]);
  }

  zoom(by, about) {
    const [x0, y0, x1, y1] = this.state.frame;
    if ((x1 - x0) * by < 0.02 || (x1 - x0) * by > 500) return;
    const [x, y] = about ?? [(x0 + x1) / 2, (y0 + y1) / 2];
    this.look([x + (x0 - x) * by, y + (y0 - y) * by, x + (x1 - x) * by, y + (y1 - y) * by]);
  }

  // Shows a part of the table at once, and asks for its picture when the hand rests.
  look(frame) {
    this.state.frame = frame;
    this.state.changed();
    clearTimeout(this.looking);
    this.looking = setTimeout(() => this.state.ask(), REST);
  }
}

const circle = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
const apart = ([[a, b], [c, d]]) => Math.hypot(a - c, b - d) || 1;

// The thing of the table that a handle's path belongs to, whose fields are shown.
const thing = (path) => (/^(models|terrain|units)\./.test(path) ? path.split(".").slice(0, 2).join(".") : null);

// Fields: labelled inputs, kept as they are while the hand is on them.

class Fields {
  constructor(state, title, fields, more = {}) {
    Object.assign(this, { state, fields, rows: new Map() });
    this.body = html("div", { class: `mv-fields ${more.kind ?? ""}` });
    this.root = more.open === undefined ? html("fieldset", {}, html("legend", {}, title), this.body) : html("details", { open: more.open }, html("summary", {}, title), this.body);
    this.title = this.root.firstChild;
  }

  draw() {
    const fields = this.fields() ?? [];
    this.root.hidden = !fields.length;
    const kept = new Set(fields.map((field) => this.key(field)));
    for (const [key, row] of this.rows) {
      if (kept.has(key)) continue;
      row.root.remove();
      this.rows.delete(key);
    }
    fields.forEach((field, i) => {
      const key = this.key(field);
      if (!this.rows.has(key)) this.rows.set(key, this.row(field));
      const row = this.rows.get(key);
      inserted(this.body, row.root, i);
      row.update(field);
    });
  }

  key({ path, kind, options, label }) {
    return JSON.stringify([path, kind, options, label, kind === "length" ? this.state.unit : ""]);
  }

  row(field) {
    const { kind } = field;
    if (kind === "choice" || kind === "class") return this.choice(field);
    if (kind === "parts") return this.parts(field);
    if (kind === "entries") return this.entries(field);
    return this.entry(field);
  }

  set(path, to) {
    this.state.ask([{ set: path, to }]);
  }

  choice({ path, label, kind, options, empty }) {
    const value = (chosen) => (chosen === "" ? null : options[Number(chosen)][0]);
    const select = html("select", { "data-path": path }, empty ? new Option("(none)", "") : null, ...options.map(([, words], i) => new Option(words, String(i))));
    select.addEventListener("change", () => (kind === "class" ? this.state.ask([{ choose: path, to: value(select.value) }]) : this.set(path, value(select.value))));
    const root = html("label", {}, html("span", {}, label), select);
    return { root, update: (field) => (select.value = field.value === null ? "" : String(options.findIndex(([one]) => JSON.stringify(one) === JSON.stringify(field.value)))) };
  }

  parts({ path, label }) {
    const told = html("output");
    const fewer = button("−", `one fewer: ${label}`, () => this.state.ask([{ drop: path }]));
    const root = html("div", { class: "mv-parts" }, html("span", {}, label), fewer, told, button("+", `one more: ${label}`, () => this.state.ask([{ append: path }])));
    const update = (field) => {
      told.textContent = String(field.value);
      fewer.disabled = field.value <= field.few;
    };
    return { root, update };
  }

  entries({ path, label, options }) {
    const select = html("select", { "data-path": path }, new Option("add for …", ""), ...options.map(([name]) => new Option(name)));
    select.addEventListener("change", () => this.state.ask([{ enter: path, to: select.value }]));
    return { root: html("label", {}, html("span", {}, label), select), update: () => (select.value = "") };
  }

  // A number or a text; a number with a range has a slider too. Lengths are in the unit chosen.
  entry({ path, label, kind, least, most, empty }) {
    const { state } = this;
    const length = kind === "length";
    const times = length ? state.opening.per_inch[state.unit] : 1;
    const unit = length ? state.unit : kind === "angle" ? "°" : "";
    const shown = (value) => (value === null ? "" : typeof value === "number" ? short(value * times, length ? DECIMALS[state.unit] : 3) : String(value));
    const numeric = kind !== "text";
    const input = html("input", { type: numeric ? "number" : "text", step: "any", "data-path": path, "data-lm-suppress-shortcuts": "true", "aria-label": unit ? `${label}, ${unit === "°" ? "degrees" : unit}` : label });
    const told = (text) => (text === "" ? (empty ? null : text) : length && state.unit !== "in" ? `${text} ${state.unit}` : numeric ? Number(text) : text);
    input.addEventListener("input", () => (input.value === "" && !empty ? null : this.set(path, told(input.value))));
    const inputs = [input];
    if (least !== undefined) {
      const range = html("input", { type: "range", min: least * times, max: most * times, step: length ? STEP.fine * times : 1, "data-path": path, "data-lm-suppress-shortcuts": "true", "aria-label": `${label}, slider` });
      range.addEventListener("input", () => this.set(path, told(range.value)));
      inputs.push(range);
    }
    const root = html("label", {}, html("span", {}, label), html("span", { class: "mv-entry" }, ...inputs.reverse(), unit ? html("span", { class: "mv-unit" }, unit) : null));
    const update = (field) => {
      for (const each of inputs) if (each !== document.activeElement || each.type === "range") each.value = shown(field.value);
    };
    return { root, update };
  }
}

// A whole view of a board.

let boards = 0;

function view(host, state, { clausePage, share }) {
  const uid = `mv${boards++}`;
  const stop = new AbortController();
  const { opening } = state;
  const table = new Table(state, uid);
  const sides = html("div", { class: "mv-sides" });
  const mark = html("span", { class: "mv-mark", "aria-hidden": "true" });
  const word = html("strong", { class: "mv-word" });
  const told = html("span", { class: "mv-told" });
  const verdict = html("p", { class: "mv-verdict" }, mark, " ", word, " ", told);
  const measured_ = html("p", { class: "mv-measured" });
  const close = html("p", { class: "mv-close", hidden: true }, "≈ Too close to call with your tape.");
  const notice = html("p", { class: "mv-notice", role: "alert", hidden: true });
  const status = html("p", { class: "mv-status", role: "status" });
  const why = html("div", { class: "mv-why" });
  const hinge = html("details", { class: "mv-why" }, html("summary", {}, HINGES), html("ul"));
  hinge.addEventListener("toggle", () => {
    state.hinges = hinge.open; // it takes many rulings, so it is worked out where it is wanted
    if (hinge.open) state.ask([], { settled: true });
  });

  const undo = button("↶", "Undo", () => state.go(-1));
  const redo = button("↷", "Redo", () => state.go(1));
  const snap = html("input", { type: "checkbox", checked: true, onchange: () => (state.snap = snap.checked) });
  const tape = button("Tape", "Measuring tape", () => {
    const [x0, y0, x1, y1] = state.frame;
    state.tape = state.tape ? null : [[x0 + (x1 - x0) * 0.3, (y0 + y1) / 2], [x0 + (x1 - x0) * 0.7, (y0 + y1) / 2]].map((at) => at.map((n) => Math.round(n * 10) / 10));
    state.changed();
  }, { "aria-pressed": "false" });
  const unit = html("select", { onchange: () => { state.unit = unit.value; state.changed(); } }, ...Object.keys(opening.per_inch).map((name) => new Option(name)));
  const precision = html("input", { type: "number", min: 0, step: 0.01, value: 0, "aria-label": "My measuring is good to, in", oninput: () => { state.precision = Math.max(0, Number(precision.value) || 0); state.ask([], { settled: true }); } });
  const legs = html("select", { onchange: () => { state.leg = Number(legs.value); state.ask(); } });
  const legsLabel = html("label", { hidden: true }, html("span", {}, "Shown"), legs);
  const bar = html("div", { class: "mv-bar", role: "toolbar", "aria-label": "Board" },
    undo, redo,
    button("+", "Zoom in", () => table.zoom(0.8)), button("−", "Zoom out", () => table.zoom(1.25)),
    button("Fit", "Show what matters", () => table.look(state.answer.best)), button("All", "Show the whole table", () => table.look(state.answer.whole)),
    tape, html("label", { title: "Hold Alt to switch it off while dragging" }, snap, html("span", {}, "Snap")), legsLabel);
  const settings = html("div", { class: "mv-bar" },
    html("label", {}, html("span", {}, "Lengths in"), unit),
    html("label", {}, html("span", {}, "My measuring is good to"), precision, html("span", { class: "mv-unit" }, "in")));
  const names = Object.entries(opening.setups);
  const setups = html("details", { class: "mv-setups", open: names.length < 7 },
    html("summary", {}, names.length > 1 ? `The ${names.length} rulings of this case` : "As it was"),
    html("div", { class: "mv-names" }, ...names.map(([name, scene]) => button(titled(name), `Show the ruling: ${titled(name)}`, () => state.show(scene, true), { "data-setup": name }))));
  const chosen = () => (state.selected ? state.selected.split(".")[1] : "");
  const groups = [
    new Fields(state, "What if", () => state.answer?.forms.explore),
    new Fields(state, "Selected", () => state.answer?.forms.selected),
    new Fields(state, "Action", () => state.answer?.forms.action, { open: true }),
    new Fields(state, "Edition and readings", () => state.answer?.forms.readings, { open: false, kind: "mv-readings" }),
  ];
  const link = html("input", { readonly: true, "aria-label": "Link to this set-up" });
  const yaml = html("textarea", { readonly: true, rows: 8, "aria-label": "This set-up as a case file" });
  const copy = (from, words) => button("Copy", words, () => { from.select(); navigator.clipboard?.writeText(from.value).catch(() => {}); });
  const shared_ = html("details", { class: "mv-share" }, html("summary", {}, "Share"),
    html("div", { class: "mv-copy" }, html("span", {}, "Link"), link, copy(link, "Copy the link")),
    html("div", { class: "mv-copy" }, html("span", {}, "Case file"), yaml, copy(yaml, "Copy the case file")),
    html("p", {}, "Save it as a file, then: ", html("code", {}, "movement new --from FILE")));
  const help = html("details", { class: "mv-help" }, html("summary", {}, "Keys"), html("p", {}, HELP));

  const root = html("div", { class: "mv-board", "data-lm-suppress-shortcuts": "true" }, notice,
    html("div", { class: "mv-head" }, verdict, measured_, close), status,
    html("div", { class: "mv-main" }, html("div", { class: "mv-seen" }, bar, table.root, sides, why, hinge), html("div", { class: "mv-set" }, groups[0].root, groups[1].root, setups, groups[2].root, groups[3].root, settings, shared_, help)));
  root.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
      event.preventDefault();
      (event.shiftKey ? redo : undo).click();
    }
    event.stopPropagation();
  });
  host.append(root);
  coloured(root, opening.palettes, stop.signal);

  let pictures = [];
  function draw() {
    const { answer, wrong } = state;
    const [sign, name, sentence] = verdictOf(state);
    const kind = verdictName(state);
    const here = state.history[state.at] && names.find(([, scene]) => JSON.stringify(scene) === state.history[state.at])?.[0];
    root.dataset.verdict = kind;
    root.dataset.seq = String(state.seq);
    root.style.setProperty("--mv-now", opening.verdicts[kind]?.colour ?? "var(--mv-caution)");
    mark.textContent = sign;
    word.textContent = name;
    told.textContent = state.live ? sentence : "This board needs its engine: run the cell that made it.";
    notice.textContent = state.notice;
    notice.hidden = !state.notice;
    if (status.textContent !== state.said) status.textContent = state.said;
    undo.disabled = state.at < 1;
    redo.disabled = state.at >= state.history.length - 1;
    tape.setAttribute("aria-pressed", String(Boolean(state.tape)));
    unit.value = state.unit;
    snap.checked = state.snap;
    for (const each of setups.querySelectorAll("button")) each.setAttribute("aria-pressed", String(each.dataset.setup === here));
    root.dataset.settled = String(isSettled());
    if (!answer) return;
    table.draw();
    root.dataset.answered = String(state.taken.seq);
    const stale = wrong || state.late;
    root.toggleAttribute("data-stale", Boolean(stale));
    measured_.replaceChildren(...(stale ? [] : [...strong(answer.ruling.measured), " ", cite(answer.ruling.clause)]));
    close.hidden = stale || !answer.ruling.close;
    legs.replaceChildren(...answer.legs.map((leg) => new Option(`Move ${leg + 1}`, String(leg))));
    legs.value = String(answer.leg);
    legsLabel.hidden = answer.legs.length < 2;
    drawSides(answer.sides);
    const { [HINGES]: hinging = [{ words: "Nothing that the document leaves open.", clauses: [] }], ...parts } = answer.ruling.parts;
    drawWhy(stale ? {} : parts);
    if (answer.hinged) hinge.lastChild.replaceChildren(...hinging.map(({ words }) => html("li", {}, words)));
    else if (hinge.open) hinge.lastChild.replaceChildren(html("li", {}, "…"));
    groups[1].title.textContent = chosen();
    for (const group of groups) group.draw();
    if (answer.share) {
      link.value = share(answer.share.link);
      yaml.value = answer.share.yaml;
    }
  }

  function drawSides(panels) {
    if (pictures.length !== panels.length) {
      pictures = panels.map((_, i) => new Picture(`${uid}s${i}`, ""));
      sides.replaceChildren(...pictures.map((picture) => html("div", {}, picture.root, html("p"))));
    }
    panels.forEach((panel, i) => {
      const { root: drawn } = pictures[i];
      const [x0, y0, x1, y1] = panel.frame;
      drawn.style.aspectRatio = String((x1 - x0) / (y1 - y0));
      drawn.setAttribute("role", "img");
      drawn.setAttribute("aria-label", `From the side, along the route of ${panel.of}`);
      drawn.parentNode.lastChild.textContent = `From the side, along the route of ${panel.of}`;
      pictures[i].view(panel.frame);
      pictures[i].draw(panel);
    });
  }

  function drawWhy(parts) {
    if (JSON.stringify(parts) === why.dataset.told) return;
    why.dataset.told = JSON.stringify(parts);
    const open = new Set([...why.querySelectorAll("details[open]")].map((each) => each.dataset.head));
    why.replaceChildren(...Object.entries(parts).map(([head, lines]) => {
      const list = html("ul", {}, ...lines.map(({ words, clauses, lifts }) => html("li", {}, words, ...clauses.flatMap((id, i) => [lifts && i ? " sets " : " ", cite(id)]), lifts ? " aside" : null)));
      if (head === "Why") return html("div", {}, html("p", { class: "mv-heading" }, head), list);
      return html("details", { "data-head": head, open: open.has(head) }, html("summary", {}, head), list);
    }));
  }

  // A clause: linked to its page where there is one, else with its words.
  function cite(id) {
    const clause = state.answer.ruling.clauses[id];
    if (!clause) return null;
    const page = clausePage(clause.page);
    const title = `${clause.says} (${clause.where})`;
    return page ? html("a", { href: page, title, class: "mv-clause" }, id) : html("details", { class: "mv-clause", "data-head": id }, html("summary", {}, id), title);
  }

  let due = 0;
  const isSettled = () => state.live && !state.waiting && !state.gesture && !state.next && !state.resting;
  const soon = () => {
    root.dataset.settled = "false"; // at once; that all is told, once it is drawn
    due ||= requestAnimationFrame(() => { due = 0; draw(); });
  };
  state.views.add(soon);
  const seen = new ResizeObserver(soon);
  seen.observe(table.root);
  draw();
  return () => {
    state.views.delete(soon);
    seen.disconnect();
    stop.abort();
    root.remove();
  };
}

const HINGES = "Hinges on";
const HELP = "Tab reaches everything. On a thing: arrow keys move it by 0.1 in, with Shift by 0.01; Enter snaps it to the nearest place; Delete removes a waypoint, Insert adds one before it. A double-click on the table adds a waypoint. On the table: arrow keys move the view, + and − zoom, 0 shows what matters. Ctrl+Z undoes, with Shift it does again. Alt, held while dragging, switches snapping off.";

const titled = (name) => (name ? (name[0].toUpperCase() + name.slice(1)).replaceAll("-", " ") : "As it was");

// In a notebook: anywidget gives the model that the kernel answers through.

// Each view has a model of its own to speak through, so what they share is found by the board's id.

const states = new Map();

function render({ model, el }) {
  const id = model.get("uid");
  if (!states.has(id)) states.set(id, shared_by());
  const { state, models } = states.get(id);
  models.add(model);
  const heard = (message) => message.pong && !state.live && state.ready();
  const answered = () => state.take(model.get("answer"));
  model.on("change:answer", answered);
  model.on("msg:custom", heard);
  answered();
  const book = model.get("book");
  const { id: of } = state.opening.about;
  const address = (code) => (of ? `${book}cases/${of}.html#board=${code}` : code);
  const stop = view(el, state, { clausePage: (path) => book && book + path, share: address });
  try {
    model.send({ ping: true });
  } catch (fault) {
    console.info("board: no kernel", fault);
  }
  return () => {
    stop();
    model.off("change:answer", answered);
    model.off("msg:custom", heard);
    models.delete(model);
    if (!models.size) states.delete(id);
  };

  function shared_by() {
    const models = new Set();
    const send = (question) => {
      const [any] = models;
      any.set("pose", question);
      any.save_changes();
    };
    return { models, state: new State(model.get("opening"), send) };
  }
}

// In the book: `send` gives questions to a worker; what it answers is for `take`.

export function mount(host, opening, send, pages) {
  const state = new State(opening, send);
  view(host, state, pages);
  return state;
}

export default { render };
