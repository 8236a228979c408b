"""Where a track is elsewhere than the right one, and by how much."""

from __future__ import annotations

import math

import pytest
from turning import turns

from movement.geometry.lengths import EPS, JUST
from movement.geometry.regions import Astray, Measured
from movement.geometry.spans import Span
from movement.geometry.track import Track

RIGHT = Track((0j, 4 + 0j, 4 + 4j))
"""Four inches to the right, four up."""


@pytest.mark.parametrize(
    "walked",
    [
        pytest.param(RIGHT, id="all of it"),
        pytest.param(Track((0j, 1 + 0j, 3 + 0j, 4 + 0j, 4 + 1j, 4 + 4j)), id="more waypoints"),
        pytest.param(RIGHT.upto(6.5), id="a part of it"),
        pytest.param(Track((0j,)), id="none of it"),
        pytest.param(Track((0j, 4 + 1e-8j, 4 + 4j)), id="off by less than a ruler shows"),
    ],
)
def test_a_track_on_the_right_way_is_nowhere_astray(walked: Track) -> None:
    assert Astray(RIGHT).along(walked) == ()
    assert Astray(RIGHT).closest(walked) is None


def test_a_track_is_astray_from_where_it_leaves_the_right_way() -> None:
    walked = Track((0j, 4 + 0j, 6 + 0j))
    (span,) = Astray(RIGHT).along(walked)
    assert span[:2] == pytest.approx((4, 6), abs=3 * EPS)
    found = Astray(RIGHT).closest(walked)
    assert found is not None
    assert found[:3] == pytest.approx((math.sqrt(8), 0.0, -math.sqrt(8)))
    assert (found.at, found.place) == (6.0, (4 + 2j, 6 + 0j))


def test_cutting_a_corner_is_astray_from_the_cut_on() -> None:
    (span,) = Astray(RIGHT).along(Track((0j, 3 + 0j, 4 + 1j, 4 + 4j)))
    assert span[:2] == pytest.approx((3, 6 + math.sqrt(2)), abs=3 * EPS)


def test_a_track_that_crosses_the_right_way_in_step_with_it_is_right_there_alone() -> None:
    half = math.sqrt(8)
    spans = Astray(Track((-2 + 2j, 2 - 2j))).along(Track((-2 - 2j, 2 + 2j)))
    first, second = spans
    assert first[:2] == pytest.approx((0, half), abs=3 * EPS)
    assert second[:2] == pytest.approx((half, 2 * half), abs=3 * EPS)


def test_a_track_that_goes_on_past_the_end_of_the_right_way_is_astray_from_there() -> None:
    (span,) = Astray(RIGHT).along(Track((0j, 4 + 0j, 4 + 6j)))
    assert span[:2] == pytest.approx((8, 10), abs=3 * EPS)


def test_a_track_beside_the_right_way_is_astray_all_along() -> None:
    beside = Track((1j, 4 + 1j))
    assert Astray(Track((0j, 4 + 0j))).along(beside) == (Span(0.0, 4.0, 0.0),)
    found = Astray(Track((0j, 4 + 0j))).closest(beside)
    assert found is not None
    assert (found.value, found.margin) == (1.0, -1.0)


def test_what_was_off_before_a_given_length_is_not_asked() -> None:
    walked = Track((0j, 2 + 2j, 4 + 0j, 4 + 4j))
    right = Track((0j, 2 - 2j, 4 + 0j, 4 + 4j))
    (span,) = Astray(right).along(walked)
    assert span[:2] == pytest.approx((0, math.sqrt(32)), abs=3 * EPS)
    assert Astray(right, since=math.sqrt(32)).along(walked) == ()
    (late,) = Astray(right, since=3.0).along(walked)
    assert late[:2] == pytest.approx((3, math.sqrt(32)), abs=3 * EPS)


@pytest.mark.parametrize("least", [8.0, 99.0])
def test_a_track_that_ends_too_soon_is_astray_at_its_end(least: float) -> None:
    short = RIGHT.upto(6.5)
    (span,) = Astray(RIGHT, least=least).along(short)
    assert span[:2] == (6.5, 6.5)
    found = Astray(RIGHT, least=least).closest(short)
    assert found == Measured(1.5, 0.0, -1.5, 6.5, (4 + 2.5j, 4 + 4j))


def test_a_track_that_goes_as_far_as_it_must_need_not_go_all_of_the_right_way() -> None:
    assert Astray(RIGHT, least=6.5).along(RIGHT.upto(6.5)) == ()
    assert Astray(RIGHT, least=6.5).closest(RIGHT.upto(6.5)) is None
    assert Astray(RIGHT, least=6.5).along(RIGHT.upto(6.499)) != ()


def test_a_track_that_ends_short_by_less_than_a_ruler_shows_goes_as_far_as_it_must() -> None:
    short = RIGHT.upto(RIGHT.length - EPS / 2)
    assert Astray(RIGHT, least=RIGHT.length).along(short) == ()
    assert Astray(RIGHT, least=RIGHT.length).closest(short) is None


def test_standing_still_is_astray_from_a_way_that_must_be_gone() -> None:
    assert Astray(RIGHT, least=1.0).along(Track((0j,))) == (Span(0.0, 0.0, 0.0),)


def test_a_track_both_off_and_too_short_is_measured_by_the_greater_of_the_two() -> None:
    off = Track((0j, 4 + 0j, 4.5 + 0j))
    found = Astray(RIGHT, least=8.0).closest(off)
    assert found is not None
    assert found.value == 3.5
    far = Astray(RIGHT, least=5.0).closest(off)
    assert far is not None
    assert far.value == pytest.approx(math.sqrt(0.5))


def test_standing_still_in_another_place_is_astray() -> None:
    assert Astray(RIGHT).closest(Track((1j,))) is not None
    assert Astray(RIGHT).along(Track((1j,))) == (Span(0.0, 0.0, 0.0),)


def test_one_stops_just_short_of_going_astray_and_is_right_when_judged_again() -> None:
    for turn in turns(100):
        region = Astray(turn.track(0j, 10 + 0j))
        walked = turn.track(0j, 5 + 0j, 8 + 1j)
        (span,) = region.along(walked)
        assert span.stop == pytest.approx(5.0, abs=2 * JUST)
        assert region.along(walked.upto(span.stop)) == ()
