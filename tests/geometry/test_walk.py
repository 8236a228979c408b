"""Walks over heights: obstacles and their sides, stairs and ladders, and what is paid and measured."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest
from turning import turns

from movement.geometry.flights import Flight
from movement.geometry.ground import Block, Ground, Ladder
from movement.geometry.shapes import Disc, Outline
from movement.geometry.stretches import Climber, Obstacle, Walk
from movement.geometry.stroll import same_level
from movement.geometry.walk import Waypoint, walk

BASE = 0.5
TALL = 1.6

box = Outline.box
TABLE = box(-20, -20, 20, 20)
STAIRS = Flight("stairs", box(0, -1, 6, 1), 0, 4, 1 + 0j)
"""Six inches in run, four in rise, two wide."""
ROOF = Block("roof", box(6, -3, 12, 3), 0, 4)
UP = Ground(TABLE, (ROOF,), (STAIRS,))
SLOPE = math.hypot(6, 4)


def wall(x: float, top: float, bottom: float = 0, thick: float = 0.2, name: str = "wall") -> Block:
    """One across the x axis."""
    return Block(name, box(x, -9, x + thick, 9), bottom, top)


def terrace(x0: float, x1: float, top: float, bottom: float = 0, name: str = "terrace") -> Block:
    """One that lies along the x axis."""
    return Block(name, box(x0, -9, x1, 9), bottom, top)


def on_table(
    *blocks: Block, flights: Sequence[Flight] = (), ladders: Sequence[Ladder] = ()
) -> Ground:
    return Ground(TABLE, blocks, tuple(flights), tuple(ladders))


def go(
    ground: Ground,
    *stops: complex | Waypoint,
    level: float = 0,
    height: float = TALL,
    pays: bool = False,
    adds: bool = False,
) -> Walk:
    route = [stop if isinstance(stop, tuple) else (stop, None) for stop in stops]
    return walk(ground, level, route, Climber(BASE, height, pays, adds))


def obstacles(way: Walk) -> list[Obstacle]:
    return [stretch.obstacle for stretch in way.stretches if stretch.obstacle]


def the_obstacle(way: Walk) -> Obstacle:
    (over,) = obstacles(way)
    return over


def spans(way: Walk) -> list[tuple[float, float]]:
    """Where the obstacles are."""
    return [(stretch.start, stretch.end) for stretch in way.stretches if stretch.obstacle]


def about(*levels: float | None) -> tuple[object, ...]:
    return tuple(level if level is None else pytest.approx(level, abs=1e-5) for level in levels)


def told(over: Obstacle) -> tuple[float | None, ...]:
    """Before, after, top, lowest."""
    return over.before, over.after, over.top, over.lowest


def lies(start: float, end: float) -> object:
    return pytest.approx((start, end), abs=1e-5)


# Flat ground


def test_on_open_ground_a_walk_is_one_stretch_as_long_as_its_route() -> None:
    way = go(on_table(), 0j, 3 + 0j, 3 + 4j)
    (only,) = way.stretches
    assert (only.start, only.end, only.low, only.high) == (0, 7, 0, 0)
    assert (only.stands, only.on, only.obstacle) == (True, "", None)
    assert (way.track.length, way.plan, way.lost) == (7, 7, 0)
    assert way.track.end == 3 + 4j


def test_what_the_base_only_touches_is_no_obstacle() -> None:
    assert not obstacles(go(on_table(wall(1, 3)), 0.5 - 5j, 0.5 + 5j))


# Beneath, and over


@pytest.mark.parametrize("bottom", [TALL, 2.0])
def test_one_passes_beneath_what_is_high_enough(bottom: float) -> None:
    assert not obstacles(go(on_table(terrace(4, 6, bottom + 0.2, bottom)), 0j, 10 + 0j))


def test_what_hangs_lower_than_the_model_is_an_obstacle() -> None:
    way = go(on_table(terrace(4, 6, 1.7, 1.5, name="lintel")), 0j, 10 + 0j)
    assert spans(way) == [lies(3.5, 4.5), lies(5.5, 6.5)]
    up, down = obstacles(way)
    assert told(up) == about(0, 1.7, 1.7, 0)
    assert up.pieces == ("lintel",)
    assert told(down) == about(1.7, 0, 1.7, 0)
    assert down.pieces == ()


def test_a_catwalk_is_passed_beneath_by_who_goes_over_a_wall_with_room_to_spare() -> None:
    catwalk = terrace(3, 6, 2.8, 2.6, name="catwalk")
    over = the_obstacle(go(on_table(wall(4, 1), catwalk), 0j, 10 + 0j))
    assert told(over) == about(0, 0, 1, 0)
    assert over.pieces == ("wall",)


def test_a_catwalk_is_in_the_way_of_who_goes_over_a_wall_with_no_room_to_spare() -> None:
    catwalk = Block("catwalk", box(4, -9, 4.2, 9), 2.5, 2.7)
    over = the_obstacle(go(on_table(wall(4, 1), catwalk), 0j, 10 + 0j))
    assert told(over) == about(0, 0, 2.7, 0)
    assert over.pieces == ("wall", "catwalk")


# One obstacle or two


def test_walls_closer_together_than_the_base_are_one_obstacle() -> None:
    way = go(on_table(wall(4, 1, name="low"), wall(5.1, 1.2, name="high")), 0j, 10 + 0j)
    assert spans(way) == [lies(3.5, 5.8)]
    assert told(the_obstacle(way)) == about(0, 0, 1.2, 0)
    assert the_obstacle(way).pieces == ("low", "high")


@pytest.mark.parametrize("gap", [1.0, 1.01, 3.0])
def test_walls_as_far_apart_as_the_base_are_two_obstacles(gap: float) -> None:
    second = 4.2 + gap
    way = go(on_table(wall(4, 1), wall(second, 1.2)), 0j, 10 + 0j)
    assert spans(way) == [lies(3.5, 4.7), lies(second - 0.5, second + 0.7)]
    assert [told(over) for over in obstacles(way)] == [about(0, 0, 1, 0), about(0, 0, 1.2, 0)]


def test_steps_too_shallow_for_the_base_are_one_obstacle() -> None:
    steps = [terrace(4 + 0.3 * i, 15, 1.5 * (i + 1), name=f"step {i}") for i in range(3)]
    way = go(on_table(*steps), 0j, 10 + 0j)
    assert spans(way) == [lies(3.5, 5.1)]
    assert told(the_obstacle(way)) == about(0, 4.5, 4.5, 0)
    assert the_obstacle(way).pieces == ("step 0", "step 1", "step 2")
    assert the_obstacle(way).gained == 4.5


@pytest.mark.parametrize("deep", [1.0, 1.2])
def test_steps_deep_enough_for_the_base_are_an_obstacle_each(deep: float) -> None:
    steps = [terrace(4 + deep * i, 15, 1.5 * (i + 1), name=f"step {i}") for i in range(3)]
    way = go(on_table(*steps), 0j, 10 + 0j)
    assert [told(over) for over in obstacles(way)] == [
        about(1.5 * i, 1.5 * (i + 1), 1.5 * (i + 1), 1.5 * i) for i in range(3)
    ]
    assert spans(way) == [lies(3.5 + deep * i, 4.5 + deep * i) for i in range(3)]
    down = go(on_table(*steps), 10 + 0j, 0j, level=4.5)
    assert [told(over) for over in obstacles(down)] == [
        about(1.5 * i + 1.5, 1.5 * i, 1.5 * i + 1.5, 1.5 * i) for i in (2, 1, 0)
    ]


def test_boxes_of_one_height_that_abut_are_walked_over_as_one() -> None:
    row = [terrace(i, i + 1, 1, name=f"box {i}") for i in range(6)]
    way = go(on_table(*row), 0.5 + 0j, 5.5 + 0j, level=1)
    assert not obstacles(way)
    assert len(way.stretches) == 1


def test_a_gap_narrower_than_the_base_is_an_obstacle_as_deep_as_it_is() -> None:
    way = go(on_table(terrace(0, 4, 2), terrace(4.5, 9, 2)), 1 + 0j, 8 + 0j, level=2)
    assert spans(way) == [lies(2.5, 4.0)]
    assert told(the_obstacle(way)) == about(2, 2, 2, 0)
    assert the_obstacle(way).pieces == ()


def test_a_gap_wider_than_the_base_is_two() -> None:
    way = go(on_table(terrace(0, 4, 2), terrace(5.5, 9, 2)), 1 + 0j, 8 + 0j, level=2)
    assert [told(over) for over in obstacles(way)] == [about(2, 0, 2, 0), about(0, 2, 2, 0)]


# Tops and sides


def test_a_walls_sides_may_differ() -> None:
    ground = on_table(terrace(0, 4, 1), wall(4, 1.5))
    over = the_obstacle(go(ground, 2 + 0j, 8 + 0j, level=1))
    assert told(over) == about(1, 0, 1.5, 0)
    assert over.gained == pytest.approx(0.5)
    assert told(the_obstacle(go(ground, 8 + 0j, 2 + 0j))) == about(0, 1, 1.5, 0)


def test_the_top_is_no_lower_than_either_level() -> None:
    ground = on_table(terrace(0, 4, 2), wall(4.1, 1))
    assert told(the_obstacle(go(ground, 2 + 0j, 8 + 0j, level=2))) == about(2, 0, 2, 0)
    assert told(the_obstacle(go(ground, 8 + 0j, 2 + 0j))) == about(0, 2, 2, 0)


def test_what_stands_no_higher_than_the_level_before_is_not_named() -> None:
    ground = on_table(terrace(0, 4, 1), terrace(4, 8, 1.5, name="step"), wall(8, 1))
    way = go(ground, 2 + 0j, 12 + 0j, level=1)
    assert [over.pieces for over in obstacles(way)] == [("step",), ()]


def test_a_lean_over_a_parapet_counts_the_ground_beyond_it() -> None:
    ground = on_table(terrace(0, 4, 3), wall(3.8, 3.5, name="parapet"))
    over = the_obstacle(go(ground, 2 + 0j, 3.8 + 0j, 2 + 0j, level=3))
    assert told(over) == about(3, 3, 3.5, 0)
    assert told(the_obstacle(go(ground, 2 + 0j, 3.4 + 0j, 2 + 0j, level=3))) == about(3, 3, 3.5, 3)


def test_ground_under_a_wall_between_two_terraces_does_not_show() -> None:
    ground = on_table(terrace(0, 4, 3), wall(4, 3.5), terrace(4.2, 9, 3))
    assert told(the_obstacle(go(ground, 2 + 0j, 8 + 0j, level=3))) == about(3, 3, 3.5, 3)


def test_over_the_tables_edge_there_is_no_ground_and_nothing_holds_the_base() -> None:
    way = go(on_table(), 18 + 0j, 22 + 0j)
    assert told(the_obstacle(way)) == about(0, None, 0, None)
    assert spans(way) == [lies(1.5, 4)]
    assert not way.stretches[-1].stands


def test_a_route_may_end_on_what_does_not_hold_the_base() -> None:
    way = go(on_table(wall(4, 1)), 0j, 4.1 + 0j)
    assert told(the_obstacle(way)) == about(0, None, 1, 0)
    assert spans(way) == [lies(3.5, 4.1)]
    assert way.track.length == pytest.approx(4.1)


def test_what_nothing_gets_over_is_infinitely_high() -> None:
    over = the_obstacle(go(on_table(wall(4, math.inf)), 0j, 8 + 0j))
    assert told(over) == (0, 0, math.inf, 0)


def test_it_comes_to_stand_on_the_highest_that_it_has_come_over() -> None:
    tiers = [terrace(4, 9, 1, name="lower"), terrace(4, 9, 2.2, 2, name="upper")]
    over = the_obstacle(go(on_table(*tiers), 0j, 6 + 0j))
    assert told(over) == about(0, 2.2, 2.2, 0)
    roomy = [terrace(4, 9, 1, name="lower"), terrace(4, 9, 2.8, 2.6, name="upper")]
    assert told(the_obstacle(go(on_table(*roomy), 0j, 6 + 0j))) == about(0, 1, 1, 0)


def test_it_does_not_stand_beneath_what_it_is_still_over() -> None:
    way = go(on_table(terrace(0, 4, 2.2, 2)), 2 + 0j, 8 + 0j, level=2.2)
    assert spans(way) == [lies(1.5, 2.5)]
    assert told(the_obstacle(way)) == about(2.2, 0, 2.2, 0)


def test_a_route_that_ends_half_over_an_edge_ends_held_by_nothing() -> None:
    way = go(on_table(terrace(0, 4, 2.2, 2)), 2 + 0j, 4 + 0j, level=2.2)
    assert told(the_obstacle(way)) == about(2.2, None, 2.2, 0)


def test_a_base_beneath_a_deck_does_not_rise_through_it() -> None:
    """Where it bumps its head going over a wall, it stands again only beyond the deck."""
    ground = on_table(terrace(0, 9, 2.2, 2, name="deck"), wall(4, 1))
    way = go(ground, 2 + 0j, 12 + 0j)
    assert spans(way) == [lies(1.5, 7.5)]
    assert told(the_obstacle(way))[:3] == about(0, 0, 2.2)
    assert the_obstacle(way).pieces == ("wall", "deck")
    assert the_obstacle(go(ground, 2 + 0j, 7 + 0j)).after is None


# Where it starts


def test_a_start_that_is_not_held_counts_as_held_at_its_own_level() -> None:
    way = go(on_table(wall(0, 1)), 0.1 + 0j, 5 + 0j, level=1)
    assert told(the_obstacle(way)) == about(1, 0, 1, 0)
    assert spans(way) == [lies(0, 0.6)]
    over = the_obstacle(go(on_table(wall(0, 1), wall(0.5, 1.5)), 0.1 + 0j, 5 + 0j, level=1))
    assert told(over) == about(1, 0, 1.5, 0)


def test_a_start_half_over_an_edge_may_come_back() -> None:
    way = go(on_table(terrace(0, 4, 2)), 4 + 0j, 1 + 0j, level=2)
    assert told(the_obstacle(way)) == about(2, 2, 2, 0)
    assert spans(way) == [lies(0, 0.5)]


def test_a_start_in_exact_contact_is_at_an_obstacle_only_if_it_goes_into_it() -> None:
    for turn in turns(50):
        ground = Ground(turn.box(-20 - 20j, 20 + 20j), (Block("w", turn.box(0j, 0.5 + 9j), 0, 1),))
        climber = Climber(BASE, TALL)
        start = turn(-0.5 + 4j)
        away, along, into = (
            walk(ground, 0, [(start, None), (turn(to), None)], climber)
            for to in (-3 + 4j, -0.5 + 8j, 4 + 4j)
        )
        assert obstacles(away) == obstacles(along) == []
        assert spans(into) == [lies(0, 1.5)]


def test_a_start_exactly_at_a_ledges_edge_is_held() -> None:
    for turn in turns(50):
        ground = Ground(turn.box(-20 - 20j, 20 + 20j), (Block("t", turn.box(0j, 4 + 9j), 0, 1),))
        climber = Climber(BASE, TALL)
        back, off = (
            walk(ground, 1, [(turn(3.5 + 4j), None), (turn(to), None)], climber)
            for to in (2 + 4j, 8 + 4j)
        )
        assert obstacles(back) == []
        assert spans(off) == [lies(0, 1)]


# Stairs


def test_stairs_are_measured_along_their_slope() -> None:
    up = go(UP, 0j, 6 + 0j)
    assert up.track.length == pytest.approx(7.21, abs=0.005)
    assert up.track.length == pytest.approx(SLOPE)
    assert (up.plan, up.lost) == about(6, 0)
    (only,) = up.stretches
    assert (only.on, only.low) == ("stairs", 0)
    assert only.high == pytest.approx(4)
    assert obstacles(up) == []


def test_stairs_are_as_long_down_as_up() -> None:
    down = go(UP, 6 + 0j, 0j, level=4)
    assert down.track.length == pytest.approx(SLOPE)
    assert (down.plan, down.lost) == about(6, 4)
    assert obstacles(down) == []


def test_a_route_over_ground_stairs_and_roof_is_measured_along_each() -> None:
    way = go(UP, -2 + 0j, 9 + 0j)
    assert way.track.length == pytest.approx(2 + SLOPE + 3)
    assert [s.on for s in way.stretches] == ["", "stairs", ""]
    assert [(s.start, s.end) for s in way.stretches] == [
        lies(0, 1.5),
        lies(1.5, 2 + SLOPE + 0.5),
        lies(2.5 + SLOPE, 5 + SLOPE),
    ]
    assert all(s.stands for s in way.stretches)


def test_stairs_taken_obliquely_rise_as_much_over_a_longer_way() -> None:
    plan = abs(6 + 0.8j)
    assert go(UP, -0.4j, 6 + 0.4j).track.length == pytest.approx(math.hypot(plan, 4))
    bent = 2 * math.hypot(abs(3 + 0.3j), 2)
    assert go(UP, 0j, 3 + 0.3j, 6 + 0j).track.length == pytest.approx(bent)


def test_across_stairs_it_is_level() -> None:
    way = go(UP, 3 - 0.5j, 3 + 0.5j, level=2)
    assert way.track.length == pytest.approx(1)
    assert way.lost == 0


@pytest.mark.parametrize(("start", "level", "end"), [(3, 2, 6), (0, 0, 3), (1.5, 1, 4.5)])
def test_a_walk_may_begin_and_end_half_way_up_stairs(
    start: float, level: float, end: float
) -> None:
    way = go(UP, start + 0j, end + 0j, level=level)
    assert way.track.length == pytest.approx(SLOPE * (end - start) / 6)
    assert way.track.level_at(way.track.length) == pytest.approx(2 / 3 * end)
    assert [s.stands for s in way.stretches] == [True]


def test_a_start_on_stairs_may_be_told_to_a_hundredth() -> None:
    way = go(UP, 4 + 0j, 6 + 0j, level=2.67)
    assert obstacles(way) == []
    assert same_level(2.67, 4 * 2 / 3)
    assert not same_level(2.66, 4 * 2 / 3)


def test_a_waypoint_on_stairs_may_state_its_height() -> None:
    assert obstacles(go(UP, 0j, (3 + 0j, 2.0), 6 + 0j)) == []


def test_a_waypoint_on_stairs_may_state_its_height_to_a_hundredth() -> None:
    assert obstacles(go(UP, 0j, (4 + 0j, 2.67), 6 + 0j)) == []


def test_there_and_back_on_stairs_counts_twice() -> None:
    way = go(UP, 0j, 3 + 0j, 0j)
    assert way.track.length == pytest.approx(SLOPE)
    assert way.lost == pytest.approx(2)


def test_stairs_to_nowhere_end_in_a_drop() -> None:
    over = the_obstacle(go(on_table(flights=[STAIRS]), 0j, 9 + 0j))
    assert (over.after, over.top, over.lowest) == about(0, 4, 0)
    assert over.before == pytest.approx(4)


def test_stairs_entered_low_at_the_side_are_as_high_as_there() -> None:
    """Where the base first overlaps them and where it last overlaps the ground beside."""
    way = go(UP, 1.2 - 4j, 1.2 + 0j)
    assert spans(way) == [lies(2.5, 3.5)]
    assert told(the_obstacle(way)) == about(0, 0.8, 0.8, 0)
    assert the_obstacle(way).pieces == ("stairs",)


def test_stairs_left_over_their_side_are_a_drop_from_that_height() -> None:
    way = go(UP, 3 + 0j, 3 + 4j, level=2)
    assert told(the_obstacle(way)) == about(2, 0, 2, 0)
    assert spans(way) == [lies(0.5, 1.5)]


def test_stairs_left_obliquely_are_left_from_the_height_nearest_to_the_drop() -> None:
    """The base comes to the side at 3.5 in up the run, and its nearest edge is abreast of it."""
    over = the_obstacle(go(on_table(flights=[STAIRS]), 3 + 0j, 7 + 4j, level=2))
    assert told(over) == about(3.5 * 2 / 3, 0, 3.5 * 2 / 3, 0)


def test_stairs_left_obliquely_over_their_head_are_left_from_the_top() -> None:
    over = the_obstacle(go(on_table(flights=[STAIRS]), 4.8 - 0.45j, 6.8 + 0.55j, level=3.2))
    assert over.before == pytest.approx(4, abs=1e-5)


def test_stairs_left_beside_a_landing_narrower_than_they_are_are_left_from_the_top() -> None:
    ground = on_table(Block("roof", box(6, 0, 12, 3), 0, 4), flights=[STAIRS])
    over = the_obstacle(go(ground, 5.7 + 0.5j, 5.7 - 0.3j, level=3.8))
    assert over.before == pytest.approx(4, abs=1e-5)


def test_on_stairs_a_walls_sides_are_as_high_as_where_it_stands() -> None:
    ground = on_table(ROOF, Block("wall", box(4, -1, 4.2, 1), 0, 3.5), flights=[STAIRS])
    way = go(ground, 0j, 9 + 0j)
    over = the_obstacle(way)
    assert (over.before, over.after, over.top) == about(8 / 3, 2.8, 3.5)
    assert way.stretches[1].end - way.stretches[1].start == pytest.approx(1.2, abs=1e-5)


@pytest.mark.parametrize(
    "obstacle",
    [
        pytest.param(Block("wall", box(4, -1, 4.2, 1), 0, 3.5), id="on the stairs"),
        pytest.param(Block("wall", box(6.3, -3, 6.5, 3), 4, 5), id="at their head"),
    ],
)
def test_on_stairs_no_other_ground_is_lower_than_they_are(obstacle: Block) -> None:
    over = the_obstacle(go(on_table(ROOF, obstacle, flights=[STAIRS]), 0j, 9 + 0j))
    assert over.lowest is not None
    assert over.lowest > 2.6


def test_on_stairs_no_other_ground_is_higher_than_the_top() -> None:
    ground = on_table(ROOF, Block("wall", box(4, -1, 4.2, 1), 0, 3.5), flights=[STAIRS])
    over = the_obstacle(go(ground, 0j, 9 + 0j))
    assert over.lowest is not None
    assert over.lowest <= over.top


def test_stairs_beneath_a_gap_are_ground_as_low_as_they_show() -> None:
    """They rise 2.4 in over a run of 18, half of it, less the base's radius, before the route."""
    ramp = Flight("ramp", box(4, -9, 4.5, 9), 0, 2.4, 1j)
    ground = on_table(terrace(0, 4, 2.5), terrace(4.5, 9, 2.5), flights=[ramp])
    over = the_obstacle(go(ground, 2 + 0j, 7 + 0j, level=2.5))
    assert told(over) == about(2.5, 2.5, 2.5, 2.4 * 8.5 / 18)


