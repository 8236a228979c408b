"""Views, and what is seen from a point, against dense rays, which share no code with them.

The ordinary suite runs the first tenth of what `-m oracle` runs.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pytest
import rays
from rays import Piece
from sampling import Points

from movement.geometry.regions import Within
from movement.geometry.shapes import Disc, Outline
from movement.geometry.track import Track
from movement.geometry.view import View, sees

SAME = 0.001
"""How far apart a length and the sampled one may be, in."""

STEP = 0.05
"""Between one place of a base and the next, in."""

SEED = 41

Random = np.random.Generator


class Scene(NamedTuple):
    """An eye among pieces, and a base's places along a track."""

    view: View
    pieces: list[Piece]
    base: float
    track: Track
    s: list[float]


# Random scenes, about an eye at the origin, then turned and shifted


def pieces(rng: Random, radius: float) -> Iterator[Piece]:
    for _ in range(int(rng.integers(0, 5))):
        away = rng.uniform(0.2, radius + 0.3) * turn(rng)
        kind = rng.integers(0, 7)
        if kind == 0:
            yield away, rng.uniform(0.05, 0.6)
        elif kind == 1:
            yield away + star(rng, rng.uniform(0.1, 0.7))
        elif kind == 2:
            yield from (away + part * turn(rng) for part in two_of_a_wall(0.0))
        elif kind == 3:
            by = turn(rng)
            gap = float(rng.choice([0.0, 0.0, 0.001, 0.01]))
            yield from (away + part * by for part in two_of_a_wall(gap))
        elif kind == 4:
            by = turn(rng)
            yield from (away + box(x, x, x + 0.3, x + 0.3) * by for x in (-0.3, 0.0))
        elif kind == 5:
            yield star(rng, rng.uniform(0.05, 0.3))  # in which the eye stands, or in a bay of it
        else:
            yield box(0, -rng.uniform(0.1, 1), rng.uniform(0.05, 1), rng.uniform(0.1, 1)) * turn(
                rng
            )


def turn(rng: Random) -> complex:
    return complex(np.exp(1j * rng.uniform(0, 2 * np.pi)))


def star(rng: Random, far: float) -> Points:
    """A ring that is hardly ever convex."""
    n = int(rng.integers(4, 9))
    turns = 2 * np.pi * (np.arange(n) + 0.7 * rng.random(n)) / n
    return np.asarray(rng.uniform(0.3 * far, far, n) * np.exp(1j * turns)) + far * turn(rng)


def box(x0: float, y0: float, x1: float, y1: float) -> Points:
    return np.array([complex(x0, y0), complex(x1, y0), complex(x1, y1), complex(x0, y1)])


def two_of_a_wall(gap: float) -> tuple[Points, Points]:
    return box(-0.1, -1, 0.1, -gap / 2), box(-0.1, gap / 2, 0.1, 1)


def scenes(count: int) -> Iterator[Scene]:
    rng = np.random.default_rng(SEED)
    for _ in range(count):
        radius, by, eye = rng.uniform(0.8, 2.5), turn(rng), 9 * rng.random() * turn(rng)
        ahead = turn(rng) if rng.random() < 0.7 else None
        found = [moved(piece, by, eye) for piece in pieces(rng, radius)]
        view = View(eye, radius, ahead, tuple(map(shape, found)))
        track = Track(tuple(eye + rng.uniform(0, 3.5) * turn(rng) for _ in range(3)))
        s = [*np.arange(0, track.length, STEP), track.length]
        yield Scene(view, found, rng.uniform(0.2, 1), track, s)


def moved(piece: Piece, by: complex, shift: complex) -> Piece:
    if isinstance(piece, tuple):
        return piece[0] * by + shift, piece[1]
    return piece * by + shift


def shape(piece: Piece) -> Outline | Disc:
    return Disc(*piece) if isinstance(piece, tuple) else Outline((tuple(map(complex, piece)),))


# The comparison


@pytest.mark.parametrize(
    "count", [100, pytest.param(1_000, marks=pytest.mark.oracle)], ids=["tenth", "whole"]
)
def test_a_base_is_as_far_from_what_is_seen_as_from_the_nearest_ray(count: int) -> None:
    cut = grazed = points = 0
    for scene in scenes(count):
        view, track = scene.view, scene.track
        places = np.array([track.at(s) for s in scene.s])
        ends = rays.seen(view.eye, view.radius, view.ahead, scene.pieces)
        distances = rays.from_rays(view.eye, ends, places)
        told = np.array([abs(view.point_nearest(complex(p)) - p) for p in places])
        assert np.abs(told - distances).max() < SAME, scene
        nearest = min(near.distance for near in map(view.nearest, track.legs))
        assert distances.min() - STEP < nearest < distances.min() + SAME, scene
        touches_where_sampled(scene, distances)
        cut += bool(np.any(np.abs(ends - view.eye) < view.radius - SAME))
        grazed += sees_what_a_ray_reaches(scene, places)
        points += len(places)
    print(f"{cut} of {count} views cut; {grazed} of {points} points excepted as grazing a piece")
    assert cut > 0.5 * count
    assert grazed < 0.02 * points


def touches_where_sampled(scene: Scene, distances: np.typing.NDArray[np.float64]) -> None:
    spans = Within(scene.view, scene.base).along(scene.track)
    within = np.array([any(span.start <= s <= span.end for span in spans) for s in scene.s])
    decided = np.abs(distances - scene.base) > SAME
    assert np.array_equal(within[decided], (distances < scene.base)[decided]), scene


def sees_what_a_ray_reaches(scene: Scene, places: Points) -> int:
    """Compares point by point; how many were excepted, a hair aside changing the answer."""
    eye, excepted = scene.view.eye, 0
    blockers = [piece for piece in scene.pieces if not rays.stands_in(eye, piece)]
    for place in places:
        far = abs(place - eye)
        aside = (place - eye) / far * np.exp(1j * np.array([-1, 0, 1]) * SAME / far)
        hits = rays.first_hits(eye, aside, blockers)
        if len(set(hits > far)) > 1 or np.any(np.abs(hits - far) < SAME):
            excepted += 1
        else:
            assert sees(eye, complex(place), scene.view.blockers) == (hits[1] > far), (scene, place)
    return excepted
