"""A ruling from above: a plain picture to scale, of who moves, where it stops and why."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping
from pathlib import Path as File
from typing import Any, Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle, PathPatch, Wedge
from matplotlib.path import Path

from movement.geometry.regions import Begun, Entered, Region, Within
from movement.geometry.shapes import Disc, HalfDisc, Outline, Shape, degrees
from movement.ruling.findings import Finding, Outcome
from movement.ruling.ruling import Ruling
from movement.ruling.words import finding_told, inches_told, verdict_told
from movement.show.style import (
    BAR,
    FAINT,
    INK,
    MARKS,
    PAPER,
    ROUTE,
    SIDES,
    TERRAIN,
    UNGONE,
    VERDICTS,
)
from movement.table import Model

ROOM: Final = 1.5
"""How much of the table is shown beyond what matters, in."""
_WIDTH: Final = 6.4


def figure(rulings: Ruling | Mapping[str, Ruling]) -> Figure:
    """The picture of a ruling, or of several, one beneath the other, each under its name."""
    named = {"": rulings} if isinstance(rulings, Ruling) else dict(rulings)
    frames = [_frame(ruling) for ruling in named.values()]
    heights = [_WIDTH * min((y1 - y0) / (x1 - x0), 1.0) + 1.0 for x0, y0, x1, y1 in frames]
    drawn = Figure(figsize=(_WIDTH, sum(heights)), layout="constrained", facecolor=PAPER)
    panels = drawn.subplots(len(named), 1, squeeze=False, height_ratios=heights)[:, 0]
    for panel, (name, ruling), frame in zip(panels, named.items(), frames, strict=True):
        _draw(panel, name, ruling, frame)
    return drawn


def save(drawn: Figure, file: File) -> None:
    """Writes a figure as SVG, PNG or PDF, by the file's ending; the same bytes each time."""
    dated = {".svg": {"Date": None, "Creator": None}, ".pdf": {"CreationDate": None}}
    drawn.savefig(file, metadata=dated.get(file.suffix), dpi=160)


def _draw(panel: Axes, name: str, ruling: Ruling, frame: tuple[float, float, float, float]) -> None:
    x0, y0, x1, y1 = frame
    panel.set(xlim=(x0, x1), ylim=(y0, y1), aspect="equal")
    panel.tick_params(labelsize=7, colors=FAINT)
    panel.add_patch(_patch(ruling.table.edge, facecolor="none", edgecolor=INK, linewidth=1.5))
    for piece in ruling.table.terrain.values():
        panel.add_patch(_patch(piece.shape, zorder=1, **TERRAIN[piece.kind]))
        centre = piece.shape.centre if isinstance(piece.shape, Disc | Outline) else 0j
        _label(panel, centre, piece.name)
    for finding in _with_place(ruling.deciding):
        _bar(panel, finding)
    sides = list(dict.fromkeys(model.side for model in ruling.table.models.values()))
    ends = ruling.ends
    for model in ruling.table.models.values():
        colour = SIDES[sides.index(model.side) % len(SIDES)]
        if model.name in ends and ends[model.name] != model.at:
            _base(panel, model, model.at, colour, ghost=True)
        _base(panel, model, ends.get(model.name, model.at), colour, ghost=False)
    for outcome in ruling.outcomes:
        _route(panel, outcome)
    for finding in _with_place(ruling.deciding):
        _measure(panel, finding)
    _title(panel, name, ruling)


def _title(panel: Axes, name: str, ruling: Ruling) -> None:
    clauses = ruling.settings.rulebook.clauses
    lines = [f"{name}:" if name else "", f"{MARKS[ruling.verdict]} {verdict_told(ruling)}"]
    why = [finding_told(clauses[f.clause], f) for f in ruling.deciding[:2]]
    told = [*textwrap.wrap(" ".join(lines).strip(), 78), *textwrap.wrap(" ".join(why), 78)]
    panel.set_title("\n".join(told), loc="left", fontsize=8.5, color=VERDICTS[ruling.verdict])