def test_a_platform_beside_stairs_is_stepped_onto_from_where_they_are_nearly_as_high() -> None:
    beside = Block("beside", box(3, 1, 6, 4), 0, 3.2)
    over = the_obstacle(go(on_table(ROOF, beside, flights=[STAIRS]), 4.5 + 0j, 4.5 + 2.5j, level=3))
    assert (over.before, over.after, over.top) == about(3, 3.2, 3.2)
    assert over.lowest is not None
    assert over.lowest >= 3


def test_a_wall_on_stairs_is_the_only_piece_gone_over() -> None:
    ground = on_table(ROOF, Block("wall", box(4, -1, 4.2, 1), 0, 3.5), flights=[STAIRS])
    assert the_obstacle(go(ground, 0j, 9 + 0j)).pieces == ("wall",)


STEEP = Flight("stairs", box(0, -1, 3, 1), 0, 4.5, 1 + 0j)


def test_a_wall_on_steep_stairs_is_behind_where_they_are_as_high_as_it() -> None:
    ground = on_table(Block("wall", box(1, -1, 1.2, 1), 0, 2), flights=[STEEP])
    way = go(ground, 0j, 2 + 0j)
    assert the_obstacle(way).after is not None
    assert way.stretches[-1].low == pytest.approx(2, abs=1e-5)


