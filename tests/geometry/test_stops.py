"""Where a base may stop before a region, and that it is outside when judged again."""

from __future__ import annotations

import pytest
from turning import Turn, turns

from movement.geometry.lengths import EPS, JUST
from movement.geometry.regions import Within
from movement.geometry.shapes import Disc, Outline, Outside
from movement.geometry.spans import Span
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
        assert region.closest(Track((stood.end,))).value == pytest.approx(0.0, abs=1e-12)
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
    assert span == pytest.approx(Span(7.5, 10.0, 7.5), abs=2 * EPS)
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
    assert (span.start, span.stop) == (pytest.approx(2e-6, abs=1e-9), 0.0)
    assert region.along(walked.upto(span.stop)) == ()


@pytest.mark.parametrize("points", [(1 - 0.5j, 6 - 0.5j, 6 + 1j), (1 - 0.5j, 6 - 0.5j, 7 + 1j)])
@pytest.mark.xfail(
    raises=AssertionError,
    reason="what was touched from long before counts as the last place to stop",
)
def test_one_that_follows_a_wall_and_turns_into_it_stops_at_the_turn(
    points: tuple[complex, ...],
) -> None:
    for turn in turns(100):
        (span,) = Within(turn.box(*WALL), BASE, touching=False).along(turn.track(*points))
        assert span.stop == pytest.approx(5.0, abs=1e-4)
