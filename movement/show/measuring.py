"""The picture of how a distance is measured: one point of the base, and the mistake it prevents."""

from __future__ import annotations

from typing import Final

from movement.geometry.shapes import Disc
from movement.show.figure import composed, rendered
from movement.show.panel import Panel, Row
from movement.show.style import THEMES, Theme

BASE: Final = 25 / 25.4
"""The base drawn, in: 25 mm across."""
FAR: Final = 4.0
"""How far it may go, in."""
ALT: Final = (
    f"Above, right: measured from the centre of the base to the centre, a move of {FAR:g} in ends "
    f"{FAR:g} in further. Below, wrong: measured from the front edge at the start to the back edge "
    f"at the end, the tape reads {FAR:g} in as well, and the base has gone {FAR + BASE:.2f} in."
)
"""The picture in words."""


def wrong_end(theme: str) -> bytes:
    """The picture as SVG, on `light` or on `dark` paper."""
    paper = THEMES[theme]
    frame = (-0.9, -1.1, FAR + BASE + 0.9, 0.95)
    right = Row(
        f"✓ Right: centre to centre, {FAR:g} in",
        paper.good,
        "bold",
        frame,
        lambda panel: _measured(panel, paper.good, 0.0, FAR, "4 in of tape, 4 in gone"),
    )
    wrong = Row(
        f"✗ Wrong: front edge to back edge, {BASE:.2f} in stolen",
        paper.warn,
        "bold",
        frame,
        lambda panel: _measured(
            panel, paper.warn, BASE / 2, FAR + BASE, f"4 in of tape, {FAR + BASE:.2f} in gone"
        ),
    )
    return rendered(composed([[right], [wrong]], paper), "svg")


def _measured(panel: Panel, colour: str, tape: float, end: float, words: str) -> None:
    """A base that starts at 0 and ends at `end`, and a tape of what it may go laid at `tape`."""
    _base(panel, panel.theme, 0, ghost=True)
    _base(panel, panel.theme, end, ghost=False)
    panel.arrow(complex(0, 0), complex(end, 0), 5, color=panel.theme.ink, linewidth=1.4)
    low = -BASE / 2 - 0.15
    panel.dimension(complex(tape, low), complex(tape + FAR, low), colour)
    for at in (tape, tape + FAR):
        style = {"color": colour, "linewidth": 0.8, "linestyle": (0, (2, 2))}
        panel.line([complex(at, low), complex(at, 0)], 6, **style)
    panel.keep_off(complex(end, 0), BASE / 2)
    panel.keep_off(complex(0, 0), BASE / 2)
    panel.say(complex(tape + FAR / 2, low), words, colour, 0.08, bold=True)


def _base(panel: Panel, theme: Theme, x: float, *, ghost: bool) -> None:
    colour = theme.sides[1]
    style = (
        {"linestyle": (0, (3, 2)), "facecolor": "none"} if ghost else {"facecolor": theme.raised}
    )
    panel.shape(Disc(complex(x, 0), BASE / 2), 4, edgecolor=colour, linewidth=1.6, **style)
    panel.dot(complex(x, 0), theme.ink)
