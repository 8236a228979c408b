"""The board in the built book: alive on every page of a case, with no kernel and no network."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from alike import as_json, differences
from driving import (
    DESK,
    PATIENCE,
    PHONE,
    Opened,
    drag,
    handle,
    page_of,
    place,
    settled,
    start,
    touch_drag,
    verdict,
)
from playwright.sync_api import Browser, Page, Route

from movement.cases import corpus

CHARGE: Final = "cases/bushido/charge-second-zone.html"
SPEARMAN: Final = "models.spearman.at"
CASES = [corpus.case(file) for file in corpus.files()]


@pytest.fixture(scope="module")
def live(chromium: Browser, site: str) -> Iterator[Page]:
    """A page with a board that is alive, one for many tests."""
    with page_of(chromium, site + CHARGE, viewport=DESK) as page:
        start(page)
        yield page


@pytest.fixture
def board(live: Page) -> Page:
    """The page, its board as it was."""
    unfold(live)
    lengths_in(live, "in")
    show(live, "stops-short")
    assert verdict(live) == "shortened"
    return live


def unfold(page: Page) -> None:
    page.eval_on_selector_all(".mv-board details", "all => all.forEach(one => (one.open = true))")


def show(page: Page, ruling: str) -> None:
    page.click(f'.mv-names [data-setup="{ruling}"]')


def lengths_in(page: Page, unit: str) -> None:
    page.select_option('label:has-text("Lengths in") select', unit)
    settled(page)


def words(page: Page) -> str:
    return str(page.locator(".mv-verdict").text_content())


def field(path: str, kind: str = "number") -> str:
    return f'.mv-fields input[type={kind}][data-path="{path}"]'


def test_dragging_a_base_changes_the_verdict_and_undo_takes_it_back(board: Page) -> None:
    drag(board, SPEARMAN, (0.0, 1.0))
    assert verdict(board) == "legal"
    assert "LEGAL" in words(board)
    board.click('[aria-label="Undo"]')
    assert verdict(board) == "shortened"
    board.click('[aria-label="Redo"]')
    assert verdict(board) == "legal"


def test_arrow_keys_move_what_has_the_focus_and_shift_moves_it_finely(board: Page) -> None:
    board.focus(f'[data-path="{SPEARMAN}"]')
    board.keyboard.press("ArrowUp")
    settled(board)
    assert place(board, SPEARMAN) == (8, 14.1)
    assert verdict(board) == "shortened"
    for _ in range(9):
        board.keyboard.press("Shift+ArrowUp")
    assert verdict(board) == "legal"
    assert place(board, SPEARMAN) == (8, 14.19)
    assert board.evaluate("document.activeElement.dataset.path") == SPEARMAN


def test_a_number_a_reading_and_the_action_change_the_ruling(board: Page) -> None:
    board.fill(field("models.spearman.facing"), "90")
    assert verdict(board) == "legal"
    show(board, "both-zones-at-once")
    assert verdict(board) == "legal"
    board.select_option('select[data-path="readings.zones-together"]', "1")
    assert verdict(board) == "shortened"
    show(board, "stops-short")
    assert verdict(board) == "shortened"
    board.select_option('select[data-path="action.charge"]', label="spearman")
    assert verdict(board) == "legal"


def test_lengths_are_set_in_millimetres_as_well(board: Page) -> None:
    lengths_in(board, "mm")
    board.fill(field("models.samurai.move"), "25.4")
    assert verdict(board) == "legal"
    assert "2 in, to" in words(board)
    lengths_in(board, "in")
    assert board.input_value(field("models.samurai.move")) == "1"


def test_a_malformed_set_up_is_not_judged_and_says_why(board: Page) -> None:
    board.fill(field("models.samurai.move"), "-2")
    assert verdict(board) == "not-judged"
    assert "not judged: table.models.samurai.move: got -2; expected" in words(board)
    board.fill(field("models.samurai.move"), "4")
    assert verdict(board) == "shortened"
    drag(board, SPEARMAN, (-4.0, -1.7), pause=60)
    if verdict(board) == "not-judged":
        assert "overlap" in words(board)
    board.click('[aria-label="Undo"]')
    assert verdict(board) == "shortened"


def test_a_waypoint_is_added_by_a_double_click_and_removed_by_delete(board: Page) -> None:
    x, y = handle(board, "models.archer.at")
    board.mouse.dblclick(x - 150, y - 60)
    verdict(board)
    assert board.locator('[data-kind="waypoint"]').count() == 3
    board.focus('[data-path="action.route.0"]')
    for left in (2, 1, 0):
        board.keyboard.press("Delete")
        settled(board)
        assert board.locator('[data-kind="waypoint"]').count() == left
        if left:
            board.focus('[data-path="action.route.0"]')
    assert verdict(board) == "shortened"


def test_a_base_snaps_into_contact_and_with_alt_it_does_not(board: Page) -> None:
    for snaps in (True, False):
        show(board, "stops-short")
        settled(board)
        if not snaps:
            board.keyboard.down("Alt")
        drag(board, SPEARMAN, (4 - 0.77, -0.97), pause=60)
        board.keyboard.up("Alt")
        verdict(board)
        x, y = place(board, SPEARMAN)
        apart = abs(complex(*json.loads(f"[{x}, {y}]")) - 12 - 12j) - 30 / 25.4
        assert (abs(apart) < 0.01) == snaps


def test_the_facing_is_turned_by_its_handle(board: Page) -> None:
    board.focus(f'[data-path="{SPEARMAN}"]')
    board.focus('[data-path="turn models.spearman"]')
    board.keyboard.press("ArrowLeft")
    settled(board)
    assert board.input_value(field("models.spearman.facing")) == "275"
    drag(board, "turn models.spearman", (0.0, 2.0))
    assert verdict(board) == "legal"


def test_what_is_too_close_for_the_readers_tape_is_flagged(board: Page) -> None:
    show(board, "spearman-a-hair-further")
    assert verdict(board) == "legal"
    assert board.locator(".mv-close").is_hidden()
    board.fill('[aria-label="My measuring is good to, in"]', "0.05")
    assert verdict(board) == "legal"
    assert board.locator(".mv-close").is_visible()
    board.fill('[aria-label="My measuring is good to, in"]', "0")
    verdict(board)


def test_a_change_is_told_once(board: Page) -> None:
    watch = """status => {
      window.told = [];
      new MutationObserver(() => told.push(status.textContent)).observe(status, {childList: true});
    }"""
    board.eval_on_selector(".mv-status", watch)
    drag(board, SPEARMAN, (0.0, 1.0), steps=12)
    verdict(board)
    board.wait_for_timeout(400)
    told = board.evaluate("told")
    assert len(told) == 1
    assert told[0].startswith("✓ LEGAL samurai moves 6.82 in")
    assert board.get_attribute(".mv-status", "role") == "status"


def test_what_a_ruling_hinges_on_is_worked_out_when_it_is_opened(board: Page) -> None:
    show(board, "both-zones-at-once")
    verdict(board)
    hinges = board.locator('details:has(> summary:text-is("Hinges on")) li')
    assert "zones-together: stop" in " ".join(hinges.all_text_contents())


def test_the_clause_that_decides_leads_to_its_place_in_the_book(board: Page, site: str) -> None:
    links = board.eval_on_selector_all(".mv-measured a", "all => all.map(a => a.href)")
    assert links == [f"{site}clauses/bushido.html#bushido-charge-stop-before"]


def test_the_tape_measures_what_it_is_laid_between(board: Page) -> None:
    board.click('[aria-label="Measuring tape"]')
    before = board.locator("text.mv-over").text_content() or ""
    box = board.locator("text.mv-over").bounding_box()
    assert box
    assert 10 < box["height"] < 30
    board.focus('[data-path="tape 1"]')
    for _ in range(5):
        board.keyboard.press("ArrowRight")
    settled(board)
    after = board.locator("text.mv-over").text_content() or ""
    assert float(after.split()[0]) == pytest.approx(float(before.split()[0]) + 0.5, abs=0.001)
    board.click('[aria-label="Measuring tape"]')
    board.wait_for_selector("text.mv-over", state="detached")


def test_the_view_is_zoomed_and_moved_and_put_back(board: Page) -> None:
    def seen() -> list[float]:
        told = board.get_attribute(".mv-seen > .mv-svg", "viewBox") or ""
        return [float(n) for n in told.split()]

    best = seen()
    board.focus(".mv-seen > .mv-svg")
    board.keyboard.press("+")
    board.keyboard.press("ArrowRight")
    settled(board)
    nearer = seen()
    assert nearer[2] == pytest.approx(best[2] * 0.8)
    assert nearer[0] == pytest.approx(best[0] + best[2] * 0.18)
    board.keyboard.press("0")
    settled(board)
    assert seen() == pytest.approx(best)


KNOWN: Final = """const known = one => one.getAttribute("data-path") && !one.matches("input, select")
  ? one.getAttribute("data-path")
  : [one.tagName, one.type, one.getAttribute("data-path"), one.getAttribute("aria-label"),
     one.textContent.slice(0, 30)].join(" ");"""
FOCUSED: Final = f"() => {{ {KNOWN} return known(document.activeElement); }}"
REACHABLE: Final = f"""() => {{ {KNOWN}
  const shown = one => one.checkVisibility() && !one.disabled;
  const all = "button, input, select, textarea, summary, a[href], [tabindex='0']";
  return [...document.querySelectorAll(".mv-board :is(" + all + ")")].filter(shown).map(known);
}}"""


def test_the_keyboard_alone_reaches_everything_and_everything_has_a_name(board: Page) -> None:
    board.focus(".mv-board button:enabled")
    reached = [board.evaluate(FOCUSED)]
    while reached.count(reached[0]) < 2 and len(reached) < 300:
        board.keyboard.press("Tab")
        settled(board)
        reached.append(board.evaluate(FOCUSED))
        if reached[-1] not in board.evaluate(REACHABLE):
            break  # out of the board
    assert set(board.evaluate(REACHABLE)) - {*reached} == set()
    assert {"turn models.samurai", "turn models.archer", SPEARMAN} < {*reached}
    tree = board.context.new_cdp_session(board).send("Accessibility.getFullAXTree")
    controls = {"button", "textbox", "spinbutton", "combobox", "slider", "checkbox", "link"}
    nameless = [
        node
        for node in tree["nodes"]
        if node.get("role", {}).get("value") in controls
        and not node.get("ignored")
        and not node.get("name", {}).get("value")
    ]
    assert not nameless


def test_a_set_up_is_shared_as_an_address_and_as_a_case_file(
    board: Page, opened: Opened, site: str, tmp_path: Path
) -> None:
    drag(board, SPEARMAN, (0.5, 1.0))
    assert verdict(board) == "legal"
    at = place(board, SPEARMAN)
    link = board.input_value('[aria-label="Link to this set-up"]')
    assert link.startswith(f"{site}{CHARGE}#board=1.")
    with opened(link.removeprefix(site)) as page:
        settled(page, PATIENCE)
        assert verdict(page) == "legal"
        assert place(page, SPEARMAN) == at
        assert words(page) == words(board)
    file = tmp_path / "shared.yaml"
    file.write_text(board.input_value('[aria-label="This set-up as a case file"]'), "utf-8")
    assert f"at: [{at[0]:g}, {at[1]:g}]" in file.read_text("utf-8")


def test_a_damaged_address_is_told_and_the_case_is_shown_as_it_was(opened: Opened) -> None:
    with opened(f"{CHARGE}#board=1.eNqrVkpMSVKyUlAqAABcdef") as page:
        settled(page, PATIENCE)
        assert verdict(page) == "shortened"
        assert "expected" in (page.locator(".mv-notice").text_content() or "")
        assert "as it was" in (page.locator(".mv-notice").text_content() or "")
        assert place(page, SPEARMAN) == (8, 14)


def test_on_a_telephone_a_finger_drags_a_base(opened: Opened) -> None:
    touch = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}
    with opened(CHARGE, viewport=PHONE, **touch) as page:
        page.tap(".board-start")
        settled(page, PATIENCE)
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        touch_drag(page, SPEARMAN, (0.0, 1.0))
        assert verdict(page) == "legal"


def gone(route: Route) -> None:
    route.fulfill(status=404, body="")


def test_without_its_kept_memory_the_engine_is_started_from_the_wheel(opened: Opened) -> None:
    with opened(CHARGE) as page:
        page.route("**/started.gz", gone)
        start(page)
        assert verdict(page) == "shortened"
        unfold(page)
        show(page, "spearman-looks-away")
        assert verdict(page) == "legal"


def broken(wheel: bytes, module: str, lines: str) -> bytes:
    """The wheel with something added to one of its modules."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(wheel)) as was, zipfile.ZipFile(made, "w") as now:
        for name in was.namelist():
            now.writestr(name, was.read(name) + (lines.encode() if name == module else b""))
    return made.getvalue()


