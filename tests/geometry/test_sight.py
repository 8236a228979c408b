"""Lines of sight between two discs, past other pieces."""

from __future__ import annotations

import math

import pytest
from turning import Turn, turns

from movement.geometry.shapes import Disc, Outline
from movement.geometry.sight import Line, line_of_sight


def line(turn: Turn, *blockers: Outline | Disc) -> Line | None:
    """Between two bases of 1 in, 8 in apart."""
    return line_of_sight(Disc(turn(0j), 0.5), Disc(turn(8 + 0j), 0.5), blockers)


def test_with_nothing_between_it_runs_from_edge_to_edge_along_the_line_of_centres() -> None:
    for turn in turns(50):
        assert line(turn) == pytest.approx((turn(0.5 + 0j), turn(7.5 + 0j)))


def test_a_wall_as_high_as_both_bases_hides_them_and_one_a_hair_lower_does_not() -> None:
    for turn in turns(200):
        assert line(turn, turn.box(3 - 2j, 4 + 0.5j)) is None
        found = line(turn, turn.box(3 - 2j, 4 + 0.4999j))
        assert found is not None
        for point, centre in zip(found, (turn(0j), turn(8 + 0j)), strict=True):
            assert abs(point - centre) <= 0.5 + 1e-9


def test_a_wall_across_hides_and_one_off_to_a_side_does_not() -> None:
    for turn in turns(50):
        assert line(turn, turn.box(3 - 9j, 4 + 9j)) is None
        assert line(turn, turn.box(3 + 0.6j, 4 + 9j)) is not None
        assert line(turn, turn.box(9 - 9j, 10 + 9j)) is not None


def test_a_third_base_hides_if_it_covers_what_lies_between() -> None:
    # between equal bases all that could be crossed is 1 in wide
    for turn in turns(200):
        assert line(turn, Disc(turn(4 + 0j), 0.5)) is None
        assert line(turn, Disc(turn(4 + 0j), 0.4999)) is not None
        assert line(turn, Disc(turn(4 + 0.0001j), 0.5)) is not None


def test_a_third_base_that_touches_one_of_them_hides_no_more_than_its_width() -> None:
    for turn in turns(200):
        assert line(turn, Disc(turn(1 + 0j), 0.5)) is None
        assert line(turn, Disc(turn(0.9 + 0j), 0.4)) is not None


def test_no_line_slips_between_two_pieces_that_touch() -> None:
    for turn in turns(200):
        low, high = turn.box(3 - 2j, 4 + 0.1j), turn.box(3 + 0.1j, 4 + 2j)
        assert line(turn, low, high) is None
        assert line(turn, turn.box(3 - 2j, 4 + 0.1j), turn.box(4 + 0.1j, 5 + 2j)) is None
        assert line(turn, Disc(turn(4 + 1j), 1.0), Disc(turn(4 - 1j), 1.0)) is None


def test_a_line_slips_through_a_slit_of_a_thousandth() -> None:
    for turn in turns(200):
        assert line(turn, turn.box(3 - 2j, 4 + 0j), turn.box(3 + 0.001j, 4 + 2j)) is not None
        assert line(turn, Disc(turn(4 + 1j), 0.999), Disc(turn(4 - 1j), 1.0)) is not None


@pytest.mark.parametrize(("more", "slips"), [(1e-5, False), (-1e-5, True)])
def test_a_slanted_line_slips_between_two_tips_if_it_can_reach_both_bases(
    more: float, slips: bool
) -> None:
    # over a tip at (3, y) and under one at (5, -y) it has a slope of y or more, and so passes
    # 4y / sqrt(1 + y * y) or more from both centres: 0.5 where y * y = 0.25 / 15.75
    y = math.sqrt(0.25 / 15.75) + more
    for turn in turns(200):
        over, under = (complex(3, y), 2 - 5j, 4 - 5j), (complex(5, -y), 6 + 5j, 4 + 5j)
        tips = [Outline((tuple(map(turn, ring)),)) for ring in (over, under)]
        assert (line(turn, *tips) is not None) == slips


def test_a_bay_open_towards_one_of_them_is_not_seen_through() -> None:
    for turn in turns(50):
        bay = (3 - 1j, 5 - 1j, 5 + 1j, 3 + 1j, 3 + 0.8j, 4.8 + 0.8j, 4.8 - 0.8j, 3 - 0.8j)
        assert line(turn, Outline((tuple(map(turn, bay)),))) is None


@pytest.mark.parametrize(("more", "slips"), [(1e-5, False), (-1e-5, True)])
def test_of_a_base_that_juts_out_of_a_piece_only_what_juts_out_sees(
    more: float, slips: bool
) -> None:
    # what juts out ends at (0.4, 0.3); thence to (1, 0.24) and (5, -0.16) it is one straight line
    for turn in turns(200):
        over = complex(1, 0.24 + more), 1.2 - 5j, 0.9 - 5j
        under = 5 - 0.16j, 6 + 5j, 4 + 5j
        tips = [Outline((tuple(map(turn, ring)),)) for ring in (over, under)]
        half_in = turn.box(-2 - 2j, 0.4 + 2j)
        bases = Disc(turn(0j), 0.5), Disc(turn(8 + 0j), 2.0)
        assert line_of_sight(*bases, tips) is not None
        assert (line_of_sight(*bases, [half_in, *tips]) is not None) == slips


def test_whoever_stands_in_a_piece_sees_nobody_past_it() -> None:
    for turn in turns(50):
        assert line(turn, turn.box(-1 - 1j, 1 + 1j)) is None
        assert line(turn, turn.box(-1 - 1j, 0.4 + 1j)) is not None


def test_bases_that_touch_see_each_other_unless_they_are_covered() -> None:
    for turn in turns(50):
        pair = Disc(turn(0j), 0.5), Disc(turn(1 + 0j), 0.5)
        assert line_of_sight(*pair, []) is not None
        assert line_of_sight(*pair, [Disc(turn(0.5 + 0.5j), 0.4)]) is not None
        assert line_of_sight(*pair, [turn.box(-2 - 2j, 2 + 2j)]) is None
