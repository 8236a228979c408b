"""Where on its way a body that moves may be fired at from a place, and what it has for cover there."""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple

from movement.geometry.bundle import convex
from movement.geometry.fire import Line, Pair
from movement.geometry.flights import Flight
from movement.geometry.ground import Block
from movement.geometry.lengths import EPS, at_most, below
from movement.geometry.shapes import Disc, Outline, cross
from movement.geometry.sight import Front
from movement.geometry.spans import Interval, joined
from movement.geometry.surfaces import Surface
from movement.geometry.track import Leg, Track

SAMPLE: Final = 0.05
"""How densely it is looked whether there is a line of fire, in."""
FINE: Final = 0.001
"""How finely it is then said where there begins to be one, in."""

Pieces = tuple[Block | Flight, ...]


class Mover(NamedTuple):
    """An upright cylinder that goes along a track, by its base's radius and its height."""

    track: Track
    radius: float
    height: float

    def on(self, leg: Leg, s: float) -> Block:
        """It at a travelled length of a leg."""
        level = leg.level + leg.rise * leg.part(s)
        return Block("", Disc(leg.at(leg.along(s)), self.radius), level, level + self.height)

    def at(self, s: float) -> Block:
        """It at a travelled length."""
        return self.on(self.track.leg_at(s), s)

    @property
    def end(self) -> Block:
        """It where it ends."""
        return self.at(self.track.length)


@lru_cache(maxsize=512)
def openings(
    eye: Block, mover: Mover, blockers: Pieces, front: Front | None = None
) -> tuple[Interval, ...]:
    """The stretches of its way on which there is a line of fire to a mover.

    With a `front`, only what of it lies in that counts. Found at samples and then refined; none is
    looked at where one convex thing stops all lines at the sample before and at the sample after.
    """
    watches = (_Watch(eye, mover, leg, front) for leg in mover.track.legs)
    found = (
        span for each in watches for span in each.opened(each.leg.start, each.leg.end, blockers)
    )
    return tuple(joined(found))


