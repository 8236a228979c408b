"""What holds a base, what is in its way and what it goes over, as dense samples of its route.

Written from the rules' words with numpy and shapely, and nothing of the package. Points are
complex, lengths inches.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
import sampling
import shapely
from sampling import Flags, Points, Reals
from shapely.geometry.base import BaseGeometry

STEP: Final = 0.004
"""Between one sample and the next, in."""

SEAM: Final = 1e-5
"""What lies no farther apart than this meets, in."""

SLIVER: Final = 1e-4
"""Ground that shows no wider than this does not show, in."""

WIDE: Final = 1e3
"""Farther than anything reaches, in."""

Floor = float | str
"""A level, or the name of a flight."""


class Piece(NamedTuple):
    """A block, or with `up` a flight that rises in that direction from `bottom` to `top`.

    Seen from above it is a ring of corners, or with `round` a circle: its centre, and a point on it.
    """

    name: str
    ring: Points
    bottom: float
    top: float
    up: complex | None = None
    round: bool = False

    @property
    def radius(self) -> float:
        """Of one that is round."""
        return abs(complex(self.ring[1] - self.ring[0]))

    def distances(self, points: Points) -> Reals:
        """How far each point is from it."""
        if self.round:
            return sampling.from_disc(complex(self.ring[0]), self.radius)(points)
        return sampling.from_polygon([self.ring])(points)

    def polygon(self) -> BaseGeometry:
        """It from above, a hair larger, so that what touches overlaps."""
        if self.round:
            middling = (1 + 1 / math.cos(math.pi / 4 / _QUARTER)) / 2
            centre = shapely.Point(self.ring[0].real, self.ring[0].imag)
            return centre.buffer(self.radius * middling, quad_segs=_QUARTER)
        return _polygon(self.ring).buffer(SEAM / 100, join_style="mitre")

    def along(self, points: Points) -> Reals:
        """How far up a flight's direction points lie, from its foot at 0 to its head at 1."""
        assert self.up is not None
        corners = (self.ring * self.up.conjugate()).real
        return ((points * self.up.conjugate()).real - corners.min()) / np.ptp(corners)

    def height(self, points: Points) -> Reals:
        """The height of a flight, and of what it leads to, at points."""
        part = np.clip(self.along(points), 0.0, 1.0)
        return np.asarray(self.bottom + part * (self.top - self.bottom))

    def highest_under(self, points: Points, radius: float) -> Reals:
        """How high a piece is, at most, where bases about points overlap it."""
        if self.up is None:
            return np.full(points.shape, self.top)
        highest = np.full(points.shape, -np.inf)
        top = points + self.up * radius
        inside = sampling.inside(top, [self.ring])
        highest[inside] = self.height(top[inside])
        for a, b in sampling.sides([self.ring]):
            along = (b - a) / abs(b - a)
            seen = (points - a) * along.conjugate()
            half = np.sqrt(np.maximum(radius**2 - seen.imag**2, 0.0))
            lo, hi = seen.real - half, seen.real + half
            lo, hi = np.maximum(lo, 0.0), np.minimum(hi, abs(b - a))
            met = (np.abs(seen.imag) < radius) & (lo <= hi)
            for t in (lo[met], hi[met]):
                highest[met] = np.maximum(highest[met], self.height(a + t * along))
        return highest


class Scene(NamedTuple):
    """A base on a table of height 0, what stands on that, and a route."""

    table: Points
    pieces: tuple[Piece, ...]
    radius: float
    height: float
    level: float
    route: tuple[complex, ...]

    @property
    def levels(self) -> list[float]:
        """The heights of all that is flat, lowest first."""
        return sorted({0.0, *(piece.top for piece in self.pieces if piece.up is None)})

    @property
    def flights(self) -> list[Piece]:
        return [piece for piece in self.pieces if piece.up is not None]

    @property
    def floors(self) -> list[Floor]:
        return [*self.levels, *(flight.name for flight in self.flights)]


class Over(NamedTuple):
    """An obstacle: from where to where along the route in plan, and the heights about it."""

    start: float
    end: float
    before: float
    after: float | None
    top: float
    lowest: float | None
    pieces: frozenset[str]


