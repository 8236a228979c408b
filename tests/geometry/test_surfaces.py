"""Surfaces: pieces that meet become one, and shapely as a second opinion on the whole.

The ordinary suite runs a tenth of what `-m oracle` runs.
"""

from __future__ import annotations

import cmath
import math
import random
from collections.abc import Callable

import pytest
import shapely
from shapely.geometry.base import BaseGeometry
from turning import Turn, turns

from movement.geometry.regions import Within
from movement.geometry.shapes import Disc, Outline
from movement.geometry.surfaces import Arc, Off, Surface
from movement.geometry.track import Leg, Track

Piece = Outline | Disc
Ring = tuple[complex, ...]

BAND = 1e-5
"""So close to a boundary the comparator's band and rounding decide, in."""

HAIR = 1e-7
"""Cracks narrower than twice this, which rounding leaves in a union of shapely's, are none, in."""

QUARTER = 256
"""Sides to a quarter of a circle for shapely, which has no circles."""

PLACES = 12
"""To ask about in each random set."""

BASE = 0.5


def held(surface: Surface, point: complex, radius: float = BASE) -> bool:
    """Whether the whole of a base lies on a surface."""
    return not Within(Off(surface), radius, touching=False).along(Track((point,)))


# Two pieces


def test_a_base_is_held_on_the_seam_of_two_boxes_that_abut() -> None:
    for turn in turns(50):
        surface = Surface((turn.box(0j, 3 + 4j), turn.box(3 + 0j, 6 + 4j)))
        assert held(surface, turn(3 + 2j))
        assert held(surface, turn(3 + 0.5j))
        assert not held(surface, turn(3 + 0.499j))
        assert surface.area() == pytest.approx(24)


def test_boxes_that_share_part_of_an_edge_hold_a_base_only_there() -> None:
    for turn in turns(50):
        surface = Surface((turn.box(0j, 3 + 4j), turn.box(3 + 1j, 6 + 2.5j)))
        assert held(surface, turn(3 + 1.75j))
        assert held(surface, turn(3 + 1.5j))
        assert not held(surface, turn(3 + 1.4j))
        assert not held(surface, turn(3 + 3j))


@pytest.mark.parametrize("gap", [1e-7, -1e-7])
def test_rounding_opens_no_gap_between_boxes(gap: float) -> None:
    for turn in turns(50):
        surface = Surface((turn.box(0j, 3 + 4j), turn.box(3 + gap, 6 + 4j)))
        assert held(surface, turn(3 + 2j))
        assert held(surface, turn(2.8 + 2j))
        assert not held(surface, turn(3 + 0.4j))


def test_a_gap_of_a_thousandth_of_an_inch_is_one() -> None:
    for turn in turns(50):
        surface = Surface((turn.box(0j, 3 + 4j), turn.box(3.001 + 0j, 6 + 4j)))
        assert not held(surface, turn(3 + 2j))
        assert not held(surface, turn(2.6 + 2j))
        assert held(surface, turn(2.5 + 2j))


def test_the_same_piece_twice_is_as_good_as_once() -> None:
    for turn in turns(50):
        once = turn.box(0j, 4 + 4j)
        surface = Surface((once, once, Outline((once.rings[0][::-1],))))
        assert surface.area() == pytest.approx(16)
        assert held(surface, turn(0.5 + 0.5j))
        assert not held(surface, turn(0.499 + 0.5j))


@pytest.mark.parametrize("low", [1 + 1j, 0j, 1 + 0j])
def test_a_piece_inside_another_has_no_edge(low: complex) -> None:
    """In the middle of it, in its corner, and against its side."""
    for turn in turns(50):
        for pieces in ((4 + 4j, 2 + 2j), (4 + 4j, 2 + 2j)[::-1]):
            boxes = [turn.box(low if far == 2 + 2j else 0j, far) for far in pieces]
            surface = Surface(tuple(boxes))
            assert surface.area() == pytest.approx(16)
            assert held(surface, turn(2 + 2j))
            assert held(surface, turn(0.5 + 0.5j))


def test_pieces_that_meet_only_at_a_corner_hold_nobody_there() -> None:
    for turn in turns(50):
        surface = Surface((turn.box(0j, 3 + 3j), turn.box(3 + 3j, 6 + 6j)))
        assert surface.area() == pytest.approx(18)
        assert not held(surface, turn(3 + 3j), 0.01)
        assert not held(surface, turn(2.9 + 2.9j))
        assert held(surface, turn(2.5 + 2.5j))


def test_boxes_that_cross_hold_a_base_in_each_arm() -> None:
    for turn in turns(50):
        surface = Surface((turn.box(2 + 0j, 4 + 6j), turn.box(2j, 6 + 4j)))
        assert surface.area() == pytest.approx(20)
        assert held(surface, turn(3 + 0.5j))
        assert held(surface, turn(2 + 3j))
        assert not held(surface, turn(2.2 + 1.9j))


