"""A whole figure of a ruling: from above and, where heights matter, from the side, to scale."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path as File
from typing import Any, Final

import matplotlib as mpl
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from movement.ruling.ruling import Ruling
from movement.ruling.words import finding_told, inches_told, verdict_told
from movement.show import above, side
from movement.show.panel import Frame, Panel
from movement.show.style import FONT, LIGHT, MARKS, Theme

WIDTH: Final = 4.3
"""How wide a figure is, in: at a telephone's width its words are still large enough."""
_PAD: Final = 0.06
_HEAD: Final = 0.24

_STABLE: Final[Any] = {"svg.hashsalt": "movement", "hatch.linewidth": 0.5}


@dataclass(frozen=True, slots=True)
class _Row:
    """A panel, and the words above it."""

    head: str
    colour: str
    weight: str
    frame: Frame
    draw: Callable[[Panel], None]


def figure(rulings: Ruling | Mapping[str, Ruling], theme: Theme = LIGHT) -> Figure:
    """The figure of a ruling, or of several by name, one beneath the other.

    Each has a panel from above for each leg, and beneath it one from the side where heights
    matter.
    """
    named = {"": rulings} if isinstance(rulings, Ruling) else rulings
    return _composed([row for n, ruling in named.items() for row in _rows(n, ruling, theme)], theme)


def alt_text(ruling: Ruling) -> str:
    """The figure in words: verdict and distances first, then what decided."""
    clauses = ruling.settings.rulebook.clauses
    why = " ".join(finding_told(clauses[f.clause], f) for f in ruling.deciding)
    return f"{verdict_told(ruling)} {why}".strip()


def save(drawn: Figure, file: File) -> None:
    """Writes a figure as SVG, PNG or PDF, by the file's ending; the same bytes each time."""
    dated: dict[str, dict[str, Any]] = {
        ".svg": {"Date": None, "Creator": None},
        ".pdf": {"CreationDate": None, "Creator": None, "Producer": None},
        ".png": {"Software": None},
    }
    with mpl.rc_context(_STABLE):
        drawn.savefig(file, metadata=dated[file.suffix], dpi=200)


def _rows(name: str, ruling: Ruling, theme: Theme) -> Iterator[_Row]:
    legs = sorted({outcome.step.leg for outcome in ruling.outcomes}) or [0]
    for leg in legs:
        which = f"Move {leg + 1}" if len(legs) > 1 else ""
        head = ", ".join(filter(None, [_title(name, ruling) if leg == legs[0] else "", which]))
        colour = theme.verdict(ruling.verdict) if leg == legs[0] else theme.faint
        frame = above.frame_of(ruling, leg)
        yield _Row(head, colour, "bold", frame, partial(above.draw, ruling=ruling, leg=leg))
        for outcome in ruling.outcomes:
            if outcome.step.leg == leg and side.has_heights(outcome):
                draw = partial(side.draw, ruling=ruling, outcome=outcome)
                frame = side.frame_of(outcome)
                yield _Row("From the side, along the route", theme.faint, "normal", frame, draw)


def _title(name: str, ruling: Ruling) -> str:
    told = f"{MARKS[ruling.verdict]} {ruling.verdict.capitalize()}"
    if len(ruling.outcomes) == 1:
        outcome = ruling.outcomes[0]
        told += f", {inches_told(outcome.end)} of {inches_told(outcome.step.declared.length)}"
    return f"{name}: {told}" if name else told


def _composed(rows: Sequence[_Row], theme: Theme) -> Figure:
    """Panels one beneath the other, each to its own scale, a point of its frame as wide as high."""
    inner = WIDTH - 2 * _PAD
    heights = [inner * (y1 - y0) / (x1 - x0) for x0, y0, x1, y1 in (row.frame for row in rows)]
    heads = [_HEAD if row.head else 0.0 for row in rows]
    high = sum(heights) + sum(heads) + _PAD * len(rows)
    with mpl.rc_context(_STABLE):
        drawn = Figure(figsize=(WIDTH, high), facecolor=theme.paper)
        FigureCanvasAgg(drawn)
        top = high
        for row, height, room in zip(rows, heights, heads, strict=True):
            drawn.text(
                _PAD / WIDTH,
                (top - room / 2) / high,
                row.head,
                color=row.colour,
                fontsize=FONT + 1,
                fontweight=row.weight,
                va="center",
            )
            top -= room + height
            rect = (_PAD / WIDTH, top / high, inner / WIDTH, height / high)
            panel = Panel(drawn.add_axes(rect), theme, row.frame)
            row.draw(panel)
            panel.finish()
            top -= _PAD
    return drawn
