"""Bundles of lines, seen from above, from one disc to another, and what all lines of one cross.

The one disc's centre is at 0 and the other's at `apart`, both on the real axis. A line is told by
how far to the left of the one centre and of the other it passes, in, so a bundle is a rectangle of
such pairs. All that is said of a bundle holds for each of its lines: where that takes bounds, they
are too wide, the less so the narrower the bundle.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise, product
from typing import Final, NamedTuple

from movement.geometry.flights import Flight
from movement.geometry.ground import Block
from movement.geometry.lengths import EPS
from movement.geometry.section import End, Gate
from movement.geometry.shapes import Disc, Edge, Outline, cross
from movement.geometry.sight import Front
from movement.geometry.surfaces import crossings
from movement.geometry.track import Leg

Round = tuple[float, tuple[float, float]]
"""A disc's radius, and from which height to which it is a cylinder."""

_STRAIGHT: Final = 1e-12
"""A corner that turns by less is none."""


class Slope(NamedTuple):
    """The top of a piece where it is not level: so high at 0, and rising so fast either way."""

    height: float
    rise: complex

    def at(self, point: complex) -> float:
        """How high it is at a point."""
        return self.height + (self.rise.conjugate() * point).real


@dataclass(frozen=True, slots=True)
class Part:
    """A convex part of a piece: its corners, or its one centre and a radius, and its heights."""

    spots: tuple[complex, ...]
    radius: float
    low: float
    top: float
    slope: Slope | None = None


class Joint(NamedTuple):
    """Two parts that touch, of pieces with level tops, and a point that both have."""

    one: Part
    other: Part
    at: complex


_Side = tuple[complex, float, float]
"""A point, and the least and the greatest distance to the left of a line at which it lies."""


def parts(piece: Block | Flight, origin: complex, toward: complex) -> Iterator[Part]:
    """A piece in convex parts, turned so that `toward` is the real axis and `origin` is 0."""
    slope = None
    if isinstance(piece, Flight):
        up = piece.up / toward
        at_origin = piece.bottom + piece.slope * (piece.along(origin) - piece.foot)
        slope = Slope(at_origin, piece.slope * up)
    if isinstance(piece.shape, Disc):
        centre = (piece.shape.centre - origin) / toward
        yield Part((centre,), piece.shape.radius, piece.bottom, piece.top)
        return
    rings = piece.shape.rings if convex(piece) else _cut_up(piece.shape)
    for ring in rings:
        spots = tuple((corner - origin) / toward for corner in ring)
        yield Part(spots, 0.0, piece.bottom, piece.top, slope)


def joints(found: Sequence[Part]) -> Iterator[Joint]:
    """Where parts touch one another, or overlap."""
    for one, other in combinations((part for part in found if part.slope is None), 2):
        at = next(crossings(_shape(one), _shape(other)), None)
        if at is not None:
            yield Joint(one, other, at)


