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
    """A straight part of a track: where it starts (travelled length and point), which way, how far."""

    start: float
    origin: complex
    direction: complex
    length: float

    def at(self, t: float) -> complex:
        """The point `t` inches along the leg."""
        return self.origin + self.direction * t


@dataclass(frozen=True, slots=True)
class Track:
    """The way of a base's centre through waypoints.

    Waypoints that repeat the one before count once. A track of no length has one leg of no length
    at its start, so whatever is asked along it is answered for that place.
    """

    points: tuple[complex, ...]
    legs: tuple[Leg, ...] = field(init=False, repr=False, compare=False)
    length: float = field(init=False, compare=False)

    def __post_init__(self) -> None:
        if not self.points:
            raise ValueError("a track has at least the point it starts from")
        legs: list[Leg] = []
        travelled, here = 0.0, self.points[0]
        for point in self.points[1:]:
            if (length := abs(point - here)) > _NO_LENGTH:
                legs.append(Leg(travelled, here, (point - here) / length, length))
                travelled, here = travelled + length, point
        object.__setattr__(self, "legs", tuple(legs) or (Leg(0.0, here, 1 + 0j, 0.0),))
        object.__setattr__(self, "length", travelled)

    @property
    def start(self) -> complex:
        """Where it begins."""
        return self.points[0]

    @property
    def end(self) -> complex:
        """Where it ends."""
        return self.legs[-1].at(self.legs[-1].length)

    def leg_at(self, s: float) -> Leg:
        """The leg being walked at travelled length `s`; at a waypoint, the one that ends there."""
        return next((leg for leg in self.legs if s <= leg.start + leg.length), self.legs[-1])

    def at(self, s: float) -> complex:
        """The point at travelled length `s`, held to the track's two ends."""
        leg = self.leg_at(max(0.0, s))
        return leg.at(min(max(0.0, s - leg.start), leg.length))

    def upto(self, s: float) -> Track:
        """The track cut off at travelled length `s`."""
        if s >= self.length:
            return self
        return Track((*(leg.origin for leg in self.legs if leg.start < s), self.at(s)))

    def stations(self) -> Iterator[tuple[float, complex]]:
        """The waypoints in turn, each with its travelled length."""
        yield 0.0, self.start
        for leg in self.legs:
            if leg.length:
                yield leg.start + leg.length, leg.at(leg.length)
