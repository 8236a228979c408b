"""Things that lie on a table, seen from above, and how near a straight leg comes to them.

A shape answers three questions, exactly: where along a leg its points are within a distance of
the shape, where along the leg it is nearest, and which of its points is nearest to a given one.
Circles are true circles. Points are complex, lengths inches.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from movement.geometry.spans import Interval, at_least_zero, gaps, joined, meeting
from movement.geometry.track import Leg


class Nearest(NamedTuple):
    """Where along a leg, in inches from its origin, it comes nearest to a shape, and how near."""

    t: float
    distance: float


class Shape(Protocol):
    """What every shape answers."""

    def within(self, leg: Leg, reach: float) -> list[Interval]:
        """Stretches of the leg's line, from its origin, no farther than `reach` > 0 from it."""

    def nearest(self, leg: Leg) -> Nearest:
        """Where the leg comes nearest to it; the first such place, distance 0 inside it."""

    def point_nearest(self, point: complex) -> complex:
        """Its point nearest to `point`, which is `point` itself inside it."""


def cross(a: complex, b: complex) -> float:
    """The signed area of the parallelogram on `a` and `b`; positive if `b` is to the left."""
    return (a.conjugate() * b).imag


def near_point(leg: Leg, point: complex, reach: float) -> list[Interval]:
    """Stretches of the leg's line within `reach` of a point."""
    offset = (point - leg.origin) / leg.direction
    half = reach * reach - offset.imag**2
    if reach < 0 or half < 0:
        return []
    return [(offset.real - math.sqrt(half), offset.real + math.sqrt(half))]


@dataclass(frozen=True, slots=True)
class Disc:
    """A filled circle."""

    centre: complex
    radius: float

    def within(self, leg: Leg, reach: float) -> list[Interval]:
        """See `Shape`."""
        return near_point(leg, self.centre, self.radius + reach)

    def nearest(self, leg: Leg) -> Nearest:
        """See `Shape`."""
        offset = (self.centre - leg.origin) / leg.direction
        t = min(max(0.0, offset.real), leg.length)
        apart = abs(leg.at(t) - self.centre) - self.radius
        if apart <= 0:
            inside = meeting(self.within(leg, 0.0), [(0.0, leg.length)])
            return Nearest(inside[0][0] if inside else t, 0.0)
        return Nearest(t, apart)

    def point_nearest(self, point: complex) -> complex:
        """See `Shape`."""
        away = point - self.centre
        return point if abs(away) <= self.radius else self.centre + away / abs(away) * self.radius


@dataclass(frozen=True, slots=True)
class Edge:
    """A straight segment between two points."""

    start: complex
    end: complex
    direction: complex = field(init=False, repr=False, compare=False)
    length: float = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "length", abs(self.end - self.start))
        direction = (self.end - self.start) / self.length if self.length else 1 + 0j
        object.__setattr__(self, "direction", direction)

    def at(self, part: float) -> complex:
        """The point after `part` of it, from 0 to 1."""
        return self.start * (1 - part) + self.end * part

    def between(self, lo: float, hi: float) -> Edge:
        """What of it lies between two parts."""
        return Edge(self.at(lo), self.at(hi))

    def beside(self, leg: Leg, reach: float) -> list[Interval]:
        """Within `reach` of it and abreast of it, that is, without its two round ends."""
        at = (leg.origin - self.start) / self.direction
        by = leg.direction / self.direction
        out = meeting(
            at_least_zero(by.real, at.real), at_least_zero(-by.real, self.length - at.real)
        )
        out = meeting(out, at_least_zero(by.imag, at.imag + reach))
        return meeting(out, at_least_zero(-by.imag, reach - at.imag))

    def within(self, leg: Leg, reach: float) -> list[Interval]:
        """See `Shape`."""
        return joined(
            [
                *self.beside(leg, reach),
                *near_point(leg, self.start, reach),
                *near_point(leg, self.end, reach),
            ]
        )

    def crossing(self, leg: Leg) -> float | None:
        """How far along the leg's line it is crossed; an edge counts its start, not its end."""
        a = (self.start - leg.origin) / leg.direction
        b = (self.end - leg.origin) / leg.direction
        if (a.imag < 0) == (b.imag < 0):
            return None
        return a.real + (b.real - a.real) * a.imag / (a.imag - b.imag)

    def nearest(self, leg: Leg) -> Nearest:
        """See `Shape`."""
        hit = self.crossing(leg)
        met = [Nearest(hit, 0.0)] if hit is not None and 0 <= hit <= leg.length else []
        ts = [0.0, leg.length]
        ts += [
            min(max(0.0, ((end - leg.origin) / leg.direction).real), leg.length)
            for end in (self.start, self.end)
        ]
        found = (Nearest(t, abs((p := leg.at(t)) - self.point_nearest(p))) for t in ts)
        return first_nearest([*met, *found])

    def point_nearest(self, point: complex) -> complex:
        """See `Shape`."""
        along = ((point - self.start) / self.direction).real
        return self.start + self.direction * min(max(0.0, along), self.length)


