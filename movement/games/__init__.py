"""The register of games: those of this package, and those that other packages bring.

A game is a module with a `game` in it, and a clause file of the module's name beside it. An
installed package adds one by an entry point in the group `movement.games`.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module, resources
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from typing import Final

from movement.ruling.game import Game
from movement.ruling.rulebook import Rulebook, read_rulebook
from movement.ruling.scene import Scene, read_scene

GROUP: Final = "movement.games"
"""The entry-point group in which other packages name their games' modules."""


@cache
def names() -> tuple[str, ...]:
    """The names of all games that can be ruled on, in alphabetical order."""
    own = (name for name in _own() if find_spec(f"{__name__}.{name}"))
    return tuple(sorted({*own, *_brought()}))


@cache
def rulebooks() -> dict[str, Rulebook]:
    """Every game's rulebook by the game's name, also of games that no module rules on yet."""
    brought = {name: find(name).rulebook for name in _brought()}
    return {name: rulebook_beside(f"{__name__}.{name}") for name in _own()} | brought


def _own() -> list[str]:
    """The names of this package's clause files."""
    files = (entry.name for entry in resources.files(__name__).iterdir())
    return sorted(name.removesuffix(".toml") for name in files if name.endswith(".toml"))


@cache
def _brought() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


@cache
def find(name: str) -> Game:
    """The game of a name. Raises `LookupError` with the names there are."""
    if name not in names():
        raise LookupError(f"one of the games {', '.join(names())}")
    brought = _brought()
    module = brought[name].load() if name in brought else import_module(f"{__name__}.{name}")
    game: Game = module.game
    return game


def scene(data: object) -> Scene:
    """The scene that plain data says, of any game there is. Raises `Malformed`."""
    return read_scene(data, find)


@cache
def rulebook_beside(module: str) -> Rulebook:
    """The clause file that stands beside a game's module, named by the module's `__name__`."""
    package, _, name = module.rpartition(".")
    return read_rulebook(resources.files(package).joinpath(f"{name}.toml").read_text("utf-8"))
