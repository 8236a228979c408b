"""What is seen from a point, from above: in every direction, out to the first piece in the way.

What blocks is handed in, already chosen. A view is kept as sectors about its eye, each with the
part of a circle or of a piece's edge that ends it, so it is as exact as the shapes it is made of.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from typing import NamedTuple

from movement.geometry.lengths import EPS, at_most, below
from movement.geometry.shapes import (
    Disc,
    Edge,
    Nearest,
    Outline,
    cross,
    entered,
    first_nearest,
    near_point,
    out_of_reach,
)
from movement.geometry.spans import Interval, at_least_zero, gaps, joined, meeting
from movement.geometry.surfaces import Arc, crossings
from movement.geometry.track import Leg

_ALIKE = 1e-8
"""Directions closer than this are one, rad: on no table could a ruler tell."""

_SPECK = 1e-9
"""Parts of a boundary, and overshoots of an edge's end, shorter than this are rounding, in."""


@dataclass(frozen=True, slots=True)
class View:
    """What is seen from a point out to a radius, all round or only before it.

    `ahead` is the direction it looks, a complex number of length one; without one it looks all
    round. A view is made of the sectors of more than no angle between neighbouring directions at
    which what comes first changes, each out to the first piece, that piece's near face included.
    So a corner grazed does not block and a seam of no width shows nothing. Pieces are closed: one
    that the eye stands in, be it on the very edge, does not block.

    `boundary` is one closed chain, anticlockwise, what is seen on its left.
    """

    eye: complex
    radius: float
    ahead: complex | None = None
    blockers: tuple[Outline | Disc, ...] = ()
    boundary: tuple[Edge | Arc, ...] = field(init=False, repr=False, compare=False)
    _sectors: tuple[_Sector, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        sectors = tuple(_sectors(self))
        object.__setattr__(self, "_sectors", sectors)
        object.__setattr__(self, "boundary", tuple(_chain(self, [s.face for s in sectors])))

    def inside(self, leg: Leg) -> list[Interval]:
        """Stretches of the leg's line that lie in it, to rounding at its boundary."""
        return joined(span for sector in self._sectors for span in sector.inside(leg))

    def within(self, leg: Leg, reach: float) -> list[Interval]:
        """See `Shape`."""
        if out_of_reach(leg, self.eye, self.radius + reach):
            return []
        beside = (span for part in self.boundary for span in part.within(leg, reach))
        return joined([*self.inside(leg), *beside])

    def nearest(self, leg: Leg) -> Nearest:
        """See `Shape`."""
        found = [*entered(self.inside(leg), leg), *(part.nearest(leg) for part in self.boundary)]
        return first_nearest(found)

    def point_nearest(self, point: complex) -> complex:
        """See `Shape`."""
        if any(lo <= 0 <= hi for lo, hi in self.inside(Leg.of_point(point))):
            return point
        nearest = (part.point_nearest(point) for part in self.boundary)
        return min(nearest, key=lambda edge: abs(edge - point))

    def contains(self, point: complex) -> bool:
        """Whether the point is seen."""
        return at_most(abs(self.point_nearest(point) - point), 0.0)


def sees(eye: complex, point: complex, blockers: Iterable[Outline | Disc]) -> bool:
    """Whether a point lies in the view that `eye` has all round, out to wherever the point is."""
    return at_most(abs(point - eye), seen_towards(eye, point, blockers))


def seen_towards(eye: complex, point: complex, blockers: Iterable[Outline | Disc]) -> float:
    """How far one sees from `eye` towards a point, up to there, in."""
    far = abs(point - eye)
    line = Leg(0.0, eye, (point - eye) / far, far) if far else Leg.of_point(eye)
    near = (piece for piece in blockers if not out_of_reach(line, piece.centre, piece.radius + EPS))
    view = View(eye, far, blockers=tuple(near))
    if view.contains(point):
        return far
    return max((hi for lo, hi in view.inside(line) if at_most(lo, 0.0)), default=0.0)


class _Sector(NamedTuple):
    """What is seen between two directions, at most half a turn, anticlockwise, up to its face."""

    eye: complex
    first: complex
    last: complex
    face: Edge | Arc

    def inside(self, leg: Leg) -> list[Interval]:
        """Stretches of the leg's line that lie in it."""
        out = _left(leg, self.eye, self.first)
        out = meeting(out, _left(leg, self.eye, -self.last))
        if isinstance(self.face, Edge):
            return meeting(out, _left(leg, self.face.start, self.face.direction))
        disc = near_point(leg, self.face.centre, self.face.radius)
        if self.face.sweep > 0:
            return meeting(out, disc)
        chord = _left(leg, self.face.at(0), self.face.at(1) - self.face.at(0))
        return meeting(meeting(out, chord), gaps(disc))


def _left(leg: Leg, start: complex, direction: complex) -> list[Interval]:
    """Stretches of the leg's line to the left of another line."""
    return at_least_zero(cross(direction, leg.direction), cross(direction, leg.origin - start))


def _sectors(view: View) -> Iterator[_Sector]:
    """The sectors of a view, anticlockwise; neighbours that end at one edge or circle are one."""
    ahead = 1 + 0j if view.ahead is None else view.ahead
    rim = Disc(view.eye, view.radius)
    pieces = [piece for piece in view.blockers if _blocks(view, piece)]
    sides = [side for piece in pieces for side in _facing(view.eye, piece)]
    found: list[tuple[Edge | Disc, float, float]] = []
    for start, end in pairwise(_directions(view, ahead, pieces, sides)):
        middle = _turned(ahead, (start + end) / 2)
        hits = [(t, side) for side in sides if (t := _hit(view.eye, side, middle)) is not None]
        first = min(hits, key=lambda hit: hit[0], default=(math.inf, rim))
        side = first[1] if first[0] < view.radius else rim
        if found and found[-1][0] is side and end - found[-1][1] <= math.pi:
            start = found.pop()[1]
        found.append((side, start, end))
    for side, start, end in found:
        one, other = _turned(ahead, start), _turned(ahead, end)
        if side is rim:
            face: Edge | Arc = Arc(view.eye, view.radius, cmath.phase(one), end - start)
        else:
            face = _face(view.eye, side, one, other)
        yield _Sector(view.eye, one, other, face)


def _blocks(view: View, piece: Outline | Disc) -> bool:
    """Whether a piece comes within the view's reach and the eye stands outside it."""
    away = piece.centre - view.eye
    if not below(abs(away), view.radius + piece.radius):
        return False
    if view.ahead is not None and (away / view.ahead).real <= -piece.radius:
        return False
    return below(0.0, abs(piece.point_nearest(view.eye) - view.eye))


def _facing(eye: complex, piece: Outline | Disc) -> Iterator[Edge | Disc]:
    """What of a piece can come first: a disc, or the edges that face the eye, seen anticlockwise."""
    if isinstance(piece, Disc):
        yield piece
        return
    for edge in piece.edges:
        if cross(edge.direction, eye - edge.start) < 0:
            yield Edge(edge.end, edge.start)


def _directions(
    view: View, ahead: complex, pieces: Sequence[Outline | Disc], sides: Sequence[Edge | Disc]
) -> Iterator[float]:
    """Where what comes first may change, as angles from `ahead`, from the first to the last."""
    half = math.pi if view.ahead is None else math.pi / 2
    points: list[complex] = [view.eye + view.radius * ahead] if view.ahead is None else []
    for side in sides:
        points += _tangents(view.eye, side) if isinstance(side, Disc) else (side.start, side.end)
    for one, other in combinations((Disc(view.eye, view.radius), *pieces), 2):
        if at_most(abs(one.centre - other.centre), one.radius + other.radius):
            points += crossings(one, other)
    last = -half
    yield last
    for angle in sorted(
        cmath.phase((point - view.eye) / ahead)
        for point in points
        if at_most(abs(point - view.eye), view.radius)
    ):
        if last + _ALIKE < angle < half - _ALIKE:
            last = angle
            yield last
    yield half


def _turned(ahead: complex, angle: float) -> complex:
    """A direction; to rounding too, half a turn is one direction, either way round."""
    return ahead * cmath.rect(1, angle) if abs(angle) < math.pi else -ahead


def _tangents(eye: complex, disc: Disc) -> Iterator[complex]:
    """Where the two lines from the eye that graze a disc touch it."""
    away = disc.centre - eye
    far = math.sqrt(abs(away) ** 2 - disc.radius**2)
    for turn in (1j, -1j):
        yield eye + away * (far / abs(away)) * (far + turn * disc.radius) / abs(away)


def _hit(eye: complex, side: Edge | Disc, direction: complex) -> float | None:
    """How far from the eye a side is met in that direction, if it is."""
    away = (side.centre if isinstance(side, Disc) else side.start) - eye
    if isinstance(side, Disc):
        offset = away / direction
        aside = side.radius**2 - offset.imag**2
        return offset.real - math.sqrt(aside) if aside >= 0 and offset.real > 0 else None
    by = cross(direction, side.direction)
    if by <= 0 or not -_SPECK <= cross(away, direction) / by <= side.length + _SPECK:
        return None
    return cross(away, side.direction) / by


def _face(eye: complex, side: Edge | Disc, first: complex, last: complex) -> Edge | Arc:
    """What of a side is seen between two directions."""
    start, end = _seen(eye, side, first), _seen(eye, side, last)
    if isinstance(side, Edge):
        return Edge(start, end)
    angle = cmath.phase(start - side.centre)
    sweep = (angle - cmath.phase(end - side.centre)) % (2 * math.pi)
    return Arc(side.centre, side.radius, angle, -sweep)


def _seen(eye: complex, side: Edge | Disc, direction: complex) -> complex:
    """Where a side is met in that direction; past its end, its end."""
    if isinstance(side, Disc):
        offset = (side.centre - eye) / direction
        aside = max(0.0, side.radius**2 - offset.imag**2)
        return eye + direction * (offset.real - math.sqrt(aside))
    if cross(side.start - eye, direction) <= 0:
        return side.start
    if cross(direction, side.end - eye) <= 0:
        return side.end
    return side.start + side.direction * (
        cross(side.start - eye, direction) / cross(direction, side.direction)
    )


def _chain(view: View, faces: Sequence[Edge | Arc]) -> Iterator[Edge | Arc]:
    """The faces in turn and the straight lines that join them, towards the eye or away from it."""
    here = faces[-1].at(1) if view.ahead is None else view.eye
    for face in faces:
        if abs(face.at(0) - here) > _SPECK:
            yield Edge(here, face.at(0))
        yield face
        here = face.at(1)
    if view.ahead is not None:
        yield Edge(here, view.eye)
