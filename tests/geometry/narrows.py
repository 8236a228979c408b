"""What narrows a base's way, as dense samples of the way and of what bounds it.

Written from the rules' words with numpy and shapely, and nothing of the package: a boundary is a
ring of corners, a circle's too, and comes locally nearest at the foot of a side or at a corner.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np
import shapely
from heights import Sampled, Scene, lying, polygon, room
from sampling import Flags, Points, Reals
from shapely.geometry.base import BaseGeometry

HAIR: Final = 1e-4
"""So close to a boundary, on the way to it, it is asked whether one is still in the room, in."""

APART: Final = 120.0
"""Two directions are well apart that differ by more, in degrees."""

CURVED: Final = (0.5, 3.0)
"""A ring that turns by so much at a corner, at least and at most, is part of a circle, degrees."""

ANGLES: Final = (APART - 1, APART, APART + 1)
"""What may count as well apart, when it hangs by a hair."""


def floor_left(scene: Scene, level: float) -> BaseGeometry:
    """What walls, too tall to be stepped over, leave of a level and of what is stepped down to."""
    return ground_about(scene, level).difference(shapely.union_all(walls(scene, level)))


def ground_about(scene: Scene, level: float) -> BaseGeometry:
    """All that is no farther above or below a level than one steps."""
    least, most = level - scene.height, level + scene.height
    shapes = [block.outline() for block in scene.blocks if least <= block.top <= most]
    slopes = (flight for flight in scene.flights if flight.bottom <= most)
    shapes += [lying(flight, least, math.inf) for flight in slopes]
    table = [polygon(scene.table)] if least <= 0 <= most else []
    return shapely.union_all([*shapes, *table])


def walls(scene: Scene, level: float) -> list[BaseGeometry]:
    tall = level + scene.height
    pieces = (piece for piece in scene.pieces if piece.bottom < tall < piece.top)
    return [
        piece.outline() if piece.up is None else lying(piece, tall, math.inf) for piece in pieces
    ]


class Left:
    """What walls leave of a level, along a sampled way: how deep in it, and how pinched it is.

    `least` has for some angles the least that two ways to what bounds it, farther apart than that,
    come to together.
    """

    def __init__(self, walked: Sampled, level: float, radius: float) -> None:
        self.s, left = walked.s, floor_left(walked.scene, level)
        self.deep = np.zeros(walked.s.shape) if left.is_empty else room(left, walked.points)
        self.least = {turn: np.full(walked.s.shape, np.inf) for turn in ANGLES}
        (tight,) = np.nonzero((self.deep > 0) & (self.deep < radius))
        sides = rings(left, walked.points[tight], 2 * radius) if len(tight) else []
        shapely.prepare(left)
        for i in tight:
            way = np.concatenate([nearest(ring, walked.points[i], 2 * radius) for ring in sides])
            short = walked.points[i] + way * (1 - HAIR / np.maximum(np.abs(way), 2 * HAIR))
            way = way[shapely.contains_xy(left, short.real, short.imag)]
            turn = np.abs(np.angle(way[:, None] / way[None, :], deg=True))
            whole = np.abs(way)[:, None] + np.abs(way)[None, :]
            for apart, least in self.least.items():
                least[i] = whole[turn > apart].min(initial=np.inf)

    def tight(self, radius: float) -> Flags:
        """Whether the room is too small for a base."""
        return (self.deep > 0) & (self.deep < radius)

    def passes(
        self, radius: float, apart: float = APART, more: float = 0.0, part: float = 0.5
    ) -> Flags:
        """Whether it is, and the base passes all the same, so much `more` from a pinch or less."""
        at = self.s[self.tight(radius) & (self.least[apart] < 2 * radius)]
        if not len(at):
            return np.zeros(self.s.shape, dtype=np.bool_)
        near = np.abs(self.s[:, None] - at[None, :]).min(axis=1) <= radius + more
        return np.asarray(self.tight(radius) & near & (self.deep >= radius * part))

    def runs(self, radius: float) -> list[tuple[int, int]]:
        """The first and last of each run of places where the room is too small."""
        bounds = np.concatenate([[False], self.tight(radius), [False]])
        edges = np.flatnonzero(bounds[1:] != bounds[:-1])
        return [(int(a), int(b) - 1) for a, b in zip(edges[::2], edges[1::2], strict=True)]

    def hardly(self, radius: float, by: float, step: float) -> Flags:
        """Where it would fare otherwise if it were a little larger or smaller, or the angle were."""
        unsure = np.zeros(self.s.shape, dtype=np.bool_)
        for other in (radius - by, radius + by):
            unsure |= self.tight(other) != self.tight(radius)
            for apart in ANGLES:
                for more in (-step, step):
                    unsure |= self.passes(other, apart, more) != self.passes(radius)
        return unsure


def nearest(ring: Points, point: complex, reach: float) -> Points:
    """The ways from a point to where a ring comes locally nearest, if near enough.

    Where it is part of a circle drawn with sides, that is about its nearest corner.
    """
    side = np.roll(ring, -1) - ring
    bend = np.abs(np.angle(side / np.roll(side, 1), deg=True))
    curves = (bend > CURVED[0]) & (bend < CURVED[1])
    straight = ~(curves | np.roll(curves, -1))
    part = ((point - ring) * side.conjugate()).real / np.abs(side) ** 2
    far, foot = np.abs(ring - point), ring + np.clip(part, 0.0, 1.0) * side
    feet = foot[straight & (part > 0) & (part < 1)]
    least = np.where(straight, part <= 0, far <= np.roll(far, -1))
    least &= np.where(np.roll(straight, 1), np.roll(part, 1) >= 1, far <= np.roll(far, 1))
    after, before = foot[least] - point, np.roll(foot, 1)[least] - point
    corners = np.where(np.abs(after) < np.abs(before), after, before)
    ways = np.concatenate([feet - point, corners])
    return np.asarray(ways[np.abs(ways) < reach])


def rings(shape: BaseGeometry, points: Points, reach: float) -> list[Points]:
    """The rings that bound a shape near some points, as their corners."""
    near = shapely.MultiPoint([(p.real, p.imag) for p in points])
    found = []
    for part in shapely.get_parts(shape):
        if part.geom_type != "Polygon":
            continue
        for ring in (part.exterior, *part.interiors):
            if ring.distance(near) > reach:
                continue
            xy = shapely.get_coordinates(shapely.simplify(ring, 0))[:-1]
            found.append(xy[:, 0] + 1j * xy[:, 1])
    return found


def lengths_near(s: Reals, unsure: Flags, by: float) -> Flags:
    """The lengths no farther than that from an unsure one."""
    at = s[unsure]
    if not len(at):
        return unsure
    return np.asarray(np.abs(s[:, None] - at[None, :]).min(axis=1) <= by)
