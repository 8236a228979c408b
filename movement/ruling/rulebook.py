"""A game's clause file: its clauses, the readings of what they leave open, its numbers."""

from __future__ import annotations

import string
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from movement.plain import read

Kind = Literal["bars", "halts", "allows", "measures", "states"]
"""What a clause does: see "How to read a clause" in the README."""

PLACEHOLDERS: Final = frozenset({"mover", "about", "measured", "limit", "margin"})
"""All that a clause's templates may ask for."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of a document, in words of ours.

    `held` and `failed` are what a referee says of it, with `PLACEHOLDERS`; `section` and `place`
    say where the document has it; `lifts` names the clauses that a permission sets aside. A
    clause that forbids several things says of each of its `aspects` how it failed, and of those
    in `kept` how it held. `brief` is what a figure says where it failed and nothing was measured,
    or where what it states follows.
    """

    id: str
    kind: Kind
    says: str
    held: str
    section: str
    place: str
    coded: bool
    failed: str = ""
    brief: str = ""
    aspects: Mapping[str, str] = field(default_factory=dict)
    kept: Mapping[str, str] = field(default_factory=dict)
    lifts: tuple[str, ...] = ()
    editions: tuple[str, ...] = ()
    background: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """A point the document leaves open: what it may mean, and what is taken unless one asks."""

    clause: str
    says: str
    default: str
    options: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Number:
    """A number the rules need; `background` where the document does not give it."""

    value: float
    unit: Literal["in", "mm", "deg", "x", ""]
    background: bool
    says: str


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A game's clause file, read."""

    title: str
    document: str
    editions: tuple[str, ...]
    clauses: Mapping[str, Clause]
    readings: Mapping[str, Reading]
    numbers: Mapping[str, Number]
    data: Mapping[str, Any] = field(default_factory=dict)

    def check_reading(self, name: str, option: str) -> None:
        """Raises `LookupError`, in words, for a reading or an option that cannot be chosen."""
        if name not in self.readings:
            raise LookupError(f"one of the readings {', '.join(self.readings)}")
        options = self.readings[name].options
        if option not in options:
            raise LookupError(f"one of the options of {name}: {', '.join(options)}")


def read_rulebook(text: str) -> Rulebook:
    """A clause file's text as a `Rulebook`. Raises `Malformed` where it is not one.

    Tables other than `clause`, `reading` and `number` are the game's own, kept in `data`.
    """
    entries = dict(tomllib.loads(text))
    clauses = {
        id_: read(Clause, {"id": id_, **entry}, ("clause", id_))
        for id_, entry in entries.pop("clause").items()
    }
    readings = read(Mapping[str, Reading], entries.pop("reading", {}), ("reading",))
    numbers = read(Mapping[str, Number], entries.pop("number", {}), ("number",))
    head = {key: entries.pop(key) for key in ("title", "document", "editions")}
    return Rulebook(
        **{**head, "editions": tuple(head["editions"])},
        clauses=clauses,
        readings=readings,
        numbers=numbers,
        data=entries,
    )


def asked_for(template: str) -> set[str]:
    """The placeholders in a template."""
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}
