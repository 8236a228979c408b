"""The board in JupyterLab and in Notebook 7, with the kernel that answers it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest
from driving import DESK, drag, page_of, place, run_all, settled, verdict
from playwright.sync_api import Browser, Page, expect

SPEARMAN: Final = "models.spearman.at"
SHELLS: Final = {"JupyterLab": "doc/tree/board.ipynb", "Notebook 7": "notebooks/board.ipynb"}


@pytest.fixture(scope="module", params=SHELLS, ids=str)
def shell(request: pytest.FixtureRequest, chromium: Browser, jupyter: str) -> Iterator[Page]:
    """A notebook that was run, its first board settled."""
    with page_of(chromium, jupyter + SHELLS[request.param], viewport=DESK) as page:
        run_all(page)
        settled(page, 60_000)
        yield page


@pytest.fixture
def board(shell: Page) -> Page:
    """The page, its board as it was."""
    shell.eval_on_selector_all(".mv-board details", "all => all.forEach(one => (one.open = true))")
    shell.locator('.mv-names [data-setup="stops-short"]').first.click()
    assert verdict(shell) == "shortened"
    return shell


def test_a_drag_keys_a_number_and_a_reading_change_the_verdict(board: Page) -> None:
    drag(board, SPEARMAN, (0.0, 1.0))
    assert verdict(board) == "legal"
    board.locator(f'[data-path="{SPEARMAN}"]').first.focus()
    for _ in range(9):
        board.keyboard.press("ArrowDown")
    assert verdict(board) == "shortened"
    assert board.evaluate("document.activeElement.dataset.path") == SPEARMAN
    board.locator('input[type=number][data-path="models.spearman.facing"]').first.fill("90")
    assert verdict(board) == "legal"
    board.locator('.mv-names [data-setup="both-zones-at-once"]').first.click()
    assert verdict(board) == "legal"
    board.locator('select[data-path="readings.zones-together"]').first.select_option("1")
    assert verdict(board) == "shortened"


def test_two_views_show_one_board(board: Page) -> None:
    views = board.locator(".mv-board")
    assert views.count() == 2
    drag(board, SPEARMAN, (0.0, 1.0))
    for i in (0, 1):
        expect(views.nth(i)).to_have_attribute("data-verdict", "legal")


def test_plain_controls_have_names_and_change_the_ruling(board: Page) -> None:
    facing = board.get_by_label("spearman facing, degrees", exact=True).and_(
        board.locator(".widget-text input")
    )
    facing.fill("90")
    facing.press("Enter")
    board.wait_for_selector('.widget-html pre:has-text("LEGAL")')
    facing.fill("270")
    facing.press("Enter")
    board.wait_for_selector('.widget-html pre:has-text("SHORTENED")')


def test_without_a_kernel_no_verdict_is_left_standing(board: Page) -> None:
    restart = "() => jupyterapp.shell.currentWidget.sessionContext.session.kernel.shutdown()"
    board.evaluate(restart)
    board.locator(f'[data-path="{SPEARMAN}"]').first.focus()
    before = place(board, SPEARMAN)
    board.keyboard.press("ArrowUp")
    expect(board.locator(".mv-board").first).to_have_attribute("data-verdict", "waiting")
    expect(board.locator(".mv-verdict").first).not_to_contain_text("SHORTENED")
    assert before == (8, 14)
