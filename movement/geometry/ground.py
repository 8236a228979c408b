"""What a base stands on: levels, flights of stairs and ramps, ladders, and what is in the way.

A base is *held* where the whole of it lies on surfaces of one level, joined, or on a flight and
the landings it joins; it is *clear* where nothing it overlaps in plan reaches into the heights
that its model takes up. What a route does between two places where it is held and clear is for
`movement.geometry.walk` to say.
"""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from movement.geometry.flights import Flight, Landed, Short
from movement.geometry.lengths import EPS, at_most, below, same
from movement.geometry.shapes import Disc, Outline
from movement.geometry.spans import Interval, gaps, joined, meeting
from movement.geometry.surfaces import Off, Surface
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

    def surface(self, floor: float | Flight) -> Surface | Landed:
        """All surfaces of a level, joined; or a flight and its landings."""
        if floor not in self._surfaces:
            if isinstance(floor, Flight):
                before = (flight.shape for flight in self.flights if floor.follows(flight))
                beyond = (flight.shape for flight in self.flights if flight.follows(floor))
                low = Surface((*self._of_level(floor.bottom), *before))
                high = Surface((*self._of_level(floor.top), *beyond))
                self._surfaces[floor] = Landed(floor, low, high)
            else:
                self._surfaces[floor] = Surface(tuple(self._of_level(floor)))
        return self._surfaces[floor]

    def held(self, track: Track, floor: float | Flight, radius: float) -> list[Interval]:
        """Where along a track in plan a base lies wholly on a floor: on a flight, if it overlaps it."""
        held = gaps(overlaps(track, Off(self.surface(floor)), radius), (0.0, track.length))
        if isinstance(floor, Flight):
            held = meeting(held, overlaps(track, floor.shape, radius))
        return _stretches(held, track)

    def clear(
        self,
        track: Track,
        floor: float | Flight,
        radius: float,
        height: float,
        but: Container[Block | Flight] = (),
    ) -> list[Interval]:
        """Where along a track in plan nothing reaches into a model that stands on a floor.

        Nothing `but` some pieces, that is.
        """
        crossed: list[Interval] = []
        for bulk in self.bulks:
            if bulk is floor or bulk in but:
                continue
            if not isinstance(floor, Flight):
                if below(bulk.bottom, floor + height) and below(floor, bulk.top):
                    crossed += overlaps(track, bulk.shape, radius)
            else:
                for leg in track.legs:
                    near = in_way(bulk, floor).within(leg, radius - EPS)
                    reached = meeting(near, floor.lower(leg, bulk.top))
                    under = gaps(floor.lower(leg, bulk.bottom - height))
                    crossed += _on(leg, meeting(reached, under))
        return _stretches(gaps(crossed, (0.0, track.length)), track)

    def good(
        self, track: Track, floor: float | Flight, radius: float, height: float
    ) -> list[Interval]:
        """Where along a track in plan a base is held by a floor and clear."""
        held = self.held(track, floor, radius)
        return meeting(held, self.clear(track, floor, radius, height)) if held else []

    def lowest_under(
        self,
        track: Track,
        radius: float,
        span: Interval,
        top: float,
        holding: Sequence[float | Flight | None] = (),
    ) -> float | None:
        """The lowest ground that a base comes over on a stretch, seen from above.

        None where there is none at all, over the table's edge. What stands higher than `top` is
        overhead, and what is `holding` the base before or after is no other ground, but hides it.
        """

        def shows(height: float) -> bool:
            """Whether the base comes over anything no higher than that."""
            off = overlaps(track, Off(self.higher(height, top, holding)), radius)
            shared = (min(hi, span[1]) - max(lo, span[0]) for lo, hi in off)
            long = min(EPS, (span[1] - span[0]) / 2)
            return any(part > long or part == span[1] - span[0] for part in shared)

        if shows(-math.inf):
            return None
        slopes = [
            flight
            for flight in self.flights
            if flight not in holding and meeting(overlaps(track, flight.shape, radius), [span])
        ]
        heights = sorted(h for h in (*self.levels, *(f.top for f in slopes)) if below(h, top))
        high = next(filter(shows, heights), top)
        low = max((h for h in heights if h < high), default=-math.inf)
        feet = [f.bottom for f in slopes if below(low, f.top) and below(f.bottom, high)]
        low = max(low, min(feet, default=high))
        while below(low, high):
            middle = (low + high) / 2
            low, high = (low, middle) if shows(middle) else (middle, high)
        return high

    def _of_level(self, level: float) -> list[Outline | Disc]:
        """All that makes a level."""
        blocks: list[Outline | Disc] = [b.shape for b in self.blocks if same(b.top, level)]
        return [*blocks, self.table] if same(level, 0.0) else blocks

    def higher(
        self, least: float, most: float, holding: Sequence[float | Flight | None] = ()
    ) -> Surface:
        """What hides all heights up to `least`, of what stands no higher than `most`, joined."""
        tops = [(b.top, b.shape) for b in self.blocks] + [(0.0, self.table)]
        pieces = [shape for top, shape in tops if below(least, top) and at_most(top, most)]
        for flight in self.flights:
            hides = flight.shape if flight in holding else flight.above(least)
            if hides and at_most(flight.bottom, most):
                pieces.append(hides)
        return Surface(tuple(pieces))

    @cached_property
    def _surfaces(self) -> dict[float | Flight, Surface | Landed]:
        return {}


def in_way(bulk: Block | Flight, flight: Flight) -> Outline | Disc | Short:
    """What of a piece can be in the way of who stands on a flight: not what the flight leads to."""
    led_to = bulk.follows(flight) if isinstance(bulk, Flight) else same(bulk.top, flight.top)
    return Short(bulk.shape, flight) if led_to else bulk.shape


def overlaps(track: Track, shape: Outline | Disc | Off | Short, radius: float) -> list[Interval]:
    """Where along a track in plan a base overlaps a shape; to touch it is not to overlap it."""
    return joined(span for leg in track.legs for span in _on(leg, shape.within(leg, radius - EPS)))


def _stretches(spans: Iterable[Interval], track: Track) -> list[Interval]:
    """Those of some spans that are more than a mere point, unless the track is one."""
    return [span for span in spans if span[1] > span[0] or not track.length]


def _on(leg: Leg, intervals: list[Interval]) -> list[Interval]:
    """Stretches of a leg's line as stretches of the track in plan."""
    clipped = meeting(intervals, [(0.0, leg.length)])
    return [(leg.start + lo, leg.start + hi) for lo, hi in clipped]