@dataclass(frozen=True, slots=True)
class Outline:
    """What lies inside a closed polygon, convex or not, and outside the holes in it.

    Rings are corner points in order, either way round, the first not repeated. The outer ring
    comes first. Its `edges` have the inside on their left. `fault` tells what makes an outline
    unfit; geometry takes fit ones.
    """

    rings: tuple[tuple[complex, ...], ...]
    edges: tuple[Edge, ...] = field(init=False, repr=False, compare=False)
    centre: complex = field(init=False, repr=False, compare=False)
    radius: float = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        edges = tuple(
            edge for n, ring in enumerate(self.rings) for edge in _sides(ring, hole=n > 0)
        )
        outer = self.rings[0] or (0j,)  # `fault` tells of a ring with no corners
        xs, ys = [p.real for p in outer], [p.imag for p in outer]
        centre = complex(min(xs) + max(xs), min(ys) + max(ys)) / 2
        object.__setattr__(self, "edges", edges)
        object.__setattr__(self, "centre", centre)
        object.__setattr__(self, "radius", max(abs(p - centre) for p in outer))

    @staticmethod
    def box(x0: float, y0: float, x1: float, y1: float) -> Outline:
        """The rectangle between two opposite corners, sides along the axes."""
        x0, x1, y0, y1 = min(x0, x1), max(x0, x1), min(y0, y1), max(y0, y1)
        return Outline(((complex(x0, y0), complex(x1, y0), complex(x1, y1), complex(x0, y1)),))

    def inside(self, leg: Leg) -> list[Interval]:
        """Stretches of the leg's line that lie inside, to rounding at the outline itself."""
        hits = sorted(t for edge in self.edges if (t := edge.crossing(leg)) is not None)
        return joined(zip(hits[::2], hits[1::2], strict=True))

    def beside(self, leg: Leg, reach: float) -> list[Interval]:
        """Stretches of the leg's line within `reach` of the outline itself, on either side."""
        return joined(
            span
            for edge in self.edges
            for span in (*edge.beside(leg, reach), *near_point(leg, edge.start, reach))
        )

    def within(self, leg: Leg, reach: float) -> list[Interval]:
        """See `Shape`."""
        if out_of_reach(leg, self.centre, self.radius + reach):
            return []
        return joined([*self.inside(leg), *self.beside(leg, reach)])

    def nearest(self, leg: Leg) -> Nearest:
        """See `Shape`."""
        return first_nearest(
            [*entered(self.inside(leg), leg), *(e.nearest(leg) for e in self.edges)]
        )

    def contains(self, point: complex) -> bool:
        """Whether the point is inside, to rounding at the outline itself."""
        return any(lo <= 0 <= hi for lo, hi in self.inside(Leg.of_point(point)))

    def point_nearest(self, point: complex) -> complex:
        """See `Shape`."""
        return point if self.contains(point) else self.edge_point_nearest(point)

    def edge_point_nearest(self, point: complex) -> complex:
        """The point of the outline itself that is nearest to `point`."""
        return min((e.point_nearest(point) for e in self.edges), key=lambda p: abs(p - point))

    def area(self) -> float:
        """What it covers, in square inches."""
        outer, *holes = (abs(sum(cross(a, b) for a, b in corners(r))) / 2 for r in self.rings)
        return outer - sum(holes)

    def fault(self) -> str | None:
        """What makes it unfit, in a few words, or None."""
        for ring in self.rings:
            if len(ring) < 3:
                return "fewer than three corners"
            if any(abs(a - b) < _CORNER for a, b in corners(ring)):
                return "two successive corners in one place"
            if all(abs(cross(a - ring[0], b - ring[0])) < _CORNER for a, b in corners(ring)):
                return "no area"
        sides = [
            (n, i, edge)
            for n, r in enumerate(self.rings)
            for i, edge in enumerate(_sides(r, hole=n > 0))
        ]
        for k, (n, i, one) in enumerate(sides):
            for m, j, other in sides[:k]:
                in_turn = n == m and (i - j) % len(self.rings[n]) in (1, len(self.rings[n]) - 1)
                if _folded(one, other) if in_turn else _meet(one, other):
                    return f"its sides cross or touch at {_shown(_meeting_point(one, other))}"
        outer, *holes = (Outline((ring,)) for ring in self.rings)
        for hole in holes:
            if not outer.contains(hole.rings[0][0]):
                return "a hole lies outside it"
            if any(other is not hole and other.contains(hole.rings[0][0]) for other in holes):
                return "a hole lies inside another"
        return None