@dataclass(frozen=True, slots=True)
class _Watch:
    """A mover on one leg, straight and even, as it is watched."""

    eye: Block
    mover: Mover
    leg: Leg
    front: Front | None
    stops: dict[float, set[tuple[int, int]]] = field(default_factory=dict)
    lines: dict[float, Line] = field(default_factory=dict)
    last: list[tuple[float, float]] = field(default_factory=list)

    def opened(self, start: float, end: float, near: Pieces) -> Iterator[Interval]:
        """The stretches with a line of fire between two travelled lengths."""
        near = self.about(start, end, near)
        seen, still = self.seen(start, near), self.seen(end, near)
        if not (seen or still) and self.stops[start] & self.stops[end]:
            return
        if seen and still and self.swept(start, end, near):
            yield start, end
        elif end - start > SAMPLE + EPS:
            middle = start + SAMPLE * max(1, (end - start) // SAMPLE // 2)
            yield from self.opened(start, middle, near)
            yield from self.opened(middle, end, near)
        elif seen and still:
            yield start, end
        elif seen:
            yield start, self.turn(start, end, near)
        elif still:
            yield self.turn(end, start, near), end

    def turn(self, seen: float, unseen: float, near: Pieces) -> float:
        """Where between the two lengths the line of fire begins or ends."""
        while abs(unseen - seen) > FINE:
            middle = (seen + unseen) / 2
            seen, unseen = (middle, unseen) if self.seen(middle, near) else (seen, middle)
        return seen

    def about(self, start: float, end: float, near: Pieces) -> Pieces:
        """What may come between the two anywhere from one length to another."""
        one, other = (self.leg.at(self.leg.along(s)) for s in (start, end))
        rise = self.leg.rise * (self.leg.part(end) - self.leg.part(start))
        pair = self.pair((start + end) / 2)
        return tuple(each for each in near if pair.meets(each, abs(other - one) / 2, abs(rise) / 2))

    def swept(self, start: float, end: float, near: Pieces) -> bool:
        """Whether the line of fire at a length stays free when only its end moves on with the body."""
        (eye, height), (spot, other) = self.lines[start]
        moved = self.leg.at(self.leg.along(end)) - self.leg.at(self.leg.along(start))
        rise = self.leg.rise * (self.leg.part(end) - self.leg.part(start))
        heights = (height, other, other + rise)
        band = (eye, spot, spot + moved)
        return self.front is None and all(_apart(each, band, heights) for each in near)

    def seen(self, s: float, near: Pieces) -> bool:
        """Whether there is a line of fire at a travelled length; if not, what stops all lines."""
        if s not in self.stops:
            pair, self.stops[s] = self.pair(s), set()
            line = pair.over(self.last[0], near) if self.last else None
            if line is None:
                met = [each for each in near if pair.meets(each)]
                stops = ((id(each), pair.stopper(each)) for each in met)
                self.stops[s] |= {(name, part) for name, part in stops if part is not None}
                line = None if self.stops[s] else pair.unstopped(met)
                if line is None and not self.front and len(met) == 1 and convex(met[0]):
                    self.stops[s] = {(id(met[0]), 0)}
            if line:
                self.lines[s] = line
                self.last[:] = [pair.told(line)]
        return s in self.lines

    def pair(self, s: float) -> Pair:
        """The two at a travelled length."""
        return Pair(self.eye, self.mover.on(self.leg, s), self.front)


def _apart(piece: Block | Flight, band: Sequence[complex], heights: Sequence[float]) -> bool:
    """Whether a triangle in space, from above and in height, clearly meets nothing of a piece."""
    if below(piece.top, min(heights)) or below(max(heights), piece.bottom):
        return True
    shape = piece.shape
    spots, clear = (
        ((shape.centre,), shape.radius) if isinstance(shape, Disc) else (shape.rings[0], 0.0)
    )
    for one, other, third in (band, (band[1], band[2], band[0]), (band[2], band[0], band[1])):
        way = other - one
        inner = 1 if cross(way, third - one) >= 0 else -1
        if all(inner * cross(way, spot - one) < -(clear + EPS) * abs(way) for spot in spots):
            return True
    return False


def hides_part(eye: Block, body: Block, piece: Block | Flight) -> bool:
    """Whether a piece that a body touches hides part of it: is in the way of some line to it."""
    spot = touched(body, piece)
    if spot is None:
        return False
    assert isinstance(eye.shape, Disc)
    assert isinstance(body.shape, Disc)
    centre, top = body.shape.centre, _top(piece, spot)
    between = _between(eye.shape, body.shape)
    if between is None:
        return True
    way = centre - eye.shape.centre
    part = min(1.0, max(0.0, ((spot - eye.shape.centre) / way).real))
    low, high = (
        here + (there - here) * part
        for here, there in ((eye.bottom, body.bottom), (eye.top, body.top))
    )
    shared = sum(Surface((each,)).area() for each in (between, piece.shape))
    shared -= Surface((between, piece.shape)).area()
    return below(piece.bottom, high) and below(low, top) and below(0.0, shared)


def touched(body: Block, piece: Block | Flight) -> complex | None:
    """Where a round body touches a piece at its side, if it does."""
    assert isinstance(body.shape, Disc)
    centre, radius = body.shape.centre, body.shape.radius
    if below(radius + piece.shape.radius, abs(piece.shape.centre - centre)):
        return None
    spot = piece.shape.point_nearest(centre)
    beside = below(piece.bottom, body.top) and below(body.bottom, _top(piece, spot))
    return spot if beside and at_most(abs(spot - centre), radius) else None


def _top(piece: Block | Flight, spot: complex) -> float:
    return piece.height(spot) if isinstance(piece, Flight) else piece.top


def _between(one: Disc, other: Disc) -> Outline | None:
    """What lies between two discs: bounded by the two lines that graze both, neither crossing over."""
    way = other.centre - one.centre
    if abs(way) <= abs(one.radius - other.radius):
        return None
    turn = math.acos((one.radius - other.radius) / abs(way))
    sides = [way / abs(way) * cmath.rect(1, angle) for angle in (turn, -turn)]
    left, right = ([disc.centre + disc.radius * side for disc in (one, other)] for side in sides)
    return Outline(((left[0], right[0], right[1], left[1]),))
