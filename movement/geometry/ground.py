"""What a base stands on: levels, flights of stairs and ramps, ladders, and what is in the way.

A base is *held* where the whole of it lies on surfaces of one level, joined, or on a flight and
the landings it joins; it is *clear* where nothing it overlaps in plan reaches into the heights
that its model takes up. What a route does between two places where it is held and clear is for
`movement.geometry.walk` to say.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from movement.geometry.lengths import EPS, JUST, at_most, below, same
from movement.geometry.regions import Within
from movement.geometry.shapes import Disc, Edge, Outline
from movement.geometry.spans import Interval, at_least_zero, gaps, joined, meeting
from movement.geometry.surfaces import Arc, Off, Surface
from movement.geometry.track import Leg, Track


@dataclass(frozen=True, slots=True)
class Block:
    """A piece that takes up the heights from `bottom` to `top`, and can be stood on.

    One that nothing gets over has an infinite top.
    """

    name: str
    shape: Outline | Disc
    bottom: float
    top: float


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

    def along(self, point: complex) -> float:
        """How far up its direction a point lies, from the origin."""
        return (point / self.up).real

    def height(self, point: complex) -> float:
        """The height of its surface at a point, or of the landing beyond its foot or head."""
        part = (self.along(point) - self.foot) / (self.head - self.foot)
        return self.bottom + (self.top - self.bottom) * min(max(part, 0.0), 1.0)

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

    def before(self, leg: Leg) -> list[Interval]:
        """Stretches of the leg's line that lie before its foot."""
        return at_least_zero(-self.along(leg.direction), self.foot - self.along(leg.origin) + EPS)

    def beyond(self, leg: Leg) -> list[Interval]:
        """Stretches of the leg's line that lie beyond its head."""
        return at_least_zero(self.along(leg.direction), self.along(leg.origin) - self.head + EPS)

    def _at(self, edge: Edge, line: float) -> bool:
        return all(same(self.along(end), line) for end in (edge.start, edge.end))


@dataclass(frozen=True, slots=True)
class Ladder:
    """A ladder from a point at one height to a point at another, upright or leaning."""

    name: str
    foot: complex
    bottom: float
    head: complex
    top: float

    @property
    def length(self) -> float:
        """How long it is."""
        return math.hypot(abs(self.head - self.foot), self.top - self.bottom)


