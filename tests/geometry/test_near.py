"""Nearness in space between two models, and what one fits beneath."""

from __future__ import annotations

import math

import pytest

from movement.geometry.lengths import EPS, JUST, at_most
from movement.geometry.regions import Near, NotBeneath, Within
from movement.geometry.shapes import Disc
from movement.geometry.track import Leg, Track

PAST = Track((-10 + 0j, 10 + 0j))
POST = Disc(0j, 0.5)


def near(limit: float, low: float = 0.0, high: float = 1.0, height: float = 1.0) -> Near:
    return Near(POST, low, high, 0.5, height, limit)


def at_level(level: float, *points: complex) -> Track:
    flat = Track(points)
    return Track(flat.points, tuple(leg._replace(level=level) for leg in flat.legs))


def test_on_one_level_it_is_the_gap_between_the_bases() -> None:
    (span,) = near(2.0).along(PAST)
    assert span[:2] == pytest.approx((7.0, 13.0), abs=2 * EPS)
    assert span.stop == pytest.approx(span.start - JUST)
    assert near(2.0).closest(PAST.upto(6.0)).value == pytest.approx(3.0)


def test_a_difference_in_height_counts_between_head_and_feet() -> None:
    up = near(2.0, low=2.2, high=3.2)
    reach = 1.0 + math.sqrt(2.0**2 - 1.2**2)
    (span,) = up.along(PAST)
    assert span[:2] == pytest.approx((10 - reach, 10 + reach), abs=1e-5)
    assert near(1.1, low=2.2, high=3.2).along(PAST) == ()


def test_heights_that_overlap_add_nothing() -> None:
    assert near(2.0, low=0.9, high=3.0).along(PAST) == near(2.0).along(PAST)


@pytest.mark.parametrize("above", [0.0, 0.5, 1.9, 2.0 - 1e-7, 2.0, 2.0 + 5e-7])
def test_the_spans_are_where_the_one_comparator_calls_it_within(above: float) -> None:
    region = near(2.0, low=1.0 + above, high=2.0 + above)
    (span,) = region.along(PAST)
    for s in (span.start - 1e-5, span.start + 1e-7, span.end - 1e-7, span.end + 1e-5):
        within = at_most(region.closest(PAST.upto(s)).value, 2.0)
        assert within is (span.start <= s <= span.end), s


def test_one_fits_beneath_what_begins_no_lower_than_its_head() -> None:
    over = Within(POST, 0.5, touching=False)
    assert NotBeneath(over, 1.2, 1.2).along(PAST) == ()
    assert NotBeneath(over, 1.2, 1.19).along(PAST) == over.along(PAST)
    assert NotBeneath(over, 1.2, 0.0).along(PAST) == over.along(PAST)
    assert NotBeneath(over, 1.2, 1.2).closest(PAST) is None


def test_over_a_thing_one_is_not_beneath_it_however_high() -> None:
    over = Within(POST, 0.5, touching=False)
    high = at_level(9.0, -10 + 0j, 10 + 0j)
    assert NotBeneath(over, 1.2, 3.0).along(high) == over.along(high)


def test_a_model_without_height_fits_beneath_what_it_is_lower_than() -> None:
    over = Within(POST, 0.5, touching=False)
    assert NotBeneath(over, 0.0, 0.0).along(PAST) == over.along(PAST)
    assert NotBeneath(over, 0.0, 0.1).along(PAST) == ()


def test_on_a_slope_one_ceases_to_fit_beneath_at_its_own_place() -> None:
    slope = Track((-10 + 0j, 10 + 0j), (Leg(0.0, -10 + 0j, 1 + 0j, 20.0, rise=4.0),))
    up = NotBeneath(Within(POST, 0.5, touching=False), 1.0, 3.0)
    (span,) = up.along(slope)
    assert span[:2] == pytest.approx((10.0, 11.0), abs=2 * EPS)  # its head is 3 in up at 10
    down = Track((-10 + 0j, 10 + 0j), (Leg(0.0, -10 + 0j, 1 + 0j, 20.0, level=4.0, rise=-4.0),))
    (span,) = up.along(down)
    assert span[:2] == pytest.approx((9.0, 10.0), abs=2 * EPS)
