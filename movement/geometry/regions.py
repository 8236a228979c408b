"""Places where a base may not be, and where along a track that is.

A region is all a rule has to say. It knows nothing of rules: it answers `along`, with the
stretches of a track on which the base is in it, and `closest`, with how near the track comes.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple, Protocol

from movement.geometry.lengths import EPS, JUST, at_most, below
from movement.geometry.shapes import Disc, Edge, Nearest, Shape, first_nearest, near_point
from movement.geometry.spans import Interval, Span, Spans, gaps, joined, meeting
from movement.geometry.track import Leg, Track


class Measured(NamedTuple):
    """A measurement against a limit, in inches.

    `margin` is positive where there is room and negative where there is none; `at` is the
    travelled length at which it was taken, `place` the two points it was taken between.
    """

    value: float
    limit: float
    margin: float
    at: float
    place: tuple[complex, complex]


class Region(Protocol):
    """What every region answers."""

    def along(self, track: Track) -> Spans:
        """The stretches of the track on which the base is in the region, in order."""

    def closest(self, track: Track) -> Measured | None:
        """The track's nearest approach to it, where that is a length."""


@dataclass(frozen=True, slots=True)
class Within:
    """Where a base of true radius `base` comes within `limit` inches of a shape.

    With `touching`, exactly `limit` is within (a zone, an enemy's distance); without, it is not
    (a wall, another base: touching is contact, not overlap). The approach is measured from the
    base's edge; an overlap counts as negative, by the base's radius at most.
    """

    shape: Shape
    base: float
    limit: float = 0.0
    touching: bool = True

    def along(self, track: Track) -> Spans:
        """See `Region`.

        One stops just short; where touching is outside, in exact contact, unless it has long been
        in contact, as along a wall.
        """
        reach = self.base + self.limit
        if self.touching:
            near = _on(track, self.shape, reach + EPS)
            return tuple(Span(lo, hi, max(0.0, lo - JUST)) for lo, hi in near)
        over = _on(track, self.shape, reach - EPS)
        touch = [lo for lo, _ in _on(track, self.shape, reach)] if over else []
        return tuple(
            Span(lo, hi, max(0.0, lo - JUST, *(a for a in touch if a <= lo))) for lo, hi in over
        )

    def touch(self, track: Track) -> float | None:
        """At which travelled length the base comes to exactly `limit`, if it comes within it."""
        if exact := _on(track, self.shape, self.base + self.limit):
            return exact[0][0]
        return self.closest(track).at if self.along(track) else None

    def closest(self, track: Track) -> Measured:
        """See `Region`."""
        found = [(leg, self.shape.nearest(leg)) for leg in track.legs]
        along = (Nearest(leg.travelled(near.t), near.distance) for leg, near in found)
        at, distance = first_nearest(list(along))
        centre = track.at(at)
        edge = self.shape.point_nearest(centre)
        toward = edge - centre
        rim = centre + toward / abs(toward) * self.base if abs(toward) > EPS else centre
        apart = distance - self.base
        return Measured(apart, self.limit, apart - self.limit, at, (rim, edge))


@dataclass(frozen=True, slots=True)
class Near:
    """Where a model comes within `limit` inches of another one in space, exactly so far included.

    Both are upright cylinders: the one that moves of radius `base` and as tall as `height`, the
    other on the disc, from height `low` to `high`. Lengths are taken between nearest points.
    """

    disc: Disc
    low: float
    high: float
    base: float
    height: float
    limit: float

    def along(self, track: Track) -> Spans:
        """See `Region`. One stops just short of it."""
        near = joined(span for leg in track.legs for span in self._on(leg))
        return tuple(Span(lo, hi, max(0.0, lo - JUST)) for lo, hi in near)

    def closest(self, track: Track) -> Measured:
        """See `Region`: here, from where the track ends."""
        centre, level = track.end, track.level_at(track.length)
        edge = self.disc.point_nearest(centre)
        toward = edge - centre
        rim = centre + toward / abs(toward) * self.base if abs(toward) > EPS else centre
        aside = max(0.0, abs(toward) - self.base)
        apart = math.hypot(aside, self._above(level))
        return Measured(apart, self.limit, apart - self.limit, track.length, (rim, edge))

    def _above(self, level: float) -> float:
        """How far apart the two are in height, one of them standing at `level`."""
        return max(0.0, level - self.high, self.low - level - self.height)

    def _on(self, leg: Leg) -> list[Interval]:
        if not leg.rise:
            return self._within(leg, 0.0, leg.length, self._above(leg.level))
        parts = max(1, math.ceil(abs(leg.rise) / _RISER))
        cuts = [leg.length * i / parts for i in range(parts + 1)]
        return [
            span
            for i, (lo, hi) in enumerate(pairwise(cuts))
            for span in self._within(
                leg, lo, hi, self._above(leg.level + leg.rise * (i + 0.5) / parts)
            )
        ]

    def _within(self, leg: Leg, lo: float, hi: float, above: float) -> list[Interval]:
        """Stretches of part of a leg, on which the two are so far apart in height."""
        if not at_most(above, self.limit):
            return []
        reach = self.base + math.sqrt(max(0.0, (self.limit + EPS) ** 2 - above**2))
        near = meeting(self.disc.within(leg, reach), [(lo, hi)])
        climb = leg.climb if hi >= leg.length else 0.0
        return [(leg.travelled(a), leg.travelled(b) + climb) for a, b in near]


