"""Surfaces that join: pieces of one level, touching or overlapping, become one with one boundary.

A base is held where it lies wholly on a joined surface, so what counts is the boundary of the
union and not that of each piece. It is kept as edges and arcs with the surface on their left.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise
from typing import Protocol

from movement.geometry.lengths import EPS
from movement.geometry.shapes import (
    Disc,
    Edge,
    Nearest,
    Outline,
    cross,
    entered,
    first_nearest,
    near_point,
)
from movement.geometry.spans import Interval, at_least_zero, gaps, joined, meeting
from movement.geometry.track import Leg

_SPOTS = (0.31, 0.5, 0.73)
"""Where a part of a boundary is looked at: another piece may touch it at one place."""
_SPECK = 1e-12
"""Parts of a boundary shorter than this are rounding, in."""


@dataclass(frozen=True, slots=True)
class Arc:
    """Part of a circle from `start` on, by `sweep` radians, at most half a turn.

    It runs anticlockwise, or clockwise if `sweep` is negative.
    """

    centre: complex
    radius: float
    start: float
    sweep: float

    def at(self, part: float) -> complex:
        """The point after `part` of the sweep, from 0 to 1."""
        return self.centre + cmath.rect(self.radius, self.start + self.sweep * part)

    def between(self, lo: float, hi: float) -> Arc:
        """What of it lies between two parts of the sweep."""
        return Arc(self.centre, self.radius, self.start + self.sweep * lo, self.sweep * (hi - lo))

    def within(self, leg: Leg, reach: float) -> list[Interval]:
        """See `Shape`."""
        near = near_point(leg, self.centre, self.radius + reach)
        ring = meeting(near, gaps(near_point(leg, self.centre, self.radius - reach)))
        ends = [near_point(leg, self.at(part), reach) for part in (0, 1)]
        return joined([*meeting(self._abreast(leg), ring), *ends[0], *ends[1]])

    def nearest(self, leg: Leg) -> Nearest:
        """See `Shape`."""
        found = [self._at(leg, t) for t in (0.0, leg.length)]
        foot = ((self.centre - leg.origin) / leg.direction).real
        crossings = near_point(leg, self.centre, self.radius)
        ts = [foot, *(t for pair in crossings for t in pair)]
        ts += [((self.at(part) - leg.origin) / leg.direction).real for part in (0, 1)]
        ts += [t for pair in self._abreast(leg) for t in pair if math.isfinite(t)]
        found += [self._at(leg, t) for t in ts if 0 <= t <= leg.length]
        return first_nearest(found)

    def point_nearest(self, point: complex) -> complex:
        """See `Shape`."""
        away = point - self.centre
        turn = (cmath.phase(away) - self._angles[0]) % (2 * math.pi)
        if abs(away) > 0 and turn <= abs(self.sweep):
            return self.centre + away / abs(away) * self.radius
        return min((self.at(0), self.at(1)), key=lambda end: abs(end - point))

    def area(self) -> float:
        """Its share in the area that a closed boundary holds."""
        bulge = self.radius**2 * self.sweep
        return (bulge + cross(self.centre, self.at(1) - self.at(0))) / 2

    @property
    def _angles(self) -> tuple[float, float]:
        """Where it begins and ends, taken anticlockwise."""
        end = self.start + self.sweep
        return (self.start, end) if self.sweep >= 0 else (end, self.start)

    def _at(self, leg: Leg, t: float) -> Nearest:
        point = leg.at(t)
        return Nearest(t, abs(point - self.point_nearest(point)))

    def _abreast(self, leg: Leg) -> list[Interval]:
        """Stretches of the leg's line in the sector that the arc spans."""
        first, last = (cmath.rect(1, angle) for angle in self._angles)
        at, by = leg.origin - self.centre, leg.direction
        left = at_least_zero(cross(first, by), cross(first, at))
        return meeting(left, at_least_zero(cross(by, last), cross(at, last)))


