"""A whole figure of a ruling: from above and, where heights matter, from the side, to scale."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from io import BytesIO
from pathlib import Path as File
from typing import Any, Final

import matplotlib as mpl
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from movement.ruling.ruling import Ruling
from movement.ruling.words import finding_told, inches_told, verdict_told
from movement.show import above, side
from movement.show.ink import ink
from movement.show.panel import Frame, Panel, Row
from movement.show.story import cut_rows, story_rows, timeline_rows, told
from movement.show.style import FONT, LIGHT, MARKS, THEMES, Theme

WIDTH: Final = 4.3
"""How wide a figure is, in: at a telephone's width its words are still large enough."""
DPI: Final = 200
"""How many dots a picture as PNG has to the inch."""
_PAD: Final = 0.06
_HEAD: Final = 0.24
_LONG: Final = 44
"""A title of more characters takes two lines."""

_STABLE: Final[Any] = {"svg.hashsalt": "movement", "hatch.linewidth": 0.5}


@dataclass(frozen=True)
class Picture:
    """The figure of one ruling, or of several by name, one beneath the other.

    Each has a panel from above for each leg, and beneath it one from the side where heights
    matter. `frame` fixes what of the table the panels from above show, so that two pictures can
    be set side by side; `changed` names what differs between them. A notebook shows it.
    """

    rulings: Mapping[str, Ruling]
    theme: Theme = LIGHT
    frame: Frame | None = None
    changed: str = ""

    @cached_property
    def figure(self) -> Figure:
        """The figure as matplotlib has it."""
        rows = (row for name, ruling in self.rulings.items() for row in _rows(self, name, ruling))
        return composed(list(rows), self.theme)

    @property
    def alt(self) -> str:
        """The picture in words: verdict and distances first, then what decided."""
        return " ".join(alt_text(ruling) for ruling in self.rulings.values())

    def save(self, file: File) -> None:
        """Writes it as SVG, PNG or PDF, by the file's ending; the same bytes each time."""
        file.write_bytes(self.rendered(file.suffix.removeprefix(".")))

    def rendered(self, kind: str, dpi: float = DPI) -> bytes:
        """It as `svg`, `png` or `pdf`."""
        return rendered(self.figure, kind, dpi)

    def __repr__(self) -> str:
        return self.alt

    def _repr_png_(self) -> bytes:
        return self.rendered("png")


def figure(rulings: Ruling | Mapping[str, Ruling], theme: str = "light") -> Picture:
    """The picture of a ruling, or of several by name, on `light` or on `dark` paper."""
    named = {"": rulings} if isinstance(rulings, Ruling) else rulings
    return Picture(named, THEMES[theme])


def rendered(drawn: Figure, kind: str, dpi: float = DPI) -> bytes:
    """A figure as `svg`, `png` or `pdf`; the same bytes each time."""
    dated: dict[str, dict[str, Any]] = {
        "svg": {"Date": None, "Creator": None},
        "pdf": {"CreationDate": None, "Creator": None, "Producer": None},
        "png": {"Software": None},
    }
    held = BytesIO()
    with mpl.rc_context(_STABLE):
        drawn.savefig(held, format=kind, metadata=dated[kind], dpi=dpi)
    return held.getvalue()


def alt_text(ruling: Ruling) -> str:
    """A ruling's figure in words: verdict and distances first, then what decided, and its story."""
    clauses = ruling.settings.rulebook.clauses
    why = " ".join(finding_told(clauses[f.clause], f) for f in ruling.deciding)
    return " ".join(filter(None, [verdict_told(ruling), why, told(ruling)]))


def _rows(picture: Picture, name: str, ruling: Ruling) -> Iterator[Sequence[Row]]:
    theme = picture.theme
    legs = above.legs_of(ruling)
    for n, leg in enumerate(legs, 1):
        which = f"Move {n}" if len(legs) > 1 else ""
        head = "\n".join(filter(None, [_title(name, ruling) if leg == legs[0] else "", which]))
        colour = theme.verdict(ruling.verdict) if leg == legs[0] else theme.faint
        frame = picture.frame or above.frame_of(ruling, leg)
        draw = partial(above.draw, ruling=ruling, leg=leg, changed=picture.changed)
        yield [Row(head, colour, "bold", frame, draw)]
        closer = above.closer_frame(ruling, leg)
        if closer:
            look = partial(above.draw_closer, ruling=ruling, leg=leg)
            yield [Row("A closer look", theme.faint, "normal", closer, look)]
        for outcome in ruling.outcomes:
            if outcome.step.leg == leg and side.has_heights(outcome):
                section = partial(side.draw, ruling=ruling, outcome=outcome)
                frame = side.frame_of(outcome)
                head = "From the side, along the route"
                yield [Row(head, theme.faint, "normal", frame, section)]
    yield from story_rows(ruling, theme)
    yield from cut_rows(ruling, theme)
    yield from timeline_rows(ruling, theme)


def _title(name: str, ruling: Ruling) -> str:
    told = f"{MARKS[ruling.verdict]} {ruling.verdict.capitalize()}"
    gone = [outcome.end for outcome in ruling.outcomes if outcome.end]
    if len({outcome.step.by for outcome in ruling.outcomes}) == 1:
        told += "".join(f", {inches_told(far)}" for far in gone)
    elif gone:
        told += f", up to {inches_told(max(gone))}"
    if not name:
        return told
    apart = ": " if len(name) + len(told) < _LONG else "\n"
    return f"{name}{apart}{told}"


def composed(rows: Sequence[Sequence[Row]], theme: Theme) -> Figure:
    """Rows of panels side by side, one row beneath the other, each panel to its own scale.

    A point of its frame is as wide as high.
    """
    wide = [(WIDTH - _PAD * (len(row) + 1)) / len(row) for row in rows]
    heights = [
        max(each * (y1 - y0) / (x1 - x0) for x0, y0, x1, y1 in (cell.frame for cell in row))
        for each, row in zip(wide, rows, strict=True)
    ]
    heads = [
        max(_HEAD * (cell.head.count("\n") + 1) if cell.head else 0.0 for cell in row)
        for row in rows
    ]
    high = sum(heights) + sum(heads) + _PAD * len(rows)
    with mpl.rc_context(_STABLE):
        drawn = Figure(figsize=(WIDTH, high), facecolor=theme.paper)
        FigureCanvasAgg(drawn)
        top = high
        for row, each, height, room in zip(rows, wide, heights, heads, strict=True):
            for i, cell in enumerate(row):
                left = _PAD + i * (each + _PAD)
                drawn.text(
                    left / WIDTH,
                    (top - room / 2) / high,
                    cell.head,
                    color=cell.colour,
                    fontsize=FONT + 1,
                    fontweight=cell.weight,
                    va="center",
                )
                rect = (left / WIDTH, (top - room - height) / high, each / WIDTH, height / high)
                panel = Panel(theme, cell.frame)
                cell.draw(panel)
                ink(drawn.add_axes(rect), panel)
            top -= room + height + _PAD
    return drawn