@dataclass(frozen=True, slots=True)
class Bundle:
    """The lines that pass the one centre by `one[0]` to `one[1]` and the other by `other`."""

    apart: float
    one: tuple[float, float]
    other: tuple[float, float]
    _sine: tuple[float, float] = field(init=False, repr=False, compare=False)
    _cosine: tuple[float, float] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        (u, v), (w, x) = self.one, self.other
        low, high = (min(1.0, max(-1.0, by / self.apart)) for by in (w - v, x - u))
        least = 0.0 if low <= 0 <= high else min(abs(low), abs(high))
        most = max(abs(low), abs(high))
        object.__setattr__(self, "_sine", (low, high))
        object.__setattr__(self, "_cosine", (math.sqrt(1 - most**2), math.sqrt(1 - least**2)))

    @property
    def width(self) -> float:
        """How far apart its lines are where they are farthest, in."""
        return max(self.one[1] - self.one[0], self.other[1] - self.other[0])

    def halves(self) -> tuple[Bundle, Bundle]:
        """It cut in two across its greater width."""
        (u, v), (w, x) = self.one, self.other
        if v - u >= x - w:
            middle = (u + v) / 2
            return Bundle(self.apart, (u, middle), self.other), Bundle(
                self.apart, (middle, v), self.other
            )
        middle = (w + x) / 2
        return Bundle(self.apart, self.one, (w, middle)), Bundle(self.apart, self.one, (middle, x))

    @property
    def middle(self) -> tuple[float, float]:
        """The line in its middle."""
        return sum(self.one) / 2, sum(self.other) / 2

    @property
    def empty(self) -> bool:
        """Whether there is no such line: none runs straight across."""
        (u, v), (w, x) = self.one, self.other
        return w - v >= self.apart or u - x >= self.apart

    def ends(self, one: Round, other: Round) -> tuple[End, End]:
        """The two discs, so high, as any of the lines may meet them, told from the one's centre."""
        half, far = (_half(each[0], by) for each, by in ((one, self.one), (other, self.other)))
        near, last = self.apart * self._cosine[0], self.apart * self._cosine[1]
        return End(-half, half, *one[1]), End(near - far, last + far, *other[1])

    def behind(self, front: Front, radius: float) -> bool:
        """Whether no line meets what of the other disc lies in a front."""
        line = leg(self.apart, *self.middle)
        _, end = self.ends((0.0, (0.0, 0.0)), (radius, (0.0, 0.0)))
        stray = self._stray(end.end)
        off = [
            all(cross(side, line.at(t) - front.eye) < -stray for t in (end.start, end.end))
            for side in front.sides
        ]
        return any(off) if front.half <= math.pi / 2 else all(off)

    def meets(self, part: Part) -> bool:
        """Whether a part is not passed by, all on one side, by every line."""
        sides = [(low, high) for _, low, high in self._sides(part)]
        clear = part.radius + EPS
        return min(low for low, _ in sides) <= clear and max(high for _, high in sides) >= -clear

    def gate(self, part: Part) -> Gate | None:
        """What every line has to pass over or under, if all cross a part."""
        if part.radius:
            return self._round_gate(part)
        lefts, rights = self._divided(part)
        found = [self._crossing(left, right) for left in lefts for right in rights]
        if not found:
            return None
        start, end = min(hi for _, hi in found), max(lo for lo, _ in found)
        if start > end:
            start, end = min(found, key=lambda pair: pair[1] - pair[0])
            return self._gate(part, start, end, thin=True)
        return self._gate(part, start, end)

    def gates(self, joint: Joint) -> Iterator[Gate]:
        """What every line has to pass over or under, if all cross one of two parts that touch."""
        low = max(joint.one.low, joint.other.low)
        top = min(joint.one.top, joint.other.top)
        here = self._along(joint.at)
        (left, right), (other_left, other_right) = map(self._divided, (joint.one, joint.other))
        for one, other in (*product(left, other_right), *product(other_left, right)):
            ends = [here, self._along(one[0]), self._along(other[0])]
            start, end = min(lo for lo, _ in ends), max(hi for _, hi in ends)
            yield Gate(start, end, low, top, top, thin=True)

    def _sides(self, part: Part) -> list[_Side]:
        return [(spot, *self._aside(spot)) for spot in part.spots]

    def _divided(self, part: Part) -> tuple[list[_Side], list[_Side]]:
        """The spots of a part that lie to the left of every line, and those to the right."""
        sides = self._sides(part)
        return [side for side in sides if side[1] > 0], [side for side in sides if side[2] < 0]

    def _round_gate(self, part: Part) -> Gate | None:
        low, high = self._aside(part.spots[0])
        aside = max(-low, high)
        if aside >= part.radius:
            return None
        half = math.sqrt(part.radius**2 - aside**2)
        first, last = self._along(part.spots[0])
        if last - half > first + half:
            return None
        return self._gate(part, last - half, first + half)

    def _gate(self, part: Part, start: float, end: float, *, thin: bool = False) -> Gate:
        if part.slope is None:
            return Gate(start, end, part.low, part.top, part.top, thin)
        line, stray = leg(self.apart, *self.middle), abs(part.slope.rise) * self._stray(end)
        first, last = (
            max(part.low, min(part.top, part.slope.at(line.at(t)) - stray)) for t in (start, end)
        )
        return Gate(start, end, part.low, first, last, thin)

    def _stray(self, t: float) -> float:
        """How far a line's place at a length may be from that of the line in the middle."""
        (u, v), (w, x) = self.one, self.other
        turn = (v - u + x - w) / 2 / (self.apart * max(self._cosine[0], 1e-9))
        return (v - u) / 2 + turn * (abs(t) + self.apart)

    def _aside(self, spot: complex) -> tuple[float, float]:
        """Least and greatest distance to the left of a line at which a point lies."""
        part, y = spot.real / self.apart, spot.imag
        (u, v), (w, x) = self.one, self.other
        low = min((1 - part) * u, (1 - part) * v) + min(part * w, part * x)
        high = max((1 - part) * u, (1 - part) * v) + max(part * w, part * x)
        near, far = self._cosine if y >= 0 else self._cosine[::-1]
        return y * near - high, y * far - low

    def _along(self, spot: complex) -> tuple[float, float]:
        """Least and greatest length along a line at which it is abreast of a point."""
        x, y = spot.real, spot.imag
        near, far = self._cosine if x >= 0 else self._cosine[::-1]
        low, high = self._sine if y >= 0 else self._sine[::-1]
        return x * near + y * low, x * far + y * high

    def _crossing(self, left: _Side, right: _Side) -> tuple[float, float]:
        """Between which lengths the lines cross from a point on their left to one on their right."""
        (one, near, far), (other, low, high) = left, right
        shares = near / (near - low), far / (far - high)
        over = sorted(one.real + (other.real - one.real) * share for share in shares)
        beside = [aside * sine for aside in self.one for sine in self._sine]
        first, last = over[0] + min(beside), over[1] + max(beside)
        least, most = (max(cosine, _STRAIGHT) for cosine in self._cosine)
        return first / (most if first > 0 else least), last / (least if last > 0 else most)


