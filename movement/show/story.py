"""What happens in turn in a ruling: as panels, as a cut along a line of fire, as a timeline."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from textwrap import fill
from typing import Final, NamedTuple

from movement.geometry.flights import Flight
from movement.geometry.lengths import EPS
from movement.geometry.shapes import Disc
from movement.geometry.spans import meeting
from movement.geometry.track import Leg
from movement.ruling.findings import Moment
from movement.ruling.ruling import Ruling
from movement.ruling.words import plain_number
from movement.show.above import about, around, draw_base, draw_line, draw_piece, grown, side_colour
from movement.show.panel import Frame, Panel, Row
from movement.show.style import Theme, terrain
from movement.table import Model

BRIEF: Final = 27
"""Words above a panel of half a figure's width have no more characters in a line."""


def told(ruling: Ruling) -> str:
    """What happens in turn, in words: of stories that are drawn."""
    moments = [*_story(ruling), *_turns(ruling)]
    return " ".join(f"{i}. {moment.words}." for i, moment in enumerate(moments, 1))


def story_rows(ruling: Ruling, theme: Theme) -> Iterator[Sequence[Row]]:
    """A way out and home again, by what is seen on it: a panel for each moment, two in a row."""
    moments = _story(ruling)
    frame = _frame(ruling, moments)
    for i in range(0, len(moments), 2):
        yield [
            Row(
                fill(f"{i + k + 1}  {moment.words}", BRIEF),
                theme.ink,
                "bold",
                frame,
                partial(_moment, ruling=ruling, moment=moment),
            )
            for k, moment in enumerate(moments[i : i + 2])
        ]


def cut_rows(ruling: Ruling, theme: Theme) -> Iterator[Sequence[Row]]:
    """The first line that passes over or under something, from the side."""
    for moment in ruling.lines:
        cut = Cut.of(ruling, moment)
        if cut and cut.pieces(0.0, cut.leg.length):
            head = "From the side, along the line of fire"
            yield [Row(head, theme.faint, "normal", cut.frame, cut.draw)]
            return


def timeline_rows(ruling: Ruling, theme: Theme) -> Iterator[Sequence[Row]]:
    """What happens in turn at no place of its own."""
    if moments := _turns(ruling):
        draw = partial(_timeline, moments=moments)
        yield [Row("In turn", theme.faint, "normal", (0.0, 0.0, 10.0, 2.6), draw)]


def _story(ruling: Ruling) -> Sequence[Moment]:
    """The moments of the first effect that begins and ends in one place, and sees elsewhere."""
    for effect in ruling.effects:
        ends = [moment.at for moment in effect.moments if moment.at]
        seen = [moment.at for moment in effect.moments if moment.at and moment.line]
        if len(ends) > 2 and abs(ends[0][0] - ends[-1][0]) <= EPS and seen and seen[0] != ends[0]:
            return effect.moments
    return ()


def _turns(ruling: Ruling) -> Sequence[Moment]:
    of_time = (e.moments for e in ruling.effects if e.moments and not any(m.at for m in e.moments))
    return next(of_time, ())


def _frame(ruling: Ruling, moments: Sequence[Moment]) -> Frame:
    """What all panels of a story show: every place in it, and whatever is seen."""
    mover = _mover(ruling)
    boxes = [about(moment.at[0], mover.radius) for moment in moments if moment.at]
    boxes += [about(spot, 0.9) for moment in moments for spot, _ in moment.line or ()]
    x0, y0, x1, y1 = grown(around(boxes), 0.9) if boxes else (0.0, 0.0, 1.0, 1.0)
    high = max(y1 - y0, 0.6 * (x1 - x0))
    middle = (y0 + y1) / 2
    return x0, middle - high / 2, x1, middle + high / 2


def _mover(ruling: Ruling) -> Model:
    return ruling.outcomes[0].step.mover


def _moment(panel: Panel, ruling: Ruling, moment: Moment) -> None:
    """The table at one moment, the mover where it then is."""
    for piece in ruling.table.terrain.values():
        draw_piece(panel, piece)
    panel.labels.clear()
    mover, table = _mover(ruling), ruling.table
    for model in table.models.values():
        at = moment.at[0] if model.name == mover.name and moment.at else model.at
        draw_base(panel, model, at, side_colour(panel, table, model), ghost=False, faces=True)
    if moment.line:
        viewer = table.models[moment.viewer]
        draw_line(panel, moment.line, side_colour(panel, table, viewer))


class Slab(NamedTuple):
    """What a cut meets of a piece: from where to where, its bottom, and its top at either end."""

    name: str
    start: float
    end: float
    bottom: float
    first: float
    last: float


