"""Narrow passages: where a base that is too wide for its room may be on its way all the same.

A base goes through where half of it fits and where the room is *pinched*: from a point of its way
what bounds the room comes locally nearest in two directions well apart, nearer than the base is
wide. So a doorway, a corridor and a catwalk are passages; a corner that is clipped and an edge
that is leant over are not.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from typing import Final

from movement.geometry.lengths import EPS
from movement.geometry.shapes import Edge, cross, near_point
from movement.geometry.spans import Interval, gaps, joined, meeting
from movement.geometry.surfaces import Arc, Bounded, Off, Surface, split
from movement.geometry.track import Leg, Track

APART: Final = math.radians(120)
"""Two directions are well apart that differ by more than this."""

_BESIDE: Final = 1e-5
"""How far from a boundary it is asked what lies on either side of it, in."""
_AT_ENDS: Final = 1e-9
"""What is nearest at the very end of an edge is nearest on the next one too, in."""


@dataclass(frozen=True, slots=True)
class Room:
    """What walls leave of a floor, walls and drops joined into one boundary, the room on its left."""

    floor: Bounded
    walls: Surface
    bounds: tuple[Edge | Arc, ...] = field(init=False, repr=False, compare=False)
    feet: tuple[Side | Rim, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        bounds = [
            bit
            for edge in self.floor.boundary
            for bit in split(edge, self.walls.boundary)
            if not self._walled(_beside(bit, 1))
        ]
        bounds += [
            _turned(bit)
            for edge in self.walls.boundary
            for bit in split(edge, self.floor.boundary)
            if not Off(self.floor).contains(_beside(bit, -1))
        ]
        object.__setattr__(self, "bounds", tuple(bounds))
        object.__setattr__(self, "feet", (*map(_foot, bounds), *_corners(bounds)))

    def inside(self, track: Track) -> list[Interval]:
        """Where along a track in plan a base's centre lies in it."""
        return joined(
            (leg.start + lo, leg.start + hi)
            for leg in track.legs
            for lo, hi in meeting(
                meeting(self.floor.inside(leg), gaps(self.walls.inside(leg))), [(0.0, leg.length)]
            )
        )

    def near(self, track: Track, reach: float) -> list[Interval]:
        """Where along a track in plan its boundary is nearer than that."""
        return joined(
            (leg.start + lo, leg.start + hi)
            for leg in track.legs
            for bound in self.bounds
            for lo, hi in meeting(bound.within(leg, reach - EPS), [(0.0, leg.length)])
        )

    def pinches(self, track: Track, width: float) -> list[Interval]:
        """Where along a track in plan the room is pinched to less than a width."""
        return joined(
            (leg.start + lo, leg.start + hi)
            for leg in track.legs
            for one, other in combinations(self._near(leg, width), 2)
            for lo, hi in _pinched(one, other, leg, width - EPS)
        )

    def passages(self, track: Track, radius: float, part: float) -> list[Interval]:
        """Where along a track in plan a base that it is too small for may pass, part of it fitting.

        Every place is close enough to a pinch, along the track.
        """
        tight = meeting(self.inside(track), self.near(track, radius))
        if not tight:
            return []
        close = joined((lo - radius, hi + radius) for lo, hi in self.pinches(track, 2 * radius))
        passed = meeting(meeting(tight, close), gaps(self.near(track, radius * part)))
        return [span for span in passed if span[1] > span[0] or not track.length]

    def _walled(self, point: complex) -> bool:
        return not Off(self.walls).contains(point)

    def _near(self, leg: Leg, width: float) -> list[Side | Rim]:
        return [foot for foot in self.feet if meeting(foot.within(leg, width), [(0.0, leg.length)])]


