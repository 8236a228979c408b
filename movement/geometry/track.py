"""The way a base takes: straight legs through waypoints, measured by travelled length.

Points are complex numbers: x to the right, y up, in inches.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

_NO_LENGTH: Final = 1e-9
"""Two waypoints closer than this are one, in."""


class Leg(NamedTuple):
    """A straight part of a track.

    It starts at travelled length `start` at a point and goes `length` inches in plan, each of
    which counts as `pace` inches travelled: more than 1 on a slope. A leg straight up or down has
    no length in plan and counts `climb` inches. It starts at height `level` and rises by `rise`.
    """

    start: float
    origin: complex
    direction: complex
    length: float
    pace: float = 1.0
    climb: float = 0.0
    level: float = 0.0
    rise: float = 0.0

    @staticmethod
    def of_point(point: complex, level: float = 0.0) -> Leg:
        """A leg of no length, for what is asked of a single point."""
        return Leg(0.0, point, 1 + 0j, 0.0, level=level)

    @property
    def end(self) -> float:
        """The travelled length at its end."""
        return self.start + self.length * self.pace + self.climb

    def at(self, t: float) -> complex:
        """The point `t` inches along the leg, in plan."""
        return self.origin + self.direction * t

    def travelled(self, t: float) -> float:
        """The travelled length at which it is `t` inches along, in plan."""
        return self.start + t * self.pace

    def along(self, s: float) -> float:
        """How many inches along it is, in plan, at travelled length `s`; held to its two ends."""
        return min(max(0.0, (s - self.start) / self.pace), self.length)

    def part(self, s: float) -> float:
        """How much of it is gone at travelled length `s`, from 0 to 1."""
        whole = self.end - self.start
        return min(max(0.0, (s - self.start) / whole), 1.0) if whole else 0.0

    def between(self, lo: float, hi: float) -> Leg:
        """What of it lies between two parts of it, from 0 to 1."""
        return self._replace(
            start=self.start + lo * (self.end - self.start),
            origin=self.at(lo * self.length),
            length=(hi - lo) * self.length,
            climb=(hi - lo) * self.climb,
            level=self.level + lo * self.rise,
            rise=(hi - lo) * self.rise,
        )


@dataclass(frozen=True, slots=True)
class Track:
    """The way of a base's centre through waypoints.

    On the flat it is told by its points alone, of which any that repeats the one before counts
    once; a way over heights comes with its legs. A track of no length has one leg of no length at
    its start, so whatever is asked along it is answered for that place.
    """

    points: tuple[complex, ...]
    legs: tuple[Leg, ...] = field(default=(), repr=False)
    length: float = field(init=False, compare=False)

    def __post_init__(self) -> None:
        if not self.points:
            raise ValueError("a track has at least the point it starts from")
        if not self.legs:
            object.__setattr__(self, "legs", _legs(self.points))
        object.__setattr__(self, "length", self.legs[-1].end)

    @property
    def start(self) -> complex:
        """Where it begins."""
        return self.points[0]

    @property
    def end(self) -> complex:
        """Where it ends."""
        return self.legs[-1].at(self.legs[-1].length)

    @property
    def at_end(self) -> Track:
        """A track of no length at its end, for what is asked of that place."""
        return Track((self.end,), (Leg.of_point(self.end, self.level_at(self.length)),))

    def leg_at(self, s: float) -> Leg:
        """The leg being walked at travelled length `s`; at a waypoint, the one that ends there."""
        return next((leg for leg in self.legs if s <= leg.end), self.legs[-1])

    def at(self, s: float) -> complex:
        """The point at travelled length `s`, held to the track's two ends."""
        leg = self.leg_at(max(0.0, s))
        return leg.at(leg.along(s))

    def level_at(self, s: float) -> float:
        """The height at travelled length `s`, in."""
        if s >= self.length:
            return self.legs[-1].level + self.legs[-1].rise
        leg = self.leg_at(max(0.0, s))
        return leg.level + leg.rise * leg.part(s)

    def upto(self, s: float) -> Track:
        """The track cut off at travelled length `s`."""
        if s >= self.length:
            return self
        kept = [leg for leg in self.legs if leg.start < s] or [self.legs[0]]
        last, part = kept[-1], kept[-1].part(s)
        kept[-1] = last._replace(
            length=last.along(s), climb=last.climb * part, rise=last.rise * part
        )
        end = (kept[-1].at(kept[-1].length),) if kept[-1].length else ()
        return Track((*(leg.origin for leg in kept), *end), tuple(kept))

    def since(self, s: float) -> Track:
        """The track from travelled length `s` on, lengths still told from its start."""
        left = [leg for leg in self.legs if leg.end > s] or [self.legs[-1]]
        first, part = left[0], left[0].part(s)
        gone = first.along(s)
        left[0] = first._replace(
            start=max(s, first.start),
            origin=first.at(gone),
            length=first.length - gone,
            climb=first.climb * (1 - part),
            level=first.level + first.rise * part,
            rise=first.rise * (1 - part),
        )
        return Track((*(leg.origin for leg in left), self.end), tuple(left))

    def stations(self) -> Iterator[tuple[float, complex]]:
        """The waypoints in turn, each with its travelled length."""
        yield 0.0, self.start
        for leg in self.legs:
            if leg.end > leg.start:
                yield leg.end, leg.at(leg.length)


def _legs(points: tuple[complex, ...]) -> tuple[Leg, ...]:
    legs: list[Leg] = []
    travelled, here = 0.0, points[0]
    for point in points[1:]:
        if (length := abs(point - here)) > _NO_LENGTH:
            legs.append(Leg(travelled, here, (point - here) / length, length))
            travelled, here = travelled + length, point
    return tuple(legs) or (Leg.of_point(here),)
