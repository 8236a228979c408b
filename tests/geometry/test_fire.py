"""Lines of fire between two upright cylinders, past pieces of all heights."""

from __future__ import annotations

import math

import pytest
from turning import Turn, turns

from movement.geometry.fire import Line, line_of_fire
from movement.geometry.flights import Flight
from movement.geometry.ground import Block
from movement.geometry.lengths import EPS
from movement.geometry.shapes import Disc, Outline
from movement.geometry.sight import Front, line_of_sight

TALL = 1.575


def body(turn: Turn, at: complex, low: float = 0.0, tall: float = TALL) -> Block:
    """A cylinder on a base of 1 in."""
    return Block("", Disc(turn(at), 0.5), low, low + tall)


def box(turn: Turn, low: complex, high: complex, bottom: float, top: float) -> Block:
    return Block("", turn.box(low, high), bottom, top)


def line(
    turn: Turn, *blockers: Block | Flight, at: complex = 10 + 0j, low: float = 0.0
) -> Line | None:
    """From a body on the table, 10 in off or elsewhere, or higher."""
    return line_of_fire(body(turn, 0j, low), body(turn, at), blockers)


def test_a_wall_as_tall_as_both_hides_them_and_a_lower_one_does_not() -> None:
    for turn in turns(30):
        for top, hidden in ((TALL, True), (TALL + 1, True), (TALL - 0.01, False)):
            assert (line(turn, box(turn, 4 - 3j, 5 + 3j, 0, top)) is None) == hidden


def test_over_walls_that_are_tall_enough_it_is_decided_in_plan_to_any_ruler() -> None:
    for turn in turns(100):
        assert line(turn, box(turn, 4 - 3j, 5 + 0.5j, 0, 3)) is None
        assert line(turn, box(turn, 4 - 3j, 5 + 0.4999j, 0, 3)) is not None


def test_from_a_roof_it_runs_from_its_near_top_to_the_far_top_below() -> None:
    # 3 in up: from 0.5 in out and 4.575 up to 10.5 in out and 1.575 up it is 2.265 up after 8.2
    for turn in turns(30):
        for top, hidden in ((2.25, False), (2.28, True)):
            wall = box(turn, 8 - 3j, 8.2 + 3j, 0, top)
            roof = box(turn, -2 - 3j, 2 + 3j, 0, 3)
            assert (line(turn, wall, roof, low=3.0) is None) == hidden


def test_a_roof_that_one_stands_on_hides_what_is_close_beneath_its_edge() -> None:
    # over an edge 3 in out, from (0.5, 4.575) to (3.5 + x, 1.575), and the roof is 3 in high
    for turn in turns(30):
        roof = box(turn, -3 - 3j, 3 + 3j, 0, 3)
        assert line(turn, roof, at=4.2 + 0j, low=3.0) is None
        assert line(turn, roof, at=5 + 0j, low=3.0) is not None


def test_it_passes_under_what_leaves_room_beneath() -> None:
    for turn in turns(30):
        assert line(turn, box(turn, 4 - 3j, 5 + 3j, 0.1, 5)) is not None
        assert line(turn, box(turn, 4 - 3j, 5 + 3j, 0, 5)) is None


def test_it_passes_through_a_window_and_not_through_a_shut_one() -> None:
    for turn in turns(30):
        sill = box(turn, 4 - 3j, 4.2 + 3j, 0, 0.8)
        assert line(turn, sill, box(turn, 4 - 3j, 4.2 + 3j, 0.84, 3)) is not None
        assert line(turn, sill, box(turn, 4 - 3j, 4.2 + 3j, 0.8, 3)) is None


def test_two_windows_have_to_lie_in_one_line() -> None:
    def wall(turn: Turn, x: float, low: float, high: float) -> list[Block]:
        ends = complex(x, -3), complex(x + 0.2, 3)
        return [box(turn, *ends, 0, low), box(turn, *ends, high, 3)]

    for turn in turns(20):
        low, high = wall(turn, 2, 0.2, 0.3), wall(turn, 5, 1.2, 1.3)
        assert line(turn, *low) is not None
        assert line(turn, *high) is not None
        # from (0.5, 0) through (2, 0.2) and (5, 1.2) it would arrive 2.7 in up
        assert line(turn, *low, *high) is None
        assert line(turn, *low, *wall(turn, 5, 0.4, 0.6)) is not None


def test_no_line_slips_between_pieces_that_touch_though_they_are_not_of_one_height() -> None:
    for turn in turns(30):
        low, high = box(turn, 4 - 3j, 5 + 0.1j, 0, 2), box(turn, 4 + 0.1j, 5 + 3j, 0, 3)
        assert line(turn, low, high) is None
        apart = box(turn, 4 + 0.13j, 5 + 3j, 0, 3)
        assert line(turn, low, apart, box(turn, 7 - 3j, 8 + 3j, 0, 0.5)) is not None


