"""Where along a track a base is within a distance of a shape, and how near it comes."""

from __future__ import annotations

import pytest
from turning import Turn, turns

from movement.geometry.lengths import EPS
from movement.geometry.regions import Within
from movement.geometry.shapes import Disc
from movement.geometry.spans import Span
from movement.geometry.view import View

BASE = 0.5
FOE = Disc(0j, 0.5)
WALL = (0j, 10 + 2j)
"""Two opposite corners."""

OPEN = Within(Turn().box(*WALL), BASE, touching=False)
CLOSED = Within(Turn().box(*WALL), BASE, limit=1.0)

track = Turn().track


# Starting in contact, starting inside, standing still


def test_a_base_that_starts_in_contact_may_leave_a_wall_or_follow_it() -> None:
    for turn in turns(200):
        region = Within(turn.box(*WALL), BASE, touching=False)
        assert region.along(turn.track(5 - 0.5j, 5 - 4j)) == ()
        assert region.along(turn.track(2 - 0.5j, 8 - 0.5j)) == ()


def test_a_base_that_starts_in_contact_and_walks_into_a_wall_stops_where_it_stands() -> None:
    for turn in turns(200):
        (span,) = Within(turn.box(*WALL), BASE, touching=False).along(turn.track(5 - 0.5j, 5 + 1j))
        assert span == pytest.approx((EPS, 1.5, 0.0), abs=1e-8)


def test_a_base_that_starts_at_exactly_a_closed_limit_starts_inside() -> None:
    for turn in turns(200):
        (span,) = Within(turn.box(*WALL), BASE, 1.0).along(turn.track(5 - 1.5j, 5 - 4j))
        assert span == pytest.approx((0.0, EPS, 0.0), abs=1e-9)
        assert span.start == 0.0


@pytest.mark.parametrize("region", [OPEN, CLOSED])
def test_a_base_that_starts_inside_is_in_from_the_start_and_has_nowhere_to_stop(
    region: Within,
) -> None:
    (span,) = region.along(track(5 + 1j, 5 - 9j))
    assert (span.start, span.stop) == (0.0, 0.0)
    assert span.end == pytest.approx(1 + region.base + region.limit, abs=2 * EPS)


def test_a_base_that_leaves_and_comes_back_is_in_twice() -> None:
    first, second = OPEN.along(track(5 + 0j, 5 - 3j, 6 - 3j, 6 + 1j))
    assert first == pytest.approx((0.0, 0.5, 0.0), abs=2 * EPS)
    assert second == pytest.approx((6.5, 8.0, 6.5), abs=2 * EPS)


@pytest.mark.parametrize(
    ("stands", "touches", "overlaps"),
    [
        (5 + 1j, True, True),
        (5 - 0.4j, True, True),
        (5 - 0.5j, True, False),
        (5 - 0.6j, False, False),
    ],
)
def test_a_base_that_stands_still_is_judged_where_it_stands(
    stands: complex, touches: bool, overlaps: bool
) -> None:
    for turn in turns(200):
        for still in (turn.track(stands), turn.track(stands, stands)):
            touching = Within(turn.box(*WALL), BASE).along(still)
            overlapping = Within(turn.box(*WALL), BASE, touching=False).along(still)
            assert touching == ((Span(0.0, 0.0, 0.0),) if touches else ())
            assert overlapping == ((Span(0.0, 0.0, 0.0),) if overlaps else ())


# Passing at a tangent


@pytest.mark.parametrize("points", [(-3 - 0.5j, 13 - 0.5j), (-4 + 4.5j, 4.5j, 5 + 2.5j, 14 + 2.5j)])
def test_a_pass_in_exact_contact_with_a_wall_touches_it_and_does_not_overlap(
    points: tuple[complex, ...],
) -> None:
    for turn in turns(200):
        passed = turn.track(*points)
        assert Within(turn.box(*WALL), BASE, touching=False).along(passed) == ()
        assert len(Within(turn.box(*WALL), BASE).along(passed)) == 1


