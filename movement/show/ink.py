"""A panel on paper: what it holds, drawn with matplotlib."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import Circle, PathPatch, Polygon
from matplotlib.path import Path
from matplotlib.transforms import Bbox

from movement.geometry.shapes import Disc, Edge, Outline, Shape
from movement.geometry.surfaces import Arc
from movement.geometry.view import View
from movement.show.labels import place
from movement.show.panel import Mark, Panel
from movement.show.style import FONT


def ink(axes: Axes, panel: Panel) -> None:
    """Draws a panel on axes, an inch as long to the right as up, labels last."""
    x0, y0, x1, y1 = panel.frame
    axes.set(xlim=(x0, x1), ylim=(y0, y1), aspect="equal", xticks=[], yticks=[])
    axes.set_facecolor(panel.theme.paper)
    for spine in axes.spines.values():
        spine.set(color=panel.theme.faint, linewidth=0.8)
    for mark in panel.marks:
        _draw(axes, panel, mark)
    to_pixels = axes.transData.transform
    avoid = [Bbox(to_pixels([(x0, y0), (x1, y1)])) for x0, y0, x1, y1 in panel.avoid]
    shown = [label for label in panel.labels if panel.shows(label.at)]
    place(axes, shown, avoid, FONT, panel.theme.paper)


def _draw(axes: Axes, panel: Panel, mark: Mark) -> None:
    xs, ys = [p.real for p in mark.points], [p.imag for p in mark.points]
    style: dict[str, Any] = {"zorder": mark.zorder, **mark.style}
    match mark.kind:
        case "shape" if mark.shape is not None:
            _shape(axes, mark.shape, style)
        case "polygon":
            axes.add_patch(Polygon(list(zip(xs, ys, strict=True)), closed=True, **style))
        case "line":
            axes.plot(xs, ys, **style)
        case "arrow":
            arrow = {"arrowstyle": "-|>", "shrinkA": 0, "shrinkB": 0, **mark.style}
            tail, head = zip(xs, ys, strict=True)
            drawn = axes.annotate("", head, tail, zorder=mark.zorder, arrowprops=arrow)
            if drawn.arrow_patch is not None:
                drawn.arrow_patch.set_clip_box(axes.bbox)
        case "cross":
            axes.plot(xs, ys, "X", markersize=8, mec=panel.theme.paper, **style)
        case "dot":
            axes.plot(xs, ys, "o", markersize=3, **style)


def _shape(axes: Axes, shape: Shape, style: dict[str, Any]) -> None:
    """Draws a shape, circles as true circles."""
    if isinstance(shape, Disc):
        axes.add_patch(Circle((shape.centre.real, shape.centre.imag), shape.radius, **style))
    elif isinstance(shape, View):
        points = [(p.real, p.imag) for p in _round(shape.boundary)]
        axes.add_patch(Polygon(points, closed=True, **style))
    elif isinstance(shape, Outline):
        axes.add_patch(PathPatch(_path(shape), **style))
    elif isinstance(shape, Edge):
        ends = (shape.start, shape.end)
        names = {"edgecolor": "color", "linewidth": "linewidth", "zorder": "zorder"}
        line: dict[str, Any] = {names[key]: style[key] for key in names if key in style}
        axes.plot([p.real for p in ends], [p.imag for p in ends], **line)


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
