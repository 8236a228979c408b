"""What holds a base, what is in its way and what it goes over, as dense samples of its route.

Written from the rules' words with numpy and shapely, and nothing of the package. Points are
complex, lengths inches.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
import sampling
import shapely
from sampling import Flags, Points, Reals
from shapely.geometry.base import BaseGeometry

STEP: Final = 0.004
"""Between one sample and the next, where answers are looked for that change, in."""

SEAM: Final = 1e-5
"""What lies no farther apart than this meets, in."""

SLIVER: Final = 1e-4
"""Ground that shows no wider than this does not show, in."""

WIDE: Final = 1e3
"""Farther than anything reaches, in."""

QUARTER: Final = 64
"""Sides to a quarter of a circle, where a circle is drawn with sides."""

Floor = float | str
"""A level, or the name of a flight."""


class Piece(NamedTuple):
    """A block, or with `up` a flight that rises in that direction from `bottom` to `top`.

    From above it is a ring of corners, or with `round` a circle: its centre, and a point on it.
    """

    name: str
    ring: Points
    bottom: float
    top: float
    up: complex | None = None
    round: bool = False

    @property
    def radius(self) -> float:
        return abs(complex(self.ring[1] - self.ring[0]))

    def distances(self, points: Points) -> Reals:
        if self.round:
            return sampling.from_disc(complex(self.ring[0]), self.radius)(points)
        return sampling.from_polygon([self.ring])(points)

    def outline(self) -> BaseGeometry:
        """A hair larger than it is, so that what touches overlaps."""
        if self.round:
            middling = (1 + 1 / math.cos(math.pi / 4 / QUARTER)) / 2
            centre = shapely.Point(self.ring[0].real, self.ring[0].imag)
            return centre.buffer(self.radius * middling, quad_segs=QUARTER)
        return polygon(self.ring).buffer(SEAM / 100, join_style="mitre")

    def nearest(self, point: complex) -> complex:
        """Its point nearest to one outside it; inside, any."""
        if self.round:
            away = point - complex(self.ring[0])
            return complex(self.ring[0]) + away * min(1.0, self.radius / max(abs(away), SEAM))
        return nearest(self.outline(), point)

    def along(self, points: Points) -> Reals:
        """How far up a flight points lie, from 0 at its foot to 1 at its head."""
        assert self.up is not None
        corners = (self.ring * self.up.conjugate()).real
        return np.asarray(((points * self.up.conjugate()).real - corners.min()) / np.ptp(corners))

    def height(self, points: Points) -> Reals:
        """The height of a flight, and of what it leads to, at points."""
        part = np.clip(self.along(points), 0.0, 1.0)
        return np.asarray(self.bottom + part * (self.top - self.bottom))

    def highest_under(self, points: Points, radius: float) -> Reals:
        """How high it is, at most, where bases about points overlap it."""
        if self.up is None:
            return np.full(points.shape, self.top)
        highest = np.full(points.shape, -np.inf)
        uppermost = points + self.up * radius
        on = sampling.inside(uppermost, [self.ring])
        highest[on] = self.height(uppermost[on])
        for a, b in sampling.sides([self.ring]):
            side = (b - a) / abs(b - a)
            seen = (points - a) * side.conjugate()
            half = np.sqrt(np.maximum(radius**2 - seen.imag**2, 0.0))
            lo, hi = np.maximum(seen.real - half, 0.0), np.minimum(seen.real + half, abs(b - a))
            met = (np.abs(seen.imag) < radius) & (lo <= hi)
            for t in (lo[met], hi[met]):
                highest[met] = np.maximum(highest[met], self.height(a + t * side))
        return highest


class Scene(NamedTuple):
    """A base on a table of height 0, what stands on that, and the base's route."""

    table: Points
    pieces: tuple[Piece, ...]
    radius: float
    height: float
    level: float
    route: tuple[complex, ...]

    @property
    def blocks(self) -> list[Piece]:
        return [piece for piece in self.pieces if piece.up is None]

    @property
    def flights(self) -> list[Piece]:
        return [piece for piece in self.pieces if piece.up is not None]

    @property
    def levels(self) -> list[float]:
        return sorted({0.0, *(block.top for block in self.blocks)})

    @property
    def floors(self) -> list[Floor]:
        return [*self.levels, *(flight.name for flight in self.flights)]

    def flight(self, floor: str) -> Piece:
        return next(flight for flight in self.flights if flight.name == floor)

    def ground(self, floor: Floor) -> BaseGeometry:
        """All of a floor: what has one level, or a flight with its landings."""
        if isinstance(floor, str):
            flight = self.flight(floor)
            before = self.ground(flight.bottom).intersection(band(flight, -WIDE, 0.0))
            beyond = self.ground(flight.top).intersection(band(flight, 1.0, WIDE))
            return shapely.union_all([flight.outline(), before, beyond])
        shapes = [block.outline() for block in self.blocks if block.top == floor]
        return shapely.union_all([*shapes, polygon(self.table)] if floor == 0 else shapes)

    def leads_to(self, floor: Floor, piece: Piece) -> bool:
        """Whether a piece is a landing of a flight: beyond its head, or before its foot."""
        if not isinstance(floor, str) or piece.round or piece.up is not None:
            return False
        flight = self.flight(floor)
        along = flight.along(piece.ring)
        before = piece.top == flight.bottom and along.max() < SEAM
        return bool(before or (piece.top == flight.top and along.min() > 1 - SEAM))


