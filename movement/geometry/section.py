"""A straight line from one upright rectangle to another, over and under what stands between them.

This is what a cut straight down through a scene shows: lengths run along the cut, heights up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Final, NamedTuple

from movement.geometry.lengths import EPS, at_most, below

Spot = tuple[float, float]
"""A length along the cut, and a height."""

_SLIP: Final = 1e-9
"""By how much rounding may take a line off a corner that it goes through, in."""


class End(NamedTuple):
    """What a line is to start from, or to end at: from one length to another, low to high."""

    start: float
    end: float
    low: float
    high: float


class Gate(NamedTuple):
    """What a line has to pass over or under: from one length to another, closed.

    It reaches from a height up to one that runs evenly from `first` to `last`. A `thin` one is an
    upright of no length somewhere between the two.
    """

    start: float
    end: float
    low: float
    first: float
    last: float
    thin: bool = False

    def grown(self, by: float) -> Gate:
        """It reaching so much farther up and down."""
        return self._replace(low=self.low - by, first=self.first + by, last=self.last + by)


def straight(one: End, other: End, gates: Sequence[Gate]) -> tuple[Spot, Spot] | None:
    """The shortest part of some line from the one to the other that meets no gate, if there is one.

    To graze a gate is to meet it.
    """
    if free := _free(*_highest(one, other), one, other, gates):
        return free
    if one.end < other.start and all(_passed_over(gate, one, other) for gate in gates):
        return None
    return next(
        (free for a, b in _lines(one, other, gates) if (free := _free(a, b, one, other, gates))),
        None,
    )


def shut(one: End, other: End, gate: Gate) -> bool:
    """Whether a gate stops every line on its own: no line passes under it, and none high enough."""
    if one.end >= other.start:
        return False
    (x, y), (u, v) = _highest(one, other)
    slope = (v - y) / (u - x)
    first, last = (y + slope * (at - x) <= top for at, top in _tops(gate))
    if _beneath(gate, one):
        return last and gate.end <= other.start
    if _beneath(gate, other):
        return first and one.end <= gate.start
    between = one.end <= gate.start and gate.end <= other.start
    if not between or below(min(one.low, other.low), gate.low):
        return False
    return first and last if gate.thin else first or last


def _highest(one: End, other: End) -> tuple[Spot, Spot]:
    """The line that is higher than all others between the two, if `other` lies farther along."""
    if one.high >= other.high:
        return (one.end, one.high), (other.end, other.high)
    return (one.start, one.high), (other.start, other.high)


def _beneath(gate: Gate, end: End) -> bool:
    """Whether a gate lies under all of an end, so that a line that starts there is over it."""
    covers = gate.start <= end.start and end.end <= gate.end
    return covers and not gate.thin and at_most(gate.low, end.low)


def _passed_over(gate: Gate, one: End, other: End) -> bool:
    """Whether no line passes under a gate, nor starts or ends beside it, in it or behind it."""
    under = [_beneath(gate, end) for end in (one, other)]
    if not any(under) and below(min(one.low, other.low), gate.low):
        return False
    return all(
        is_under
        or at_most(max(gate.first, gate.last), end.low)
        or gate.end < end.start
        or end.end < gate.start
        for is_under, end in zip(under, (one, other), strict=True)
    )


def _lines(one: End, other: End, gates: Sequence[Gate]) -> Iterator[tuple[Spot, Spot]]:
    """Lines among which there is a free one, if any is: through two corners, or just beside them."""
    aside = 2 * EPS
    lengths = [at for gate in gates for at in (gate.start - aside, gate.end + aside)]
    ends = [
        [
            (at, height)
            for at in (end.start, end.end, *(a for a in lengths if end.start < a < end.end))
            for height in (end.high, end.low)
        ]
        for end in (one, other)
    ]
    corners = [(at, top + aside) for gate in gates for at, top in _tops(gate)]
    corners += [
        (at, gate.low - aside)
        for gate in gates
        if below(min(one.low, other.low), gate.low)
        for at in (gate.start, gate.end)
    ]
    yield from product(*ends)
    yield from ((spot, corner) for end in ends for spot in end for corner in corners)
    yield from combinations(corners, 2)


def _tops(gate: Gate) -> tuple[Spot, Spot]:
    return (gate.start, gate.first), (gate.end, gate.last)


def _free(
    a: Spot, b: Spot, one: End, other: End, gates: Sequence[Gate]
) -> tuple[Spot, Spot] | None:
    """The shortest part from the one to the other of the line through two spots, if it is free."""
    if a[0] == b[0]:
        return None
    slope = (b[1] - a[1]) / (b[0] - a[0])
    flat = a[1] - slope * a[0]
    here, there = _on(slope, flat, one), _on(slope, flat, other)
    if here is None or there is None:
        return None
    if here[1] <= there[0]:
        start, end = here[1], there[0]
    elif there[1] <= here[0]:
        start, end = here[0], there[1]
    else:
        start = end = max(here[0], there[0])
    if any(_met(slope, flat, gate, min(start, end), max(start, end)) for gate in gates):
        return None
    return _held(start, slope * start + flat, one), _held(end, slope * end + flat, other)


def _held(at: float, height: float, end: End) -> Spot:
    return at, min(max(height, end.low), end.high)


def _on(slope: float, flat: float, end: End) -> Spot | None:
    """Between which lengths a line is in an end."""
    start, last = end.start, end.end
    low, high = end.low - _SLIP, end.high + _SLIP
    if slope == 0:
        return (start, last) if low <= flat <= high else None
    one, other = sorted(((low - flat) / slope, (high - flat) / slope))
    start, last = max(start, one), min(last, other)
    return (start, last) if start <= last else None


def _met(slope: float, flat: float, gate: Gate, start: float, end: float) -> bool:
    """Whether a line meets a gate between two lengths; a thin one, wherever that one is."""
    low, last = max(gate.start, start), min(gate.end, end)
    if low > last or (gate.thin and (low, last) != (gate.start, gate.end)):
        return False
    rise = (gate.last - gate.first) / (gate.end - gate.start) if gate.end > gate.start else 0.0
    over = [slope * t + flat > gate.first + rise * (t - gate.start) + EPS for t in (low, last)]
    under = [slope * t + flat < gate.low - EPS for t in (low, last)]
    return not (any(over) or any(under)) if gate.thin else not (all(over) or all(under))