class Sampled:
    """A scene's route in samples, and at each what is so of the base there."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.grounds = {floor: _region(scene, floor) for floor in scene.floors}
        self.slopes = {flight.name: flight for flight in scene.flights}
        self.s = self._refined(_spaced(scene.route))
        self.points = _at(scene.route, self.s)
        self.room = {floor: self._room(floor, self.points) for floor in scene.floors}
        self.near = {p.name: p.distances(self.points) for p in scene.pieces}
        self.level = {floor: self._level(floor, self.points) for floor in scene.floors}

    def held(self, floor: Floor, radius: float) -> Flags:
        """Whether the whole base lies on a floor, a flight being one with its landings."""
        held = self.room[floor] >= radius
        return held & (self.near[floor] <= radius + SEAM) if isinstance(floor, str) else held

    def crossed(self, floor: Floor, piece: Piece, radius: float) -> Flags:
        """Whether a base on a floor overlaps a piece in plan and in height."""
        if piece.name == floor or self._leads_to(floor, piece):
            return np.zeros(self.s.shape, dtype=np.bool_)
        low = self.level[floor]
        high = low + self.scene.height
        over = (self.near[piece.name] < radius - SEAM) & (piece.bottom < high - SEAM)
        return np.asarray(over & (low < piece.top - SEAM))

    def clear(self, floor: Floor, radius: float) -> Flags:
        """Whether a base on a floor crosses nothing."""
        return ~np.any(
            [np.zeros(self.s.shape), *(self.crossed(floor, p, radius) for p in self.scene.pieces)],
            axis=0,
        )

    def undecided(self, floor: Floor, margin: float) -> tuple[Flags, Flags]:
        """Where whether it is held, and whether it is clear, hangs by less than a margin."""
        radius, flight = self.scene.radius, isinstance(floor, str)
        held = np.abs(self.room[floor] - radius) < margin
        if isinstance(floor, str):
            held |= np.abs(self.near[floor] - radius) < margin
        clear = np.zeros(self.s.shape, dtype=np.bool_)
        for piece in self.scene.pieces:
            near = self.near[piece.name] - radius
            clear |= np.abs(near) < margin
            for limit in (piece.top, piece.bottom - self.scene.height):
                clear |= (near < 0) & flight & (np.abs(self.level[floor] - limit) < margin)
        return held, clear

    def _leads_to(self, floor: Floor, piece: Piece) -> bool:
        """Whether a piece is a landing of a flight, beyond its head or before its foot."""
        if not isinstance(floor, str) or piece.up is not None or piece.round:
            return False
        flight = self.slopes[floor]
        along = flight.along(piece.ring)
        foot = piece.top == flight.bottom and along.max() < SEAM
        return bool(foot or (piece.top == flight.top and along.min() > 1 - SEAM))

    def _room(self, floor: Floor, points: Points) -> Reals:
        """How far each point lies within a floor; 0 off it."""
        ground, xy = self.grounds[floor], shapely.points(points.real, points.imag)
        inside = shapely.contains(ground, xy)
        return np.where(inside, shapely.distance(ground.boundary, xy), 0.0)

    def _level(self, floor: Floor, points: Points) -> Reals:
        if isinstance(floor, str):
            return self.slopes[floor].height(points)
        return np.full(points.shape, floor)

    def _refined(self, s: Reals) -> Reals:
        """Samples close about every place at which an answer changes."""
        radius = self.scene.radius
        asked: list[Callable[[Points], Reals]] = [
            *(lambda p, f=floor: self._room(f, p) - radius for floor in self.scene.floors),
            *(lambda p, f=piece: f.distances(p) - radius for piece in self.scene.pieces),
        ]
        for flight in self.scene.flights:
            asked += [
                lambda p, f=flight, h=limit: f.height(p) - h
                for piece in self.scene.pieces
                for limit in (piece.top, piece.bottom - self.scene.height)
            ]
        found = [s]
        for ask in asked:
            about = s
            for _ in range(3):
                sign = ask(_at(self.scene.route, about)) >= 0
                (turns,) = np.nonzero(np.diff(sign))
                turns = turns[about[turns + 1] - about[turns] < 2 * STEP]
                parts = np.linspace(about[turns], about[turns + 1], 21, axis=1)
                about = np.unique(parts)
                found.append(about)
        return np.unique(np.concatenate(found))


def obstacles(sampled: Sampled, radius: float) -> tuple[list[Over], float]:
    """What a base goes over, in turn, and how long its route is.

    Between two places where it is held and clear, all that it overlaps is one obstacle. It stands
    on the highest thing there that is no higher than what it has come over.
    """
    scene, s = sampled.scene, sampled.s
    good = {f: sampled.held(f, radius) & sampled.clear(f, radius) for f in scene.floors}
    overlaps = {p.name: sampled.near[p.name] < radius - SEAM for p in scene.pieces}
    reaches = {p.name: p.highest_under(sampled.points, radius) for p in scene.pieces}
    found: list[Over] = []
    travelled, i, last = 0.0, 0, len(s) - 1
    floor = next(f for f in scene.floors if good[f][0] and _same(sampled.level[f][0], scene.level))
    while True:
        end = _last_of_run(good[floor], i)
        travelled += _length(sampled, floor, i, end)
        i = end
        if i == last:
            return found, travelled
        joins = [
            other
            for other in scene.floors
            if good[other][i] and good[other][i + 1]
            if _same(sampled.level[other][i], sampled.level[floor][i])
        ]
        if joins:
            floor = joins[0]
            continue
        before = _edge_level(sampled, floor, i, i + 1, radius)
        top, met = _highest(sampled, overlaps, reaches, i, before)
        end, other = _next_stand(sampled, good, overlaps, reaches, i, top)
        after = None if other is None else _edge_level(sampled, other, end, end - 1, radius)
        holders = {f for f in (floor, other) if isinstance(f, str)}
        own = {k: v for k, v in overlaps.items() if k not in holders}
        top, met = _highest(sampled, own, reaches, i, before)
        names = frozenset(n for n in own if met[n][end - i])
        most = max(float(top[end - i]), before, before if after is None else after)
        lowest = _lowest_ground(sampled, holders, (float(s[i]), float(s[end])), most, radius)
        over = Over(travelled, travelled + s[end] - s[i], before, after, most, lowest, names)
        found.append(over)
        travelled = over.end
        if other is None:
            return found, travelled
        i, floor = end, other


def _highest(
    sampled: Sampled,
    overlaps: dict[str, Flags],
    reaches: dict[str, Reals],
    i: int,
    before: float,
) -> tuple[Reals, dict[str, Flags]]:
    """How high a base that has left the ground at sample `i` has had to go, at each sample since.

    And over which pieces; what hangs clear above it is passed beneath.
    """
    met = {}
    for piece in sampled.scene.pieces:
        if piece.name in overlaps:
            here = np.where(overlaps[piece.name][i:], reaches[piece.name][i:], -np.inf)
            here[0] = -np.inf
            met[piece.name] = np.maximum.accumulate(here), piece.bottom
    top = np.full(sampled.s.shape, before)[i:]
    for _ in met:
        for height, bottom in met.values():
            top = np.where(bottom < top + sampled.scene.height - SEAM, np.maximum(top, height), top)
    return top, {
        name: (before + SEAM < height) & (height <= top) for name, (height, _) in met.items()
    }


def _next_stand(
    sampled: Sampled,
    good: dict[Floor, Flags],
    overlaps: dict[str, Flags],
    reaches: dict[str, Reals],
    i: int,
    top: Reals,
) -> tuple[int, Floor | None]:
    """The first sample after `i` at which a floor holds the base again, and the floor."""
    stands = {}
    for floor in good:
        low = sampled.level[floor][i:]
        above = np.zeros(low.shape, dtype=np.bool_)
        for piece in sampled.scene.pieces:
            if piece.name != floor and not sampled._leads_to(floor, piece):
                high = reaches[piece.name][i:]
                over = (low + SEAM < high) & (high <= top + SEAM)
                above |= overlaps[piece.name][i:] & over
        stands[floor] = good[floor][i:] & (low <= top + SEAM) & ~above
        stands[floor][0] = False
    (any_at,) = np.nonzero(np.any(list(stands.values()), axis=0))
    if not len(any_at):
        return len(sampled.s) - 1, None
    at = int(any_at[0])
    floors = [floor for floor in good if stands[floor][at]]
    return i + at, max(floors, key=lambda floor: float(sampled.level[floor][i + at]))


def _edge_level(sampled: Sampled, floor: Floor, i: int, then: int, radius: float) -> float:
    """The level at a sample under the edge of the base nearest to what bars it at the next."""
    if not isinstance(floor, str):
        return floor
    centre = complex(sampled.points[i])
    toward = complex(sampled.points[then]) - centre
    at = shapely.Point(centre.real, centre.imag)
    nearest: list[BaseGeometry] = []
    if not sampled.held(floor, radius)[then]:
        nearest.append(sampled.grounds[floor].boundary)
    nearest += [
        piece.polygon()
        for piece in sampled.scene.pieces
        if sampled.crossed(floor, piece, radius)[then]
    ]
    if nearest:
        line = shapely.shortest_line(at, min(nearest, key=at.distance))
        (x, y), (u, v) = shapely.get_coordinates(line)
        if math.hypot(u - x, v - y) > SEAM:
            toward = complex(u - x, v - y)
    edge = np.array([centre + toward / abs(toward) * radius])
    return float(sampled.slopes[floor].height(edge)[0])


def _lowest_ground(
    sampled: Sampled, holders: set[str], span: tuple[float, float], top: float, radius: float
) -> float | None:
    """The lowest ground that shows from above under a base on its way; none where none does.

    Flights that hold it are not that, and what stands higher than `top` is overhead.
    """
    scene = sampled.scene
    cuts = [span[0], *(t for t in _stations(scene.route) if span[0] < t < span[1]), span[1]]
    way = [(p.real, p.imag) for p in _at(scene.route, np.array(cuts))]
    swept = shapely.LineString(way).buffer(radius, quad_segs=_QUARTER)
    flat = [(0.0, _polygon(scene.table).buffer(SEAM / 100, join_style="mitre"))]
    flat += [(p.top, p.polygon()) for p in scene.pieces if p.up is None and p.top < top + SEAM]
    slopes = [p for p in scene.flights if p.name not in holders]
    held = [p.polygon() for p in scene.flights if p.name in holders]

    def shows(part: BaseGeometry, least: float) -> BaseGeometry:
        cover = [*held, *(shape for height, shape in flat if height > least)]
        cover += [_beyond(p, least, top) for p in slopes if p.top > least]
        return part.difference(shapely.union_all(cover)).buffer(-SLIVER / 2)

    if not shows(swept, -math.inf).is_empty:
        return None
    levels = [height for height, _ in flat if not shows(swept, height).is_empty]
    for flight in slopes:
        cover = [*held, *(shape for height, shape in flat if height > flight.bottom + SEAM)]
        part = swept.intersection(_beyond(flight, -math.inf, top))
        seen = part.difference(shapely.union_all(cover)).buffer(-SLIVER / 2)
        if not seen.is_empty:
            x, y = shapely.get_coordinates(seen).T
            levels.append(float(flight.height(x + 1j * y).min()))
    return min(levels)


def _beyond(flight: Piece, least: float, most: float) -> BaseGeometry:
    """What of a flight is higher than `least` and no higher than `most`, from above."""
    rise = flight.top - flight.bottom
    lo, hi = ((height - flight.bottom) / rise for height in (least, most))
    return flight.polygon().intersection(_band(flight, max(lo, -WIDE), min(hi, WIDE)))


def _region(scene: Scene, floor: Floor) -> BaseGeometry:
    """All that makes up a floor, from above."""
    if isinstance(floor, str):
        (flight,) = (piece for piece in scene.flights if piece.name == floor)
        before = _region(scene, flight.bottom).intersection(_band(flight, -WIDE, 0.0))
        beyond = _region(scene, flight.top).intersection(_band(flight, 1.0, WIDE))
        return shapely.union_all([flight.polygon(), before, beyond])
    shapes = [p.polygon() for p in scene.pieces if p.up is None and p.top == floor]
    if floor == 0:
        shapes.append(_polygon(scene.table))
    return shapely.union_all(shapes)


def _band(flight: Piece, lo: float, hi: float) -> BaseGeometry:
    """All that lies between two parts of a flight's way up, however far to its sides."""
    assert flight.up is not None
    corners = (flight.ring * flight.up.conjugate()).real
    start, end = (corners.min() + part * np.ptp(corners) for part in (lo, hi))
    ring = np.array([start - 1j * WIDE, end - 1j * WIDE, end + 1j * WIDE, start + 1j * WIDE])
    return _polygon(ring * flight.up)