class Over(NamedTuple):
    """What is gone over from one travelled length to another, and the heights about it.

    With `through`, it then stands on what it has been beneath.
    """

    start: float
    end: float
    before: float
    after: float | None
    top: float
    lowest: float | None
    pieces: frozenset[str]
    through: bool


class Sampled:
    """A scene, and what is so of its base at some lengths of its route in plan."""

    def __init__(self, scene: Scene, s: Reals) -> None:
        self.scene, self.s = scene, s
        self.points = at(scene.route, s)
        self.near = {piece.name: piece.distances(self.points) for piece in scene.pieces}
        self._room: dict[Floor, Reals] = {}

    def room(self, floor: Floor) -> Reals:
        """How far within a floor the base's centre lies; 0 off it."""
        if floor not in self._room:
            self._room[floor] = room(self.scene.ground(floor), self.points)
        return self._room[floor]

    def level(self, floor: Floor) -> Reals:
        if isinstance(floor, str):
            return self.scene.flight(floor).height(self.points)
        return np.full(self.s.shape, floor)

    def held(self, floor: Floor, radius: float) -> Flags:
        """Whether the whole base lies on a floor, and overlaps it if it is a flight."""
        held = self.room(floor) >= radius
        return held & (self.near[floor] < radius) if isinstance(floor, str) else held

    def overlaps(self, piece: Piece, radius: float) -> Flags:
        return self.near[piece.name] < radius - SEAM

    def crosses(self, floor: Floor, piece: Piece, radius: float) -> Flags:
        """Whether a base on a floor overlaps a piece in plan and in height."""
        if piece.name == floor or self.scene.leads_to(floor, piece):
            return np.zeros(self.s.shape, dtype=np.bool_)
        low = self.level(floor)
        beneath = low + self.scene.height <= piece.bottom + SEAM
        return self.overlaps(piece, radius) & ~beneath & (low < piece.top - SEAM)

    def clear(self, floor: Floor, radius: float) -> Flags:
        crossed = np.zeros(self.s.shape, dtype=np.bool_)
        for piece in self.scene.pieces:
            crossed |= self.crosses(floor, piece, radius)
        return ~crossed

    def hardly_held(self, floor: Floor, margin: float) -> Flags:
        """Where whether a floor holds it hangs by less than a margin."""
        hardly = np.abs(self.room(floor) - self.scene.radius) < margin
        if isinstance(floor, str):
            hardly |= np.abs(self.near[floor] - self.scene.radius) < margin
        return np.asarray(hardly)

    def hardly_clear(self, floor: Floor, margin: float) -> Flags:
        """Where whether it crosses anything hangs by less than a margin."""
        hardly, level = np.zeros(self.s.shape, dtype=np.bool_), self.level(floor)
        for piece in self.scene.pieces:
            hardly |= np.abs(self.near[piece.name] - self.scene.radius) < margin
            for limit in (piece.top, piece.bottom - self.scene.height):
                hardly |= isinstance(floor, str) & (np.abs(level - limit) < margin)
        return hardly


