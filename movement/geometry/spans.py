"""Stretches of travelled length, and how they combine."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final, NamedTuple

Interval = tuple[float, float]
"""A closed stretch from the first number to the second; the two may be equal."""

EVERYWHERE: Final[Interval] = (-math.inf, math.inf)

SEAM: Final = 1e-9
"""Stretches no farther apart than this are one: the gap is rounding, in."""

_PARALLEL: Final = 1e-13
"""A rate of change no larger than this is none."""


class Span(NamedTuple):
    """A stretch of a track that lies in a region.

    `start` and `end` are travelled lengths; `stop` is the last length before `start` at which a
    base that keeps out of the region may come to stand.
    """

    start: float
    end: float
    stop: float


Spans = tuple[Span, ...]


def joined(intervals: Iterable[Interval]) -> list[Interval]:
    """The same stretches in order, overlapping and touching ones made one."""
    out: list[Interval] = []
    for lo, hi in sorted(intervals):
        if out and lo <= out[-1][1] + SEAM:
            out[-1] = (out[-1][0], max(out[-1][1], hi))
        else:
            out.append((lo, hi))
    return out


def meeting(these: Iterable[Interval], those: Iterable[Interval]) -> list[Interval]:
    """Where a stretch of `these` and a stretch of `those` both lie."""
    others = list(those)
    return [(max(a, c), min(b, d)) for a, b in these for c, d in others if max(a, c) <= min(b, d)]


def gaps(intervals: Iterable[Interval], within: Interval = EVERYWHERE) -> list[Interval]:
    """What of `within` the stretches leave."""
    out: list[Interval] = []
    at, last = within
    for lo, hi in joined(intervals):
        if lo > at:
            out.append((at, min(lo, last)))
        at = max(at, hi)
        if at >= last:
            return out
    return [*out, (at, last)]


def at_least_zero(rate: float, value: float) -> list[Interval]:
    """Where `rate * t + value >= 0`."""
    if abs(rate) <= _PARALLEL:
        return [EVERYWHERE] if value >= 0 else []
    zero = -value / rate
    return [(zero, math.inf)] if rate > 0 else [(-math.inf, zero)]