def test_stairs_entered_at_their_side_lift_no_one_to_what_hangs_above_them() -> None:
    """There is room where the base comes to stand, but none where they are highest under it."""
    beam = Block("beam", box(0, -3, 3, 3), 2.3, 2.5)
    over = the_obstacle(go(on_table(beam, flights=[STAIRS]), 1 - 4j, 1 + 0j))
    assert told(over) == about(0, 2 / 3, 2 / 3, 0)


def test_stairs_left_over_their_side_lift_no_one_to_what_hangs_beside_them() -> None:
    beam = Block("beam", box(0, 0.8, 6, 4), 3.8, 4)
    way = go(on_table(beam, flights=[STAIRS]), 3 + 0j, 3 + 3j, level=2)
    assert spans(way) == [lies(0.5, 1.5)]
    assert told(the_obstacle(way)) == about(2, 0, 2, 0)


def test_what_hangs_too_low_for_who_stands_on_stairs_is_gone_over_onto_and_off_them_alike() -> None:
    """There is room for who stands on the ground, but none from 2 in up."""
    beam = Block("beam", box(0, 1.2, 6, 1.4), 3.4, 3.6)
    ground = on_table(beam, flights=[STAIRS])
    onto, off = go(ground, 3 + 4j, 3 + 0j), go(ground, 3 + 0j, 3 + 4j, level=2)
    assert told(the_obstacle(onto)) == about(0, 2, 3.6, 0)
    assert told(the_obstacle(off)) == about(2, 0, 3.6, 0)
    assert the_obstacle(onto).pieces == ("stairs", "beam")
    assert the_obstacle(off).pieces == ("beam",)