def spaced(scene: Scene, step: float) -> Sampled:
    """Its whole route, no more than a step from one length to the next."""
    return Sampled(scene, lengths(scene, step))


def sampled(scene: Scene) -> Sampled:
    """Its whole route, closest where an answer changes."""
    s = lengths(scene, STEP)
    found = [s, *(about for ask in turning(scene) for about in closing_in(scene, s, ask))]
    return Sampled(scene, np.unique(np.concatenate(found)))


def turning(scene: Scene) -> Iterator[Callable[[Points], Reals]]:
    """What changes its sign where an answer changes."""

    def depth(ground: BaseGeometry) -> Callable[[Points], Reals]:
        return lambda points: room(ground, points) - scene.radius

    def distance(piece: Piece) -> Callable[[Points], Reals]:
        return lambda points: piece.distances(points) - scene.radius

    def rise(flight: Piece, limit: float) -> Callable[[Points], Reals]:
        return lambda points: flight.height(points) - limit

    yield from (depth(scene.ground(floor)) for floor in scene.floors)
    yield from (distance(piece) for piece in scene.pieces)
    for piece in scene.pieces:
        for limit in (piece.top, piece.bottom - scene.height):
            yield from (rise(flight, limit) for flight in scene.flights)


def closing_in(scene: Scene, s: Reals, ask: Callable[[Points], Reals]) -> Iterator[Reals]:
    """Lengths ever closer about each at which something changes its sign."""
    for _ in range(3):
        (turns,) = np.nonzero(np.diff(ask(at(scene.route, s)) >= 0))
        turns = turns[s[turns + 1] - s[turns] < 2 * STEP]
        if not len(turns):
            return
        s = np.unique(np.linspace(s[turns], s[turns + 1], 21, axis=1))
        yield s


# Obstacles


class Stage(NamedTuple):
    """From one sample to another: what holds a base, or what it goes over; and how far it is gone."""

    first: int
    last: int
    on: Floor | Over
    travelled: Reals


def obstacles(
    walked: Sampled, radius: float, stages: list[Stage] | None = None
) -> tuple[list[Over], float]:
    """What a base goes over, in turn, and how long its route is; and if asked, all of its stages.

    Between two places where it is held and clear, all that it overlaps is one obstacle. It stands
    on the highest thing there that is no higher than what it has come over, but on nothing that it
    has been beneath all the way.
    """
    scene, s = walked.scene, walked.s
    good = {f: walked.held(f, radius) & walked.clear(f, radius) for f in scene.floors}
    levels = {f: walked.level(f) for f in scene.floors}
    found: list[Over] = []
    floor = next(f for f in scene.floors if good[f][0] and abs(levels[f][0] - scene.level) < SEAM)
    travelled, i = 0.0, 0
    while True:
        end = last_of_run(good[floor], i)
        rise = np.diff(levels[floor][i : end + 1])
        gone = np.concatenate([[0.0], np.cumsum(np.hypot(np.diff(s[i : end + 1]), rise))])
        if stages is not None:
            stages.append(Stage(i, end, floor, travelled + gone))
        travelled += float(gone[-1])
        i = end
        if i == len(s) - 1:
            return found, travelled
        joining = (f for f in scene.floors if good[f][i + 1])
        joins = [f for f in joining if abs(levels[f][i + 1] - levels[floor][i]) < STEP]
        if joins:
            travelled += float(s[i + 1] - s[i])
            i, floor = i + 1, joins[0]
            continue
        before = edge_level(walked, floor, i, i + 1, radius)
        way = Way(walked, radius, i, floor, before)
        end, then, after = way.next_stand(good)
        found.append(way.over(travelled, end, then, after))
        if stages is not None:
            stages.append(Stage(i, end, found[-1], travelled + s[i : end + 1] - s[i]))
        travelled = found[-1].end
        if then is None:
            return found, travelled
        i, floor = end, then