@dataclass(frozen=True, slots=True)
class Side:
    """What comes nearest at the foot of the perpendicular on an edge."""

    edge: Edge

    def within(self, leg: Leg, reach: float) -> list[Interval]:
        """Where the leg's line comes near it."""
        return self.edge.within(leg, reach)

    def toward(self, point: complex) -> complex | None:
        """The way from a point to where this comes locally nearest to it, if it does."""
        at = (point - self.edge.start) / self.edge.direction
        if at.imag <= 0 or not -_AT_ENDS <= at.real <= self.edge.length + _AT_ENDS:
            return None
        return -1j * self.edge.direction * at.imag

    def turns(self, leg: Leg) -> Iterator[float]:
        """Where along the leg's line it may begin or cease to."""
        by = leg.direction / self.edge.direction
        for limit in (0.0, self.edge.length):
            yield from _zero(
                by.real, ((leg.origin - self.edge.start) / self.edge.direction).real - limit
            )
        yield from _zero(by.imag, ((leg.origin - self.edge.start) / self.edge.direction).imag)

    def apart(self, leg: Leg) -> tuple[float, float]:
        """How far it is from the leg's line: at the origin, and how that changes."""
        at = (leg.origin - self.edge.start) / self.edge.direction
        return at.imag, (leg.direction / self.edge.direction).imag


@dataclass(frozen=True, slots=True)
class Rim:
    """What comes nearest on a circle, or at a corner that juts out, a circle of no radius.

    The room is inside the circle if it is `about` the room. It counts in the sector from the
    direction `first` anticlockwise to `last`, less than a full turn.
    """

    centre: complex
    radius: float
    first: complex
    last: complex
    about: bool = False

    def within(self, leg: Leg, reach: float) -> list[Interval]:
        """Where the leg's line comes near it."""
        return near_point(leg, self.centre, self.radius + reach)

    def toward(self, point: complex) -> complex | None:
        """The way from a point to where this comes locally nearest to it, if it does."""
        away = point - self.centre
        far = abs(away)
        apart = self.radius - far if self.about else far - self.radius
        if far < EPS or apart <= 0 or not self._spans(away / far):
            return None
        return away / far * apart * (1 if self.about else -1)

    def turns(self, leg: Leg) -> Iterator[float]:
        """Where along the leg's line it may begin or cease to."""
        for limit in (self.first, self.last):
            yield from _zero(cross(limit, leg.direction), cross(limit, leg.origin - self.centre))
        yield from (t for pair in near_point(leg, self.centre, self.radius) for t in pair)

    def squared(self, leg: Leg) -> tuple[float, float, float]:
        """The square of the distance of the leg's line from its centre, as a quadratic."""
        at = leg.origin - self.centre
        return abs(at) ** 2, 2 * (at.conjugate() * leg.direction).real, 1.0

    def _spans(self, way: complex) -> bool:
        turn = cmath.phase(way / self.first) % (math.tau)
        full = cmath.phase(self.last / self.first) % (math.tau)
        return turn <= full + _AT_ENDS or turn >= math.tau - _AT_ENDS


def _turned(part: Edge | Arc) -> Edge | Arc:
    """The same part of a boundary, what was on its right on its left."""
    if isinstance(part, Edge):
        return Edge(part.end, part.start)
    return Arc(part.centre, part.radius, part.start + part.sweep, -part.sweep)


def _foot(part: Edge | Arc) -> Side | Rim:
    if isinstance(part, Edge):
        return Side(part)
    ends = (part.start, part.start + part.sweep)
    first, last = (cmath.rect(1, angle) for angle in sorted(ends))
    return Rim(part.centre, part.radius, first, last, about=part.sweep > 0)


def _corners(bounds: Sequence[Edge | Arc]) -> Iterator[Rim]:
    """The corners that jut into a room.

    Where several bounds meet, one goes on in the next that the room is swept against.
    """
    for bound in bounds:
        corner, into = bound.at(1), _way(bound, 1)
        onward = [_way(other, 0) for other in bounds if abs(other.at(0) - corner) <= EPS]
        swept = [(-cmath.phase(way / -into) % math.tau, way) for way in onward]
        if swept and (turn := min(swept, key=lambda each: each[0]))[0] > math.pi + EPS:
            yield Rim(corner, 0.0, 1j * turn[1], 1j * into)


def _way(part: Edge | Arc, share: int) -> complex:
    """Where a part of a boundary leads at its beginning (0) or end (1)."""
    if isinstance(part, Edge):
        return part.direction
    return math.copysign(1, part.sweep) * 1j * (part.at(share) - part.centre) / part.radius