NARROW = Flight("stairs", box(0, 0, 6, 0.8), 0, 4, 1 + 0j)
"""Too narrow to hold the base."""


def test_stairs_too_narrow_for_the_base_are_an_obstacle_as_high_as_it_overlaps_them() -> None:
    over = the_obstacle(go(on_table(flights=[NARROW]), 3 - 3j, 3 + 4j))
    assert told(over) == about(0, 0, 3.5 * 2 / 3, 0)


def test_stairs_clipped_at_their_side_are_as_high_as_where_they_are_clipped() -> None:
    """The base overlaps 0.1 in of their side, and so 0.3 in to either hand."""
    over = the_obstacle(go(on_table(flights=[NARROW]), 3 - 3j, 3 - 0.4j, 3 - 3j))
    assert told(over) == about(0, 0, 3.3 * 2 / 3, 0)


def test_stairs_gone_over_round_a_corner_are_as_high_as_at_the_corner() -> None:
    over = the_obstacle(go(on_table(flights=[NARROW]), 2 - 3j, 4 + 0.4j, 2 + 4j))
    assert told(over) == about(0, 0, 4.5 * 2 / 3, 0)


def test_stairs_left_over_their_side_and_entered_again_higher_up_hold_it_again() -> None:
    way = go(UP, 2 + 0j, 3 + 0.9j, 4 + 0j, level=4 / 3)
    assert way.stretches[-1].on == "stairs"
    assert way.stretches[-1].stands


