"""The one palette and line language of all figures: colours are Okabe and Ito's, never alone."""

from __future__ import annotations

from typing import Any, Final

INK: Final = "#222222"
PAPER: Final = "#ffffff"
FAINT: Final = "#8a8a8a"
SIDES: Final = ("#D55E00", "#0072B2", "#009E73", "#CC79A7")
"""Fills of the sides' bases, in the order in which the sides appear; names tell them apart too."""

MARKS: Final = {"legal": "✓", "shortened": "◐", "idle": "○", "fails": "✗", "illegal": "✗"}
"""A mark for each verdict, shown beside its word."""

VERDICTS: Final = {
    "legal": "#009E73",
    "shortened": "#B07A00",
    "idle": "#B07A00",
    "fails": "#C2410C",
    "illegal": "#C2410C",
}
"""A colour for each verdict, shown beside its mark and its word."""

BAR: Final[dict[str, Any]] = {
    "facecolor": "none",
    "edgecolor": "#C2410C",
    "linewidth": 1.0,
    "linestyle": (0, (4, 2)),
    "hatch": "////",
    "alpha": 0.55,
}
"""A place where the base may not be: hatched, its outline dashed."""

TERRAIN: Final[dict[str, dict[str, Any]]] = {
    "impassable": {"facecolor": "#cfcfcf", "edgecolor": INK, "hatch": "xx", "linewidth": 1.2},
    "cover": {"facecolor": "#eef3e2", "edgecolor": "#5b7a1e", "hatch": "..", "linewidth": 1.0},
}
"""Each kind of terrain by its own hatching."""

ROUTE: Final[dict[str, Any]] = {"color": INK, "linewidth": 1.8, "solid_capstyle": "butt"}
"""The part of a route that is gone."""
UNGONE: Final[dict[str, Any]] = {"color": INK, "linewidth": 1.2, "linestyle": (0, (1, 1.5))}
"""The part of a route that is not."""
