"""The book: its pages staged from notebooks, clause files and Markdown, built, and put in place.

Nothing is executed. Only what changed is drawn and built again, in `_build` in the book's folder,
and the book that is there stays until the new one is whole.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path as File
from typing import Final

import nbformat

from movement import __version__
from movement.cases.case import Case
from movement.games import rulebooks
from movement.show import pictures
from movement.show.board.site import NoEngine, furnish
from movement.show.measuring import ALT
from movement.show.notebooks import file_of, stale
from movement.show.pages import (
    PICTURES,
    OutOfDate,
    anchor,
    case_page,
    lead,
    linked,
    measured_picture,
)
from movement.show.reference import (
    clause_page,
    edition_table,
    index_page,
    traced,
    tracing_page,
)
from movement.show.style import MARKS

Progress = Callable[[str, int, int], None]
"""Is told what is being done, how much of it is done, and of how much."""

MARK: Final = ".movement-book"
"""A file in every built book: a folder without it is somebody else's, and is left alone."""

FRONT: Final = ("index", "reading", "measuring", "three-games", "rulings", "glossary")
BACK: Final = ("adding", "traceability")
"""The pages before the games' parts, and those after them."""

GAMES: Final = "games"
"""The folder of the games' own pages: a game's introduction has its name, any other begins with it."""

_LEFT_OUT: Final = ("_sources", ".buildinfo", "*webpack-macros.html", "*.map")
"""What the tools leave in a book that no page of it asks for."""

_RULING: Final = re.compile(r"^```\{ruling\} (\S+)\n```$", re.MULTILINE)
_EDITIONS: Final = re.compile(r"^```\{editions\} ([\w, ]+)\n```$", re.MULTILINE)
_VERDICT: Final = re.compile(r"\{verdict\}`([^`]+)`")
_WRONG_END: Final = re.compile(r"^```\{wrong-end\}\n```$", re.MULTILINE)
_FENCED: Final = re.compile(r"^(```.*?^```)$", re.MULTILINE | re.DOTALL)
_COLOUR: Final = re.compile(r"\x1b\[[0-9;]*m")
_SHARE: Final = re.compile(r"(reading|writing) (?:sources|output)\.\.\. \[ *(\d+)%\]")


class NotBuilt(Exception):
    """The book could not be built; says why."""


def build(cases: Sequence[Case], book: File, out: File, progress: Progress) -> int:
    """Builds the book of a folder into `out`; how many rulings had to be drawn for it.

    Raises `NotBuilt`, and leaves in `out` what was there.
    """
    work = book / "_build"
    with _alone(work):
        _recover(out)
        _refuse(out)
        pages = stage(cases, book)
        drawn = pictures.draw(cases, work / "pictures", lambda n, of: progress("Pictures", n, of))
        staged = work / "pages"
        _write(staged, pages)
        built = _sphinx(staged, work / "html", _frame(pages), progress)
        new = out.with_name(f".{out.name}.new")
        shutil.rmtree(new, ignore_errors=True)
        shutil.copytree(built, new, ignore=shutil.ignore_patterns(*_LEFT_OUT))
        (new / PICTURES).mkdir()
        for file in (file for folder in drawn.folders for file in folder.iterdir()):
            shutil.copyfile(file, new / PICTURES / file.name)
        progress("Board", 0, 1)
        try:
            furnish(new, cases, book, work)
        except NoEngine as wrong:
            raise NotBuilt(str(wrong)) from None
        progress("Board", 1, 1)
        (new / MARK).write_text(f"{__version__}\n", "utf-8")
        _swap(new, out)
    return drawn.new


