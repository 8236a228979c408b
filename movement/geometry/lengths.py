"""Lengths are inches. Here are the units a file may use and the one comparator that decides."""

from __future__ import annotations

import re
from typing import Final

EPS: Final = 1e-6
"""Half the comparator's band, in: far above rounding noise (1e-14), far below any ruler."""

JUST: Final = 1e-5
"""How clear of a closed limit one stands that stops just short of it, in: more than `EPS`."""

PER_INCH: Final = {"in": 1.0, "cm": 2.54, "mm": 25.4}
"""The units a length may be written in, and how many of each make an inch."""

_WITH_UNIT: Final = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+)) ?(in|cm|mm)")


def at_most(a: float, b: float) -> bool:
    """Whether the length `a` is no more than `b`: equal, to any ruler, included."""
    return a <= b + EPS


def below(a: float, b: float) -> bool:
    """Whether the length `a` is less than `b` by more than any ruler would overlook."""
    return not at_most(b, a)


def same(a: float, b: float) -> bool:
    """Whether two lengths are equal to any ruler."""
    return at_most(a, b) and at_most(b, a)


def inches(written: str) -> float:
    """The length written as a number and its unit (`25 mm`, `10 cm`, `1.5 in`), in inches.

    Raises `ValueError` for anything else.
    """
    if not (match := _WITH_UNIT.fullmatch(written.strip())):
        raise ValueError(written)
    return float(match[1]) / PER_INCH[match[2]]