def leg(apart: float, one: float, other: float) -> Leg:
    """One line, from where it passes the one centre; straight across, if there is no such line."""
    sine = min(1.0, max(-1.0, (other - one) / apart))
    direction = complex(math.sqrt(1 - sine * sine), sine)
    return Leg(0.0, 1j * direction * one, direction, 0.0)


def _shape(part: Part) -> Outline | Disc:
    return Disc(part.spots[0], part.radius) if part.radius else Outline((part.spots,))


def _half(radius: float, aside: tuple[float, float]) -> float:
    """Half of the longest chord that a line at such distances from the centre can have."""
    low, high = aside
    least = 0.0 if low <= 0 <= high else min(abs(low), abs(high))
    return math.sqrt(max(0.0, radius**2 - least**2))


def convex(piece: Block | Flight) -> bool:
    """Whether a straight line between any two points of a piece stays in it."""
    if isinstance(piece.shape, Disc):
        return True
    edges = piece.shape.edges
    turns = (
        cross(edge.direction, after.direction)
        for edge, after in zip(edges, (*edges[1:], edges[0]), strict=True)
    )
    return len(piece.shape.rings) == 1 and min(turns) >= -_STRAIGHT


def _cut_up(outline: Outline) -> Iterator[tuple[complex, ...]]:
    """An outline cut across at the height of each of its corners."""
    levels = sorted({corner.imag for each in outline.rings for corner in each})
    for low, high in pairwise(levels):
        middle = (low + high) / 2
        sides = sorted(
            (
                edge
                for edge in outline.edges
                if min(edge.start.imag, edge.end.imag)
                < middle
                < max(edge.start.imag, edge.end.imag)
            ),
            key=lambda edge: _across(edge, middle),
        )
        for one, other in zip(sides[::2], sides[1::2], strict=True):
            spots = [complex(_across(one, at), at) for at in (high, low)]
            spots += [complex(_across(other, at), at) for at in (low, high)]
            yield tuple(spots)


def _across(edge: Edge, height: float) -> float:
    """Where an edge is at a height of the plan."""
    part = (height - edge.start.imag) / (edge.end.imag - edge.start.imag)
    return edge.start.real + (edge.end.real - edge.start.real) * part
