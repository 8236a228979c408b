"""What a rule is asked and what it answers: a step, bars, findings, and what follows from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, NamedTuple

from movement.geometry.fire import Line, Spot
from movement.geometry.regions import Measured, Region
from movement.geometry.spans import Spans
from movement.geometry.stretches import Walk
from movement.geometry.track import Track
from movement.ruling.rulebook import Rulebook
from movement.table import Model, Table


class Bite(StrEnum):
    """How a clause bites: what the base may not do in its region."""

    ASK = "ask"
    """The movement may not be declared at all."""
    WAY = "way"
    """It may not be passed."""
    END = "end"
    """It may not be ended on."""
    HALT = "halt"
    """The movement lawfully ends there."""


class Verdict(StrEnum):
    """What becomes of a movement, in order of gravity."""

    LEGAL = "legal"
    """It is made as declared."""
    SHORTENED = "shortened"
    """It lawfully ends before the end declared."""
    IDLE = "idle"
    """It cannot be made, and the model stays where it is."""
    FAILS = "fails"
    """Nothing lawful is open to it."""
    ILLEGAL = "illegal"
    """It may not be declared."""

    @property
    def gravity(self) -> int:
        """Its place in the order of gravity, from 0."""
        return list(Verdict).index(self)

    @property
    def stays(self) -> bool:
        """Whether the model stays where it was."""
        return self in (Verdict.IDLE, Verdict.FAILS, Verdict.ILLEGAL)


@dataclass(frozen=True, slots=True)
class Settings:
    """What a ruling takes for granted: edition, readings, permits, numbers.

    `readings` and `numbers` hold only what differs from the rulebook; `permits` maps a clause to
    the special rule that sets it aside. `consulted` gathers the readings and numbers asked for.
    """

    rulebook: Rulebook = field(repr=False, compare=False)
    edition: str = ""
    readings: Mapping[str, str] = field(default_factory=dict)
    permits: Mapping[str, str] = field(default_factory=dict)
    numbers: Mapping[str, float] = field(default_factory=dict)
    consulted: set[str] = field(default_factory=set, repr=False, compare=False)

    def reading(self, name: str) -> str:
        """The option taken of a reading."""
        self.consulted.add(name)
        return self.readings.get(name, self.rulebook.readings[name].default)

    def number(self, name: str) -> float:
        """The value taken of a number."""
        self.consulted.add(name)
        return self.numbers.get(name, self.rulebook.numbers[name].value)


@dataclass(frozen=True, slots=True)
class Step:
    """One model's leg on the table as it then stands: as it sets out.

    `track` is what is judged, `declared` what was declared: they differ when a movement is cut.
    `allowance` is how far the model may go, in; `done` what came of the action's earlier steps;
    `walk` how the declared way goes over heights, in a game that rules on them; `facing` where the
    model looks at its end, if that is not where it looked before, degrees anticlockwise from +x;
    `gains` the states that it comes to have on its way; `was` what it is no longer, having changed
    as it sets out.
    """

    table: Table
    by: str
    leg: int
    track: Track
    declared: Track
    allowance: float
    action: Any
    settings: Settings
    done: tuple[Outcome, ...] = ()
    walk: Walk | None = None
    facing: float | None = None
    gains: frozenset[str] = frozenset()
    was: Model | None = None

    @property
    def mover(self) -> Model:
        """The model that moves, where it stands before it does."""
        return self.table.models[self.by]

    def upto(self, s: float) -> Step:
        """The step with its track cut at travelled length `s`."""
        return replace(self, track=self.track.upto(s))


class Bar(NamedTuple):
    """What a rule yields: a region, and the name of the thing it is about.

    `bite` is given where it is not always the rule's own; `assumes` names a number that no
    document gives, where the region rests on one; `mistaken` is what a wrong way of measuring
    would give. `aspect` says which part of the clause it is about, where its words differ.
    """

    about: str
    region: Region
    bite: Bite | None = None
    assumes: str = ""
    mistaken: float | None = None
    aspect: str = ""


class Note(NamedTuple):
    """What a rule that measures or permits yields: a value against a limit, in.

    `mistaken` is what a wrong way of measuring would give.
    """

    about: str
    value: float | None = None
    limit: float | None = None
    mistaken: float | None = None


class Bond(NamedTuple):
    """What a rule on several models yields: whether what binds `mover` holds, as measured.

    `links` are the lines, each between two models, by which they hang together.
    """

    mover: str
    about: str
    broken: bool
    measured: Measured | None = None
    assumes: str = ""
    links: tuple[tuple[complex, complex], ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """What a clause comes to for one step and one thing.

    It bites along `spans` unless it was `set_aside`, by the exception's clause or the special
    rule named. Without spans it held. `value`, `limit` and `margin` are inches, `margin` positive
    where there is room; `place` is the two points between which the value was measured, `at` the
    travelled length (of an end: where it was asked to end).
    """

    clause: str
    bite: Bite | None
    mover: str
    about: str
    spans: Spans = ()
    value: float | None = None
    limit: float | None = None
    margin: float | None = None
    at: float | None = None
    place: tuple[complex, complex] | None = None
    mistaken: float | None = None
    assumes: str = ""
    set_aside: str = ""
    aspect: str = ""
    region: Region | None = field(default=None, repr=False, compare=False)
    links: tuple[tuple[complex, complex], ...] = field(default=(), repr=False, compare=False)

    @property
    def met(self) -> bool:
        """Whether the movement as asked meets its region; for an end, whether it ends there."""
        if self.bite is Bite.END:
            return self.at is not None and any(s.start <= self.at <= s.end for s in self.spans)
        return bool(self.spans)

    @property
    def bites(self) -> bool:
        """Whether anything follows from it."""
        return self.met and not self.set_aside


class Moment(NamedTuple):
    """One of the things that happen in turn: in words, where the mover then is, and what is seen.

    `at` is a place and its height, `line` a straight line in space, from one such to another: from
    the model that is the `viewer` to the one that is `seen`, on a `leg` of the action.
    """

    words: str
    at: Spot | None = None
    line: Line | None = None
    viewer: str = ""
    seen: str = ""
    leg: int = 0


class Effect(NamedTuple):
    """A consequence told beside the verdict, by a clause that `states` it.

    `moments` are how it comes about, in turn.
    """

    clause: str
    mover: str
    about: str
    value: bool | str
    measured: float | None = None
    limit: float | None = None
    moments: tuple[Moment, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """A step settled: where it ends, in travelled length, and what was found."""

    step: Step
    findings: tuple[Finding, ...]
    verdict: Verdict
    end: float
    halted: Finding | None = None

    @property
    def at(self) -> complex:
        """Where the base's centre ends."""
        return self.step.mover.at if self.verdict.stays else self.step.declared.at(self.end)

    @property
    def level(self) -> float:
        """The height at which it ends."""
        mover, way = self.step.mover, self.step.declared
        return mover.level if self.verdict.stays else way.level_at(self.end)

    @property
    def facing(self) -> float:
        """Where the model looks at its end, degrees anticlockwise from +x."""
        if self.step.facing is None or self.verdict.stays:
            return self.step.mover.facing
        return self.step.facing


def measured(found: Measured | None) -> Mapping[str, Any]:
    """A measurement as a finding keeps it."""
    if found is None:
        return {}
    return {
        "value": found.value,
        "limit": found.limit,
        "margin": found.margin,
        "at": found.at,
        "place": found.place,
    }