def test_an_engine_that_fails_is_told_in_place_of_a_verdict(
    chromium: Browser, site: str, book: Path
) -> None:
    fault = "\n\ndef judge(*_, **__):\n    raise ZeroDivisionError('by the test')\n"
    wheel = broken(
        (book / "board" / "movement.whl").read_bytes(), "movement/ruling/ruling.py", fault
    )
    with page_of(chromium, "about:blank") as page:
        page.route("**/started.gz", gone)
        page.route("**/movement.whl", lambda route: route.fulfill(body=wheel))
        page.goto(site + CHARGE)
        start(page)
        assert verdict(page) == "not-judged"
        assert "the engine failed: ZeroDivisionError: by the test" in words(page)


def test_a_worker_that_crashes_is_started_again_with_what_was_done(opened: Opened) -> None:
    with opened(CHARGE) as page:
        start(page)
        page.focus(f'[data-path="{SPEARMAN}"]')
        for _ in range(3):
            page.keyboard.press("ArrowUp")
        assert verdict(page) == "legal"
        page.workers[0].evaluate("setTimeout(() => { throw new Error('by the test'); })")
        page.wait_for_selector('.mv-notice:visible:has-text("is being started again")')
        page.wait_for_selector(".mv-notice", state="hidden", timeout=PATIENCE)
        assert verdict(page) == "legal"
        assert place(page, SPEARMAN) == (8, 14.3)


