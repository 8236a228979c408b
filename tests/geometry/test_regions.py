"""The regions that speak of the track itself, and those that take only a part of another."""

from __future__ import annotations

import pytest

from movement.geometry.lengths import EPS, JUST
from movement.geometry.regions import (
    Aside,
    Begun,
    Beyond,
    Declared,
    Entered,
    Left,
    Measured,
    Within,
)
from movement.geometry.shapes import Disc, Edge
from movement.geometry.spans import Span
from movement.geometry.track import Track

ZONE = Within(Disc(0j, 1.0), 0.5, limit=0.5)
"""Within 2 in of the origin, touching included."""

THROUGH = Track((-5 + 0j, 5 + 0j))
OUT_AND_IN = Track((0j, 5 + 0j, 0j))


def near(*expected: Span) -> list[object]:
    return [pytest.approx(tuple(span), abs=3 * EPS) for span in expected]


# Beyond an allowance


def test_going_exactly_as_far_as_allowed_is_not_beyond() -> None:
    assert Beyond(10.0).along(THROUGH) == ()
    assert Beyond(10.0).closest(THROUGH)[:4] == (10.0, 10.0, 0.0, 10.0)


@pytest.mark.parametrize("noise", [1e-13, -1e-13, EPS / 2])
def test_rounding_at_the_allowance_is_not_beyond_it(noise: float) -> None:
    assert Beyond(10.0 + noise).along(THROUGH) == ()
    assert Beyond(10.0 - noise).along(THROUGH) == ()


def test_what_is_past_the_allowance_is_beyond_and_one_may_stop_at_it() -> None:
    (span,) = Beyond(4.0).along(THROUGH)
    assert span == Span(4.0, 10.0, 4.0)
    assert Beyond(4.0).along(THROUGH.upto(span.stop)) == ()
    assert Beyond(4.0).closest(THROUGH) == Measured(10.0, 4.0, -6.0, 10.0, (-1 + 0j, 5 + 0j))


def test_a_thousandth_of_an_inch_too_far_is_beyond() -> None:
    assert Beyond(9.999).along(THROUGH) == (Span(9.999, 10.0, 9.999),)


def test_standing_still_is_not_beyond_an_allowance_of_nothing() -> None:
    assert Beyond(0.0).along(Track((1j,))) == ()
    assert Beyond(0.0).along(THROUGH) == (Span(0.0, 10.0, 0.0),)


# Declared


def test_what_is_declared_wrong_is_wrong_all_along() -> None:
    assert Declared(True).along(THROUGH) == (Span(0.0, 10.0, 0.0),)
    assert Declared(True).along(Track((1j,))) == (Span(0.0, 0.0, 0.0),)
    assert Declared(False).along(THROUGH) == ()


def test_what_is_declared_shows_the_measurement_it_was_given() -> None:
    measured = Measured(3.0, 2.0, -1.0, 0.0, (0j, 3 + 0j))
    assert Declared(True, measured).closest(THROUGH) == measured
    assert Declared(False).closest(THROUGH) is None


# Begun and entered


def test_a_stretch_is_begun_if_the_track_starts_in_it_and_entered_if_not() -> None:
    assert list(Begun(ZONE).along(OUT_AND_IN)) == near(Span(0, 2, 0))
    assert list(Entered(ZONE).along(OUT_AND_IN)) == near(Span(8, 10, 8 - 1e-5))
    assert Begun(ZONE).along(OUT_AND_IN) + Entered(ZONE).along(OUT_AND_IN) == ZONE.along(OUT_AND_IN)


def test_a_track_that_comes_from_outside_begins_nothing() -> None:
    assert Begun(ZONE).along(THROUGH) == ()
    assert Entered(ZONE).along(THROUGH) == ZONE.along(THROUGH) != ()


def test_a_track_that_starts_at_exactly_the_limit_begins_in_a_closed_region() -> None:
    away = Track((2 + 0j, 5 + 0j))
    assert len(Begun(ZONE).along(away)) == 1
    assert Entered(ZONE).along(away) == ()


def test_a_track_that_starts_a_hair_outside_enters() -> None:
    enters = Track((2.0001 + 0j, 0j))
    assert Begun(ZONE).along(enters) == ()
    assert len(Entered(ZONE).along(enters)) == 1


def test_a_track_that_stands_in_a_region_begins_in_it() -> None:
    stands = Track((1 + 0j,))
    assert Begun(ZONE).along(stands) == (Span(0.0, 0.0, 0.0),)
    assert Entered(ZONE).along(stands) == ()


def test_what_is_begun_is_measured_from_where_the_track_begins() -> None:
    found = Begun(ZONE).closest(THROUGH)
    assert found is not None
    assert (found.value, found.margin, found.at) == (3.5, 3.0, 0.0)


def test_what_is_entered_is_measured_all_along_unless_the_track_begins_in_it() -> None:
    assert Entered(ZONE).closest(THROUGH) == ZONE.closest(THROUGH)


def test_coming_back_into_a_region_is_measured_once_it_is_left() -> None:
    again = Entered(ZONE).closest(OUT_AND_IN)
    assert again is not None
    assert (again.at, again.margin) == (9.0, -1.0)
    assert Entered(ZONE).closest(Track((0j, 5 + 0j))) is None


def test_what_is_entered_once_more_is_asked_for_by_the_length_gone() -> None:
    twice = Track((-5 + 0j, 5 + 0j, -5 + 0j))
    first, second = ZONE.along(twice)
    assert Entered(ZONE, first.end).along(twice) == (second,)
    again = Entered(ZONE, first.end).closest(twice)
    assert again is not None
    assert (again.at, again.margin) == (14.0, -1.0)
    assert Entered(ZONE, second.end).along(twice) == ()
    assert Entered(ZONE, second.end).closest(twice) is None


# Left


def test_a_track_that_leaves_where_it_began_has_left_from_there_on() -> None:
    for track in (Track((0j, 5 + 0j)), OUT_AND_IN):
        assert Left(ZONE).along(track) == tuple(near(Span(2.0, track.length, 2.0)))
    found = Left(ZONE).closest(Track((0j, 5 + 0j)))
    assert found is not None
    assert (found.value, found.margin, found.at) == pytest.approx((3.5, -3.0, 5.0))


def test_what_never_was_in_a_region_or_never_leaves_it_has_not_left_it() -> None:
    for track in (THROUGH, Track((0j, 1 + 0j)), Track((0j,))):
        assert Left(ZONE).along(track) == ()
        assert Left(ZONE).closest(track) is None


# Aside


def test_a_track_is_aside_where_it_is_off_the_line_and_no_farther_than_it_matters() -> None:
    line, bent = Edge(-9 + 0j, 9 + 0j), Track((0j, 2 + 0j, 2 + 3j))
    assert Aside(line, 4.0).along(bent) == tuple(near(Span(2.0, 4.0, 2.0 - JUST)))
    assert Aside(line, 4.0).closest(bent)[:4] == (2.0, 0.0, -2.0, 4.0)
    assert Aside(line, 1.5).along(bent) == ()
    assert Aside(line, 9.0).along(Track((0j, 2 + 0j, -3 + 0j))) == ()
