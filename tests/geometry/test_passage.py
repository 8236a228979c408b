"""Narrow passages: doors, corridors, catwalks and cracks crossed; corners clipped and edges leant over not."""

from __future__ import annotations

import cmath
import math
from collections.abc import Sequence

import pytest
from turning import turns

from movement.geometry.flights import Flight
from movement.geometry.ground import Block, Ground
from movement.geometry.shapes import Disc, Outline
from movement.geometry.stretches import Climber, Leeway, Walk
from movement.geometry.walk import walk

BASE = 12.5 / 25.4
TALL = 40 / 25.4
HIGH = 3.0

box = Outline.box
TABLE = box(-20, -20, 20, 20)
HALF = Leeway(0.5)


def on_table(*pieces: Block | Flight) -> Ground:
    blocks = tuple(piece for piece in pieces if isinstance(piece, Block))
    return Ground(TABLE, blocks, tuple(piece for piece in pieces if isinstance(piece, Flight)))


def wall(*shapes: Outline | Disc, top: float = 3.0) -> Ground:
    return on_table(*(Block(f"wall {i}", shape, 0, top) for i, shape in enumerate(shapes)))


def deck(*shapes: Outline | Disc, level: float = HIGH) -> Ground:
    return on_table(*(Block(f"deck {i}", shape, level, level) for i, shape in enumerate(shapes)))


def door(gap: float, thick: float = 0.1) -> Ground:
    return wall(box(4, gap / 2, 4 + thick, 5), box(4, -5, 4 + thick, -gap / 2))


def line(middle: complex, degrees: float, far: float = 3) -> tuple[complex, complex]:
    along = cmath.rect(far, math.radians(degrees))
    return middle - along, middle + along


def go(
    ground: Ground, route: Sequence[complex], level: float = 0, leeway: Leeway | None = HALF
) -> Walk:
    climber = Climber(BASE, TALL, leeway=leeway)
    return walk(ground, level, [(point, None) for point in route], climber)


def passes(
    ground: Ground, route: Sequence[complex], level: float = 0, leeway: Leeway | None = HALF
) -> bool:
    """Whether nothing bars the route, and the base is held at its end."""
    way = go(ground, route, level, leeway)
    return way.stretches[-1].stands and not any(s.obstacle for s in way.stretches)


U = Outline(
    (
        tuple(
            complex(*p)
            for p in (
                *((4, 0.4), (4.1, 0.4), (4.1, 5), (9, 5), (9, -5), (4.1, -5), (4.1, -0.4)),
                *((4, -0.4), (4, -5.1), (9.1, -5.1), (9.1, 5.1), (4, 5.1)),
            )
        ),
    )
)
CORNER = wall(box(4, -6, 8, 0))
THIN_END = wall(box(4, -6, 4.1, 0))
ROOF = deck(box(-6, -6, 0, 6))
H = 0.4
CATWALK = deck(box(0, -3, 4, 3), box(4, -H, 8, H), box(8, -3, 12, 3))
BEND = deck(box(-5, -H, H, H), box(-H, -H, H, 5), box(-8, -3, -5, 3), box(-3, 5, 3, 8))
BOARD = deck(box(0, -3, 4, 3), box(4, -H, 7, H))


def notched(half: float) -> Ground:
    return deck(box(-6, -6, -1, 6), box(-1, half, 0, 6), box(-1, -6, 0, -half))


def slit(gap: float) -> Ground:
    return deck(box(-9, -6, 0, 6), box(gap, -6, 9, 6))


