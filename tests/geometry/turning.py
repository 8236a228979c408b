"""The table turned and shifted at random, so that no length comes out exact by luck."""

from __future__ import annotations

import cmath
import math
import random
from collections.abc import Iterator
from dataclasses import dataclass

from movement.geometry.shapes import Outline
from movement.geometry.track import Track


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn round the origin by a direction of length one, and a shift after it."""

    by: complex = 1 + 0j
    shift: complex = 0j

    def __call__(self, point: complex) -> complex:
        return point * self.by + self.shift

    def track(self, *points: complex) -> Track:
        return Track(tuple(map(self, points)))

    def box(self, low: complex, high: complex) -> Outline:
        """The rectangle that had its sides along the axes before the turn."""
        (ring,) = Outline.box(low.real, low.imag, high.real, high.imag).rings
        return Outline((tuple(map(self, ring)),))


def turns(count: int, seed: int = 3) -> Iterator[Turn]:
    """The table as it is, then turned at random."""
    rng = random.Random(seed)
    yield Turn()
    for _ in range(count):
        by = cmath.rect(1.0, rng.uniform(0, math.tau))
        yield Turn(by, complex(rng.uniform(-48, 48), rng.uniform(-48, 48)))
