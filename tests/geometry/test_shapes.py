"""Shapes other than outlines: where a leg is near them, their nearest points; and headings."""

from __future__ import annotations

import cmath
import math
import random

import pytest
import turning

from movement.geometry.shapes import (
    Disc,
    Edge,
    Nearest,
    Outline,
    Outside,
    Shape,
    cross,
    degrees,
    heading,
)
from movement.geometry.spans import Interval
from movement.geometry.track import Leg, Track
from movement.geometry.view import View

UP = View(0j, 2.0, 1j)
"""Before the x axis."""

BOX = Outline.box(0, 0, 4, 3)


def leg(start: complex, end: complex) -> Leg:
    return Track((start, end)).legs[0]


@pytest.mark.parametrize(
    ("shape", "walked", "reach", "expected"),
    [
        pytest.param(Disc(0j, 1.0), leg(-5 + 0j, 5), 1.0, [(3, 7)], id="through a disc"),
        pytest.param(Disc(0j, 1.0), leg(-5 + 2j, 5 + 2j), 1.0, [(5, 5)], id="tangent to a disc"),
        pytest.param(Disc(0j, 1.0), leg(-5 + 3j, 5 + 3j), 1.0, [], id="past a disc"),
        pytest.param(Disc(0j, 1.0), leg(0j, 5), 1.0, [(-2, 2)], id="out of a disc"),
        pytest.param(Edge(0j, 4), leg(2 - 5j, 2 + 5j), 1.0, [(4, 6)], id="across an edge"),
        pytest.param(Edge(0j, 4), leg(-5 + 0j, 9), 1.0, [(4, 10)], id="along an edge"),
        pytest.param(Edge(0j, 4), leg(-5 + 1j, 9 + 1j), 1.0, [(5, 9)], id="beside an edge"),
        pytest.param(Edge(0j, 4), leg(-5 + 2j, 9 + 2j), 1.0, [], id="past an edge"),
        pytest.param(Edge(2j, 2j), leg(-5 + 2j, 5 + 2j), 1.0, [(4, 6)], id="an edge of no length"),
        pytest.param(UP, leg(5j, -5j), 1.0, [(2, 6)], id="from before a half disc"),
        pytest.param(UP, leg(-5 - 0.6j, 5 - 0.6j), 1.0, [(2.2, 7.8)], id="along its back"),
        pytest.param(UP, leg(-5 - 2j, 5 - 2j), 1.0, [], id="behind its back"),
        pytest.param(UP, leg(-5 + 0j, 5), 1.0, [(2, 8)], id="level with its back"),
        pytest.param(BOX, leg(-3 + 1j, 9 + 1j), 1.0, [(2, 8)], id="through a box"),
        pytest.param(BOX, leg(-3 + 4j, 9 + 4j), 1.0, [(3, 7)], id="beside a box"),
        pytest.param(BOX, leg(7 + 0j, 9 + 5j), 1.0, [], id="past a box"),
        pytest.param(
            Outside(BOX),
            leg(-3 + 1.5j, 9 + 1.5j),
            1.0,
            [(-math.inf, 4), (6, math.inf)],
            id="off a table",
        ),
    ],
)
def test_a_leg_is_within_reach_of_a_shape_on_these_stretches(
    shape: Shape, walked: Leg, reach: float, expected: list[Interval]
) -> None:
    assert shape.within(walked, reach) == [pytest.approx(span) for span in expected]


@pytest.mark.parametrize(
    ("shape", "walked", "t", "distance"),
    [
        pytest.param(Disc(0j, 1.0), leg(-5 + 3j, 5 + 3j), 5, 2, id="past a disc"),
        pytest.param(Disc(0j, 1.0), leg(-5 + 0j, -3), 2, 2, id="short of a disc"),
        pytest.param(Disc(0j, 1.0), leg(3 + 0j, 9), 0, 2, id="away from a disc"),
        pytest.param(Disc(0j, 1.0), leg(-5 + 0j, 5), 4, 0, id="into a disc"),
        pytest.param(Disc(0j, 1.0), leg(0.5j, 5), 0, 0, id="out of a disc"),
        pytest.param(Edge(0j, 4), leg(2 + 3j, 2 + 1j), 2, 1, id="short of an edge"),
        pytest.param(Edge(0j, 4), leg(2 + 3j, 2 - 1j), 3, 0, id="across an edge"),
        pytest.param(Edge(0j, 4), leg(6 + 3j, 6 - 3j), 3, 2, id="past an edge's end"),
        pytest.param(UP, leg(-5 + 3j, 5 + 3j), 5, 1, id="before a half disc"),
        pytest.param(UP, leg(-5 - 3j, -3j), 3, 3, id="behind a half disc"),
        pytest.param(UP, leg(-3j, 3j), 3, 0, id="into its back"),
        pytest.param(UP, leg(3j, -3j), 1, 0, id="into its front"),
        pytest.param(UP, leg(1j, 3j), 0, 0, id="out of its front"),
        pytest.param(UP, leg(4 - 3j, 4 + 3j), 3, 2, id="past its corner"),
        pytest.param(BOX, leg(-3 + 1j, 9 + 1j), 3, 0, id="into a box"),
        pytest.param(BOX, leg(1 + 1j, 9 + 1j), 0, 0, id="out of a box"),
        pytest.param(BOX, leg(-3 + 5j, 1 + 5j), 3, 2, id="past a box"),
        pytest.param(Outside(BOX), leg(1.5 + 1.5j, 3 + 1.5j), 1.5, 1, id="on a table"),
        pytest.param(Outside(BOX), leg(2 + 1j, 9 + 1j), 2, 0, id="off a table"),
    ],
)
def test_a_leg_comes_nearest_to_a_shape_there(
    shape: Shape, walked: Leg, t: float, distance: float
) -> None:
    assert shape.nearest(walked) == pytest.approx((t, distance), abs=1e-12)