def test_a_lower_body_hides_no_taller_one() -> None:
    for turn in turns(30):
        lower = Block("", Disc(turn(5 + 0j), 0.6), 0, 1.0)
        assert line(turn, lower) is not None
        assert line(turn, Block("", lower.shape, 0, TALL)) is None


def test_a_floor_between_hides_and_a_hole_in_it_does_not() -> None:
    for turn in turns(20):
        above = body(turn, 0j, 3.1)
        floor = Outline(((turn(-4 - 4j), turn(6 - 4j), turn(6 + 4j), turn(-4 + 4j)),))
        (ring,) = turn.box(0.6 - 1j, 2 + 1j).rings
        holed = Outline((*floor.rings, ring))
        for shape, hidden in ((floor, True), (holed, False)):
            storey = Block("", shape, 3, 3.1)
            for at in (0.3 + 0j, 1 + 0j, 3 + 0j):
                assert (line_of_fire(above, body(turn, at), [storey]) is None) == hidden, at


def test_a_flight_of_stairs_hides_by_what_of_it_is_high_enough() -> None:
    for turn in turns(20):
        for across in (0.9, 2.0):  # up to the left, from y = -2 to 2: 0 to 3 in high
            flight = Flight("", turn.box(4 - 2j, 5 + 2j), 0.0, 3.0, 1j * turn.by)
            one, other = body(turn, -across * 1j), body(turn, 10 - across * 1j)
            hidden = line_of_fire(one, other, [flight]) is None
            # at its side that is nearer the foot, y = -across - 0.5, it is that high
            assert hidden == ((2 - across - 0.5) / 4 * 3 >= TALL)
        flight = Flight("", turn.box(4 - 2j, 5 + 4j), 0.0, 4.5, 1j * turn.by)
        assert line_of_fire(body(turn, 1j), body(turn, 10 + 1j), [flight]) is None


def test_a_line_of_fire_ends_on_both_bodies() -> None:
    for turn in turns(30):
        found = line(turn, box(turn, 4 - 3j, 5 + 0.3j, 0, 1.4), low=0.7)
        assert found is not None
        for (spot, height), (at, low) in zip(found, ((0j, 0.7), (10 + 0j, 0.0)), strict=True):
            assert abs(spot - turn(at)) <= 0.5 + EPS
            assert low <= height <= low + TALL


# What lies before an eye


@pytest.mark.parametrize(("at", "seen"), [(2j, True), (-2j, False), (-0.4 + 2j, True)])
def test_only_what_lies_in_a_front_counts(at: complex, seen: bool) -> None:
    for turn in turns(20):
        front = Front(turn(0j), 1j * turn.by)
        assert (line_of_fire(body(turn, 0j), body(turn, at), [], front) is not None) == seen


def test_of_a_body_partly_in_a_front_only_that_part_counts() -> None:
    """Beside the eye: what lies ahead of it is hidden, or what lies behind."""
    for turn in turns(20):
        front = Front(turn(0j), 1j * turn.by)
        eye, other = body(turn, 0j), body(turn, 6 + 0j)
        ahead, behind = box(turn, 3 - 0.01j, 4 + 2j, 0, 3), box(turn, 3 - 2j, 4 + 0.01j, 0, 3)
        for low in (0, 1.0):  # with and without a kerb, which has it looked for over heights
            kerb = [box(turn, 1.5 - 3j, 2 + 3j, 0, low)] if low else []
            assert line_of_fire(eye, other, [behind, *kerb], front) is not None
            assert line_of_fire(eye, other, [ahead, *kerb]) is not None
            both = [box(turn, 3 - 0.6j, 4 + 2j, 0, 3), *kerb]
            assert line_of_fire(eye, other, both, front) is None


@pytest.mark.parametrize("degrees", [60, 90, 135])
def test_a_front_reaches_as_far_to_either_side_as_it_says(degrees: float) -> None:
    half = math.radians(degrees)
    front = Front(0j, 1 + 0j, half)
    for off, held in ((-0.2, True), (0.2, False)):
        for side in (1, -1):
            spot = 9 * complex(math.cos(half + off), side * math.sin(half + off))
            assert front.holds(Disc(spot, 0.5)) is held
    assert front.holds(Disc(9 * complex(math.cos(half), math.sin(half)), 0.5)) is None


def test_a_line_of_sight_in_plan_ends_in_the_front() -> None:
    for turn in turns(20):
        front = Front(turn(0j), 1j * turn.by)
        one, other = Disc(turn(0j), 0.5), Disc(turn(6 + 0j), 0.5)
        found = line_of_sight(one, other, [], front)
        assert found is not None
        assert ((found[1] - turn(0j)) / turn.by).imag >= -EPS
        assert line_of_sight(one, Disc(turn(6 - 0.6j), 0.5), [], front) is None