PASSED = {
    "a door": (door(0.8), (1, 7), 0),
    "a door, a little off its middle": (door(0.8), (1 + 0.05j, 7 + 0.05j), 0),
    "a door, off its middle": (door(0.8), (1 + 0.15j, 7 + 0.15j), 0),
    "a door, at 30 degrees": (door(0.8), line(4.05, 30), 0),
    "a door, at 45 degrees": (door(0.8), line(4.05, 45), 0),
    "a door in one bent piece": (wall(U), (1, 7), 0),
    "a door in one bent piece, at 45 degrees": (wall(U), line(4.05, 45), 0),
    "a door, through and back": (door(0.8), (1, 6, 1), 0),
    "a door, half-way in and back": (door(0.8), (1, 4.05, 1), 0),
    "a door between pillars": (wall(Disc(4 + 0.9j, 0.5), Disc(4 - 0.9j, 0.5)), (1, 7), 0),
    "a door between a pillar and a wall": (
        wall(Disc(4 + 0.9j, 0.5), box(3.6, -3, 4.4, -0.4)),
        (1, 7),
        0,
    ),
    "a corridor": (wall(box(3, 0.4, 7, 5), box(3, -5, 7, -0.4)), (1, 9), 0),
    "past a pillar in a corridor": (
        wall(box(-2, 1.2, 11, 5), box(4.5, -0.4, 5.5, 0.4)),
        (1 + 0.7j, 9 + 0.7j),
        0,
    ),
    "a bend": (BEND, (-6.5, 0j, 6.5j), HIGH),
    "a bend, along its outer side": (BEND, (-6.5 - 0.14j, 0.14 - 0.14j, 0.14 + 6.5j), HIGH),
    "a catwalk": (CATWALK, (2, 10), HIGH),
    "a catwalk, off its middle": (CATWALK, (2 + 0.14j, 10 + 0.14j), HIGH),
    "a catwalk, entered obliquely": (CATWALK, (2 - 1.5j, 3.7, 10), HIGH),
    "along a catwalk and back": (CATWALK, (2, 5.5, 2), HIGH),
    "out on a diving board and back": (BOARD, (2, 5.5, 2), HIGH),
    "a ledge between a wall and a drop": (
        on_table(
            Block("roof", box(-6, 0, 6, 3), 0, HIGH),
            Block("house", box(-2, 0.8, 2, 3), HIGH, 6),
        ),
        (-4 + 0.7j, -2.6 + 0.55j, -2.2 + 0.4j, 2.2 + 0.4j, 2.6 + 0.55j, 4 + 0.7j),
        HIGH,
    ),
    "a crack": (slit(0.3), (-2, 2), HIGH),
    "a crack, at 30 degrees": (slit(0.3), line(0.15, 30), HIGH),
    "a crack, at 60 degrees": (slit(0.3), line(0.15, 60), HIGH),
    "along a hair of a crack": (slit(0.02), (-1 - 3j, -0.3 - 2j, -0.3 + 2j, -1 + 3j), HIGH),
    "a slot in a roof": (notched(0.15), (-0.8 + 2j, -0.8 - 2j), HIGH),
}
REFUSED = {
    "a door that half the base does not fit": (door(0.45), (1, 7), 0),
    "a door nearly as wide as the base, at 56 degrees": (door(0.97), line(4.05, 56), 0),
    "a door at its jamb": (door(0.8), (1 + 0.16j, 7 + 0.16j), 0),
    "a corner clipped": (CORNER, line(4 + 0.3 * cmath.rect(1, 0.75 * math.pi), 45), 0),
    "round a corner, too close": (CORNER, (2 - 0.9j, 3.75 - 0.9j, 3.75 + 0.25j, 6.25 + 0.25j), 0),
    "into a wall and back": (CORNER, (3 - 0.3j, 3.7 - 0.3j, 3 - 0.3j), 0),
    "over the end of a thin wall and back": (
        THIN_END,
        (3.2 + 0.3j, 4.05 + 0.3j, 3.2 + 0.3j),
        0,
    ),
    "round the end of a thin wall": (
        THIN_END,
        (3 + 0.3j, 4.05 + 0.3j, 4.4, 4.4 - 3j),
        0,
    ),
    "the inner corner of a roof cut": (
        deck(box(-3, 0, 3, 9), box(-3, 0, 9, 3)),
        line(2.8 + 3j, -45),
        HIGH,
    ),
    "an edge run, then a catwalk": (CATWALK, (3 - 2.4j, 3.71 - 2.4j, 3.71, 10), HIGH),
    "a lean over an edge": (ROOF, (-2, -0.3, -2), HIGH),
    "a lean near the end of an edge": (ROOF, (-2 + 5.4j, -0.3 + 5.4j, -2 + 5.4j), HIGH),
    "a slanting lean": (ROOF, (-2, -0.3 + 1.7j, -2 + 3.4j), HIGH),
    "an edge run": (ROOF, (-2 - 3j, 0.2 - BASE - 3j, 0.2 - BASE + 3j, -2 + 3j), HIGH),
    "a lean over a tip": (deck(box(-6, -6, 0, 0)), (-2 - 2j, -0.36 - 0.36j, -2 - 2j), HIGH),
    "a lean over a notch": (notched(0.4), (-2, -1.25, -2), HIGH),
    "a lean beside a notch": (notched(0.4), (-2 + 0.7j, -0.3 + 0.7j, -2 + 0.7j), HIGH),
    "close by a pillar with room to spare": (
        wall(box(-2, 1.6, 11, 5), box(4.5, -0.4, 5.5, 0.4)),
        (1 + 0.7j, 9 + 0.7j),
        0,
    ),
    "one side clipped, then the other": (
        wall(box(2, 0, 2.2, 5), box(2.9, -5, 3.1, -1.2)),
        (-0.25j, 2.1 - 0.25j, 3 - 0.95j, 6 - 0.95j),
        0,
    ),
    "close by a round pillar": (wall(Disc(4 + 0.8j, 0.5)), (1, 7), 0),
    "a gap half as wide as the base": (slit(BASE), (-2, 2), HIGH),
}