# More of them


def test_a_ring_of_boxes_leaves_the_hole_in_its_middle() -> None:
    for turn in turns(50):
        surface = Surface(
            (
                turn.box(0j, 6 + 2j),
                turn.box(4 + 2j, 6 + 6j),
                turn.box(6j, 6 + 8j),
                turn.box(2j, 2 + 6j),
            )
        )
        assert surface.area() == pytest.approx(6 * 8 - 2 * 4)
        assert held(surface, turn(1 + 1j), 1.0)
        assert held(surface, turn(2 + 1.5j))
        assert not held(surface, turn(2 + 1.6j))
        assert not held(surface, turn(3 + 4j), 0.1)
        assert Off(surface).contains(turn(3 + 4j))


def test_a_hole_that_another_piece_fills_is_gone() -> None:
    for turn in turns(50):
        hole = Turn().box(2 + 2j, 4 + 4j).rings[0]
        rings = (Turn().box(0j, 6 + 6j).rings[0], hole)
        holed = Outline(tuple(tuple(map(turn, ring)) for ring in rings))
        filled = Surface((holed, turn.box(2 + 2j, 4 + 4j)))
        assert not held(Surface((holed,)), turn(1.7 + 1.7j))
        assert held(filled, turn(1.7 + 1.7j))
        assert held(filled, turn(3 + 3j), 3.0)
        assert filled.area() == pytest.approx(36)


def test_four_boxes_that_meet_at_one_corner_hold_a_base_on_it() -> None:
    for turn in turns(50):
        lows = (0j, 3 + 0j, 3j, 3 + 3j)
        surface = Surface(tuple(turn.box(low, low + 3 + 3j) for low in lows))
        assert held(surface, turn(3 + 3j), 3.0)
        assert surface.area() == pytest.approx(36)


def test_a_surface_of_nothing_holds_nobody() -> None:
    assert not held(Surface(()), 0j)
    assert Surface(()).area() == 0


# Discs


def test_a_disc_cut_by_a_box_keeps_its_arc_beyond_it() -> None:
    for turn in turns(50):
        disc = Disc(turn(4 + 2j), 2.0)
        surface = Surface((turn.box(0j, 4 + 4j), disc))
        assert surface.area() == pytest.approx(16 + 2 * math.pi)
        assert held(surface, turn(4 + 2j), 2.0)
        assert held(surface, turn(5.5 + 2j))
        assert not held(surface, turn(5.501 + 2j))
        assert not held(surface, turn(0.499 + 2j))
        arcs = [part for part in surface.boundary if isinstance(part, Arc)]
        assert sum(arc.sweep for arc in arcs) == pytest.approx(math.pi)


def test_a_disc_inside_a_box_and_a_box_inside_a_disc_have_no_edge() -> None:
    for turn in turns(50):
        inner = Surface((Disc(turn(2 + 2j), 1.0), turn.box(0j, 4 + 4j)))
        outer = Surface((Disc(turn(2 + 2j), 3.0), turn.box(0j, 4 + 4j)))
        assert inner.area() == pytest.approx(16)
        assert outer.area() == pytest.approx(9 * math.pi)
        assert held(inner, turn(2 + 2j), 2.0)
        assert held(outer, turn(2 + 2j), 3.0)
        assert not held(outer, turn(2 + 2.001j), 3.0)


def test_two_discs_that_overlap_hold_a_base_across_the_chord_they_share() -> None:
    for turn in turns(50):
        surface = Surface((Disc(turn(0j), 2.0), Disc(turn(2 + 0j), 2.0)))
        lens = 8 * math.pi / 3 - 2 * math.sqrt(3)
        assert surface.area() == pytest.approx(8 * math.pi - lens)
        assert held(surface, turn(1 + 0j), math.sqrt(3))
        assert not held(surface, turn(1 + 0j), math.sqrt(3) + 1e-3)


def test_discs_that_touch_hold_nobody_where_they_do() -> None:
    for turn in turns(50):
        surface = Surface((Disc(turn(0j), 2.0), Disc(turn(4 + 0j), 2.0)))
        assert surface.area() == pytest.approx(8 * math.pi)
        assert not held(surface, turn(2 + 0j), 0.1)
        assert held(surface, turn(1.5 + 0j))


@pytest.mark.parametrize("disc_first", [False, True])
def test_a_disc_that_touches_the_middle_of_a_side_takes_none_of_it(disc_first: bool) -> None:
    for turn in turns(50):
        pieces = (turn.box(-2 - 2j, 2j), Disc(turn(1 + 0j), 1.0))
        surface = Surface(pieces[::-1] if disc_first else pieces)
        assert surface.area() == pytest.approx(8 + math.pi)
        assert not held(surface, turn(-0.1 + 1j))


