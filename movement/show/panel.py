"""One panel of a figure, as data: what is drawn of a part of the table, or of a section through it.

Points are inches of the table. How it looks on paper is for `movement.show.ink` to say, and on a
screen for the board; so this imports nothing but the standard library.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Literal

from movement.geometry.shapes import Outline, Shape
from movement.show.style import Theme

_SCALES = (2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01)
"""The lengths that the inch scale may have, in."""

Frame = tuple[float, float, float, float]
"""A rectangle: least x and y, greatest x and y, in."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Something drawn: a shape, or what goes through or lies at points; the higher lies on top.

    `style` is worded as matplotlib words it.
    """

    kind: Literal["shape", "polygon", "line", "arrow", "cross", "dot"]
    zorder: float
    style: Mapping[str, Any]
    points: tuple[complex, ...] = ()
    shape: Shape | None = None


@dataclass(frozen=True, slots=True)
class Label:
    """Words for a point of the panel, kept clear of it by `clear` inches of the table."""

    at: complex
    words: str
    colour: str
    clear: float = 0.0
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A panel, and the words above it."""

    head: str
    colour: str
    weight: str
    frame: Frame
    draw: Callable[[Panel], None]


@dataclass
class Panel:
    """A frame, the marks in it in the order they are made, and the labels still to be placed."""

    theme: Theme
    frame: Frame
    marks: list[Mark] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    avoid: list[Frame] = field(default_factory=list)

    def shows(self, point: complex) -> bool:
        """Whether a point is in the panel."""
        x0, y0, x1, y1 = self.frame
        return x0 <= point.real <= x1 and y0 <= point.imag <= y1

    def shape(self, shape: Shape, zorder: float, **style: Any) -> None:
        """Draws a shape, circles as true circles."""
        self.marks.append(Mark("shape", zorder, style, shape=shape))

    def outside(self, outline: Outline, zorder: float, **style: Any) -> None:
        """Fills what of the panel lies outside an outline."""
        x0, y0, x1, y1 = self.frame
        around = Outline.box(x0 - 1, y0 - 1, x1 + 1, y1 + 1)
        holes = tuple(edge.start for edge in outline.edges)[::-1]
        self.shape(Outline((*around.rings, holes)), zorder, **style)

    def polygon(self, corners: Iterable[complex], zorder: float, **style: Any) -> None:
        """Draws a filled polygon."""
        self.marks.append(Mark("polygon", zorder, style, tuple(corners)))

    def line(self, points: Sequence[complex], zorder: float, **style: Any) -> None:
        """Draws a line through points."""
        self.marks.append(Mark("line", zorder, style, tuple(points)))

    def arrow(self, start: complex, end: complex, zorder: float, **style: Any) -> None:
        """Draws an arrow from one point to another."""
        self.marks.append(Mark("arrow", zorder, style, (start, end)))

    def dimension(self, a: complex, b: complex, colour: str, *, under: bool = False) -> None:
        """Draws the line between two points with a tick at each: a measurement.

        It goes `under` the way gone, if that is not to be hidden by it.
        """
        style = {"color": colour, "linewidth": 2.0, "solid_capstyle": "butt"}
        self.line([a, b], 5.7 if under else 7, **style)
        toward = (b - a) / abs(b - a) if abs(b - a) > 1e-9 else 1
        tick = 1j * toward * 0.02 * (self.frame[2] - self.frame[0])
        for end in (a, b):
            self.line([end - tick, end + tick], 7, color=colour, linewidth=1.4)

    def broken(self, a: complex, b: complex, colour: str) -> None:
        """Draws a line between two points with a gap in it: what should have held."""
        third = (b - a) / 3
        for start, end in ((a, a + third), (b, b - third)):
            self.line([start, end], 7, color=colour, linewidth=2.0, linestyle=(0, (2, 1)))
            jag = 1j * third / abs(third) * 0.02 * (self.frame[2] - self.frame[0]) if third else 0
            self.line([end - jag, end + jag], 7, color=colour, linewidth=2.0)

    def cross(self, at: complex, colour: str) -> None:
        """Marks the place that bars the way."""
        self.marks.append(Mark("cross", 7.5, {"color": colour}, (at,)))

    def dot(self, at: complex, colour: str) -> None:
        """Marks a point."""
        self.marks.append(Mark("dot", 6, {"color": colour}, (at,)))

    def say(
        self, at: complex, words: str, colour: str = "", clear: float = 0.0, *, bold: bool = False
    ) -> None:
        """Puts words near a point, later, where there is room."""
        self.labels.append(Label(at, words, colour or self.theme.ink, clear, bold))

    def keep_off(self, at: complex, reach: float) -> None:
        """Asks labels to leave a square about a point free."""
        self.avoid.append((at.real - reach, at.imag - reach, at.real + reach, at.imag + reach))

    def keep_off_line(self, points: Sequence[complex], step: float = 0.25) -> None:
        """Asks labels to leave a line free."""
        for a, b in pairwise(points):
            for i in range(int(abs(b - a) / step) + 1):
                self.keep_off(a + (b - a) * min(1.0, i * step / abs(b - a)) if a != b else a, 0.06)

    def scale(self) -> None:
        """Draws the inch scale in the lower left corner."""
        x0, y0, x1, _ = self.frame
        size = next(each for each in _SCALES if each <= (x1 - x0) / 4.5)
        pad = 0.03 * (x1 - x0)
        start = complex(x0 + pad, y0 + pad)
        style = {"color": self.theme.ink, "solid_capstyle": "butt"}
        self.line([start, start + size], 8, linewidth=2.4, **style)
        for end in (start, start + size):
            tick = 0.012j * (x1 - x0)
            self.line([end - tick, end + tick], 8, linewidth=1, **style)
        self.keep_off(start + size / 2, size / 2 + pad / 2)
        self.labels.insert(0, Label(start + size + pad / 2, f"{size:g} in", self.theme.ink, pad))