@pytest.mark.parametrize("name", PASSED)
def test_passed_is(name: str) -> None:
    ground, route, level = PASSED[name]
    assert passes(ground, route, level)
    assert passes(ground, route[::-1], level)
    assert not passes(ground, route, level, leeway=None)


@pytest.mark.parametrize("name", REFUSED)
def test_refused_is(name: str) -> None:
    ground, route, level = REFUSED[name]
    assert not passes(ground, route, level)
    assert not passes(ground, route[::-1], level)


# How much has to fit


@pytest.mark.parametrize(("gap", "fits"), [(BASE - 1e-4, False), (BASE, True), (BASE + 1e-4, True)])
def test_a_door_lets_through_a_base_of_which_exactly_half_fits(gap: float, fits: bool) -> None:
    assert passes(door(gap), (1, 7)) == fits


def test_how_much_has_to_fit_is_for_who_asks() -> None:
    assert passes(door(0.7), (1, 7), leeway=Leeway(0.7))
    assert not passes(door(0.7), (1, 7), leeway=Leeway(0.72))


def test_what_is_as_wide_as_the_base_is_no_narrow_passage() -> None:
    for turn in turns(20):
        low, high = (turn.box(4 + y * 1j, 4.1 + (y + 5) * 1j) for y in (-5 - BASE, BASE))
        ground = Ground(turn.box(-20 - 20j, 20 + 20j), _walls(low, high))
        way = go(ground, (turn(1), turn(7)))
        assert [s.stands for s in way.stretches] == [True]


def _walls(*shapes: Outline) -> tuple[Block, ...]:
    return tuple(Block(f"wall {i}", shape, 0, 3) for i, shape in enumerate(shapes))


def test_a_passage_is_the_same_on_a_table_that_is_turned() -> None:
    for turn in turns(20):
        low, high = turn.box(4 - 5j, 4.1 - 0.4j), turn.box(4 + 0.4j, 4.1 + 5j)
        ground = Ground(turn.box(-20 - 20j, 20 + 20j), _walls(low, high))
        assert passes(ground, (turn(1 + 0.1j), turn(7 + 0.1j)))
        assert not passes(ground, (turn(1 + 0.16j), turn(7 + 0.16j)))


# Where it leads