def test_stairs_that_only_touch_the_base_hold_it_nowhere() -> None:
    """It has gone over them and grazes a corner of their foot, beneath a beam they lift it to."""
    beam = Block("beam", box(-3, 1, 0.5, 1.3), 3, 3.2)
    grazing = 0.8j + (BASE - 0.0035) * (-0.8 + 0.6j)
    before, beyond = (grazing - far * (0.6 + 0.8j) for far in (-0.5, 3))
    over = the_obstacle(go(on_table(beam, flights=[NARROW]), 3 - 3j, 3 + 0.4j, before, beyond))
    assert told(over) == about(0, 0, 3.2, 0)
    assert over.pieces == ("stairs", "beam")


FIRST = Flight("first", box(0, -1, 6, 1), 0, 2, 1 + 0j)


def test_flights_with_a_landing_between_them_that_holds_the_base_are_walked_through() -> None:
    landing = Block("landing", box(6, -1, 7.2, 1), 0, 2)
    second = Flight("second", box(7.2, -1, 13.2, 1), 2, 4, 1 + 0j)
    top = Block("roof", box(13.2, -3, 18, 3), 0, 4)
    way = go(on_table(landing, top, flights=[FIRST, second]), 0j, 16 + 0j)
    assert obstacles(way) == []
    assert way.track.length == pytest.approx(2 * math.hypot(6, 2) + 1.2 + 2.8)
    assert [s.on for s in way.stretches] == ["first", "", "second", ""]


@pytest.mark.parametrize("deep", [0.0, 0.5])
def test_flights_with_a_landing_between_them_too_short_for_the_base_hold_it(deep: float) -> None:
    landings = [Block("landing", box(6, -1, 6 + deep, 1), 0, 2)] if deep else []
    second = Flight("second", box(6 + deep, -1, 12 + deep, 1), 2, 4, 1 + 0j)
    top = Block("roof", box(12 + deep, -3, 18, 3), 0, 4)
    assert obstacles(go(on_table(*landings, top, flights=[FIRST, second]), 0j, 16 + 0j)) == []


