"""Units on the march as dense samples: numpy, and nothing of the package.

Only what the comparison needs of the rules is here, worked anew from distances between round bases
on flat ground. Points are complex, lengths inches.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

Reals = npt.NDArray[np.float64]
Points = npt.NDArray[np.complex128]
Flags = npt.NDArray[np.bool_]

BASE: Final = 12.5 / 25.4
"""Half of 25 mm."""
NEAR: Final = 2.0
"""How near an enemy nobody ends, and how long a link may be."""
TOUCH: Final = 1e-6
"""Lengths that differ by no more are one."""


@dataclass(frozen=True)
class Field:
    """Round things on a table: blocks that nothing enters, foes, and hedges that a Run keeps out of."""

    blocks: tuple[tuple[complex, float], ...] = ()
    hedges: tuple[tuple[complex, float], ...] = ()
    foes: tuple[tuple[complex, float, float], ...] = ()
    """Where a foe stands, how high up, and how tall it is."""
    size: float = 48.0
    tall: float = 0.0
    """How tall the models of the unit are."""


@dataclass(frozen=True)
class March:
    """A model's route as samples, its travelled length at each, and where it may not be on it."""

    s: Reals
    points: Points
    barred: Flags
    no_end: Flags


def march(waypoints: Sequence[complex], most: float, where: Field, step: float) -> March:
    """A route, as far as it may go, and where on it the field bars the way or an end."""
    s, points = samples(waypoints, step)
    kept = s <= most + TOUCH
    s, points = s[kept], points[kept]
    barred = np.zeros(s.shape, dtype=np.bool_)
    for centre, radius in where.blocks:
        barred |= np.abs(points - centre) < radius + BASE - TOUCH
    for centre, radius in where.hedges:
        over = np.abs(points - centre) < radius + BASE - TOUCH
        left = np.logical_or.accumulate(~over)
        barred |= over & left
    low, high = BASE - TOUCH, where.size - BASE + TOUCH
    inside = (points.real >= low) & (points.real <= high)
    barred |= ~(inside & (points.imag >= low) & (points.imag <= high))
    no_end = np.zeros(s.shape, dtype=np.bool_)
    for centre, level, tall in where.foes:
        barred |= over_foe(points, centre, level, where.tall)
        no_end |= apart(points, centre, where.tall, level, tall) <= NEAR + TOUCH
    return March(s, points, barred, no_end)


def over_foe(points: Points, centre: complex, level: float, height: float) -> Flags:
    """Where a base on the ground is over another one, and not beneath it."""
    if level > 0 and height <= level + TOUCH:
        return np.zeros(points.shape, dtype=np.bool_)
    return np.asarray(np.abs(points - centre) < 2 * BASE - TOUCH)


def apart(points: Points, centre: complex, height: float, level: float, tall: float) -> Reals:
    """How far a model on the ground is from another one in space."""
    aside = np.maximum(np.abs(points - centre) - 2 * BASE, 0.0)
    return np.asarray(np.hypot(aside, max(level - height, 0.0)))


def furthest(of: March, cut: float, others: Iterable[complex], *, clear: float = TOUCH) -> int:
    """The last sample up to a cut, before anything bars the way, that may be ended on; or 0."""
    barred = of.barred.copy()
    for other in others:
        barred |= np.abs(of.points - other) < 2 * BASE - clear
    barred |= of.s > cut + TOUCH
    barred[0] = False
    first = int(np.argmax(barred)) if barred.any() else len(barred)
    lawful = np.flatnonzero(~of.no_end[:first])
    return int(lawful[-1]) if len(lawful) else 0


def samples(waypoints: Sequence[complex], step: float) -> tuple[Reals, Points]:
    """Travelled lengths and points, no more than a step apart, every waypoint among them."""
    lengths, points, travelled = [np.zeros(1)], [np.array(waypoints[:1])], 0.0
    for a, b in pairwise(waypoints):
        n = max(1, int(np.ceil(abs(b - a) / step)))
        part = np.arange(1, n + 1) / n
        lengths.append(travelled + part * abs(b - a))
        points.append(a + part * (b - a))
        travelled += abs(b - a)
    return np.concatenate(lengths), np.concatenate(points)


def chains(places: Sequence[complex], slack: float = TOUCH) -> list[int]:
    """For each place the number of the chain that it is in."""
    chain = list(range(len(places)))
    for i, one in enumerate(places):
        for j in range(i):
            if abs(one - places[j]) - 2 * BASE <= NEAR + slack:
                old, new = chain[i], chain[j]
                chain = [new if c == old else c for c in chain]
    return chain


def kept(start: Sequence[complex], end: Sequence[complex], slack: float = TOUCH) -> bool:
    """Whether those that were in one chain at the start are in one chain at the end."""
    before, after = chains(start), chains(end, slack)
    pairs = [(i, j) for i in range(len(start)) for j in range(i)]
    return all(after[i] == after[j] for i, j in pairs if before[i] == before[j])