@dataclass(frozen=True, slots=True)
class Surface:
    """Pieces joined into one surface: where their edges meet or overlap there is no edge."""

    pieces: tuple[Outline | Disc, ...]
    boundary: tuple[Edge | Arc, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        parts = chain.from_iterable(_outer_parts(self.pieces, i) for i in range(len(self.pieces)))
        object.__setattr__(self, "boundary", tuple(parts))

    def area(self) -> float:
        """What it covers, in square inches."""
        return sum(
            part.area() if isinstance(part, Arc) else cross(part.start, part.end) / 2
            for part in self.boundary
        )

    def inside(self, leg: Leg) -> list[Interval]:
        """Stretches of the leg's line that lie on it; a seam between pieces is no gap."""
        return joined(span for piece in self.pieces for span in piece.within(leg, EPS))


class Bounded(Protocol):
    """What a base can lie on: a surface, or several that together are one."""

    @property
    def boundary(self) -> Sequence[Edge | Arc]:
        """Its edges and arcs."""

    def inside(self, leg: Leg) -> list[Interval]:
        """Stretches of the leg's line that lie on it."""


@dataclass(frozen=True, slots=True)
class Off:
    """What is not on a surface."""

    surface: Bounded

    def within(self, leg: Leg, reach: float) -> list[Interval]:
        """See `Shape`."""
        beside = (span for part in self.surface.boundary for span in part.within(leg, reach))
        return joined([*gaps(self.surface.inside(leg)), *beside])

    def nearest(self, leg: Leg) -> Nearest:
        """See `Shape`."""
        found = entered(gaps(self.surface.inside(leg)), leg)
        return first_nearest([*found, *(part.nearest(leg) for part in self.surface.boundary)])

    def contains(self, point: complex) -> bool:
        """Whether the point is off it; its very edge is not."""
        return not any(lo <= 0 <= hi for lo, hi in self.surface.inside(Leg.of_point(point)))

    def point_nearest(self, point: complex) -> complex:
        """See `Shape`."""
        if self.contains(point):
            return point
        nearest = (part.point_nearest(point) for part in self.surface.boundary)
        return min(nearest, key=lambda edge: abs(edge - point))


def split(part: Edge | Arc, others: Sequence[Edge | Arc]) -> Iterator[Edge | Arc]:
    """A part of a boundary, cut wherever another edge meets it, or a circle, or an arc's circle."""
    if isinstance(part, Edge):
        if part.length <= _SPECK:
            return
        leg = Leg(0.0, part.start, part.direction, part.length)
        cuts = {t / part.length for other in others for t in _cuts(leg, other)}
    else:
        points = (point for other in others for point in _on_circle(part, other))
        turns = ((cmath.phase(p - part.centre) - part.start) % math.tau for p in points)
        cuts = {turn / part.sweep for turn in turns}
    for lo, hi in pairwise([0.0, *sorted(cut for cut in cuts if 0 < cut < 1), 1.0]):
        bit = part.between(lo, hi)
        if abs(bit.at(1) - bit.at(0)) > _SPECK:
            yield bit


def _outer_parts(pieces: Sequence[Outline | Disc], i: int) -> Iterator[Edge | Arc]:
    """The parts of one piece's boundary that bound the union of all."""
    piece = pieces[i]
    others = [(j, other) for j, other in enumerate(pieces) if j != i and _meet(piece, other)]
    bounds = [edge for _, other in others for edge in _edges(other)]
    for part in (bit for edge in _edges(piece) for bit in split(edge, bounds)):
        spots = [(part.at(share), _direction(part, share)) for share in _SPOTS]
        if not any(_covers(other, j < i, spots) for j, other in others):
            yield part


def _edges(piece: Outline | Disc) -> Sequence[Edge | Arc]:
    """The edges of a piece; of a disc its circle, in two arcs."""
    if isinstance(piece, Outline):
        return piece.edges
    return [Arc(piece.centre, piece.radius, half, math.pi) for half in (0.0, math.pi)]


def crossings(one: Outline | Disc, other: Outline | Disc) -> Iterator[complex]:
    """Where the boundaries of two pieces meet, and where a corner of one lies on the other's."""
    for edge in _edges(one):
        for across in _edges(other):
            if isinstance(edge, Arc):
                yield from _on_circle(edge, across)
            else:
                leg = Leg(0.0, edge.start, edge.direction, edge.length)
                ts = _cuts(leg, across)
                yield from (leg.at(t) for t in ts if -EPS <= t <= leg.length + EPS)


def _cuts(leg: Leg, other: Edge | Arc) -> Iterator[float]:
    """Where an edge or a circle meets a straight side, and where the edge's start lies on it."""
    if not isinstance(other, Edge):
        yield from (t for pair in near_point(leg, other.centre, other.radius) for t in pair)
        return
    corner = (other.start - leg.origin) / leg.direction
    if abs(corner.imag) <= EPS:
        yield corner.real
    if (t := other.crossing(leg)) is not None:
        yield t


def _on_circle(circle: Arc, other: Edge | Arc) -> Iterator[complex]:
    """Where an edge or a circle meets an arc's circle."""
    if isinstance(other, Edge):
        leg = Leg(0.0, other.start, other.direction, other.length)
        for pair in near_point(leg, circle.centre, circle.radius):
            yield from (leg.at(t) for t in pair if -EPS <= t <= leg.length + EPS)
        return
    apart = other.centre - circle.centre
    if abs(apart) <= EPS:
        return
    along = (abs(apart) ** 2 + circle.radius**2 - other.radius**2) / (2 * abs(apart))
    aside = circle.radius**2 - along**2
    if aside >= 0:
        for side in (math.sqrt(aside), -math.sqrt(aside)):
            yield circle.centre + complex(along, side) * apart / abs(apart)


def _covers(other: Outline | Disc, earlier: bool, spots: Sequence[tuple[complex, complex]]) -> bool:
    """Whether another piece makes a part of a boundary, told by spots on it, no boundary.

    It does if the part lies inside it, or on its edge with the two surfaces on either side of it;
    of two edges that bound the same side the earlier piece's stays. A spot where the two merely
    touch tells nothing.
    """
    for spot, _ in spots:
        edge, _ = _edge_near(other, spot)
        if abs(edge - spot) > EPS:
            if isinstance(other, Disc):
                return abs(spot - other.centre) < other.radius
            return other.contains(spot)
    spot, along = spots[0]
    return (along / _edge_near(other, spot)[1]).real < 0 or earlier


def _edge_near(piece: Outline | Disc, point: complex) -> tuple[complex, complex]:
    """The point of a piece's boundary nearest to `point`, and the boundary's direction there."""
    if isinstance(piece, Disc):
        away = point - piece.centre
        away = away / abs(away) if abs(away) > EPS else 1 + 0j
        return piece.centre + away * piece.radius, away * 1j
    edge = min(piece.edges, key=lambda edge: abs(edge.point_nearest(point) - point))
    return edge.point_nearest(point), edge.direction


def _direction(part: Edge | Arc, share: float) -> complex:
    """Where a part of a boundary leads there, what it bounds on the left."""
    if isinstance(part, Edge):
        return part.direction
    return 1j * cmath.rect(1, part.start + part.sweep * share)


def _meet(one: Outline | Disc, other: Outline | Disc) -> bool:
    return abs(one.centre - other.centre) <= one.radius + other.radius + EPS
