"""Lines of sight against dense lines between sampled points, which share no code with them.

A line that is found is looked at by itself; where none is found, none of the sampled ones may be
free. The ordinary suite runs the first tenth of what `-m oracle` runs.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pytest
import rays
from rays import Piece
from sampling import Points
from test_view_oracle import box, moved, shape, star, turn

from movement.geometry.shapes import Disc
from movement.geometry.sight import line_of_sight

SEED = 43

ROUND = 160
"""Points sampled on each disc's circle; a third as many inside it."""

SHAKES, ASIDE = 20, 0.0005
"""How often lines through two corners are shaken, and how far, in."""

Random = np.random.Generator


class Scene(NamedTuple):
    """Two discs, and what lies about them."""

    one: tuple[complex, float]
    other: tuple[complex, float]
    pieces: list[Piece]


# Random scenes, from the origin along x, then turned and shifted


def scenes(rng: Random, count: int) -> Iterator[Scene]:
    for _ in range(count):
        far = rng.uniform(1, 6) if rng.random() < 0.9 else rng.uniform(0.1, 1)  # or overlapping
        by, shift = turn(rng), 9 * rng.random() * turn(rng)
        radii = rng.uniform(0.2, 0.5, 2)
        found = [moved(piece, by, shift) for piece in pieces(rng, far, radii[0])]
        yield Scene((shift, radii[0]), (shift + far * by, radii[1]), found)


def pieces(rng: Random, far: float, radius: float) -> Iterator[Piece]:
    for _ in range(int(rng.integers(1, 6))):
        at, aside = rng.uniform(0.1, 0.9) * far, rng.uniform(-0.7, 0.7)
        kind = rng.integers(0, 7)
        if kind == 0:
            yield complex(at, aside), rng.uniform(0.1, 0.5)
        elif kind == 1:
            yield complex(at, aside) + star(rng, rng.uniform(0.1, 0.7))
        elif kind == 2:
            side = rng.choice([-1, 1])
            yield box(at, aside, at + rng.uniform(0.05, 1), aside + 4 * side)
        elif kind == 3:
            gap = float(rng.choice([0.0, 0.0, 0.002, 0.05]))
            lean = turn(rng) if rng.random() < 0.3 else np.exp(0.2j * rng.normal())
            for side in (-1, 1):
                wall = box(0, side * gap / 2, rng.uniform(0.05, 0.4), 2 * side)
                yield complex(at, aside) + wall * complex(lean)
        elif kind == 4:
            size, by = rng.uniform(0.1, 0.6), turn(rng)
            for x in (-size, 0.0):
                yield complex(at, aside) + box(x, x, x + size, x + size) * by
        elif kind == 5:
            beside = rng.uniform(0.2, 0.5)  # a third base that touches the first
            yield (radius + beside) * np.exp(1j * rng.uniform(-1.5, 1.5)), beside
        else:
            size = rng.uniform(0.05, 1.5)  # a piece that juts into the first base
            covers = box(rng.uniform(-1, 1) * radius, -size, 2, rng.uniform(0, size))
            yield covers * turn(rng)


# The comparison


@pytest.mark.parametrize(
    "count", [100, pytest.param(1_000, marks=pytest.mark.oracle)], ids=["tenth", "whole"]
)
def test_a_line_of_sight_is_free_and_where_there_is_none_no_sampled_line_is(count: int) -> None:
    rng = np.random.default_rng(SEED)
    found = sampled = 0
    for scene in scenes(rng, count):
        blockers = [shape(piece) for piece in scene.pieces]
        line = line_of_sight(Disc(*scene.one), Disc(*scene.other), blockers)
        starts, ends = lines(rng, scene)
        free = bool(rays.free(starts, ends, scene.pieces).any())
        if line is None:
            assert not free, scene
        else:
            for point, (centre, radius) in zip(line, (scene.one, scene.other), strict=True):
                assert abs(point - centre) <= radius + 1e-9, (scene, line)
            start, end = (np.array([point]) for point in line)
            assert rays.free(start, end, scene.pieces)[0], (scene, line)
        found += line is not None
        sampled += free
    print(f"{found} of {count} scenes have a line; sampling found one in {sampled} of them")
    assert 0.25 * count < found < 0.75 * count
    assert sampled > 0.97 * found


def lines(rng: Random, scene: Scene) -> tuple[Points, Points]:
    """From any sampled point to any other, and along lines through two corners, shaken a little."""
    one, other = scene.one, scene.other
    starts, ends = points_of(rng, one), points_of(rng, other)
    marks = [rays.corners(disc[0], piece) for piece in scene.pieces for disc in (one, other)]
    marks += [rays.corners(one[0], other), rays.corners(other[0], one)]
    through = np.concatenate(marks)
    pairs = np.repeat(through, len(through)), np.tile(through, len(through))
    first, second = (np.tile(p[abs(pairs[0] - pairs[1]) > 0.01], SHAKES) for p in pairs)
    first = first + ASIDE * spread(rng, len(first))
    along = second + ASIDE * spread(rng, len(first)) - first
    on_one, on_other = (on_disc(rng, disc, first, along / abs(along)) for disc in (one, other))
    both = ~np.isnan(on_one) & ~np.isnan(on_other)
    return (
        np.concatenate([np.repeat(starts, len(ends)), on_one[both]]),
        np.concatenate([np.tile(ends, len(starts)), on_other[both]]),
    )


def points_of(rng: Random, disc: tuple[complex, float]) -> Points:
    circle = np.exp(2j * np.pi * (np.arange(ROUND) + rng.random()) / ROUND)
    return np.asarray(disc[0] + disc[1] * np.concatenate([circle, spread(rng, ROUND // 3)]))


def spread(rng: Random, count: int) -> Points:
    """Points all over the circle of radius 1 about the origin."""
    return np.asarray(np.sqrt(rng.random(count)) * np.exp(2j * np.pi * rng.random(count)))


def on_disc(rng: Random, disc: tuple[complex, float], points: Points, along: Points) -> Points:
    """A place in a disc on each of the lines through points, none where a line misses it."""
    to = (disc[0] - points) / along
    half = disc[1] ** 2 - to.imag**2
    place = to.real + np.sqrt(np.maximum(half, 0)) * rng.uniform(-1, 1, len(points))
    return np.asarray(np.where(half > 0, points + along * place, np.nan))
