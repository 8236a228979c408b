"""Where a body on its way over heights meets one that stands still, against dense sampling.

The ordinary suite runs the first tenth of what `-m oracle` runs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import heights
import numpy as np
import numpy.typing as npt
import pytest
from heights import Over, Piece, Sampled, Scene, Stage
from sampling import Flags, Reals
from test_heights_oracle import (
    SEED,
    Random,
    ground_of,
    hangs_by_a_hair,
    levels,
    point,
    rise,
    scenes,
    with_stairs,
)

from movement.geometry.bodies import Body, reaching
from movement.geometry.shapes import Disc
from movement.geometry.stretches import Climber
from movement.geometry.walk import walk

MARGIN = 0.002
"""A body so much larger or smaller, or higher, may touch what this one does not, in."""

SPARSE = 4
"""One sample of so many is looked at."""

Indices = npt.NDArray[np.int64]

ALONG = 0.02
"""So close to where that hangs by a hair lengths are not compared, in."""


class Still(NamedTuple):
    """One that stands still."""

    at: complex
    radius: float
    low: float
    high: float


def still(rng: Random, scene: Scene) -> Still:
    """Near the route, on a level there is, or in the air."""
    spots = heights.at(scene.route, heights.lengths(scene, 0.1))
    at = complex(spots[int(rng.integers(len(spots)))]) + point(rng, 1)
    level = scene.levels[int(rng.integers(len(scene.levels)))]
    level += rise(rng, 0.1, 2) if rng.random() < 0.3 else 0.0
    return Still(at, rng.uniform(25, 55) / 25.4 / 2, level, level + rise(rng, 0.5, 2.6))


def touches(walked: Sampled, stages: list[Stage], other: Still, by: float) -> tuple[Reals, Flags]:
    """At which travelled lengths the bodies, each so much larger all round, touch or overlap."""
    scene, lengths, found = walked.scene, [], []
    for stage in stages:
        spots = sparse(stage)
        points = walked.points[spots]
        near = np.abs(points - other.at) <= scene.radius + other.radius + by
        if isinstance(stage.on, Over):
            low, top = other.high + by, stage.on.top
            meets = np.full(points.shape, top + scene.height >= other.low - by) & near
            if top > low and meets.any():
                meets[meets] = heights.shows(scene, points[meets], scene.radius + by, low, top)
        else:
            level = walked.level(stage.on)[spots]
            meets = near & (level <= other.high + by) & (level + scene.height >= other.low - by)
        lengths.append(stage.travelled[spots - stage.first])
        found.append(meets)
    return np.concatenate(lengths), np.concatenate(found)


@pytest.mark.parametrize(
    "count", [50, pytest.param(500, marks=pytest.mark.oracle)], ids=["tenth", "whole"]
)
@pytest.mark.parametrize("pieces_of", [levels, with_stairs])
def test_bodies_touch_where_sampled(pieces_of: Callable[[Random], list[Piece]], count: int) -> None:
    rng = np.random.default_rng(SEED)
    asked = close = met = over = 0
    for n, scene in enumerate(scenes(pieces_of, count)):
        walked, stages = heights.sampled(scene), list[Stage]()
        expected, _ = heights.obstacles(walked, scene.radius, stages)
        if hangs_by_a_hair(walked, expected) or any(each.through for each in expected):
            continue
        ground = ground_of(scene)
        route = [(spot, None) for spot in scene.route]
        way = walk(ground, scene.level, route, Climber(scene.radius, scene.height))
        for _ in range(4):
            other = still(rng, scene)
            beneath = reaching(ground, way, scene.radius, other.high)
            disc, size = Disc(other.at, other.radius), (scene.radius, scene.height)
            body = Body(disc, other.low, other.high, *size, beneath=beneath)
            lengths, expect = touches(walked, stages, other, 0.0)
            unsure = touches(walked, stages, other, MARGIN)[1]
            unsure = unsure != touches(walked, stages, other, -MARGIN)[1]
            at = np.concatenate([lengths[unsure], *(stage.travelled[[0, -1]] for stage in stages)])
            unsure = np.abs(lengths[:, None] - at[None, :]).min(axis=1) <= ALONG
            inside = np.zeros(lengths.shape, dtype=np.bool_)
            for span in body.along(way.track):
                inside |= (lengths >= span.start) & (lengths <= span.end)
            assert np.array_equal(inside[~unsure], expect[~unsure]), (n, other, scene)
            asked, close = asked + len(lengths), close + int(unsure.sum())
            met += bool(expect.any())
            over += bool((expect & from_obstacle(stages)).any())
    print(f"{count} scenes: {met} bodies met, {over} of them from an obstacle")
    print(f"excepted: {close / asked:.1%} of the lengths")
    assert close < 0.1 * asked
    assert met > count / 2
    assert over > count / 10


def sparse(stage: Stage) -> Indices:
    """Some of a stage's samples, its ends among them."""
    return np.unique([*range(stage.first, stage.last, SPARSE), stage.last])


def from_obstacle(stages: list[Stage]) -> Flags:
    over = [isinstance(stage.on, Over) for stage in stages for _ in sparse(stage)]
    return np.array(over, dtype=np.bool_)
