"""What the board costs a reader: run `python tests/benchmarks/board.py`, with the extra `bench`.

One run of one browser prints, first, the time from the first touch to the first answer in the built
book, what of it is loading, starting and ruling, and how it compares with the bare start of Pyodide
on that site; the aim is at most 1.3 times. Then what a step of a drag takes from the hand to the
picture, in the book and in JupyterLab, beside the same step of a matplotlib figure in ipympl that is
redrawn as it is dragged; the aim is at least 5 times faster in the book, and 2 times in JupyterLab.
Ratios within one run count; the times themselves are this machine's.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, sync_playwright

CHECKOUT: Final = Path(__file__).parents[2]
sys.path.insert(0, str(CHECKOUT / "tests"))

from driving import DESK, PATIENCE, found, handle, launched, notebooks, run_all, settled

from movement.show.serve import address, server

CASE: Final = "bushido/charge-second-zone"
PAGE: Final = f"cases/{CASE}.html"
STARTS: Final = 5
"""How often the engine is started, each time in a browser that has nothing kept."""
STEPS: Final = 60
"""How many steps each drag has, each made once the one before is answered."""

BARE: Final = """async () => {
  const source = `onmessage = async ({ data }) => {
    const { loadPyodide } = await import(data + "pyodide.mjs");
    await loadPyodide({ indexURL: data });
    postMessage(0);
  }`;
  const since = performance.now();
  const module = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const worker = new Worker(module, { type: "module" });
  await new Promise((done, failed) => {
    worker.onmessage = done;
    worker.onerror = event => failed(event.message);
    worker.postMessage(new URL("/board/pyodide/", location).href);
  });
  return performance.now() - since;
}"""

FIRST: Final = """() => {
  const at = name => performance.getEntriesByName(name)[0].startTime;
  const parts = performance.getEntriesByType("measure").filter(m => m.name.startsWith("board "));
  const told = Object.fromEntries(parts.reverse().map(m => [m.name.slice(6), m.duration]));
  return { ...told, whole: at("board answered") - at("board touched") };
}"""

WATCH_BOARD: Final = """board => {
  window.hand = 0;
  window.steps = [];
  addEventListener("pointermove", event => { hand = event.timeStamp; }, true);
  new MutationObserver(() => {
    if (hand) steps.push(performance.now() - hand);
    hand = 0;
  }).observe(board, { attributeFilter: ["data-answered"] });
}"""

WATCH_CANVAS: Final = """() => {
  window.hand = 0;
  window.steps = [];
  addEventListener("pointermove", event => { hand = event.timeStamp; }, true);
  const { drawImage } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.drawImage = function (...all) {
    drawImage.apply(this, all);
    if (hand && all[0] instanceof Image) { steps.push(performance.now() - hand); hand = 0; }
  };
}"""

PEER: Final = f'''\
%matplotlib widget
import matplotlib.pyplot as plt
from matplotlib.patches import Circle, Wedge
import movement

case = movement.case("{CASE}")
plane = case.scene.table.models
plt.ioff()
figure, axes = plt.subplots(figsize=(7, 3.2))
axes.set(xlim=(3, 13), ylim=(10.5, 15.5), aspect="equal")
bases = {{}}
for name, model in plane.items():
    bases[name] = axes.add_patch(Circle((model.at.real, model.at.imag), model.radius))
zone = axes.add_patch(Wedge((8, 14), 1 + 15 / 25.4, 180, 360, alpha=0.3))
(way,) = axes.plot([], [])

def redraw(x, y):
    ruling = case.vary(models__spearman__at=[x, y])
    bases["spearman"].center = (x, y)
    zone.set_center((x, y))
    end = ruling.ends["samurai"]
    way.set_data([4, end.real], [12, end.imag])
    axes.set_title(str(ruling).partition("\\n")[0], fontsize=8)
    figure.canvas.draw_idle()

def dragged(event):
    if event.button == 1 and event.xdata is not None:
        redraw(event.xdata, event.ydata)

figure.canvas.mpl_connect("motion_notify_event", dragged)
redraw(8, 14)
figure.canvas'''


def main() -> None:
    """Prints all of it."""
    path = found()
    if path is None:
        sys.exit("no chromium: apt-get install chromium")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        out = Path(folder) / "book"
        command = [sys.executable, "-c", "from movement.cli import main; main()", "book"]
        subprocess.run([*command, "--out", str(out)], cwd=CHECKOUT, check=True, capture_output=True)
        browser = launched(playwright, path)
        with served(out) as site:
            first_answers(browser, site)
            in_book = drag_in_book(browser, site)
        cells = {"board": [f'import movement\n\nmovement.board("{CASE}")'], "peer": [PEER]}
        with notebooks(Path(folder), cells) as jupyter:
            in_lab, peer = drag_in_lab(browser, jupyter), drag_peer(browser, jupyter)
        browser.close()
    for name, steps, aim in (("book", in_book, 5.0), ("JupyterLab", in_lab, 2.0)):
        print(f"a drag's step in the {name}: {told(steps)}")
        times = statistics.median(peer) / statistics.median(steps)
        print(f"  {times:.1f} times faster than the peer's; the aim is at least {aim:g}")
    print(f"a drag's step of ipympl, the peer: {told(peer)}")


@contextmanager
def served(book: Path) -> Iterator[str]:
    """The address at which a built book is served."""
    with server(book, 0) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield address(running)
        running.shutdown()


def first_answers(browser: Browser, site: str) -> None:
    """Prints what starting takes, bare and whole, in turn."""
    bare, whole = [], []
    for _ in range(STARTS):
        with browser.new_context(viewport=DESK) as context:
            page = context.new_page()
            page.goto(site + PAGE)
            bare.append(page.evaluate(BARE))
        with browser.new_context(viewport=DESK) as context:
            page = context.new_page()
            page.goto(site + PAGE)
            page.click(".board-start")
            settled(page, PATIENCE)
            whole.append(page.evaluate(FIRST))
    median = {key: statistics.median(each[key] for each in whole) for key in whole[0]}
    print(f"from first touch to first answer: {median['whole']:.0f} ms, of {STARTS} the median")
    for part, means in (("load", "loading"), ("start", "starting"), ("rule", "ruling")):
        print(f"  {means}: {median[part]:.0f} ms, {median[part] / median['whole']:.0%}")
    times = median["whole"] / statistics.median(bare)
    print(f"  the bare start of Pyodide: {statistics.median(bare):.0f} ms")
    print(f"  {times:.2f} times as long as the bare start; the aim is at most 1.3")


def drag_in_book(browser: Browser, site: str) -> list[float]:
    """What each step of a drag takes in the book, ms."""
    with browser.new_context(viewport=DESK) as context:
        page = context.new_page()
        page.goto(site + PAGE)
        page.click(".board-start")
        settled(page, PATIENCE)
        return drag_board(page)


def drag_in_lab(browser: Browser, jupyter: str) -> list[float]:
    """What each step of a drag takes in JupyterLab, ms."""
    with browser.new_context(viewport=DESK) as context:
        page = context.new_page()
        page.goto(f"{jupyter}doc/tree/board.ipynb")
        run_all(page)
        settled(page, PATIENCE)
        return drag_board(page)


def drag_board(page: Page) -> list[float]:
    at = handle(page, "models.spearman.at")
    page.eval_on_selector(".mv-board", WATCH_BOARD)
    return stepped(page, at)


def drag_peer(browser: Browser, jupyter: str) -> list[float]:
    """What each step of a drag takes with a figure of ipympl, ms."""
    with browser.new_context(viewport=DESK) as context:
        page = context.new_page()
        page.goto(f"{jupyter}doc/tree/peer.ipynb")
        run_all(page)
        page.wait_for_selector(".jupyter-matplotlib-canvas-div canvas", timeout=PATIENCE)
        page.wait_for_timeout(2000)
        canvas = page.locator(".jupyter-matplotlib-canvas-div canvas").last
        canvas.scroll_into_view_if_needed()
        box: Any = canvas.bounding_box()
        page.evaluate(WATCH_CANVAS)
        return stepped(page, (box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.35))


def stepped(page: Page, at: tuple[float, float]) -> list[float]:
    """What each step of a drag takes, from the hand's event to the picture drawn, ms."""
    x, y = at
    page.mouse.move(x, y)
    page.mouse.down()
    page.wait_for_timeout(300)
    page.evaluate("steps.length = 0")
    for i in range(STEPS):
        page.mouse.move(x + 3 * (i % 20), y - i // 2)
        page.wait_for_function(f"steps.length > {i}", polling=4, timeout=10_000)
    page.mouse.up()
    steps: list[float] = json.loads(page.evaluate("JSON.stringify(steps)"))
    return steps[:STEPS]


def told(steps: list[float]) -> str:
    return f"median {statistics.median(steps):.0f} ms, worst {max(steps):.0f} ms"


if __name__ == "__main__":
    main()
