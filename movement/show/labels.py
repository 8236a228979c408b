"""Words in a figure, each near what it names and none over another or cut off."""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterable, Iterator

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from movement.show.panel import Label

_STEPS = 16
_RINGS = (0.0, 6.0, 14.0, 24.0, 36.0, 50.0, 66.0, 84.0)
_LEADER = 16.0
"""A label farther than this from what it names is tied to it by a line, in pixels."""


def place(
    axes: Axes, labels: Iterable[Label], avoid: list[Bbox], size: float, paper: str
) -> list[Text]:
    """Places labels one after another, the first ones best.

    `avoid` holds boxes, in pixels, that are better left free; labels never overlap each other or
    the panel's edge while there is any room.
    """
    canvas = axes.figure.canvas
    renderer: RendererAgg = canvas.get_renderer()  # type: ignore[attr-defined]
    taken: list[Bbox] = []
    placed = []
    for label in labels:
        text = axes.text(
            label.at.real,
            label.at.imag,
            label.words,
            color=label.colour,
            fontsize=size,
            fontweight="bold" if label.bold else "normal",
            ha="center",
            va="center",
            zorder=9,
            linespacing=1.05,
        )
        spot = _best(axes, text.get_window_extent(renderer), label, taken, avoid)
        x, y = axes.transData.inverted().transform(
            (spot.x0 + spot.width / 2, spot.y0 + spot.height / 2)
        )
        text.set_position((x, y))
        text.set_bbox({"facecolor": paper, "edgecolor": "none", "alpha": 0.8, "pad": 0.8})
        anchor = axes.transData.transform((label.at.real, label.at.imag))
        if _apart(spot, (anchor[0], anchor[1])) > _LEADER + _pixels(axes, label.clear):
            axes.plot([label.at.real, x], [label.at.imag, y], color=label.colour, lw=0.6, zorder=8)
        taken.append(spot)
        placed.append(text)
    return placed


def _best(axes: Axes, box: Bbox, label: Label, taken: list[Bbox], avoid: list[Bbox]) -> Bbox:
    panel = axes.get_window_extent()
    best, least = box, math.inf
    for spot, far in _spots(axes, box, label):
        inside = (
            panel.x0 <= spot.x0
            and spot.x1 <= panel.x1
            and panel.y0 <= spot.y0
            and spot.y1 <= panel.y1
        )
        cost = far + 1e4 * sum(_shared(spot, other) > 0 for other in taken) + 1e5 * (not inside)
        cost += 60.0 * sum(_shared(spot, other) for other in avoid) / (spot.width * spot.height)
        if cost < least:
            best, least = spot, cost
    return best


def _spots(axes: Axes, box: Bbox, label: Label) -> Iterator[tuple[Bbox, float]]:
    """Places for a box round its anchor, nearest first, and how far each is, in pixels."""
    x, y = axes.transData.transform((label.at.real, label.at.imag))
    clear = _pixels(axes, label.clear)
    half = complex(box.width / 2 + 2, box.height / 2 + 2)
    for ring in _RINGS:
        for step in range(_STEPS):
            toward = cmath.rect(
                1, -math.pi / 2 + (step + 1) // 2 * (-1) ** step * 2 * math.pi / _STEPS
            )
            reach = clear + ring + abs(toward.real) * half.real + abs(toward.imag) * half.imag
            centre = complex(x, y) + toward * (reach if label.clear or ring else 0)
            yield (
                Bbox.from_bounds(
                    centre.real - half.real, centre.imag - half.imag, 2 * half.real, 2 * half.imag
                ),
                ring,
            )


def _pixels(axes: Axes, inches: float) -> float:
    (x0, _), (x1, _) = axes.transData.transform([(0, 0), (inches, 0)])
    return float(x1 - x0)


def _shared(one: Bbox, other: Bbox) -> float:
    """The area two boxes share."""
    wide = min(one.x1, other.x1) - max(one.x0, other.x0)
    high = min(one.y1, other.y1) - max(one.y0, other.y0)
    return float(max(0.0, wide) * max(0.0, high))


def _apart(box: Bbox, point: tuple[float, float]) -> float:
    wide = max(box.x0 - point[0], point[0] - box.x1, 0.0)
    high = max(box.y0 - point[1], point[1] - box.y1, 0.0)
    return math.hypot(wide, high)
