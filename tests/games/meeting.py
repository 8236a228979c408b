"""What a base meets along sampled ways, from a scene's plain data: numpy, and nothing of the package.

Points are complex, lengths inches. All that a base may meet has a name (`zone guard`, `base monk`,
`wall pond`, `edge`), and `grown` says by how much each is taken to be larger than it is, so that it
can be asked what hangs by a hair.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import numpy as np
import rays
import sampling
from sampling import STEP, Distances, Points, Reals

Data = Mapping[str, Any]
Grown = Mapping[str, float]
Interval = tuple[float, float]

COARSE: Final = 0.064
"""Between samples where nothing is near, in: distances change no faster than a base moves."""

HAIR: Final = 1e-6
"""Lengths that differ by less are equal, in."""

ZONE: Final = 1.0
"""How far a zone reaches from its owner's base, in: not in the document."""

SIZES: Final = ("tiny", "small", "medium", "large", "huge")

MARGIN: Final = 0.001
"""By how much things are grown and shrunk, in."""

DEFAULTS: Final[Mapping[str, str]] = {
    "run-distance": "1.5",
    "boost-charge": "after",
    "zones-together": "ignore",
    "own-zone": "on-the-way",
    "zone-blocked": "cut",
    "in-zone": "free",
    "partial": "refused",
}


