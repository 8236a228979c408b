"""Outlines: what makes one unfit, what it covers, and shapely as a second opinion."""

from __future__ import annotations

import cmath
import math
import random

import pytest
import shapely

from movement.geometry.shapes import Outline
from movement.geometry.track import Leg

Ring = tuple[complex, ...]

SQUARE: Ring = (0j, 4 + 0j, 4 + 4j, 4j)
LARGE: Ring = (0j, 12 + 0j, 12 + 12j, 12j)
HOLE: Ring = (1 + 1j, 2 + 1j, 2 + 2j, 1 + 2j)
NOTCHED: Ring = (0j, 6 + 0j, 6 + 4j, 4 + 4j, 4 + 2j, 2 + 2j, 2 + 4j, 4j)


def shifted(ring: Ring, by: complex) -> Ring:
    return tuple(corner + by for corner in ring)


def as_shapely(outline: Outline) -> shapely.Polygon:
    shell, *holes = ([(p.real, p.imag) for p in ring] for ring in outline.rings)
    return shapely.Polygon(shell, holes)


def ring_round(rng: random.Random, centre: complex, near: float, far: float) -> Ring:
    """A ring that does not cross itself, convex or not, its corners between two distances."""
    n = rng.randint(5, 9)
    turns = [math.tau * (i + 0.8 * rng.random()) / n for i in range(n)]
    return tuple(centre + cmath.rect(rng.uniform(near, far), turn) for turn in turns)


@pytest.mark.parametrize(
    "rings",
    [
        pytest.param((SQUARE,), id="anticlockwise"),
        pytest.param((SQUARE[::-1],), id="clockwise"),
        pytest.param((NOTCHED,), id="not convex"),
        pytest.param(((0j, 4 + 0j, 4j),), id="three corners"),
        pytest.param(((0j, 2 + 0j, 4 + 0j, 4 + 4j, 4j),), id="a corner on a straight side"),
        pytest.param((SQUARE, HOLE), id="hole"),
        pytest.param((SQUARE, HOLE[::-1]), id="hole the other way round"),
        pytest.param((SQUARE, HOLE, shifted(HOLE, 1.5 + 1.5j)), id="two holes"),
    ],
)
def test_a_fit_outline_has_no_fault(rings: tuple[Ring, ...]) -> None:
    assert Outline(rings).fault() is None


@pytest.mark.parametrize(
    ("rings", "fault"),
    [
        pytest.param(((1j,),), "fewer than three corners", id="one corner"),
        pytest.param(((0j, 4 + 0j),), "fewer than three corners", id="two corners"),
        pytest.param((SQUARE, HOLE[:2]), "fewer than three corners", id="two in a hole"),
        pytest.param(
            ((0j, 4 + 0j, 4 + 0j, 4j),), "two successive corners in one place", id="two equal"
        ),
        pytest.param(
            ((0j, 4 + 0j, 4j, 0j),), "two successive corners in one place", id="last is first"
        ),
        pytest.param(
            (SQUARE, (*HOLE, HOLE[-1])), "two successive corners in one place", id="equal in a hole"
        ),
        pytest.param(((0j, 2 + 0j, 4 + 0j),), "no area", id="all on one line"),
        pytest.param(((0j, 4 + 4j, 2 + 2j, 1 + 1j),), "no area", id="there and back"),
    ],
)
def test_a_ring_unfit_in_itself_is_told_so(rings: tuple[Ring, ...], fault: str) -> None:
    assert Outline(rings).fault() == fault


@pytest.mark.parametrize(
    ("rings", "place"),
    [
        pytest.param(((0j, 4 + 4j, 4 + 0j, 3j),), "(1.714, 1.714)", id="self-crossing"),
        pytest.param(((0j, 4 + 0j, 4 + 4j, 2 + 0j, 4j),), "(2, 0)", id="corner touches side"),
        pytest.param(((2j, 4 + 0j, 4 + 4j, 2j, 6j, 5 + 6j, 9j),), "(0, 2)", id="corners meet"),
        pytest.param(((0j, 4 + 0j, 4 + 4j, 4 + 2j, 6 + 2j, 9j),), "(4, ", id="fold-back"),
        pytest.param(((0j, 10 + 0j, 1 + 5e-6j, 5j),), "(", id="fold-back but for a hair"),
        pytest.param((SQUARE, shifted(HOLE, 2.5 + 0j)), "(4, ", id="hole crosses it"),
        pytest.param((SQUARE, shifted(HOLE, 2 + 0j)), "(4, ", id="hole's side along its own"),
        pytest.param((SQUARE, (0j, 2 + 1j, 1 + 2j)), "(0, 0)", id="hole in its corner"),
        pytest.param((SQUARE, HOLE, shifted(HOLE, 0.5 + 0.5j)), "(", id="holes cross"),
        pytest.param((SQUARE, HOLE, shifted(HOLE, 1 + 1j)), "(2, 2)", id="holes share a corner"),
        pytest.param((SQUARE, SQUARE), "(", id="all of it a hole"),
    ],
)
def test_sides_that_cross_or_touch_are_told_with_the_place(
    rings: tuple[Ring, ...], place: str
) -> None:
    assert (Outline(rings).fault() or "").startswith(f"its sides cross or touch at {place}")


