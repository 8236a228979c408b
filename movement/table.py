"""A table and what stands on it, as frozen values. A change gives a new table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Annotated, Any, Final, Literal

from movement.geometry.flights import Flight
from movement.geometry.ground import Block, Ground, Ladder
from movement.geometry.shapes import Disc, Edge, Outline, Shape, heading
from movement.plain import Distance, Extent, Length, Place

Kind = Literal["solid", "platform", "stairs", "ramp", "ladder", "impassable", "cover", "blocking"]
"""What a piece of terrain is.

Something solid that can be stood on, something that can be stood on and passed beneath, a flight
of stairs or a ramp, a ladder, something nothing passes, an area that gives cover, or one that
blocks sight.
"""

FLIGHTS: Final = ("stairs", "ramp")
"""The kinds that rise evenly from one height to another."""


@dataclass(frozen=True, slots=True)
class Refers:
    """Marks text that must be the name of something on the table, by where it is listed."""

    to: Literal["models", "units", "terrain"]


ModelName = Annotated[str, Refers("models")]
"""The name of a model on the table."""
UnitName = Annotated[str, Refers("units")]
"""The name of a unit on the table."""


@dataclass(frozen=True, slots=True)
class Circle:
    """A round piece, as a file says it."""

    at: Place
    diameter: Extent


@dataclass(frozen=True, slots=True)
class Terrain:
    """A piece of terrain.

    Its shape from above is one of `box` (two opposite corners), `circle` and `outline` (its
    corners in order, with `holes` if any); a ladder has a `foot` and a `head` instead, each a
    point and a height. `bottom` and `top` are heights: a solid piece and a flight begin at 0
    unless they say otherwise, a platform at its top, as if it were thin. A flight rises toward
    `up`, degrees anticlockwise from +x.
    """

    name: str
    kind: Kind
    box: tuple[Length, Length, Length, Length] | None = None
    circle: Circle | None = None
    outline: tuple[Place, ...] | None = None
    holes: tuple[tuple[Place, ...], ...] = ()
    bottom: Length | None = None
    top: Length | None = None
    up: float | None = None
    foot: tuple[Length, Length, Length] | None = None
    head: tuple[Length, Length, Length] | None = None
    profile: Any = None
    shape: Shape = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "shape", self._shape())

    @property
    def heights(self) -> tuple[float, float]:
        """From which height to which it takes up room."""
        top = self.top or 0.0
        under = top if self.kind == "platform" else 0.0
        return (under if self.bottom is None else self.bottom), top

    def _shape(self) -> Shape:
        if self.foot and self.head:
            return Edge(complex(*self.foot[:2]), complex(*self.head[:2]))
        if self.circle:
            return Disc(self.circle.at, self.circle.diameter / 2)
        if self.box:
            return Outline.box(*self.box)
        return Outline((self.outline or (), *self.holes))


@dataclass(frozen=True, slots=True)
class Model:
    """A model on a round base of diameter `base`, its centre at `at`.

    It stands at the height `level` and is `height` tall. `facing` is where it looks, degrees
    anticlockwise from +x; `profile` is what its game adds.
    """

    name: str
    side: str
    at: Place
    base: Extent
    level: Length = 0.0
    height: Distance = 0.0
    facing: float = 0.0
    states: frozenset[str] = frozenset()
    profile: Any = None

    @property
    def radius(self) -> float:
        """Half the base's diameter, in."""
        return self.base / 2

    @property
    def disc(self) -> Disc:
        """The base, from above."""
        return Disc(self.at, self.radius)

    @property
    def ahead(self) -> complex:
        """Where it looks, a complex number of length one."""
        return heading(self.facing)


@dataclass(frozen=True, slots=True)
class Unit:
    """Models that are moved together; `profile` is what its game adds."""

    name: str
    models: tuple[ModelName, ...]
    profile: Any = None


@dataclass(frozen=True, slots=True)
class Table:
    """A table, a rectangle from (0, 0) of some `size` or an `outline`, and what stands on it."""

    models: Mapping[str, Model]
    size: tuple[Extent, Extent] | None = None
    outline: tuple[Place, ...] | None = None
    terrain: Mapping[str, Terrain] = field(default_factory=dict)
    units: Mapping[str, Unit] = field(default_factory=dict)
    edge: Outline = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "edge", _edge(self.size, self.outline))

    @property
    def ground(self) -> Ground:
        """All that can be stood on or is in the way."""
        return _ground(self.edge, tuple(self.terrain.values()))

    def moved(
        self, name: str, to: complex, level: float, facing: float, gains: frozenset[str]
    ) -> Table:
        """The table with one model's centre elsewhere, at some height, looking some way.

        What it `gains` are states.
        """
        states = self.models[name].states | gains
        return self.changed(name, at=to, level=level, facing=facing, states=states)

    def changed(self, name: str, **changes: Any) -> Table:
        """The table with one model changed."""
        return self.having(replace(self.models[name], **changes))

    def having(self, model: Model) -> Table:
        """The table with a model in place of the one of its name."""
        return replace(self, models={**self.models, model.name: model})

    def others(self, name: str) -> Iterator[Model]:
        """All models but one."""
        return (model for model in self.models.values() if model.name != name)

    def enemies(self, name: str) -> Iterator[Model]:
        """The models of other sides than this one's."""
        side = self.models[name].side
        return (model for model in self.models.values() if model.side != side)


@lru_cache(maxsize=64)
def _edge(size: tuple[float, float] | None, outline: tuple[complex, ...] | None) -> Outline:
    return Outline.box(0, 0, *size) if size else Outline((outline or (),))


@lru_cache(maxsize=64)
def _ground(edge: Outline, pieces: tuple[Terrain, ...]) -> Ground:
    blocks, flights, ladders = [], [], []
    for piece in pieces:
        if piece.foot and piece.head:
            (x, y, low), (u, v, high) = sorted((piece.foot, piece.head), key=lambda end: end[2])
            ladders.append(Ladder(piece.name, complex(x, y), low, complex(u, v), high))
        elif piece.kind in FLIGHTS and isinstance(piece.shape, Outline):
            up = heading(piece.up or 0.0)
            flights.append(Flight(piece.name, piece.shape, *piece.heights, up))
        elif piece.kind in ("solid", "platform") and isinstance(piece.shape, Disc | Outline):
            blocks.append(Block(piece.name, piece.shape, *piece.heights))
    return Ground(edge, tuple(blocks), tuple(flights), tuple(ladders))
