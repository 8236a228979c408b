"""Narrow passages on levels, stairs about them, against dense sampling of random scenes.

The ordinary suite runs the first tenth of what `-m oracle` runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import heights
import narrows
import numpy as np
import pytest
from heights import Piece, Scene
from test_heights_oracle import (
    FLAT,
    SEED,
    Random,
    agree,
    box,
    direction,
    ground_of,
    levels,
    placed,
    point,
    rise,
    scenes,
    size,
    starts_well,
    with_stairs,
)

from movement.geometry.leeway import Passing
from movement.geometry.stretches import Climber, Leeway
from movement.geometry.track import Track

MARGIN = 0.002
"""A base so much larger or smaller may pass where this one does not, in."""

STEP = 0.02
"""Between one place of a route and the next, in."""

ENDS = 4
"""At so many places at either end of a stretch it always hangs by a hair whether it is narrow."""


def gate(rng: Random, at: complex, by: complex) -> list[Piece]:
    """Two walls or pillars with a gap between them that is about as wide as a base, or half."""
    gap, top, found = rng.uniform(0.4, 1.6), rise(rng, 1.0, 4), []
    for side in (1j, -1j):
        if rng.random() < 0.3:
            radius = rng.uniform(0.3, 1)
            centre = at + by * side * (gap / 2 + radius)
            ring = np.array([centre, centre + radius])
            found.append(Piece("pillar", ring, 0.0, top, round=True))
        else:
            wide = size(rng, 0.1 + 0.5j, 2 + 2j)
            shift = rng.uniform(-0.4, 0.4) if rng.random() < 0.3 else 0.0
            centre = at + by * (shift + side * (gap + wide.imag) / 2)
            found.append(Piece("jamb", box(centre, wide, by), 0.0, top))
    return found


def catwalk(rng: Random, at: complex, by: complex) -> list[Piece]:
    """Two decks joined by a strip, now and then with a step down to one of them."""
    under, step = rise(rng, 1.8, 3), rise(rng, 0.2, 1.2) if rng.random() < 0.3 else 0.0
    long, wide = rng.uniform(0.5, 2), rng.uniform(0.4, 1.6)
    found = [Piece("strip", box(at, complex(long, wide), by), under, under)]
    for side, level in ((-1, under), (1, under - step)):
        deck = size(rng, 2.5 + 2j, 3 + 3j)
        centre = at + by * side * (long + deck.real) / 2
        found.append(Piece("deck", box(centre, deck, by), level, level))
    return found


def narrow_places(count: int) -> Iterator[Scene]:
    """Scenes with a route through a gate or along a catwalk, more or less straight."""
    rng = np.random.default_rng(SEED)
    while count:
        at, by = point(rng, 1), direction(rng)
        kind = (gate, catwalk)[int(rng.integers(2))]
        others = placed(rng, [FLAT[int(i)] for i in rng.integers(len(FLAT), size=rng.integers(3))])
        pieces = tuple(
            piece._replace(name=f"{piece.name} {n}")
            for n, piece in enumerate([*kind(rng, at, by), *others])
        )
        radius, height = rng.uniform(25, 40) / 25.4 / 2, rise(rng, 0.98, 2.0) + 0.005
        aside = rng.normal(0, 0.08) * 1j, rng.normal(0, 0.15) * 1j
        route = (
            at + by * (aside[0] - rng.uniform(1.6, 2.6)),
            at + by * aside[0],
            at + by * (aside[0] + aside[1] + rng.uniform(1.6, 2.6)),
        )
        scene = Scene(box(0j, 18 + 18j, 1 + 0j), pieces, radius, height, 0.0, route)
        scene = scene._replace(level=pieces[0].top if kind is catwalk else 0.0)
        if starts_well(scene):
            yield scene
            count -= 1


each_count = pytest.mark.parametrize(
    "count", [70, pytest.param(700, marks=pytest.mark.oracle)], ids=["tenth", "whole"]
)


@each_count
@pytest.mark.parametrize(
    "scenes_of",
    [narrow_places, partial(scenes, levels), partial(scenes, with_stairs)],
    ids=["narrow_places", "levels", "with_stairs"],
)
def test_a_base_passes_where_sampled(
    scenes_of: Callable[[int], Iterator[Scene]], count: int
) -> None:
    asked = close = passed = whole = 0
    for n, scene in enumerate(scenes_of(count)):
        ground, track, walked = ground_of(scene), Track(scene.route), heights.spaced(scene, STEP)
        size = (scene.radius, scene.height)
        good = {floor: ground.good(track, floor, *size) for floor in ground.floors}
        passing = Passing(ground, track, Climber(*size, leeway=Leeway(0.5)), good)
        for floor in ground.levels:
            left = narrows.Left(walked, floor, scene.radius + MARGIN)
            passes = left.passes(scene.radius)
            unsure = narrows.lengths_near(walked.s, left.hardly(scene.radius, MARGIN, STEP), STEP)
            assert agree(walked, passing.passed[floor], passes, unsure), (n, floor, scene)
            tight = left.tight(scene.radius)
            asked, close = asked + int(tight.sum()), close + int((unsure & tight).sum())
            passed += int(passes.sum())
            for first, last in () if scene.flights else left.runs(scene.radius):
                middle = walked.s[(first + last) // 2]
                through = any(lo <= middle <= hi for lo, hi in passing.through[floor])
                run = slice(first, last + 1)
                inner = slice(first + ENDS, last + 1 - ENDS)
                if not left.tight(scene.radius - STEP)[inner].all():
                    continue
                if (~passes & ~unsure)[run].any():
                    assert not through, (n, floor, middle, scene)
                elif passes[inner].any() and not unsure[inner].any():
                    assert through, (n, floor, middle, scene)
                    whole += 1
    print(f"{count} scenes: {asked} tight places asked, {passed} passed, {close} excepted")
    print(f"{whole} whole stretches passed")
    assert close < 0.1 * asked
    assert passed > count / 4
    assert whole > count / 4 or scenes_of is not narrow_places
