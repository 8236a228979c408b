"""Straight lines in space past upright pieces, by dense sampling: numpy, and nothing of the package.

A piece is a ring of corners, or a circle as its centre and radius, from one height to another; a
wedge rises evenly in a direction. Points are complex, lengths and heights inches.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from sampling import Flags, Points, Reals, inside, sides

Random = np.random.Generator

ROUND, TALL = 24, 4
"""Points sampled on each cylinder: round it and one above another."""

SHAKES, ASIDE = 6, 0.004
"""How often lines through two marks are shaken, and how far, in."""

MARKS = 70
"""How many marks are taken at most: lines run through any two."""


FAR = 1e9
"""A share of a line that lies past any table."""


class Piece(NamedTuple):
    """A piece; a wedge is `top` high where it has gone farthest `up`, and `low` where least."""

    shape: Points | tuple[complex, float]
    low: float
    top: float
    up: complex = 0j


class Body(NamedTuple):
    """An upright cylinder."""

    centre: complex
    radius: float
    low: float
    top: float


class Lines(NamedTuple):
    """Straight lines, each from one point and height to another."""

    start: Points
    low: Reals
    end: Points
    high: Reals

    def moved(self, aside: Points, up: Reals) -> Lines:
        return Lines(self.start + aside, self.low + up, self.end + aside, self.high + up)

    def only(self, which: Flags) -> Lines:
        return Lines(self.start[which], self.low[which], self.end[which], self.high[which])


def between(rng: Random, one: Body, other: Body, pieces: list[Piece]) -> Lines:
    """From any sampled point of the one to any of the other, and through any two marks, shaken."""
    (p, low), (q, high) = points_of(rng, one), points_of(rng, other)
    starts, lows = np.repeat(p, len(q)), np.repeat(low, len(q))
    dense = Lines(starts, lows, np.tile(q, len(p)), np.tile(high, len(p)))
    spots, heights = marks(rng, one, other, pieces)
    i, j = (grid.ravel() for grid in np.meshgrid(range(len(spots)), range(len(spots))))
    apart = np.abs(spots[i] - spots[j]) > 0.01
    i, j = np.tile(i[apart], SHAKES), np.tile(j[apart], SHAKES)
    a = spots[i] + ASIDE * spread(rng, len(i))
    b = spots[j] + ASIDE * spread(rng, len(j))
    shaken = ASIDE * rng.uniform(-1, 1, (2, len(i)))
    lines = Lines(a, heights[i] + shaken[0], b, heights[j] + shaken[1])
    through, fit = clipped(lines, one, other)
    return Lines(*(np.concatenate(pair) for pair in zip(dense, through.only(fit), strict=True)))


def points_of(rng: Random, body: Body) -> tuple[Points, Reals]:
    circle = np.exp(2j * np.pi * (np.arange(ROUND) + rng.random()) / ROUND)
    flat = body.centre + body.radius * np.concatenate([circle, spread(rng, ROUND // 4)])
    levels = np.linspace(body.low, body.top, TALL)
    return np.tile(flat, TALL), np.repeat(levels, len(flat))


def marks(rng: Random, one: Body, other: Body, pieces: list[Piece]) -> tuple[Points, Reals]:
    """Corners of pieces, where circles are grazed, and points of the two, high and low."""
    found: list[tuple[complex, float]] = []
    for body in (one, other):
        rim = body.centre + body.radius * np.exp(2j * np.pi * np.arange(8) / 8)
        found += [(p, z) for p in (*rim, body.centre) for z in (body.low, body.top)]
    for piece in pieces:
        if isinstance(piece.shape, tuple):
            centre, radius = piece.shape
            ring = centre + radius * np.exp(2j * np.pi * np.arange(8) / 8)
        else:
            ring = np.concatenate([piece.shape, (piece.shape + np.roll(piece.shape, -1)) / 2])
        tops = top_at(piece, ring)
        found += [(p, z) for p, top in zip(ring, tops, strict=True) for z in (piece.low, top)]
    picked = rng.permutation(len(found))[:MARKS]
    chosen = [found[k] for k in picked]
    return np.array([p for p, _ in chosen]), np.array([z for _, z in chosen])


def spread(rng: Random, count: int) -> Points:
    """Points all over the circle of radius 1 about the origin."""
    return np.asarray(np.sqrt(rng.random(count)) * np.exp(2j * np.pi * rng.random(count)))


def clipped(lines: Lines, one: Body, other: Body) -> tuple[Lines, Flags]:
    """What of the line through two spots each runs from the one body to the other, where it does."""
    (a, b), (c, d) = (within_body(lines, body) for body in (one, other))
    fit = (a <= b) & (c <= d) & ((b <= c) | (d <= a))
    lo = np.where(fit, np.where(b <= c, b, a), 0.0)
    hi = np.where(fit, np.where(b <= c, c, d), 0.0)
    along, rise = lines.end - lines.start, lines.high - lines.low
    cut = Lines(
        lines.start + along * lo,
        lines.low + rise * lo,
        lines.start + along * hi,
        lines.low + rise * hi,
    )
    return cut, fit


def within_body(lines: Lines, body: Body) -> tuple[Reals, Reals]:
    """Between which shares of them, less than 0 or more than 1 too, lines lie in a body."""
    lo, hi = within_circle(lines, body.centre, body.radius)
    with np.errstate(divide="ignore", invalid="ignore"):
        rise = lines.high - lines.low
        a, b = (body.low - lines.low) / rise, (body.top - lines.low) / rise
        level = (lines.low >= body.low) & (lines.low <= body.top)
        flat = rise == 0
        first = np.where(flat, np.where(level, -FAR, FAR), np.minimum(a, b))
        last = np.where(flat, np.where(level, FAR, -FAR), np.maximum(a, b))
    return np.maximum(lo, first), np.minimum(hi, last)


def within_circle(lines: Lines, centre: complex, radius: float) -> tuple[Reals, Reals]:
    along = lines.end - lines.start
    long = np.maximum(np.abs(along), 1e-12)
    to = (centre - lines.start) / np.where(along == 0, 1, along / long)
    half = radius**2 - to.imag**2
    reach = np.sqrt(np.maximum(half, 0.0))
    lo = np.where(half > 0, (to.real - reach) / long, FAR)
    hi = np.where(half > 0, (to.real + reach) / long, -FAR)
    return lo, hi


def free(lines: Lines, pieces: list[Piece]) -> Flags:
    """Which lines meet no piece."""
    out = np.ones(lines.start.shape, dtype=np.bool_)
    for piece in pieces:
        out[out] &= ~met(lines.only(out), piece)
    return out


def met(lines: Lines, piece: Piece) -> Flags:
    """Which lines meet a piece: between two crossings of its sides, high enough and low enough."""
    out = np.zeros(lines.start.shape, dtype=np.bool_)
    for lo, hi in stretches(lines, piece):
        ends = [(lines.start + (lines.end - lines.start) * s) for s in (lo, hi)]
        heights = [lines.low + (lines.high - lines.low) * s for s in (lo, hi)]
        tops = [top_at(piece, end) for end in ends]
        above = (heights[0] > tops[0]) & (heights[1] > tops[1])
        beneath = (heights[0] < piece.low) & (heights[1] < piece.low)
        out |= (lo <= hi) & ~above & ~beneath
    return out


def stretches(lines: Lines, piece: Piece) -> list[tuple[Reals, Reals]]:
    """Between which shares of them lines are over a piece, seen from above."""
    if isinstance(piece.shape, tuple):
        lo, hi = within_circle(lines, *piece.shape)
        return [(np.maximum(lo, 0.0), np.minimum(hi, 1.0))]
    along, cuts = lines.end - lines.start, [np.zeros(lines.start.shape)]
    for a, b in sides([piece.shape]):
        with np.errstate(divide="ignore", invalid="ignore"):
            across = _cross(along, b - a)
            part = _cross(a - lines.start, along) / across
            share = _cross(a - lines.start, b - a) / across
        meets = (across != 0) & (part >= 0) & (part <= 1) & (share > 0) & (share < 1)
        cuts.append(np.where(meets, share, 1.0))
    cuts.append(np.ones(lines.start.shape))
    shares = np.sort(np.array(cuts), axis=0)
    found = []
    for lo, hi in pairwise(shares):
        middle = lines.start + along * (lo + hi) / 2
        over = inside(middle, [piece.shape]) & (hi > lo)
        found.append((np.where(over, lo, 1.0), np.where(over, hi, 0.0)))
    return found


def top_at(piece: Piece, points: Points) -> Reals:
    """How high a piece is at points."""
    if not piece.up or isinstance(piece.shape, tuple):
        return np.full(points.shape, piece.top)
    along = (piece.shape / piece.up).real
    part = ((points / piece.up).real - along.min()) / (along.max() - along.min())
    return np.asarray(piece.low + (piece.top - piece.low) * np.clip(part, 0.0, 1.0))


def well_free(lines: Lines, one: Body, other: Body, pieces: list[Piece], margin: float) -> Flags:
    """Which lines are free, as are those so far beside, above and below that run with them."""
    along = lines.end - lines.start
    across = 1j * along / np.maximum(np.abs(along), 1e-12)
    out = free(lines, pieces)
    for turn in range(8):
        aside, up = margin * np.cos(np.pi * turn / 4), margin * np.sin(np.pi * turn / 4)
        moved, fit = clipped(lines.moved(across * aside, np.full(lines.low.shape, up)), one, other)
        out &= fit & free(moved, pieces)
    return out


def on(points: Points, heights: Reals, body: Body) -> Flags:
    near = np.abs(points - body.centre) <= body.radius + 1e-9
    return np.asarray(near & (heights >= body.low - 1e-9) & (heights <= body.top + 1e-9))


def _cross(a: Points | complex, b: Points | complex) -> Reals:
    return np.asarray((np.conjugate(a) * b).imag)