def _frame(ruling: Ruling) -> tuple[float, float, float, float]:
    """The part of the table that matters: all models, their routes and ends."""
    points = [model.at for model in ruling.table.models.values()]
    for outcome in ruling.outcomes:
        points += [point for _, point in outcome.step.declared.stations()]
    xs, ys = [p.real for p in points], [p.imag for p in points]
    return min(xs) - ROOM, min(ys) - ROOM, max(xs) + ROOM, max(ys) + ROOM


def _base(panel: Axes, model: Model, at: complex, colour: str, *, ghost: bool) -> None:
    circle = Circle(
        (at.real, at.imag),
        model.radius,
        facecolor="none" if ghost else colour,
        edgecolor=colour,
        linestyle=":" if ghost else "-",
        linewidth=1.2,
        zorder=3,
    )
    panel.add_patch(circle)
    if not ghost:
        tip = at + model.ahead * model.radius
        panel.plot([at.real, tip.real], [at.imag, tip.imag], color=PAPER, linewidth=1.5, zorder=4)
        _label(panel, at - 1j * (model.radius + 0.25), model.name)


def _route(panel: Axes, outcome: Outcome) -> None:
    declared = outcome.step.declared
    if not declared.length:
        return
    gone = [point for _, point in declared.upto(outcome.end).stations()]
    whole = [point for _, point in declared.stations()]
    panel.plot([p.real for p in whole], [p.imag for p in whole], zorder=3.5, **UNGONE)
    panel.plot([p.real for p in gone], [p.imag for p in gone], zorder=3.6, **ROUTE)
    told = f"{inches_told(outcome.end)} of {inches_told(outcome.step.allowance)}"
    middle = declared.at(outcome.end / 2 if outcome.end else declared.length / 2)
    _label(panel, middle + 0.3j, told)


def _with_place(findings: Iterable[Finding]) -> list[Finding]:
    return [finding for finding in findings if finding.place]


def _bar(panel: Axes, finding: Finding) -> None:
    region: Region | None = finding.region
    while isinstance(region, Begun | Entered):
        region = region.region
    if isinstance(region, Within) and isinstance(region.shape, Disc | HalfDisc):
        shape = region.shape
        if isinstance(shape, Disc):
            shape = Disc(shape.centre, shape.radius + region.limit)
        panel.add_patch(_patch(shape, zorder=2, **BAR))


def _measure(panel: Axes, finding: Finding) -> None:
    """Marks where it was decided, between which two points, and what was measured."""
    if finding.place is None or finding.value is None:
        return
    a, b = finding.place
    panel.plot([a.real, b.real], [a.imag, b.imag], color=BAR["edgecolor"], linewidth=2.2, zorder=5)
    panel.plot([a.real, b.real], [a.imag, b.imag], "|", color=BAR["edgecolor"], zorder=5)
    if finding.margin is not None:
        short = "over by" if finding.margin < 0 else "to spare"
        size = inches_told(finding.margin)
        told = f"{short} {size}" if finding.margin < 0 else f"{size} {short}"
        _label(panel, (a + b) / 2 + 0.3j, told, color=BAR["edgecolor"])


def _label(panel: Axes, at: complex, words: str, color: str = INK) -> None:
    panel.text(
        at.real,
        at.imag,
        words,
        ha="center",
        va="center",
        fontsize=7,
        color=color,
        zorder=6,
        clip_on=True,
        bbox={"facecolor": PAPER, "edgecolor": "none", "alpha": 0.75, "pad": 0.6},
    )


def _patch(shape: Shape, **style: Any) -> Circle | Wedge | PathPatch:
    if isinstance(shape, Disc):
        return Circle((shape.centre.real, shape.centre.imag), shape.radius, **style)
    if isinstance(shape, HalfDisc):
        ahead = degrees(shape.ahead)
        centre = (shape.centre.real, shape.centre.imag)
        return Wedge(centre, shape.radius, ahead - 90, ahead + 90, **style)
    if not isinstance(shape, Outline):
        raise TypeError(f"no drawing of {shape!r}")
    vertices: list[tuple[float, float]] = []
    codes: list[Any] = []
    for ring in shape.rings:
        closed = [*ring, ring[0]]
        vertices += [(p.real, p.imag) for p in closed]
        codes += [Path.MOVETO, *[Path.LINETO] * (len(closed) - 2), Path.CLOSEPOLY]
    return PathPatch(Path(vertices, codes), **style)
