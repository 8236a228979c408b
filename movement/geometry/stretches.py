"""What a route over heights is made of: stretches that are held, and obstacles between them."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from movement.geometry.track import Leg, Track


class Leeway(NamedTuple):
    """How far a base may be less than held on its way.

    `part` of its width has to fit into a narrow passage. With `cracks` it goes over gaps narrower
    than half of it; with `overhang` it may lean out over a drop, that part held. What is `beside`
    its way makes it narrow as walls do.
    """

    part: float
    cracks: bool = True
    overhang: bool = False
    beside: tuple[Any, ...] = ()


class Obstacle(NamedTuple):
    """What a base goes over between two places where it is held.

    Heights, in: of the level `before` and `after` it, of its `top` (the highest piece's, or the
    higher level's) and of the `lowest` other ground the base comes over; `after` is None where the
    base is not held again, `lowest` None where there is no ground at all. `pieces` names what
    stands above the level before, the highest last; `ladder` says that it is got over at a ladder's end.
    """

    before: float
    after: float | None
    top: float
    lowest: float | None
    pieces: tuple[str, ...]
    ladder: bool = False

    @property
    def gained(self) -> float:
        """How far one climbs to its top."""
        return self.top - self.before


class Narrow(NamedTuple):
    """What would bar a base from a stretch where it may pass all the same.

    `wall` is the tallest wall there, `height` its height above the floor; `drop` tells whether it
    is over a drop.
    """

    wall: str
    height: float
    drop: bool


@dataclass(frozen=True, slots=True)
class Stretch:
    """Part of a walk, from one travelled length to another, at or between two heights.

    It is held by a level, or by the flight or the ladder it is `on`, or is over an obstacle; or it
    is `narrow`, and not all of the base is held. `stands` tells whether a base may come to stand
    anywhere on it.
    """

    start: float
    end: float
    low: float
    high: float
    stands: bool = True
    on: str = ""
    obstacle: Obstacle | None = None
    narrow: Narrow | None = None


@dataclass(frozen=True, slots=True)
class Climber:
    """What walks: the radius of its base and its height, in.

    With `pays`, height gained by a step or a climb counts as travelled, and height lost on a
    ladder does not; with `pays_down`, height lost counts as well. With `adds`, a slope counts its
    length from above and the height gained on it, and not its surface. What `leaps`, once it has
    left what held it, comes down at the end of its way only. `leeway` is how far it may be less
    than held on its way, if it may.
    """

    radius: float
    height: float
    pays: bool = False
    adds: bool = False
    pays_down: bool = False
    leaps: bool = False
    leeway: Leeway | None = None

    def pace(self, far: float, rise: float) -> float:
        """What an inch from above counts on a slope that goes so far and rises so much."""
        return 1 + max(0.0, rise) / far if self.adds else math.hypot(far, rise) / far


@dataclass(frozen=True, slots=True)
class Walk:
    """A route over heights: its track, measured, and its stretches in turn.

    `plan` is its length from above; `lost` the height it loses by steps, ramps, stairs and ladders;
    `climber` who walks it.
    """

    track: Track
    stretches: tuple[Stretch, ...]
    plan: float
    lost: float
    climber: Climber


@dataclass(slots=True)
class Path:
    """A walk as it is being made."""

    legs: list[Leg] = field(default_factory=list)
    stretches: list[Stretch] = field(default_factory=list)
    length: float = 0.0
    plan: float = 0.0
    lost: float = 0.0

    def add(self, leg: Leg) -> None:
        """Adds a leg at the end."""
        self.legs.append(leg._replace(start=self.length))
        self.length, self.plan = self.legs[-1].end, self.plan + leg.length

    def close(self, start: float, low: float, high: float, **how: Any) -> None:
        """Adds a stretch, from a travelled length to where the walk has come."""
        self.stretches.append(Stretch(start, self.length, low, high, **how))