def test_a_tangent_pass_of_a_disc_touches_it_at_one_place() -> None:
    for turn in turns(200):
        foe = Disc(turn(0j), 0.5)
        passed = turn.track(-3 + 1j, 3 + 1j)
        assert Within(foe, BASE, touching=False).along(passed) == ()
        (span,) = Within(foe, BASE).along(passed)
        assert (span.start + span.end) / 2 == pytest.approx(3, abs=1e-6)
        assert span.end - span.start < 0.01


def test_a_tangent_pass_of_a_half_discs_front_or_back_touches_it() -> None:
    for turn in turns(200):
        zone = View(turn(0j), 2.0, turn.by * 1j)
        for level in (2.5j, -0.5j):
            passed = turn.track(-6 + level, 6 + level)
            assert len(Within(zone, BASE).along(passed)) == 1
            assert Within(zone, BASE, touching=False).along(passed) == ()


def test_a_pass_a_thousandth_of_an_inch_farther_out_does_not_touch() -> None:
    assert Within(FOE, BASE).along(track(-3 + 1.001j, 3 + 1.001j)) == ()
    assert CLOSED.along(track(-3 - 1.501j, 13 - 1.501j)) == ()


def test_a_pass_a_thousandth_of_an_inch_nearer_overlaps() -> None:
    assert len(Within(FOE, BASE, touching=False).along(track(-3 + 0.999j, 3 + 0.999j))) == 1
    assert len(OPEN.along(track(-3 - 0.499j, 13 - 0.499j))) == 1


# How near it comes


def test_the_closest_approach_is_measured_from_the_bases_edge_to_the_limit() -> None:
    found = CLOSED.closest(track(5 - 6j, 5 - 3j, 9 - 4j))
    assert (found.value, found.limit, found.margin, found.at) == (2.5, 1.0, 1.5, 3.0)
    assert found.place == (5 - 2.5j, 5 + 0j)


def test_an_overlap_is_negative_by_the_bases_radius_at_most() -> None:
    assert OPEN.closest(track(5 - 6j, 5 - 0.3j)).value == pytest.approx(-0.2)
    within = OPEN.closest(track(5 - 6j, 5 + 1j))
    assert (within.value, within.margin, within.at) == (-0.5, -0.5, 6.0)
    assert within.place == (5 + 0j, 5 + 0j)


def test_the_place_is_the_two_points_nearest_to_each_other() -> None:
    for turn in turns(100):
        found = Within(turn.box(*WALL), BASE).closest(turn.track(-7 - 4j, -3 - 4j, -6 - 9j))
        rim, edge = found.place
        assert abs(rim - edge) == pytest.approx(found.value) == 4.5
        assert abs(edge - turn(0j)) < 1e-12


def test_the_first_touch_is_at_exactly_the_limit_and_none_if_it_is_never_reached() -> None:
    assert CLOSED.touch(track(5 - 6j, 5 + 1j)) == pytest.approx(4.5, abs=1e-12)
    assert OPEN.touch(track(5 - 6j, 5 + 1j)) == pytest.approx(5.5, abs=1e-12)
    assert CLOSED.touch(track(5 - 6j, 5 - 1.6j)) is None


def test_a_tangent_pass_first_touches_where_it_is_tangent() -> None:
    for turn in turns(200):
        touch = Within(Disc(turn(0j), 0.5), BASE).touch(turn.track(-3 + 1j, 3 + 1j))
        assert touch == pytest.approx(3.0, abs=1e-5)


def test_a_base_that_follows_a_wall_is_nearest_to_it_where_it_first_comes_abreast() -> None:
    for turn in turns(100):
        found = Within(turn.box(*WALL), BASE).closest(turn.track(-2 - 2j, 12 - 2j))
        assert found.at == pytest.approx(2.0, abs=1e-4)
