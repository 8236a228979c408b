"""Lines of fire: straight, from any point of one upright cylinder to any of another.

They are crossed by no piece and no third cylinder. Where heights make no difference that is decided
in plan, exactly; else to 0.01 in, by bundles of lines: one that no line can pass is dropped, in any
other the line in the middle is tried, and halves of it are looked at until they are as narrow.
(To 0.05 in where one of the two stands partly above the other.)
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, product
from typing import Final

from movement.geometry.bundle import Bundle, Joint, Part, joints, leg, parts
from movement.geometry.flights import Flight
from movement.geometry.ground import Block
from movement.geometry.lengths import EPS, at_most, below
from movement.geometry.section import End, Gate, shut, straight
from movement.geometry.shapes import Disc, Outline, cross, out_of_reach
from movement.geometry.sight import Front, line_of_sight
from movement.geometry.spans import meeting
from movement.geometry.track import Leg

Spot = tuple[complex, float]
"""A point in plan, and a height."""

Line = tuple[Spot, Spot]
"""A straight line in space, from one spot to another."""

FINE: Final = 0.02
"""A bundle this narrow is looked at in its middle only: no line of it is 0.01 in from there."""
_ABOVE: Final = 0.1
"""As `FINE`, of two of which one stands partly above the other: most lines are steep there."""
_GRACE: Final = 0.005
"""A bundle whose lines all pass less than this over or under what they cross is dropped, in."""
_RIM: Final = 0.999
"""Lines that pass a centre by this part of the radius are tried first."""


def line_of_fire(
    one: Block, other: Block, blockers: Iterable[Block | Flight], front: Front | None = None
) -> Line | None:
    """Some line from the one round body to the other that meets no blocker, nor grazes one.

    With a `front`, only what of the other lies in it counts.
    """
    return Pair(one, other, front).line(tuple(blockers))


@dataclass(frozen=True)
class Pair:
    """Two upright cylinders, and what of the other counts."""

    one: Block
    other: Block
    front: Front | None = None

    def line(self, blockers: Iterable[Block | Flight]) -> Line | None:
        """See `line_of_fire`."""
        near = [each for each in blockers if self.meets(each)]
        if any(self.stopper(each) is not None for each in near):
            return None
        return self.unstopped(near)

    def unstopped(self, blockers: Iterable[Block | Flight]) -> Line | None:
        """The same, past pieces none of which stops all lines on its own."""
        near = [each for each in blockers if self.meets(each)]
        if self.front and self.front.holds(self.discs[1]) is False:
            return None
        if not all(self.hides(each) for each in near):
            return _searched(self, near)
        if line := self.tried(near):
            return line
        sight = line_of_sight(*self.discs, [each.shape for each in near], self.front)
        return sight and ((sight[0], self.one.top), (sight[1], self.other.top))

    @cached_property
    def discs(self) -> tuple[Disc, Disc]:
        """The two from above."""
        assert isinstance(self.one.shape, Disc)
        assert isinstance(self.other.shape, Disc)
        return self.one.shape, self.other.shape

    @cached_property
    def toward(self) -> complex:
        """The direction from the one to the other, of length one."""
        way = self.discs[1].centre - self.discs[0].centre
        return way / abs(way) if way else 1 + 0j

    @cached_property
    def apart(self) -> float:
        """How far apart their centres are, or as good as: where one is above the other, not at all."""
        return max(abs(self.discs[1].centre - self.discs[0].centre), FINE / 2)

    @cached_property
    def whole(self) -> Bundle:
        """All lines that meet both."""
        one, other = ((-disc.radius, disc.radius) for disc in self.discs)
        return Bundle(self.apart, one, other)

    @cached_property
    def heights(self) -> tuple[float, float]:
        """Between which heights all lines run."""
        return min(self.one.bottom, self.other.bottom), max(self.one.top, self.other.top)

    @cached_property
    def seen(self) -> Front | None:
        """What of the other counts, as bundles have it."""
        if self.front is None:
            return None
        eye = (self.front.eye - self.discs[0].centre) / self.toward
        return replace(self.front, eye=eye, ahead=self.front.ahead / self.toward)

    def meets(self, piece: Block | Flight, by: float = 0.0, up: float = 0.0) -> bool:
        """Whether some line might meet a piece; also if the other were moved so far, any way."""
        low, high = self.heights
        if at_most(piece.top, low - up) or at_most(high + up, piece.bottom):
            return False
        one, other = self.discs
        middle = Leg(0.0, one.centre, self.toward, self.apart)
        aside = max(one.radius, other.radius) + by + EPS
        return not out_of_reach(middle, piece.shape.centre, piece.shape.radius + aside)

    def stopper(self, piece: Block | Flight) -> int | None:
        """Which convex part of a piece stops all lines, a wall across or a floor, if one does."""
        low, high = sorted((self.one, self.other), key=lambda each: each.bottom)
        if at_most(low.top, piece.bottom) and at_most(piece.top, high.bottom):
            return 0 if all(_covered(disc, piece.shape) for disc in self.discs) else None
        ends = self.ends(self.whole)
        for n, part in enumerate(parts(piece, self.discs[0].centre, self.toward)):
            gate = self.whole.gate(part)
            if gate and shut(*ends, gate):
                return n
        return None

    def hides(self, piece: Block | Flight) -> bool:
        """Whether a piece is so high and so low that no line passes over or under it."""
        low, high = self.heights
        return isinstance(piece, Block) and at_most(piece.bottom, low) and at_most(high, piece.top)

    def ends(self, bundle: Bundle) -> tuple[End, End]:
        """The two as lines of a bundle may meet them; at its very foot one grazes the floor."""
        heights = ((each.bottom + 2 * EPS, each.top) for each in (self.one, self.other))
        radii = (disc.radius for disc in self.discs)
        return bundle.ends(*zip(radii, heights, strict=True))

    def told(self, line: Line) -> tuple[float, float]:
        """How far to the left of the two centres a line passes."""
        start, end = ((spot - self.discs[0].centre) / self.toward for spot, _ in line)
        way = (end - start) / abs(end - start) if abs(end - start) > EPS else 1 + 0j
        return cross(way, start), cross(way, start - self.apart)

    def tried(self, pieces: Sequence[Block | Flight]) -> Line | None:
        """A free line among those from centre to centre, rim to rim and so on, if there is one."""
        one, other = (disc.radius for disc in self.discs)
        parts = product((0.0, _RIM, -_RIM), repeat=2)
        lines = (self.over((a * one, b * other), pieces) for a, b in parts)
        return next(filter(None, lines), None)

    def over(self, aside: tuple[float, float], pieces: Sequence[Block | Flight]) -> Line | None:
        """A free line that from above is one told as in a bundle, if there is one."""
        if abs(aside[1] - aside[0]) >= self.apart:
            return None
        bundle = Bundle(self.apart, (aside[0],) * 2, (aside[1],) * 2)
        one, other = self.ends(bundle)
        flat = leg(self.apart, *aside)
        start, end = min(one.start, other.start), max(one.end, other.end)
        origin = self.discs[0].centre + self.toward * flat.at(start)
        cut = Leg(0.0, origin, self.toward * flat.direction, end - start)
        gates = [gate for piece in pieces for gate in self._gates(piece, cut, start)]
        counts = [(other.start, other.end)]
        if self.front:
            before = ((lo + start, hi + start) for lo, hi in self.front.inside(cut))
            counts = meeting(counts, before)
        for lo, hi in counts:
            if line := straight(one, other._replace(start=lo, end=hi), gates):
                (s, low), (t, high) = line
                return (cut.at(s - start), low), (cut.at(t - start), high)
        return None

    def _gates(self, piece: Block | Flight, cut: Leg, start: float) -> Iterator[Gate]:
        """What of a piece stands in a cut, lengths told from where the one centre is."""
        most = self.heights[1] + 1.0
        for lo, hi in meeting(piece.shape.within(cut, EPS), [(0.0, cut.length)]):
            one = other = min(piece.top, most)
            if isinstance(piece, Flight):
                one, other = piece.height(cut.at(lo)), piece.height(cut.at(hi))
            yield Gate(start + lo, start + hi, piece.bottom, one, other)


def _searched(pair: Pair, pieces: Sequence[Block | Flight]) -> Line | None:
    """A free line, if one is found."""
    cut = [part for piece in pieces for part in parts(piece, pair.discs[0].centre, pair.toward)]
    if _stopped(pair, pair.whole, cut, (), 0.0):
        return None
    if line := pair.tried(pieces):
        return line
    waiting = deque([(half, cut, list(joints(cut))) for half in pair.whole.halves()])
    finest = _ABOVE if below(pair.apart, sum(disc.radius for disc in pair.discs)) else FINE
    while waiting:
        bundle, near, touching = waiting.popleft()
        near = [part for part in near if bundle.meets(part)]
        touching = [joint for joint in touching if joint.one in near and joint.other in near]
        if _stopped(pair, bundle, near, touching, _GRACE):
            continue
        if line := pair.over(bundle.middle, pieces):
            return line
        if bundle.width > finest:
            waiting.extend((half, near, touching) for half in bundle.halves())
    return None


def _stopped(
    pair: Pair, bundle: Bundle, near: Sequence[Part], touching: Sequence[Joint], grace: float
) -> bool:
    """Whether what all lines of a bundle cross, that much higher and lower, stops every one."""
    if bundle.empty or (pair.seen and bundle.behind(pair.seen, pair.discs[1].radius)):
        return True
    one, other = pair.ends(bundle)
    gates = [gate.grown(grace) for part in near if (gate := bundle.gate(part))]
    joined = (gate for joint in touching for gate in bundle.gates(joint))
    if any(shut(one, other, gate) for gate in chain(gates, joined)):
        return True
    return bool(gates) and straight(one, other, gates) is None


def _covered(disc: Disc, shape: Outline | Disc) -> bool:
    """Whether a disc lies in what is on the inner side of every edge of an outline."""
    return isinstance(shape, Outline) and all(
        at_most(disc.radius, cross(edge.direction, disc.centre - edge.start))
        for edge in shape.edges
    )
