"""Flip pairs: two rulings of a case that differ in one thing, and so in what becomes of them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from movement.cases.case import Case, Worked
from movement.ruling.words import inches_told, plain_number
from movement.show.above import around, frame_of, legs_of
from movement.show.figure import Picture
from movement.show.style import LIGHT, Theme

_Flat = Mapping[tuple[str, ...], Any]
"""A scene as plain data: each value by its path."""


@dataclass(frozen=True, slots=True)
class Flip:
    """Two rulings, the second of which has one thing changed; `words` say which.

    `name` is the model or piece it is changed in, if it is one.
    """

    one: Worked
    other: Worked
    words: str
    name: str

    def pictures(self, theme: Theme = LIGHT) -> tuple[Picture, Picture]:
        """Their two pictures, of the same part of the table at the same scale."""
        both = (self.one.ruling, self.other.ruling)
        frame = around([frame_of(ruling, leg) for ruling in both for leg in legs_of(ruling)])
        first, second = (
            Picture({each.id.rpartition("/")[2]: each.ruling}, theme, frame, self.name)
            for each in (self.one, self.other)
        )
        return first, second


def flips(case: Case) -> list[Flip]:
    """The case's flip pairs.

    For each ruling, that earlier one from which it differs in one thing, and in that the least, if
    what becomes of the two differs as well.
    """
    found = []
    worked = list(case.worked.values())
    flat = [dict(_flat(each.scene.to_dict())) for each in worked]
    for i, other in enumerate(worked):
        pairs = (
            (one, *changes.popitem())
            for one, before in zip(worked[:i], flat, strict=False)
            for changes in [_changes(before, flat[i])]
            if len(changes) == 1 and _outcome(one) != _outcome(other)
        )
        least = min(pairs, key=lambda pair: _size(*pair[2]), default=None)
        if least:
            one, path, (old, new) = least
            name = path[1] if path[0] in ("models", "terrain") and len(path) > 2 else ""
            found.append(Flip(one, other, _told(path, old, new), name))
    return found


def _size(old: Any, new: Any) -> float:
    """How much a number or a point is changed, in; a great deal for what is neither."""
    try:
        return abs(complex(*_numbers(new)) - complex(*_numbers(old)))
    except (TypeError, ValueError):
        return math.inf


def _numbers(value: Any) -> list[float]:
    return [float(each) for each in (value if isinstance(value, list) else [value])]


def _outcome(worked: Worked) -> tuple[Any, ...]:
    ruling = worked.ruling
    return ruling.verdict, set(ruling.breaks), ruling.halts, tuple(ruling.set_aside)


def _changes(one: _Flat, other: _Flat) -> dict[tuple[str, ...], tuple[Any, Any]]:
    """What differs between two scenes: path to old and new value, points taken whole."""
    paths = [*one, *(path for path in other if path not in one)]
    return {
        path: (one.get(path), other.get(path)) for path in paths if one.get(path) != other.get(path)
    }


def _flat(data: Mapping[str, Any], path: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], Any]]:
    out: list[tuple[tuple[str, ...], Any]] = []
    for key, value in data.items():
        here = path if key == "table" else (*path, key)
        if isinstance(value, Mapping) and len(here) < 3:
            out += _flat(value, here)
        else:
            out.append((here, value))
    return out


def _told(path: tuple[str, ...], old: Any, new: Any) -> str:
    """The one difference in a few words."""
    *_, owner, key = ("", *path)
    if path[0] == "permits":
        return f"with the special rule {new}" if new else f"without the special rule {old}"
    if path[0] == "readings":
        return f"{key} read as {new}" if new else f"{key} read as by default"
    if key == "at" and old and new:
        return f"{owner} {inches_told(abs(complex(*new) - complex(*old)))} away"
    if isinstance(old, int | float) and isinstance(new, int | float) and key != "facing":
        more = {"top": ("higher", "lower"), "level": ("higher up", "lower down")}
        words = more.get(key, (f"more {key}", f"less {key}"))
        return f"{owner} {inches_told(new - old)} {words[new < old]}"
    if old is None:
        return f"with {owner if key in ('kind', 'side') else key}"
    if new is None:
        return f"without {key}"
    if isinstance(old, list | Mapping) or isinstance(new, list | Mapping):
        return f"another {key}"
    return f"{owner}: {key} {_value(old)} becomes {_value(new)}"


def _value(value: Any) -> str:
    return plain_number(value) if isinstance(value, int | float) else str(value)
