"""What holds a base, is in its way and is gone over, against dense sampling of random scenes.

The ordinary suite runs the first tenth of what `-m oracle` runs.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable, Iterator

import heights
import numpy as np
import pytest
from heights import Floor, Over, Piece, Sampled, Scene
from sampling import Flags, Points, Reals

from movement.geometry.ground import Block, Flight, Ground
from movement.geometry.shapes import Disc, Outline
from movement.geometry.spans import Interval
from movement.geometry.track import Track
from movement.geometry.walk import Climber, Obstacle, walk

MARGIN = 0.002
"""A base so much larger or smaller may be another matter, in."""

SAME = 0.012
"""How far apart a length and the sampled one may be, in."""

LEVEL = 1e-3
"""How far apart a height and the sampled one may be, in."""

SEED = 41

Random = np.random.Generator

# Random scenes


def point(rng: Random, far: float) -> complex:
    return complex(rng.uniform(-far, far), rng.uniform(-far, far))


def box(centre: complex, size: complex, by: complex) -> Points:
    """The corners of a rectangle about a centre, its length in the direction `by`."""
    corners = np.array([-1 - 1j, 1 - 1j, 1 + 1j, -1 + 1j])
    return np.asarray(centre + by * (corners.real * size.real + 1j * corners.imag * size.imag) / 2)


def direction(rng: Random) -> complex:
    """Along an axis, half of the time; at random else."""
    if rng.random() < 0.5:
        return complex([1, 1j, -1, -1j][int(rng.integers(4))])
    return cmath.rect(1.0, rng.uniform(0, math.tau))


def rise(rng: Random, low: float, high: float) -> float:
    """A height in whole hundredths, so that two of them are the same or are not."""
    return round(float(rng.uniform(low, high)), 2)


def size(rng: Random, lo: complex, hi: complex) -> complex:
    return complex(rng.uniform(lo.real, hi.real), rng.uniform(lo.imag, hi.imag))


def wall(rng: Random, at: complex, bottom: float) -> list[Piece]:
    ring = box(at, size(rng, 1.5 + 0.1j, 5 + 0.5j), direction(rng))
    return [Piece("wall", ring, bottom, bottom + rise(rng, 0.3, 2.8))]


def crate(rng: Random, at: complex, bottom: float) -> list[Piece]:
    ring = box(at, size(rng, 0.6 + 0.6j, 2.6 + 2.6j), direction(rng))
    return [Piece("crate", ring, bottom, bottom + rise(rng, 0.3, 2.2))]


def terrace(rng: Random, at: complex, bottom: float) -> list[Piece]:
    """One, or two of one height that share part of an edge."""
    ring, by = box(at, size(rng, 2.5 + 2.5j, 6 + 5j), by := direction(rng)), by
    pieces = [Piece("terrace", ring, bottom, bottom + rise(rng, 0.3, 2.2))]
    if rng.random() < 0.6:
        wide = size(rng, 0.5 + 0.5j, 3 + 3j)
        foot = ring[1] + (ring[2] - ring[1]) * rng.random()
        pieces.append(Piece("annexe", box(foot + by * wide.real / 2, wide, by), *pieces[0][2:4]))
    return pieces


def polygon(rng: Random, at: complex, bottom: float) -> list[Piece]:
    n = int(rng.integers(3, 8))
    turns = math.tau * (np.arange(n) + 0.8 * rng.random(n)) / n
    ring = np.asarray(at + rng.uniform(0.5, 2.5) * np.exp(1j * turns))
    return [Piece("polygon", ring, bottom, bottom + rise(rng, 0.3, 2.2))]


def drum(rng: Random, at: complex, bottom: float) -> list[Piece]:
    ring = np.array([at, at + rng.uniform(0.3, 2)])
    return [Piece("drum", ring, bottom, bottom + rise(rng, 0.3, 2.2), round=True)]


def platform(rng: Random, at: complex, bottom: float) -> list[Piece]:
    """One with room beneath, or too little of it, and often one upon it."""
    by, under = direction(rng), bottom + rise(rng, 0.5, 3)
    wide = size(rng, 2 + 1j, 6 + 4j)
    pieces = [Piece("platform", box(at, wide, by), under, round(under + 0.1, 2))]
    if rng.random() < 0.5:
        shift = by * complex(rng.uniform(-1, 1), rng.uniform(-1, 1))
        low = pieces[0].top + (rise(rng, 0.5, 3) if rng.random() < 0.5 else 0.0)
        ring = box(at + shift, wide * rng.uniform(0.4, 1.1), by)
        pieces.append(Piece("upper", ring, low, low + rise(rng, 0.1, 1.5)))
    return pieces


def stairs(rng: Random, at: complex, bottom: float) -> list[Piece]:
    """A flight of stairs, most often with a roof at its head, and sometimes a wall upon that."""
    by, run, top = direction(rng), rng.uniform(1.5, 5), bottom + rise(rng, 0.5, 3)
    ring = box(at, complex(run, rng.uniform(0.8, 3)), by)
    pieces = [Piece("stairs", ring, bottom, round(top, 2), by)]
    if rng.random() < 0.8:
        deep, wide = rng.uniform(1.2, 4), rng.uniform(1, 5)
        centre = at + by * complex((run + deep) / 2, rng.uniform(-1, 1))
        under = bottom if rng.random() < 0.7 else top - 0.1
        pieces.append(
            Piece("roof", box(centre, complex(deep, wide), by), round(under, 2), round(top, 2))
        )
        if rng.random() < 0.3:
            pieces += wall(rng, centre + point(rng, 1), round(top, 2))
    return pieces


Kind = Callable[[Random, complex, float], list[Piece]]
LEVEL_KINDS: list[Kind] = [wall, wall, crate, terrace, polygon, drum, platform]


def levels(rng: Random) -> list[Piece]:
    """Pieces of all kinds but stairs, some of them upon others."""
    return pieces_of(rng, LEVEL_KINDS, int(rng.integers(1, 6)))


def with_stairs(rng: Random) -> list[Piece]:
    """A flight of stairs, now and then upon a terrace or a platform, among other pieces."""
    return pieces_of(rng, [stairs, *LEVEL_KINDS], int(rng.integers(0, 4)), first=stairs)


def pieces_of(
    rng: Random, kinds: list[Kind], count: int, first: Kind | None = None
) -> list[Piece]:
    pieces: list[Piece] = []
    chosen = [kinds[int(i)] for i in rng.integers(len(kinds), size=count)]
    if first:
        chosen.insert(int(rng.integers(0, 2)) if chosen else 0, first)
    for kind in chosen:
        at, bottom = point(rng, 3.5), 0.0
        if pieces and rng.random() < 0.25:
            under = pieces[int(rng.integers(len(pieces)))]
            if under.up is None:
                at, bottom = complex(under.ring.mean()) + point(rng, 0.5), under.top
        pieces += kind(rng, at, bottom)
    return [
        piece._replace(name=f"{piece.name}-{n}", bottom=round(piece.bottom, 2), top=round(piece.top, 2))
        for n, piece in enumerate(pieces)
    ]


def scenes(kind: Callable[[Random], list[Piece]], count: int) -> Iterator[Sampled]:
    """Scenes in which the base starts on a level that holds it, clear of all else."""
    rng = np.random.default_rng(SEED)
    while count:
        pieces = tuple(kind(rng))
        radius = float(rng.uniform(25, 55)) / 25.4 / 2
        height = rise(rng, 0.98, 2.6) + 0.005
        table = box(0j, complex(*rng.uniform(10, 18, 2)), 1 + 0j)
        route = tuple(stop(rng, pieces) for _ in range(int(rng.integers(2, 5))))
        if min(abs(a - b) for a, b in zip(route, route[1:])) < 0.1:
            continue
        for level in sorted({0.0, *(p.top for p in pieces)}, reverse=bool(rng.random() < 0.5)):
            scene = Scene(table, pieces, radius, height, level, route)
            if level in scene.levels and stands(scene):
                yield heights.sampled(scene)
                count -= 1
                break


def stop(rng: Random, pieces: tuple[Piece, ...]) -> complex:
    """A point near a piece, or anywhere."""
    if rng.random() < 0.6:
        piece = pieces[int(rng.integers(len(pieces)))]
        return complex(piece.ring.mean()) + point(rng, 1.5)
    return point(rng, 5)


def stands(scene: Scene) -> bool:
    """Whether a base a little larger is held and clear where the route starts."""
    start, radius = Sampled(scene, np.zeros(1)), scene.radius + 0.01
    return bool((start.held(scene.level, radius) & start.clear(scene.level, radius))[0])


def as_ground(scene: Scene) -> Ground:
    blocks, flights = [], []
    for piece in scene.pieces:
        ring = tuple(map(complex, piece.ring))
        shape = Disc(ring[0], piece.radius) if piece.round else Outline((ring,))
        if piece.up is None:
            blocks.append(Block(piece.name, shape, piece.bottom, piece.top))
        elif isinstance(shape, Outline):
            flights.append(Flight(piece.name, shape, piece.bottom, piece.top, piece.up))
    return Ground(Outline((tuple(map(complex, scene.table)),)), tuple(blocks), tuple(flights))


# The comparison

each_count = pytest.mark.parametrize(
    "count", [100, pytest.param(1_000, marks=pytest.mark.oracle)], ids=["tenth", "whole"]
)


@each_count
@pytest.mark.parametrize("kind", [levels, with_stairs])
def test_a_base_is_held_and_clear_where_sampled(
    kind: Callable[[Random], list[Piece]], count: int
) -> None:
    for sampled in scenes(kind, count):
        scene = sampled.scene
        ground, track = as_ground(scene), Track(scene.route)
        for floor in scene.floors:
            on = the_floor(ground, floor)
            held = ground.held(track, on, scene.radius)
            clear = ground.clear(track, on, scene.radius, scene.height)
            unsure_held, unsure_clear = sampled.undecided(floor, MARGIN)
            agree(sampled, held, sampled.held(floor, scene.radius), unsure_held)
            agree(sampled, clear, sampled.clear(floor, scene.radius), unsure_clear)


def the_floor(ground: Ground, floor: Floor) -> float | Flight:
    if isinstance(floor, str):
        return next(flight for flight in ground.flights if flight.name == floor)
    return floor


def agree(sampled: Sampled, found: list[Interval], expected: Flags, unsure: Flags) -> None:
    inside = np.zeros(sampled.s.shape, dtype=np.bool_)
    for lo, hi in found:
        inside |= (sampled.s >= lo) & (sampled.s <= hi)
    assert np.array_equal(inside[~unsure], expected[~unsure]), sampled.scene


@each_count
@pytest.mark.parametrize("kind", [levels, with_stairs])
def test_obstacles_are_the_sampled_ones(
    kind: Callable[[Random], list[Piece]], count: int
) -> None:
    close = met = 0
    for sampled in scenes(kind, count):
        scene = sampled.scene
        expected, length = heights.obstacles(sampled, scene.radius)
        if hangs_by_a_hair(sampled, expected):
            close += 1
            continue
        way = walk(
            as_ground(scene),
            scene.level,
            [(stop, None) for stop in scene.route],
            Climber(scene.radius, scene.height),
        )
        found = [(s.start, s.end, s.obstacle) for s in way.stretches if s.obstacle]
        assert len(found) == len(expected), (scene, found, expected)
        for (start, end, obstacle), over in zip(found, expected, strict=True):
            assert (start, end) == pytest.approx((over.start, over.end), abs=SAME), scene
            assert alike(heights_of(obstacle), heights_of(over), LEVEL), (scene, obstacle, over)
        met += len(expected)
        assert way.track.length == pytest.approx(length, abs=SAME)
    print(f"{kind.__name__}: {close} of {count} scenes excepted as close, {met} obstacles")
    assert close < 0.1 * count
    assert met > count


def hangs_by_a_hair(sampled: Sampled, expected: list[Over]) -> bool:
    """Whether a base a little larger or smaller goes over something else."""
    radius = sampled.scene.radius
    others = [heights.obstacles(sampled, radius + by)[0] for by in (-MARGIN, MARGIN)]
    return any(
        len(other) != len(expected)
        or any(
            not alike(heights_of(one), heights_of(two), 0.05)
            for one, two in zip(other, expected, strict=True)
        )
        for other in others
    )


def heights_of(over: Obstacle | Over) -> tuple[float | None, ...]:
    return over.before, over.after, over.top, over.lowest


def alike(
    these: tuple[float | None, ...], those: tuple[float | None, ...], within: float
) -> bool:
    return all(
        a is b if a is None or b is None else abs(a - b) <= within
        for a, b in zip(these, those, strict=True)
    )
