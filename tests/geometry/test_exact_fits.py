"""What fits exactly does so however the table is turned, and a thousandth of an inch decides.

The ordinary suite runs a tenth of what `-m oracle` runs.
"""

from __future__ import annotations

import cmath
import math
import random
from collections.abc import Callable

import pytest
from turning import Turn, turns

from movement.geometry.regions import Beyond, Within
from movement.geometry.shapes import Disc
from movement.geometry.track import Track

BASES = tuple(diameter / 25.4 / 2 for diameter in (25, 28.5, 32, 40, 50, 60, 100))
"""Radii of round bases, in."""

HAIR = 0.001
"""What decides, in."""

each_count = pytest.mark.parametrize(
    "count", [1_000, pytest.param(10_000, marks=pytest.mark.oracle)], ids=["tenth", "whole"]
)


def errors(fact: Callable[[Turn, random.Random], bool], count: int) -> int:
    """How often a fact does not hold on the table turned at random."""
    rng = random.Random(11)
    return sum(not fact(turn, rng) for turn in turns(count))


def three_legs(turn: Turn, rng: random.Random, length: float) -> Track:
    """A track round two corners that is as long as told."""
    one, other = sorted(rng.uniform(0, length) for _ in range(2))
    points = [0j]
    for part in (one, other - one, length - other):
        points.append(points[-1] + cmath.rect(part, rng.uniform(0, math.tau)))
    return turn.track(*points)


def passes(turn: Turn, base: float, gap: float) -> bool:
    """Whether a base passes between two walls, from wide of them to beyond them."""
    low = turn.box(-2 - 9j, 2 - 1j * gap / 2)
    high = turn.box(-2 + 1j * gap / 2, 2 + 9j)
    through = turn.track(-6 + 2j, -4 + 0j, 1 + 0j, 7 + 0j)
    return not any(Within(wall, base, touching=False).along(through) for wall in (low, high))


def is_within(turn: Turn, rng: random.Random, apart: float, limit: float, touching: bool) -> bool:
    """Whether a base that walks up to another, and ends so far from it, is within the limit."""
    mover, other = rng.choice(BASES), rng.choice(BASES)
    away = cmath.rect(1.0, rng.uniform(0, math.tau))
    stands = away * (mover + other + apart)
    region = Within(Disc(turn(0j), other), mover, limit, touching)
    walked, stood = turn.track(3 * stands, stands), turn.track(stands)
    assert bool(region.along(walked)) == bool(region.along(stood))
    return bool(region.along(stood))


@each_count
def test_a_base_passes_a_gap_exactly_as_wide_as_itself(count: int) -> None:
    def fact(turn: Turn, rng: random.Random) -> bool:
        base = rng.choice(BASES)
        return passes(turn, base, 2 * base)

    assert errors(fact, count) == 0


@each_count
def test_a_base_does_not_pass_a_gap_a_hair_narrower(count: int) -> None:
    def fact(turn: Turn, rng: random.Random) -> bool:
        base = rng.choice(BASES)
        return not passes(turn, base, 2 * base - HAIR)

    assert errors(fact, count) == 0


@each_count
def test_a_route_of_three_legs_exactly_as_long_as_allowed_is_not_beyond(count: int) -> None:
    assert errors(lambda t, rng: not Beyond(4.0).along(three_legs(t, rng, 4.0)), count) == 0


@each_count
def test_a_route_a_hair_longer_than_allowed_is_beyond(count: int) -> None:
    assert errors(lambda t, rng: bool(Beyond(4.0).along(three_legs(t, rng, 4 + HAIR))), count) == 0


@each_count
def test_bases_exactly_two_inches_apart_are_within_two_inches(count: int) -> None:
    assert errors(lambda t, rng: is_within(t, rng, 2.0, 2.0, touching=True), count) == 0


@each_count
def test_bases_a_hair_more_than_two_inches_apart_are_not(count: int) -> None:
    assert errors(lambda t, rng: not is_within(t, rng, 2 + HAIR, 2.0, touching=True), count) == 0


@each_count
def test_bases_in_exact_contact_touch_and_do_not_overlap(count: int) -> None:
    assert errors(lambda t, rng: is_within(t, rng, 0.0, 0.0, touching=True), count) == 0
    assert errors(lambda t, rng: not is_within(t, rng, 0.0, 0.0, touching=False), count) == 0


@each_count
def test_bases_a_hair_from_contact_do_not_touch_and_a_hair_into_it_overlap(count: int) -> None:
    assert errors(lambda t, rng: not is_within(t, rng, HAIR, 0.0, touching=True), count) == 0
    assert errors(lambda t, rng: is_within(t, rng, -HAIR, 0.0, touching=False), count) == 0
