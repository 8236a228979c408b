"""What holds a base, and what is in its way: levels, flights with their landings, room overhead."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest
from turning import Turn, turns

from movement.geometry.flights import Flight
from movement.geometry.ground import Block, Ground, Ladder
from movement.geometry.shapes import Disc, Outline
from movement.geometry.track import Track

BASE = 0.5
TALL = 1.6

box = Outline.box
TABLE = box(-20, -20, 20, 20)
STAIRS = Flight("stairs", box(0, -1, 6, 1), 0, 4, 1 + 0j)
"""Six inches in run, four in rise, two wide."""
ROOF = Block("roof", box(6, -3, 12, 3), 0, 4)
UP = Ground(TABLE, (ROOF,), (STAIRS,))


def at(point: complex) -> Track:
    return Track((point,))


def held(ground: Ground, floor: float | Flight, point: complex, radius: float = BASE) -> bool:
    return bool(ground.held(at(point), floor, radius))


def clear(ground: Ground, floor: float | Flight, point: complex, height: float = TALL) -> bool:
    return bool(ground.clear(at(point), floor, BASE, height))


def on_table(*blocks: Block, flights: Sequence[Flight] = ()) -> Ground:
    return Ground(TABLE, blocks, tuple(flights))


# Levels


def test_levels_are_the_tables_and_every_top_once_and_lowest_first() -> None:
    ground = on_table(
        Block("high", box(0, 0, 1, 1), 0, 3),
        Block("low", box(2, 0, 3, 1), 0, 1),
        Block("twin", box(4, 0, 5, 1), 2, 3),
        Block("rounded", box(6, 0, 7, 1), 0, 1 + 5e-7),
        Block("no way over", box(8, 0, 9, 1), 0, math.inf),
    )
    assert ground.levels == [0.0, 1, 3]
    assert on_table().levels == [0.0]


def test_what_holds_a_base_are_the_levels_and_the_flights() -> None:
    assert UP.floors == [0.0, 4, STAIRS]


def test_a_base_is_held_on_the_table_as_far_as_its_edge() -> None:
    for turn in turns(50):
        ground = Ground(turn.box(0j, 10 + 10j))
        assert held(ground, 0.0, turn(0.5 + 0.5j))
        assert not held(ground, 0.0, turn(0.499 + 5j))
        assert ground.held(turn.track(1 + 5j, -1 + 5j), 0.0, BASE) == [
            pytest.approx((0, 0.5), abs=1e-5)
        ]


def test_blocks_of_one_top_hold_a_base_between_them_whatever_their_bottoms() -> None:
    ground = on_table(Block("box", box(0, 0, 3, 3), 0, 2), Block("deck", box(3, 0, 6, 3), 1.9, 2))
    assert held(ground, 2, 3 + 1.5j)


def test_blocks_that_differ_in_height_hold_no_base_between_them() -> None:
    ground = on_table(Block("box", box(0, 0, 3, 3), 0, 2), Block("deck", box(3, 0, 6, 3), 0, 2.01))
    assert not held(ground, 2, 3 + 1.5j)
    assert not held(ground, 2.01, 3 + 1.5j)


def test_a_disc_holds_a_base_no_larger_than_itself() -> None:
    for turn in turns(50):
        ground = on_table(Block("drum", Disc(turn(0j), 1.0), 0, 1))
        assert held(ground, 1, turn(0j), 1.0)
        assert not held(ground, 1, turn(0.001 + 0j), 1.0)
        assert held(ground, 1, turn(0.3 + 0.4j))


# Flights


def test_a_flight_rises_evenly_and_its_landings_are_level() -> None:
    assert STAIRS.slope == pytest.approx(2 / 3)
    for along, height in ((-2, 0), (0, 0), (1.5, 1), (3, 2), (6, 4), (9, 4)):
        assert STAIRS.height(along + 0.7j) == pytest.approx(height)


def test_a_flight_rises_the_way_it_is_turned() -> None:
    for turn in turns(50):
        flight = Flight("stairs", turn.box(0 - 1j, 6 + 1j), 1, 5, turn.by)
        assert flight.height(turn(3 + 0.3j)) == pytest.approx(3)
        assert flight.head - flight.foot == pytest.approx(6)
        down = Flight("stairs", turn.box(0 - 1j, 6 + 1j), 1, 5, -turn.by)
        assert down.height(turn(1.5 + 0.3j)) == pytest.approx(4)


def test_a_flights_sides_are_neither_its_foot_nor_its_head() -> None:
    for turn in turns(50):
        flight = Flight("stairs", turn.box(0 - 1j, 6 + 1j), 0, 4, turn.by)
        assert (
            sorted(abs(side.direction / turn.by).real for side in flight.sides)
            == [pytest.approx(1)] * 2
        )
        assert [abs((side.direction / turn.by).imag) for side in flight.sides] == [
            pytest.approx(0, abs=1e-9)
        ] * 2


def test_a_flight_that_narrows_has_sides_that_lean() -> None:
    flight = Flight("ramp", Outline(((-2j, 4 - 1j, 4 + 1j, 2j),)), 0, 1, 1 + 0j)
    assert [side.length for side in flight.sides] == [pytest.approx(math.sqrt(17))] * 2
    ground = on_table(flights=[flight])
    assert held(ground, flight, 2 + 0.9j)
    assert not held(ground, flight, 2 + 1.1j)


def test_a_flight_holds_a_base_as_far_as_its_sides() -> None:
    for turn in turns(50):
        flight = Flight("stairs", turn.box(0 - 1j, 6 + 1j), 0, 4, turn.by)
        ground = Ground(turn.box(-20 - 20j, 20 + 20j), (), (flight,))
        for along in (1, 3, 5):
            assert held(ground, flight, turn(along + 0j), 1.0)
            assert held(ground, flight, turn(along - 0.5j))
            assert not held(ground, flight, turn(along - 0.501j))


def test_a_flight_and_the_ground_before_it_hold_a_base_across_its_foot() -> None:
    assert held(UP, STAIRS, 0j)
    assert held(UP, STAIRS, -0.499 + 0j)
    assert held(UP, STAIRS, -0.3 + 0.5j)


def test_a_base_that_only_touches_a_flight_is_not_on_it() -> None:
    assert not held(UP, STAIRS, -0.5 + 0j)
    assert not held(UP, STAIRS, 6.5 + 0j)
    assert UP.held(Track((-0.5 - 3j, -0.5 + 3j)), STAIRS, BASE) == []


def test_the_ground_beside_a_flight_is_no_landing_of_it() -> None:
    assert not held(UP, STAIRS, 0.3 + 0.8j)
    assert not held(UP, STAIRS, 0.01 + 1j)
    assert not held(UP, STAIRS, -0.01 + 1j)


def test_the_ground_before_a_flight_may_be_wider_than_it() -> None:
    assert held(UP, STAIRS, -0.4 + 0.6j)
    assert not held(UP, STAIRS, -0.4 + 1j)


def test_a_flight_and_its_landing_hold_a_base_across_its_head() -> None:
    for turn in turns(50):
        flight = Flight("stairs", turn.box(0 - 1j, 6 + 1j), 0, 4, turn.by)
        roof = Block("roof", turn.box(6 - 3j, 12 + 3j), 0, 4)
        ground = Ground(turn.box(-20 - 20j, 20 + 20j), (roof,), (flight,))
        track = turn.track(2 + 0j, 9 + 0j)
        assert ground.held(track, flight, BASE) == [pytest.approx((0, 4.5), abs=1e-5)]


def test_a_flight_that_leads_to_nothing_holds_a_base_as_far_as_its_head() -> None:
    ground = on_table(flights=[STAIRS])
    assert held(ground, STAIRS, 5.5 + 0j)
    assert not held(ground, STAIRS, 5.501 + 0j)


@pytest.mark.parametrize(
    "roof",
    [
        pytest.param(box(6.001, -3, 12, 3), id="apart"),
        pytest.param(box(6, 0, 12, 3), id="half as wide"),
        pytest.param(box(6, -3, 6.9, 3), id="not deep enough"),
    ],
)
def test_a_landing_that_does_not_bear_all_of_the_base_does_not_hold_it(roof: Outline) -> None:
    ground = on_table(Block("roof", roof, 0, 4), flights=[STAIRS])
    assert not held(ground, STAIRS, 6.45 + 0j)


def test_a_landing_may_be_narrower_than_its_flight_if_it_bears_the_base() -> None:
    ground = on_table(Block("roof", box(6, -0.6, 12, 0.6), 0, 4), flights=[STAIRS])
    assert held(ground, STAIRS, 6.2 + 0.1j)
    assert not held(ground, STAIRS, 6.2 + 0.3j)
    assert held(ground, STAIRS, 5.5 + 0.3j)


def test_a_landing_may_reach_back_beside_its_flight() -> None:
    """But beside the flight it holds nobody who is on that."""
    roof = Outline(((6 - 3j, 12 - 3j, 12 + 3j, -4 + 3j, -4 + 1j, 6 + 1j),))
    ground = on_table(Block("roof", roof, 0, 4), flights=[STAIRS])
    up = Track((1 + 0.3j, 9 + 0.3j))
    assert ground.good(up, STAIRS, BASE, TALL) == [pytest.approx((0, 5.5), abs=1e-5)]
    assert not held(ground, STAIRS, 4 + 0.6j)


def test_a_flight_that_begins_beside_where_another_one_ends_is_no_landing_of_it() -> None:
    """Beside, and before its foot, the other one is not yet as high."""
    raised = Flight("raised", box(4, 1, 9, 3), 4, 6, 1 + 0j)
    ground = on_table(flights=[STAIRS, raised])
    assert not held(ground, raised, 4.2 + 1.2j)
    assert not held(ground, raised, 3.8 + 2j)


def test_a_landing_of_another_height_is_none() -> None:
    ground = on_table(Block("roof", box(6, -3, 12, 3), 0, 4.01), flights=[STAIRS])
    assert not held(ground, STAIRS, 6 + 0j)


def test_a_landing_may_be_of_several_pieces() -> None:
    pieces = (Block("left", box(6, 0.2, 12, 3), 0, 4), Block("right", box(6, -3, 12, 0.2), 3, 4))
    ground = on_table(*pieces, flights=[STAIRS])
    assert held(ground, STAIRS, 6.3 + 0.2j)
    assert held(ground, STAIRS, 6 + 0j)


def test_a_flight_on_a_platform_has_the_platform_before_it() -> None:
    upper = Flight("upper", box(0, -1, 6, 1), 2, 5, 1 + 0j)
    deck = Block("deck", box(-4, -3, 8, 3), 1.8, 2)
    assert held(on_table(deck, flights=[upper]), upper, 0j)
    assert held(on_table(deck, flights=[upper]), upper, 3 + 0j)
    assert not held(on_table(flights=[upper]), upper, 0j)
    ledge = Block("deck", box(-0.4, -3, 8, 3), 1.8, 2)
    assert not held(on_table(ledge, flights=[upper]), upper, 0j)
    assert held(on_table(ledge, flights=[upper]), upper, 0.1 + 0j)


def test_stairs_at_the_tables_edge_hold_nobody_across_it() -> None:
    ground = Ground(box(0, -10, 10, 10), (), (STAIRS,))
    assert held(ground, STAIRS, 0.5 + 0j)
    assert not held(ground, STAIRS, 0.4 + 0j)


# What is in the way


@pytest.mark.parametrize(("bottom", "room"), [(2.0, True), (TALL, True), (TALL - 0.001, False)])
def test_a_model_passes_beneath_a_catwalk_as_high_as_itself(bottom: float, room: bool) -> None:
    ground = on_table(Block("catwalk", box(-1, -9, 1, 9), bottom, bottom + 0.2))
    assert clear(ground, 0.0, 0j) is room
    assert clear(ground, 0.0, 1.4 + 0j) is room
    assert clear(ground, 0.0, 1.5 + 0j)


def test_a_catwalk_is_in_no_ones_way_who_stands_on_it() -> None:
    ground = on_table(Block("catwalk", box(-1, -9, 1, 9), 1, 1.2))
    assert clear(ground, 1.2, 0j)
    assert not clear(ground, 0.0, 0j)


def test_a_lintel_lower_than_the_model_is_in_its_way() -> None:
    posts = [Block("post", box(-0.2, y, 0.2, y + 1), 0, 3) for y in (-2, 1)]
    low, high = (Block("lintel", box(-0.2, -1, 0.2, 1), bottom, 3) for bottom in (1.5, 1.7))
    through = Track((-3 + 0j, 3 + 0j))
    assert on_table(*posts, high).clear(through, 0.0, BASE, TALL) == [(0, 6)]
    assert on_table(*posts, low).clear(through, 0.0, BASE, TALL) == [
        pytest.approx((0, 2.3), abs=1e-5),
        pytest.approx((3.7, 6), abs=1e-5),
    ]


def test_a_wall_is_in_the_way_on_the_ground_and_not_from_its_top() -> None:
    ground = on_table(Block("wall", box(-0.1, -9, 0.1, 9), 0, 1))
    assert not clear(ground, 0.0, 0j)
    assert clear(ground, 1, 0j)
    assert clear(ground, 0.0, 0.6 + 0j)


def test_what_stands_on_a_level_is_in_the_way_there_and_not_beneath_it() -> None:
    ground = on_table(
        Block("deck", box(-5, -5, 5, 5), 1.9, 2), Block("crate", box(0, 0, 1, 1), 2, 3)
    )
    assert not clear(ground, 2, 0.5 + 0.5j)
    assert clear(ground, 0.0, 0.5 + 0.5j)


def test_a_flights_flank_is_in_the_way_of_who_does_not_stand_on_it() -> None:
    assert not clear(UP, 0.0, 3 + 1.3j)
    assert clear(UP, 0.0, 3 + 1.5j)
    assert clear(UP, STAIRS, 3 + 0.5j)


def test_landings_are_in_no_ones_way_on_their_flight() -> None:
    assert clear(UP, STAIRS, 5.8 + 0j)
    assert clear(UP, STAIRS, 6.3 + 0j)


def test_a_ceiling_over_stairs_leaves_room_only_low_on_them() -> None:
    """Where the stairs are 1.4 in high or less, 2.1 in up their run."""
    ceiling = Block("ceiling", box(-2, -3, 6, 3), 3, 4.5)
    ground = on_table(ROOF, ceiling, flights=[STAIRS])
    up = Track((-1 + 0j, 9 + 0j))
    assert ground.clear(up, STAIRS, BASE, TALL) == [
        pytest.approx((0, 3.1), abs=1e-5),
        pytest.approx((7 + 0.5, 10), abs=1e-5),
    ]


def test_a_ceiling_that_starts_where_the_stairs_are_lower_than_it_is_passed_over() -> None:
    """From where they are as high as its top, 3 in up their run."""
    shelf = Block("shelf", box(2, -3, 4, 3), 1.8, 2)
    up = Track((-1 + 0j, 9 + 0j))
    assert on_table(ROOF, shelf, flights=[STAIRS]).clear(up, STAIRS, BASE, TALL) == [
        pytest.approx((0, 2.5), abs=1e-5),
        pytest.approx((4, 10), abs=1e-5),
    ]


def test_a_wall_on_the_landing_is_in_the_way_on_the_last_of_the_stairs() -> None:
    wall = Block("wall", box(6.2, -3, 6.4, 3), 4, 5)
    up = Track((3 + 0j, 9 + 0j))
    assert on_table(ROOF, wall, flights=[STAIRS]).clear(up, STAIRS, BASE, TALL) == [
        pytest.approx((0, 2.7), abs=1e-5),
        pytest.approx((3.9, 6), abs=1e-5),
    ]


def test_a_wall_across_stairs_is_in_the_way_though_as_high_as_they_lead() -> None:
    wall = Block("wall", box(3, -1, 3.2, 1), 0, 4)
    assert not clear(on_table(ROOF, wall, flights=[STAIRS]), STAIRS, 2.9 + 0j)


@pytest.mark.parametrize(
    "wall",
    [
        pytest.param(box(-0.4, -3, -0.2, 3), id="across"),
        pytest.param(box(-3, 0.3, -0.2, 0.5), id="along"),
        pytest.param(box(-3, 1, 9, 1.2), id="along all of them"),
    ],
)
def test_a_wall_before_stairs_is_in_the_way_though_as_high_as_they_lead(wall: Outline) -> None:
    ground = on_table(Block("wall", wall, 0, 4), flights=[STAIRS])
    assert not clear(ground, STAIRS, -0.3 + 0.6j)


def test_a_deck_over_stairs_is_in_the_way_though_as_high_as_they_lead() -> None:
    deck = Block("deck", box(2, -3, 12, 3), 3.9, 4)
    assert not clear(on_table(deck, flights=[STAIRS]), STAIRS, 4 + 0j)


def test_a_flights_flank_is_in_the_way_of_who_stands_at_the_foot_of_another() -> None:
    across = Flight("across", box(-0.4, -3, -0.1, 3), 0, 4, 1j)
    assert not clear(on_table(ROOF, flights=[STAIRS, across]), STAIRS, 0.1 + 0j)


def test_a_flights_flank_is_in_the_way_of_who_stands_at_the_head_of_another() -> None:
    across = Flight("across", box(6.6, -3, 7.6, 3), 4, 8, 1j)
    ground = on_table(ROOF, flights=[STAIRS, across])
    assert clear(ground, STAIRS, 6.1 + 0j)
    assert not clear(ground, STAIRS, 6.3 + 0j)


def test_where_a_base_is_good_it_is_held_and_clear() -> None:
    ground = on_table(ROOF, Block("wall", box(8, -3, 8.2, 3), 4, 5), flights=[STAIRS])
    up = Track((-3 + 0j, 15 + 0j))
    assert ground.good(up, 0.0, BASE, TALL) == [
        pytest.approx((0, 2.5), abs=1e-5),
        pytest.approx((15.5, 18), abs=1e-5),
    ]
    assert ground.good(up, STAIRS, BASE, TALL) == [pytest.approx((2.5, 9.5), abs=1e-5)]
    assert ground.good(up, 4, BASE, TALL) == [
        pytest.approx((9.5, 10.5), abs=1e-5),
        pytest.approx((11.7, 14.5), abs=1e-5),
    ]


def test_between_two_walls_exactly_a_base_apart_one_point_is_good() -> None:
    walls = [Block("wall", box(x, -3, x + 0.2, 3), 0, 1) for x in (0, 1.2)]
    through = Track((-3 + 0j, 4 + 0j))
    (_, between, _) = on_table(*walls).good(through, 0.0, BASE, TALL)
    assert between == pytest.approx((3.7, 3.7), abs=1e-5)


# The lowest ground

ACROSS = Track((-9 + 0j, 9 + 0j))


def lowest(ground: Ground, start: float, end: float, top: float) -> float | None:
    """As seen from a walk along the x axis from one x to another."""
    return ground.lowest_under(ACROSS, BASE, (start + 9, end + 9), top)


def test_the_lowest_ground_is_what_shows_from_above_along_the_way() -> None:
    ground = on_table(
        Block("terrace", box(-4, -3, 0, 3), 0, 2),
        Block("step", box(0, -3, 0.4, 3), 0, 1),
        Block("crate", box(-3, -2, -2, 2), 2, 3),
    )
    assert lowest(ground, -3.4, -0.5, 3) == 2
    assert lowest(ground, -3.4, -0.3, 3) == 1
    assert lowest(ground, -3.4, 0, 3) == 0
    assert lowest(ground, 2, 3, 3) == 0


def test_what_is_higher_than_the_top_is_overhead() -> None:
    ground = on_table(Block("catwalk", box(-9, -3, 9, 3), 2, 2.2))
    assert lowest(ground, -1, 1, 1) == 0
    assert lowest(ground, -1, 1, 2.2) == 2.2


def test_beyond_the_tables_edge_there_is_no_ground() -> None:
    ground = Ground(box(-5, -5, 0, 5), (Block("jetty", box(0, -5, 3, 5), 0, 0.5),))
    assert lowest(ground, -2, -0.5, 1) == 0
    assert lowest(ground, -2, -0.4, 0.2) is None
    assert lowest(ground, -2, 2.5, 1) == 0
    assert lowest(ground, -2, 2.6, 1) is None


def test_where_a_base_stands_still_the_lowest_ground_is_that_beneath_it() -> None:
    ground = Ground(box(-5, -5, 5, 5), (Block("tower", box(3, 3, 4, 4), 0, 4),))
    assert ground.lowest_under(at(0j), BASE, (0, 0), 1) == 0
    assert ground.lowest_under(at(5 + 0j), BASE, (0, 0), 1) is None


# Ladders


def test_a_ladder_is_as_long_as_it_is_high_or_longer_where_it_leans() -> None:
    assert Ladder("upright", 1 + 1j, 0, 1 + 1j, 4).length == 4
    assert Ladder("leaning", 1 + 1j, 1, 4 + 1j, 5).length == 5


def test_the_ground_turned_holds_and_bars_the_same() -> None:
    for turn in turns(50):
        flight = Flight("stairs", turn.box(0 - 1j, 6 + 1j), 0, 4, turn.by)
        blocks = (
            Block("roof", turn.box(6 - 3j, 12 + 3j), 0, 4),
            Block("ceiling", turn.box(-2 - 3j, 6 + 3j), 3, 3.5),
        )
        ground = Ground(turn.box(-20 - 20j, 20 + 20j), blocks, (flight,))
        plain = on_table(ROOF, Block("ceiling", box(-2, -3, 6, 3), 3, 3.5), flights=[STAIRS])
        for points in ((-2 + 0.2j, 9 - 0.3j), (3 - 3j, 3 + 3j), (1 + 0j, 7 + 2j, -1 - 1j)):
            for floor, same in zip(plain.floors, ground.floors, strict=True):
                expected = plain.good(Turn().track(*points), floor, BASE, TALL)
                found = ground.good(turn.track(*points), same, BASE, TALL)
                assert found == [pytest.approx(span, abs=1e-4) for span in expected]
