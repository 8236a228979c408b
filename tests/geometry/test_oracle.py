"""Spans and nearest approaches against dense sampling, which shares no code with them.

The ordinary suite runs the first tenth of what `-m oracle` runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
import pytest
import sampling
from sampling import Distances, Points, Reals

from movement.geometry.regions import Within
from movement.geometry.shapes import Disc, Outline, Outside, Shape
from movement.geometry.track import Track
from movement.geometry.view import View

SAME = 0.001
"""How far apart a length and the sampled one may be, in."""

TANGENT = 0.002
"""A distance that turns so close to the reach may begin or end a span between two samples, in."""

UNDECIDED = 2e-6
"""So close to the reach the comparator's band decides, not the distance, in."""

SEED = 20

Random = np.random.Generator
Scene = tuple[Shape, Distances]
"""A shape as the package knows it, and the distances from it as the sampling does."""


class Walk(NamedTuple):
    """A random track by a random shape, and the sampled distances along it."""

    region: Within
    track: Track
    distances: Distances
    s: Reals
    distance: Reals

    @property
    def reach(self) -> float:
        return self.region.base + self.region.limit


# Random scenes


def disc(rng: Random) -> Scene:
    centre, radius = point(rng, 2), rng.uniform(0.3, 3)
    return Disc(centre, radius), sampling.from_disc(centre, radius)


def half_disc(rng: Random) -> Scene:
    centre, radius = point(rng, 2), rng.uniform(0.3, 3)
    ahead = complex(np.exp(1j * rng.uniform(0, 2 * np.pi)))
    return View(centre, radius, ahead), sampling.from_half_disc(centre, radius, ahead)


def convex(rng: Random) -> Scene:
    far = rng.uniform(1, 3)
    rings = [ring(rng, point(rng, 2), far, far)]
    return outline(rings), sampling.from_polygon(rings)


def not_convex(rng: Random) -> Scene:
    rings = [ring(rng, point(rng, 2), 0.5, 4)]
    return outline(rings), sampling.from_polygon(rings)


def with_holes(rng: Random) -> Scene:
    rings = [ring(rng, 0j, 3, 5), *holes(rng)]
    return outline(rings), sampling.from_polygon(rings)


def off_the_table(rng: Random) -> Scene:
    rings = [ring(rng, 0j, 3, 6), *(holes(rng) if rng.random() < 0.25 else ())]
    return Outside(outline(rings)), sampling.from_outside_of(rings)


def point(rng: Random, far: float) -> complex:
    return complex(rng.uniform(-far, far), rng.uniform(-far, far))


def ring(rng: Random, centre: complex, near: float, far: float) -> Points:
    """Corners round a centre; on a circle, and so convex, where `near` is `far`."""
    n = int(rng.integers(7, 10)) if near < far else int(rng.integers(3, 9))
    turns = 2 * np.pi * (np.arange(n) + 0.8 * rng.random(n)) / n
    return np.asarray(centre + rng.uniform(near, far, n) * np.exp(1j * turns))


def holes(rng: Random) -> list[Points]:
    """One or two, which a ring round the origin no nearer than 3 in leaves room for."""
    both = [ring(rng, centre, 0.3, 0.85) for centre in (-0.9 + 0j, 0.9 + 0j)]
    return both[: int(rng.integers(1, 3))]


def outline(rings: list[Points]) -> Outline:
    found = Outline(tuple(tuple(map(complex, corners)) for corners in rings))
    assert found.fault() is None
    return found


def walks(scene: Callable[[Random], Scene], count: int) -> Iterator[Walk]:
    rng = np.random.default_rng(SEED)
    for _ in range(count):
        shape, distances = scene(rng)
        waypoints = [point(rng, 5) for _ in range(int(rng.integers(2, 6)))]
        base, limit = rng.uniform(0.2, 1), float(rng.choice([0.0, rng.uniform(0, 2)]))
        touching = scene is not off_the_table and bool(rng.random() < 0.5)
        s, points = sampling.samples(waypoints)
        region = Within(shape, base, limit, touching)
        yield Walk(region, Track(tuple(waypoints)), distances, s, distances(points))


# The comparison


@pytest.mark.parametrize(
    "count", [200, pytest.param(2_000, marks=pytest.mark.oracle)], ids=["tenth", "whole"]
)
@pytest.mark.parametrize("scene", [disc, half_disc, convex, not_convex, with_holes, off_the_table])
def test_spans_and_nearest_approaches_are_the_sampled_ones(
    scene: Callable[[Random], Scene], count: int
) -> None:
    tangents = met = 0
    for walk in walks(scene, count):
        comes_as_near_as_sampled(walk)
        is_within_wherever_sampled(walk)
        stops_outside(walk)
        met += bool(walk.region.along(walk.track))
        if sampling.turns_near(walk.distance, walk.reach, TANGENT):
            tangents += 1
        else:
            begins_and_ends_where_sampled(walk)
    print(f"{scene.__name__}: {tangents} of {count} tracks excepted as tangent, {met} met")
    assert tangents < 0.05 * count
    assert met > 0.5 * count


def comes_as_near_as_sampled(walk: Walk) -> None:
    closest = walk.region.closest(walk.track)
    apart = closest.value + walk.region.base
    assert apart == pytest.approx(walk.distance.min(), abs=SAME), walk
    place = np.array([walk.track.at(closest.at)])
    assert apart == pytest.approx(walk.distances(place)[0], abs=1e-9), walk


def is_within_wherever_sampled(walk: Walk) -> None:
    """Tangent or not, for a sample is where it is."""
    within = np.zeros(walk.s.shape, dtype=np.bool_)
    for span in walk.region.along(walk.track):
        within |= (walk.s >= span.start) & (walk.s <= span.end)
    decided = np.abs(walk.distance - walk.reach) > UNDECIDED
    assert np.array_equal(within[decided], (walk.distance < walk.reach)[decided]), walk


def stops_outside(walk: Walk) -> None:
    """Cut where it may stop, and judged again, it is clear of the region."""
    for first in walk.region.along(walk.track)[:1]:
        assert first.start - SAME < first.stop <= first.start, walk
        assert first.start == 0 or not walk.region.along(walk.track.upto(first.stop)), walk


def begins_and_ends_where_sampled(walk: Walk) -> None:
    sampled = sampling.runs(walk.s, walk.distance <= walk.reach)
    spans = [span[:2] for span in walk.region.along(walk.track)]
    assert spans == [pytest.approx(run, abs=SAME) for run in sampled], walk
    touch = walk.region.touch(walk.track)
    assert touch == (pytest.approx(sampled[0][0], abs=SAME) if sampled else None), walk
