"""What is seen from a point among pieces, and whether one point is seen from another."""

from __future__ import annotations

import math

import pytest
from turning import Turn, turns

from movement.geometry.regions import Within
from movement.geometry.shapes import Disc, Edge, Outline
from movement.geometry.spans import meeting
from movement.geometry.surfaces import Arc
from movement.geometry.track import Leg
from movement.geometry.view import View, sees

Pieces = tuple[Outline | Disc, ...]

ENEMY = (1 - 0.1j, 1.1 + 0.1j)
"""A post before the eye, by two opposite corners."""


def view(turn: Turn, *blockers: Outline | Disc, all_round: bool = False) -> View:
    """From the origin, out to 2 in, looking along +x."""
    return View(turn(0j), 2.0, None if all_round else turn.by, blockers)


def covered(shape: View) -> float:
    return sum(
        part.area() if isinstance(part, Arc) else (part.start.conjugate() * part.end).imag / 2
        for part in shape.boundary
    )


def test_with_nothing_in_the_way_a_view_all_round_answers_as_a_disc() -> None:
    for turn in turns(200):
        shown, plain = view(turn, all_round=True), Disc(turn(0j), 2.0)
        for start, end in ((-4 + 1j, 4 + 1j), (-4 + 2.5j, 4 + 2.5j), (-3j, 3j), (0.5j, -4 + 3j)):
            (leg,) = turn.track(start, end).legs
            walked = [(0.0, leg.length)]
            within = [meeting(shape.within(leg, 0.6), walked) for shape in (shown, plain)]
            assert within[0] == [pytest.approx(span, abs=1e-9) for span in within[1]]
            assert shown.nearest(leg) == pytest.approx(plain.nearest(leg), abs=1e-9)
            for point in (leg.origin, leg.at(leg.length)):
                assert shown.point_nearest(point) == pytest.approx(
                    plain.point_nearest(point), abs=1e-9
                )


def test_a_wall_hides_what_is_behind_its_near_face() -> None:
    for turn in turns(200):
        shown = view(turn, turn.box(1 - 3j, 1.5 + 3j))
        assert shown.contains(turn(1 + 0j))
        assert shown.contains(turn(0.5 + 1.5j))
        assert not shown.contains(turn(1.01 + 0j))
        assert not shown.contains(turn(1.8 + 0j))
        assert shown.point_nearest(turn(1.8 + 0.5j)) == pytest.approx(turn(1 + 0.5j))


def test_a_post_throws_a_shadow_between_the_lines_through_its_near_corners() -> None:
    for turn in turns(200):
        shown = view(turn, turn.box(*ENEMY))
        beside = 1.8 + 0.18j
        assert shown.contains(turn(beside))
        assert not shown.contains(turn(beside - 0.001j))
        assert not shown.contains(turn(1.8 - 0.179j))


def test_a_disc_throws_a_shadow_between_the_lines_that_graze_it() -> None:
    # 0.5 in round, 1 in away: the lines that graze it are 30 degrees to either side
    for turn in turns(200):
        shown = view(turn, Disc(turn(1 + 0j), 0.5))
        side = complex(math.cos(math.pi / 6), 0.5)
        assert shown.contains(turn(1.9 * side))
        assert not shown.contains(turn(1.9 * side - 0.001j))
        assert shown.contains(turn(0.5 + 0j))
        assert not shown.contains(turn(0.51 + 0j))
        half, wedge = math.pi * 4 / 2, 4 * math.pi / 6
        kept = math.sqrt(3) / 2 * 0.5 - 0.25 * math.pi / 3  # between the tangents and the disc
        assert covered(shown) == pytest.approx(half - wedge + kept)


def test_a_corner_grazed_does_not_block() -> None:
    for turn in turns(200):
        above, below = turn.box(0.5 + 0j, 1 + 1j), turn.box(1.2 - 1j, 1.6 + 0j)
        for point in (0.6 + 0j, 1.9 + 0j):
            assert view(turn, above).contains(turn(point))
            assert sees(turn(0j), turn(point), [above])
        assert not sees(turn(0j), turn(1.9 + 0j), [above, below])


def test_a_seam_shows_nothing_and_a_slit_of_a_thousandth_does() -> None:
    for turn in turns(200):
        lower = turn.box(1 - 3j, 1.2 + 0j)
        closed = [lower, turn.box(1 + 0j, 1.2 + 3j)]
        opened = [lower, turn.box(1 + 0.001j, 1.2 + 3j)]
        through = 1.9 + 0.0009j
        assert not view(turn, *closed).contains(turn(through))
        assert not view(turn, *closed).contains(turn(1.9 + 0j))
        assert view(turn, *opened).contains(turn(through))
        assert not sees(turn(0j), turn(1.9 + 0j), closed)
        assert sees(turn(0j), turn(through), opened)


