"""Where on its way a body that moves comes into a line of fire, and what hides part of it."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from turning import turns

from movement.geometry.fire import line_of_fire
from movement.geometry.ground import Block, Ground
from movement.geometry.openings import FINE, SAMPLE, Mover, hides_part, openings
from movement.geometry.shapes import Disc, Outline
from movement.geometry.sight import Front
from movement.geometry.stretches import Climber
from movement.geometry.track import Track
from movement.geometry.walk import walk

RADIUS, TALL = 0.5, 1.575


def body(at: complex, low: float = 0.0) -> Block:
    return Block("", Disc(at, RADIUS), low, low + TALL)


def test_a_line_of_fire_opens_where_a_corner_no_longer_hides_all() -> None:
    """The line of centres passes a corner by a radius: 110.5 - 8y = r |(8.5, 17 - y)|."""
    at = 12.0 + 1.2329  # solved by hand for r = 0.5
    for turn in turns(20):
        eye = body(turn(16 + 17j))
        house = Block("", turn.box(8 + 6j, 13 + 14j), 0, 4)
        out = turn.track(7.5 + 12j, 7.5 + 14j, 7.5 + 12j)
        ((start, end),) = openings(eye, Mover(out, RADIUS, TALL), (house,))
        assert start == pytest.approx(at - 12, abs=2 * FINE)
        assert end == pytest.approx(4 - (at - 12), abs=2 * FINE)


def test_with_nothing_in_the_way_it_is_open_all_along_and_behind_a_wall_nowhere() -> None:
    for turn in turns(20):
        mover = Mover(turn.track(0j, 4 + 0j), RADIUS, TALL)
        eye = body(turn(2 + 9j))
        ((start, end),) = openings(eye, mover, ())
        assert (start, end) == pytest.approx((0.0, 4.0))
        assert openings(eye, mover, (Block("", turn.box(-9 + 4j, 9 + 5j), 0, 4),)) == ()


def test_a_short_gap_between_walls_is_not_overlooked() -> None:
    for turn in turns(20):
        mover = Mover(turn.track(-4 + 0j, 4 + 0j), RADIUS, TALL)
        walls = (turn.box(-20 + 4j, 0 + 4.5j), turn.box(0.02 + 4j, 20 + 4.5j))
        ((start, end),) = openings(body(turn(9j)), mover, tuple(Block("", w, 0, 4) for w in walls))
        # the gap shows what lies behind it, seen from 1 in across: 9/5 of it and more than a base
        assert 0.5 < (end - start) / 2 < 1.5


def test_one_who_stands_still_is_open_at_its_place_or_not_at_all() -> None:
    mover = Mover(Track((0j,)), RADIUS, TALL)
    assert openings(body(5 + 0j), mover, ()) == ((0.0, 0.0),)
    assert openings(body(5 + 0j), mover, (Block("", Outline.box(2, -3, 3, 3), 0, 4),)) == ()


def test_only_from_a_walls_top_is_there_a_line_over_a_higher_wall() -> None:
    """A wall 1 in high is gone over, and one of 2 in hides all that stands on the ground."""
    low = Block("low", Outline.box(3, -5, 3.2, 5), 0, 1)
    high = Block("high", Outline.box(6, -5, 6.2, 5), 0, 2)
    ground = Ground(Outline.box(-20, -20, 20, 20), (low, high))
    way = walk(ground, 0.0, [(0j, None), (5 + 0j, None)], Climber(RADIUS, TALL))
    mover = Mover(way.track, RADIUS, TALL)
    # from (3, 2.575) over (6.2, 2) it comes down to 1.44 at 9.5, but is still 1.63 up at 7.5
    # from (4.2, 2.575), where it is steepest
    ((start, end),) = openings(body(9 + 0j), mover, (low, high))
    assert (start, end) == pytest.approx((2.5, 3.7), abs=FINE)
    assert openings(body(7 + 0j), mover, (low, high)) == ()


def test_only_what_is_before_the_eye_opens_to_it() -> None:
    for turn in turns(20):
        mover = Mover(turn.track(-4 - 4j, -4 + 4j), RADIUS, TALL)
        front = Front(turn(0j), 1j * turn.by)
        ((start, end),) = openings(body(turn(0j)), mover, (), front)
        assert start == pytest.approx(4 - RADIUS, abs=2 * FINE)
        assert end == pytest.approx(8.0)


def test_what_is_not_looked_at_between_samples_changes_nothing() -> None:
    """Against a line of fire sought at every sample of random scenes."""
    rng = random.Random(7)
    shown = 0
    for _ in range(25):
        pieces = []
        for _ in range(5):
            x, y = rng.uniform(-6, 6), rng.uniform(2, 6)
            wide, deep = rng.uniform(0.2, 4), rng.uniform(0.2, 1.5)
            tall = rng.choice([0.5, 1.2, 2.0, 4.0])
            pieces.append(Block("", Outline.box(x, y, x + wide, y + deep), 0, tall))
        eye = body(complex(rng.uniform(-3, 3), 8.6))
        bend = complex(rng.uniform(-2, 2), rng.uniform(-1, 1))
        mover = Mover(Track((-4 + 0j, bend, 4 + 0j)), RADIUS, TALL)
        found = openings(eye, mover, tuple(pieces))
        for s in (k * 0.1 for k in range(int(mover.track.length / 0.1) + 1)):
            if all(abs(s - end) > 2 * FINE for span in found for end in span):
                seen = line_of_fire(eye, mover.at(s), pieces) is not None
                held = any(lo <= s <= hi for lo, hi in found)
                near = any(abs(s - end) <= SAMPLE for span in found for end in span)
                assert held == seen or near, (pieces, eye, s)
        shown += bool(found) and found != ((0.0, mover.track.length),)
        assert all(one[1] < other[0] for one, other in pairwise(found))
    assert shown > 8


# What hides part of a body


@pytest.mark.parametrize(
    ("low", "high", "hides"),
    [
        (0.5 - 1j, 1 + 3j, True),  # before it
        (0.5 + 0j, 1 + 3j, True),  # at a corner, half across
        (0.51 - 1j, 1 + 3j, False),  # not touched
        (-1 - 1j, -0.5 + 3j, False),  # behind it
        (-3 + 0.5j, 3 + 1j, False),  # at its side, along the line
        (-3 + 0.5j, 12 + 0.6j, False),  # the same up to the other
    ],
)
def test_a_piece_hides_part_of_a_body_that_touches_it_on_the_eyes_side(
    low: complex, high: complex, hides: bool
) -> None:
    for turn in turns(30):
        eye, target = body(turn(9 + 0j)), body(turn(0j))
        assert hides_part(eye, target, Block("", turn.box(low, high), 0, 1)) == hides


def test_what_is_touched_underfoot_or_overhead_hides_nothing() -> None:
    front = Outline.box(0.5, -1, 1, 1)
    for bottom, top, hides in ((0, 0.5, True), (-1, 0, False), (TALL, 3, False), (1, 3, True)):
        assert hides_part(body(9 + 0j), body(0j), Block("", front, bottom, top)) == hides


def test_what_hides_part_of_a_body_is_as_high_as_the_lines_to_it() -> None:
    """From 1 in above a wall's far side one looks down past a sill that hangs before the body."""
    sill = Block("", Outline.box(0.5, -1, 1, 1), 1.5, 1.6)
    assert hides_part(body(9 + 0j), body(0j), sill)
    assert hides_part(body(9 + 0j, 9.0), body(0j), sill)
