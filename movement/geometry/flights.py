"""Flights of stairs and ramps, alone and joined to the landings at their foot and head."""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from movement.geometry.lengths import EPS, at_most, below, same
from movement.geometry.shapes import Disc, Edge, Outline
from movement.geometry.spans import Interval, at_least_zero, gaps, joined, meeting
from movement.geometry.surfaces import Arc, Surface
from movement.geometry.track import Leg


@dataclass(frozen=True, slots=True)
class Flight:
    """A flight of stairs or a ramp: it rises evenly from `bottom` to `top` in a direction.

    Its outline has an edge across that direction at its foot and one at its head; the others are
    its sides.
    """

    name: str
    shape: Outline
    bottom: float
    top: float
    up: complex
    foot: float = field(init=False, compare=False)
    head: float = field(init=False, compare=False)

    def __post_init__(self) -> None:
        along = [self.along(corner) for corner in self.shape.rings[0]]
        object.__setattr__(self, "foot", min(along))
        object.__setattr__(self, "head", max(along))

    @property
    def slope(self) -> float:
        """How much it rises for each inch in plan."""
        return (self.top - self.bottom) / (self.head - self.foot)

    @property
    def sides(self) -> list[Edge]:
        """The edges that are neither its foot nor its head."""
        return [e for e in self.shape.edges if not self._at(e, self.foot) | self._at(e, self.head)]

    def line(self, height: float) -> float:
        """How far up its direction it is as high as that, as if it went on for ever."""
        return self.foot + (height - self.bottom) / self.slope

    def along(self, point: complex) -> float:
        """How far up its direction a point lies, from the origin."""
        return (point / self.up).real

    def height(self, point: complex) -> float:
        """The height of its surface at a point, or of the landing beyond its foot or head."""
        part = (self.along(point) - self.foot) / (self.head - self.foot)
        return self.bottom + (self.top - self.bottom) * min(max(part, 0.0), 1.0)

    def above(self, height: float) -> Outline | None:
        """What of it is higher than that, if anything is."""
        parts = (part for edge in self.shape.edges for part in self.past(edge, self.line(height)))
        ring = tuple(dict.fromkeys(end for part in parts for end in (part.at(0), part.at(1))))
        return Outline((ring,)) if len(ring) > 2 else None

    def highest_under(self, centre: complex, radius: float) -> float:
        """How high it is at its highest under a base that overlaps it."""
        over = Disc(centre, radius)
        spots = [corner for corner in self.shape.rings[0] if abs(corner - centre) <= radius]
        spots += [
            edge.start + edge.direction * t
            for edge in self.shape.edges
            for pair in over.within(Leg(0.0, edge.start, edge.direction, edge.length), 0.0)
            for t in pair
            if 0 <= t <= edge.length
        ]
        top = centre + self.up * radius
        if self.shape.contains(top) or not spots:
            spots.append(top)
        return max(map(self.height, spots))

    def before(self, leg: Leg, line: float) -> list[Interval]:
        """Stretches of the leg's line that lie no farther up its direction than a line across it."""
        return at_least_zero(-self.along(leg.direction), line - self.along(leg.origin) + EPS)

    def beyond(self, leg: Leg, line: float) -> list[Interval]:
        """Stretches of the leg's line that lie at least as far up."""
        return at_least_zero(self.along(leg.direction), self.along(leg.origin) - line + EPS)

    def lower(self, leg: Leg, height: float) -> list[Interval]:
        """Stretches of the leg's line on which it, or the landing there, is lower than that."""
        if below(self.top, height):
            return gaps([])
        if at_most(height, self.bottom):
            return []
        line = self.line(height - EPS)
        return at_least_zero(-self.along(leg.direction), line - self.along(leg.origin))

    def sloping(self, leg: Leg, pace: Callable[[float, float], float]) -> list[Leg]:
        """A leg's parts before, on and beyond it, each with its slope.

        `pace` says what an inch from above counts where it goes so far and rises so much.
        """
        rate = self.along(leg.direction)
        cuts = {0.0, leg.length}
        if abs(rate) > EPS:
            lines = (self.foot, self.head)
            cuts |= {(line - self.along(leg.origin)) / rate for line in lines}
        inside = sorted(t for t in cuts if 0 <= t <= leg.length)
        if not leg.length:
            return [leg._replace(level=self.height(leg.origin))]
        parts = []
        for lo, hi in pairwise(inside):
            low, high = self.height(leg.at(lo)), self.height(leg.at(hi))
            part = Leg(0.0, leg.at(lo), leg.direction, hi - lo, pace(hi - lo, high - low))
            parts.append(part._replace(level=low, rise=high - low))
        return parts

    def follows(self, other: Flight) -> bool:
        """Whether it begins where another one ends, and goes on in much the same direction."""
        onward = (other.up / self.up).real > 0.5 and same(other.top, self.bottom)
        return onward and all(at_most(self.along(c), self.foot) for c in other.shape.rings[0])

    def past(self, part: Edge | Arc, line: float, up: bool = True) -> Iterator[Edge | Arc]:
        """What of an edge or arc lies as far up its direction as a line across it, or farther.

        With `up` false, what lies as far down.
        """
        for lo, hi in pairwise(sorted((0.0, *self._shares(part, line), 1.0))):
            beyond = self.along(part.at((lo + hi) / 2)) - line
            if (beyond if up else -beyond) >= -EPS:
                yield part.between(lo, hi)

    def _shares(self, part: Edge | Arc, line: float) -> list[float]:
        """After what shares of an edge or arc a line across its direction is met."""
        if isinstance(part, Edge):
            start, end = self.along(part.start), self.along(part.end)
            shares = [(line - start) / (end - start)] if start != end else []
        else:
            cosine = (line - self.along(part.centre)) / part.radius
            turn = math.acos(cosine) if abs(cosine) < 1 else 0.0
            way = math.copysign(1, part.sweep)
            turns = (way * (cmath.phase(self.up) + by - part.start) for by in (turn, -turn))
            shares = [by % math.tau / abs(part.sweep) for by in turns]
        return [share for share in shares if 0 < share < 1]

    def _at(self, edge: Edge, line: float) -> bool:
        return all(same(self.along(end), line) for end in (edge.start, edge.end))