class Way:
    """A base's way since it has left a floor at sample `i`, coming from a level `before`."""

    def __init__(self, walked: Sampled, radius: float, i: int, floor: Floor, before: float) -> None:
        self.walked, self.radius = walked, radius
        self.i, self.floor, self.before = i, floor, before
        self.level = self.lifted = float(walked.level(floor)[i])
        self.overlaps, self.highs, self.met = {}, {}, {}
        for piece in walked.scene.pieces:
            over = self.overlaps[piece.name] = walked.overlaps(piece, radius)[i:]
            high = self.highs[piece.name] = piece.highest_under(walked.points[i:], radius)
            so_far = np.where(over, high, -np.inf)
            so_far[0] = -np.inf  # there it was still held and clear
            self.met[piece.name] = np.maximum.accumulate(so_far)

    def top(self, n: int | slice, after: float, lifted: float, *holders: Floor | None) -> Reals:
        """How high it has had to go, at some samples since, to a level after it.

        What hangs clear above it where it goes over the rest, and where it was lifted to, is
        passed beneath, and a flight that holds it is nothing it goes over.
        """
        others = [piece for piece in self.walked.scene.pieces if piece.name not in holders]
        top = np.full_like(self.walked.s[self.i :][n], max(self.before, after))
        lower = top - 1
        while np.any(lower < top):
            lower = top
            for piece in others:
                high = self.met[piece.name][n]
                head = np.maximum(top, lifted) + self.walked.scene.height
                top = np.where((piece.bottom < head - SEAM) & (high > top), high, top)
        return top

    def next_stand(self, good: dict[Floor, Flags]) -> tuple[int, Floor | None, float | None]:
        """The first sample at which a floor holds it again, what floor, and the level there."""
        stands: dict[Floor, Flags] = {}
        for floor in good:
            low = self.walked.level(floor)[self.i :]
            come_over = self.top(slice(None), -np.inf, self.level, *({self.floor} - {floor}))
            stands[floor] = good[floor][self.i :] & (low <= come_over + SEAM)
            for piece in self.walked.scene.blocks:
                roof = np.abs(low - piece.top) < SEAM
                stands[floor] &= ~(roof & self.beneath_all_the_way(piece))
            stands[floor][0] = False
        for n in np.flatnonzero(np.any(list(stands.values()), axis=0)):
            end = self.i + int(n)
            floors = [floor for floor in good if stands[floor][n]]
            for floor in sorted(floors, key=lambda floor: -float(self.walked.level(floor)[end])):
                after = edge_level(self.walked, floor, end, end - 1, self.radius)
                there = float(self.walked.level(floor)[end])
                self.lifted = max(self.lifted, there, after)
                if not self.still_over(floor, int(n), after):
                    return end, floor, after
        return len(self.walked.s) - 1, None, None

    def still_over(self, floor: Floor, n: int, after: float) -> bool:
        """Whether at a sample it overlaps what it has come over, higher than a floor there."""
        low = float(self.walked.level(floor)[self.i + n])
        top = float(self.top(n, after, self.lifted, self.floor, floor))
        for piece in self.walked.scene.pieces:
            high = float(self.highs[piece.name][n])
            come_over = high <= top + SEAM or piece.name == self.floor
            its_own = piece.name == floor or self.walked.scene.leads_to(floor, piece)
            if self.overlaps[piece.name][n] and low + SEAM < high and come_over and not its_own:
                return True
        return False

    def beneath_all_the_way(self, piece: Piece) -> Flags:
        """Whether it set off beneath a piece and has not come out since."""
        clear = piece.bottom >= self.level + self.walked.scene.height - SEAM
        return np.asarray(clear & np.logical_and.accumulate(self.overlaps[piece.name]))

    def over(self, start: float, end: int, then: Floor | None, after: float | None) -> Over:
        """What it has gone over, if it stands again at sample `end`."""
        scene, s, n = self.walked.scene, self.walked.s, end - self.i
        tops = self.top(slice(n), -np.inf, self.level, self.floor, then)
        sides = [self.before, *(() if after is None else (after,))]
        most = float(self.top(n, max(sides), self.lifted, self.floor, then))
        names, through = set(), False
        for piece in scene.pieces:
            high = float(self.met[piece.name][n])
            if piece.name not in (self.floor, then) and self.before + SEAM < high <= most:
                names.add(piece.name)
            clear = piece.bottom >= np.maximum(tops, self.level) + scene.height - SEAM
            beneath = bool((self.overlaps[piece.name][:n] & clear).any())
            through |= beneath and after is not None and piece.bottom < after
        span = (float(s[self.i]), float(s[end]))
        lowest = lowest_ground(scene, {self.floor, then}, span, most, self.radius)
        return Over(
            start,
            start + span[1] - span[0],
            self.before,
            after,
            most,
            min(sides) if lowest == math.inf else lowest,
            frozenset(names),
            through,
        )


