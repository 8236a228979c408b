"""What of a set-up can be set by number or by choice, as labelled fields, found by annotations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Final, Literal, get_args, get_origin

from movement.plain import Distance, Extent, Length, Place, Waypoint, keys, write
from movement.ruling.changes import split
from movement.ruling.scene import Scene
from movement.show.board.edits import choices, is_class
from movement.show.board.parts import Part, is_point, is_route, members, optional, refers
from movement.table import ModelName

Field = dict[str, Any]
"""A field as plain data: `path`, `label`, `kind`, `value`, and `least`, `most`, `options`, `empty`.

`kind` is `length` (in), `angle` (degrees), `number`, `text`, `choice` (with `options` as pairs of
value and words), `class` (what an action or a part of it is), `parts` (how many there are, not under
`few`) or `entries` (models that have no part yet).
"""

_COORDINATES: Final = {"0": "x", "1": "y", "2": "height"}
ANGLES: Final = ("facing", "up")
"""The keys of a table whose values are degrees."""
_LENGTHS: Final = (Length, Distance, Extent)


def explored(scene: Scene, explore: Mapping[str, Any], of: Sequence[Part]) -> list[Field]:
    """The fields that a case offers to explore, each within its range or with its options."""
    found = []
    owners = dict.fromkeys(_owner(path) for path in explore)
    known = {field["path"]: field for owner in owners for field in of_thing(scene, owner)}
    known |= {field["path"]: field for field in of_action(scene, of)}
    for path, bounds in explore.items():
        field = known.get(path) or _leaf(scene, path, of)
        field = {**field, "label": _plainly(split(path), field["kind"])}
        numbers = all(isinstance(bound, int | float) for bound in bounds)
        if len(bounds) == 2 and numbers and field["kind"] in ("length", "angle", "number"):
            field |= {"least": bounds[0], "most": bounds[1]}
        else:
            field |= {"kind": "choice", "options": [[bound, str(bound)] for bound in bounds]}
        found.append(field)
    return found


def of_action(scene: Scene, of: Sequence[Part]) -> list[Field]:
    """The fields of the action, of its parts: what each is, what it is at, how many there are."""
    found = []
    for part in of:
        path, name = ".".join(part.path), _named(part.path)
        kinds = choices(scene, part)
        if len(kinds) > 1:
            value = next(key for key, kind in kinds.items() if isinstance(part.value, kind))
            options = [[key, key] for key in kinds]
            found.append(_field(path, name, "class", value, options=options))
        elif _of_parts(part.kind):
            found.append({**_field(path, name, "parts", len(part.value)), "few": 1})
        elif is_route(part.kind):
            label = " ".join(filter(None, (part.mover, "waypoints", *_numbered(part.path))))
            found.append({**_field(path, label, "parts", len(part.value or ())), "few": 0})
        elif _by_model(part.kind):
            others = [[name, name] for name in scene.table.models if name not in part.value]
            found.append(_field(path, name, "entries", None, options=others))
        elif (field := _scalar(scene, part.kind, part.value, path, name)) is not None:
            found.append(field)
    return found


def of_thing(scene: Scene, path: str) -> list[Field]:
    """The fields of a model, a unit or a piece of terrain."""
    where, _, name = path.partition(".")
    table = scene.table
    listed: dict[str, tuple[Mapping[str, Any], Any]] = {
        "models": (table.models, scene.game.model),
        "terrain": (table.terrain, scene.game.terrain),
        "units": (table.units, scene.game.unit),
    }
    things, profile = listed.get(where, ({}, scene.game.model))
    if name not in things:
        return []
    thing = things[name]
    kind: Any = type(thing)
    known = {key: (entry, thing) for key, entry in keys(kind).items()}
    known |= {key: (entry, thing.profile) for key, entry in keys(profile).items()}
    found = []
    for key, (entry, holder) in known.items():
        value = getattr(holder, entry.field)
        for at, kind, one in _leaves(entry.kind, value, f"{path}.{key}"):
            field = _scalar(scene, kind, one, at, at.removeprefix(f"{path}."))
            if field and not (value is None and optional(entry.kind) and where == "terrain"):
                found.append(field)
    return found


def readings(scene: Scene) -> list[Field]:
    """The edition, where there are several, and every reading."""
    book, settings = scene.settings.rulebook, scene.settings
    found = []
    if len(book.editions) > 1:
        options = [[edition, edition] for edition in book.editions]
        found.append(_field("edition", "edition", "choice", settings.edition, options=options))
    for name, reading in book.readings.items():
        taken = settings.readings.get(name, reading.default)
        options = [[key, f"{key}: {says}"] for key, says in reading.options.items()]
        field = _field(f"readings.{name}", reading.says, "choice", taken, options=options)
        found.append({**field, "name": name})
    return found


def _owner(path: str) -> str:
    """The thing of the table that a path belongs to."""
    return ".".join(path.split(".")[:2])


def _leaf(scene: Scene, path: str, of: Sequence[Part]) -> Field:
    """A field for one coordinate of a point of the action, or for what is told as it stands."""
    at_ = split(path)
    for part in of:
        depth = len(part.path)
        if part.path == at_[:depth] and depth < len(at_):
            for at, kind, value in _leaves(part.kind, part.value, ".".join(part.path)):
                if at == path:
                    return _scalar(scene, kind, value, path, path) or {}
    return _field(path, path, "text", None)


def _plainly(parts_: tuple[str, ...], kind: str = "") -> str:
    """The path of a field of some kind in words: `spearman at y`, `wall top`."""
    words = [part for part in parts_ if part not in ("table", "models", "terrain", "units")]
    if kind == "length":
        words[-1] = _COORDINATES.get(words[-1], words[-1])
    words = [str(int(word) + 1) if word.isdecimal() else word for word in words]
    return " ".join(word for word in words if word != "action")


def _leaves(kind: Any, value: Any, path: str) -> Iterator[tuple[str, Any, Any]]:
    """Each number of a point or of a list of points, with its own path; all else as it is."""
    if value is not None and is_point(kind):
        point = value[0] if isinstance(value, tuple) else value
        yield f"{path}.0", Length, point.real
        yield f"{path}.1", Length, point.imag
        if isinstance(value, tuple) and value[1] is not None:
            yield f"{path}.2", Length, value[1]
    elif value is not None and is_route(kind):
        for i, point in enumerate(value):
            yield from _leaves(get_args(members(kind)[0])[0], point, f"{path}.{i}")
    elif get_origin(members(kind)[0]) is Annotated:
        yield path, kind, value
    elif isinstance(value, tuple) and all(isinstance(one, float) for one in value):
        for i, one in enumerate(value):
            yield f"{path}.{i}", Length, one
    else:
        yield path, kind, value


def _scalar(scene: Scene, kind: Any, value: Any, path: str, label: str) -> Field | None:
    """A field for one value, or None where it is no one value."""
    bare = next((each for each in members(kind) if each is not type(None)), kind)
    empty = {"empty": True} if optional(kind) else {}
    label = _plainly(tuple(label.split(".")), "length" if bare in _LENGTHS else "") or label
    if among := refers(kind):
        names = list(getattr(scene.table, among))
        options = [[name, name] for name in names]
        return _field(path, label, "choice", value, options=options, **empty)
    if get_origin(bare) is Literal:
        options = [[one, str(one)] for one in get_args(bare)]
        return _field(path, label, "choice", value, options=options, **empty)
    if bare in _LENGTHS:
        return _field(path, label, "length", value, **empty)
    if bare in (float, int):
        what = "angle" if path.rpartition(".")[2] in ANGLES else "number"
        return _field(path, label, what, value, **empty)
    if bare is bool:
        return _field(path, label, "choice", value, options=[[True, "yes"], [False, "no"]], **empty)
    if bare is str:
        return _field(path, label, "text", value, **empty)
    if get_origin(bare) is Annotated and bare not in (Place, Waypoint):
        return _field(path, label, "text", write(kind, value), **empty)
    return None


def _numbered(path: tuple[str, ...]) -> list[str]:
    """Which one of several a path leads to, counted from 1."""
    return [str(int(part) + 1) for part in path if part.isdecimal()]


def _by_model(kind: Any) -> bool:
    """Whether an annotation says something for each of several models."""
    return get_origin(kind) is Mapping and get_args(kind)[0] == ModelName


def _of_parts(kind: Any) -> bool:
    """Whether an annotation says a list of parts, each of which is a class of its own."""
    args = get_args(kind)
    listed = get_origin(kind) is tuple and args[1:] == (...,)
    return listed and any(map(is_class, members(args[0])))


def _named(path: tuple[str, ...]) -> str:
    return _plainly(path) or "action"


def _field(path: str, label: str, kind: str, value: Any, **more: Any) -> Field:
    return {"path": path, "label": label, "kind": kind, "value": value, **more}