def _pinched(one: Side | Rim, other: Side | Rim, leg: Leg, width: float) -> Iterator[Interval]:
    """Where along a leg two of them are well apart and less than a width from each other.

    What decides may change only where one of a few equations holds, so it is asked in between.
    """
    if isinstance(one, Side) and isinstance(other, Side):
        if _well_apart(-1j * one.edge.direction, -1j * other.edge.direction):
            (h, dh), (k, dk) = one.apart(leg), other.apart(leg)
            turns = _zero(dh + dk, h + k - width)
        else:
            return
    elif isinstance(one, Rim) and isinstance(other, Rim):
        turns = [*_rims(one, other, leg, width), *_apart_from_rims(one, other, leg)]
    else:
        side, rim = (one, other) if isinstance(one, Side) else (other, one)
        assert isinstance(side, Side)
        assert isinstance(rim, Rim)
        turns = [*_side_and_rim(side, rim, leg, width), *_apart_from_side(side, rim, leg)]
    inner = (t for t in (*turns, *one.turns(leg), *other.turns(leg)) if 0 < t < leg.length)
    for lo, hi in pairwise(sorted({0.0, *inner, leg.length})):
        point = leg.at((lo + hi) / 2)
        way, back = one.toward(point), other.toward(point)
        if way is None or back is None:
            continue
        if abs(way) + abs(back) < width and _well_apart(way, back):
            yield lo, hi


def _well_apart(one: complex, other: complex) -> bool:
    return abs(cmath.phase(one / other)) > APART + EPS


def _side_and_rim(side: Side, rim: Rim, leg: Leg, width: float) -> list[float]:
    """Where the two distances add up to the width."""
    (h, dh), sense = side.apart(leg), -1 if rim.about else 1
    far, rate = rim.radius + sense * (width - h), -sense * dh
    c, b, a = rim.squared(leg)
    return _roots(a - rate * rate, b - 2 * far * rate, c - far * far)


def _rims(one: Rim, other: Rim, leg: Leg, width: float) -> list[float]:
    """Where the two distances add up to the width."""
    senses = [-1 if rim.about else 1 for rim in (one, other)]
    whole = width + senses[0] * one.radius + senses[1] * other.radius
    (c, b, _), (f, e, d) = one.squared(leg), other.squared(leg)
    gap, rate = c - f - whole**2, b - e
    scale = 4 * whole**2
    return _roots(rate * rate - scale * d, 2 * gap * rate - scale * e, gap * gap - scale * f)


def _apart_from_side(side: Side, rim: Rim, leg: Leg) -> Iterator[float]:
    """Where a rim's centre is seen at that angle, or its rest, from an edge's perpendicular."""
    for turn in (APART, -APART):
        line = -1j * side.edge.direction * cmath.rect(1, turn)
        yield from _zero(cross(line, leg.direction), cross(line, leg.origin - rim.centre))


def _apart_from_rims(one: Rim, other: Rim, leg: Leg) -> Iterator[float]:
    """Where two centres are seen at that angle, or its rest: on circles through both."""
    between = other.centre - one.centre
    if abs(between) > EPS:
        radius = abs(between) / 2 / math.sin(APART)
        offset = 1j * between / 2 / math.tan(APART)
        for centre in (1, -1):
            middle = (one.centre + other.centre) / 2 + offset * centre
            yield from (t for pair in near_point(leg, middle, radius) for t in pair)


def _zero(rate: float, value: float) -> list[float]:
    """Where `rate * t + value` is none."""
    return [-value / rate] if abs(rate) > 1e-13 else []


def _roots(a: float, b: float, c: float) -> list[float]:
    """Where `a * t * t + b * t + c` is none."""
    if abs(a) < 1e-12:
        return _zero(b, c)
    under = b * b - 4 * a * c
    if under < 0:
        return []
    half = -(b + math.copysign(math.sqrt(under), b)) / 2
    return [half / a, c / half] if half else [0.0]


def _beside(bit: Edge | Arc, side: int) -> complex:
    """A point a hair to the left (1) or to the right (-1) of the middle of a part of a boundary."""
    if isinstance(bit, Edge):
        return (bit.start + bit.end) / 2 + 1j * bit.direction * side * _BESIDE
    middle = bit.at(0.5)
    return middle - (middle - bit.centre) / bit.radius * side * _BESIDE