def edge_level(walked: Sampled, floor: Floor, i: int, then: int, radius: float) -> float:
    """The level at a sample under the edge of the base nearest to what bars it at another.

    Where it touches no such thing, it is the foremost or hindmost edge.
    """
    if not isinstance(floor, str):
        return floor
    scene, centre = walked.scene, complex(walked.points[i])
    bars = [p.nearest(centre) for p in scene.pieces if walked.crosses(floor, p, radius)[then]]
    if not walked.held(floor, radius)[then]:
        bars.append(nearest(scene.ground(floor).boundary, centre))
    if not bars:
        over = ((p, walked.overlaps(p, radius)) for p in scene.pieces)
        bars = [p.nearest(centre) for p, lapped in over if lapped[then] and not lapped[i]]
    touched = [bar - centre for bar in bars if abs(abs(bar - centre) - radius) < 2 * STEP]
    toward = touched[0] if touched else complex(walked.points[then]) - centre
    edge = np.array([centre + toward / abs(toward) * radius])
    return float(scene.flight(floor).height(edge)[0])


def lowest_ground(
    scene: Scene,
    holders: set[Floor | None],
    span: tuple[float, float],
    top: float,
    radius: float,
) -> float | None:
    """The lowest ground that shows from above under a base on its way; None where none does.

    Flights that hold it are not that, and what stands higher than `top` is overhead. Infinite if
    there is nothing but such flights.
    """
    cuts = [span[0], *(t for t in stations(scene) if span[0] < t < span[1]), span[1]]
    way = [(p.real, p.imag) for p in at(scene.route, np.array(cuts))]
    swept = shapely.LineString(way).buffer(radius, quad_segs=QUARTER)
    flat = [(block.top, block.outline()) for block in scene.blocks if block.top < top + SEAM]
    flat.append((0.0, polygon(scene.table).buffer(SEAM / 100, join_style="mitre")))
    slopes = [flight for flight in scene.flights if flight.name not in holders]
    held = [flight.outline() for flight in scene.flights if flight.name in holders]

    def shows(part: BaseGeometry, least: float) -> BaseGeometry:
        higher = [shape for height, shape in flat if height > least]
        cover = [*held, *higher, *(lying(slope, least, top) for slope in slopes)]
        return part.difference(shapely.union_all(cover)).buffer(-SLIVER / 2)

    if not shows(swept, -math.inf).is_empty:
        return None
    lowest = [height for height, _ in flat if not shows(swept, height).is_empty]
    for slope in slopes:
        higher = [shape.intersection(lower(slope, height)) for height, shape in flat]
        higher += [steeper(other, slope) for other in slopes if other is not slope]
        part = swept.intersection(lying(slope, -math.inf, top))
        seen = part.difference(shapely.union_all([*held, *higher])).buffer(-SLIVER / 2)
        if not seen.is_empty:
            x, y = shapely.get_coordinates(seen).T
            lowest.append(float(slope.height(x + 1j * y).min()))
    return min(lowest, default=math.inf)


