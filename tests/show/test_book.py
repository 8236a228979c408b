"""The book: staged from what is there now, whole or not at all, and no link in it leads astray."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
import time
from html.parser import HTMLParser
from pathlib import Path as File
from urllib.parse import unquote, urlsplit

import nbformat
import pytest

from movement.cases import corpus
from movement.cases.case import Case, load
from movement.games import rulebooks
from movement.show import pictures
from movement.show.book import BACK, FRONT, GAMES, MARK, NotBuilt, build
from movement.show.figure import figure
from movement.show.notebooks import file_of
from movement.show.pages import anchor
from movement.show.reference import traced
from movement.show.serve import address, server

RUN = "from movement.cli import main; main()"
BOOK = File(__file__).parents[2] / "book"
CASES = [corpus.case(file) for file in corpus.files()]
SMALL = [case for case in CASES if case.id in ("infinity/stairs", "voidsiege/up-and-down")]


@pytest.fixture(scope="module")
def staged(book: File) -> dict[str, str]:
    """The Markdown that the book was built from, by its path."""
    pages = BOOK / "_build" / "pages"
    assert book.is_dir()
    return {
        file.relative_to(pages).as_posix(): file.read_text("utf-8") for file in pages.rglob("*.md")
    }


def silent(*_: object) -> None:
    pass


@pytest.fixture
def small(tmp_path: File) -> File:
    """A book's folder with the pages written by hand cut to their titles, so any cases will do."""
    folder = tmp_path / "small"
    shutil.copytree(BOOK, folder, ignore=shutil.ignore_patterns("_build"))
    own = [file.relative_to(folder).with_suffix("") for file in (folder / GAMES).glob("*.md")]
    for name in (*FRONT, *BACK, *own):
        (folder / f"{name}.md").write_text(f"# The page {name}\n\nIts words.\n", "utf-8")
    return folder


@pytest.fixture
def last(tmp_path: File) -> File:
    """Where a book was built before."""
    out = tmp_path / "out"
    out.mkdir()
    (out / MARK).touch()
    (out / "index.html").write_text("the last good book", "utf-8")
    return out


def kept(out: File) -> bool:
    return (out / "index.html").read_text("utf-8") == "the last good book"


def copied(case: Case, folder: File) -> Case:
    file = folder / case.scene.game.name / case.source.file.name
    file.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(case.source.file, file)
    return load(file)