@dataclass(frozen=True)
class Ground:
    """All that can be stood on or is in the way: a table of height 0, and what is on it."""

    table: Outline
    blocks: tuple[Block, ...] = ()
    flights: tuple[Flight, ...] = ()
    ladders: tuple[Ladder, ...] = ()

    @property
    def bulks(self) -> tuple[Block | Flight, ...]:
        """All that takes up room."""
        return (*self.blocks, *self.flights)

    @cached_property
    def levels(self) -> list[float]:
        """The heights at which there is a surface, the table's included, lowest first."""
        found: list[float] = []
        for top in sorted([0.0, *(b.top for b in self.blocks if math.isfinite(b.top))]):
            if not found or below(found[-1], top):
                found.append(top)
        return found

    @cached_property
    def floors(self) -> list[float | Flight]:
        """All that a base can be held by: levels, and flights with their landings."""
        return [*self.levels, *self.flights]

    def surface(self, level: float) -> Surface:
        """All surfaces of a level, joined."""
        return self._above(level - 2 * EPS, level + 2 * EPS, flights=False)

    def held(self, track: Track, floor: float | Flight, radius: float) -> list[Interval]:
        """Where along a track in plan a base lies wholly on a floor."""
        if isinstance(floor, Flight):
            spans = [span for leg in track.legs for span in self._held_on(leg, floor, radius)]
            held = joined(spans)
            return [span for span in held if span[1] - span[0] > JUST or not track.length]
        off = Within(Off(self.surface(floor)), radius, touching=False).along(track)
        return _left((span[:2] for span in off), track.length)

    def clear(
        self, track: Track, floor: float | Flight, radius: float, height: float
    ) -> list[Interval]:
        """Where along a track in plan nothing reaches into a model that stands on a floor."""
        crossed: list[Interval] = []
        for bulk in self.bulks:
            if bulk is floor:
                continue
            if not isinstance(floor, Flight):
                if below(bulk.bottom, floor + height) and below(floor, bulk.top):
                    crossed += overlaps(track, bulk.shape, radius)
            elif not self.leads_on(bulk, floor):
                for leg in track.legs:
                    near = bulk.shape.within(leg, radius - EPS)
                    reached = meeting(near, _lower_than(floor, leg, bulk.top))
                    under = gaps(_lower_than(floor, leg, bulk.bottom - height))
                    crossed += _on(leg, meeting(reached, under))
        return _left(crossed, track.length)

    def good(
        self, track: Track, floor: float | Flight, radius: float, height: float
    ) -> list[Interval]:
        """Where along a track in plan a base is held by a floor and clear."""
        held = self.held(track, floor, radius)
        return meeting(held, self.clear(track, floor, radius, height)) if held else []

    def lowest_under(self, track: Track, radius: float, span: Interval, top: float) -> float | None:
        """The lowest ground that a base comes over on a stretch.

        None where there is none at all, over the table's edge. What stands higher than `top` is
        overhead.
        """
        levels = [level for level in self.levels if at_most(level, top)]
        for level in (None, *levels):
            over = self._above(-math.inf if level is None else level + EPS, top + EPS)
            off = Within(Off(over), radius, touching=False).along(track)
            shared = [min(s.end, span[1]) - max(s.start, span[0]) for s in off]
            if any(
                part > min(EPS, (span[1] - span[0]) / 2) or part == span[1] - span[0]
                for part in shared
            ):
                return level
        return levels[-1]

    def leads_on(self, bulk: Block | Flight, flight: Flight) -> bool:
        """Whether a piece is what leads onto a flight, or on from it: as high, and beside it."""
        if isinstance(bulk, Flight):
            onward = (bulk.up / flight.up).real > 0.5
            ends = ((bulk.top, flight.bottom), (bulk.bottom, flight.top)) if onward else ()
        else:
            ends = ((bulk.top, flight.bottom), (bulk.top, flight.top))
        joins = any(same(one, other) for one, other in ends)
        if (bulk, flight) not in self._apart:
            both, each = Surface((bulk.shape, flight.shape)), (bulk.shape, flight.shape)
            apart = sum(Surface((shape,)).area() for shape in each) - both.area()
            self._apart[bulk, flight] = at_most(apart, 0.0)
        return joins and self._apart[bulk, flight]

    def _held_on(self, leg: Leg, flight: Flight, radius: float) -> list[Interval]:
        """Where on a leg a base that overlaps a flight lies on it and its landings."""
        low = Surface((*self.surface(flight.bottom).pieces, *self._flights(top=flight.bottom)))
        high = Surface((*self.surface(flight.top).pieces, *self._flights(bottom=flight.top)))
        on = flight.shape.within(leg, EPS)
        on += meeting(flight.before(leg), low.inside(leg))
        on += meeting(flight.beyond(leg), high.inside(leg))
        barred = [span for side in flight.sides for span in side.within(leg, radius - EPS)]
        for landing, line, turn in ((low, flight.foot, -1), (high, flight.head, 1)):
            whole = Surface((*landing.pieces, flight.shape))
            for part in whole.boundary:
                if kept := _past(part, flight, line, turn):
                    barred += kept.within(leg, radius - EPS)
        held = meeting(joined(on), gaps(barred))
        return _on(leg, meeting(held, flight.shape.within(leg, radius + EPS)))

    def _flights(self, **ends: float) -> list[Outline]:
        """The outlines of the flights that have one of their ends at a height."""
        return [
            flight.shape
            for flight in self.flights
            if all(same(getattr(flight, end), height) for end, height in ends.items())
        ]

    def _above(self, least: float, most: float, *, flights: bool = True) -> Surface:
        """What of all heights more than `least` and at most `most` can be stood on, joined."""
        known = (least, most, flights)
        if known not in self._known:
            pieces: list[Outline | Disc] = [b.shape for b in self.blocks if least < b.top <= most]
            if flights:
                pieces += [f.shape for f in self.flights if least < f.top and f.bottom <= most]
            if least < 0 <= most:
                pieces.append(self.table)
            self._known[known] = Surface(tuple(pieces))
        return self._known[known]

    @cached_property
    def _apart(self) -> dict[tuple[Block | Flight, Flight], bool]:
        return {}

    @cached_property
    def _known(self) -> dict[tuple[float, float, bool], Surface]:
        return {}


def overlaps(track: Track, shape: Outline | Disc, radius: float) -> list[Interval]:
    """Where along a track a base overlaps a shape; to touch it is not to overlap it."""
    return [span[:2] for span in Within(shape, radius, touching=False).along(track)]


def _left(barred: Iterable[Interval], length: float) -> list[Interval]:
    """What is left of a track between bars. A mere point at the end of one is not."""
    return [span for span in gaps(barred, (0.0, length)) if span[1] > span[0] or not length]


def _on(leg: Leg, intervals: list[Interval]) -> list[Interval]:
    """Stretches of a leg's line as stretches of the track in plan."""
    clipped = meeting(intervals, [(0.0, leg.length)])
    return [(leg.start + lo, leg.start + hi) for lo, hi in clipped]


def _lower_than(flight: Flight, leg: Leg, height: float) -> list[Interval]:
    """Stretches of a leg's line on which a flight's surface, or its landing, is lower."""
    if below(flight.top, height):
        return gaps([])
    if at_most(height, flight.bottom):
        return []
    line = flight.foot + (height - flight.bottom) / flight.slope
    return at_least_zero(-flight.along(leg.direction), line - flight.along(leg.origin) - EPS)


def _past(part: Edge | Arc, flight: Flight, line: float, turn: int) -> Edge | Arc | None:
    """What of a boundary lies on a landing's side of a flight's foot or head."""
    if isinstance(part, Arc):
        return part if turn * (flight.along(part.at(0.5)) - line) >= 0 else None
    ends = [turn * (flight.along(end) - line) for end in (part.start, part.end)]
    if max(ends) < -EPS:
        return None
    if min(ends) >= -EPS:
        return part
    cut = part.start + (part.end - part.start) * ends[0] / (ends[0] - ends[1])
    return Edge(part.start, cut) if ends[0] > ends[1] else Edge(cut, part.end)
