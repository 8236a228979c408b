"""The one reader: plain data, as JSON or YAML give it, into frozen values.

It is driven by the annotations of the values' own classes, so a file says what a class says. What
it refuses, it refuses with the place, what stood there and what would be right. The bounds on
what is read are here and nowhere else.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Annotated, Any, Final, Literal, get_args, get_origin

from movement.geometry.lengths import PER_INCH, inches

Path = tuple[str | int, ...]
"""Where something stands in plain data: keys and positions from the top."""

LARGEST: Final = 10_000.0
"""No length on a table is larger, in."""
MOST: Final = 2_000
"""No list or mapping has more entries."""
LONGEST: Final = 20_000
"""No text has more characters."""


class Malformed(ValueError):
    """Plain data that does not say a scene: where, what stands there, what would be right."""

    def __init__(self, path: Path, got: object, expected: str) -> None:
        self.path, self.got, self.expected = path, got, expected
        super().__init__(f"{dotted(path)}: got {shown(got)}; expected {expected}")


class Absent:
    """Stands for what is not there, in a `Malformed`."""

    def __repr__(self) -> str:
        return "nothing"


@dataclass(frozen=True, slots=True, eq=False)
class As:
    """How an annotated type is read from plain data and written back, and its JSON Schema."""

    read: Callable[[object, Path], Any]
    write: Callable[[Any], object]
    schema: Mapping[str, Any]


def dotted(path: Path) -> str:
    """The path as it is written in overrides and messages."""
    return ".".join(str(part) for part in path) or "the file"


def shown(got: object) -> str:
    """What stood there, short enough for one line."""
    text = " ".join(repr(got).split())
    return text if len(text) <= 60 else f"{text[:57]}..."


def one_of(options: Sequence[str]) -> str:
    """The options as a referee would offer them."""
    return " or ".join((", ".join(options[:-1]), options[-1])) if options[1:] else options[0]


def number(data: object, path: Path) -> float:
    """A finite number no larger than any table needs."""
    if isinstance(data, bool) or not isinstance(data, int | float):
        raise Malformed(path, data, "a number")
    if not -LARGEST <= data <= LARGEST:
        raise Malformed(path, data, f"a number between -{LARGEST:.0f} and {LARGEST:.0f}")
    return float(data)


def length(data: object, path: Path) -> float:
    """A length in inches, or with its unit."""
    if isinstance(data, str):
        try:
            return number(inches(data), path)
        except ValueError as wrong:
            if isinstance(wrong, Malformed):
                raise
    elif not isinstance(data, bool) and isinstance(data, int | float):
        return number(data, path)
    units = one_of(list(PER_INCH))
    raise Malformed(path, data, f"a length: a number of inches, or a number with {units}")


def _distance(data: object, path: Path) -> float:
    if (value := length(data, path)) < 0:
        raise Malformed(path, data, "a length of zero or more")
    return value


def _extent(data: object, path: Path) -> float:
    if (value := length(data, path)) < 0.001:
        raise Malformed(path, data, "a length of at least 0.001 in")
    return value


def _place(data: object, path: Path) -> complex:
    x, y = sequence(data, path, "a point [x, y]", count=2)
    return complex(length(x, (*path, 0)), length(y, (*path, 1)))


def _waypoint(data: object, path: Path) -> tuple[complex, float | None]:
    if isinstance(data, list | tuple) and len(data) == 3:
        return _place(data[:2], path), length(data[2], (*path, 2))
    return _place(data, path), None


_LENGTH_SCHEMA: Final = {
    "anyOf": [
        {"type": "number", "minimum": -LARGEST, "maximum": LARGEST},
        {"type": "string", "pattern": r"^[+-]?(\d+\.?\d*|\.\d+) ?(in|cm|mm)$"},
    ],
    "description": "A number of inches, or a number with its unit: 25 mm, 10 cm.",
}

Length = Annotated[float, As(length, float, _LENGTH_SCHEMA)]
"""A length, in."""
Distance = Annotated[float, As(_distance, float, _LENGTH_SCHEMA)]
"""A length of zero or more, in."""
Extent = Annotated[float, As(_extent, float, _LENGTH_SCHEMA)]
"""A length of something that is there, in."""
Place = Annotated[
    complex,
    As(
        _place,
        lambda p: [p.real, p.imag],
        {"type": "array", "prefixItems": [_LENGTH_SCHEMA] * 2, "minItems": 2, "maxItems": 2},
    ),
]
"""A point of the table, x to the right and y up, in."""
Waypoint = Annotated[
    tuple[complex, float | None],
    As(
        _waypoint,
        lambda w: [w[0].real, w[0].imag] + ([] if w[1] is None else [w[1]]),
        {"type": "array", "items": _LENGTH_SCHEMA, "minItems": 2, "maxItems": 3},
    ),
]
"""A point of a route, [x, y], or [x, y, height] where it states its height, in."""


def read(kind: Any, data: object, path: Path = ()) -> Any:
    """The value of type `kind` that the plain data says. Raises `Malformed`."""
    return _reader(kind)(data, path)


@cache
def _reader(kind: Any) -> Callable[[object, Path], Any]:
    """What reads plain data as a value of a type."""
    if get_origin(kind) is Annotated:
        marks = [mark for mark in kind.__metadata__ if isinstance(mark, As)]
        return marks[0].read if marks else _reader(kind.__origin__)
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        return partial(_read_fields, kind)
    return partial(_READERS[get_origin(kind) or kind], kind)


def write(kind: Any, value: Any) -> object:
    """The plain data that `read` makes the same value of. Fields at their default are left out."""
    if value is None or kind is Any:
        return value
    origin = get_origin(kind)
    if origin is Annotated:
        marks = [mark for mark in kind.__metadata__ if isinstance(mark, As)]
        return marks[0].write(value) if marks else write(kind.__origin__, value)
    if dataclasses.is_dataclass(kind):
        return _write_fields(value)
    if origin in (typing.Union, types.UnionType):
        members = [member for member in get_args(kind) if member is not type(None)]
        if dataclasses.is_dataclass(value):
            return write(type(value), value)
        return write(members[0], value)
    if origin is Mapping:
        return {name: write(get_args(kind)[1], entry) for name, entry in value.items()}
    if origin is tuple:
        kinds = get_args(kind)
        if kinds[1:] == (...,):
            return [write(kinds[0], entry) for entry in value]
        return [write(*pair) for pair in zip(kinds, value, strict=True)]
    return sorted(value) if origin is frozenset else value


def mapping(data: object, path: Path, expected: str) -> Mapping[str, Any]:
    """The data, if it is a mapping with names for keys, and not too large."""
    if not isinstance(data, Mapping):
        raise Malformed(path, Absent() if data is None else data, expected)
    for key in data:
        if not isinstance(key, str) or not 0 < len(key) <= 80 or not key.isprintable():
            raise Malformed(path, key, "names for keys")
    _not_too_many(data, path)
    return data


def sequence(data: object, path: Path, expected: str, count: int | None = None) -> Sequence[Any]:
    """The data, if it is a list, of `count` entries where that is given, and not too long."""
    if not isinstance(data, list | tuple) or (count is not None and len(data) != count):
        raise Malformed(path, Absent() if data is None else data, expected)
    _not_too_many(data, path)
    return data


def only_keys(data: Mapping[str, Any], known: Sequence[str], path: Path) -> None:
    """Refuses a key that is not known."""
    for key in data:
        if key not in known:
            raise Malformed((*path, key), key, f"one of the keys {', '.join(known)}")


@dataclass(frozen=True, slots=True)
class Key:
    """A field of a class as plain data has it."""

    field: str
    kind: Any
    required: bool
    default: Callable[[], Any]


@cache
def keys(kind: type) -> Mapping[str, Key]:
    """The keys that a class is read from: its fields, but none that it works out itself.

    A trailing underscore, which keeps a field's name from being a word of Python's, is dropped.
    """
    hints = typing.get_type_hints(kind, include_extras=True)
    found = {}
    for entry in dataclasses.fields(kind):
        if not entry.init or entry.name in ("name", "profile"):
            continue
        required = (
            entry.default is dataclasses.MISSING and entry.default_factory is dataclasses.MISSING
        )
        found[entry.name.rstrip("_")] = Key(
            entry.name,
            hints[entry.name],
            required,
            (lambda value=entry.default: value)  # type: ignore[misc]
            if entry.default_factory is dataclasses.MISSING
            else entry.default_factory,
        )
    return found


def read_named(
    kind: type, profile: type, data: object, path: Path, expected: str
) -> dict[str, Any]:
    """A mapping of names to values of a class that has a `name` and a `profile`.

    The name is the key; the profile's own keys stand among the value's.
    """
    out = {}
    for name, entry in mapping(data, path, expected).items():
        here = (*path, name)
        general, special = keys(kind), keys(profile)
        entries = mapping(entry, here, f"a mapping with {', '.join([*general, *special])}")
        only_keys(entries, [*general, *special], here)
        more = _values(special, entries, here)
        out[name] = kind(name=name, profile=profile(**more), **_values(general, entries, here))
    return out


def _read_fields(kind: type, data: object, path: Path) -> Any:
    known = keys(kind)
    entries = mapping(data, path, f"a mapping with {', '.join(known)}")
    only_keys(entries, list(known), path)
    return kind(**_values(known, entries, path))


def _values(known: Mapping[str, Key], entries: Mapping[str, Any], path: Path) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name, key in known.items():
        if name in entries:
            values[key.field] = read(key.kind, entries[name], (*path, name))
        elif key.required:
            raise Malformed((*path, name), Absent(), f"the key {name}, which is required")
    return values


def _write_fields(value: Any) -> dict[str, object]:
    out: dict[str, object] = {}
    for name, key in keys(value.__class__).items():
        entry = getattr(value, key.field)
        if key.required or entry != key.default():
            out[name] = write(key.kind, entry)
    if (profile := getattr(value, "profile", None)) is not None:
        out |= _write_fields(profile)
    return out


def _not_too_many(data: Mapping[str, Any] | Sequence[Any], path: Path) -> None:
    if len(data) > MOST:
        raise Malformed(path, f"{len(data)} entries", f"at most {MOST}")


def _read_text(_: Any, data: object, path: Path) -> str:
    if not isinstance(data, str):
        raise Malformed(path, Absent() if data is None else data, "text")
    if len(data) > LONGEST:
        raise Malformed(path, f"{len(data)} characters", f"at most {LONGEST}")
    return str(data)


def _read_flag(_: Any, data: object, path: Path) -> bool:
    if not isinstance(data, bool):
        raise Malformed(path, data, "true or false")
    return data


def _read_count(_: Any, data: object, path: Path) -> int:
    if isinstance(data, bool) or not isinstance(data, int) or not 0 <= data <= LARGEST:
        raise Malformed(path, data, "a whole number of zero or more")
    return int(data)


def _read_choice(kind: Any, data: object, path: Path) -> Any:
    if data not in get_args(kind):
        raise Malformed(path, data, one_of(get_args(kind)))
    return data


def _read_tuple(kind: Any, data: object, path: Path) -> tuple[Any, ...]:
    kinds = get_args(kind)
    if kinds[1:] == (...,):
        entries = sequence(data, path, "a list")
        return tuple(read(kinds[0], entry, (*path, i)) for i, entry in enumerate(entries))
    entries = sequence(data, path, f"a list of {len(kinds)}", count=len(kinds))
    return tuple(
        read(k, e, (*path, i)) for i, (k, e) in enumerate(zip(kinds, entries, strict=True))
    )


def _read_set(kind: Any, data: object, path: Path) -> frozenset[Any]:
    entries = sequence(data, path, "a list")
    return frozenset(read(get_args(kind)[0], e, (*path, i)) for i, e in enumerate(entries))


def _read_mapping(kind: Any, data: object, path: Path) -> Mapping[str, Any]:
    entries = mapping(data, path, "a mapping")
    return {name: read(get_args(kind)[1], entry, (*path, name)) for name, entry in entries.items()}


def _read_union(kind: Any, data: object, path: Path) -> Any:
    """A value or nothing; or the one class whose telling key (its own first field) is there."""
    members = [member for member in get_args(kind) if member is not type(None)]
    if data is None and len(members) < len(get_args(kind)):
        return None
    if len(members) == 1:
        return read(members[0], data, path)
    telling = {told_by(member, members): member for member in members}
    entries = mapping(data, path, f"a mapping with {one_of(list(telling))}")
    there = [key for key in telling if key in entries]
    if len(there) != 1:
        got = " and ".join(there) if there else ", ".join(entries) or "no keys"
        raise Malformed(path, got, f"just one of {one_of(list(telling))}")
    return read(telling[there[0]], data, path)


def told_by(member: type, members: Sequence[type]) -> str:
    """The key by which one class of several is known: its first that not all of them have."""
    shared = set.intersection(*(set(keys(each)) for each in members)) if members[1:] else set()
    return next(key for key in keys(member) if key not in shared)


_READERS: Final[Mapping[Any, Callable[[Any, object, Path], Any]]] = {
    str: _read_text,
    bool: _read_flag,
    int: _read_count,
    float: lambda _, data, path: number(data, path),
    Any: lambda _, data, path: data,
    Literal: _read_choice,
    tuple: _read_tuple,
    frozenset: _read_set,
    Mapping: _read_mapping,
    typing.Union: _read_union,
    types.UnionType: _read_union,
}
