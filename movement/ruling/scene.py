"""A whole scene, from plain data to a ruling: game, edition, table, action, readings, permits."""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, get_args, get_origin

from movement.geometry.flights import Flight
from movement.geometry.lengths import below, same
from movement.geometry.regions import Within
from movement.geometry.shapes import Outline, Outside, heading
from movement.geometry.track import Track
from movement.plain import (
    Absent,
    Malformed,
    Path,
    keys,
    mapping,
    one_of,
    only_keys,
    read,
    read_named,
    write,
)
from movement.ruling.findings import Settings
from movement.ruling.game import Game
from movement.ruling.ruling import Ruling, judge
from movement.table import FLIGHTS, Model, Refers, Table, Terrain, Unit

KEYS: Final = ("game", "edition", "table", "action", "readings", "permits")
"""The keys of a scene as plain data."""


@dataclass(frozen=True, slots=True)
class Scene:
    """All that a ruling is made of."""

    game: Game
    table: Table
    action: Any
    settings: Settings

    def judge(self, precision: float = 0.0) -> Ruling:
        """The ruling on it."""
        return judge(self.game, self.table, self.action, self.settings, precision)

    def to_dict(self) -> dict[str, Any]:
        """The scene as plain data, which `read_scene` reads again as the same scene."""
        return {
            "game": self.game.name,
            **({"edition": self.settings.edition} if self.settings.edition else {}),
            "table": write(Table, self.table),
            "action": write(type(self.action), self.action),
            "readings": dict(self.settings.readings),
            "permits": dict(self.settings.permits),
        }


def read_scene(data: object, find: Callable[[str], Game]) -> Scene:
    """The scene that plain data says; `find` gives the game of a name, or raises `LookupError`.

    Raises `Malformed`, also for what no table can be: bases that overlap at the start, or are off
    the table, and names of nothing.
    """
    entries = mapping(data, (), f"a mapping with {', '.join(KEYS)}")
    only_keys(entries, KEYS, ())
    game = read_game(entries.get("game"), find)
    settings = read_settings(game, entries)
    table = read_table(game, entries.get("table"), ("table",))
    action = read_action(game, table, entries.get("action"), ("action",))
    return Scene(game, table, action, settings)


def read_game(name: object, find: Callable[[str], Game]) -> Game:
    """The game of a name. Raises `Malformed` where there is none."""
    try:
        return find(read(str, name, ("game",)))
    except LookupError as unknown:
        raise Malformed(("game",), name, str(unknown.args[0])) from None


def read_settings(game: Game, entries: Mapping[str, Any]) -> Settings:
    """Edition, readings and permits, each of which must be one that the game has."""
    rulebook = game.rulebook
    edition = read(str, entries.get("edition", next(iter(rulebook.editions), "")), ("edition",))
    if edition not in (rulebook.editions or ("",)):
        options = ", ".join(rulebook.editions) or f"no edition: {game.name} has but one"
        raise Malformed(("edition",), edition, options)
    readings = read(Mapping[str, str], entries.get("readings", {}), ("readings",))
    for name, option in readings.items():
        try:
            rulebook.check_reading(name, option)
        except LookupError as unknown:
            raise Malformed(("readings", name), option, str(unknown.args[0])) from None
    permits = read(Mapping[str, str], entries.get("permits", {}), ("permits",))
    for clause in permits:
        known(clause, rulebook.clauses, ("permits", clause), "clause")
    return Settings(rulebook, edition, readings, permits)


def known(name: str, of: Mapping[str, Any], path: Path, what: str) -> None:
    """Refuses a name that is not among those of a kind."""
    if name not in of:
        raise Malformed(path, name, f"a known {what}: {', '.join(of)}")


def read_table(game: Game, data: object, path: Path) -> Table:
    """A table, with the game's own profiles, on which every base can stand where it starts."""
    known_keys = [*keys(Table)]
    entries = mapping(data, path, f"a mapping with {', '.join(known_keys)}")
    only_keys(entries, known_keys, path)
    plain = {key: entries[key] for key in ("size", "outline") if key in entries}
    if len(plain) != 1:
        raise Malformed(path, " and ".join(plain) or "neither", "either size or outline")
    named = (("terrain", Terrain, game.terrain), ("units", Unit, game.unit))
    optional: dict[str, Any] = {
        key: read_named(kind, profile, entries.get(key, {}), (*path, key), f"{key} by name")
        for key, kind, profile in named
    }
    optional |= {key: read(keys(Table)[key].kind, plain[key], (*path, key)) for key in plain}
    models = entries.get("models")
    if isinstance(models, Mapping):
        models = {
            name: game.furnish(model) if isinstance(model, Mapping) else model
            for name, model in models.items()
        }
    table = Table(
        models=read_named(Model, game.model, models, (*path, "models"), "models by name"),
        **optional,
    )
    _check_table(game, table, path)
    return table


def read_action(game: Game, table: Table, data: object, path: Path) -> Any:
    """One of the game's actions, naming only what is on the table."""
    actions = game.actions
    kind = typing.Union[actions] if actions[1:] else actions[0]  # noqa: UP007
    action = read(kind, data, path)
    _check_names(type(action), action, table, path)
    game.check(table, action)
    return action