_RISER: Final = 1e-3
"""On a slope, heights are taken in steps of at most this much, in."""


@dataclass(frozen=True, slots=True)
class Beyond:
    """All of a track past an allowance. Going exactly so far is not beyond it."""

    allowance: float

    def along(self, track: Track) -> Spans:
        """See `Region`."""
        if at_most(track.length, self.allowance):
            return ()
        return (Span(self.allowance, track.length, self.allowance),)

    def closest(self, track: Track) -> Measured:
        """See `Region`: here, the track's length, and the part of it that is too much."""
        left = self.allowance - track.length
        place = (track.at(self.allowance), track.end)
        return Measured(track.length, self.allowance, left, track.length, place)


@dataclass(frozen=True, slots=True)
class Declared:
    """The whole track or none of it: for what is wrong, or right, with a movement as such."""

    wrong: bool
    measured: Measured | None = None

    def along(self, track: Track) -> Spans:
        """See `Region`."""
        return (Span(0.0, track.length, 0.0),) if self.wrong else ()

    def closest(self, track: Track) -> Measured | None:
        """See `Region`: here, what the rule itself measured."""
        return self.measured


@dataclass(frozen=True, slots=True)
class Along:
    """Stretches of one very track, for what depends on the way there and not on the place."""

    stretches: tuple[Interval, ...]
    measured: Measured | None = None

    def along(self, track: Track) -> Spans:
        """See `Region`."""
        return tuple(
            Span(lo, min(hi, track.length), max(0.0, lo - JUST))
            for lo, hi in self.stretches
            if lo < track.length or hi <= track.length
        )

    def closest(self, track: Track) -> Measured | None:
        """See `Region`: here, what the rule itself measured."""
        return self.measured


@dataclass(frozen=True, slots=True)
class Begun:
    """Only the stretch of a region that a track begins in."""

    region: Region

    def along(self, track: Track) -> Spans:
        """See `Region`."""
        return tuple(span for span in self.region.along(track) if span.start <= 0)

    def closest(self, track: Track) -> Measured | None:
        """See `Region`: here, from where the track begins."""
        return self.region.closest(Track((track.start,)))


@dataclass(frozen=True, slots=True)
class Entered:
    """Only the stretches of a region that a track enters from outside, once it has gone `since`."""

    region: Region
    since: float = 0.0

    def along(self, track: Track) -> Spans:
        """See `Region`."""
        return tuple(span for span in self.region.along(track) if span.start > self.since)

    def closest(self, track: Track) -> Measured | None:
        """See `Region`: of a track that has been in it, once it comes back, if it does."""
        if not self.since and not Begun(self.region).along(track):
            return self.region.closest(track)
        back = self.along(track)
        return self.region.closest(track.since(back[0].start)) if back else None


@dataclass(frozen=True, slots=True)
class Left:
    """All of a track once it has left the stretch of a region that it begins in."""

    region: Region

    def along(self, track: Track) -> Spans:
        """See `Region`. One stops at the last place that is in it."""
        ends = (span.end for span in Begun(self.region).along(track))
        return tuple(Span(end, track.length, end) for end in ends if below(end, track.length))

    def closest(self, track: Track) -> Measured | None:
        """See `Region`: here, how far from it a track ends that has left it."""
        found = self.region.closest(track.at_end) if self.along(track) else None
        return found and found._replace(margin=-found.margin, at=track.length)


