"""Stretches of travelled length joined, met, left over and cut off by a rate of change."""

from __future__ import annotations

import math

import pytest

from movement.geometry.spans import EVERYWHERE, Interval, at_least_zero, gaps, joined, meeting

INF = math.inf


@pytest.mark.parametrize(
    ("intervals", "expected"),
    [
        ([], []),
        ([(1, 2)], [(1, 2)]),
        ([(3, 4), (1, 2)], [(1, 2), (3, 4)]),
        ([(1, 3), (2, 4)], [(1, 4)]),
        ([(1, 5), (2, 3)], [(1, 5)]),
        ([(1, 2), (2, 3)], [(1, 3)]),
        ([(1, 2), (1, 2)], [(1, 2)]),
        ([(2, 2), (1, 3)], [(1, 3)]),
        ([(2, 2)], [(2, 2)]),
        ([(1, 2), EVERYWHERE], [EVERYWHERE]),
    ],
)
def test_overlapping_and_touching_stretches_are_joined_in_order(
    intervals: list[Interval], expected: list[Interval]
) -> None:
    assert joined(intervals) == expected


def test_a_seam_of_rounding_is_closed_and_a_real_gap_is_kept() -> None:
    assert joined([(1, 2), (2 + 1e-12, 3)]) == [(1, 3)]
    assert len(joined([(1, 2), (2 + 1e-7, 3)])) == 2


def test_joining_takes_an_iterator_and_leaves_a_list_as_it_was() -> None:
    stretches = [(3.0, 4.0), (1.0, 2.0)]
    assert joined(iter(stretches)) == [(1, 2), (3, 4)]
    assert stretches == [(3, 4), (1, 2)]


@pytest.mark.parametrize(
    ("these", "those", "expected"),
    [
        ([], [(0, 1)], []),
        ([(0, 1)], [], []),
        ([(0, 1)], [(2, 3)], []),
        ([(0, 2)], [(1, 3)], [(1, 2)]),
        ([(0, 1)], [(1, 2)], [(1, 1)]),
        ([(0, 9)], [(1, 2), (3, 4)], [(1, 2), (3, 4)]),
        ([(0, 3), (5, 9)], [(2, 6)], [(2, 3), (5, 6)]),
        ([EVERYWHERE], [(1, 2)], [(1, 2)]),
        ([(2, 2)], [(1, 3)], [(2, 2)]),
        ([(0, 0)], [(0, 0)], [(0, 0)]),
    ],
)
def test_stretches_meet_where_both_lie(
    these: list[Interval], those: list[Interval], expected: list[Interval]
) -> None:
    assert meeting(these, those) == expected
    assert sorted(meeting(those, these)) == expected


def test_stretches_meet_from_iterators_too() -> None:
    assert meeting(iter([(0.0, 3.0), (5.0, 9.0)]), iter([(2.0, 6.0)])) == [(2, 3), (5, 6)]


@pytest.mark.parametrize(
    ("intervals", "within", "expected"),
    [
        ([], (0, 9), [(0, 9)]),
        ([(2, 3)], (0, 9), [(0, 2), (3, 9)]),
        ([(5, 6), (2, 3)], (0, 9), [(0, 2), (3, 5), (6, 9)]),
        ([(2, 4), (3, 6)], (0, 9), [(0, 2), (6, 9)]),
        ([(0, 9)], (0, 9), []),
        ([(-1, 10)], (0, 9), []),
        ([(-1, 3)], (0, 9), [(3, 9)]),
        ([(6, 12)], (0, 9), [(0, 6)]),
        ([(12, 13)], (0, 9), [(0, 9)]),
        ([], EVERYWHERE, [EVERYWHERE]),
        ([(2, 3)], EVERYWHERE, [(-INF, 2), (3, INF)]),
        ([EVERYWHERE], EVERYWHERE, []),
    ],
)
def test_gaps_are_what_the_stretches_leave(
    intervals: list[Interval], within: Interval, expected: list[Interval]
) -> None:
    assert gaps(intervals, within) == expected


@pytest.mark.parametrize(
    ("rate", "value", "expected"),
    [
        (1, -2, [(2, INF)]),
        (2, -2, [(1, INF)]),
        (-1, 2, [(-INF, 2)]),
        (-4, 2, [(-INF, 0.5)]),
        (1, 0, [(0, INF)]),
        (0, 1, [EVERYWHERE]),
        (0, 0, [EVERYWHERE]),
        (0, -1, []),
    ],
)
def test_a_quantity_that_changes_steadily_is_at_least_zero_on_one_side(
    rate: float, value: float, expected: list[Interval]
) -> None:
    assert at_least_zero(rate, value) == expected


def test_a_rate_that_is_only_rounding_is_none() -> None:
    assert at_least_zero(1e-16, 1e-3) == at_least_zero(-1e-16, 1e-3) == [EVERYWHERE]
    assert at_least_zero(1e-16, -1e-3) == at_least_zero(-1e-16, -1e-3) == []
