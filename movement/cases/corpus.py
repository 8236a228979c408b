"""Where the cases are, and how one is found by its id."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path as File

from movement.cases.case import Case, load


def root() -> File:
    """The folder of cases: beside the package in a checkout, inside it once installed."""
    package = File(__file__).resolve().parents[1]
    checkout = package.parent
    if (checkout / "cases").is_dir() and (checkout / "pyproject.toml").is_file():
        return checkout / "cases"
    return package / "corpus"


def files(where: Iterable[File] = ()) -> list[File]:
    """All case files in the folders given, and the files given; of the corpus if none are."""
    found: set[File] = set()
    for place in list(where) or [root()]:
        found |= set(place.rglob("*.yaml")) if place.is_dir() else {place}
    return sorted(found)


def case(name: str | File) -> Case:
    """The case of an id, `game/slug`, or in a file. Raises `BadFile`, or `LookupError`."""
    file = File(name)
    if file.suffix == ".yaml":
        return load(file)
    if not (known := root() / f"{name}.yaml").is_file():
        ids = [f"{each.parent.name}/{each.stem}" for each in files()]
        raise LookupError(f"no case {str(name)!r}; there are {', '.join(ids)}")
    return load(known)