LOW = Flight("stairs", box(0, -3, 6, 3), 0, 2.4, 1 + 0j)
OVERHEAD = Block("overhead", box(1.4, 0.2, 1.5, 0.3), 6, 6.1)


def test_it_does_not_stand_on_stairs_beneath_a_deck_that_it_is_still_over() -> None:
    """What hangs far above all changes nothing."""
    deck = Block("deck", box(0, -1, 3, 1), 3, 3.2)
    plain = go(on_table(deck, flights=[LOW]), 1 - 0.5j, 1 + 2j, level=3.2)
    assert spans(plain) == [lies(1, 2)]
    assert spans(go(on_table(deck, OVERHEAD, flights=[LOW]), 1 - 0.5j, 1 + 2j, level=3.2)) == [
        lies(1, 2)
    ]


def test_a_base_that_comes_up_stairs_beneath_a_deck_does_not_rise_through_it() -> None:
    """It has room as far as 1.4 in up, and is then all beneath the deck."""
    deck = terrace(0, 6, 3.1, bottom=3, name="deck")
    way = go(on_table(deck, flights=[LOW]), -3 + 0j, 5 + 0j)
    start = 3 + math.hypot(3.5, 1.4)
    assert spans(way) == [lies(start, start + 1.5)]
    assert told(the_obstacle(way))[:3] == about(1.6, None, 3.1)


def test_it_does_not_stand_beneath_stairs_that_it_is_still_over() -> None:
    """What hangs far above all changes nothing."""
    raised = Flight("stairs", box(0, -1, 6, 1), 2, 4, 1 + 0j)
    overhead = Block("overhead", box(1.4, 0.9, 1.5, 1.0), 9, 9.1)
    for blocks in ((), (overhead,)):
        way = go(on_table(*blocks, flights=[raised]), 1 + 0j, 1 + 4j, level=2 + 1 / 3)
        assert spans(way) == [lies(0.5, 1.5)]


# Ladders

BUILDING = terrace(6, 14, 4, name="building")
UPRIGHT = Ladder("ladder", 6 + 0j, 0, 6 + 0j, 4)
BY_LADDER = on_table(BUILDING, ladders=[UPRIGHT])


def test_an_upright_ladder_is_as_long_as_it_is_high() -> None:
    way = go(BY_LADDER, 5.4 + 0j, 6 + 0j, (6 + 0j, 4), 7 + 0j)
    assert way.track.length == pytest.approx(0.6 + 4 + 1)
    assert (way.plan, way.lost) == about(1.6, 0)
    assert [s.on for s in way.stretches] == ["", "", "ladder", "", ""]
    assert [s.stands for s in way.stretches] == [True, False, False, False, True]
    assert [over.ladder for over in obstacles(way)] == [True, True]
    assert way.track.level_at(way.track.length) == 4
    assert way.track.level_at(0.6 + 1) == pytest.approx(1)


def test_down_a_ladder_is_as_far_as_up() -> None:
    way = go(BY_LADDER, 7 + 0j, 6 + 0j, (6 + 0j, 0), 5.4 + 0j, level=4)
    assert way.track.length == pytest.approx(5.6)
    assert way.lost == pytest.approx(4)
    assert all(over.ladder for over in obstacles(way))
    assert way.track.level_at(way.track.length) == 0


def test_what_is_about_a_ladders_ends_is_no_higher_than_the_level_there() -> None:
    way = go(BY_LADDER, 5.4 + 0j, 6 + 0j, (6 + 0j, 4), 7 + 0j)
    on, off = obstacles(way)
    assert (on.before, on.after) == (0, 0)
    assert (off.before, off.after) == (4, 4)
    paid = go(BY_LADDER, 5.4 + 0j, 6 + 0j, (6 + 0j, 4), 7 + 0j, pays=True)
    assert paid.track.length == pytest.approx(5.6)


def test_a_leaning_ladder_is_measured_along_itself() -> None:
    leaning = on_table(BUILDING, ladders=[Ladder("ladder", 3 + 0j, 0, 6 + 0j, 4)])
    way = go(leaning, 2 + 0j, 3 + 0j, (6 + 0j, 4), 7 + 0j)
    assert way.track.length == pytest.approx(1 + 5 + 1)
    assert way.plan == pytest.approx(5)
    assert way.track.level_at(1 + 2.5) == pytest.approx(2)
    assert way.track.at(1 + 2.5) == pytest.approx(4.5 + 0j)
    down = go(leaning, 7 + 0j, 6 + 0j, (3 + 0j, 0), 2 + 0j, level=4)
    assert down.track.length == pytest.approx(7)
    assert down.lost == pytest.approx(4)


def test_a_ladder_may_be_all_of_a_walk_and_holds_nobody_at_its_end() -> None:
    way = go(BY_LADDER, 6 + 0j, (6 + 0j, 4))
    assert way.track.length == pytest.approx(4)
    assert way.stretches[-1].on == "ladder"
    assert not way.stretches[-1].stands


def test_two_ladders_in_a_row_lead_up_by_the_landing_between_them() -> None:
    landing = terrace(6, 9, 3, name="landing")
    tower = terrace(9, 15, 7, name="tower")
    ladders = (
        Ladder("first", 6 + 0j, 0, 6 + 0j, 3),
        Ladder("second", 9 + 0j, 3, 9 + 0j, 7),
    )
    ground = on_table(landing, tower, ladders=ladders)
    way = go(ground, 5 + 0j, 6 + 0j, (6 + 0j, 3), 9 + 0j, (9 + 0j, 7), 10 + 0j)
    assert way.track.length == pytest.approx(1 + 3 + 3 + 4 + 1)
    assert [s.on for s in way.stretches if s.on] == ["first", "second"]
    assert all(over.ladder for over in obstacles(way))
    assert way.track.level_at(way.track.length) == 7
    assert way.stretches[-1].stands