def test_a_disc_inside_a_box_may_touch_its_sides() -> None:
    for turn in turns(50):
        surface = Surface((Disc(turn(-1 + 0j), 1.0), turn.box(-2 - 2j, 2j)))
        assert surface.area() == pytest.approx(8)
        assert not held(surface, turn(-0.4 + 0j))


def test_an_arc_inside_a_box_may_touch_its_far_side() -> None:
    """The disc reaches out to both sides of the box, whose corners lie beyond it."""
    beyond = 4 - math.sqrt(3) - 2 * math.pi / 3
    for turn in turns(50):
        surface = Surface((Disc(turn(0j), 2.0), turn.box(-1 - 1j, 1 + 2j)))
        assert surface.area() == pytest.approx(4 * math.pi + beyond)
        assert held(surface, turn(0.5 + 1.65j), 0.3)


def test_a_side_may_be_cut_close_to_where_a_disc_touches_it() -> None:
    for turn in turns(50):
        boxes = (turn.box(4j, 3 + 7j), turn.box(2.5 + 5j, 6 + 5.995j))
        surface = Surface((Disc(turn(2 + 6j), 1.0), *boxes))
        assert surface.area() == pytest.approx(9 + 3 * 0.995)
        assert held(surface, turn(2.9 + 5.6j), 0.3)


def test_discs_of_any_sizes_may_touch_anywhere() -> None:
    rng = random.Random(3)
    for _ in range(200):
        one, other = (
            Disc(complex(rng.random(), rng.random()), rng.uniform(0.5, 2)),
            rng.random() + 0.5,
        )
        away = cmath.rect(one.radius + other, math.pi / 4 * rng.choice([1, 3, 5, 7]))
        surface = Surface((one, Disc(one.centre + away, other)))
        assert surface.area() == pytest.approx(math.pi * (one.radius**2 + other**2))


def test_the_same_disc_twice_is_as_good_as_once() -> None:
    surface = Surface((Disc(1 + 1j, 2.0), Disc(1 + 1j, 2.0)))
    assert surface.area() == pytest.approx(4 * math.pi)
    assert held(surface, 1 + 1j, 2.0)


def test_an_arc_is_near_to_and_within_reach_of_its_own_part_of_the_circle() -> None:
    arc = Arc(0j, 2.0, 0.0, math.pi / 2)
    assert arc.point_nearest(1 + 1j) == pytest.approx(cmath.rect(2, math.pi / 4))
    assert arc.point_nearest(-1 - 3j) == pytest.approx(2)
    assert arc.point_nearest(-3 - 1j) == pytest.approx(2j)
    assert arc.nearest(Leg(0.0, 1 + 4j, -1j, 6.0)) == pytest.approx((4 - math.sqrt(3), 0.0))
    assert arc.nearest(Leg(0.0, -3 + 3j, 1 + 0j, 9.0)) == pytest.approx((3.0, 1.0))
    assert arc.within(Leg(0.0, -4 + 0j, 1 + 0j, 9.0), 0.5) == [pytest.approx((5.5, 6.5))]


# Shapely's opinion


def polygon(rings: tuple[Ring, ...]) -> BaseGeometry:
    shell, *holes = ([(p.real, p.imag) for p in ring] for ring in rings)
    return shapely.Polygon(shell, holes)


def star(rng: random.Random, centre: complex, near: float, far: float) -> Ring:
    n = rng.randint(5, 9)
    angles = [math.tau * (i + 0.8 * rng.random()) / n for i in range(n)]
    return tuple(centre + cmath.rect(rng.uniform(near, far), angle) for angle in angles)


def on_a_grid(rng: random.Random) -> Outline:
    """A rectangle that shares edges and corners with others of its kind."""
    x, y, wide, deep = rng.randint(0, 5), rng.randint(0, 5), rng.randint(1, 4), rng.randint(1, 4)
    return Outline.box(x, y, x + wide, y + deep)


def of_a_star(rng: random.Random) -> Outline:
    return Outline((star(rng, complex(rng.uniform(1, 6), rng.uniform(1, 6)), 0.7, 3),))


def with_a_hole(rng: random.Random) -> Outline:
    """A rectangle with one or two in it, which others just fill."""
    x, y = rng.randint(0, 3), rng.randint(0, 3)
    outer = Outline.box(x, y, x + 5, y + 4).rings[0]
    holes = [Outline.box(x + at, y + 1, x + at + 1, y + 3).rings[0] for at in (1, 3)]
    return Outline((outer, *holes[: rng.randint(1, 2)]))


