"""Lines of sight from any point of one disc to any of another, past closed pieces, from above.

The lines that slip by come in families, each bounded by lines that graze a corner or a circle. So
they are looked for beside those, turned half-way from where one grazes a second thing to the next.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise, product
from typing import NamedTuple

from movement.geometry.lengths import EPS, at_most, below
from movement.geometry.shapes import Disc, Outline, cross, near_point, out_of_reach
from movement.geometry.spans import Interval, at_least_zero, gaps, joined, meeting
from movement.geometry.surfaces import crossings
from movement.geometry.track import Leg, Track

Line = tuple[complex, complex]
"""A straight line, from one point to another."""

_ALIKE = 1e-9
"""Directions closer than this are one, rad."""


@dataclass(frozen=True, slots=True)
class Front:
    """What lies before an eye: no farther than `half` from `ahead`, a direction, to either side, rad."""

    eye: complex
    ahead: complex
    half: float = math.pi / 2

    def inside(self, leg: Leg) -> list[Interval]:
        """Stretches of the leg's line that lie in it."""
        one, other = (self._before(side, leg) for side in self.sides)
        return meeting(one, other) if self.half <= math.pi / 2 else joined([*one, *other])

    def holds(self, disc: Disc) -> bool | None:
        """Whether a disc lies in it; None if a part of it does."""
        off = [cross(side, disc.centre - self.eye) for side in self.sides]
        narrow = self.half <= math.pi / 2
        if at_most(disc.radius, min(off) if narrow else max(off)):
            return True
        return False if below(min(off) if narrow else max(off), -disc.radius) else None

    def follows(self, track: Track, radius: float) -> bool | None:
        """The same of a base of that radius all along a track; None where that is not plain."""
        holds = {self.holds(Disc(point, radius)) for _, point in track.stations()}
        convex = {True: self.half <= math.pi / 2, False: self.half >= math.pi / 2}
        (held,) = holds if len(holds) == 1 else (None,)
        return held if held is not None and convex[held] else None

    @property
    def sides(self) -> tuple[complex, complex]:
        """Its two edges as directions from the eye, each with what lies before the eye on its left."""
        turn = cmath.rect(1.0, self.half)
        return self.ahead / turn, -self.ahead * turn

    def rims(self, disc: Disc) -> Iterator[complex]:
        """Where its edges, gone on for ever, meet a disc's rim."""
        for side in self.sides:
            edge = Leg(0.0, self.eye, side, 0.0)
            yield from (
                edge.at(t) for span in near_point(edge, disc.centre, disc.radius) for t in span
            )

    def _before(self, side: complex, leg: Leg) -> list[Interval]:
        off = cross(side, leg.origin - self.eye)
        return at_least_zero(cross(side, leg.direction), off)


def line_of_sight(
    one: Disc, other: Disc, blockers: Iterable[Outline | Disc], front: Front | None = None
) -> Line | None:
    """Some line from a point of the one disc to a point of the other that meets no blocker.

    Blockers are closed: to graze one is to meet it, and between two that touch, to any ruler, no
    line slips. Neither disc is a mere point. With a `front`, only what of the other disc lies in it
    counts.
    """
    apart = other.centre - one.centre
    toward = apart / abs(apart) if apart else 1 + 0j
    middle = Leg(0.0, one.centre, toward, abs(apart))
    aside = max(one.radius, other.radius) + EPS
    near = [b for b in blockers if not out_of_reach(middle, b.centre, b.radius + aside)]
    marks = front.rims(other) if front else ()
    grazed = [
        g
        for g in chain(_all_grazed(one, other, near), (_Grazed(p, 0.0) for p in marks))
        if g.radius or not out_of_reach(middle, g.centre, aside)
    ]
    candidates = _candidates(one, other, toward, grazed)
    for direction, offset in chain([(toward, cross(toward, one.centre))], candidates):
        if line := _free(_leg(direction, offset, one, other), one, other, near, front):
            return line
    return None


class _Grazed(NamedTuple):
    """A corner, or a circle on its left (`radius` positive) or its right (negative)."""

    centre: complex
    radius: float

    def offset(self, direction: complex) -> float:
        """How far to the left of the origin a line of that direction grazes it."""
        return cross(direction, self.centre) + self.radius

    def shared(self, other: _Grazed) -> Iterator[complex]:
        """The directions of the lines that graze both."""
        apart = self.centre - other.centre
        aside = other.radius - self.radius
        if abs(aside) <= abs(apart) and apart:
            turn = math.asin(aside / abs(apart))
            yield apart / abs(apart) * cmath.rect(1, -turn)
            yield -apart / abs(apart) * cmath.rect(1, turn)


def _all_grazed(one: Disc, other: Disc, pieces: Sequence[Outline | Disc]) -> Iterator[_Grazed]:
    """What may bound a family of free lines.

    That is circles, corners that jut out, and where a piece's boundary leaves either disc.
    """
    for piece in (one, other, *pieces):
        if isinstance(piece, Disc):
            yield from (_Grazed(piece.centre, radius) for radius in (piece.radius, -piece.radius))
            continue
        before = {edge.end: edge.direction for edge in piece.edges}
        for edge in piece.edges:
            if cross(before[edge.start], edge.direction) > 0:
                yield _Grazed(edge.start, 0.0)
    for disc in (one, other):
        for piece in pieces:
            if at_most(abs(disc.centre - piece.centre), disc.radius + piece.radius):
                yield from (_Grazed(point, 0.0) for point in crossings(disc, piece))


def _candidates(
    one: Disc, other: Disc, toward: complex, grazed: Sequence[_Grazed]
) -> Iterator[tuple[complex, float]]:
    """A line of each family that could be free: its direction, and how far left of the origin.

    Of a family's lines of one direction, the rightmost grazes something.
    """
    apart, reach = abs(other.centre - one.centre), one.radius + other.radius
    half = math.asin(reach / apart) if reach < apart else math.pi
    for first in grazed:
        shared = (cmath.phase(d / toward) for g in grazed for d in first.shared(g))
        turns = sorted(turn for turn in shared if abs(turn) < half)
        for start, end in pairwise((-half, *turns, half)):
            if end - start < _ALIKE:
                continue
            direction = toward * cmath.rect(1, (start + end) / 2)
            offset = first.offset(direction)
            lefts = (left for g in grazed if (left := g.offset(direction)) > offset + 2 * EPS)
            middle = (offset + min(lefts, default=offset)) / 2
            if all(abs(cross(direction, d.centre) - middle) < d.radius for d in (one, other)):
                yield direction, middle


def _leg(direction: complex, offset: float, one: Disc, other: Disc) -> Leg:
    """The line as far as the two discs reach along it."""
    ends = [(d.centre / direction).real + r for d in (one, other) for r in (d.radius, -d.radius)]
    return Leg(0.0, direction * complex(min(ends), offset), direction, max(ends) - min(ends))


def _free(
    leg: Leg, one: Disc, other: Disc, blockers: Sequence[Outline | Disc], front: Front | None
) -> Line | None:
    """The shortest line along a leg from the one disc to the other, if there is a free one."""
    blocked = (span for piece in blockers for span in piece.within(leg, EPS))
    for gap in gaps(blocked):
        starts = meeting(near_point(leg, one.centre, one.radius), [gap])
        ends = meeting(near_point(leg, other.centre, other.radius), [gap])
        if front:
            ends = meeting(ends, front.inside(leg))
        for (lo, hi), (first, last) in product(starts, ends):
            t = min(hi, max(lo, first))
            return leg.at(t), leg.at(min(last, max(first, t)))
    return None