class Scene:
    """A scene's plain data, and what the base that is to move meets in it."""

    def __init__(self, data: Data) -> None:
        self.data, self.action = data, data["action"]
        self.models: Mapping[str, Data] = data["table"]["models"]
        self.mover = self.models[self.action["by"]]
        self.start = complex(*self.mover["at"])
        self.radius: float = self.mover["base"] / 2
        self.others = [name for name in self.models if name != self.action["by"]]
        self.enemies = [n for n in self.others if self.models[n]["side"] != self.mover["side"]]
        pieces: Mapping[str, Data] = data["table"].get("terrain", {})
        self.pieces = {name: (piece, outline(piece)) for name, piece in pieces.items()}
        self._ways: dict[tuple[complex, ...], Way] = {}
        self._zones: dict[tuple[str, str, complex], Distances] = {}

    def reading(self, name: str) -> str:
        return str(self.data.get("readings", {}).get(name, DEFAULTS[name]))

    # What is met

    def overlaps(self) -> Iterator[str]:
        """The names of what no base may pass through or stand on."""
        yield from (f"base {name}" for name in self.others)
        yield from (f"wall {name}" for name, (p, _) in self.pieces.items() if impassable(p))

    def distances(self, name: str) -> Distances:
        """Distances of points from the thing of that name."""
        what, _, which = name.partition(" ")
        if what == "edge":
            return sampling.from_outside_of([np.array(corners(self.data["table"]))])
        if what == "base":
            model = self.models[which]
            return sampling.from_disc(complex(*model["at"]), model["base"] / 2)
        if what == "wall":
            shape = self.pieces[which][1]
            if isinstance(shape, tuple):
                return sampling.from_disc(*shape)
            return sampling.from_polygon([shape])
        return self.zone(which, self.action["by"], complex(*self.models[which]["at"]))

    def zone(self, owner: str, visitor: str, eye: complex) -> Distances:
        """Distances from the zone of a model that stands at `eye`."""
        if (owner, visitor, eye) not in self._zones:
            self._zones[owner, visitor, eye] = self._zone(owner, visitor, eye)
        return self._zones[owner, visitor, eye]

    def _zone(self, owner: str, visitor: str, eye: complex) -> Distances:
        model = self.models[owner]
        reach = model["base"] / 2 + ZONE
        ahead = None if model.get("aware") else heading(model["facing"])
        whole = sampling.from_disc(eye, reach)
        if ahead is not None:
            whole = sampling.from_half_disc(eye, reach, ahead)
        if self.reading("zone-blocked") == "whole":
            return whole
        blockers = [p for p in self.blockers(owner, visitor) if away(eye, p) < reach]
        if not blockers:
            return whole
        ends = rays.seen(eye, reach, ahead, blockers)
        radius = self.models[visitor]["base"] / 2

        def cut(points: Points) -> Reals:
            """No more than the distances; exact where the base is near the zone uncut."""
            found = whole(points)
            near = np.flatnonzero(found < radius + 0.1)
            for some in np.array_split(near, len(near) // 64 + 1):
                if some.size:
                    found[some] = rays.from_rays(eye, ends, points[some])
            return found

        return cut

    def blockers(self, viewer: str, target: str | None) -> list[rays.Piece]:
        """What blocks sight: all that is smaller than neither, and `blocking` pieces of no size."""
        least = size_of(self.models[viewer])
        if target is not None:
            least = max(least, size_of(self.models[target]))
        out: list[rays.Piece] = [
            (complex(*model["at"]), model["base"] / 2)
            for name, model in self.models.items()
            if name not in (viewer, target) and size_of(model) >= least
        ]
        for piece, shape in self.pieces.values():
            sized = piece.get("size")
            if piece["kind"] == "blocking" if sized is None else SIZES.index(sized) >= least:
                out.append(shape)
        return out

    def clear(self, way: Way, name: str) -> tuple[Reals, Reals]:
        """How far the base is clear of a thing along a way."""
        distances = self.distances(name)
        return way.clear(name, lambda points: distances(points) - self.radius)

    def touches(self, way: Way, name: str, grown: Grown) -> list[Interval]:
        """Where the base touches a thing. Contact that it starts in is no matter of a hair."""
        s, clear = self.clear(way, name)
        by = grown.get(name, 0.0)
        return spans(s, clear, HAIR + (max(0.0, by) if abs(clear[0]) <= HAIR else by))

    def passes(self, way: Way, name: str, grown: Grown) -> list[Interval]:
        """Where the base overlaps a thing."""
        s, clear = self.clear(way, name)
        by = grown.get(name, 0.0)
        return spans(s, clear, (min(0.0, by) if abs(clear[0]) <= HAIR else by) - HAIR)

    def way(self, *waypoints: complex) -> Way:
        return self._ways.setdefault(waypoints, Way([self.start, *waypoints]))


class Way:
    """A way through waypoints, and how far the base is clear of things along it."""

    def __init__(self, waypoints: list[complex]) -> None:
        self.waypoints = np.array(waypoints)
        steps = np.abs(np.diff(self.waypoints))
        self.lengths = np.concatenate([[0.0], np.cumsum(steps)])
        self._known: dict[str, tuple[Reals, Reals]] = {}
        self._cut: dict[float, Way] = {}

    @property
    def length(self) -> float:
        return float(self.lengths[-1])

    def at(self, s: Reals | float) -> Points:
        real = np.interp(s, self.lengths, self.waypoints.real)
        return np.asarray(real + 1j * np.interp(s, self.lengths, self.waypoints.imag))

    def upto(self, far: float) -> Way:
        if far >= self.length:
            return self
        kept = self.waypoints[self.lengths < far]
        return self._cut.setdefault(far, Way([*kept, complex(self.at(far))]))

    def clear(self, name: str, clearance: Distances) -> tuple[Reals, Reals]:
        """Travelled lengths and clearances there; see `STEP`."""
        if name not in self._known:
            count = int(np.ceil(self.length / COARSE)) + 1
            s = np.union1d(self.lengths, np.linspace(0.0, self.length, count))
            clear = clearance(self.at(s))
            while True:
                gaps = np.diff(s)
                least = (np.abs(clear[:-1]) + np.abs(clear[1:]) - gaps) / 2
                near = np.flatnonzero((gaps > STEP) & (least < 2 * MARGIN))
                if not near.size:
                    break
                between = (s[near] + s[near + 1]) / 2
                s = np.insert(s, near + 1, between)
                clear = np.insert(clear, near + 1, clearance(self.at(between)))
            self._known[name] = s, clear
        return self._known[name]


def spans(s: Reals, clear: Reals, level: float) -> list[Interval]:
    """Where a clearance is at most so much, to a straight line between two samples."""
    out = []
    for first, last in sampling.runs(np.arange(len(s), dtype=np.float64), clear <= level):
        lo, hi = int(first), int(last)
        start = s[lo] if lo == 0 else between(s, clear, lo - 1, level)
        end = s[hi] if hi == len(s) - 1 else between(s, clear, hi, level)
        out.append((float(start), float(end)))
    return out


def between(s: Reals, clear: Reals, i: int, level: float) -> float:
    part = (level - clear[i]) / (clear[i + 1] - clear[i])
    return float(s[i] + part * (s[i + 1] - s[i]))


def heading(degrees: float) -> complex:
    return complex(np.exp(1j * np.radians(degrees)))


def corners(shape: Data) -> list[complex]:
    if "outline" in shape:
        return [complex(*corner) for corner in shape["outline"]]
    wide, high = shape["size"]
    return [0j, complex(wide, 0), complex(wide, high), complex(0, high)]


def outline(piece: Data) -> rays.Piece:
    if "circle" in piece:
        return complex(*piece["circle"]["at"]), piece["circle"]["diameter"] / 2
    return np.array(corners(piece))


def away(point: complex, piece: rays.Piece) -> float:
    if isinstance(piece, tuple):
        return abs(piece[0] - point) - piece[1]
    return float(sampling.from_polygon([piece])(np.array([point]))[0])


def impassable(piece: Data) -> bool:
    return bool(piece["kind"] == "impassable")


def size_of(model: Data) -> int:
    return SIZES.index(model.get("size", "medium"))