def shows(scene: Scene, points: Points, radius: float, height: float, top: float) -> Flags:
    """Whether under bases any ground no higher than that shows, all above `top` being overhead."""
    tops = [(block.top, block.outline()) for block in scene.blocks]
    tops.append((0.0, polygon(scene.table)))
    cover = [shape for level, shape in tops if height + SEAM < level < top + SEAM]
    slopes = (flight for flight in scene.flights if flight.bottom < top + SEAM)
    cover += [lying(flight, height, WIDE) for flight in slopes]
    bases = shapely.buffer(shapely.points(points.real, points.imag), radius, quad_segs=QUARTER)
    seen = shapely.buffer(shapely.difference(bases, shapely.union_all(cover)), -SLIVER / 2)
    return np.asarray(~shapely.is_empty(seen))


# Shapes and routes


def room(ground: BaseGeometry, points: Points) -> Reals:
    """How far each point lies within it; 0 off it."""
    shapely.prepare(ground)
    inside = shapely.contains_xy(ground, points.real, points.imag)
    deep = np.zeros(points.shape)
    spots = shapely.points(points.real[inside], points.imag[inside])
    deep[inside] = shapely.distance(ground.boundary, spots)
    return deep


def nearest(shape: BaseGeometry, point: complex) -> complex:
    line = shapely.shortest_line(shape, shapely.Point(point.real, point.imag))
    x, y = shapely.get_coordinates(line)[0]
    return complex(x, y)


def lying(flight: Piece, least: float, most: float) -> BaseGeometry:
    """What of a flight is higher than `least` and no higher than `most`, from above."""
    rise = flight.top - flight.bottom
    lo = max((least - flight.bottom) / rise, -WIDE)
    hi = min((most - flight.bottom) / rise, WIDE)
    if lo >= hi:
        return shapely.Polygon()
    return flight.outline().intersection(band(flight, lo, hi))


def lower(flight: Piece, height: float) -> BaseGeometry:
    """All that lies where a flight, if it went on for ever, would be lower than that."""
    return band(flight, -WIDE, (height - flight.bottom) / (flight.top - flight.bottom))


def steeper(flight: Piece, other: Piece) -> BaseGeometry:
    """What of a flight is higher than another one, from above."""

    def plane(point: complex) -> float:
        """How much higher it would be at a point, if both went on for ever."""
        spot = np.array([point])
        heights = (f.bottom + f.along(spot) * (f.top - f.bottom) for f in (flight, other))
        return float(np.subtract(*heights)[0])

    by = complex(plane(1) - plane(0), plane(1j) - plane(0))
    if abs(by) < SEAM:
        return flight.outline() if plane(0) > 0 else shapely.Polygon()
    near, far = -plane(0) / abs(by), WIDE
    ring = np.array([near - 1j * WIDE, far - 1j * WIDE, far + 1j * WIDE, near + 1j * WIDE])
    return flight.outline().intersection(polygon(ring * by / abs(by)))


def band(flight: Piece, lo: float, hi: float) -> BaseGeometry:
    """All that lies between two parts of a flight's way up, however far to its sides."""
    assert flight.up is not None
    corners = (flight.ring * flight.up.conjugate()).real
    start, end = (corners.min() + part * np.ptp(corners) for part in (lo, hi))
    ring = np.array([start - 1j * WIDE, end - 1j * WIDE, end + 1j * WIDE, start + 1j * WIDE])
    return polygon(ring * flight.up)


def polygon(ring: Points) -> shapely.Polygon:
    return shapely.Polygon([(p.real, p.imag) for p in ring])


def last_of_run(flags: Flags, i: int) -> int:
    (off,) = np.nonzero(~flags[i:])
    return i + int(off[0]) - 1 if len(off) else len(flags) - 1


def stations(scene: Scene) -> Reals:
    return np.cumsum([0.0, *(abs(b - a) for a, b in pairwise(scene.route))])


def lengths(scene: Scene, step: float) -> Reals:
    spots = [np.linspace(a, b, math.ceil((b - a) / step) + 1) for a, b in pairwise(stations(scene))]
    return np.unique(np.concatenate(spots))


def at(route: tuple[complex, ...], s: Reals) -> Points:
    travelled, points = np.cumsum([0.0, *np.abs(np.diff(route))]), np.array(route)
    found = np.interp(s, travelled, points.real) + 1j * np.interp(s, travelled, points.imag)
    return np.asarray(found)