def test_in_a_passage_nobody_stands() -> None:
    held, narrow, again = go(CATWALK, (2, 10), HIGH).stretches
    assert (held.stands, narrow.stands, again.stands) == (True, False, True)
    reach = math.sqrt(BASE**2 - H**2)
    assert (narrow.start, narrow.end) == pytest.approx((2 - reach, 6 + reach), abs=1e-5)
    assert not passes(CATWALK, (2, 6), HIGH)


def test_a_passage_tells_what_would_bar_the_base_from_it() -> None:
    through = go(door(0.8), (1, 7)).stretches[1].narrow
    over = go(CATWALK, (2, 10), HIGH).stretches[1].narrow
    assert through is not None
    assert over is not None
    assert (through.wall, through.height, through.drop) == ("wall 0", 3, False)
    assert (over.wall, over.drop) == ("", True)


def test_a_door_with_a_step_in_it_is_passed_and_the_step_is_an_obstacle() -> None:
    jambs = [Block(f"jamb {s}", box(4, 0.4 * s, 4.5, 5 * s), 0, 3) for s in (1, -1)]
    for step, end in ((box(4.1, -2, 4.4, 2), 0.0), (box(4.2, -9, 9, 9), 1.0)):
        way = go(on_table(*jambs, Block("step", step, 0, 1.0)), (1, 7))
        over = [s.obstacle for s in way.stretches if s.obstacle]
        assert [o.top for o in over] == [1]
        assert [o.after for o in over] == [end]
        assert all(o.pieces == ("step",) for o in over)
        assert way.stretches[-1].stands


def test_a_crate_in_a_corridor_is_stepped_over() -> None:
    jambs = [Block(f"jamb {s}", box(2, 0.4 * s, 9, 5 * s), 0, 3) for s in (1, -1)]
    way = go(on_table(*jambs, Block("crate", box(5, -0.3, 5.2, 0.3), 0, 1.5)), (0, 11))
    (over,) = [s.obstacle for s in way.stretches if s.obstacle]
    assert (over.before, over.after, over.top, over.pieces) == (0, 0, 1.5, ("crate",))


def test_a_catwalk_may_go_down_by_a_step() -> None:
    shapes = (box(0, -3, 4, 3), box(4, -H, 6, H)), (box(6, -H, 8, H), box(8, -3, 12, 3))
    decks = [
        Block(f"deck {i}{j}", shape, level, level)
        for i, (level, pair) in enumerate(zip((3.0, 2.2), shapes, strict=True))
        for j, shape in enumerate(pair)
    ]
    way = go(on_table(*decks), (2, 10), HIGH)
    (over,) = [s.obstacle for s in way.stretches if s.obstacle]
    assert (over.before, over.after, over.top, over.lowest) == (3, 2.2, 3, 2.2)
    assert way.stretches[-1].stands


@pytest.mark.parametrize("half", [0.4, 0.25])
def test_stairs_narrower_than_the_base_are_walked_and_measured_along(half: float) -> None:
    stairs = Flight("stairs", box(0, -half, 6, half), 0, 4, 1 + 0j)
    ground = on_table(stairs, Block("roof", box(6, -3, 12, 3), 0, 4))
    way = go(ground, (-2, 8))
    assert way.stretches[-1].stands
    assert not any(s.obstacle for s in way.stretches)
    assert way.track.length == pytest.approx(2 + math.hypot(6, 4) + 2)
    assert not any(s.obstacle for s in go(ground, (8, -2), 4).stretches)


def test_stairs_narrower_than_half_the_base_are_not() -> None:
    stairs = Flight("stairs", box(0, -0.24, 6, 0.24), 0, 4, 1 + 0j)
    ground = on_table(stairs, Block("roof", box(6, -3, 12, 3), 0, 4))
    assert any(s.obstacle for s in go(ground, (-2, 8)).stretches)