def _check_table(game: Game, table: Table, path: Path) -> None:
    if fault := table.edge.fault():
        raise Malformed((*path, "outline"), fault, "an outline whose sides do not meet")
    for piece in table.terrain.values():
        _check_piece(game, piece, (*path, "terrain", piece.name))
    for unit in table.units.values():
        _check_names(Unit, unit, table, (*path, "units", unit.name))
    models = list(table.models.values())
    for i, model in enumerate(models):
        here = (*path, "models", model.name, "at")
        if Within(Outside(table.edge), model.radius, touching=False).along(Track((model.at,))):
            raise Malformed(here, _told(model.at), "a place where the whole base is on the table")
        for other in filter(game.solid, models[:i] if game.solid(model) else ()):
            if same(model.level, other.level) and below(
                abs(model.at - other.at), model.radius + other.radius
            ):
                expected = f"a place where its base does not overlap that of {other.name}"
                raise Malformed(here, _told(model.at), expected)


def _check_piece(game: Game, piece: Terrain, path: Path) -> None:
    if piece.kind not in game.kinds:
        kinds = one_of(sorted(game.kinds))
        raise Malformed((*path, "kind"), piece.kind, f"terrain that {game.name} rules on: {kinds}")
    required, optional = _PIECE_KEYS[piece.kind]
    for key in ("bottom", "top", "up", "foot", "head"):
        given = getattr(piece, key) is not None
        if given and key not in (*required, *optional):
            raise Malformed((*path, key), key, f"no such key for a piece that is {piece.kind}")
        if key in required and not given:
            raise Malformed((*path, key), Absent(), f"the key {key}, as it is {piece.kind}")
    shapes = [key for key in ("box", "circle", "outline") if getattr(piece, key)]
    if len(shapes) != (piece.kind != "ladder"):
        expected = "no box, circle or outline" if piece.kind == "ladder" else _ONE_SHAPE
        raise Malformed(path, " and ".join(shapes) or "none", expected)
    if piece.holes and not piece.outline:
        raise Malformed((*path, "holes"), "holes", "holes only in an outline")
    if isinstance(piece.shape, Outline) and (fault := piece.shape.fault()):
        raise Malformed((*path, shapes[0]), fault, "an outline whose sides do not meet")
    low, high = piece.heights
    if below(high, low) or (piece.kind != "platform" and piece.top is not None and same(low, high)):
        raise Malformed((*path, "top"), high, f"a height above its bottom, {low}")
    if piece.kind in FLIGHTS:
        _check_flight(piece, (*path, shapes[0]))


_ONE_SHAPE: Final = "one of box, circle or outline"
_PIECE_KEYS: Final[Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "solid": (("top",), ("bottom",)),
    "platform": (("top",), ("bottom",)),
    "stairs": (("top", "up"), ("bottom",)),
    "ramp": (("top", "up"), ("bottom",)),
    "ladder": (("foot", "head"), ()),
    "impassable": ((), ()),
    "cover": ((), ()),
    "blocking": ((), ()),
}
"""For each kind of terrain, which of the keys on heights it must and may have."""


def _check_flight(piece: Terrain, path: Path) -> None:
    up = heading(piece.up or 0.0)
    if isinstance(piece.shape, Outline) and not piece.holes:
        flight = Flight(piece.name, piece.shape, *piece.heights, up)
        if len(piece.shape.edges) - len(flight.sides) == 2:
            return
    raise Malformed(
        path, "this shape", "one with an edge at its foot, across `up`, and at its head"
    )


def _check_names(kind: type, value: Any, table: Table, path: Path) -> None:
    for name, at in _names(kind, value, path):
        listed: Mapping[str, Any] = getattr(table, at[1].to)
        if name not in listed:
            there = ", ".join(listed) or "none"
            raise Malformed(at[0], name, f"one of the {at[1].to} on the table: {there}")


def _names(kind: Any, value: Any, path: Path) -> Iterator[tuple[str, tuple[Path, Refers]]]:
    """Every name that refers to something on the table, and where it stands."""
    if value is None:
        return
    if get_origin(kind) is Annotated:
        for mark in kind.__metadata__:
            if isinstance(mark, Refers):
                yield value, (path, mark)
    elif dataclasses.is_dataclass(value):
        for name, key in keys(value.__class__).items():
            yield from _names(key.kind, getattr(value, key.field), (*path, name))
    elif get_origin(kind) is tuple:
        for i, entry in enumerate(value):
            yield from _names(get_args(kind)[0], entry, (*path, i))
    elif get_origin(kind) is Mapping:
        of_key, of_entry = get_args(kind)
        for name, entry in value.items():
            yield from _names(of_key, name, (*path, name))
            yield from _names(of_entry, entry, (*path, name))
    elif isinstance(value, str):
        for member in get_args(kind):
            yield from _names(member, value, path)


def _told(point: complex) -> list[float]:
    return [round(point.real, 4), round(point.imag, 4)]