def stage(cases: Sequence[Case], book: File) -> dict[str, bytes]:
    """Every file the book is built from, by its path.

    Raises `NotBuilt` where a notebook is out of date with its case or with the engine.
    """
    wrong = {case.id: found for case in cases if (found := stale(case, book))}
    if wrong:
        told = "; ".join(f"{id_}: {found}" for id_, found in wrong.items())
        raise NotBuilt(f"notebooks out of date, run movement notebooks: {told}")
    pairs = {id_: flip for case in cases for id_, flip in pictures.pairs(case).items()}
    pages = {}
    for name in (*FRONT, *BACK, *_of_games(book)):
        pages[f"{name}.md"] = _hand_written(
            (book / f"{name}.md").read_text("utf-8"), cases, name.count("/")
        )
    for name in set(pages) - {"rulings.md", "traceability.md"}:
        pages[name] += _foot()
    pages["rulings.md"] = index_page(cases, pages["rulings.md"], pairs)
    pages["traceability.md"] = tracing_page(
        traced(book / "traceability.toml"), pages["traceability.md"]
    )
    for game in rulebooks():
        pages[f"clauses/{game}.md"] = clause_page(game, cases)
    try:
        for case in cases:
            kept = nbformat.read(file_of(case, book), as_version=4)
            pages[f"cases/{case.id}.md"] = case_page(case, kept, pairs)
    except OutOfDate as found:
        raise NotBuilt(str(found)) from None
    staged = {path: text.encode() for path, text in pages.items()}
    staged["_toc.yml"] = _contents(cases, _of_games(book)).encode()
    staged["_config.yml"] = (book / "_config.yml").read_bytes()
    for file in sorted((book / "site").iterdir()):
        staged[f"site/{file.name}"] = file.read_bytes()
    return staged


def _hand_written(text: str, cases: Sequence[Case], deep: int) -> str:
    """A page written by hand, with what it asks for, and its clauses linked.

    It may ask for a ruling at a glance, a ruling's verdict in a word, the rulings that differ
    between editions, and the picture of measuring from the wrong end. `deep` is how many folders down it stands.
    """
    worked = {each.id: (case, name) for case in cases for name, each in case.worked.items()}

    def found(asked: re.Match[str]) -> tuple[Case, str]:
        if asked[1] not in worked:
            raise NotBuilt(f"a page shows the ruling {asked[1]}, which there is not")
        return worked[asked[1]]

    def shown(asked: re.Match[str]) -> str:
        case, name = found(asked)
        link = f"{'../' * deep}cases/{case.id}.html#{anchor(asked[1])}"
        return "\n\n".join(lead(case, name, deep, link))

    def told(asked: re.Match[str]) -> str:
        case, name = found(asked)
        verdict = case.rulings[name].verdict
        return f"[{MARKS[verdict]} {verdict}](#{asked[1]})"

    parts = _FENCED.split(text)
    text = "".join(part if part.startswith("```") else linked(part) for part in parts)
    text = _WRONG_END.sub(lambda _: measured_picture(ALT), text)
    text = _EDITIONS.sub(lambda asked: edition_table(cases, asked[1].split(", ")), text)
    return f"{_VERDICT.sub(told, _RULING.sub(shown, text)).rstrip()}\n"


def _of_games(book: File) -> list[str]:
    """The hand-written pages of all games, each game's introduction first."""
    written = sorted(f"{GAMES}/{file.stem}" for file in (book / GAMES).glob("*.md"))
    return [name for name in written if name.split("/")[1].split("-")[0] in rulebooks()]


def _foot() -> str:
    """What a page that is of no one game rests on: every game's document, and the engine."""
    sources = "; ".join(
        f"{book.title}{f' ({editions})' if editions else ''}: *{book.document}*"
        for book in rulebooks().values()
        for editions in [", ".join(book.editions)]
    )
    return f"\n:::{{div}} source\n{sources}. Ruled by tabletop-movement {__version__}.\n:::\n"


