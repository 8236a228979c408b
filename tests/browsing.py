"""A browser, the built book in it, and notebooks."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from driving import Opened, found, launched, notebooks, page_of
from playwright.sync_api import Browser, Page, sync_playwright

from movement.show.serve import address, server

CASE = "bushido/charge-second-zone"
CELLS = (
    f'import movement\n\ncase = movement.case("{CASE}")\nboard = case.board()\nboard',
    "case.interact()",
    "board",
)
"""A notebook with a board, plain controls, and a second view of the same board."""


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Chromium, as the system has it."""
    path = found()
    if path is None:
        pytest.skip("no chromium: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = launched(playwright, path)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def site(chromium: Browser, book: Path) -> Iterator[str]:
    """The address at which the book is served."""
    with server(book, 0) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield address(running)
        running.shutdown()


@pytest.fixture
def opened(chromium: Browser, site: str) -> Opened:
    """Opens a page of the book; what it asks of elsewhere is refused, and fails the test."""

    def open_(path: str, **context: Any) -> AbstractContextManager[Page]:
        return page_of(chromium, site + path, **context)

    return open_


@pytest.fixture(scope="session")
def jupyter(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server of notebooks, one for all tests."""
    with notebooks(tmp_path_factory.mktemp("notebooks"), {"board": CELLS}) as url:
        yield url