def test_from_a_catwalk_down_narrow_stairs() -> None:
    stairs = Flight("stairs", box(0, -H, 4.5, H), 0, HIGH, 1 + 0j)
    walkway = Block("walkway", box(4.5, -H, 8, H), HIGH, HIGH)
    ground = on_table(stairs, walkway, Block("pad", box(8, -2, 12, 2), HIGH, HIGH))
    for route, level in (((-2, 10), 0.0), ((10, -2), HIGH)):
        way = go(ground, route, level)
        assert not any(s.obstacle for s in way.stretches)
        assert way.stretches[-1].stands
        assert way.track.length == pytest.approx(2 + math.hypot(4.5, HIGH) + 5.5)


def test_a_floor_beneath_is_no_help_on_a_catwalk() -> None:
    """The ground is 3 in below, and would hold the base all along."""
    narrow = deck(box(0, -3, 4, 3), box(4, -0.24, 8, 0.24), box(8, -3, 12, 3))
    assert not passes(narrow, (2, 10), HIGH)
    assert not passes(CATWALK, (3.2 - 1.4j, 3.71 - 1.4j, 3.71, 9), HIGH)


# Cracks and leans


def test_a_crack_is_floor_only_on_the_way() -> None:
    crossed = go(slit(0.3), (-2, 2), HIGH)
    assert [s.stands for s in crossed.stretches] == [True, False, True]
    assert not any(s.narrow for s in crossed.stretches)
    assert not passes(slit(0.3), (-2, 0.15), HIGH)


def test_a_crack_is_a_drop_to_who_reads_it_so() -> None:
    assert not passes(slit(0.3), (-2, 2), HIGH, Leeway(0.5, cracks=False))
    assert passes(slit(0.3), (-2, 2), HIGH, HALF)


@pytest.mark.parametrize("gap", [BASE - 1e-4, BASE - 0.2, 1e-4])
def test_a_crack_is_narrower_than_half_the_base(gap: float) -> None:
    assert passes(slit(gap), (-2, 2), HIGH)


@pytest.mark.parametrize(("turn", "closes"), [(20, True), (59, True), (61, False)])
def test_the_edges_of_a_crack_face_each_other(turn: float, closes: bool) -> None:
    """Past a wedge-shaped crack's narrow end, its edges so many degrees from parallel."""
    edge = cmath.rect(1, math.radians(90 - turn))
    far = Outline(((0.05 + 0j, 0.05 - 9j, 9 - 9j, 9 + 9j, 0.05 + edge * 9),))
    ground = deck(box(-9, -9, 0, 9), far)
    way = go(ground, (-2 + 0.1j, -0.55 + 0.1j, -0.45 + 0.1j, -2 + 0.1j), HIGH)
    assert any(s.obstacle for s in way.stretches) != closes


def test_a_lean_is_allowed_to_who_reads_it_so_as_long_as_half_is_held() -> None:
    lean = Leeway(0.5, overhang=True)
    for far, fits in ((-BASE / 2, True), (-BASE / 2 + 1e-4, False)):
        assert passes(ROOF, (-2, far, -2), HIGH, lean) == fits
    assert passes(ROOF, REFUSED["an edge run"][1], HIGH, lean)
    assert not passes(ROOF, (-2, -0.3), HIGH, lean)


@pytest.mark.parametrize("name", ["a corner clipped", "into a wall and back"])
def test_nobody_leans_into_a_wall(name: str) -> None:
    ground, route, level = REFUSED[name]
    assert not passes(ground, route, level, Leeway(0.5, overhang=True))


def test_a_disc_beside_the_way_narrows_it_if_asked_to() -> None:
    ground, other = wall(box(3.6, -3, 4.4, -0.4)), Block("other", Disc(4 + 0.9j, 0.5), 0, 1)
    assert not passes(ground, (1, 7))
    assert passes(ground, (1, 7), leeway=Leeway(0.5, beside=(other,)))
    overhead = Block("other", other.shape, TALL, 3)
    assert not passes(ground, (1, 7), leeway=Leeway(0.5, beside=(overhead,)))
