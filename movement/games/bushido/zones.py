"""What a Bushido model sees, and the zone of control that this gives it.

What blocks sight depends on the sizes of who looks and of what is looked at, so a zone is made
for each model that may come into it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, get_args

from movement.geometry.regions import Within
from movement.geometry.shapes import Disc, Outline
from movement.geometry.view import View
from movement.plain import Distance
from movement.ruling.findings import Settings, Step
from movement.table import Model, Table, Terrain

Size = Literal["tiny", "small", "medium", "large", "huge"]
"""The sizes of models and of terrain, smallest first."""


@dataclass(frozen=True, slots=True)
class Profile:
    """What a Bushido model has besides.

    Its Move, in, without which only an effect with a distance of its own can move it; its size;
    and whether it is Aware, and so sees all round.
    """

    move: Distance | None = None
    size: Size = "medium"
    aware: bool = False


@dataclass(frozen=True, slots=True)
class TerrainProfile:
    """What a piece of terrain has besides: its size, without which only `blocking` hides things."""

    size: Size | None = None


def enemy_zone(table: Table, foe: Model, mover: Model, settings: Settings) -> Within:
    """Where a model touches an enemy's zone."""
    return Within(zone_of(table, foe, mover, settings), mover.radius)


def enemy_zones(step: Step) -> Iterator[tuple[Model, Within]]:
    """Every enemy of the model that moves, with where that touches its zone."""
    for foe in step.table.enemies(step.by):
        yield foe, enemy_zone(step.table, foe, step.mover, step.settings)


def zone_of(table: Table, owner: Model, visitor: Model, settings: Settings) -> View:
    """A model's zone of control, as it is for one that may come into it."""
    radius = owner.radius + settings.number("zone-depth")
    if settings.reading("zone-blocked") == "whole":
        return _view(owner, radius, ())
    return _view(owner, radius, tuple(blocking(table, owner, visitor)))


@lru_cache(maxsize=256)
def _view(owner: Model, radius: float, blockers: tuple[Disc | Outline, ...]) -> View:
    return View(owner.at, radius, sight_of(owner), blockers)


def sight_of(model: Model) -> complex | None:
    """The direction before which a model sees; none where it sees all round."""
    return None if model.profile.aware else model.ahead


def blocking(table: Table, viewer: Model, target: Model | None = None) -> Iterator[Disc | Outline]:
    """What blocks a model's sight of another, or of a place: all that is smaller than neither."""
    least = max(_rank(each.profile.size) for each in (viewer, target or viewer))
    for model in table.others(viewer.name):
        if (target is None or model.name != target.name) and _rank(model.profile.size) >= least:
            yield model.disc
    for piece in table.terrain.values():
        if isinstance(piece.shape, Disc | Outline) and _hides(piece, least):
            yield piece.shape


def _hides(piece: Terrain, least: int) -> bool:
    size = piece.profile.size
    return piece.kind == "blocking" if size is None else _rank(size) >= least


def _rank(size: Size) -> int:
    return get_args(Size).index(size)
