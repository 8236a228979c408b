"""One panel of a figure: a part of the table, or of a section through it, to scale."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import Circle, PathPatch, Polygon
from matplotlib.path import Path
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from movement.geometry.shapes import Disc, Edge, Outline, Shape
from movement.geometry.surfaces import Arc
from movement.geometry.view import View
from movement.show.labels import Label, place
from movement.show.style import FONT, Theme

_SCALES = (2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01)
"""The lengths that the inch scale may have, in."""

Frame = tuple[float, float, float, float]
"""A rectangle: least x and y, greatest x and y, in."""


@dataclass
class Panel:
    """Axes with an inch as long to the right as up, and the labels still to be placed."""

    axes: Axes
    theme: Theme
    frame: Frame
    labels: list[Label] = field(default_factory=list)
    avoid: list[Frame] = field(default_factory=list)

    def __post_init__(self) -> None:
        x0, y0, x1, y1 = self.frame
        self.axes.set(xlim=(x0, x1), ylim=(y0, y1), aspect="equal", xticks=[], yticks=[])
        self.axes.set_facecolor(self.theme.paper)
        for spine in self.axes.spines.values():
            spine.set(color=self.theme.faint, linewidth=0.8)

    def shows(self, point: complex) -> bool:
        """Whether a point is in the panel."""
        x0, y0, x1, y1 = self.frame
        return x0 <= point.real <= x1 and y0 <= point.imag <= y1

    def shape(self, shape: Shape, zorder: float, **style: Any) -> None:
        """Draws a shape, circles as true circles."""
        if isinstance(shape, Disc):
            centre = (shape.centre.real, shape.centre.imag)
            self.axes.add_patch(Circle(centre, shape.radius, zorder=zorder, **style))
        elif isinstance(shape, View):
            self.polygon(_round(shape.boundary), zorder, **style)
        elif isinstance(shape, Outline):
            self.axes.add_patch(PathPatch(_path(shape), zorder=zorder, **style))
        elif isinstance(shape, Edge):
            line = {"color": style.get("edgecolor"), "linewidth": style.get("linewidth")}
            self.line([shape.start, shape.end], zorder, **line)

    def outside(self, outline: Outline, zorder: float, **style: Any) -> None:
        """Fills what of the panel lies outside an outline."""
        x0, y0, x1, y1 = self.frame
        around = Outline.box(x0 - 1, y0 - 1, x1 + 1, y1 + 1)
        holes = tuple(edge.start for edge in outline.edges)[::-1]
        self.axes.add_patch(
            PathPatch(_path(Outline((*around.rings, holes))), zorder=zorder, **style)
        )

    def polygon(self, corners: Iterable[complex], zorder: float, **style: Any) -> None:
        """Draws a filled polygon."""
        points = [(p.real, p.imag) for p in corners]
        self.axes.add_patch(Polygon(points, closed=True, zorder=zorder, **style))

    def line(self, points: Sequence[complex], zorder: float, **style: Any) -> None:
        """Draws a line through points, and keeps labels off it."""
        self.axes.plot([p.real for p in points], [p.imag for p in points], zorder=zorder, **style)

    def arrow(self, start: complex, end: complex, zorder: float, **style: Any) -> None:
        """Draws an arrow from one point to another."""
        drawn = self.axes.annotate(
            "",
            (end.real, end.imag),
            (start.real, start.imag),
            zorder=zorder,
            arrowprops={"arrowstyle": "-|>", "shrinkA": 0, "shrinkB": 0, **style},
        )
        if drawn.arrow_patch is not None:
            drawn.arrow_patch.set_clip_box(self.axes.bbox)

    def dimension(self, a: complex, b: complex, colour: str) -> None:
        """Draws the line between two points with a tick at each: a measurement."""
        self.line([a, b], 7, color=colour, linewidth=2.0, solid_capstyle="butt")
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
        self.axes.plot(
            at.real, at.imag, "X", color=colour, markersize=8, zorder=7.5, mec=self.theme.paper
        )

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

    def finish(self) -> list[Text]:
        """Places the labels; to be called once all else is drawn."""
        to_pixels = self.axes.transData.transform
        avoid = [Bbox(to_pixels([(x0, y0), (x1, y1)])) for x0, y0, x1, y1 in self.avoid]
        shown = [label for label in self.labels if self.shows(label.at)]
        return place(self.axes, shown, avoid, FONT, self.theme.paper)


def _round(boundary: Iterable[Edge | Arc]) -> Iterator[complex]:
    """Points along a boundary, close enough on its arcs to look round."""
    for part in boundary:
        parts = 1 if isinstance(part, Edge) else 1 + int(abs(part.sweep) * 30)
        yield from (part.at(i / parts) for i in range(parts))


def _path(outline: Outline) -> Path:
    vertices: list[tuple[float, float]] = []
    codes: list[Any] = []
    for ring in outline.rings:
        vertices += [(p.real, p.imag) for p in (*ring, ring[0])]
        codes += [Path.MOVETO, *[Path.LINETO] * (len(ring) - 1), Path.CLOSEPOLY]
    return Path(vertices, codes)
