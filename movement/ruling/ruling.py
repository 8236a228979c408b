"""The ruling: what becomes of an action, why, and what would change it.

Everything a ruling says is worked out from its findings, so it cannot contradict its reasons.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from movement.geometry.lengths import at_most, below
from movement.ruling.findings import Bite, Effect, Finding, Moment, Outcome, Settings, Verdict
from movement.ruling.game import Game
from movement.ruling.plainly import ruling_data
from movement.ruling.settle import made
from movement.ruling.words import explain, markdown
from movement.table import Table

NUDGE: Final = 0.1
"""By what part a number that no document gives is moved, up and down, to see if a ruling hinges
on it."""

_SHOWS: Final = 0.005
"""Lengths that differ by less print alike, in."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """What becomes of one action on one table.

    `outcomes` are its steps in turn; `common` what binds several models; `effects` what follows
    besides; `after` the table once all of it is over. `precision` (in) is how well the reader
    measures: it flags what is too close to call, and changes nothing.
    """

    game: Game
    table: Table
    action: Any
    settings: Settings
    verdict: Verdict
    outcomes: tuple[Outcome, ...]
    common: tuple[Finding, ...]
    effects: tuple[Effect, ...]
    after: Table
    precision: float = 0.0

    def __str__(self) -> str:
        return self.explain()

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Every finding, step by step, and then those on several models."""
        return (*(f for outcome in self.outcomes for f in outcome.findings), *self.common)

    @property
    def breaks(self) -> dict[str, float | None]:
        """What bit the movement as declared, up to its halt: clause to margin, the worst one."""
        out: dict[str, float | None] = {}
        for finding in self.findings:
            if finding.bites and finding.bite is not Bite.HALT:
                margins = (out.get(finding.clause), finding.margin)
                out[finding.clause] = min((m for m in margins if m is not None), default=None)
        return out

    @property
    def halts(self) -> dict[str, dict[int, str]]:
        """What ended a movement lawfully: model to leg to clause."""
        out: dict[str, dict[int, str]] = {}
        for outcome in self.outcomes:
            if outcome.halted:
                out.setdefault(outcome.step.by, {})[outcome.step.leg] = outcome.halted.clause
        return out

    @property
    def set_aside(self) -> list[str]:
        """The exceptions that fired: a clause's id, or a special rule's name."""
        return sorted({f.set_aside for f in self.findings if f.met and f.set_aside})

    @property
    def follows(self) -> list[tuple[str, str, bool | str]]:
        """What it states, and what set a clause aside in it: by what, of whom, and what."""
        stated = [(each.clause, each.about, each.value) for each in self.effects if each.value]
        return [*stated, *((name, "", True) for name in self.set_aside)]

    @property
    def held(self) -> dict[str, float | None]:
        """What applied and was kept: clause to margin, the least one."""
        out: dict[str, float | None] = {}
        broken = {f.clause for f in self.findings if f.met}
        for finding in self.findings:
            if finding.clause not in broken:
                margins = (out.get(finding.clause), finding.margin)
                out[finding.clause] = min((m for m in margins if m is not None), default=None)
        return out

    @property
    def distances(self) -> dict[str, list[float]]:
        """How far each model went, leg by leg, in."""
        out: dict[str, list[float]] = {}
        for outcome in self.outcomes:
            out.setdefault(outcome.step.by, []).append(outcome.end)
        return out

    @property
    def ends(self) -> dict[str, complex]:
        """Where the centre of each model that was to move ends."""
        return {outcome.step.by: outcome.at for outcome in self.outcomes}

    @property
    def lines(self) -> list[Moment]:
        """The first moment in which one model sees another, for each two."""
        found: dict[tuple[str, str], Moment] = {}
        for effect in self.effects:
            for moment in effect.moments:
                pair = (moment.viewer, moment.seen)
                if moment.line and pair not in found and pair[::-1] not in found:
                    found[pair] = moment
        return list(found.values())

    @property
    def deciding(self) -> tuple[Finding, ...]:
        """The findings the verdict rests on: what bit, or else what comes nearest to biting."""
        if bitten := tuple(f for f in self.findings if f.bites):
            fatal = tuple(f for f in bitten if f.bite is not Bite.HALT)
            return fatal or bitten
        held = [f for f in self.findings if f.bite and f.margin is not None and not f.met]
        least = min((f.margin or 0.0 for f in held), default=0.0)
        return tuple(f for f in held if at_most(f.margin or 0.0, least))[:1]

    @property
    def too_close(self) -> tuple[Finding, ...]:
        """The findings with less room, or less lacking, than the reader can measure."""
        near = (f for f in self.findings if f.bite and f.margin is not None)
        return tuple(f for f in near if below(abs(f.margin or 0.0), self.precision))

    def under(self, **readings: str) -> Ruling:
        """The ruling on the same action under other readings (`-` in a name written `_`).

        Raises `LookupError` for a reading or an option there is not.
        """
        taken = {name.replace("_", "-"): option for name, option in readings.items()}
        for name, option in taken.items():
            self.settings.rulebook.check_reading(name, option)
        return self._with(taken)

    def hinges_on(self) -> list[str]:
        """The readings, and the numbers not in the document, under which it would change.

        A reading is written `name: option`, with the option that changes the ruling. A number is
        named if the ruling is another one when it is a tenth larger or smaller.
        """
        return [*self._readings_that_matter(), *self._numbers_that_matter()]

    def explain(self) -> str:
        """The ruling as a good referee tells it."""
        return explain(self)

    def to_dict(self, *, hinges: bool = True) -> dict[str, Any]:
        """The ruling as plain data: see `ruling.schema.json`.

        Without `hinges`, what it hinges on is not worked out, which takes many rulings.
        """
        return ruling_data(self, hinges=hinges)

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        return {"text/plain": self.explain(), "text/markdown": markdown(self)}

    def _readings_that_matter(self) -> Iterator[str]:
        for name, reading in self.settings.rulebook.readings.items():
            for option in reading.options if name in self.settings.consulted else ():
                taken = self.settings.reading(name)
                if option != taken and self.differs(self._with({name: option})):
                    yield f"{name}: {option}"

    def _numbers_that_matter(self) -> Iterator[str]:
        for name, number in self.settings.rulebook.numbers.items():
            if number.background and name in self.settings.consulted:
                value = self.settings.number(name)
                nudged = (value * (1 - NUDGE), value * (1 + NUDGE))
                if any(self.differs(self._with({}, {name: other})) for other in nudged):
                    yield name

    def _with(
        self, readings: Mapping[str, str], numbers: Mapping[str, float] | None = None
    ) -> Ruling:
        settings = replace(
            self.settings,
            readings={**self.settings.readings, **readings},
            numbers={**self.settings.numbers, **(numbers or {})},
        )
        return judge(self.game, self.table, self.action, settings, self.precision)

    def differs(self, other: Ruling) -> bool:
        """Whether another ruling tells the players something else."""
        if _told(self) != _told(other):
            return True
        mine, theirs = _ways(self), _ways(other)
        return mine.keys() != theirs.keys() or any(
            abs(far - theirs[step]) > _SHOWS for step, far in mine.items()
        )


def judge(
    game: Game, table: Table, action: Any, settings: Settings | None = None, precision: float = 0.0
) -> Ruling:
    """Rules on an action, by the clauses that the edition has. An illegal one is an answer.

    Raises `AtOdds` if two exceptions of the game's module contradict each other.
    """
    settings = replace(settings or Settings(game.rulebook), consulted=set())
    rules = game.provided(settings.edition or next(iter(game.rulebook.editions), ""))
    done = made(rules, table, action, settings)
    effects = tuple(effect for stating in rules.effects.values() for effect in stating(done))
    return Ruling(
        game,
        table,
        action,
        settings,
        done.verdict,
        done.outcomes,
        done.findings,
        effects,
        (done, *done.sequel)[-1].after,
        precision,
    )


def _told(ruling: Ruling) -> tuple[Any, ...]:
    return ruling.verdict, set(ruling.breaks), ruling.halts, ruling.follows


def _ways(ruling: Ruling) -> dict[tuple[str, int], float]:
    """How far each model went in each of its legs, if it went at all."""
    ways = {(o.step.by, o.step.leg): o.end for o in ruling.outcomes}
    return {step: far for step, far in ways.items() if far}
