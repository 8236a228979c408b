"""Infinity's lines of fire: to whom a trooper has LoF on its way, in what cover, and who gains an ARO.

Where there is no enemy there is nothing to tell.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from movement.games.infinity.ground import gone_over
from movement.games.infinity.orders import Attack, Move, game, height_of
from movement.geometry.fire import Line, Spot, line_of_fire
from movement.geometry.flights import Flight
from movement.geometry.ground import Block
from movement.geometry.openings import FINE, SAMPLE, Mover, hides_part, openings, touched
from movement.geometry.shapes import Disc
from movement.geometry.sight import Front
from movement.geometry.spans import Interval
from movement.geometry.track import Leg, Track
from movement.ruling.findings import Effect, Moment, Settings, Step, Verdict
from movement.ruling.footing import walked
from movement.ruling.game import Course
from movement.ruling.words import inches_told
from movement.table import Model


@game.effect("infinity.vault.sight")
def stands_up_there(course: Course) -> Iterator[Effect]:
    """Told of each obstacle gone over: the enemies to whom there is LoF from its top alone."""
    by, meetings = course.action.by, _meetings(course)
    for passage in meetings[0].passages if meetings else ():
        for stretch in gone_over(passage.step) if passage.step else ():
            over, far = stretch.obstacle, passage.mover.track.length
            if over and over.pieces and not over.ladder and stretch.start < far:
                top = (stretch.start - FINE, stretch.end + FINE)
                seen = [meeting for meeting in meetings if meeting.only(passage, top)]
                value = ", ".join(meeting.foe.name for meeting in seen) or False
                moments = tuple(meeting.widest(f"LoF from {over.pieces[-1]}") for meeting in seen)
                yield Effect("infinity.vault.sight", by, over.pieces[-1], value, moments=moments)


@game.effect("infinity.sight.all-round")
def sees_all_round(course: Course) -> Iterator[Effect]:
    """Told of each enemy, and whether that one, who stands still, sees it and so gains an ARO."""
    for meeting in _meetings(course):
        if meeting.moves:
            value: bool | str = bool(meeting.opens)
            by, foe = course.action.by, meeting.foe.name
            if value and course.action.as_ == "order":
                aro = "gains an ARO" if meeting.reacts else "looks away and gains no ARO"
                value = f"{foe} {aro}"
            words = f"LoF; {value}" if isinstance(value, str) else f"LoF to {foe}"
            told = meeting.widest(words) if meeting.opens else meeting.unseen()
            yield Effect("infinity.sight.all-round", by, foe, value, meeting.first, moments=(told,))


@game.effect("infinity.peek.resolved")
def settled_where_there_was_lof(course: Course) -> Iterator[Effect]:
    """Told of each enemy that is attacked, or gains an ARO."""
    attacked = {skill.attack for skill in course.action.order if isinstance(skill, Attack)}
    for meeting in _meetings(course) if course.action.as_ == "order" else ():
        by, foe = course.action.by, meeting.foe.name
        if foe in attacked or meeting.reacts:
            moments = tuple(meeting.moments())
            value = meeting.cover() or False
            yield Effect("infinity.peek.resolved", by, foe, value, meeting.first, moments=moments)


# What passes between a trooper and an enemy


class _Passage(NamedTuple):
    """A movement as it was made, from a length of the whole way on; or a stay, which is no step."""

    mover: Mover
    start: float
    step: Step | None
    leg: int


@dataclass(frozen=True)
class _Meeting:
    """A trooper on its way, or that stays, and one enemy, who stands still."""

    course: Course
    foe: Model
    passages: Sequence[_Passage]

    @property
    def moves(self) -> bool:
        """Whether the trooper moves at all."""
        return self.passages[0].step is not None

    @cached_property
    def eye(self) -> Block:
        """The enemy's Silhouette."""
        return upright(self.foe, self.course.settings)

    @cached_property
    def pieces(self) -> tuple[Block | Flight, ...]:
        """What may come between the two: scenery, and all other Silhouettes."""
        table, pair = self.course.before, (self.course.action.by, self.foe.name)
        others = (model for model in table.models.values() if model.name not in pair)
        return (*table.ground.bulks, *(upright(each, self.course.settings) for each in others))

    @cached_property
    def opens(self) -> list[tuple[_Passage, Interval]]:
        """Where the trooper has LoF: all round on its way, and before it if it stays."""
        if self.moves:
            return [
                (passage, span)
                for passage in self.passages
                for span in openings(self.eye, passage.mover, self.pieces)
            ]
        stays, model = self.passages[0], self.course.after.models[self.course.action.by]
        before = front(model, self.course.settings)
        seen = line_of_fire(stays.mover.at(0.0), self.eye, self.pieces, before)
        return [(stays, (0.0, 0.0))] if seen else []

    @cached_property
    def reacts(self) -> list[tuple[_Passage, Interval]]:
        """Where the enemy, who looks before it only, has LoF to the trooper."""
        before = self.before
        return [
            (passage, span)
            for passage in self.passages
            if (held := before.follows(passage.mover.track, passage.mover.radius)) is not False
            for span in openings(self.eye, passage.mover, self.pieces, None if held else before)
        ]

    @cached_property
    def before(self) -> Front:
        """What lies before the enemy."""
        return front(self.foe, self.course.settings)

    @property
    def first(self) -> float | None:
        """How far on its way the trooper first has LoF, in."""
        return self.opens[0][0].start + self.opens[0][1][0] if self.opens else None

    def only(self, passage: _Passage, part: Interval) -> bool:
        """Whether there is LoF in a part of one passage, and nowhere else."""
        return bool(self.opens) and all(
            at is passage and part[0] <= lo and hi <= part[1] for at, (lo, hi) in self.opens
        )

    def cover(self) -> str:
        """The cover of either where there is LoF, and the trooper's where it ends up."""
        spots = [passage.mover.at(s) for passage, span in self.opens for s in _samples(span)]
        if not spots:
            return ""
        own = _at_times([self.hidden(self.eye, spot) for spot in spots])
        others = _at_times([self.hidden(spot, self.eye) for spot in spots])
        rests = self.standing(self.passages[-1].mover.end)
        by = self.course.action.by
        return f"{by} in {own} there, {self.foe.name} in {others}; {by} ends up in {rests}"

    def moments(self) -> Iterator[Moment]:
        """The trooper at its start, where there is LoF, the enemy's ARO, and its end."""
        start, end = self.passages[0].mover.at(0.0), self.passages[-1].mover.end
        yield self.moment(f"Start: in {self.standing(start)}", start, self.passages[0].leg)
        if self.opens:
            by, foe, (spot, _, leg) = self.course.action.by, self.foe.name, self.amid
            hidden = _at_times([self.hidden(self.eye, spot)])
            yield self.widest(f"LoF, in {hidden}")
            if self.reacts:
                yield self.moment(f"{foe} gains an ARO", spot, leg, (foe, by))
        yield self.moment(f"End: in {self.standing(end)}", end, self.passages[-1].leg)

    @property
    def amid(self) -> tuple[Block, float, int]:
        """The trooper amid the longest stretch with LoF; how far on its way, in, and on what leg.

        Where the enemy has LoF as well, if it has any; of two as long, in the first.
        """
        opens = self.reacts or self.opens
        passage, (lo, hi) = max(opens, key=lambda each: round(each[1][1] - each[1][0], 6))
        return passage.mover.at((lo + hi) / 2), passage.start + (lo + hi) / 2, passage.leg

    def widest(self, words: str) -> Moment:
        """What is told of the trooper there, with the line to the enemy."""
        spot, far, leg = self.amid
        told = f"At {inches_told(far)}: {words}"
        return self.moment(told, spot, leg, (self.course.action.by, self.foe.name))

    def unseen(self) -> Moment:
        """What is told of the trooper if it has no LoF at all."""
        by, foe, start = self.course.action.by, self.foe.name, self.passages[0]
        return Moment(f"no LoF to {foe}", _foot(start.mover.at(0.0)), None, by, foe, start.leg)

    def moment(self, words: str, spot: Block, leg: int, sees: tuple[str, str] = ("", "")) -> Moment:
        """What is told of a place, and which of the two then sees the other."""
        line = self._line(spot) if any(sees) else None
        if line and sees[0] == self.course.action.by:
            line = line[::-1]
        return Moment(words, _foot(spot), line, *sees, leg)

    def _line(self, spot: Block) -> Line | None:
        """A line of fire to a place: if there is one, such a one as the enemy has too."""
        both = line_of_fire(self.eye, spot, self.pieces, self.before)
        return both or line_of_fire(self.eye, spot, self.pieces)

    def standing(self, spot: Block) -> str:
        """In what cover from the enemy one is at a place."""
        if line_of_fire(self.eye, spot, self.pieces) is None:
            return "total cover"
        return _at_times([self.hidden(self.eye, spot)])

    def hidden(self, eye: Block, body: Block) -> bool:
        """Whether a body is in partial cover: it touches what hides part of it."""
        bulks = self.leant_on if body is self.eye else self.course.before.ground.bulks
        return any(hides_part(eye, body, each) for each in bulks)

    @cached_property
    def leant_on(self) -> list[Block | Flight]:
        """What of the scenery the enemy touches."""
        bulks = self.course.before.ground.bulks
        return [each for each in bulks if touched(self.eye, each) is not None]


