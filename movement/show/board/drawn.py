"""A panel as plain data, for a screen to draw: paths of SVG, y downward, and words to be placed.

Colours are names, `var(--mv-...)`, which the screen gives the values of its own theme.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from typing import Any, Final

from movement.geometry.shapes import Disc, Edge, Outline, Shape
from movement.geometry.surfaces import Arc
from movement.geometry.view import View
from movement.show.panel import Frame, Label, Mark, Panel
from movement.show.style import MARKS, THEMES, Theme


def _names(theme: Theme) -> dict[str, str]:
    """Each colour of a theme by the name that a drawing calls it by."""
    named: dict[str, str] = {}
    for each in fields(theme):
        value = getattr(theme, each.name)
        if each.name == "sides":
            named |= {f"--mv-side-{i}": colour for i, colour in enumerate(value)}
        elif each.name != "name":
            named[f"--mv-{each.name}"] = value
    return named


PALETTES: Final = {name: _names(theme) for name, theme in THEMES.items()}
"""What each named colour is on light and on dark paper."""

_LIGHT: Final = THEMES["light"]
SCREEN: Final = Theme(
    name="screen",
    sides=tuple(f"var(--mv-side-{i})" for i in range(len(_LIGHT.sides))),
    **{
        each.name: f"var(--mv-{each.name})"
        for each in fields(Theme)
        if each.name not in ("name", "sides")
    },
)
"""The theme of a drawing whose colours the screen gives."""

VERDICTS: Final = {
    verdict: {"mark": mark, "colour": SCREEN.verdict(verdict)} for verdict, mark in MARKS.items()
}
"""How each verdict is marked, besides its word."""


def panel_data(panel: Panel) -> dict[str, Any]:
    """All that a panel holds; what is drawn twice is told once, the lowest first."""
    told: dict[str, Mapping[str, Any]] = {}
    for mark in sorted(panel.marks, key=lambda mark: mark.zorder):
        entry = _mark(mark)
        told[repr(entry)] = entry
    return {
        "frame": [_short(value) for value in panel.frame],
        "marks": list(told.values()),
        "labels": [_label(label) for label in panel.labels if panel.shows(label.at)],
        "avoid": [_down(box) for box in panel.avoid],
    }


def outline_of(shape: Shape) -> str:
    """A shape as the path of SVG; circles are true circles."""
    if isinstance(shape, Disc):
        x, y, r = (_short(n) for n in (shape.centre.real, -shape.centre.imag, shape.radius))
        return f"M{_short(x - r)} {y}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0 {-2 * r} 0z"
    if isinstance(shape, View):
        return "".join(_along(shape.boundary))
    if isinstance(shape, Edge):
        return f"M{_at(shape.start)}L{_at(shape.end)}"
    if isinstance(shape, Outline):
        return "".join(f"M{'L'.join(map(_at, ring))}z" for ring in shape.rings)
    raise TypeError(f"no path for {type(shape).__name__}")


def _along(boundary: Iterable[Edge | Arc]) -> Iterator[str]:
    """The path of a closed boundary, whose parts follow each other."""
    for i, part in enumerate(boundary):
        yield f"{'L' if i else 'M'}{_at(part.at(0.0))}"
        if isinstance(part, Arc):
            r, middle = _short(part.radius), part.at(0.5)
            turn = int(part.sweep < 0)  # y runs down, so anticlockwise is against SVG's sense
            yield f"A{r} {r} 0 0 {turn} {_at(middle)}A{r} {r} 0 0 {turn} {_at(part.at(1.0))}"
    yield "z"


def _mark(mark: Mark) -> dict[str, Any]:
    style = dict(mark.style)
    told: dict[str, Any] = {}
    if mark.shape is not None:
        told["d"] = outline_of(mark.shape)
    elif mark.kind in ("polygon", "line", "arrow"):
        told["d"] = f"M{'L'.join(map(_at, mark.points))}{'z' if mark.kind == 'polygon' else ''}"
    else:
        told["at"] = [_short(mark.points[0].real), _short(-mark.points[0].imag)]
    if mark.kind in ("arrow", "cross", "dot"):
        told["kind"] = mark.kind
    filled = mark.kind in ("shape", "polygon") and not isinstance(mark.shape, Edge)
    told["fill"] = style.get("facecolor", "none") if filled else "none"
    told["stroke"] = style.get("edgecolor", style.get("color", "none"))
    told["width"] = style.get("linewidth", style.get("lw", 1.0))
    if dash := _dash(style.get("linestyle", "-"), told["width"]):
        told["dash"] = dash
    if hatch := style.get("hatch"):
        told["hatch"] = hatch
    if (alpha := style.get("alpha", 1.0)) != 1.0:
        told["alpha"] = alpha
    return told


def _dash(style: Any, width: float) -> str:
    """A line's pattern in points: matplotlib counts in widths of the line."""
    if style == ":":
        style = (0, (1, 1.65))
    if not isinstance(style, tuple):
        return ""
    return " ".join(f"{part * max(width, 1.0):g}" for part in style[1])


def _label(label: Label) -> list[Any]:
    at = [_short(label.at.real), _short(-label.at.imag)]
    return [*at, label.words, label.colour, round(label.clear, 3), label.bold]


def _down(box: Frame) -> list[float]:
    x0, y0, x1, y1 = box
    return [round(value, 2) for value in (x0, -y1, x1, -y0)]


def _at(point: complex) -> str:
    return f"{_short(point.real)} {_short(-point.imag)}"


def _short(value: float) -> float:
    return round(value, 5) + 0.0