@dataclass(frozen=True, slots=True)
class NotBeneath:
    """A region, where a model so tall does not fit beneath what begins at the height `low`.

    A model without height fits beneath what it is lower than.
    """

    region: Region
    height: float
    low: float

    def along(self, track: Track) -> Spans:
        """See `Region`."""
        part = self.part(track)
        return self.region.along(part) if part else ()

    def closest(self, track: Track) -> Measured | None:
        """See `Region`: nothing to measure for a track that stays beneath it."""
        part = self.part(track)
        return self.region.closest(part) if part else None

    def part(self, track: Track) -> Track | None:
        """What of a track does not fit beneath it, or None."""
        legs = tuple(x for leg in track.legs for x in _not_beneath(leg, self.height, self.low))
        if legs == track.legs:
            return track
        return Track(track.points, legs) if legs else None


@dataclass(frozen=True, slots=True)
class Aside:
    """Where a track leaves a line, as long as it has not gone farther than `until`."""

    line: Edge
    until: float

    def along(self, track: Track) -> Spans:
        """See `Region`."""
        part = track.upto(self.until)
        on = (span[:2] for span in Within(self.line, 0.0).along(part))
        off = gaps(on, (0.0, part.length))
        return tuple(Span(lo, hi, max(0.0, lo - JUST)) for lo, hi in off)

    def closest(self, track: Track) -> Measured:
        """See `Region`: the farthest it is off the line."""
        spots = track.upto(self.until).stations()
        far, s, at = max((abs(p - self.line.point_nearest(p)), s, p) for s, p in spots)
        return Measured(far, 0.0, -far, s, (self.line.point_nearest(at), at))


@dataclass(frozen=True, slots=True)
class Astray:
    """Where a track is elsewhere than the right one, length for length, from `since` on.

    A track that has not gone as far as the right one by the length `least` is astray at its end.
    """

    right: Track
    since: float = 0.0
    least: float = 0.0

    def along(self, track: Track) -> Spans:
        """See `Region`."""
        off = joined(self._off(track))
        if self._short(track):
            off = joined([*off, (track.length, track.length)])
        return tuple(Span(lo, hi, max(0.0, lo - JUST)) for lo, hi in off)

    def closest(self, track: Track) -> Measured | None:
        """See `Region`: the farthest it is off, or falls short, if it is."""
        apart, at = max((abs(off), s) for s, off in self._differences(track))
        if below(apart, short := self._short(track)):
            apart, at = short, track.length
            place = (track.end, self.right.at(track.length + short))
        else:
            place = (self.right.at(at), track.at(at))
        return None if at_most(apart, 0.0) else Measured(apart, 0.0, -apart, at, place)

    def _short(self, track: Track) -> float:
        """By how much the track ends too soon."""
        missing = min(self.least, self.right.length) - track.length
        return 0.0 if at_most(missing, 0.0) else missing

    def _differences(self, track: Track) -> list[tuple[float, complex]]:
        """How far off the track is wherever one of the two bends, and at both ends."""
        bends = {s for each in (track, self.right) for s, _ in each.stations()}
        stations = {min(self.since, track.length), track.length, *bends}
        return [
            (s, track.at(s) - self.right.at(s))
            for s in sorted(stations)
            if min(self.since, track.length) <= s <= track.length
        ]

    def _off(self, track: Track) -> Iterable[Interval]:
        stations = self._differences(track)
        if len(stations) == 1 and not at_most(abs(stations[0][1]), 0.0):
            yield stations[0][0], stations[0][0]
        for (a, off), (b, then) in pairwise(stations):
            change = abs(then - off)
            drift = Leg(a, off, (then - off) / change if change > EPS**2 else 1 + 0j, change)
            near = near_point(drift, 0j, EPS)
            if change > EPS**2:
                scale = (b - a) / change
                away = meeting(gaps(near), [(0.0, change)])
                yield from ((a + lo * scale, a + hi * scale) for lo, hi in away if hi > lo)
            elif not at_most(abs(off), 0.0):
                yield a, b


def _not_beneath(leg: Leg, height: float, low: float) -> Iterable[Leg]:
    fits = [at_most(z, low - height) and below(z, low) for z in (leg.level, leg.level + leg.rise)]
    if not any(fits):
        yield leg
    elif not all(fits):
        part = min(max(0.0, (low - height - leg.level) / leg.rise), 1.0)
        yield leg.between(part, 1.0) if fits[0] else leg.between(0.0, part)


def _on(track: Track, shape: Shape, reach: float) -> list[Interval]:
    """Stretches of travelled length on which the track is no farther than `reach` from a shape."""
    return joined(_clipped(track.legs, shape, reach))


def _clipped(legs: Iterable[Leg], shape: Shape, reach: float) -> Iterable[Interval]:
    for leg in legs:
        for lo, hi in meeting(shape.within(leg, reach), [(0.0, leg.length)]):
            yield leg.travelled(lo), leg.travelled(hi) + (leg.climb if hi >= leg.length else 0.0)