def _passages(course: Course) -> Sequence[_Passage]:
    """The trooper's movements as they were made; its stay, if it made none."""
    found: list[_Passage] = []
    start = 0.0
    for outcome in course.outcomes:
        step = outcome.step
        if (
            isinstance(step.action.order[step.leg], Move)
            and outcome.end
            and not outcome.verdict.stays
        ):
            mover = Mover(
                step.declared.upto(outcome.end), step.mover.radius, walked(step).climber.height
            )
            found.append(_Passage(mover, start, step, step.leg))
            start += outcome.end
    model = course.after.models[course.action.by]
    stays = Track((model.at,), (Leg.of_point(model.at, model.level),))
    mover = Mover(stays, model.radius, height_of(model, course.settings))
    leg = course.outcomes[-1].step.leg if course.outcomes else 0
    return found or [_Passage(mover, 0.0, None, leg)]


def upright(model: Model, settings: Settings) -> Block:
    """A model's Silhouette where it stands."""
    return Block(model.name, model.disc, model.level, model.level + height_of(model, settings))


def front(model: Model, settings: Settings) -> Front:
    """What lies before a trooper that stands still."""
    return Front(model.at, model.ahead, math.radians(settings.number("standing-arc") / 2))


def _meetings(course: Course) -> list[_Meeting]:
    """One for each enemy, of an Order that may be declared."""
    if course.verdict is Verdict.ILLEGAL:
        return []
    foes = [foe for foe in course.before.enemies(course.action.by) if foe.profile.kind != "token"]
    made = _passages(course) if foes else ()
    return [_Meeting(course, foe, made) for foe in foes]


def _samples(span: Interval) -> list[float]:
    """Travelled lengths in a stretch, at neither of its ends, where it steps up and down."""
    lo, hi = span
    count = max(1, math.ceil((hi - lo) / SAMPLE))
    return [lo + (hi - lo) * (i + 0.5) / count for i in range(count)]


def _at_times(hidden: Sequence[bool]) -> str:
    """Cover by whether part is hidden, at one place after another."""
    if all(hidden):
        return "partial cover"
    return "partial cover part of the time" if any(hidden) else "the open"


def _foot(spot: Block) -> Spot:
    assert isinstance(spot.shape, Disc)
    return spot.shape.centre, spot.bottom
