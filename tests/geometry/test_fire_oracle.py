"""Lines of fire against dense lines in space, which share no code with them.

A line that is found is looked at by itself; where none is found, none of the sampled ones may be
free by more than a margin. The ordinary suite runs the first tenth of what `-m oracle` runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import beams
import numpy as np
import pytest
from beams import Body, Lines, Piece
from test_view_oracle import box, star, turn

from movement.geometry.fire import line_of_fire
from movement.geometry.flights import Flight
from movement.geometry.ground import Block
from movement.geometry.shapes import Disc, Outline

SEED = 47

MARGIN = 0.01
"""A line is well free if those so far beside, above and below it are free as well, in."""

HEIGHTS = (0.118, 0.984, 1.26, 1.575, 1.575, 1.575, 1.772, 2.756)
"""How tall a cylinder may be, in."""

Random = np.random.Generator
Recorder = Callable[[str, object], None]


class Scene(NamedTuple):
    """Two cylinders, and what lies about them."""

    one: Body
    other: Body
    pieces: list[Piece]


Kind = Callable[[Random, int], Iterator[Scene]]

# Random scenes, from the origin along x, then turned and shifted


def flat_scenes(rng: Random, count: int) -> Iterator[Scene]:
    """All on the table and as tall as one another, or taller."""
    for _ in range(count):
        far, tall = rng.uniform(1.2, 7), float(rng.choice(HEIGHTS))
        one, other = (rng.uniform(0.3, 0.5) for _ in range(2))
        pieces = [p._replace(low=0.0, top=tall + 1e-3) for p in standing(rng, far, 9.0) if not p.up]
        yield scene(rng, Body(0j, one, 0.0, tall), Body(far + 0j, other, 0.0, tall), pieces)


def scenes(rng: Random, count: int) -> Iterator[Scene]:
    """At heights of their own, on roofs and behind what is lower, higher, or open beneath."""
    while count:
        far = rng.uniform(1.2, 7) if rng.random() < 0.9 else rng.uniform(0.2, 1)
        roofs, bodies = [], []
        for at, side in ((0.0, 1), (far, -1)):
            level = float(rng.choice([0.0, 0.0, rng.uniform(0.3, 4)]))
            if level:
                edge = rng.uniform(0.5, 2)
                ring = at + box(-2, -3, edge, 3) * side
                under = 0.0 if rng.random() < 0.6 else level - rng.uniform(0.05, 0.2)
                roofs.append(Piece(ring, under, level))
            tall = float(rng.choice(HEIGHTS))
            bodies.append(Body(at + 0j, rng.uniform(0.3, 0.5), level, level + tall))
        one, other = bodies
        apart = one.top < other.low or other.top < one.low or far > one.radius + other.radius
        if apart and not any(buried(body, roofs) for body in bodies):
            count -= 1
            yield scene(
                rng, one, other, roofs + list(standing(rng, far, max(one.top, other.top, 1.0)))
            )


def standing(rng: Random, far: float, high: float) -> Iterator[Piece]:
    for _ in range(int(rng.integers(1, 5))):
        at, aside = rng.uniform(0.1, 0.9) * far, rng.uniform(-0.7, 0.7)
        top, lean = rng.uniform(0.2, high * 1.2), np.exp(0.3j * rng.normal())
        kind = rng.integers(0, 8)
        if kind == 0:
            yield Piece((complex(at, aside), rng.uniform(0.1, 0.5)), 0.0, top)
        elif kind == 1:
            yield Piece(complex(at, aside) + star(rng, rng.uniform(0.2, 0.8)), 0.0, top)
        elif kind in (2, 3):
            side = rng.choice([-1, 1])
            ring = box(0, 0, rng.uniform(0.05, 1), 4 * side) * complex(lean)
            yield Piece(complex(at, aside - 2 * side * (kind - 2)) + ring, 0.0, top)
        elif kind == 4:  # a wall of two that touch, with or without a gap
            gap = float(rng.choice([0.0, 0.0, 0.004, 0.05]))
            for side in (-1, 1):
                ring = box(0, side * gap / 2, rng.uniform(0.05, 0.4), 2 * side) * complex(lean)
                yield Piece(complex(at, aside) + ring, 0.0, top * rng.choice([1.0, 1.0, 1.3]))
        elif kind == 5:  # a wall with a window
            sill, head = sorted(rng.uniform(0.1, high, 2))
            for low, tall in ((0.0, sill), (head, head + 2)):
                ring = box(0, -2, rng.uniform(0.05, 0.5), 2) * complex(lean)
                yield Piece(complex(at, 0) + ring, low, tall)
        elif kind == 6:  # something to pass under
            low = rng.uniform(0.3, high)
            ring = box(-1, -2, rng.uniform(-0.5, 2), rng.uniform(0.3, 2)) * complex(lean)
            yield Piece(complex(at, aside) + ring, low, low + rng.uniform(0.02, 0.5))
        else:
            up = turn(rng)
            ring = box(-rng.uniform(0.3, 1.5), -1.5, rng.uniform(0.3, 1.5), 1.5) * up
            yield Piece(complex(at, aside) + ring, 0.0, top, up)


def scene(rng: Random, one: Body, other: Body, pieces: list[Piece]) -> Scene:
    by, shift = turn(rng), 9 * rng.random() * turn(rng)
    one, other = (each._replace(centre=each.centre * by + shift) for each in (one, other))
    moved = []
    for piece in pieces:
        if isinstance(piece.shape, tuple):
            moved.append(piece._replace(shape=(piece.shape[0] * by + shift, piece.shape[1])))
        else:
            moved.append(piece._replace(shape=piece.shape * by + shift, up=piece.up * by))
    return Scene(one, other, moved)


def buried(body: Body, pieces: list[Piece]) -> bool:
    """Whether a body's middle is in a piece."""
    middle = Lines(*(np.array([each]) for each in (body.centre, 0.0, body.centre + 1e-9, 0.0)))
    level = (body.low + body.top) / 2
    middle = middle.moved(np.zeros(1, dtype=np.complex128), np.array([level]))
    return not beams.free(middle, pieces)[0]