class Page(HTMLParser):
    """The ids of a page, and all that it refers to."""

    def __init__(self, file: File) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.refers: list[str] = []
        self.feed(file.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.ids.add(value)
            elif name in ("href", "src") and value is not None:
                self.refers.append(value)


def test_every_link_picture_and_anchor_of_the_book_is_there(book: File) -> None:
    pages = {file: Page(file) for file in book.rglob("*.html")}
    assert len(pages) > len(CASES) + len(rulebooks())
    astray = []
    for file, page in pages.items():
        for ref in page.refers:
            to = urlsplit(ref)
            if to.scheme or to.netloc:
                continue
            target = (file.parent / unquote(to.path)).resolve() if to.path else file
            if not target.is_file():
                astray.append(f"{file.name}: {ref}")
            elif to.fragment and target in pages and to.fragment not in pages[target].ids:
                astray.append(f"{file.name}: {ref}: no such anchor")
    assert not astray


def test_the_anchors_of_clauses_and_rulings_are_made_of_their_ids(book: File) -> None:
    for game, rules in rulebooks().items():
        assert {anchor(id_) for id_ in rules.clauses} <= Page(book / f"clauses/{game}.html").ids
    for case in CASES:
        rulings = {anchor(each.id) for each in case.worked.values()}
        assert rulings <= Page(book / f"cases/{case.id}.html").ids


def test_every_page_names_game_source_and_engine(staged: dict[str, str]) -> None:
    for name, words in staged.items():
        assert "Ruled by tabletop-movement" in words, name
        assert any(rules.title in words for rules in rulebooks().values())
        assert any(f"*{rules.document}*" in words for rules in rulebooks().values())


def test_every_picture_has_its_words(staged: dict[str, str]) -> None:
    for name, words in staged.items():
        if name.startswith("cases/"):
            assert 'class="only-light"' in words
            assert 'alt=""' not in words


def test_every_sentence_became_a_clause_or_says_why_not() -> None:
    places = traced(BOOK / "traceability.toml")
    assert places.keys() == rulebooks().keys()
    for game, of_game in places.items():
        assert all(place.clauses or place.reason for place in of_game)
        cited = {id_ for place in of_game for id_ in place.clauses}
        assert cited == set(rulebooks()[game].clauses)
        named = [(place.section, place.place) for place in of_game]
        assert len(named) == len(set(named))


def test_a_notebook_out_of_date_is_refused_and_the_last_good_book_stays(
    small: File, last: File
) -> None:
    file = file_of(SMALL[0], small)
    changed = nbformat.read(file, as_version=4)
    changed.cells[0].source += " And more."
    nbformat.write(changed, file)
    with pytest.raises(NotBuilt, match=f"{SMALL[0].id}: not made from the case as it is now"):
        build(SMALL, small, last, silent)
    assert kept(last)


def test_a_warning_is_an_error_and_the_last_good_book_stays(small: File, last: File) -> None:
    with (small / "glossary.md").open("a") as page:
        page.write("\n[astray](#no.such.clause)\n")
    with pytest.raises(NotBuilt, match=r"no\.such\.clause"):
        build(SMALL[:1], small, last, silent)
    assert kept(last)


def test_the_last_good_book_stays_if_a_build_is_killed(last: File) -> None:
    folder = last.parent / "killed"
    shutil.copytree(BOOK, folder, ignore=shutil.ignore_patterns("_build"))
    command = [sys.executable, "-c", RUN, "book"]
    with subprocess.Popen([*command, "--book", str(folder), "--out", str(last)]) as running:
        while not (folder / "_build").is_dir() and running.poll() is None:
            time.sleep(0.05)
        time.sleep(1)
        running.send_signal(signal.SIGKILL)
    assert running.returncode == -signal.SIGKILL
    assert kept(last)


def test_a_swap_cut_short_is_made_good(small: File, last: File) -> None:
    last.rename(last.with_name(f".{last.name}.last"))
    file_of(SMALL[0], small).unlink()
    with pytest.raises(NotBuilt, match="missing"):
        build(SMALL[:1], small, last, silent)
    assert kept(last)


def test_a_folder_that_is_no_book_is_left_alone(small: File, tmp_path: File) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "letter.txt").write_text("dear", "utf-8")
    with pytest.raises(NotBuilt, match="expected a new folder"):
        build(SMALL[:1], small, mine, silent)
    assert (mine / "letter.txt").read_text("utf-8") == "dear"


def test_a_second_build_draws_nothing_and_a_changed_case_alone_is_drawn(
    small: File, tmp_path: File
) -> None:
    cases = [copied(case, tmp_path / "cases") for case in SMALL]
    out, told = tmp_path / "new", []
    first = build(cases, small, out, lambda what, done, of: told.append(what))
    assert first == sum(len(case.worked) for case in cases)
    assert set(told) == {"Pictures", "Pages", "Board"}
    found = (out / "searchindex.js").read_text("utf-8")
    assert '"stairs": [[' in found
    assert build(cases, small, out, silent) == 0
    assert (out / "searchindex.js").read_text("utf-8") == found
    with cases[0].source.file.open("a") as file:
        file.write("# A change.\n")
    assert build([load(cases[0].source.file), cases[1]], small, out, silent) == len(cases[0].worked)
    states = list((small / "_build" / "pictures").glob("*/*"))
    assert len(states) == len(cases) + 1
    assert not [file for file in out.rglob("*") if file.name.startswith(".") and file.name != MARK]


def test_an_svg_is_slimmed_and_keeps_its_small_numbers() -> None:
    svg = b'<g transform="scale(0.015625 -0.015625)">\n   <path d="M 12.345678 7.000000"/>'
    slim = b'<g transform="scale(0.01562 -0.01562)">\n<path d="M 12.35 7"/>'
    assert pictures.slim(svg) == slim


@pytest.mark.parametrize("case", SMALL, ids=lambda case: case.id)
def test_a_picture_is_put_on_dark_paper_as_it_would_be_drawn_there(case: Case) -> None:
    def colours(svg: bytes) -> list[bytes]:
        return re.findall(rb"#[0-9a-f]{6}", svg)

    ruling = next(iter(case.rulings.values()))
    light, dark = (figure(ruling, theme).rendered("svg") for theme in ("light", "dark"))
    assert colours(pictures.on_dark(light)) == colours(dark) != colours(light)


def test_a_server_takes_a_free_port_where_the_first_is_taken(tmp_path: File) -> None:
    with server(tmp_path, 0) as one, server(tmp_path, one.server_port) as other:
        assert one.server_port != other.server_port
        assert address(other) == f"http://localhost:{other.server_port}/"