def test_a_ladder_may_go_on_where_another_ends() -> None:
    ladders = (
        Ladder("first", 6 + 0j, 0, 6 + 0j, 2),
        Ladder("second", 6 + 0j, 2, 6 + 0j, 4),
    )
    way = go(on_table(BUILDING, ladders=ladders), 5 + 0j, 6 + 0j, (6 + 0j, 2), (6 + 0j, 4), 7 + 0j)
    assert way.track.length == pytest.approx(6)
    assert [s.on for s in way.stretches if s.on] == ["first", "second"]


def test_a_way_longer_than_the_base_is_broad_is_no_way_onto_a_ladder() -> None:
    ledge = Block("ledge", box(3, -9, 6, 9), 0, 1)
    rails = [Block("rail", box(x, -9, x + 0.1, 9), 1, 1.5) for x in (3.5, 4.2, 4.9, 5.6)]
    ground = on_table(BUILDING, ledge, *rails, ladders=[Ladder("ladder", 6 + 0j, 1, 6 + 0j, 4)])
    way = go(ground, 1 + 0j, 6 + 0j, (6 + 0j, 4), 7 + 0j)
    assert not obstacles(way)[0].ladder
    assert obstacles(way)[0].after is None


def test_a_ladder_that_starts_at_another_level_is_not_reached() -> None:
    ground = on_table(BUILDING, ladders=[Ladder("ladder", 6 + 0j, 1, 6 + 0j, 4)])
    way = go(ground, 5 + 0j, 6 + 0j, (6 + 0j, 4), 7 + 0j)
    unreached = [over for over in obstacles(way) if over.after is None]
    assert [told(over) for over in unreached] == [(0, None, 1, None)]


# Heights that are stated


def test_a_level_that_nothing_leads_to_is_an_obstacle_that_nothing_holds_after() -> None:
    way = go(on_table(BUILDING), 0j, (7 + 0j, 2.0))
    last = way.stretches[-1]
    assert last.obstacle == Obstacle(4, None, 4, None, ())
    assert not last.stands
    assert way.track.level_at(way.track.length) == 2
    up = go(on_table(), 0j, (3 + 0j, 2.0)).stretches[-1]
    assert up.obstacle == Obstacle(0, None, 2, None, ())


def test_a_level_that_the_way_leads_to_may_be_stated() -> None:
    way = go(on_table(terrace(4, 9, 1)), 0j, (3 + 0j, 0.0), (6 + 0j, 1.0), 7 + 0j)
    assert told(the_obstacle(way)) == about(0, 1, 1, 0)
    assert way.track.length == pytest.approx(7)


# What is paid, and what is lost


def test_a_step_up_is_paid_and_a_step_down_is_not() -> None:
    ground = on_table(terrace(4, 9, 1))
    up = go(ground, 0j, 6 + 0j, pays=True)
    assert up.track.length == pytest.approx(6 + 1)
    assert (up.plan, up.lost) == about(6, 0)
    down = go(ground, 6 + 0j, 0j, level=1, pays=True)
    assert down.track.length == pytest.approx(6)
    assert down.lost == pytest.approx(1)


def test_a_climb_is_paid_where_the_obstacle_begins() -> None:
    way = go(on_table(terrace(4, 9, 1)), 0j, 6 + 0j, pays=True)
    assert spans(way) == [lies(3.5, 5.5)]
    assert way.track.at(4.2) == pytest.approx(3.5, abs=1e-5)
    assert way.track.level_at(4.0) == pytest.approx(0.5, abs=1e-5)
    assert way.track.level_at(5.0) == pytest.approx(1)


def test_walls_with_ground_between_them_are_both_paid() -> None:
    ground = on_table(wall(3, 1), wall(6, 1.5))
    way = go(ground, 0j, 9 + 0j, pays=True)
    assert way.track.length == pytest.approx(9 + 1 + 1.5)
    assert way.lost == pytest.approx(2.5)
    assert go(ground, 0j, 9 + 0j).track.length == pytest.approx(9)


def test_walls_closer_together_than_the_base_are_paid_once() -> None:
    way = go(on_table(wall(3, 1), wall(3.8, 1.5)), 0j, 9 + 0j, pays=True)
    assert way.track.length == pytest.approx(9 + 1.5)


def test_only_the_height_above_the_level_before_is_paid() -> None:
    ground = on_table(terrace(0, 4, 1), wall(4, 1.5))
    assert go(ground, 2 + 0j, 8 + 0j, level=1, pays=True).track.length == pytest.approx(6.5)
    assert go(ground, 8 + 0j, 2 + 0j, pays=True).track.length == pytest.approx(7.5)


def test_stairs_are_paid_along_their_slope_only() -> None:
    assert go(UP, 0j, 6 + 0j, pays=True).track.length == pytest.approx(SLOPE)
    assert go(UP, 6 + 0j, 0j, level=4, pays=True).track.length == pytest.approx(SLOPE)


def test_a_slope_may_be_measured_as_its_plan_and_the_height_gained() -> None:
    assert go(UP, 0j, 6 + 0j, pays=True, adds=True).track.length == pytest.approx(6 + 4)
    down = go(UP, 6 + 0j, 0j, level=4, pays=True, adds=True)
    assert down.track.length == pytest.approx(6)
    assert down.track.level_at(3) == pytest.approx(2)


def test_a_ladder_is_paid_going_up_and_free_coming_down() -> None:
    up = go(BY_LADDER, 5.4 + 0j, 6 + 0j, (6 + 0j, 4), 7 + 0j, pays=True)
    assert up.track.length == pytest.approx(1.6 + 4)
    down = go(BY_LADDER, 7 + 0j, 6 + 0j, (6 + 0j, 0), 5.4 + 0j, level=4, pays=True)
    assert down.track.length == pytest.approx(1.6)
    assert down.lost == pytest.approx(4)
    assert down.track.level_at(0.9) == 4
    assert down.track.level_at(1.1) == down.track.level_at(1.6) == 0


