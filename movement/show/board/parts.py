"""What an action is made of, found by its classes' annotations: so any game's action can be changed.

A part is a value of an action with its path and its annotation. Where an annotation says that a
value is a point, it can be dragged; where it says a list of points, that is a route, to which
points can be added.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Annotated, Any, get_args, get_origin

from movement.plain import Place, Waypoint, keys
from movement.ruling.scene import Scene
from movement.table import ModelName, Refers

Path = tuple[str, ...]
"""Where a part stands, from the top of the scene."""


@dataclass(frozen=True, slots=True)
class Part:
    """A value of an action: its path, what it is annotated as, and the model it is the way of."""

    path: Path
    kind: Any
    value: Any
    mover: str = ""


@dataclass(frozen=True, slots=True)
class Route:
    """The waypoints an action states of a model's way, `start` left out; `leg` is its number."""

    path: Path
    mover: str
    start: complex
    points: tuple[complex, ...]
    leg: int

    @property
    def stations(self) -> tuple[complex, ...]:
        """The start, and then the waypoints."""
        return (self.start, *self.points)


@dataclass(frozen=True, slots=True)
class Spot:
    """A point of an action that can be dragged; a waypoint is one of a `route`."""

    path: Path
    at: complex
    mover: str
    route: Route | None = None

    @property
    def last(self) -> bool:
        """Whether the route ends there."""
        return self.route is not None and self.path[-1] == str(len(self.route.points) - 1)


def parts(scene: Scene) -> list[Part]:
    """Every part of the scene's action, containers before what is in them."""
    found = list(_parts(type(scene.action), scene.action, ("action",), ""))
    by = next((part.value for part in found if part.kind == ModelName and part.value), "")
    return [part if part.mover else replace(part, mover=by) for part in found]


def routes(scene: Scene, of: Sequence[Part] | None = None) -> list[Route]:
    """The routes that the action states, in the order of its keys; `of` its parts, where known."""
    found: list[Route] = []
    for part in parts(scene) if of is None else of:
        if is_route(part.kind) and part.value is not None and part.mover in scene.table.models:
            before = [route for route in found if route.mover == part.mover]
            here = before[-1].stations[-1] if before else scene.table.models[part.mover].at
            points = tuple(map(_point, part.value))
            found.append(Route(part.path, part.mover, here, points, len(before)))
    return found


def spots(scene: Scene, of: Sequence[Part] | None = None) -> list[Spot]:
    """Every point of the action that can be dragged; `of` its parts, where they are known."""
    of = parts(scene) if of is None else of
    found = [
        Spot((*route.path, str(i)), point, route.mover, route)
        for route in routes(scene, of)
        for i, point in enumerate(route.points)
    ]
    single = (part for part in of if is_point(part.kind) and part.value is not None)
    return [*found, *(Spot(part.path, _point(part.value), part.mover) for part in single)]


@cache
def is_point(kind: Any) -> bool:
    """Whether an annotation says a point of the table, or that or nothing."""
    return _bare(kind) in (Place, Waypoint)


@cache
def is_route(kind: Any) -> bool:
    """Whether an annotation says a list of points, or that or nothing."""
    bare = _bare(kind)
    args = get_args(bare)
    return get_origin(bare) is tuple and args[1:] == (...,) and is_point(args[0])


@cache
def optional(kind: Any) -> bool:
    """Whether an annotation says that there may be nothing."""
    return type(None) in members(kind)


@cache
def members(kind: Any) -> tuple[Any, ...]:
    """What an annotation says that a value may be: one kind, or one of several."""
    return get_args(kind) if get_origin(kind) in (typing.Union, types.UnionType) else (kind,)


@cache
def refers(kind: Any) -> str:
    """Among what a name must be, by an annotation: `models`, `units`, `terrain`, or nothing."""
    marks = getattr(_bare(kind), "__metadata__", ())
    return next((mark.to for mark in marks if isinstance(mark, Refers)), "")


@cache
def _bare(kind: Any) -> Any:
    """An annotation without the nothing that it allows."""
    bare = [member for member in members(kind) if member is not type(None)]
    return bare[0] if len(bare) == 1 else kind


def _point(value: Any) -> complex:
    point: complex = value[0] if isinstance(value, tuple) else value
    return point


def _parts(kind: Any, value: Any, path: Path, mover: str) -> Iterator[Part]:
    yield Part(path, kind, value, mover)
    bare = _bare(kind)
    if value is None or is_point(kind) or is_route(kind) or get_origin(bare) is Annotated:
        return
    if dataclasses.is_dataclass(value):
        for name, key in keys(value.__class__).items():
            yield from _parts(key.kind, getattr(value, key.field), (*path, name), mover)
    elif isinstance(value, Mapping):
        of_key, of_entry = get_args(bare)
        for name, entry in value.items():
            own = name if of_key == ModelName else mover
            yield from _parts(of_entry, entry, (*path, name), own)
    elif get_args(bare)[1:] == (...,) and not isinstance(value, str | frozenset):
        for i, entry in enumerate(value):
            yield from _parts(get_args(bare)[0], entry, (*path, str(i)), mover)
