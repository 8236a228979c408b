"""Tracks: legs, travelled lengths, the places on them, and tracks cut short."""

from __future__ import annotations

import math

import pytest

from movement.geometry.track import Leg, Track

CORNERED = Track((0j, 3 + 0j, 3 + 4j))
"""Three inches to the right, then four up."""


def test_a_track_needs_a_point_to_start_from() -> None:
    with pytest.raises(ValueError, match="at least the point"):
        Track(())


def test_legs_follow_one_another_by_travelled_length() -> None:
    first, second = CORNERED.legs
    assert (first.start, first.origin, first.direction, first.length) == (0.0, 0j, 1 + 0j, 3.0)
    assert (second.start, second.origin, second.direction, second.length) == (3.0, 3, 1j, 4.0)
    assert CORNERED.length == 7.0
    assert (CORNERED.start, CORNERED.end) == (0j, 3 + 4j)


def test_a_leg_tells_the_point_some_inches_along_it() -> None:
    assert CORNERED.legs[1].at(1.5) == 3 + 1.5j


def test_a_legs_direction_has_length_one() -> None:
    (leg,) = Track((1 + 1j, -2 + 5j)).legs
    assert abs(leg.direction) == pytest.approx(1.0, rel=1e-15)
    assert leg.length == 5.0


@pytest.mark.parametrize("points", [(2 + 1j,), (2 + 1j, 2 + 1j), (2 + 1j, 2 + 1j, 2 + 1j)])
def test_a_track_that_goes_nowhere_has_one_leg_of_no_length(points: tuple[complex, ...]) -> None:
    track = Track(points)
    (leg,) = track.legs
    assert (leg.origin, leg.length) == (2 + 1j, 0.0)
    assert abs(leg.direction) == 1.0
    assert track.length == 0.0
    assert track.start == track.end == track.at(0.0) == track.at(5.0) == 2 + 1j
    assert list(track.stations()) == [(0.0, 2 + 1j)]
    assert track.upto(0.0).end == track.upto(3.0).end == 2 + 1j


def test_waypoints_that_repeat_the_one_before_count_once() -> None:
    repeated = Track((0j, 0j, 3 + 0j, 3 + 0j, 3 + 1e-12j, 3 + 4j, 3 + 4j))
    assert len(repeated.legs) == 2
    assert list(repeated.stations()) == list(CORNERED.stations())


def test_a_place_passed_twice_counts_twice() -> None:
    there_and_back = Track((0j, 3 + 0j, 0j))
    assert len(there_and_back.legs) == 2
    assert there_and_back.length == 6.0
    assert there_and_back.at(2.0) == there_and_back.at(4.0) == 2 + 0j


@pytest.mark.parametrize(
    ("s", "point"),
    [(0.0, 0j), (1.5, 1.5 + 0j), (3.0, 3 + 0j), (3.5, 3 + 0.5j), (7.0, 3 + 4j)],
)
def test_a_place_is_found_by_travelled_length(s: float, point: complex) -> None:
    assert CORNERED.at(s) == point


@pytest.mark.parametrize(("s", "point"), [(-1.0, 0j), (-math.inf, 0j), (7.5, 3 + 4j), (99, 3 + 4j)])
def test_places_are_held_to_the_tracks_two_ends(s: float, point: complex) -> None:
    assert CORNERED.at(s) == point


def test_at_a_waypoint_the_leg_walked_is_the_one_that_ends_there() -> None:
    first, second = CORNERED.legs
    assert CORNERED.leg_at(0.0) == CORNERED.leg_at(3.0) == first
    assert CORNERED.leg_at(3.1) == CORNERED.leg_at(7.0) == CORNERED.leg_at(8.0) == second


@pytest.mark.parametrize(
    ("s", "points"),
    [
        (-1.0, (0j,)),
        (0.0, (0j,)),
        (1.0, (0j, 1 + 0j)),
        (3.0, (0j, 3 + 0j)),
        (4.0, (0j, 3 + 0j, 3 + 1j)),
        (7.0, (0j, 3 + 0j, 3 + 4j)),
        (9.0, (0j, 3 + 0j, 3 + 4j)),
    ],
)
def test_a_track_cut_short_keeps_its_way_up_to_there(s: float, points: tuple[complex, ...]) -> None:
    short = CORNERED.upto(s)
    assert short == Track(points)
    assert short.length == min(max(0.0, s), CORNERED.length)


def test_a_track_cut_twice_is_cut_at_the_nearer_length() -> None:
    assert CORNERED.upto(5.0).upto(4.0) == CORNERED.upto(4.0).upto(5.0) == CORNERED.upto(4.0)


def test_stations_are_the_waypoints_with_their_travelled_lengths() -> None:
    assert list(CORNERED.stations()) == [(0.0, 0j), (3.0, 3 + 0j), (7.0, 3 + 4j)]


def test_tracks_are_equal_by_their_waypoints() -> None:
    assert Track((0j, 1 + 0j)) == Track((0j, 1 + 0j))
    assert Track((0j, 1 + 0j)) != Track((0j, 1j))
    assert hash(Track((0j, 1 + 0j))) == hash(Track((0j, 1 + 0j)))


def test_the_rest_of_a_track_keeps_its_lengths() -> None:
    track = Track((0j, 3 + 0j, 3 + 4j))
    rest = track.since(5.0)
    assert rest.length == track.length == 7.0
    assert rest.start == 3 + 2j
    assert [rest.at(s) for s in (5.0, 6.0, 7.0)] == [3 + 2j, 3 + 3j, 3 + 4j]
    assert track.since(0.0).points == track.points
    assert track.since(7.0).start == track.end


def test_the_rest_of_a_track_keeps_its_heights() -> None:
    up = Leg(0.0, 0j, 1 + 0j, 4.0, 1.25, 0.0, 1.0, 3.0)
    rest = Track((0j, 4 + 0j), (up,)).since(2.5)
    assert (rest.at(2.5), rest.level_at(2.5)) == (2 + 0j, 2.5)
    assert (rest.at(5.0), rest.level_at(5.0)) == (4 + 0j, 4.0)
