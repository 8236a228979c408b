"""Where a base may stop before a region, and that it is outside when judged again."""

from __future__ import annotations

import pytest
from turning import Turn, turns

from movement.geometry.lengths import EPS, JUST
from movement.geometry.regions import Within
from movement.geometry.shapes import Disc, Outline, Outside, Shape
from movement.geometry.track import Track

BASE = 0.5
WALL = (0j, 10 + 2j)
"""Two opposite corners."""

APPROACHES = {
    "head on": (5 - 6j, 5 + 1j),
    "slanting": (-4 - 4j, 9 + 1j),
    "onto a corner": (-3 - 3j, 1 + 1j),
    "round a waypoint": (-5 - 3j, 5 - 3j, 6 + 1j),
    "away and back": (5 - 1.5j, 5 - 4j, 7 - 4j, 7 + 1j),
}
each_approach = pytest.mark.parametrize("points", APPROACHES.values(), ids=APPROACHES.keys())


@each_approach
def test_one_stops_in_exact_contact_where_touching_is_outside(points: tuple[complex, ...]) -> None:
    for turn in turns(100):
        region = Within(turn.box(*WALL), BASE, touching=False)
        walked = turn.track(*points)
        stop = region.along(walked)[0].stop
        stood = walked.upto(stop)
        assert region.closest(Track((stood.end,))).value == pytest.approx(0.0, abs=1e-8)
        assert region.along(stood) == ()


@each_approach
def test_one_stops_just_short_of_a_closed_limit_and_is_outside_when_judged_again(
    points: tuple[complex, ...],
) -> None:
    for turn in turns(100):
        region = Within(turn.box(*WALL), BASE, 0.75)
        walked = turn.track(*points)
        (span,) = region.along(walked)
        assert span.stop == pytest.approx(span.start - JUST, abs=1e-12)
        assert region.along(walked.upto(span.stop)) == ()
        assert region.closest(walked.upto(span.stop)).margin > EPS


def test_one_stops_with_the_base_touching_the_edge_of_the_table() -> None:
    region = Within(Outside(Outline.box(0, 0, 48, 48)), BASE, touching=False)
    walked = Track((40 + 20j, 50 + 20j))
    (span,) = region.along(walked)
    assert span == pytest.approx((7.5, 10.0, 7.5), abs=2 * EPS)
    assert region.along(walked.upto(span.stop)) == ()


def test_each_stretch_has_its_own_place_to_stop() -> None:
    for turn in turns(100):
        there_and_back = turn.track(-5 + 0j, 5 + 0j, -5 + 0j)
        spans = Within(Disc(turn(0j), 0.5), BASE, touching=False).along(there_and_back)
        assert [span.stop for span in spans] == pytest.approx([4, 14])


def test_one_that_starts_nearer_than_just_short_of_a_closed_limit_stays_where_it_is() -> None:
    region = Within(Turn().box(*WALL), BASE)
    walked = Turn().track(5 - 0.500003j, 5 + 0j)
    (span,) = region.along(walked)
    assert span[:2] == pytest.approx((2e-6, 0.500003), abs=1e-9)
    assert span.stop == 0.0
    assert region.along(walked.upto(span.stop)) == ()


SLIDES = {
    "a turn": (Turn().box(*WALL), (1 - 0.5j, 6 - 0.5j, 7 + 1j)),
    "a square turn": (Turn().box(*WALL), (1 - 0.5j, 6 - 0.5j, 6 + 1j)),
    "an inner corner": (
        Outline(((0j, 9 + 0j, 9 + 2j, 2 + 2j, 2 + 9j, 9j),)),
        (7.5 + 2.5j, 1 + 2.5j),
    ),
    "a table's corner": (Outside(Outline.box(0, 0, 48, 48)), (5.5 + 0.5j, -1 + 0.5j)),
}


@pytest.mark.parametrize(("shape", "points"), SLIDES.values(), ids=SLIDES.keys())
def test_one_that_follows_a_wall_in_contact_stops_where_it_would_run_into_it(
    shape: Shape, points: tuple[complex, ...]
) -> None:
    (span,) = Within(shape, BASE, touching=False).along(Track(points))
    assert span.stop == pytest.approx(5.0, abs=1e-4)


def test_one_that_follows_a_wall_stops_at_the_turn_into_it_however_the_table_is_turned() -> None:
    for turn in turns(100):
        (span,) = Within(turn.box(*WALL), BASE, touching=False).along(
            turn.track(1 - 0.5j, 6 - 0.5j, 7 + 1j)
        )
        assert span.stop == pytest.approx(5.0, abs=1e-4)


def test_one_that_stopped_against_a_wall_may_follow_it_from_there_to_where_it_turns_in() -> None:
    for turn in turns(100):
        region = Within(turn.box(*WALL), BASE, touching=False)
        onto = turn.track(1 - 3j, 1 + 1j)
        stood = onto.upto(region.along(onto)[0].stop).end
        along = 5 * turn.by
        (span,) = region.along(Track((stood, stood + along, stood + along * (1.2 + 0.2j))))
        assert span.stop == pytest.approx(5.0, abs=1e-4)
