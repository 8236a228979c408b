"""The one palette and line language of all figures.

Colours are Okabe and Ito's, and never alone: hatching, line and words tell the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

FONT: Final = 8.0
"""The size of a figure's words, in points: at a telephone's width still readable."""


NAMED: Final = ("red", "blue")
"""Sides that have the first colours there are, since these are as good as what they are called."""


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a figure on light or on dark paper."""

    name: str
    ink: str
    paper: str
    faint: str
    warn: str
    good: str
    caution: str
    solid: str
    raised: str
    cover: str
    sides: tuple[str, ...]

    def side(self, side: str, sides: Iterable[str]) -> str:
        """The colour of a side of several: its own name's, if that is one."""
        names = dict.fromkeys(sides)
        own = {name: self.sides[i] for i, name in enumerate(NAMED) if name in names}
        others = [colour for colour in self.sides if colour not in own.values()]
        rest = [name for name in names if name not in own]
        return own[side] if side in own else others[rest.index(side) % len(others)]

    def verdict(self, verdict: str) -> str:
        """The colour of a verdict, shown beside its mark and its word."""
        return {"legal": self.good, "shortened": self.caution}.get(verdict, self.warn)


LIGHT: Final = Theme(
    name="light",
    ink="#1f1f1f",
    paper="#ffffff",
    faint="#767676",
    warn="#b3400a",
    good="#00694c",
    caution="#8a5a00",
    solid="#d9d9d9",
    raised="#ececec",
    cover="#eef3e2",
    sides=("#D55E00", "#0072B2", "#009E73", "#CC79A7"),
)
DARK: Final = Theme(
    name="dark",
    ink="#ececec",
    paper="#14181f",
    faint="#9aa0a8",
    warn="#ff8a50",
    good="#3ddbaa",
    caution="#f0c040",
    solid="#3c434d",
    raised="#2a3038",
    cover="#26301c",
    sides=("#E69F00", "#56B4E9", "#2bc494", "#e39ac4"),
)
THEMES: Final = {theme.name: theme for theme in (LIGHT, DARK)}

MARKS: Final = {"legal": "✓", "shortened": "◐", "idle": "○", "fails": "✗", "illegal": "✗"}
"""A mark for each verdict, shown beside its word."""

HATCH: Final = {
    "solid": "xxx",
    "impassable": "xxxx",
    "platform": "\\\\\\",
    "stairs": "",
    "ramp": "",
    "cover": "..",
    "blocking": "||",
}
"""Each kind of terrain has its own hatching; flights have their steps, a ladder its rungs."""


def terrain(theme: Theme, kind: str) -> dict[str, Any]:
    """How a piece of terrain is drawn."""
    fill = {"cover": theme.cover, "solid": theme.solid, "impassable": theme.solid}
    return {
        "facecolor": fill.get(kind, theme.raised),
        "edgecolor": theme.faint,
        "hatch": HATCH.get(kind, ""),
        "linewidth": 1.0,
        "linestyle": (0, (3, 2)) if kind in ("cover", "blocking") else "-",
    }


def barred(theme: Theme, *, deciding: bool) -> dict[str, Any]:
    """How a place is drawn where the base may not be: hatched if it decided, else a thin line."""
    return {
        "facecolor": "none",
        "edgecolor": theme.warn if deciding else theme.faint,
        "hatch": "////" if deciding else "",
        "linewidth": 1.2 if deciding else 0.8,
        "linestyle": (0, (5, 2)) if deciding else (0, (1, 2)),
    }


def route(theme: Theme, *, gone: bool) -> dict[str, Any]:
    """How the part of a route that is gone is drawn, and the part that is not."""
    if gone:
        return {"color": theme.ink, "linewidth": 1.8, "solid_capstyle": "butt"}
    return {"color": theme.ink, "linewidth": 1.1, "linestyle": (0, (1, 1.6))}
