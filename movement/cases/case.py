"""A worked case: one scene, several rulings on it, and what each is expected to be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path as File
from typing import Any, Final, Literal

import shapely

import movement  # what shows a case lies above, and is reached by the front door alone
from movement.cases.source import BadFile, Source, read_source
from movement.games import scene as scene_of
from movement.geometry.shapes import Outline
from movement.plain import Malformed, Path, keys, mapping, only_keys, read
from movement.ruling.changes import changed, split
from movement.ruling.ruling import Ruling
from movement.ruling.scene import KEYS, Scene, known

Tag = Literal[
    "allowance",
    "boost",
    "charge",
    "coherency",
    "contact",
    "cover",
    "distance to enemies",
    "engagement",
    "facing",
    "height",
    "ladder",
    "line of sight",
    "mounting",
    "move",
    "narrow passage",
    "order",
    "other models",
    "peek",
    "prone",
    "place",
    "run",
    "shunt",
    "snap fire",
    "special rule",
    "stairs",
    "table edge",
    "terrain",
    "unit",
    "vault",
    "walk",
    "zone of control",
]
"""What a case can be found by."""


@dataclass(frozen=True, slots=True)
class Expect:
    """What a ruling is expected to be.

    `breaks`, `halts` and `set_aside` are compared whole, `holds` and `effects` in what they name.
    `distance`, `end` and `halts` are plain for one model with one leg, else by model, then leg.
    """

    verdict: Literal["legal", "shortened", "idle", "fails", "illegal"]
    breaks: Mapping[str, float | None]
    distance: Any = None
    end: Any = None
    halts: Any = None
    set_aside: tuple[str, ...] = ()
    holds: Mapping[str, float | None] | None = None
    effects: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class WorkedData:
    """A ruling of a case, as its file says it."""

    expect: Expect
    because: str
    with_: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class FileData:
    """A case, as its file says it, but for the scene."""

    title: str
    tags: tuple[Tag, ...]
    story: str
    rulings: Mapping[str, WorkedData]
    explore: Mapping[str, tuple[Any, ...]] | None = None


@dataclass(frozen=True)
class Worked:
    """One ruling of a case: its scene, what is expected of it, and why."""

    id: str
    scene: Scene
    expect: Expect
    because: str
    changes: Mapping[str, Any]

    @cached_property
    def ruling(self) -> Ruling:
        """What the engine rules."""
        return self.scene.judge()


@dataclass(frozen=True)
class Case:
    """A case as its file has it. `id` is `game/slug`; `worked` are its rulings by name."""

    id: str
    title: str
    tags: tuple[Tag, ...]
    story: str
    scene: Scene
    worked: Mapping[str, Worked]
    explore: Mapping[str, tuple[Any, ...]]
    source: Source

    @property
    def rulings(self) -> dict[str, Ruling]:
        """The engine's rulings by name."""
        return {name: worked.ruling for name, worked in self.worked.items()}

    def vary(self, changes: Mapping[str, Any] | None = None, **more: Any) -> Ruling:
        """The ruling on the case's scene with some of it changed.

        Changes are keyed as in a case file, `models.scout.at`; as keywords, with `__` for dots.
        Raises `Malformed`.
        """
        named = {name.replace("__", "."): value for name, value in more.items()}
        return _changed(self.source.data, {**(changes or {}), **named}).judge()

    def board(self, **traits: Any) -> Any:
        """A `movement.Board` of it, for a notebook: to be changed by hand."""
        return movement.board(self, **traits)

    def interact(self) -> Any:
        """Plain controls over it, for a notebook: what it offers to explore, edition, readings."""
        return movement.interact(self)

    def __repr__(self) -> str:
        return f"<case {self.id}: {len(self.worked)} rulings>"


def load(file: File) -> Case:
    """The case in a file. Raises `BadFile`, with the line."""
    source = read_source(file)
    try:
        data = mapping(source.data, (), f"a mapping with {', '.join(_KEYS)}")
        only_keys(data, _KEYS, ())
        entries = read(FileData, {key: data[key] for key in keys(FileData) if key in data})
        id_ = f"{data.get('game')}/{file.stem}"
        scene = _changed(data, {})
        worked = {
            name: _worked(id_, source, name, entry) for name, entry in entries.rulings.items()
        }
        explore = entries.explore or {}
        for name, bounds in explore.items():
            _read_bounds(data, name, bounds)
    except Malformed as wrong:
        raise source.refused(wrong) from None
    if not worked:
        raise BadFile(file, source.line(("rulings",)), "rulings: got none; expected at least one")
    return Case(id_, entries.title, entries.tags, entries.story, scene, worked, explore, source)


