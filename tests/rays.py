"""What is seen, by dense rays: numpy, and nothing of the package.

A piece is a ring of corners, or a circle as its centre and radius. Points are complex, lengths
inches.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from sampling import Flags, Points, Reals, from_sides, inside, sides

Piece = Points | tuple[complex, float]

RAYS: Final = 9_000
"""All round an eye: no farther than 0.0018 in from one another, 2.5 in away."""

ASIDE: Final = 1e-6
"""How far to either side of a corner there is a further ray, rad."""

ON: Final = 1e-6
"""So close to a piece's edge an eye is in it, in."""


def seen(eye: complex, radius: float, ahead: complex | None, pieces: list[Piece]) -> Points:
    """The ends of rays from an eye, each as far as it sees; two beside each corner are among them."""
    pieces = [piece for piece in pieces if not stands_in(eye, piece)]
    turns = np.linspace(-np.pi, np.pi, RAYS)
    beside = [np.angle(corners(eye, piece) - eye) for piece in pieces]
    if ahead is not None:
        beside.append(np.angle(ahead * np.array([1j, -1j])))
    turns = np.concatenate([turns, *(turn + side for turn in beside for side in (-ASIDE, ASIDE))])
    directions = np.exp(1j * turns)
    if ahead is not None:
        directions = directions[(directions * ahead.conjugate()).real > 0]
    return np.asarray(eye + directions * np.minimum(first_hits(eye, directions, pieces), radius))


def first_hits(eye: complex, directions: Points, pieces: list[Piece]) -> Reals:
    """How far from an eye outside them the pieces are met."""
    hits = np.full(directions.shape, np.inf)
    for piece in pieces:
        if isinstance(piece, tuple):
            to = (piece[0] - eye) * directions.conjugate()
            half = piece[1] ** 2 - to.imag**2
            met = to.real - np.sqrt(np.maximum(half, 0.0))
            hits = np.where((half > 0) & (to.real > 0), np.minimum(hits, met), hits)
            continue
        for a, b in sides([piece]):
            with np.errstate(divide="ignore", invalid="ignore"):
                across = _cross(directions, b - a)
                part = _cross(a - eye, directions) / across
                met = _cross(a - eye, b - a) / across
            ahead = (across != 0) & (part >= 0) & (part <= 1) & (met > 0)
            hits = np.where(ahead, np.minimum(hits, met), hits)
    return hits


def stands_in(eye: complex, piece: Piece) -> bool:
    if isinstance(piece, tuple):
        return bool(abs(eye - piece[0]) <= piece[1] + ON)
    here = np.array([eye])
    return bool(inside(here, [piece])[0]) or bool(from_sides(here, [piece])[0] <= ON)


def corners(eye: complex, piece: Piece) -> Points:
    """The corners of a ring, or where the two lines that graze a circle touch it, if any do."""
    if not isinstance(piece, tuple):
        return piece
    away, radius = piece[0] - eye, piece[1]
    if abs(away) <= radius:
        return np.array([], dtype=np.complex128)
    turn = np.arcsin(radius / abs(away))
    return np.asarray(eye + away * np.cos(turn) * np.exp(1j * np.array([-turn, turn])))


def from_rays(eye: complex, ends: Points, points: Points) -> Reals:
    """Distances of points from the nearest of rays: never less than from all that is seen."""
    rays = ends - eye
    off = points[:, None] - eye
    along = (off * rays.conjugate()).real / np.abs(rays) ** 2
    return np.asarray(np.abs(off - np.clip(along, 0.0, 1.0) * rays).min(axis=1))


def free(starts: Points, ends: Points, pieces: list[Piece]) -> Flags:
    """Which straight lines from a start to its end meet no piece."""
    out = np.ones(starts.shape, dtype=np.bool_)
    for piece in pieces:
        if isinstance(piece, tuple):
            out &= from_lines(piece[0], starts, ends) > piece[1]
            continue
        out &= ~inside(starts, [piece])
        for a, b in sides([piece]):
            parted = _cross(ends - starts, a - starts) * _cross(ends - starts, b - starts) > 0
            beside = _cross(b - a, starts - a) * _cross(b - a, ends - a) > 0
            out &= parted | beside
    return out


def from_lines(point: complex, starts: Points, ends: Points) -> Reals:
    """Distances of a point from straight lines between two points each."""
    lines, off = ends - starts, point - starts
    along = (off * lines.conjugate()).real / np.maximum(np.abs(lines) ** 2, 1e-18)
    return np.asarray(np.abs(off - np.clip(along, 0.0, 1.0) * lines))


def _cross(a: Points | complex, b: Points | complex) -> Reals:
    return np.asarray((np.conjugate(a) * b).imag)
