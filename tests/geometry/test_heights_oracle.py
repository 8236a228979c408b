"""What holds a base, is in its way and is gone over, against dense sampling of random scenes.

The ordinary suite runs the first tenth of what `-m oracle` runs.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable, Iterator
from itertools import pairwise

import heights
import numpy as np
import pytest
from heights import Floor, Over, Piece, Sampled, Scene
from sampling import Flags, Points

from movement.geometry.flights import Flight
from movement.geometry.ground import Block, Ground
from movement.geometry.shapes import Disc, Outline
from movement.geometry.spans import Interval
from movement.geometry.stretches import Climber, Obstacle
from movement.geometry.track import Track
from movement.geometry.walk import walk

MARGIN = 0.002
"""A base so much larger or smaller may meet something else, in."""

SAME = 0.012
"""How far apart a length and the sampled one may be, in."""

LEVEL = 1e-3
"""How far apart a height and the sampled one may be, in."""

STEP = 0.01
"""Between one place and the next at which it is asked whether a base is held and clear, in."""

SEED = 41

Random = np.random.Generator
Kind = Callable[[Random, complex, float], list[Piece]]
"""Pieces of a kind about a point, from a height upwards."""

# Random scenes


def wall(rng: Random, at: complex, bottom: float) -> list[Piece]:
    ring = box(at, size(rng, 1.5 + 0.1j, 5 + 0.5j), direction(rng))
    return [Piece("wall", ring, bottom, bottom + rise(rng, 0.3, 2.8))]


def crate(rng: Random, at: complex, bottom: float) -> list[Piece]:
    ring = box(at, size(rng, 0.6 + 0.6j, 2.6 + 2.6j), direction(rng))
    return [Piece("crate", ring, bottom, bottom + rise(rng, 0.3, 2.2))]


def terrace(rng: Random, at: complex, bottom: float) -> list[Piece]:
    """One, or two of one height that share part of an edge."""
    by, top = direction(rng), bottom + rise(rng, 0.3, 2.2)
    ring = box(at, size(rng, 2.5 + 2.5j, 6 + 5j), by)
    pieces = [Piece("terrace", ring, bottom, top)]
    if rng.random() < 0.6:
        wide = size(rng, 0.5 + 0.5j, 3 + 3j)
        shared = complex(ring[1] + (ring[2] - ring[1]) * rng.random())
        pieces.append(Piece("annexe", box(shared + by * wide.real / 2, wide, by), bottom, top))
    return pieces


def many_sided(rng: Random, at: complex, bottom: float) -> list[Piece]:
    n = int(rng.integers(3, 8))
    turns = math.tau * (np.arange(n) + 0.8 * rng.random(n)) / n
    ring = np.asarray(at + rng.uniform(0.5, 2.5) * np.exp(1j * turns))
    return [Piece("many-sided", ring, bottom, bottom + rise(rng, 0.3, 2.2))]


def drum(rng: Random, at: complex, bottom: float) -> list[Piece]:
    ring = np.array([at, at + rng.uniform(0.3, 2)])
    return [Piece("drum", ring, bottom, bottom + rise(rng, 0.3, 2.2), round=True)]


def platform(rng: Random, at: complex, bottom: float) -> list[Piece]:
    """One with room beneath, or too little of it, and often one above or upon it."""
    by, under = direction(rng), bottom + rise(rng, 0.6, 3.4)
    wide = size(rng, 2 + 1j, 6 + 4j)
    pieces = [Piece("platform", box(at, wide, by), under, under + 0.1)]
    if rng.random() < 0.5:
        shifted = at + by * point(rng, 1)
        low = under + 0.1 + (rise(rng, 0.8, 3.4) if rng.random() < 0.5 else 0.0)
        ring = box(shifted, wide * rng.uniform(0.4, 1.1), by)
        pieces.append(Piece("upper", ring, low, low + rise(rng, 0.1, 1.5)))
    return pieces


def stairs(rng: Random, at: complex, bottom: float) -> list[Piece]:
    """A flight, most often with a roof at its head, and now and then a wall upon that."""
    by, run, top = direction(rng), rng.uniform(1.5, 5), bottom + rise(rng, 0.5, 3)
    ring = box(at, complex(run, rng.uniform(0.8, 3)), by)
    pieces = [Piece("stairs", ring, bottom, top, by)]
    if rng.random() < 0.8:
        wide = size(rng, 1.2 + 1j, 4 + 5j)
        centre = at + by * complex((run + wide.real) / 2, rng.uniform(-1, 1))
        under = bottom if rng.random() < 0.85 else top - 0.1
        pieces.append(Piece("roof", box(centre, wide, by), under, top))
        if rng.random() < 0.3:
            pieces += wall(rng, centre + point(rng, 1), top)
    return pieces


FLAT: list[Kind] = [wall, wall, crate, crate, terrace, many_sided, drum, platform]


def levels(rng: Random) -> list[Piece]:
    """All kinds of pieces but stairs."""
    return placed(rng, [FLAT[int(i)] for i in rng.integers(len(FLAT), size=rng.integers(1, 6))])


def with_stairs(rng: Random) -> list[Piece]:
    """Stairs, now and then upon something, and other pieces, other stairs among them."""
    kinds = [stairs, *FLAT]
    chosen = [kinds[int(i)] for i in rng.integers(len(kinds), size=rng.integers(0, 4))]
    chosen.insert(int(rng.integers(0, 2)), stairs)
    return placed(rng, chosen)


def placed(rng: Random, kinds: list[Kind]) -> list[Piece]:
    """Pieces of some kinds, now and then upon one before."""
    pieces: list[Piece] = []
    for kind in kinds:
        at, bottom = point(rng, 3.5), 0.0
        if pieces and rng.random() < 0.25:
            under = pieces[int(rng.integers(len(pieces)))]
            if under.up is None:
                at, bottom = complex(under.ring.mean()) + point(rng, 0.5), under.top
        pieces += kind(rng, at, bottom)
    return [
        piece._replace(
            name=f"{piece.name} {n}", bottom=round(piece.bottom, 2), top=round(piece.top, 2)
        )
        for n, piece in enumerate(pieces)
    ]


def point(rng: Random, far: float) -> complex:
    return complex(rng.uniform(-far, far), rng.uniform(-far, far))


def size(rng: Random, least: complex, most: complex) -> complex:
    return complex(rng.uniform(least.real, most.real), rng.uniform(least.imag, most.imag))


def rise(rng: Random, low: float, high: float) -> float:
    """Whole hundredths, so that two heights are the same or are not."""
    return round(float(rng.uniform(low, high)), 2)


def direction(rng: Random) -> complex:
    """Along an axis, half of the time."""
    if rng.random() < 0.5:
        return (1 + 0j, 1j, -1 + 0j, -1j)[int(rng.integers(4))]
    return cmath.rect(1.0, rng.uniform(0, math.tau))


def box(centre: complex, wide: complex, by: complex) -> Points:
    """A rectangle about a centre, so long in a direction and so wide across it."""
    corners = np.array([-1 - 1j, 1 - 1j, 1 + 1j, -1 + 1j]) / 2
    return np.asarray(centre + by * (corners.real * wide.real + 1j * corners.imag * wide.imag))


def scenes(pieces_of: Callable[[Random], list[Piece]], count: int) -> Iterator[Scene]:
    """Scenes in which the base starts on a level that holds it, clear of all else."""
    rng = np.random.default_rng(SEED)
    while count:
        pieces = tuple(pieces_of(rng))
        table = box(0j, size(rng, 10 + 10j, 18 + 18j), 1 + 0j)
        radius, height = rng.uniform(25, 55) / 25.4 / 2, rise(rng, 0.98, 2.6) + 0.005
        route = tuple(waypoint(rng, pieces) for _ in range(rng.integers(2, 5)))
        scene = Scene(table, pieces, radius, height, 0.0, route)
        starts = [s for level in scene.levels if starts_well(s := scene._replace(level=level))]
        if starts and min(abs(a - b) for a, b in pairwise(route)) > 0.1:
            yield starts[int(rng.integers(len(starts)))]
            count -= 1


def waypoint(rng: Random, pieces: tuple[Piece, ...]) -> complex:
    """Near a piece, or anywhere."""
    if rng.random() < 0.6:
        return complex(pieces[int(rng.integers(len(pieces)))].ring.mean()) + point(rng, 1.5)
    return point(rng, 5)


def starts_well(scene: Scene) -> bool:
    """Whether a base a little larger is held and clear where the route starts."""
    start, radius = Sampled(scene, np.zeros(1)), scene.radius + 0.01
    return bool((start.held(scene.level, radius) & start.clear(scene.level, radius))[0])


def ground_of(scene: Scene) -> Ground:
    blocks, flights = [], []
    for piece in scene.pieces:
        ring = tuple(map(complex, piece.ring))
        if piece.up is not None:
            outline = Outline((ring,))
            flights.append(Flight(piece.name, outline, piece.bottom, piece.top, piece.up))
            continue
        shape = Disc(ring[0], piece.radius) if piece.round else Outline((ring,))
        blocks.append(Block(piece.name, shape, piece.bottom, piece.top))
    table = Outline((tuple(map(complex, scene.table)),))
    return Ground(table, tuple(blocks), tuple(flights))


def floor_of(ground: Ground, floor: Floor) -> float | Flight:
    if isinstance(floor, str):
        return next(flight for flight in ground.flights if flight.name == floor)
    return floor


# The comparison

each_count = pytest.mark.parametrize(
    "count", [100, pytest.param(1_000, marks=pytest.mark.oracle)], ids=["tenth", "whole"]
)
each_kind = pytest.mark.parametrize("pieces_of", [levels, with_stairs])


@each_count
@each_kind
def test_a_base_is_held_where_sampled(
    pieces_of: Callable[[Random], list[Piece]], count: int
) -> None:
    for n, scene in enumerate(scenes(pieces_of, count)):
        ground, track, walked = ground_of(scene), Track(scene.route), heights.spaced(scene, STEP)
        for floor in scene.floors:
            held = ground.held(track, floor_of(ground, floor), scene.radius)
            unsure = walked.hardly_held(floor, MARGIN)
            expected = walked.held(floor, scene.radius)
            assert agree(walked, held, expected, unsure), (n, floor, scene)


@each_count
@each_kind
def test_a_base_is_clear_where_sampled(
    pieces_of: Callable[[Random], list[Piece]], count: int
) -> None:
    for n, scene in enumerate(scenes(pieces_of, count)):
        ground, track, walked = ground_of(scene), Track(scene.route), heights.spaced(scene, STEP)
        for floor in scene.floors:
            clear = ground.clear(track, floor_of(ground, floor), scene.radius, scene.height)
            unsure = walked.hardly_clear(floor, MARGIN)
            expected = walked.clear(floor, scene.radius)
            assert agree(walked, clear, expected, unsure), (n, floor, scene)


def agree(walked: Sampled, found: list[Interval], expected: Flags, unsure: Flags) -> bool:
    """Whether stretches are the sampled ones, but where that hangs by a hair."""
    inside = np.zeros(walked.s.shape, dtype=np.bool_)
    for lo, hi in found:
        inside |= (walked.s >= lo) & (walked.s <= hi)
    return np.array_equal(inside[~unsure], expected[~unsure])


@each_count
@each_kind
def test_a_base_goes_over_what_is_sampled(
    pieces_of: Callable[[Random], list[Piece]], count: int
) -> None:
    """But where that hangs by a hair, or where it stands on what it was beneath: that is open."""
    close = through = met = on_stairs = 0
    for n, scene in enumerate(scenes(pieces_of, count)):
        walked = heights.sampled(scene)
        expected, length = heights.obstacles(walked, scene.radius)
        if any(over.through for over in expected):
            through += 1
        elif hangs_by_a_hair(walked, expected):
            close += 1
        else:
            route = [(spot, None) for spot in scene.route]
            way = walk(ground_of(scene), scene.level, route, Climber(scene.radius, scene.height))
            found = [(s.start, s.end, s.obstacle) for s in way.stretches if s.obstacle]
            assert len(found) == len(expected), (n, scene)
            for (start, end, obstacle), over in zip(found, expected, strict=True):
                assert (start, end) == pytest.approx((over.start, over.end), abs=SAME), (n, scene)
                assert alike(told(obstacle), told(over), LEVEL), (n, obstacle, over, scene)
            assert way.track.length == pytest.approx(length, abs=SAME), (n, scene)
            met += len(found)
            on_stairs += any(stretch.on for stretch in way.stretches)
    print(f"{pieces_of.__name__}: {count} scenes, {met} obstacles, {on_stairs} routes over stairs")
    print(f"excepted: {close} that hang by a hair, {through} through what it stood beneath")
    assert close + through < 0.1 * count
    assert met > count
    assert on_stairs > count / 4 or pieces_of is levels


def hangs_by_a_hair(walked: Sampled, expected: list[Over]) -> bool:
    """Whether a base a little larger or smaller goes over something else."""
    for by in (-MARGIN, MARGIN):
        others, _ = heights.obstacles(walked, walked.scene.radius + by)
        pairs = zip(others, expected, strict=False)
        if len(others) != len(expected) or not all(alike(told(a), told(b), 0.05) for a, b in pairs):
            return True
    return False


def told(over: Obstacle | Over) -> tuple[float | None, ...]:
    """Its heights; of the grounds beside and beneath it the lowest, for only that one counts."""
    grounds = [ground for ground in (over.before, over.after) if ground is not None]
    lowest = None if over.lowest is None else min(over.lowest, *grounds)
    return over.before, over.after, over.top, lowest


def alike(these: tuple[float | None, ...], those: tuple[float | None, ...], by: float) -> bool:
    """Whether the same heights are told, each within so much."""
    return all(
        a is b if a is None or b is None else abs(a - b) <= by
        for a, b in zip(these, those, strict=True)
    )
