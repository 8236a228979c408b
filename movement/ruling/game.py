"""What a game is to the engine: its rulebook, its actions, and its rules, each under its clause."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeVar

from movement.geometry.shapes import Shape
from movement.ruling.findings import (
    Bar,
    Bite,
    Bond,
    Effect,
    Finding,
    Note,
    Outcome,
    Settings,
    Step,
    Verdict,
)
from movement.ruling.rulebook import Rulebook
from movement.table import Model, Table

Rule = Callable[[Step], Iterable[Bar]]
Exemption = Callable[[Step, Finding], bool]
Noting = Callable[[Step], Iterable[Note]]
Stating = Callable[["Course"], Iterable[Effect]]
Binding = Callable[["Course"], Iterable[Bond]]
_F = TypeVar("_F")

Turn = tuple[str, int]
"""Whose leg it is and the leg's number, from 0."""


class Again(Protocol):
    """Runs an action again with the tracks of the models named cut to the lengths given."""

    def __call__(self, cuts: Mapping[str, float], *, told: bool = True) -> Course:
        """What it comes to; unless it is to be told, only where the models end."""


@dataclass(frozen=True, slots=True)
class Course:
    """A whole action settled.

    The table before and after, each step's outcome in turn, the findings on what binds several
    models, and as its `sequel` the courses of what was done upon it, in turn.
    """

    before: Table
    after: Table
    action: Any
    settings: Settings
    outcomes: tuple[Outcome, ...]
    findings: tuple[Finding, ...]
    verdict: Verdict
    sequel: tuple[Course, ...] = ()


@dataclass(frozen=True, slots=True)
class Nothing:
    """The profile of what has none."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game, composed of rules.

    - `failing`: what an impossible movement turns into. `FAILS` means that the model goes as far
      as it lawfully can instead, and fails only where it can go nowhere.
    - `actions`: the classes an action may be; the first field that not all have tells which.
    - `turns`: whose legs an action is made of, in order; `lay`: the step of one of them on the
      table as it then stands.
    - `together`: what follows from what binds several models, once each is settled. It is given
      the course, and a way to run it again with models cut to given lengths.
    - `check`: refuses, with `Malformed`, what only this game can tell is no scene.
    - `solid`: whether no other base may overlap a model's when a scene begins.
    - `faces`: whether it matters to a movement where models look; `shows`: shapes that a figure of
      a step shows though nothing may come of them.
    - `kinds`: the kinds of terrain it rules on; `furnish`: a model's plain data with the keys that
      its profile may have `implied` filled in; `model`, `terrain`, `unit`: the profiles' classes.
    """

    name: str
    rulebook: Rulebook
    failing: Verdict
    actions: tuple[type, ...]
    turns: Callable[[Table, Any, Settings], Sequence[Turn]]
    lay: Callable[[Table, Any, Turn, Settings], Step]
    together: Callable[[Course, Again], Course] = lambda course, again: course
    check: Callable[[Table, Any], None] = lambda table, action: None
    kinds: frozenset[str] = frozenset()
    furnish: Callable[[Mapping[str, Any]], Mapping[str, Any]] = lambda model: model
    implied: frozenset[str] = frozenset()
    solid: Callable[[Model], bool] = lambda model: True
    faces: bool = False
    shows: Callable[[Step], Iterable[Shape]] = lambda step: ()
    model: type = Nothing
    terrain: type = Nothing
    unit: type = Nothing
    rules: dict[str, tuple[Bite, Rule]] = field(default_factory=dict)
    exceptions: dict[str, Exemption] = field(default_factory=dict)
    notes: dict[str, Noting] = field(default_factory=dict)
    bonds: dict[str, Binding] = field(default_factory=dict)
    effects: dict[str, Stating] = field(default_factory=dict)

    def rule(self, clause: str, bite: Bite) -> Callable[[Rule], Rule]:
        """Registers the rule that decides a clause: where the base may not be."""
        return self._registers(self.rules, clause, lambda rule: (bite, rule))

    def exception(self, clause: str) -> Callable[[Exemption], Exemption]:
        """Registers when a clause sets a finding of the clauses it lifts aside."""
        return self._registers(self.exceptions, clause, lambda rule: rule)

    def note(self, clause: str) -> Callable[[Noting], Noting]:
        """Registers what a clause measures, or permits where it lifts no bar."""
        return self._registers(self.notes, clause, lambda rule: rule)

    def bond(self, clause: str) -> Callable[[Binding], Binding]:
        """Registers the rule that decides a clause on several models."""
        return self._registers(self.bonds, clause, lambda rule: rule)

    def effect(self, clause: str) -> Callable[[Stating], Stating]:
        """Registers what a clause states of the whole course."""
        return self._registers(self.effects, clause, lambda rule: rule)

    @property
    def decided(self) -> list[str]:
        """Every clause that code decides, once for each place that does."""
        return [*self.rules, *self.exceptions, *self.notes, *self.bonds, *self.effects]

    def provided(self, edition: str) -> Game:
        """The game with only those of its rules whose clauses an edition has."""
        clauses = self.rulebook.clauses

        def kept(rules: Mapping[str, Any]) -> dict[str, Any]:
            return {
                id_: rule
                for id_, rule in rules.items()
                if not clauses[id_].editions or edition in clauses[id_].editions
            }

        return replace(
            self,
            rules=kept(self.rules),
            exceptions=kept(self.exceptions),
            notes=kept(self.notes),
            bonds=kept(self.bonds),
            effects=kept(self.effects),
        )

    def lifting(self, clause: str) -> list[str]:
        """The exceptions that may set a clause aside."""
        return [id_ for id_ in self.exceptions if clause in self.rulebook.clauses[id_].lifts]

    def _registers(
        self, where: dict[str, Any], clause: str, entry: Callable[[_F], Any]
    ) -> Callable[[_F], _F]:
        def register(rule: _F) -> _F:
            if clause not in self.rulebook.clauses:
                raise LookupError(f"{self.name} has no clause {clause}")
            if clause in self.decided:
                raise LookupError(f"{clause} is decided twice")
            where[clause] = entry(rule)
            return rule

        return register