@dataclass(frozen=True, slots=True)
class Landed:
    """A flight joined to what lies before its foot, of one level, and to what lies beyond its head.

    What lies beside it, or under it, is no landing.
    """

    flight: Flight
    low: Surface
    high: Surface
    boundary: tuple[Edge | Arc, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        flight, bounds = self.flight, list[Edge | Arc](self.flight.sides)
        for landing, line in ((self.low, flight.foot), (self.high, flight.head)):
            for part in Surface((*landing.pieces, flight.shape)).boundary:
                bounds += flight.past(part, line, landing is self.high)
        object.__setattr__(self, "boundary", tuple(bounds))

    def inside(self, leg: Leg) -> list[Interval]:
        """Stretches of the leg's line that lie on it."""
        before = meeting(self.flight.before(leg, self.flight.foot), self.low.inside(leg))
        beyond = meeting(self.flight.beyond(leg, self.flight.head), self.high.inside(leg))
        return joined([*self.flight.shape.within(leg, EPS), *before, *beyond])


@dataclass(frozen=True, slots=True)
class Short:
    """What of a piece lies short of a flight's head, and so is none of what the flight leads to."""

    piece: Outline | Disc
    flight: Flight

    def within(self, leg: Leg, reach: float) -> list[Interval]:
        """See `Shape`; of who overlaps the flight."""
        whole = Surface((self.piece,))
        line = self.flight.head - 3 * EPS  # what meets the head, to rounding, is none of it
        near = [
            span
            for part in whole.boundary
            for kept in self.flight.past(part, line, up=False)
            for span in kept.within(leg, reach)
        ]
        return joined([*near, *meeting(whole.inside(leg), self.flight.before(leg, line))])