def test_corners_of_a_rectangle_in_the_wrong_order_are_told_as_crossing() -> None:
    crossed = Outline(((0j, 4 + 4j, 4 + 0j, 4j),))
    assert crossed.fault() == "its sides cross or touch at (2, 2)"


@pytest.mark.parametrize(
    ("rings", "fault"),
    [
        pytest.param((SQUARE, shifted(HOLE, 9)), "a hole lies outside it", id="beside it"),
        pytest.param((HOLE, shifted(SQUARE, -1 - 1j)), "a hole lies outside it", id="round it"),
        pytest.param((NOTCHED, shifted(HOLE, 1.5 + 2.5j)), "a hole lies outside it", id="in notch"),
        pytest.param(
            (LARGE, shifted(SQUARE, 1 + 1j), shifted(HOLE, 1 + 1j)),
            "a hole lies inside another",
            id="in",
        ),
        pytest.param(
            (LARGE, shifted(HOLE, 1 + 1j), shifted(SQUARE, 1 + 1j)),
            "a hole lies inside another",
            id="round",
        ),
    ],
)
def test_a_misplaced_hole_is_told_so(rings: tuple[Ring, ...], fault: str) -> None:
    assert Outline(rings).fault() == fault


def test_shapely_agrees_on_which_random_rings_are_fit() -> None:
    rng = random.Random(7)
    fit = 0
    for _ in range(2_000):
        n = rng.randint(3, 6)
        outline = Outline((tuple(complex(rng.random(), rng.random()) for _ in range(n)),))
        fit += outline.fault() is None
        assert (outline.fault() is None) == as_shapely(outline).is_valid, outline.rings
    assert 500 < fit < 1_500


def test_an_outline_covers_its_outer_ring_less_its_holes() -> None:
    assert Outline((SQUARE,)).area() == 16.0
    assert Outline((SQUARE[::-1],)).area() == 16.0
    assert Outline((NOTCHED,)).area() == 20.0
    assert Outline((SQUARE, HOLE[::-1], shifted(HOLE, 1.5 + 1.5j))).area() == 14.0


def test_a_box_is_the_same_between_any_two_opposite_corners() -> None:
    assert Outline.box(0, 0, 4, 3) == Outline.box(4, 3, 0, 0) == Outline.box(4, 0, 0, 3)
    assert Outline.box(0, 0, 4, 3).rings == ((0j, 4 + 0j, 4 + 3j, 3j),)
    assert Outline.box(0, 0, 4, 3).area() == 12.0


def test_shapely_agrees_on_area_and_on_which_points_are_inside() -> None:
    rng = random.Random(11)
    inside = asked = 0
    for _ in range(400):
        holes = [ring_round(rng, complex(x, 0), 0.3, 0.8) for x in (-0.9, 0.9)]
        outer = ring_round(rng, 0j, 3.5, 6)
        outline = Outline((outer, *holes[: rng.randint(0, 2)]))
        polygon = as_shapely(outline)
        assert outline.fault() is None
        assert outline.area() == pytest.approx(polygon.area, rel=1e-12)
        for _ in range(25):
            point = complex(rng.uniform(-6, 6), rng.uniform(-6, 6)) * rng.choice((0.3, 1))
            at = shapely.Point(point.real, point.imag)
            if polygon.boundary.distance(at) > 1e-9:
                asked += 1
                inside += polygon.contains(at)
                assert outline.contains(point) == polygon.contains(at), (outline.rings, point)
    assert asked / 4 < inside < asked * 3 / 4


def test_corners_level_with_a_point_do_not_confuse_what_is_inside() -> None:
    assert Outline((SQUARE, (1 + 2j, 2 + 1j, 3 + 2j, 2 + 3j))).contains(0.5 + 2j)
    assert not Outline((SQUARE, (1 + 2j, 2 + 1j, 3 + 2j, 2 + 3j))).contains(1.5 + 2j)
    assert not Outline(((2 + 0j, 4 + 2j, 2 + 4j, 2j),)).contains(-1 + 2j)
    assert not Outline((NOTCHED,)).contains(3 + 4j)
    assert Outline((NOTCHED,)).contains(1 + 2j)


@pytest.mark.parametrize(
    ("origin", "toward", "expected"),
    [
        (-1 + 3j, 1 + 0j, [(1, 3), (5, 7)]),
        (-1 + 1j, 1 + 0j, [(1, 7)]),
        (-2 - 4j, 1 + 1j, [(math.sqrt(32), math.sqrt(128))]),
        (1 + 1j, 1j, [(-1, 3)]),
        (3 - 1j, 1j, [(1, 3)]),
        (-1 + 5j, 1 + 0j, []),
    ],
)
def test_a_line_lies_inside_between_the_sides_it_crosses(
    origin: complex, toward: complex, expected: list[tuple[float, float]]
) -> None:
    found = Outline((NOTCHED,)).inside(Leg(0.0, origin, toward / abs(toward), 1.0))
    assert [pytest.approx(span) for span in expected] == found
