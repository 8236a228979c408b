"""The JSON Schema of case files, made from the classes that read them.

It lets an editor complete and check a case. `python -m movement.cases.schema` prints it; the copy
in the corpus, `case.schema.json`, is kept the same by a test.
"""

from __future__ import annotations

import dataclasses
import inspect
import json
import types
import typing
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Final, Literal, get_args, get_origin

from movement.cases.case import Expect, FileData, WorkedData
from movement.games import find, names
from movement.plain import As, Key, keys
from movement.ruling.changes import NOT_TABLE
from movement.ruling.game import Game
from movement.table import Model, Table, Terrain, Unit

Schema = dict[str, Any]

_SIMPLE: Final[Mapping[Any, Schema]] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer", "minimum": 0},
    float: {"type": "number"},
    Any: {},
}


def case_schema() -> Schema:
    """The schema of a case file, of every game there is."""
    games = [find(name) for name in names()]
    scene = {
        "game": {"enum": [game.name for game in games]},
        "edition": {"type": "string"},
        "table": {"type": "object"},
        "action": {"type": "object"},
        "readings": {"type": "object"},
        "permits": {"type": "object"},
    }
    whole = _of(keys(FileData))
    whole["properties"] = {**whole["properties"], **scene}
    whole["required"] = [*whole["required"], "game", "table", "action"]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:tabletop-movement:case",
        "title": "A worked case: one scene, and several rulings on it",
        **whole,
        "allOf": [
            {
                "if": {"properties": {"game": {"const": game.name}}},
                "then": {"properties": _of_game(game)},
            }
            for game in games
        ],
    }


def schema_text() -> str:
    """The schema as it is kept in the corpus."""
    return json.dumps(case_schema(), indent=1) + "\n"


def _of_game(game: Game) -> Schema:
    """What a case of one game has: its models, terrain, actions, clauses and readings."""
    book, clauses = game.rulebook, {"propertyNames": {"enum": list(game.rulebook.clauses)}}
    options = {name: {"enum": list(reading.options)} for name, reading in book.readings.items()}
    pieces = _named(Terrain, game.terrain)
    pieces["additionalProperties"]["properties"]["kind"] = {"enum": sorted(game.kinds)}
    table = _of(keys(Table))
    table["properties"] |= {
        "models": _named(Model, game.model, game.implied),
        "terrain": pieces,
        "units": _named(Unit, game.unit),
    }
    ruling = _of(keys(WorkedData))
    ruling["properties"]["with"] = _overrides()
    expect = _of(keys(Expect))
    for key in ("breaks", "holds", "effects"):
        expect["properties"][key] = {**expect["properties"][key], **clauses}
    ruling["properties"]["expect"] = expect
    return {
        "edition": {"enum": list(book.editions)} if book.editions else False,
        "table": table,
        "action": _one_of(game.actions),
        "readings": {"properties": options, "additionalProperties": False},
        "permits": {**clauses, "additionalProperties": {"type": "string"}},
        "rulings": {"type": "object", "minProperties": 1, "additionalProperties": ruling},
    }


def _overrides() -> Schema:
    first = [*NOT_TABLE, *keys(Table)]
    return {
        "type": "object",
        "propertyNames": {"pattern": rf"^({'|'.join(first)})(\..+)?$"},
        "description": "What to change in the scene: path to value; null takes away.",
    }


def _named(kind: type, profile: type, implied: Iterable[str] = ()) -> Schema:
    """Entries by name, each with the keys of its class and of the game's profile."""
    entry = _of({**keys(kind), **keys(profile)})
    entry["required"] = [key for key in entry["required"] if key not in implied]
    entry["description"] = _told(kind)
    return {
        "type": "object",
        "propertyNames": {"pattern": r"^[^.]+$"},
        "additionalProperties": entry,
    }


def _of(known: Mapping[str, Key]) -> Schema:
    return {
        "type": "object",
        "properties": {name: _type(key.kind) for name, key in known.items()},
        "required": [name for name, key in known.items() if key.required],
        "additionalProperties": False,
    }


def _one_of(kinds: Iterable[Any]) -> Schema:
    schemas = [_type(kind) for kind in kinds]
    return {"oneOf": schemas} if schemas[1:] else schemas[0]


def _type(kind: Any) -> Schema:
    """The schema of one annotated type."""
    if kind in _SIMPLE:
        return dict(_SIMPLE[kind])
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        return {**_of(keys(kind)), "description": _told(kind)}
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        marks = [mark for mark in kind.__metadata__ if isinstance(mark, As)]
        return dict(marks[0].schema) if marks else _type(kind.__origin__)
    if origin is Literal:
        return {"enum": list(args)}
    if origin in (typing.Union, types.UnionType):
        some = _one_of(member for member in args if member is not type(None))
        return {"anyOf": [some, {"type": "null"}]} if type(None) in args else some
    if origin is Mapping:
        return {"type": "object", "additionalProperties": _type(args[1])}
    if origin is frozenset or args[1:] == (...,):
        return {"type": "array", "items": _type(args[0])}
    entries = [_type(each) for each in args]
    size = len(entries)
    return {"type": "array", "prefixItems": entries, "minItems": size, "maxItems": size}


def _told(kind: type) -> str:
    return (inspect.getdoc(kind) or "").partition("\n")[0]


if __name__ == "__main__":
    print(schema_text(), end="")
