"""What a base may do on its way where no floor wholly holds it: cracks, passages, leans.

It never comes to stand there. What bars it on its way are walls, taller than it steps over, and
drops, deeper than it steps down.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import combinations, permutations

from movement.geometry.flights import Flight, Short
from movement.geometry.ground import Block, Ground, in_way, overlaps
from movement.geometry.lengths import EPS, below, same
from movement.geometry.passage import APART, Room
from movement.geometry.shapes import Disc, Edge, Outline, cross
from movement.geometry.spans import Interval, gaps, joined, meeting
from movement.geometry.stretches import Climber, Leeway, Narrow
from movement.geometry.surfaces import Off, Surface
from movement.geometry.track import Track

Floor = float | Flight
"""What holds a base: a level, or a flight with its landings."""

_CORNER = 1e-9
"""Corners closer together than this are one, in."""


@lru_cache(maxsize=64)
def closed(ground: Ground, most: float) -> Ground:
    """The ground with every crack closed: the gaps between facing edges closer than `most`."""
    cracks = [
        Block("", filler, level, level)
        for level in ground.levels
        for filler in _cracks(ground, level, most)
    ]
    return replace(ground, blocks=(*ground.blocks, *cracks)) if cracks else ground


@lru_cache(maxsize=256)
def walls(ground: Ground, floor: Floor, height: float) -> Mapping[Block | Flight, Outline | Disc]:
    """What stands too tall to be stepped over from a floor, with the shape it has there."""
    found: dict[Block | Flight, Outline | Disc] = {}
    for bulk in ground.bulks:
        if isinstance(floor, Flight):
            if bulk is not floor and not isinstance(in_way(bulk, floor), Short):
                low, high = _heights_along(bulk, floor)
                if below(bulk.bottom, high + height) and below(low + height, bulk.top):
                    found[bulk] = bulk.shape
        elif below(bulk.bottom, floor + height) and below(floor + height, bulk.top):
            shape = bulk.above(floor + height) if isinstance(bulk, Flight) else bulk.shape
            if shape is not None:
                found[bulk] = shape
    return found


@lru_cache(maxsize=256)
def room(ground: Ground, floor: Floor, height: float, beside: tuple[Block, ...]) -> Room:
    """Where a point of a base may be on its way over a floor: between walls and drops."""
    low, high = (floor.bottom, floor.top) if isinstance(floor, Flight) else (floor, floor)
    others = (b.shape for b in beside if below(low, b.top) and below(b.bottom, high + height))
    barred = Surface((*walls(ground, floor, height).values(), *others))
    if isinstance(floor, Flight):
        return Room(ground.surface(floor), barred)
    least, most = floor - height - EPS, floor + height + EPS
    pieces = [block.shape for block in ground.blocks if least < block.top < most]
    slopes = (flight.above(least) for flight in ground.flights if flight.bottom < most)
    table = [ground.table] if least < 0 < most else []
    return Room(Surface((*pieces, *(s for s in slopes if s), *table)), barred)


@dataclass(slots=True)
class Passing:
    """Where along a track in plan a base passes what bars it elsewhere, floor by floor.

    `passed` is where the room is too small for it, and still lets it pass; `through` are whole such
    stretches between places where nothing bars it; on `spots` of them the part of it that has to
    fit lies on that very floor, and nothing lower is in its way.
    """

    ground: Ground
    track: Track
    climber: Climber
    good: Mapping[Floor, list[Interval]]
    passed: dict[Floor, list[Interval]] = field(init=False)
    through: dict[Floor, list[Interval]] = field(init=False)
    spots: dict[Floor, list[Interval]] = field(init=False)

    def __post_init__(self) -> None:
        leeway, radius = self.climber.leeway, self.climber.radius
        self.passed = {f: self._passed(f, leeway) if leeway else [] for f in self.good}
        self.through = {floor: [] for floor in self.good}
        self.spots = {floor: [] for floor in self.good}
        if leeway is None:
            return
        for floor, spans in self.passed.items():
            if spans:
                about = self._room(floor, leeway)
                tight = meeting(about.inside(self.track), about.near(self.track, radius))
                others = (self.passed[f] + self.good[f] for f in self.good if _joins(f, floor))
                kept = joined([*spans, *(span for each in others for span in each)])
                self.through[floor] = [run for run in joined(tight) if _within(run, kept)]
                off = overlaps(self.track, Off(self.ground.surface(floor)), radius * leeway.part)
                lower = self.ground.clear(
                    self.track, floor, radius, self.climber.height, self._walls(floor)
                )
                on = meeting(gaps(off), lower)
                self.spots[floor] = meeting(meeting(self.through[floor], spans), on)

    def narrow(self, floor: Floor, span: Interval) -> Narrow | None:
        """What would bar the base from a stretch on which it passes, if anything would."""
        if not _meets(self.spots[floor], span):
            return None
        radius = self.climber.radius
        met = [
            bulk
            for bulk, shape in self._walls(floor).items()
            if _meets(overlaps(self.track, shape, radius), span)
        ]
        tallest = max(met, key=lambda bulk: bulk.top, default=None)
        low = self._level(floor, span)
        drop = _meets(overlaps(self.track, Off(self.ground.surface(floor)), radius), span)
        return Narrow(tallest.name if tallest else "", tallest.top - low if tallest else 0.0, drop)

    def aside(self, bulk: Block | Flight, floors: Sequence[Floor | None]) -> list[Interval]:
        """Where a piece does not count as in the way, being what narrows the passage."""
        return [
            span
            for floor in floors
            if floor is not None and bulk in self._walls(floor)
            for span in self.through[floor]
        ]

    def _level(self, floor: Floor, span: Interval) -> float:
        """The lowest that a floor is on a stretch."""
        if isinstance(floor, Flight):
            return min(floor.height(self.track.at(s)) for s in span)
        return floor

    def _walls(self, floor: Floor) -> Mapping[Block | Flight, Outline | Disc]:
        return walls(self.ground, floor, self.climber.height)

    def _room(self, floor: Floor, leeway: Leeway) -> Room:
        return room(self.ground, floor, self.climber.height, leeway.beside)

    def _passed(self, floor: Floor, leeway: Leeway) -> list[Interval]:
        """The places on a floor at which walls and drops do not bar the base."""
        about, radius = self._room(floor, leeway), self.climber.radius
        passed = about.passages(self.track, radius, leeway.part)
        if leeway.overhang:
            walled = (
                span for each in about.walls.pieces for span in overlaps(self.track, each, radius)
            )
            bad = joined([*walled, *about.near(self.track, radius * leeway.part)])
            tight = meeting(about.inside(self.track), about.near(self.track, radius))
            passed = joined([*passed, *meeting(tight, gaps(bad))])
        return passed


def _joins(one: Floor, other: Floor) -> bool:
    """Whether of two floors one is a flight that leads onto the other or on from it."""
    ends = [{f.bottom, f.top} if isinstance(f, Flight) else {f} for f in (one, other)]
    sloped = isinstance(one, Flight) or isinstance(other, Flight)
    return sloped and one is not other and any(same(a, b) for a in ends[0] for b in ends[1])


def _within(span: Interval, kept: Sequence[Interval]) -> bool:
    return any(lo - EPS <= span[0] and span[1] <= hi + EPS for lo, hi in kept)


def _meets(spans: Sequence[Interval], span: Interval) -> bool:
    return any(hi - lo > EPS for lo, hi in meeting(spans, [span]))


def _heights_along(bulk: Block | Flight, flight: Flight) -> Interval:
    """From which height to which a flight rises where a piece stands at it or beside it."""
    if isinstance(bulk.shape, Disc):
        spots = [bulk.shape.centre + flight.up * bulk.shape.radius * side for side in (-1, 1)]
    else:
        spots = list(bulk.shape.rings[0])
    heights = [flight.height(spot) for spot in spots]
    return min(heights), max(heights)


def _cracks(ground: Ground, level: float, most: float) -> Iterator[Outline]:
    """The gaps between facing edges of a level, and before corners, each where it is no wider."""
    edges = [edge for edge in ground.surface(level).boundary if isinstance(edge, Edge)]
    for one, other in combinations(edges, 2):
        if _face(one, other):
            deep = -1j * one.direction * most
            ring = [one.start, one.start + deep, one.end + deep, one.end]
            yield from _before(other, ring, one.start, -1j * one.direction, most)
    for one, other in permutations(edges, 2):
        turn = cross(one.direction, other.direction)
        if abs(one.end - other.start) > EPS or turn <= EPS:
            continue
        corner, ways = other.start, (-1j * one.direction, -1j * other.direction)
        middle = sum(ways) / abs(sum(ways))
        far = [corner + way * most / (way / middle).real for way in ways]
        for facing in edges:
            if _face(one, facing) and _face(other, facing):
                yield from _before(facing, [corner, *far], corner, middle, most)


def _before(
    edge: Edge, ring: Sequence[complex], origin: complex, away: complex, most: float
) -> Iterator[Outline]:
    """What of a ring an edge faces, where it and a line across a direction are close enough."""
    sides: tuple[Callable[[complex], float], ...] = (
        lambda p: _seen(edge, p).real,
        lambda p: edge.length - _seen(edge, p).real,
        lambda p: -_seen(edge, p).imag,
        lambda p: most - EPS + _seen(edge, p).imag - ((p - origin) / away).real,
    )
    for side in sides:
        ring = _kept(ring, [side(point) for point in ring])
    if len(ring) > 2 and (outline := Outline((tuple(ring),))).area() > _CORNER:
        yield outline


def _face(one: Edge, other: Edge) -> bool:
    return (one.direction / other.direction).real < math.cos(APART) - EPS


def _seen(edge: Edge, point: complex) -> complex:
    """A point as seen from an edge's start along it."""
    return (point - edge.start) / edge.direction


def _kept(ring: Sequence[complex], values: Sequence[float]) -> list[complex]:
    """What of a ring lies where a value, known at its corners, is not negative."""
    kept: list[complex] = []
    for i, (point, value) in enumerate(zip(ring, values, strict=True)):
        before = values[i - 1]
        if (value < 0) != (before < 0):
            kept.append(point + (ring[i - 1] - point) * value / (value - before))
        if value >= 0:
            kept.append(point)
    return [p for i, p in enumerate(kept) if abs(p - kept[i - 1]) > _CORNER]
