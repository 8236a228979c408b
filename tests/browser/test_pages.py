"""The built book as a reader has it: on a telephone, in the dark, on paper, without a network."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from driving import DESK, PATIENCE, PHONE, Opened

from movement.cases import corpus

CASES = [corpus.case(file) for file in corpus.files()]


def pages(book: Path) -> list[str]:
    return sorted(file.relative_to(book).as_posix() for file in book.rglob("*.html"))


def test_no_page_asks_for_anything_elsewhere_or_missing_or_is_wider_than_a_telephone(
    opened: Opened, book: Path, site: str
) -> None:
    with opened("index.html", viewport=PHONE) as page:
        missing: list[str] = []
        page.on("response", lambda got: missing.append(got.url) if got.status >= 400 else None)
        for path in pages(book):
            page.goto(site + path, wait_until="networkidle", timeout=PATIENCE)
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= PHONE["width"], path
        assert not missing


@pytest.mark.parametrize(
    ("words", "case"),
    [
        ("stairs", "infinity/stairs"),
        ("vault", "infinity/vault"),
        ("Shunt", "voidsiege/shunt"),
        ("zone of control", "bushido/charge-second-zone"),
    ],
)
def test_the_first_case_that_a_search_finds_is_the_right_one(
    opened: Opened, words: str, case: str
) -> None:
    with opened(f"search.html?q={words.replace(' ', '+')}") as page:
        page.wait_for_selector("#search-results li a")
        page.wait_for_function(
            "Search.output && !document.querySelector('.search-summary.pending')"
        )
        page.wait_for_timeout(800)
        found = page.eval_on_selector_all("#search-results li a", "all => all.map(a => a.href)")
        paths = [urlsplit(url).path for url in found]
        assert next(p for p in paths if p.startswith("/cases/")) == f"/cases/{case}.html"


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["telephone", "desk"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_the_first_screen_of_a_case_is_verdict_measurement_and_picture(
    opened: Opened, case: Any, viewport: dict[str, int], scripts: bool
) -> None:
    first = next(iter(case.worked.values()))
    path = f"cases/{case.id}.html"
    with opened(path, viewport=viewport, java_script_enabled=scripts) as page:
        verdict, measured = page.locator(".verdict").first, page.locator(".measured").first
        picture = page.locator(".picture img.only-light").first
        assert first.ruling.verdict.upper() in (verdict.text_content() or "")
        tops = [box["y"] for box in map(boxed, (verdict, measured, picture))]
        assert tops == sorted(tops)
        assert tops[0] > 0
        box = boxed(picture)
        panel = min(box["height"], box["width"] * 0.42)
        assert box["y"] + panel <= viewport["height"]
        assert page.locator(".picture img.only-dark").first.is_hidden()


def boxed(locator: Any) -> dict[str, float]:
    box: dict[str, float] | None = locator.bounding_box()
    assert box
    return box


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["telephone", "desk"])
def test_a_flip_pair_stands_side_by_side_where_there_is_room(
    opened: Opened, viewport: dict[str, int]
) -> None:
    with opened("cases/bushido/charge-second-zone.html", viewport=viewport) as page:
        pair = page.locator(".pair").first
        one, other = (boxed(pair.locator(".half").nth(i)) for i in (0, 1))
        assert (one["y"] == other["y"]) == (viewport is DESK)
        assert page.locator(".difference").first.is_visible()


def test_in_the_dark_the_dark_pictures_are_shown(opened: Opened) -> None:
    with opened("index.html", color_scheme="dark") as page:
        assert page.locator("img.only-dark").first.is_visible()
        assert page.locator("img.only-light").first.is_hidden()


def test_rulings_are_chosen_by_game_verdict_and_tag(opened: Opened) -> None:
    rulings = [(case, each) for case in CASES for each in case.worked.values()]
    with opened("rulings.html") as page:
        cards = page.locator(".card-of-ruling:visible")
        assert cards.count() == len(rulings)
        page.select_option("select[name=game]", "Infinity")
        page.select_option("select[name=verdict]", "idle")
        page.select_option("select[name=tag]", "vault")
        wanted = [
            each
            for case, each in rulings
            if case.scene.game.name == "infinity"
            and each.ruling.verdict == "idle"
            and "vault" in case.tags
        ]
        assert cards.count() == len(wanted) > 0
        assert page.locator("output").text_content() == f"{len(wanted)} of {len(rulings)} rulings"
        assert page.locator("h2:visible").all_text_contents()[0].startswith("Infinity")


def test_all_rulings_are_there_without_scripts(opened: Opened) -> None:
    with opened("rulings.html", java_script_enabled=False) as page:
        cards = page.locator(".card-of-ruling:visible")
        assert cards.count() == sum(len(case.worked) for case in CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_each_ruling_prints_on_one_page(opened: Opened, case: Any) -> None:
    with opened(f"cases/{case.id}.html", color_scheme="dark") as page:
        page.evaluate("document.querySelectorAll('img').forEach(i => (i.loading = 'eager'))")
        page.wait_for_load_state("networkidle")
        printed = page.pdf(prefer_css_page_size=True)
        sections = page.locator(".bd-article > section > section").count()
        assert sections == len(case.worked) + 1
        assert len(re.findall(rb"/Type /Page\b", printed)) == sections
