"""Whether two rulings, ruled by two Pythons, are the same, and where they differ."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from typing import Any, Final

import movement
from movement.plain import Path, dotted

NEAR: Final = 1e-9
"""Numbers that differ by no more are the same: the two Pythons' sines round differently."""


def as_json(ruling: movement.Ruling) -> dict[str, Any]:
    """A ruling as the reader of its JSON has it."""
    data: dict[str, Any] = json.loads(json.dumps(ruling.to_dict(hinges=False)))
    return data


def differences(here: Any, there: Any, path: Path = ()) -> Iterator[str]:
    """Each place where two rulings as data differ, and what stands there."""
    if isinstance(here, dict) and isinstance(there, dict) and here.keys() == there.keys():
        for key in here:
            yield from differences(here[key], there[key], (*path, key))
    elif isinstance(here, list) and isinstance(there, list) and len(here) == len(there):
        for i, (one, other) in enumerate(zip(here, there, strict=True)):
            yield from differences(one, other, (*path, i))
    elif not same(here, there):
        yield f"{dotted(path)}: here {here!r}, there {there!r}"


def same(here: Any, there: Any) -> bool:
    """Whether two values are the same, numbers up to rounding."""
    if {type(here), type(there)} <= {int, float}:
        return math.isclose(here, there, rel_tol=0, abs_tol=NEAR)
    return type(here) is type(there) and bool(here == there)
