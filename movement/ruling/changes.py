"""A scene's plain data with some of it changed, by the path that overrides and messages give it."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, Final

from movement.plain import Absent, Malformed, Path
from movement.ruling.scene import KEYS

NOT_TABLE: Final = ("action", "edition", "permits", "readings")
"""The keys with which an override can begin besides those of the table."""
_MAPS: Final = ("models", "terrain", "units", "permits", "readings")
"""The parts of a scene that an override may add an entry to though the data has none of them."""
_ABSENT: Final = Absent()


def changed(data: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The plain data of the scene in `data`, some of it overridden. Raises `Malformed`."""
    plain = deepcopy({key: data[key] for key in KEYS if key in data})
    for change, value in changes.items():
        _set(plain, split(change), deepcopy(value))
    return plain


def split(change: str) -> tuple[str, ...]:
    """An override's key as a path from the top of the scene."""
    first, _, rest = change.partition(".")
    if first == "permits" and rest:
        return (first, rest)
    parts = tuple(change.split("."))
    return parts if first in NOT_TABLE else ("table", *parts)


def value_at(plain: Any, path: tuple[str, ...]) -> Any:
    """What stands at a path from the top of the scene. Raises `Malformed` where nothing does."""
    for i, part in enumerate(path):
        plain = _entry(plain, part, path[: i + 1])
    return plain


def _set(plain: dict[str, Any], path: tuple[str, ...], value: Any) -> None:
    """Sets what stands at a path; nothing (null) takes it away."""
    holder: Any = plain
    for i, part in enumerate(path[:-1]):
        if isinstance(holder, dict) and part in _MAPS and part not in holder:
            holder[part] = {}
        holder = _entry(holder, part, path[: i + 1])
    last = path[-1]
    if isinstance(holder, dict):
        if value is not None:
            holder[last] = value
        elif holder.pop(last, _ABSENT) is _ABSENT:
            raise Malformed(path, _ABSENT, "something there, to be taken away")
    else:
        _entry(holder, last, path)
        holder[int(last)] = value


def _entry(holder: Any, part: str, path: Path) -> Any:
    if isinstance(holder, dict) and part in holder:
        return holder[part]
    if isinstance(holder, list) and part.isdecimal() and int(part) < len(holder):
        return holder[int(part)]
    there = ", ".join(holder) if isinstance(holder, dict) else "no such entry"
    raise Malformed(path, part, f"something to override: {there}")