def test_a_leg_along_an_edge_comes_to_it_at_its_near_end() -> None:
    for turn in turning.turns(200):
        (walked,) = turn.track(-3, 3).legs
        edge = Edge(turn(-2 + 0j), turn(2 + 0j))
        assert edge.nearest(walked) == pytest.approx((1, 0), abs=1e-9)


@pytest.mark.parametrize(
    ("shape", "point", "nearest"),
    [
        pytest.param(Disc(1 + 0j, 1.0), 4 + 0j, 2 + 0j, id="beside a disc"),
        pytest.param(Disc(1 + 0j, 1.0), 1.5 + 0j, 1.5 + 0j, id="in a disc"),
        pytest.param(Disc(1 + 0j, 1.0), 1 + 0j, 1 + 0j, id="at its centre"),
        pytest.param(Edge(0j, 4), 1 + 3j, 1 + 0j, id="abreast of an edge"),
        pytest.param(Edge(0j, 4), 7 + 3j, 4 + 0j, id="beyond its end"),
        pytest.param(Edge(2j, 2j), 5 + 5j, 2j, id="an edge of no length"),
        pytest.param(UP, 3j, 2j, id="before a half disc"),
        pytest.param(UP, 1 + 1j, 1 + 1j, id="in a half disc"),
        pytest.param(UP, 1 - 3j, 1 + 0j, id="behind its back"),
        pytest.param(UP, 5 - 4j, 2 + 0j, id="behind its corner"),
        pytest.param(BOX, 5 + 5j, 4 + 3j, id="off a box's corner"),
        pytest.param(BOX, 2 + 1j, 2 + 1j, id="in a box"),
        pytest.param(Outside(BOX), 2 + 1j, 2 + 0j, id="on a table"),
        pytest.param(Outside(BOX), 5 + 5j, 5 + 5j, id="off a table"),
    ],
)
def test_a_shapes_point_nearest_to_another_is_that_one(
    shape: Shape, point: complex, nearest: complex
) -> None:
    assert shape.point_nearest(point) == pytest.approx(nearest)


@pytest.mark.parametrize(
    "shape", [Disc(9 + 0j, 1.0), Edge(8 + 0j, 8 + 2j), View(8j, 1.0, 1j), BOX, Outside(BOX)]
)
def test_a_leg_of_no_length_is_judged_where_it_stands(shape: Shape) -> None:
    for point in (2 + 1j, 6 + 1j, -4 + 9j):
        (stood,) = Track((point,)).legs
        apart = abs(point - shape.point_nearest(point))
        assert shape.nearest(stood) == pytest.approx((0.0, apart), abs=1e-12)
        for reach in (apart + 0.1, max(apart - 0.1, 0.05)):
            stands_within = any(lo <= 0 <= hi for lo, hi in shape.within(stood, reach))
            assert stands_within == (apart <= reach)


def test_an_outlines_hole_is_off_a_table() -> None:
    holed = Outline((BOX.rings[0], (1 + 1j, 2 + 1j, 2 + 2j, 1 + 2j)))
    across = leg(0.5 + 1.5j, 3.5 + 1.5j)
    assert Outside(holed).nearest(across) == Nearest(0.5, 0.0)
    assert holed.within(across, 0.25) == [pytest.approx((-0.75, 0.75)), pytest.approx((1.25, 3.75))]


def test_a_cross_product_is_positive_to_the_left() -> None:
    assert cross(1 + 0j, 2j) == 2.0
    assert cross(2j, 1 + 0j) == -2.0
    assert cross(1 + 1j, 2 + 2j) == 0.0


@pytest.mark.parametrize("turns", range(-9, 10))
def test_headings_at_multiples_of_ninety_degrees_are_exact(turns: int) -> None:
    exact = (1, 1j, -1, -1j)[turns % 4]
    assert heading(90 * turns) == exact
    assert degrees(exact) == 90 * (turns % 4)
    assert degrees(heading(90.0 * turns)) == 90 * (turns % 4)


def test_a_heading_and_its_degrees_round_trip() -> None:
    rng = random.Random(5)
    for asked in (rng.uniform(-1_000, 1_000) for _ in range(1_000)):
        direction = heading(asked)
        assert abs(direction) == pytest.approx(1.0, rel=1e-15)
        assert cmath.isclose(direction, cmath.exp(1j * math.radians(asked)), abs_tol=1e-12)
        assert degrees(direction) == pytest.approx(asked % 360, abs=1e-10)


def test_degrees_are_of_a_direction_whatever_its_length() -> None:
    assert degrees(3 + 3j) == pytest.approx(45)
    assert degrees(-0.1j) == 270


def test_degrees_are_always_less_than_a_whole_turn() -> None:
    assert degrees(complex(1, -1e-17)) < 360