@dataclass(frozen=True, slots=True)
class Cut:
    """A cut straight down along a line of fire: across is how far along, up is height."""

    ruling: Ruling
    leg: Leg
    heights: tuple[float, float]
    bodies: tuple[Model, Model]

    @staticmethod
    def of(ruling: Ruling, moment: Moment) -> Cut | None:
        """The cut along a moment's line, if there is one of any length."""
        if moment.line is None or moment.at is None:
            return None
        (start, low), (end, high) = moment.line
        way, mover = end - start, _mover(ruling)
        walk = ruling.outcomes[0].step.walk
        tall = walk.climber.height if walk else mover.height
        moved = replace(mover, at=moment.at[0], level=moment.at[1], height=tall)
        models = {**ruling.table.models, mover.name: moved}
        if abs(way) <= EPS:
            return None
        leg = Leg(0.0, start, way / abs(way), abs(way))
        return Cut(ruling, leg, (low, high), (models[moment.viewer], models[moment.seen]))

    @property
    def frame(self) -> Frame:
        """From behind the one to behind the other, up to above the higher."""
        top = max(model.level + model.height for model in self.bodies)
        slabs = self.pieces(-1.5, self.leg.length + 1.5)
        tall = max([top, *(max(slab.first, slab.last) for slab in slabs)])
        return -1.7, -0.8, self.leg.length + 1.7, min(tall, top + 2.0) + 0.7

    def pieces(self, start: float, end: float) -> list[Slab]:
        """What stands along the line, from one length to another."""
        found, line = [], self.leg._replace(origin=self.leg.at(start), length=end - start)
        for bulk in self.ruling.table.ground.bulks:
            for lo, hi in meeting(bulk.shape.within(line, EPS), [(0.0, line.length)]):
                tops = [bulk.top, bulk.top]
                if isinstance(bulk, Flight):
                    tops = [bulk.height(line.at(t)) for t in (lo, hi)]
                found.append(Slab(bulk.name, start + lo, start + hi, bulk.bottom, tops[0], tops[1]))
        return found

    def draw(self, panel: Panel) -> None:
        """Draws it."""
        theme, (x0, y0, x1, _) = panel.theme, panel.frame
        table = self.ruling.table
        ground = [complex(x0, 0), complex(x1, 0), complex(x1, y0), complex(x0, y0)]
        panel.polygon(ground, 1.0, facecolor=theme.solid, edgecolor=theme.ink, linewidth=1.0)
        for slab in self.pieces(x0, x1):
            tops = [complex(slab.start, slab.first), complex(slab.end, slab.last)]
            low = slab.bottom if slab.bottom < slab.first else slab.bottom - 0.06
            corners = [*tops, complex(slab.end, low), complex(slab.start, low)]
            panel.polygon(corners, 1.5, **terrain(theme, table.terrain[slab.name].kind))
            top = max(slab.first, slab.last)
            panel.say(sum(corners) / 4, f"{slab.name} {plain_number(top)}", theme.faint, 0.1)
        for model in self.bodies:
            x = ((model.at - self.leg.origin) / self.leg.direction).real
            foot, high = complex(x, model.level), 1j * max(model.height, 0.12)
            sides = (foot - model.radius, foot + model.radius)
            corners = [*sides, sides[1] + high, sides[0] + high]
            style = {"facecolor": side_colour(panel, table, model), "edgecolor": theme.ink}
            panel.polygon(corners, 3.5, linewidth=1.0, alpha=0.85, **style)
            panel.keep_off(foot + high / 2, model.radius)
            panel.keep_off(foot + high - 1j * model.radius, model.radius)
            panel.say(foot + high + 0.3j, model.name, "", bold=True)
        ends = complex(0.0, self.heights[0]), complex(self.leg.length, self.heights[1])
        line = ((ends[0], 0.0), (ends[1], 0.0))
        draw_line(panel, line, side_colour(panel, table, self.bodies[0]))
        panel.keep_off_line(ends)
        panel.scale()


def _timeline(panel: Panel, moments: Sequence[Moment]) -> None:
    """A line from left to right, and what happens along it in turn."""
    x0, y0, x1, y1 = panel.frame
    middle = (y0 + y1) / 2
    style = {"color": panel.theme.ink, "linewidth": 1.6}
    panel.line([complex(x0 + 0.3, middle), complex(x1 - 0.5, middle)], 3.0, **style)
    panel.arrow(complex(x1 - 0.6, middle), complex(x1 - 0.2, middle), 3.0, **style)
    for i, moment in enumerate(moments):
        at = complex(x0 + (x1 - x0) * (i + 0.5) / len(moments), middle)
        panel.shape(Disc(at, 0.12), 4.0, facecolor=panel.theme.paper, edgecolor=panel.theme.ink)
        what, _, which = moment.words.partition(": ")
        up = 0.65 if i % 2 == 0 else -0.65
        words = "\n".join(filter(None, [what, which]))
        panel.say(at + 1j * up, words)