def test_of_a_leaning_ladder_coming_down_only_its_plan_is_paid() -> None:
    leaning = on_table(BUILDING, ladders=[Ladder("ladder", 3 + 0j, 0, 6 + 0j, 4)])
    down = go(leaning, 7 + 0j, 6 + 0j, (3 + 0j, 0), 2 + 0j, level=4, pays=True)
    assert down.track.length == pytest.approx(1 + 3 + 1)
    up = go(leaning, 2 + 0j, 3 + 0j, (6 + 0j, 4), 7 + 0j, pays=True)
    assert up.track.length == pytest.approx(1 + 5 + 1)


def test_what_nothing_gets_over_is_not_paid() -> None:
    assert go(on_table(wall(4, math.inf)), 0j, 8 + 0j, pays=True).track.length == 8


# Routes of no length, and waypoints that repeat


def test_a_route_of_no_length_is_held_where_it_stands() -> None:
    for stops in ((3 + 0j,), (3 + 0j, 3 + 0j)):
        way = go(on_table(terrace(0, 9, 1)), *stops, level=1)
        (only,) = way.stretches
        assert (only.start, only.end, only.low, only.stands) == (0, 0, 1, True)
        assert (way.track.length, way.track.level_at(0)) == (0, 1)


def test_a_route_of_no_length_may_be_held_by_stairs() -> None:
    (only,) = go(UP, 3 + 0j, level=2).stretches
    assert (only.on, only.stands) == ("stairs", True)
    assert only.low == pytest.approx(2)


@pytest.mark.parametrize("stops", [(3 + 0j,), (3 + 0j, 3 + 0j)])
def test_a_route_of_no_length_on_stairs_keeps_its_height(stops: tuple[complex, ...]) -> None:
    way = go(UP, *stops, level=2)
    assert way.track.level_at(way.track.length) == pytest.approx(2)


def test_a_route_of_no_length_may_be_held_by_nothing() -> None:
    way = go(on_table(terrace(0, 4, 1)), 4 + 0j, level=1)
    (only,) = way.stretches
    assert not only.stands
    assert (the_obstacle(way).before, the_obstacle(way).after) == (1, None)
    assert way.track.length == 0


def test_a_route_of_no_length_over_an_edge_tells_the_ground_beneath() -> None:
    tower = Block("tower", box(9, 9, 10, 10), 0, 7)
    assert the_obstacle(go(on_table(terrace(0, 4, 1), tower), 4 + 0j, level=1)).lowest == 0
    assert the_obstacle(go(on_table(tower), 20 + 0j)).lowest is None


def test_repeated_waypoints_change_nothing() -> None:
    ground = on_table(wall(4, 1), ROOF, flights=[STAIRS])
    once = go(ground, -3 + 0j, 3 + 0j, 9 + 0j)
    again = go(ground, -3 + 0j, -3 + 0j, 3 + 0j, 3 + 0j, 3 + 1e-12j, 9 + 0j, 9 + 0j)
    assert again.stretches == once.stretches
    assert again.track.length == once.track.length
    assert again.track.legs == once.track.legs


def test_a_waypoint_on_the_way_changes_nothing() -> None:
    ground = on_table(wall(4, 1), terrace(7, 12, 1.5), wall(9, 2.5))
    straight = go(ground, 0j, 15 + 0j, pays=True)
    for x in (1, 3.5, 4.1, 6.8, 9.1, 13):
        bent = go(ground, 0j, x + 0j, 15 + 0j, pays=True)
        assert [s.obstacle for s in bent.stretches] == [s.obstacle for s in straight.stretches]
        assert spans(bent) == [lies(*span) for span in spans(straight)]
        assert bent.track.length == pytest.approx(straight.track.length)


def test_stretches_follow_one_another_from_start_to_end() -> None:
    drum = Block("drum", Disc(-6 + 1j, 1.0), 0, 1.2)
    ground = on_table(ROOF, drum, wall(-3, 1), wall(8, 4.9, 4), flights=[STAIRS])
    for pays in (False, True):
        way = go(ground, -9 + 0j, -1 + 0j, 11 + 1j, 11 + 6j, pays=pays)
        ends = [0.0, *(stretch.end for stretch in way.stretches)]
        assert [stretch.start for stretch in way.stretches] == ends[:-1]
        assert way.track.length == pytest.approx(ends[-1])
        assert way.plan == pytest.approx(abs(8) + abs(12 + 1j) + 5)


def test_walks_are_the_same_on_a_table_that_is_turned() -> None:
    """But for rounding: what is exactly in contact stays so."""
    plain = go(on_table(ROOF, wall(-2, 1), wall(8, 4.9, 4), flights=[STAIRS]), -4 + 0j, 11 + 1j)
    for turn in turns(50):
        ground = Ground(
            turn.box(-20 - 20j, 20 + 20j),
            (
                Block("roof", turn.box(6 - 3j, 12 + 3j), 0, 4),
                Block("wall", turn.box(-2 - 9j, -1.8 + 9j), 0, 1),
                Block("wall", turn.box(8 - 9j, 8.2 + 9j), 4, 4.9),
            ),
            (Flight("stairs", turn.box(0 - 1j, 6 + 1j), 0, 4, turn.by),),
        )
        route: list[Waypoint] = [(turn(stop), None) for stop in (-4 + 0j, 11 + 1j)]
        way = walk(ground, 0, route, Climber(BASE, TALL))
        assert spans(way) == [lies(*span) for span in spans(plain)]
        assert [s.on for s in way.stretches] == [s.on for s in plain.stretches]
        assert way.track.length == pytest.approx(plain.track.length)