# The comparison


@pytest.mark.parametrize(
    "count", [50, pytest.param(500, marks=pytest.mark.oracle)], ids=["tenth", "whole"]
)
@pytest.mark.parametrize("kind", [flat_scenes, scenes], ids=["alike", "with heights"])
def test_a_line_of_fire_is_free_and_where_there_is_none_no_sampled_line_is_well_free(
    kind: Kind, count: int, record_property: Recorder
) -> None:
    rng = np.random.default_rng(SEED)
    ruled = found = excepted = 0
    for one, other, pieces in kind(rng, count):
        line = line_of_fire(block(one), block(other), [as_piece(piece) for piece in pieces])
        lines = beams.between(rng, one, other, pieces)
        free = lines.only(beams.free(lines, pieces))
        if line is not None:
            (start, low), (end, high) = line
            only = Lines(*(np.array([each]) for each in (start, low, end, high)))
            assert beams.free(only, pieces)[0], (one, other, pieces, line)
            assert beams.on(only.start, only.low, one)[0], (one, other, pieces, line)
            assert beams.on(only.end, only.high, other)[0], (one, other, pieces, line)
        elif len(free.start):
            well = beams.well_free(free, one, other, pieces, MARGIN)
            assert not well.any(), (one, other, pieces, [each[well][0] for each in free])
            excepted += 1
        ruled, found = ruled + 1, found + (line is not None)
    record_property(
        "measured",
        f"{ruled} scenes, a line in {found}; in {excepted} one found by sampling alone, "
        f"and it is free by less than {MARGIN} in",
    )
    assert 0.2 * ruled < found < 0.8 * ruled
    assert excepted < 0.02 * ruled


def block(body: Body) -> Block:
    return Block("", Disc(body.centre, body.radius), body.low, body.top)


def as_piece(piece: Piece) -> Block | Flight:
    if isinstance(piece.shape, tuple):
        return Block("", Disc(*piece.shape), piece.low, piece.top)
    outline = Outline((tuple(map(complex, piece.shape)),))
    if piece.up:
        return Flight("", outline, piece.low, piece.top, piece.up)
    return Block("", outline, piece.low, piece.top)
