"""A part of a walk between ladders: from floor to floor, and over what lies between two of them.

All that the base overlaps between two successive places where it is held and clear is one
obstacle.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from movement.geometry.flights import Flight
from movement.geometry.ground import Block, Ground, in_way, overlaps
from movement.geometry.leeway import Passing, closed
from movement.geometry.lengths import EPS, JUST, at_most, below, same
from movement.geometry.spans import Interval, gaps, joined, meeting
from movement.geometry.stretches import Climber, Obstacle, Path
from movement.geometry.track import Leg, Track

ALIKE: Final = 0.005
"""Heights, and places at a ladder, that differ by no more are one: files round them, in."""

Floor = float | Flight
"""What holds a base: a level, or a flight with its landings."""


class Stroll:
    """A part of a walk between ladders: along a track in plan, from floor to floor."""

    def __init__(
        self,
        path: Path,
        ground: Ground,
        climber: Climber,
        points: Sequence[complex],
        from_ladder: bool,
        to_ladder: bool,
    ) -> None:
        leeway, size = climber.leeway, (climber.radius, climber.height)
        self.track = Track(tuple(points))
        self.firm = {f: ground.good(self.track, f, *size) for f in ground.floors}
        if leeway and leeway.cracks:
            ground = closed(ground, climber.radius)
        self.path, self.ground, self.climber = path, ground, climber
        self.from_ladder, self.to_ladder = from_ladder, to_ladder
        self.over = [(b, overlaps(self.track, b.shape, climber.radius)) for b in ground.bulks]
        good = {f: ground.good(self.track, f, *size) for f in ground.floors}
        self.passing = Passing(ground, self.track, climber, good)
        near = 2 * climber.radius  # what is about a ladder's end is on the way to it
        whole = from_ladder * near, self.track.length - to_ladder * near
        passed = {f: meeting(spans, [whole]) for f, spans in self.passing.spots.items()}
        self.good = {f: joined([*spans, *passed[f]]) for f, spans in good.items()}

    def go(self, level: float) -> float:
        """Walks it from a height, and returns the height at its end."""
        s, floor = 0.0, self._standing(level)
        while True:
            if floor is not None:
                end = max(hi for lo, hi in self.good[floor] if lo - EPS <= s <= hi + EPS)
                end, joins = self._handed_on(floor, s, min(end, self.track.length))
                level = self._hold(floor, s, end)
                s = end
                if joins is not None:
                    floor = joins
                    continue
                if at_most(self.track.length, s):
                    return level
                joins = self._joining(floor, s, level)
                if joins is not None:
                    floor = joins
                    continue
            s, floor, level = self._pass(floor, s, level)
            if floor is None:
                return level

    def _standing(self, level: float) -> Floor | None:
        """What holds the base at the start, at the height it starts from."""
        for floor, spans in self.good.items():
            if any(lo <= EPS for lo, _ in spans) and same_level(self._level(floor, 0.0), level):
                return floor
        return None

    def _level(self, floor: Floor, s: float) -> float:
        """The height of a floor where the base's centre is."""
        return floor.height(self.track.at(s)) if isinstance(floor, Flight) else floor

    def _handed_on(self, floor: Floor, s: float, end: float) -> tuple[float, Floor | None]:
        """How far a flight holds the base before another one that joins it takes over, if one does.

        It does where the base's centre passes from the one to the other.
        """
        if isinstance(floor, Flight):
            for x in sorted(x for x in self._passing(floor) if s + EPS < x < end - EPS):
                for other, spans in self.good.items():
                    holds = any(lo - EPS <= x and x + EPS < hi for lo, hi in spans)
                    alike = same_level(self._level(other, x), self._level(floor, x))
                    if isinstance(other, Flight) and other is not floor and holds and alike:
                        return x, other
        return end, None

    def _passing(self, flight: Flight) -> Iterator[float]:
        """Where the centre passes a flight's foot or head."""
        for leg in self.track.legs:
            rate = flight.along(leg.direction)
            for line in (flight.foot, flight.head) if abs(rate) > EPS else ():
                t = (line - flight.along(leg.origin)) / rate
                if 0 <= t <= leg.length:
                    yield leg.start + t

    def _joining(self, floor: Floor, s: float, level: float) -> Floor | None:
        """Another floor that holds the base from here on, at the same height."""
        for other, spans in self.good.items():
            joins = any(lo - EPS <= s and s + EPS < hi for lo, hi in spans)
            if joins and other is not floor and same_level(self._level(other, s), level):
                return other
        return None

    def _hold(self, floor: Floor, s: float, end: float) -> float:
        """Adds the stretches on which a floor holds the base, or lets it pass."""
        for lo, hi, stands in _parts(self.firm.get(floor, []), s, end):
            start, low = self.path.length, self._level(floor, lo)
            for leg in self._legs(lo, hi):
                for piece in self._laid(leg, floor):
                    self.path.add(piece)
                    self.path.lost += max(0.0, -piece.rise)
            self.path.close(
                start,
                low,
                self._level(floor, hi),
                stands=stands,
                on=floor.name if isinstance(floor, Flight) else "",
                narrow=None if stands else self.passing.narrow(floor, (lo, hi)),
            )
        return self._level(floor, end)

    def _laid(self, leg: Leg, floor: Floor) -> list[Leg]:
        """A leg as it lies on a floor."""
        if isinstance(floor, Flight):
            return floor.sloping(leg, self.climber.pace)
        return [leg._replace(level=floor)]

    def _pass(
        self, floor: Floor | None, s: float, level: float
    ) -> tuple[float, Floor | None, float]:
        """Adds the obstacle that begins at `s`, and finds where the base is held again."""
        before = self._edge_level(floor, s, 1) if isinstance(floor, Flight) else level
        end, other, lifted = self._next_held(floor, s, level, before)
        after = None if other is None else self._edge_level(other, end, -1)
        at_ladder = self._at_ladder(s, end, other)
        if at_ladder and after is None:
            after = before
        reached = before if after is None else after
        top, over = self._top((floor, other), s, end, (before, reached), lifted)
        if isinstance(other, Flight) and other is not floor and below(before, reached):
            over.append((reached, other.name))
        pieces = tuple(name for _, name in sorted(over))
        lowest = self._lowest((floor, other), (s, end), top, min(before, reached))
        self._go_over(Obstacle(before, after, top, lowest, pieces, at_ladder), s, end)
        if other is None:
            return end, None, reached
        return end, other, self._level(other, end)

    def _at_ladder(self, s: float, end: float, after: Floor | None) -> bool:
        """Whether a stretch is the way onto a ladder or off one, within a base's breadth of it."""
        gets_off = self.from_ladder and s <= EPS
        gets_on = self.to_ladder and after is None
        return (gets_off or gets_on) and at_most(end - s, 2 * self.climber.radius)

    def _go_over(self, obstacle: Obstacle, s: float, end: float) -> None:
        start = self.path.length
        level = obstacle.before if obstacle.ladder else obstacle.top
        legs = self._legs(s, end)
        if self.climber.pays and math.isfinite(level) and below(obstacle.before, level):
            climb = level - obstacle.before
            first = legs[0]
            self.path.add(
                first._replace(length=0.0, climb=climb, level=obstacle.before, rise=climb)
            )
        for leg in legs:
            self.path.add(leg._replace(level=level))
        after = obstacle.before if obstacle.after is None else obstacle.after
        if self.climber.pays_down and obstacle.after is not None and below(after, level):
            foot, down = legs[-1].at(legs[-1].length), level - after
            self.path.add(Leg(0.0, foot, legs[-1].direction, 0.0, 1.0, down, level, -down))
        self.path.lost += max(0.0, level - after) if math.isfinite(level) else 0.0
        self.path.close(start, obstacle.before, after, stands=False, obstacle=obstacle)

    def _next_held(
        self, floor: Floor | None, s: float, level: float, before: float
    ) -> tuple[float, Floor | None, float]:
        """Where the base is next held and clear, by what, and what level it was lifted to till then.

        It stands on the highest thing there that is no higher than what it has come over, but on
        none that it has been beneath all the way.
        """
        lifted = level
        overhead = [
            (bulk.top, hi)
            for bulk, spans in self.over
            for lo, hi in spans
            if (lo < s - EPS or lo <= 0) and s < hi
            if at_most(level + self.climber.height, bulk.bottom)
        ]
        times = {lo for spans in self.good.values() for lo, _ in spans}
        times |= {hi for _, spans in self.over for _, hi in spans}
        times = {self.track.length} if self.climber.leaps else times
        for x in sorted(time for time in times if below(s, time) or (floor is None and time >= s)):
            for other in sorted(self.good, key=lambda f: -self._level(f, x)):
                if not any(lo - EPS <= x <= hi + EPS for lo, hi in self.good[other]):
                    continue
                low, after = self._level(other, x), self._edge_level(other, x, -1)
                reach, _ = self._top(() if other is floor else (floor,), s, x, (before,), level)
                beneath = any(same(low, roof) and x <= hi for roof, hi in overhead)
                if low > reach + ALIKE or beneath:
                    continue
                lifted = max(lifted, low, after)
                top, _ = self._top((floor, other), s, x, (before, after), lifted)
                if not self._above(other, low, top, x, floor):
                    return x, other, lifted
        return self.track.length, None, lifted

    def _above(self, floor: Floor, level: float, top: float, x: float, left: Floor | None) -> bool:
        """Whether the base is still over something higher than a floor, and not under it.

        So it is over the flight that it has `left`, and over what it has come over.
        """
        last = self.track.length - EPS
        for bulk, spans in self.over:
            if bulk is floor or below(bulk.bottom, level + self.climber.height):
                continue
            if isinstance(floor, Flight):
                spans = overlaps(self.track, in_way(bulk, floor), self.climber.radius)
            over = any(lo + EPS < x and (x < hi - EPS or hi >= last) for lo, hi in spans)
            if over and (bulk is left or at_most(self._height_of(bulk, [(x, x)]), top)):
                return True
        return False

    def _top(
        self,
        holding: Sequence[Floor | None],
        s: float,
        x: float,
        sides: Sequence[float],
        lifted: float,
    ) -> tuple[float, list[tuple[float, str]]]:
        """How high the base has to go between two lengths, and what stands above the first side.

        A flight that holds it is none of that, and what hangs clear above the model, where it goes
        over the rest and where it was `lifted` to, is passed beneath.
        """
        met = [
            (bulk, self._height_of(bulk, here))
            for bulk, spans in self.over
            if bulk not in holding
            for here in [meeting(self._barring(bulk, spans, holding), [(s, x)])]
            if any(hi - lo > EPS for lo, hi in here)
        ]
        reached = list(sides)
        while reached:
            top = max(reached)
            head = max(top, lifted) + self.climber.height
            reached = [high for b, high in met if below(b.bottom, head) and below(top, high)]
        return top, [(h, b.name) for b, h in met if below(sides[0], h) and at_most(h, top)]

    def _barring(
        self, bulk: Block | Flight, spans: Sequence[Interval], holding: Sequence[Floor | None]
    ) -> list[Interval]:
        """Where a piece that the base overlaps is in its way, and not what narrows its passage."""
        return meeting(spans, gaps(self.passing.aside(bulk, holding)))

    def _lowest(
        self, holding: Sequence[Floor | None], span: Interval, top: float, least: float
    ) -> float | None:
        """The lowest ground that the base comes over, but for the drops that it passes."""
        through = [span for f in holding if f is not None for span in self.passing.through[f]]
        parts = meeting(gaps(through), [span])
        found = [
            self.ground.lowest_under(self.track, self.climber.radius, part, top, holding)
            for part in parts
            if part[1] - part[0] > EPS or span[0] == span[1]
        ]
        lowest = [level for level in found if level is not None]
        return None if len(lowest) < len(found) else min(lowest, default=least)

    def _height_of(self, bulk: Block | Flight, spans: Sequence[Interval]) -> float:
        """The height of a piece where the base overlaps it."""
        if isinstance(bulk, Block):
            return bulk.top
        bends = [s for s, _ in self.track.stations()]
        parts = (sorted({lo, hi, *(s for s in bends if lo < s < hi)}) for lo, hi in spans)
        return max(self._highest(bulk, a, b) for part in parts for a, b in _pairs(part))

    def _highest(self, flight: Flight, lo: float, hi: float) -> float:
        """How high a flight is at its highest under a base that goes straight on over it.

        What a base overlaps of it changes so, along a straight way, that the height of its highest
        point has one peak: it is narrowed down to by thirds.
        """
        radius = self.climber.radius
        while hi - lo > EPS:
            third = (hi - lo) / 3
            a, b = (
                flight.highest_under(self.track.at(s), radius) for s in (lo + third, hi - third)
            )
            lo, hi = (lo + third, hi) if a < b else (lo, hi - third)
        return flight.highest_under(self.track.at((lo + hi) / 2), radius)

    def _edge_level(self, floor: Floor, s: float, toward: int) -> float:
        """The height of a floor under the base's edge nearest to what it comes to, or leaves.

        That is the highest place where the base touches an edge of the flight or a piece; if it
        touches none, its foremost edge (`toward` 1) or its hindmost (-1).
        """
        if not isinstance(floor, Flight):
            return floor
        centre, radius = self.track.at(s), self.climber.radius
        bulks = (bulk.shape for bulk, _ in self.over if bulk is not floor)
        things = (*self.ground.surface(floor).boundary, *bulks)
        touched = [thing.point_nearest(centre) for thing in things]
        edges = [point for point in touched if abs(abs(point - centre) - radius) <= JUST]
        if edges:
            return max(map(floor.height, edges))
        return floor.height(centre + self.track.leg_at(s).direction * radius * toward)

    def _legs(self, s: float, end: float) -> list[Leg]:
        """The parts of the track in plan from one length to another."""
        parts: list[Leg] = []
        for leg in self.track.legs:
            lo, hi = max(s, leg.start) - leg.start, min(end, leg.end) - leg.start
            if hi > lo or (hi == lo and leg is self.track.legs[-1] and not parts):
                parts.append(Leg(0.0, leg.at(lo), leg.direction, max(0.0, hi - lo)))
        return parts


def _parts(spans: Sequence[Interval], s: float, end: float) -> Iterator[tuple[float, float, bool]]:
    """The parts of a stretch that lie in some spans, and those that do not, in turn."""
    inner = (at for span in spans for at in span if s + EPS < at < end - EPS)
    for lo, hi in _pairs(sorted({s, *inner, end})):
        middle = (lo + hi) / 2
        yield lo, hi, any(a - EPS <= middle <= b + EPS for a, b in spans)


def _pairs(stations: Sequence[float]) -> list[Interval]:
    """Each of some travelled lengths with the next; one alone with itself."""
    return list(pairwise(stations)) or [(stations[0], stations[0])]


def same_level(a: float, b: float) -> bool:
    """Whether two heights are one, to a hundredth: files round the heights on a slope."""
    return abs(a - b) <= ALIKE