def round_one(rng: random.Random) -> Disc:
    """One about a crossing of the grid, of a size that touches nothing else on it."""
    return Disc(complex(rng.randint(0, 6), rng.randint(0, 6)), rng.choice([0.6, 1.3, 1.7]))


def joined(rng: random.Random, *kinds: Callable[[random.Random], Piece]) -> tuple[Piece, ...]:
    """Pieces of some kinds, either way round, on a table that is turned half of the time."""
    by = cmath.rect(1.0, rng.uniform(0, math.tau)) if rng.random() < 0.5 else 1 + 0j
    turn = Turn(by, complex(rng.uniform(-9, 9), rng.uniform(-9, 9)) if by != 1 else 0j)
    pieces: list[Piece] = []
    for _ in range(rng.randint(2, 7)):
        piece = rng.choice(kinds)(rng)
        if isinstance(piece, Disc):
            pieces.append(Disc(turn(piece.centre), piece.radius))
            continue
        way = rng.choice([1, -1])
        pieces.append(Outline(tuple(tuple(map(turn, ring[::way])) for ring in piece.rings)))
    return tuple(pieces)


def union(pieces: tuple[Piece, ...], *, round_out: bool = False) -> BaseGeometry:
    """As shapely has it: circles by the polygon inside them, or the one around them."""
    larger = 1 / math.cos(math.pi / 4 / QUARTER) if round_out else 1.0
    shapes = [
        polygon(piece.rings)
        if isinstance(piece, Outline)
        else shapely.Point(piece.centre.real, piece.centre.imag).buffer(
            piece.radius * larger, quad_segs=QUARTER
        )
        for piece in pieces
    ]
    whole = shapely.union_all(shapes, grid_size=HAIR / 100)
    return whole.buffer(HAIR, join_style="mitre").buffer(-HAIR, join_style="mitre")


def room(ground: BaseGeometry, point: complex) -> float:
    """How far within it a point lies; negative off it."""
    at = shapely.Point(point.real, point.imag)
    return (
        float(ground.boundary.distance(at)) if ground.contains(at) else -float(ground.distance(at))
    )


def spot(rng: random.Random, ground: BaseGeometry) -> complex:
    x0, y0, x1, y1 = ground.bounds
    return complex(rng.uniform(x0, x1), rng.uniform(y0, y1))


each_count = pytest.mark.parametrize(
    "count", [100, pytest.param(1_000, marks=pytest.mark.oracle)], ids=["tenth", "whole"]
)


@each_count
def test_shapely_agrees_on_what_straight_pieces_cover_and_whom_they_hold(count: int) -> None:
    rng = random.Random(13)
    asked = on = 0
    for _ in range(count):
        pieces = joined(rng, on_a_grid, on_a_grid, of_a_star, with_a_hole)
        surface, ground = Surface(pieces), union(pieces)
        assert surface.area() == pytest.approx(ground.area, abs=1e-6), pieces
        for _ in range(PLACES):
            point, radius = spot(rng, ground), rng.uniform(0.05, 1.1)
            deep = room(ground, point)
            if abs(deep - radius) > BAND:
                asked += 1
                on += deep > radius
                assert held(surface, point, radius) == (deep > radius), (pieces, point, radius)
            if abs(deep) > BAND:
                assert Off(surface).contains(point) == (deep < 0), (pieces, point)
            nearest = Off(surface).nearest(Leg.of_point(point)).distance
            assert nearest == pytest.approx(max(0.0, deep), abs=BAND), (pieces, point)
    assert asked / 8 < on < asked * 7 / 8


@each_count
def test_shapely_agrees_on_round_pieces_as_far_as_it_can_tell(count: int) -> None:
    """What the polygons inside circles hold is held, and what those around them do not is not."""
    rng = random.Random(14)
    asked = on = unsure = 0
    for _ in range(count):
        pieces = joined(rng, round_one, round_one, on_a_grid, of_a_star)
        surface = Surface(pieces)
        least, most = (union(pieces, round_out=out) for out in (False, True))
        assert least.area - 1e-6 < surface.area() < most.area + 1e-6, pieces
        for _ in range(PLACES):
            point, radius = spot(rng, most), rng.uniform(0.05, 1.1)
            asked += 1
            if room(least, point) > radius + BAND:
                on += 1
                assert held(surface, point, radius), (pieces, point, radius)
            elif room(most, point) < radius - BAND:
                assert not held(surface, point, radius), (pieces, point, radius)
            else:
                unsure += 1
    print(f"{unsure} of {asked} places that shapely cannot tell")
    assert unsure < 0.01 * asked
    assert asked / 8 < on < asked * 7 / 8