def test_where_the_engine_cannot_be_had_the_picture_and_the_rulings_stay(opened: Opened) -> None:
    with opened(CHARGE) as page:
        page.route("**/pyodide/*", gone)
        page.click(".board-start")
        page.wait_for_selector('.board-progress:has-text("cannot run here")', timeout=PATIENCE)
        assert page.locator(".picture img.only-light").first.is_visible()
        assert page.locator(".verdict").first.is_visible()


def test_where_modules_are_blocked_the_page_is_as_it_always_was(
    chromium: Browser, site: str, book: Path
) -> None:
    with page_of(chromium, "about:blank") as page:
        page.route("**/*.mjs*", lambda route: route.abort())
        page.goto(site + CHARGE)
        page.wait_for_timeout(300)
        assert_still(page)
    with chromium.new_context() as context:
        page = context.new_page()
        page.goto((book / CHARGE).as_uri())
        page.wait_for_timeout(300)
        assert_still(page)


def assert_still(page: Page) -> None:
    assert page.locator(".picture img.only-light").first.is_visible()
    assert "SHORTENED" in (page.locator(".verdict").first.text_content() or "")
    assert page.locator(".board-start").count() == 0


JUDGE: Final = """async (files) => {
  const worker = new Worker(new URL("/_static/board-worker.mjs", location), { type: "module" });
  const heard = () => new Promise((done, failed) => {
    worker.onmessage = ({ data }) => {
      if (data.fault) failed(data.fault);
      if (data.answer) done(JSON.parse(data.answer));
    };
  });
  const all = {};
  for (const file of files) {
    const opening = await (await fetch(`/board/cases/${file}.json`)).text();
    worker.postMessage({ opening });
    for (const [name, scene] of Object.entries(JSON.parse(opening).setups)) {
      worker.postMessage({ question: JSON.stringify({ scene, data: true }) });
      all[`${file}/${name}`] = await heard();
    }
  }
  worker.terminate();
  return all;
}"""


def test_every_ruling_of_the_corpus_is_the_same_in_the_browser(
    opened: Opened, record_property: Callable[[str, object], None]
) -> None:
    ids = {case.id: case.id.replace("/", "-") for case in CASES}
    with opened("index.html") as page:
        page.set_default_timeout(PATIENCE)
        told: dict[str, Any] = page.evaluate(JUDGE, list(ids.values()))
    worked = [(ids[case.id], name, one) for case in CASES for name, one in case.worked.items()]
    differ = [
        f"{one.id}: {difference}"
        for file, name, one in worked
        for difference in differences(as_json(one.ruling), told[f"{file}/{name}"].get("data"))
    ]
    assert not differ, "\n".join(differ)
    assert len(worked) == len(told)
    record_property("measured", f"{len(worked)} rulings judged alike in the browser")
