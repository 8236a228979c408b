"""Distances from plain shapes, and a track as dense samples: numpy, and nothing of the package.

Points are complex, lengths inches.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

Reals = npt.NDArray[np.float64]
Points = npt.NDArray[np.complex128]
Flags = npt.NDArray[np.bool_]
Distances = Callable[[Points], Reals]

STEP: Final = 0.0005
"""Between one sample and the next, in."""


def from_disc(centre: complex, radius: float) -> Distances:
    return lambda points: np.maximum(np.abs(points - centre) - radius, 0.0)


def from_half_disc(centre: complex, radius: float, ahead: complex) -> Distances:
    def distances(points: Points) -> Reals:
        seen = (points - centre) * ahead.conjugate()
        beyond_its_back = np.maximum(np.abs(seen.imag) - radius, 0.0)
        from_its_front = np.maximum(np.abs(seen) - radius, 0.0)
        return np.where(seen.real >= 0, from_its_front, np.hypot(seen.real, beyond_its_back))

    return distances


def from_polygon(rings: list[Points]) -> Distances:
    """From what is inside the first ring and outside the others."""
    return lambda points: np.where(inside(points, rings), 0.0, from_sides(points, rings))


def from_outside_of(rings: list[Points]) -> Distances:
    """From what is outside the first ring or inside one of the others."""
    return lambda points: np.where(inside(points, rings), from_sides(points, rings), 0.0)


def from_sides(points: Points, rings: list[Points]) -> Reals:
    nearest = np.full(points.shape, np.inf)
    for a, b in sides(rings):
        side, off = b - a, points - a
        along = (off.real * side.real + off.imag * side.imag) / abs(side) ** 2
        nearest = np.minimum(nearest, np.abs(off - np.clip(along, 0.0, 1.0) * side))
    return nearest


def inside(points: Points, rings: list[Points]) -> Flags:
    """Whether a ray to the right crosses an odd number of sides."""
    odd = np.zeros(points.shape, dtype=np.bool_)
    for a, b in sides(rings):
        if a.imag != b.imag:
            level = (a.imag > points.imag) != (b.imag > points.imag)
            x = a.real + (points.imag - a.imag) * (b.real - a.real) / (b.imag - a.imag)
            odd ^= level & (points.real < x)
    return odd


def sides(rings: list[Points]) -> list[tuple[complex, complex]]:
    return [(complex(a), complex(b)) for r in rings for a, b in zip(r, np.roll(r, -1), strict=True)]


def samples(waypoints: list[complex]) -> tuple[Reals, Points]:
    """Travelled lengths and points, no more than a step apart, every waypoint among them."""
    lengths, points, travelled = [np.zeros(1)], [np.array(waypoints[:1])], 0.0
    for a, b in pairwise(waypoints):
        n = int(np.ceil(abs(b - a) / STEP))
        part = np.arange(1, n + 1) / n
        lengths.append(travelled + part * abs(b - a))
        points.append(a + part * (b - a))
        travelled += abs(b - a)
    return np.concatenate(lengths), np.concatenate(points)


def runs(s: Reals, near: Flags) -> list[tuple[float, float]]:
    """The first and the last travelled length of each run of samples that are near."""
    change = np.diff(np.concatenate([[0], near.astype(np.int8), [0]]))
    starts, ends = np.flatnonzero(change == 1), np.flatnonzero(change == -1) - 1
    return [(float(s[i]), float(s[j])) for i, j in zip(starts, ends, strict=True)]


def turns_near(distance: Reals, reach: float, margin: float) -> bool:
    """Whether the distance has a local extremum within a margin of the reach."""
    rises = np.diff(distance)
    turns = np.flatnonzero(rises[:-1] * rises[1:] <= 0) + 1
    return bool(np.any(np.abs(distance[turns] - reach) < margin))
