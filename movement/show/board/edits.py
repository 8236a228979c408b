"""What a hand does to a set-up: its plain data after an edit. What the rules say, others do.

An edit is plain data itself. Its first key says what is done, to what path:

- `set` to a value: a number, a choice, a name; `to` null takes it away.
- `move` a model's place, a waypoint or another point `to` a place.
- `shift` a piece of terrain `by` so much; `turn` one, or a model, by degrees, or as the hand goes
  round it `since` one point `to` another.
- `add` a waypoint at a place, to the route that passes nearest; `insert` one half-way before
  another; `remove` one.
- `choose` which of its classes an action, or a part of it, is; `append` another part to a list, or
  waypoint to a route, `drop` the last one; `enter` a model that had no part.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from typing import Any, Final, Literal, get_args, get_origin

from movement.games import scene as scene_of
from movement.geometry.shapes import Edge, Outline, degrees, heading
from movement.geometry.track import Leg
from movement.plain import Malformed, keys, read, told_by
from movement.ruling.changes import changed, split, value_at
from movement.ruling.scene import Scene
from movement.show.board.parts import (
    Part,
    Route,
    is_point,
    is_route,
    members,
    optional,
    parts,
    refers,
    routes,
)
from movement.table import Terrain

Plain = dict[str, Any]
DIGITS: Final = 7
"""So many decimals of an inch are kept: what touches still does."""


def edited(plain: Mapping[str, Any], edits: Sequence[Mapping[str, Any]]) -> Plain:
    """The plain data of a scene after some edits. Raises `Malformed`."""
    out = deepcopy(dict(plain))
    for i, edit in enumerate(edits):
        kind = next(iter(edit), "")
        if kind not in _EDITS:
            raise Malformed(("edits", i), kind, f"one of {', '.join(_EDITS)}")
        out = _EDITS[kind](out, edit)
    return out


def rounded(point: complex) -> list[float]:
    """A point as plain data."""
    return [round(point.real, DIGITS) + 0.0, round(point.imag, DIGITS) + 0.0]


def place(edit: Mapping[str, Any], key: str) -> complex:
    """A point that an edit gives."""
    x, y = read(tuple[float, float], edit.get(key), ("edit", key))
    return complex(x, y)


def _set(plain: Plain, edit: Mapping[str, Any]) -> Plain:
    return changed(plain, {edit["set"]: edit.get("to")})


def _move(plain: Plain, edit: Mapping[str, Any]) -> Plain:
    """A waypoint that states its height keeps it."""
    path, to = split(edit["move"]), rounded(place(edit, "to"))
    out = changed(plain, {})
    held = value_at(out, path)
    held[:2] = to
    return out


def _shift(plain: Plain, edit: Mapping[str, Any]) -> Plain:
    by = place(edit, "by")
    return _reshaped(plain, edit["shift"], lambda point: point + by, 0.0)


def _turn(plain: Plain, edit: Mapping[str, Any]) -> Plain:
    where, name = edit["turn"].split(".", 1)
    table = scene_of(plain).table
    model = table.models.get(name) if where == "models" else None
    about = model.at if model else centre_of(table.terrain[name])
    turned = read(float, edit["by"], ("edit", "by")) if "by" in edit else _swept(edit, about)
    if model:
        return changed(plain, {f"{edit['turn']}.facing": round((model.facing + turned) % 360, 2)})
    spin = heading(turned)
    return _reshaped(plain, edit["turn"], lambda p: about + (p - about) * spin, turned)


def _swept(edit: Mapping[str, Any], about: complex) -> float:
    """By how many whole degrees a hand has gone round a point."""
    since, to = place(edit, "since") - about, place(edit, "to") - about
    return float(round(degrees(to / since))) if since and to else 0.0


def centre_of(piece: Terrain) -> complex:
    """The point about which a piece turns."""
    if isinstance(piece.shape, Edge):
        return (piece.shape.start + piece.shape.end) / 2
    centre: complex = piece.shape.centre  # type: ignore[attr-defined]
    return centre


def _reshaped(plain: Plain, path: str, goes: Callable[[complex], complex], turned: float) -> Plain:
    """The data with a piece each of whose points has gone elsewhere. A box that leans is an outline."""
    piece = scene_of(plain).table.terrain[path.split(".", 1)[1]]
    out = changed(plain, {})
    entry = value_at(out, split(path))
    if piece.box:
        x, y, u, v = piece.box
        ends = (goes(complex(x, y)), goes(complex(u, v)))
        if turned % 90:
            assert isinstance(piece.shape, Outline)
            entry["outline"] = [rounded(goes(corner)) for corner in piece.shape.rings[0]]
            del entry["box"]
        else:
            xs, ys = sorted(p.real for p in ends), sorted(p.imag for p in ends)
            entry["box"] = [round(n, DIGITS) for n in (xs[0], ys[0], xs[1], ys[1])]
    if piece.circle:
        entry["circle"]["at"] = rounded(goes(piece.circle.at))
    if piece.outline:
        entry["outline"] = [rounded(goes(corner)) for corner in piece.outline]
    if piece.holes:
        entry["holes"] = [[rounded(goes(corner)) for corner in hole] for hole in piece.holes]
    for end in ("foot", "head"):
        if held := getattr(piece, end):
            entry[end] = [*rounded(goes(complex(*held[:2]))), held[2]]
    if piece.up is not None and turned:
        entry["up"] = round((piece.up + turned) % 360, 2)
    return out


def _add(plain: Plain, edit: Mapping[str, Any]) -> Plain:
    """Where no route is stated, the one that the game itself lays is, with the point in it."""
    at = place(edit, "add")
    scene = scene_of(plain)
    stated = routes(scene) or _laid(scene)
    if not stated:
        raise Malformed(("edit", "add"), rounded(at), "an action that can state a route")
    gaps = [(route, i) for route in stated for i in range(max(1, len(route.points)))]
    route, i = min(gaps, key=lambda gap: _apart(gap[0], gap[1], at))
    points = list(map(rounded, route.points))
    path = ".".join(route.path)
    if routes(scene):
        points = deepcopy(value_at(plain, route.path))
    return changed(plain, {path: [*points[:i], rounded(at), *points[i:]]})


def _apart(route: Route, i: int, at: complex) -> float:
    """How far a point lies from one straight part of a route."""
    here, then = route.stations[i], (*route.points, route.start)[i]
    return Edge(here, then).nearest(Leg.of_point(at)).distance if here != then else abs(at - here)


def _insert(plain: Plain, edit: Mapping[str, Any]) -> Plain:
    path = split(edit["insert"])
    route = next(route for route in routes(scene_of(plain)) if route.path == path[:-1])
    i = int(path[-1])
    out = changed(plain, {})
    half = rounded((route.stations[i] + route.stations[i + 1]) / 2)
    value_at(out, route.path).insert(i, half)
    return out


def _laid(scene: Scene) -> list[Route]:
    """The ways that the game lays, for the parts of an action that could state one and do not."""
    outcomes = scene.judge().outcomes
    return [
        Route(part.path, part.mover, outcome.step.declared.start, tuple(points), 0)
        for part in parts(scene)
        if is_route(part.kind) and part.value is None
        for outcome in outcomes[:1]
        for points in [[point for _, point in outcome.step.declared.stations()][1:]]
    ]


def _remove(plain: Plain, edit: Mapping[str, Any]) -> Plain:
    """The last waypoint of a route that need not be stated takes the route with it."""
    path = split(edit["remove"])
    out = changed(plain, {})
    held = value_at(out, path[:-1])
    value_at(out, path)
    kind = {part.path: part.kind for part in parts(scene_of(plain))}.get(path[:-1])
    if len(held) == 1 and optional(kind):
        return changed(out, {".".join(path[:-1]): None})
    del held[int(path[-1])]
    return out


def _choose(plain: Plain, edit: Mapping[str, Any]) -> Plain:
    """What the classes have in common is kept; what is then missing starts as something it can be."""
    path, scene = split(edit["choose"]), scene_of(plain)
    options = choices(scene, next(part for part in parts(scene) if part.path == path))
    if edit.get("to") not in options:
        raise Malformed(("edit", "to"), edit.get("to"), f"one of {', '.join(options)}")
    out = changed(plain, {})
    was, kind = value_at(out, path), options[edit["to"]]
    made = {
        name: was[name] if name in was else _start(key.kind, scene, path)
        for name, key in keys(kind).items()
        if name in was or key.required
    }
    return changed(out, {".".join(path): made})


def choices(scene: Scene, part: Part) -> dict[str, type]:
    """The classes that the action, or a part of it, may be, by the key that tells each."""
    kinds = [kind for kind in members(part.kind) if is_class(kind)]
    if part.path == ("action",):
        kinds = list(scene.game.actions)
    return {told_by(kind, kinds): kind for kind in kinds}


def is_class(kind: Any) -> bool:
    """Whether an annotation says a class of values with fields."""
    return isinstance(kind, type) and dataclasses.is_dataclass(kind)


def _append(plain: Plain, edit: Mapping[str, Any]) -> Plain:
    path, scene = split(edit["append"]), scene_of(plain)
    part = next(part for part in parts(scene) if part.path == path)
    if not is_route(part.kind):
        more = _start(get_args(part.kind)[0], scene, path)
    elif part.value is None:
        laid = next(route for route in _laid(scene) if route.path == path)
        return changed(plain, {".".join(path): list(map(rounded, laid.points))})
    else:
        route = next(route for route in routes(scene) if route.path == path)
        since, end = (route.stations[-2:] * 2)[:2] if route.points else (0j, 0j)
        on = (end - since) / abs(end - since) if since != end else 1
        more = rounded(route.stations[-1] + on)
    out = changed(plain, {})
    value_at(out, path).append(more)
    return out


def _drop(plain: Plain, edit: Mapping[str, Any]) -> Plain:
    """The last one; of a route that need not be stated, the last one takes the route with it."""
    path = split(edit["drop"])
    held = value_at(plain, path)
    return _remove(plain, {"remove": f"{edit['drop']}.{len(held) - 1}"})


def _enter(plain: Plain, edit: Mapping[str, Any]) -> Plain:
    path, scene = split(edit["enter"]), scene_of(plain)
    kind = next(part.kind for part in parts(scene) if part.path == path)
    model = scene.table.models[edit["to"]]
    ahead = [rounded(model.at + model.ahead)]
    value = ahead if is_route(get_args(kind)[1]) else _start(get_args(kind)[1], scene, path)
    return changed(plain, {f"{edit['enter']}.{model.name}": value})


def _start(kind: Any, scene: Scene, path: tuple[str, ...]) -> Any:
    """Plain data of an annotated type to start from."""
    kind = members(kind)[0]
    movers = [part.mover for part in parts(scene) if part.mover in scene.table.models]
    mover = scene.table.models[movers[0]] if movers else next(iter(scene.table.models.values()))
    ends = [route.stations[-1] for route in routes(scene) if route.mover == mover.name]
    end = ends[-1] if ends else mover.at
    ahead = rounded(end + mover.ahead)
    if is_route(kind):
        return [ahead]
    if is_point(kind):
        return ahead
    if among := refers(kind):
        if among == "models" and path == ("action",):
            foes = [each.name for each in scene.table.enemies(mover.name)]
            return next(iter(foes), mover.name)
        return next(iter(getattr(scene.table, among)))
    if is_class(kind):
        required = {name: key for name, key in keys(kind).items() if key.required}
        return {name: _start(key.kind, scene, path) for name, key in required.items()}
    if get_origin(kind) is Literal:
        return get_args(kind)[0]
    origin = get_origin(kind)
    return {} if origin and issubclass(origin, Mapping) else [] if origin is tuple else 0


_EDITS: Final[Mapping[str, Callable[[Plain, Mapping[str, Any]], Plain]]] = {
    "set": _set,
    "move": _move,
    "shift": _shift,
    "turn": _turn,
    "add": _add,
    "insert": _insert,
    "remove": _remove,
    "choose": _choose,
    "append": _append,
    "drop": _drop,
    "enter": _enter,
}