def _length(sampled: Sampled, floor: Floor, i: int, end: int) -> float:
    rise = np.diff(sampled.level[floor][i : end + 1])
    return float(np.hypot(np.diff(sampled.s[i : end + 1]), rise).sum())


def _last_of_run(flags: Flags, i: int) -> int:
    (off,) = np.nonzero(~flags[i:])
    return i + int(off[0]) - 1 if len(off) else len(flags) - 1


def _same(a: float, b: float) -> bool:
    return bool(abs(a - b) < 0.001)


def _polygon(ring: Points) -> shapely.Polygon:
    return shapely.Polygon([(p.real, p.imag) for p in ring])


def _stations(route: Iterable[complex]) -> Reals:
    return np.cumsum([0.0, *(abs(b - a) for a, b in pairwise(route))])


def _spaced(route: tuple[complex, ...]) -> Reals:
    stations = _stations(route)
    parts = [np.linspace(a, b, math.ceil((b - a) / STEP) + 1) for a, b in pairwise(stations)]
    return np.unique(np.concatenate(parts))


def _at(route: tuple[complex, ...], s: Reals) -> Points:
    stations, points = _stations(route), np.array(route)
    return np.interp(s, stations, points.real) + 1j * np.interp(s, stations, points.imag)


_QUARTER: Final = 64
"""Sides to a quarter of a circle."""