def _contents(cases: Sequence[Case], written: Sequence[str]) -> str:
    """The table of contents, a part a game."""
    lines = ["format: jb-book", f"root: {FRONT[0]}", "parts:"]
    parts: dict[str, tuple[str, ...]] = {"How it works": FRONT[1:]}
    for game, book in rulebooks().items():
        of_game = [f"cases/{case.id}" for case in cases if case.scene.game.name == game]
        own = (page for page in written if re.fullmatch(rf"{GAMES}/{game}(-.*)?", page))
        parts[book.title] = (*own, f"clauses/{game}", *of_game)
    for caption, pages in {**parts, "Behind it": BACK}.items():
        lines += [f"- caption: {caption}", "  chapters:", *(f"  - file: {page}" for page in pages)]
    return "\n".join(lines) + "\n"


def _write(folder: File, files: Mapping[str, bytes]) -> None:
    """Makes a folder hold these files and no others, touching none that is as it should be."""
    for name, data in files.items():
        file = folder / name
        if not file.is_file() or file.read_bytes() != data:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
    for file in folder.rglob("*"):
        if file.is_file() and file.relative_to(folder).as_posix() not in files:
            file.unlink()


def _frame(pages: Mapping[str, bytes]) -> str:
    """The state of what every page shows: contents, titles, settings, and the tools' versions."""
    told = hashlib.sha256(pages["_toc.yml"] + pages["_config.yml"])
    for name, data in pages.items():
        title = re.search(rb"^# .*$", data, re.MULTILINE) if name.endswith(".md") else None
        told.update(name.encode() + (title[0] if title else b""))
    for tool in ("jupyter-book", "sphinx", "sphinx-book-theme", "myst-nb"):
        told.update(version(tool).encode())
    return told.hexdigest()


def _sphinx(staged: File, work: File, frame: str, progress: Progress) -> File:
    """The HTML built from the staged pages, warnings being errors; all read anew if the frame changed."""
    good = work / "good"
    if not good.is_file() or good.read_text("utf-8") != frame:
        shutil.rmtree(work, ignore_errors=True)
    good.unlink(missing_ok=True)
    # Sphinx forgets what a page it does not write again is found under, so all are written.
    html = work / "_build" / "html"
    shutil.rmtree(html, ignore_errors=True)
    code = "from jupyter_book.cli.main import main; main()"
    command = [sys.executable, "-c", code, "build", "-W", "--keep-going"]
    told: deque[str] = deque(maxlen=60)
    with subprocess.Popen(
        [*command, "--path-output", str(work.resolve()), str(staged.resolve())],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        env={**os.environ, "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"},
    ) as running:
        for line in running.stdout or ():
            told.append(_COLOUR.sub("", line.rstrip()))
            if share := _SHARE.search(line):
                progress("Pages", int(share[2]) // 2 + 50 * (share[1] == "writing"), 100)
    if running.returncode:
        shutil.rmtree(work, ignore_errors=True)
        warnings = [line for line in told if re.search("WARNING|ERROR|Error", line)]
        raise NotBuilt("\n".join(warnings or told))
    progress("Pages", 100, 100)
    good.write_text(frame, "utf-8")
    return html


def _recover(out: File) -> None:
    """Puts back the last good book, should a swap have been cut short."""
    last = _last(out)
    if last.is_dir() and not out.exists():
        last.rename(out)


def _refuse(out: File) -> None:
    if out.exists() and not (out / MARK).is_file() and (not out.is_dir() or any(out.iterdir())):
        raise NotBuilt(f"{out}: expected a new folder, an empty one, or a book built before")


def _swap(new: File, out: File) -> None:
    last = _last(out)
    shutil.rmtree(last, ignore_errors=True)
    if out.exists():
        out.rename(last)
    new.rename(out)
    shutil.rmtree(last, ignore_errors=True)


def _last(out: File) -> File:
    return out.with_name(f".{out.name}.last")


@contextmanager
def _alone(work: File) -> Iterator[None]:
    """Keeps two builds in one folder from getting into each other's way."""
    work.mkdir(parents=True, exist_ok=True)
    with (work / "lock").open("w") as lock:
        try:
            import fcntl
        except ImportError:  # not on Windows, where nothing is locked
            yield
            return
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise NotBuilt(f"{work}: the book is being built there already") from None
        yield