def test_pieces_that_touch_at_a_corner_show_nothing_between_them() -> None:
    for turn in turns(200):
        pieces = [turn.box(0.5 - 1j, 1 + 0j), turn.box(1 + 0j, 1.5 + 1j)]
        assert not sees(turn(0j), turn(1.9 + 0j), pieces)
        assert not view(turn, *pieces).contains(turn(1.9 + 0j))


@pytest.mark.parametrize(
    "piece",
    [
        pytest.param((-0.5 - 0.5j, 0.5 + 0.5j), id="inside it"),
        pytest.param((0 - 0.5j, 0.5 + 0.5j), id="on its edge"),
        pytest.param((0 + 0j, 0.5 + 0.5j), id="on its corner"),
    ],
)
def test_a_piece_the_eye_stands_in_or_on_the_edge_of_does_not_block(
    piece: tuple[complex, complex],
) -> None:
    for turn in turns(200):
        assert view(turn, turn.box(*piece)).contains(turn(1.4 + 1.4j))
        assert sees(turn(0j), turn(1.4 + 1.4j), [turn.box(*piece)])


def test_a_piece_blocks_an_eye_that_stands_in_a_hole_or_a_bay_of_it() -> None:
    ring = Outline.box(-1, -1, 1, 1).rings[0], Outline.box(-0.5, -0.5, 0.5, 0.5).rings[0]
    bay = (-0.5 - 0.5j, 1 - 0.5j, 1 + 0.5j, -0.5 + 0.5j, -0.5 + 0.2j, 0.5 + 0.2j, 0.5 - 0.2j)
    for turn in turns(50):
        room = view(turn, Outline(tuple(tuple(map(turn, r)) for r in ring)), all_round=True)
        assert covered(room) == pytest.approx(1.0)
        shown = view(turn, Outline((tuple(map(turn, (*bay, -0.5 - 0.2j))),)), all_round=True)
        assert not shown.contains(turn(0.6 + 0j))
        assert shown.contains(turn(-1.9 + 0j))


def test_overlapping_pieces_hide_what_either_hides() -> None:
    for turn in turns(30):
        pieces = (turn.box(0.8 - 0.2j, 1.2 + 0.4j), Disc(turn(1 - 0.2j), 0.3))
        shown = view(turn, *pieces)
        for n in range(-20, 21):
            point = turn(complex(1.7, n / 20))
            assert shown.contains(point) == all(sees(turn(0j), point, [piece]) for piece in pieces)


def test_a_base_behind_a_wall_meets_the_view_only_where_the_wall_ends() -> None:
    # the wall ends at (1, 0); the line from the eye past its corner is the x axis
    for turn in turns(200):
        region = Within(view(turn, turn.box(1 - 3j, 1.1 + 0j)), 0.5)
        (span,) = region.along(turn.track(1.7 - 2j, 1.7 + 0j))
        assert span.start == pytest.approx(1.5, abs=1e-5)


def test_the_boundary_is_one_closed_chain() -> None:
    for turn in turns(50):
        for all_round in (False, True):
            pieces = turn.box(*ENEMY), Disc(turn(0.5 + 1j), 0.3), turn.box(-1 - 1j, -0.5 + 1j)
            boundary = view(turn, *pieces, all_round=all_round).boundary
            for part, after in zip(boundary, (*boundary[1:], boundary[0]), strict=True):
                assert part.at(1) == pytest.approx(after.at(0), abs=1e-9)
            assert any(isinstance(part, Edge) for part in boundary)


def test_a_point_sees_itself() -> None:
    assert sees(1 + 1j, 1 + 1j, [Outline.box(0, 0, 2, 2)])
    assert sees(1 + 1j, 1 + 1j, [])


def test_a_leg_is_nearest_where_it_first_enters_what_is_seen() -> None:
    shown = view(Turn(), Outline.box(1, -3, 1.5, 3))
    assert shown.nearest(Leg(0.0, 3 + 0.5j, -1 + 0j, 3.0)) == pytest.approx((2.0, 0.0))
    assert shown.nearest(Leg(0.0, 3 + 0.5j, -1 + 0j, 1.0)) == pytest.approx((1.0, 1.0))
