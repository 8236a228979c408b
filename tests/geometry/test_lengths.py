"""Units, and the one comparator that decides whether a length is too long."""

from __future__ import annotations

import re

import pytest

from movement.geometry.lengths import EPS, JUST, at_most, below, inches, same

NOISE = 1e-13
"""More than rounding does to lengths on any table, in."""


@pytest.mark.parametrize("length", [0.0, 4.0, 144.0])
def test_equal_lengths_are_at_most_each_other_and_neither_is_below(length: float) -> None:
    assert at_most(length, length)
    assert same(length, length)
    assert not below(length, length)


@pytest.mark.parametrize("off", [NOISE, -NOISE, EPS / 2, -EPS / 2])
def test_a_difference_no_ruler_shows_decides_nothing(off: float) -> None:
    assert at_most(4.0 + off, 4.0)
    assert at_most(4.0, 4.0 + off)
    assert same(4.0 + off, 4.0)
    assert not below(4.0 + off, 4.0)
    assert not below(4.0, 4.0 + off)


def test_a_difference_beyond_the_band_decides() -> None:
    longer = 4.0 + 2 * EPS
    assert not at_most(longer, 4.0)
    assert at_most(4.0, longer)
    assert below(4.0, longer)
    assert not below(longer, 4.0)
    assert not same(longer, 4.0)
    assert not same(4.0, longer)


def test_lengths_below_nothing_compare_as_others_do() -> None:
    assert at_most(-1.0, 0.0)
    assert below(-1.0, 0.0)
    assert at_most(-NOISE, 0.0)
    assert not below(-NOISE, 0.0)


def test_rounding_of_sums_is_overlooked() -> None:
    assert at_most(0.1 + 0.2, 0.3)
    assert same(sum([0.1] * 40), 4.0)


def test_just_short_of_a_limit_is_clear_of_the_comparators_band_and_below_any_ruler() -> None:
    assert below(4.0 - JUST, 4.0)
    assert JUST < 0.001


@pytest.mark.parametrize(
    ("written", "length"),
    [
        ("1 in", 1.0),
        ("1.5 in", 1.5),
        ("1.5in", 1.5),
        ("25.4 mm", 1.0),
        ("32 mm", 32 / 25.4),
        ("2.54 cm", 1.0),
        ("10 cm", 100 / 25.4),
        (".5 in", 0.5),
        ("2. in", 2.0),
        ("+3 in", 3.0),
        ("-3 in", -3.0),
        ("0 mm", 0.0),
        ("  25.4 mm ", 1.0),
    ],
)
def test_a_length_may_be_written_in_inches_centimetres_or_millimetres(
    written: str, length: float
) -> None:
    assert inches(written) == pytest.approx(length, rel=1e-15)


def test_centimetres_and_millimetres_agree() -> None:
    assert inches("3.2 cm") == pytest.approx(inches("32 mm"), rel=1e-15)


@pytest.mark.parametrize(
    "written",
    [
        "",
        "in",
        " mm",
        "25",
        "25 m",
        "25 ft",
        "25 inches",
        '25"',
        "25 IN",
        "25  mm",
        "25 mm wide",
        "25 mm 3",
        "2,5 cm",
        "1e3 mm",
        "1.2.3 in",
        "--1 in",
        ". in",
        "nan in",
        "inf in",
    ],
)
def test_anything_else_is_not_a_length(written: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(written)}$"):
        inches(written)
