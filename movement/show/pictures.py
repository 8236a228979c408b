"""The pictures of the book, drawn once for each state of a case and of the engine, and kept.

What is kept of a case is a folder whose name tells the state it was drawn from.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path as File
from typing import Final

import matplotlib as mpl

import movement
from movement.cases.case import Case, Worked, load
from movement.show.figure import Picture, figure
from movement.show.flips import Flip, flips
from movement.show.measuring import wrong_end
from movement.show.style import DARK, LIGHT, THEMES, Theme

Progress = Callable[[int, int], None]
"""Is told how much of a work is done, and of how much."""

_NOT_DRAWING: Final = {"board", "book", "cli", "notebooks", "pages", "reference", "serve"}
"""The modules, and the folders of such, that have no part in what a picture shows."""

OWN: Final = "the-book"
"""The folder of those pictures that are of no case."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """What was drawn: the folders that have every picture, and how many were drawn for it."""

    folders: tuple[File, ...]
    new: int


def named(ruling: str, theme: str, kind: str = "") -> str:
    """The file of a ruling's picture; `kind` is `against`, or nothing for its own."""
    return ".".join([ruling.replace("/", "-"), *filter(None, [kind]), theme, "svg"])


def pairs(case: Case) -> dict[str, Flip]:
    """The case's flip pairs, each by the id of the ruling that is the changed one."""
    return {flip.other.id: flip for flip in flips(case)}


def draw(cases: Sequence[Case], kept: File, progress: Progress) -> Drawn:
    """Draws what is not kept yet, on all cores, and lets go of what is no longer of use."""
    folders = {case.id: kept / case.id.replace("/", "-") / _state(case) for case in cases}
    own = kept / OWN / _engine()
    missing = [case for case in cases if not folders[case.id].is_dir()]
    work = [(case.source.file, name, case.id) for case in missing for name in case.worked]
    made: dict[str, list[tuple[str, bytes]]] = {case.id: [] for case in missing}
    if work:
        spawned = multiprocessing.get_context("spawn")
        done = 0
        with ProcessPoolExecutor(min(len(work), os.cpu_count() or 1), spawned) as pool:
            waiting = {pool.submit(_drawn, file, name): id_ for file, name, id_ in work}
            for one in as_completed(waiting):
                made[waiting[one]] += one.result()
                done += 1
                progress(done, len(work))
    for id_, files in made.items():
        _keep(folders[id_], files)
    if not own.is_dir():
        _keep(own, [(f"wrong-end.{name}.svg", slim(wrong_end(name))) for name in THEMES])
    _let_go(kept, {*folders.values(), own})
    return Drawn((*folders.values(), own), len(work))


def _keep(folder: File, files: Sequence[tuple[str, bytes]]) -> None:
    """Writes a folder that is either there whole or not at all."""
    half = folder.with_name("half")
    shutil.rmtree(half, ignore_errors=True)
    half.mkdir(parents=True)
    for name, data in files:
        (half / name).write_bytes(data)
    half.rename(folder)


def _let_go(kept: File, used: set[File]) -> None:
    for folder in kept.glob("*/*"):
        if folder not in used:
            shutil.rmtree(folder)


def _drawn(file: File, name: str) -> list[tuple[str, bytes]]:
    """Every picture of one ruling, with its file's name."""
    case, paired = _case(file)
    worked = case.worked[name]
    return list(_pictures(worked, paired.get(worked.id)))


def _pictures(worked: Worked, flip: Flip | None) -> Iterator[tuple[str, bytes]]:
    if flip:
        against, own = flip.pictures()
        yield from _in_both(worked.id, against, "against")
    else:
        own = figure(worked.ruling)
    yield from _in_both(worked.id, own)


def _in_both(ruling: str, picture: Picture, kind: str = "") -> Iterator[tuple[str, bytes]]:
    """A picture on light paper, and on dark."""
    light = slim(picture.rendered("svg"))
    yield named(ruling, LIGHT.name, kind), light
    yield named(ruling, DARK.name, kind), on_dark(light)


def on_dark(svg: bytes) -> bytes:
    """A picture drawn on light paper as it is drawn on dark: every colour is its theme's."""
    return re.sub(rb"#[0-9a-f]{6}", lambda m: _DARK.get(m.group(), m.group()), svg)


def _colours(theme: Theme) -> list[bytes]:
    told = (getattr(theme, each.name) for each in fields(theme) if each.name != "name")
    flat = (colour for each in told for colour in ([each] if isinstance(each, str) else each))
    return [colour.lower().encode() for colour in flat]


_DARK: Final = dict(zip(_colours(LIGHT), _colours(DARK), strict=True))


def slim(svg: bytes) -> bytes:
    """An SVG with fewer decimals, which no eye can tell from six, and no room between lines."""
    text = re.sub(r"\d+\.\d{3,}", _rounded, svg.decode())
    return re.sub(r"\s*\n\s*", "\n", text).encode()


def _rounded(number: re.Match[str]) -> str:
    value = float(number.group())
    return f"{value:.2f}".rstrip("0").rstrip(".") if value >= 1 else f"{value:.4g}"


@cache
def _case(file: File) -> tuple[Case, dict[str, Flip]]:
    case = load(file)
    return case, pairs(case)


def _state(case: Case) -> str:
    """The state of a case and of all that draws it."""
    told = hashlib.sha256(case.source.file.read_bytes())
    told.update(_engine().encode())
    return told.hexdigest()[:16]


@cache
def _engine() -> str:
    """The state of this package's own code, and of what draws for it."""
    root = File(movement.__file__).parent
    told = hashlib.sha256(mpl.__version__.encode())
    files = (file for kind in ("*.py", "*.toml") for file in root.rglob(kind))
    for file in sorted(f for f in files if not {f.stem, f.parent.name} & _NOT_DRAWING):
        told.update(file.relative_to(root).as_posix().encode() + file.read_bytes())
    return told.hexdigest()[:16]