_KEYS: Final = ("title", "tags", "story", *KEYS, "rulings", "explore")


def _worked(id_: str, source: Source, name: str, entry: WorkedData) -> Worked:
    here: Path = ("rulings", name)
    changes = entry.with_ or {}
    try:
        scene = _changed(source.data, changes)
    except Malformed as wrong:
        raise source.refused(wrong, _override_at(wrong.path, here, changes)) from None
    _check_expected(scene, entry.expect, (*here, "expect"))
    return Worked(f"{id_}/{name}", scene, entry.expect, entry.because, changes)


def _override_at(path: Path, ruling: Path, changes: Mapping[str, Any]) -> Path:
    """Where the file has the override of what is at fault at `path`, or else all overrides.

    For without them there is no fault: the scene as it stands has been read before.
    """
    names = tuple(map(str, path))
    for change in changes:
        at = split(change)
        if names[: len(at)] == at or at[: len(names)] == names:
            return (*ruling, "with", change)
    return (*ruling, "with")


def _check_expected(scene: Scene, expect: Expect, path: Path) -> None:
    clauses = scene.settings.rulebook.clauses
    named = {
        "breaks": expect.breaks,
        "holds": expect.holds or {},
        "effects": expect.effects or {},
    }
    for key, ids in named.items():
        for id_ in ids:
            known(id_, clauses, (*path, key, id_), "clause")
    if expect.halts is not None:
        _check_halts(scene, expect.halts, (*path, "halts"))
    special = scene.settings.permits.values()
    for i, id_ in enumerate(expect.set_aside):
        if id_ not in special:
            known(id_, clauses, (*path, "set_aside", i), "clause or a special rule permitted here")
    for key, value in (("distance", expect.distance), ("end", expect.end)):
        if isinstance(value, Mapping):
            for name in value:
                known(name, scene.table.models, (*path, key, name), "model")


def _check_halts(scene: Scene, halts: Any, path: Path) -> None:
    """Refuses halts that are not one clause, or by model a clause or, by leg, several."""
    clauses = scene.settings.rulebook.clauses
    if not isinstance(halts, Mapping):
        known(read(str, halts, path), clauses, path, "clause")
        return
    for name, of_model in halts.items():
        known(name, scene.table.models, (*path, name), "model")
        for leg, id_ in (of_model if isinstance(of_model, Mapping) else {"0": of_model}).items():
            if not leg.isdecimal():
                raise Malformed((*path, name, leg), leg, "the number of a leg, from 0")
            known(read(str, id_, (*path, name)), clauses, (*path, name), "clause")


def _changed(data: Mapping[str, Any], changes: Mapping[str, Any]) -> Scene:
    """The scene of a case's plain data with some of it overridden."""
    scene = scene_of(changed(data, changes))
    _second_opinion(scene)
    return scene


def _read_bounds(data: Mapping[str, Any], name: str, bounds: tuple[Any, ...]) -> None:
    """Refuses to explore what cannot be set, or to explore it beyond what it can be."""
    if len(bounds) < 2:
        raise Malformed(("explore", name), list(bounds), "a range [least, most], or options")
    for bound in bounds:
        try:
            _changed(data, {name: bound})
        except Malformed as wrong:
            raise Malformed(("explore", name), bound, f"a change that can be: {wrong}") from None


def _second_opinion(scene: Scene) -> None:
    """Asks shapely as well whether outlines are fit."""
    outlines: dict[Path, Outline] = {("table", "outline"): scene.table.edge}
    for name, piece in scene.table.terrain.items():
        if isinstance(piece.shape, Outline):
            outlines["table", "terrain", name] = piece.shape
    for path, outline in outlines.items():
        outer, *holes = ([(p.real, p.imag) for p in ring] for ring in outline.rings)
        polygon = shapely.Polygon(outer, holes)
        if not polygon.is_valid:
            raise Malformed(path, shapely.is_valid_reason(polygon), "a valid outline")
