"""A browser, a notebook server, and the hands that work a board."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.error import URLError
from urllib.parse import urlsplit

import nbformat
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import Browser, Page, Playwright, Route, ViewportSize

FLAGS: Final = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PHONE: Final[ViewportSize] = {"width": 360, "height": 640}
DESK: Final[ViewportSize] = {"width": 1280, "height": 800}
PATIENCE: Final = 120_000
"""How long an engine, or a page, may take to start where much else runs, ms."""


def found() -> str | None:
    """Chromium, where the system has it."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


def launched(playwright: Playwright, path: str) -> Browser:
    """A browser with nothing of its own to ask of a network."""
    return playwright.chromium.launch(executable_path=path, args=list(FLAGS))


Opened = Callable[..., AbstractContextManager[Page]]
"""Opens a page of the book, by its path."""


@contextmanager
def page_of(browser: Browser, url: str, **context: Any) -> Iterator[Page]:
    """A page; what it asks of elsewhere is refused, and fails the test."""
    astray: list[str] = []

    def go(route: Route) -> None:
        if urlsplit(route.request.url).hostname == "localhost":
            route.fallback()
        else:
            astray.append(route.request.url)
            route.abort()

    with browser.new_context(**context) as made:
        made.route("**/*", go)
        page = made.new_page()
        page.goto(url, wait_until="load", timeout=PATIENCE)
        yield page
    assert not astray


# Notebooks


@contextmanager
def notebooks(folder: Path, books: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """The address of a server of notebooks, each of some code cells, in JupyterLab and Notebook 7."""
    for name, cells in books.items():
        made = new_notebook(cells=[new_code_cell(source) for source in cells])
        made.metadata.kernelspec = {"name": "python3", "display_name": "Python 3"}
        nbformat.write(made, folder / f"{name}.ipynb")
    own = {f"JUPYTER_{kind}_DIR": str(folder / kind.lower()) for kind in ("CONFIG", "DATA")}
    told = folder / "server.log"
    command = [sys.executable, "-m", "notebook", "--no-browser", "--allow-root", "--port=0"]
    options = [
        "--IdentityProvider.token=",
        f"--ServerApp.root_dir={folder}",
        "--ServerApp.terminals_enabled=False",
        "--JupyterNotebookApp.expose_app_in_browser=True",
        "--LabApp.expose_app_in_browser=True",
        "--LabApp.news_url=",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]
    environment = {**os.environ, **own, "IPYTHONDIR": str(folder / "ipython")}
    environment["JUPYTER_RUNTIME_DIR"] = str(folder / "runtime")
    with told.open("w") as log:
        running = subprocess.Popen(
            [*command, *options], stdout=log, stderr=log, env=environment, cwd=folder
        )
    try:
        yield _address(folder / "runtime", running)
    finally:
        running.terminate()
        running.wait(20)


def _address(runtime: Path, running: subprocess.Popen[bytes]) -> str:
    """Where a server listens, once it does."""
    for _ in range(600):
        for file in runtime.glob("jpserver-*.json"):
            try:
                url = f"http://localhost:{json.loads(file.read_text())['port']}/"
                urllib.request.urlopen(f"{url}api").read()
            except (OSError, ValueError, URLError):
                continue
            return url
        assert running.poll() is None, "the server of notebooks stopped"
        time.sleep(0.2)
    raise TimeoutError("the server of notebooks does not answer")


RUN_ALL: Final = """async () => {
  const { sessionContext } = jupyterapp.shell.currentWidget;
  await sessionContext.ready;
  await sessionContext.session.kernel.info;
  await jupyterapp.commands.execute("notebook:run-all-cells");
}"""


def run_all(page: Page) -> None:
    """Runs the notebook that a page shows, once its kernel is there."""
    ready = "window.jupyterapp?.shell?.currentWidget?.sessionContext?.isReady"
    page.wait_for_function(ready, timeout=PATIENCE)
    page.evaluate(RUN_ALL)


# Boards


def start(page: Page) -> None:
    """Touches the place of a board in the book, and waits until it is alive."""
    page.click(".board-start")
    settled(page, PATIENCE)


def settled(page: Page, patience: float = 30_000) -> None:
    """Waits until everything asked of a board is answered."""
    page.wait_for_selector(".mv-board[data-settled=true]", timeout=patience)


def verdict(page: Page) -> str:
    """The verdict that a board shows, once everything is answered."""
    settled(page)
    return str(page.locator(".mv-board").first.get_attribute("data-verdict"))


def handle(page: Page, path: str) -> tuple[float, float]:
    """The middle of what can be taken hold of, on the page."""
    shown = page.locator(f'.mv-handle[data-path="{path}"] .mv-hold').first
    shown.scroll_into_view_if_needed()
    box = shown.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def inch(page: Page) -> float:
    """How many pixels of the page an inch of the table is."""
    wide = "svg => svg.getScreenCTM().a"
    return float(page.eval_on_selector(".mv-seen > .mv-svg", wide))


def drag(page: Page, path: str, by: tuple[float, float], steps: int = 8, pause: int = 25) -> None:
    """Drags a thing by so many inches, right and up."""
    x, y = handle(page, path)
    scale = inch(page)
    page.mouse.move(x, y)
    page.mouse.down()
    for i in range(1, steps + 1):
        page.mouse.move(x + by[0] * scale * i / steps, y - by[1] * scale * i / steps)
        page.wait_for_timeout(pause)
    page.mouse.up()


def touch_drag(page: Page, path: str, by: tuple[float, float], steps: int = 8) -> None:
    """Drags a thing with a finger, by so many inches, right and up."""
    x, y = handle(page, path)
    scale = inch(page)
    touch = page.context.new_cdp_session(page)

    def at(kind: str, points: list[dict[str, float]]) -> None:
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    at("touchStart", [{"x": x, "y": y}])
    for i in range(1, steps + 1):
        here = {"x": x + by[0] * scale * i / steps, "y": y - by[1] * scale * i / steps}
        at("touchMove", [here])
        page.wait_for_timeout(25)
    at("touchEnd", [])


def place(page: Page, path: str) -> tuple[float, float]:
    """Where a handle says that it is, in."""
    label = page.get_attribute(f'.mv-handle[data-path="{path}"]', "aria-label") or ""
    x, y = label.split(" at ")[1].split(" in")[0].split(", ")
    return float(x), float(y)
