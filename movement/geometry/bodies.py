"""Upright cylinders that stand still, and where one that goes over heights meets them.

On its way over an obstacle a body reaches from the lowest ground beneath its base to its own
height above the obstacle's top.
"""

from __future__ import annotations

from dataclasses import dataclass

from movement.geometry.ground import Ground
from movement.geometry.lengths import EPS, JUST
from movement.geometry.regions import Measured
from movement.geometry.shapes import Disc
from movement.geometry.spans import Interval, Span, Spans, at_least_zero, joined, meeting
from movement.geometry.stretches import Walk
from movement.geometry.surfaces import Off
from movement.geometry.track import Leg, Track


@dataclass(frozen=True, slots=True)
class Body:
    """Where a base of radius `base` and what stands `height` tall on it meets a still cylinder.

    That one is on the disc, from height `low` to `high`. With `touching`, contact counts and one
    stops in exact contact; without, only what overlaps counts. `beneath` are the stretches on
    which the one that moves reaches down to `high`, though its way is higher (see `reaching`).
    """

    disc: Disc
    low: float
    high: float
    base: float
    height: float
    touching: bool = True
    beneath: tuple[Interval, ...] = ()

    def along(self, track: Track) -> Spans:
        """See `Region`."""
        near = self._on(track, EPS if self.touching else -EPS)
        exact = [lo for lo, _ in self._on(track, 0.0)]
        if not self.touching:
            return tuple(Span(lo, hi, max(0.0, lo - JUST)) for lo, hi in near)
        return tuple(Span(lo, hi, self._touch(track, (lo, hi), exact)) for lo, hi in near)

    def closest(self, track: Track) -> Measured | None:
        """See `Region`: from above, where the heights meet; None where they never do.

        Of a body that is touched, where it is first touched.
        """
        if self.touching and (met := self.along(track)):
            at = met[0].stop
        elif (nearest := self._nearest(track)) is not None:
            at = nearest
        else:
            return None
        toward = self.disc.centre - track.at(at)
        gap = abs(toward) - self.base - self.disc.radius
        toward = toward / abs(toward) if abs(toward) > EPS else 1 + 0j
        rim, edge = track.at(at) + toward * self.base, self.disc.centre - toward * self.disc.radius
        return Measured(gap, 0.0, gap, at, (rim, edge))

    def _nearest(self, track: Track) -> float | None:
        """Where the two come closest, from above, of all places where their heights meet."""
        found = []
        for leg in track.legs:
            for lo, hi in meeting(self._abreast(leg, EPS), [(0.0, leg.length or leg.climb)]):
                part = Leg(0.0, leg.at(lo if leg.length else 0.0), leg.direction, 0.0)
                part = part._replace(length=hi - lo) if leg.length else part
                near = Disc(self.disc.centre, 0.0).nearest(part)
                s = leg.travelled(lo + near.t) if leg.length else leg.start + lo
                found.append((near.distance, s))
        return min(found)[1] if found else None

    def _touch(self, track: Track, span: Interval, exact: list[float]) -> float:
        """Where on a stretch the two first touch exactly, or else come closest."""
        if touched := [s for s in exact if span[0] <= s <= span[1]]:
            return touched[0]
        nearest = self._nearest(track.upto(span[1]).since(span[0]))
        return span[0] if nearest is None else nearest

    def _on(self, track: Track, slack: float) -> list[Interval]:
        """Where along a track the two are no farther apart than that, from above and in height."""
        return joined(span for leg in track.legs for span in self._along(leg, slack))

    def _along(self, leg: Leg, slack: float) -> list[Interval]:
        near = self.disc.within(leg, self.base + slack)
        if not leg.length:
            near = [(0.0, leg.climb)] if meeting(near, [(0.0, 0.0)]) else []
        whole = [(0.0, leg.length or leg.climb)]
        pace = leg.pace if leg.length else 1.0
        return [
            (leg.start + lo * pace, leg.start + hi * pace)
            for lo, hi in meeting(meeting(near, self._abreast(leg, slack)), whole)
        ]

    def _abreast(self, leg: Leg, slack: float) -> list[Interval]:
        """Where along a leg, in plan or straight up, the heights of the two meet."""
        rate = leg.rise / (leg.length or leg.climb or 1.0)
        pace = leg.pace if leg.length else 1.0
        low = at_least_zero(-rate, self.high + slack - leg.level)
        low += [((lo - leg.start) / pace, (hi - leg.start) / pace) for lo, hi in self.beneath]
        return meeting(joined(low), at_least_zero(rate, leg.level + self.height - self.low + slack))


def reaching(ground: Ground, walk: Walk, radius: float, height: float) -> tuple[Interval, ...]:
    """Where on its way over obstacles a base is over ground no higher than that."""
    found = []
    for stretch in walk.stretches:
        if over := stretch.obstacle:
            off = Off(ground.higher(height, over.top))
            for leg in walk.track.legs:
                if leg.length and stretch.start <= leg.start and leg.end <= stretch.end:
                    for lo, hi in meeting(off.within(leg, radius - EPS), [(0.0, leg.length)]):
                        found.append((leg.travelled(lo), leg.travelled(hi)))
    return tuple(joined(found))
