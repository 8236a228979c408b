"""A table and what stands on it, as frozen values. A change gives a new table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Literal

from movement.geometry.shapes import Disc, Outline, Shape, heading
from movement.plain import Extent, Length, Place

Kind = Literal["impassable", "cover"]
"""What a piece of terrain is: something nothing passes, or an area that gives cover."""


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
    corners in order, with `holes` if any).
    """

    name: str
    kind: Kind
    box: tuple[Length, Length, Length, Length] | None = None
    circle: Circle | None = None
    outline: tuple[Place, ...] | None = None
    holes: tuple[tuple[Place, ...], ...] = ()
    profile: Any = None
    shape: Shape = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "shape", self._shape())

    def _shape(self) -> Shape:
        if self.circle:
            return Disc(self.circle.at, self.circle.diameter / 2)
        if self.box:
            return Outline.box(*self.box)
        return Outline((self.outline or (), *self.holes))


@dataclass(frozen=True, slots=True)
class Model:
    """A model on a round base of diameter `base`, its centre at `at`.

    `facing` is where it looks, degrees anticlockwise from +x; `profile` is what its game adds.
    """

    name: str
    side: str
    at: Place
    base: Extent
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
        edge = Outline.box(0, 0, *self.size) if self.size else Outline((self.outline or (),))
        object.__setattr__(self, "edge", edge)

    def moved(self, name: str, to: complex) -> Table:
        """The table with one model's centre somewhere else."""
        model = replace(self.models[name], at=to)
        return replace(self, models={**self.models, name: model})

    def others(self, name: str) -> Iterator[Model]:
        """All models but one."""
        return (model for model in self.models.values() if model.name != name)

    def enemies(self, name: str) -> Iterator[Model]:
        """The models of other sides than this one's."""
        side = self.models[name].side
        return (model for model in self.models.values() if model.side != side)