@dataclass(frozen=True, slots=True)
class Outside:
    """What lies outside an outline, holes included: what is off a table."""

    outline: Outline

    def within(self, leg: Leg, reach: float) -> list[Interval]:
        """See `Shape`."""
        return joined([*gaps(self.outline.inside(leg)), *self.outline.beside(leg, reach)])

    def nearest(self, leg: Leg) -> Nearest:
        """See `Shape`."""
        out = entered(gaps(self.outline.inside(leg)), leg)
        return first_nearest([*out, *(e.nearest(leg) for e in self.outline.edges)])

    def point_nearest(self, point: complex) -> complex:
        """See `Shape`."""
        return self.outline.edge_point_nearest(point) if self.outline.contains(point) else point


_CORNER = 1e-6
"""Corners, and areas, smaller than this are slips of the pen."""

_TURNED = 0.05
"""Headings that differ by no more are one, in degrees."""

_ALIKE = 1e-9
"""Distances that differ by less are the same but for rounding, in."""


def corners(ring: Sequence[complex]) -> Iterator[tuple[complex, complex]]:
    """Each corner of a ring with the one after it."""
    return zip(ring, (*ring[1:], *ring[:1]), strict=True)


def heading(degrees: float) -> complex:
    """The direction that many degrees anticlockwise from +x, a complex number of length one."""
    turns, rest = divmod(degrees, 90)
    return [1, 1j, -1, -1j][int(turns) % 4] * cmath.rect(1.0, math.radians(rest))


def degrees(direction: complex) -> float:
    """The heading of a direction, in degrees anticlockwise from +x, from 0 up to 360."""
    told = math.degrees(cmath.phase(direction)) % 360
    return told if told < 360 else 0.0


def same_heading(one: float, other: float) -> bool:
    """Whether two headings are one, to a twentieth of a degree: files round them."""
    return abs((one - other + 180) % 360 - 180) <= _TURNED


def first_nearest(found: Sequence[Nearest]) -> Nearest:
    """The nearest of several, the first where two are."""
    least = min(near.distance for near in found) + _ALIKE
    return min((near for near in found if near.distance <= least), key=lambda near: near.t)


def entered(inside: Iterable[Interval], leg: Leg) -> list[Nearest]:
    """The first place of the leg that lies in one of the stretches, as a distance of none."""
    return [Nearest(lo, 0.0) for lo, _ in meeting(inside, [(0.0, leg.length)])[:1]]


def out_of_reach(leg: Leg, centre: complex, reach: float) -> bool:
    """Whether all of a leg is farther than `reach` from a point."""
    offset = (centre - leg.origin) / leg.direction
    return abs(complex(max(0.0, -offset.real, offset.real - leg.length), offset.imag)) > reach


def _sides(ring: Sequence[complex], *, hole: bool) -> list[Edge]:
    """The edges of a ring, what the outline holds on their left."""
    turns_left = sum(cross(a, b) for a, b in corners(ring)) > 0
    return [Edge(a, b) for a, b in corners(ring[::-1] if turns_left == hole else ring)]


def _as_leg(edge: Edge) -> Leg:
    return Leg(0.0, edge.start, edge.direction, edge.length)


def _meet(one: Edge, other: Edge) -> bool:
    return other.nearest(_as_leg(one)).distance < _CORNER


def _folded(one: Edge, other: Edge) -> bool:
    """Whether a side runs back along the one before it."""
    turn = one.direction / other.direction
    return turn.real < 0 and abs(turn.imag) < _CORNER


def _meeting_point(one: Edge, other: Edge) -> complex:
    return _as_leg(one).at(other.nearest(_as_leg(one)).t)


def _shown(point: complex) -> str:
    return f"({point.real:.4g}, {point.imag:.4g})"
