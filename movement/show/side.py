"""A ruling from the side, along the route: what stands there, how high, and where one goes over.

Across is the route's length from above, up is height, both to one scale. A route that doubles back
is drawn back over what it came along.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from movement.geometry.flights import Flight
from movement.geometry.ground import Block, Ground
from movement.geometry.lengths import EPS
from movement.geometry.regions import Along
from movement.geometry.shapes import Disc, Outline
from movement.geometry.spans import Interval, meeting
from movement.geometry.track import Leg
from movement.ruling.findings import Bite, Finding, Outcome
from movement.ruling.ruling import Ruling
from movement.ruling.words import plain_number
from movement.show.above import SHORT, before, measured_told, side_colour
from movement.show.panel import Frame, Panel
from movement.show.style import route, terrain


def has_heights(outcome: Outcome) -> bool:
    """Whether there is more to see from the side than a flat table: heights, or what is overhead."""
    walk = outcome.step.walk
    if walk is None:
        return False
    overhead = (bulk for bulk in _ground(outcome).bulks if bulk.bottom > 0)
    return any(s.low or s.high or (s.obstacle and s.obstacle.top) for s in walk.stretches) or any(
        meeting(bulk.shape.within(leg, 1e-9), [(0.0, leg.length)])
        for bulk in overhead
        for leg in outcome.step.declared.legs
    )


def frame_of(outcome: Outcome) -> Frame:
    """The section along the whole declared route, from below the table to above the highest."""
    radius, height = outcome.step.mover.radius, _height(outcome)
    ends = [across + way * far for across, way, leg in _laid(outcome) for far in (0.0, leg.length)]
    tops = [leg.level + max(leg.rise, 0.0) for leg in outcome.step.declared.legs]
    tops += [piece.top for piece in _pieces(outcome) if piece.top < 50]
    others = outcome.step.table.others(outcome.step.by)
    tops += [model.level + model.height - height for model in others]
    x0, x1 = min(ends) - radius - 0.8, max(ends) + radius + 0.8
    wide = max(x1 - x0, 5.0)
    middle = (x0 + x1) / 2
    return middle - wide / 2, -0.75, middle + wide / 2, max(tops) + height + 0.55


def draw(panel: Panel, ruling: Ruling, outcome: Outcome) -> None:
    """Draws the section along one step's route."""
    theme, (x0, y0, x1, _) = panel.theme, panel.frame
    ground = [complex(x0, 0), complex(x1, 0), complex(x1, y0), complex(x0, y0)]
    panel.polygon(ground, 1.0, facecolor=theme.solid, edgecolor=theme.ink, linewidth=1.0)
    named: set[str] = set()
    for piece in _pieces(outcome):
        style = terrain(theme, piece.kind)
        if piece.beside:
            style |= {"alpha": 0.4, "linestyle": (0, (3, 2))}
        panel.polygon(piece.corners, 1.4 if piece.beside else 1.5, **style)
        if piece.name not in named:
            named.add(piece.name)
            middle = sum(piece.corners) / len(piece.corners)
            lower = max(corner.imag for corner in piece.corners) < piece.top - EPS
            words = f"{piece.name}, up to" if lower else piece.name
            panel.say(middle, f"{words} {plain_number(piece.top)}", theme.faint)
    _ladders(panel, outcome)
    _others(panel, outcome)
    decided = [f for f in ruling.deciding if f in outcome.findings]
    _way(panel, outcome)
    for finding in decided:
        _decided(panel, outcome, finding)
    panel.scale()


class Piece(NamedTuple):
    """A section of a piece along the route; one `beside` its line is only met by the base."""

    name: str
    kind: str
    corners: list[complex]
    top: float
    beside: bool


def _pieces(outcome: Outcome) -> Iterator[Piece]:
    """Each piece that the route's line crosses, or that the base meets beside it."""
    step = outcome.step
    ground, radius = step.table.ground, step.mover.radius
    for start, way, leg, opens, ends in _lines(outcome):
        for bulk in ground.bulks:
            inside = bulk.shape.within(leg, 1e-9)
            beside = not inside
            if beside:
                inside = meeting(bulk.shape.within(leg, radius * 0.999), [_long(bulk, leg)])
            for lo, hi in inside:
                lo = max(lo, -1.2 if opens else 0.0)
                hi = min(hi, leg.length + (1.2 if ends else 0.0))
                if hi - lo > 1e-6:
                    kind = step.table.terrain[bulk.name].kind
                    tops = _tops(bulk, leg, lo, hi)
                    corners = [complex(start + way * t, h) for t, h in tops]
                    low = bulk.bottom if bulk.top > bulk.bottom else bulk.bottom - 0.06
                    corners += [complex(start + way * t, low) for t in (hi, lo)]
                    yield Piece(bulk.name, kind, corners, bulk.top, beside)


def _long(bulk: Block | Flight, leg: Leg) -> Interval:
    """From where to where along a leg a piece is."""
    if isinstance(bulk.shape, Disc):
        middle, radius = ((bulk.shape.centre - leg.origin) / leg.direction).real, bulk.shape.radius
        return middle - radius, middle + radius
    assert isinstance(bulk.shape, Outline)
    along = [((p - leg.origin) / leg.direction).real for ring in bulk.shape.rings for p in ring]
    return min(along), max(along)


def _tops(bulk: Block | Flight, leg: Leg, lo: float, hi: float) -> list[tuple[float, float]]:
    if isinstance(bulk, Flight):
        return [(t, bulk.height(leg.at(t))) for t in (lo, hi)]
    return [(lo, bulk.top), (hi, bulk.top)]


def _laid(outcome: Outcome) -> Iterator[tuple[float, int, Leg]]:
    """The route's legs, each with how far across it begins, and which way it is drawn from there."""
    across, way, heading = 0.0, 1, None
    for leg in outcome.step.declared.legs:
        if leg.length:
            if heading is not None and (leg.direction / heading).real < EPS - 1:
                way = -way
            heading = leg.direction
        yield across, way, leg
        across += way * leg.length


def _lines(outcome: Outcome) -> Iterator[tuple[float, int, Leg, bool, bool]]:
    """The route's straight parts from above, as they are laid.

    With whether what lies before one, and after it, is looked at too. What is come back over is
    left out.
    """
    merged: list[tuple[float, int, Leg]] = []
    for start, way, leg in _laid(outcome):
        if not leg.length:
            continue
        if merged and abs(merged[-1][2].direction - leg.direction) < 1e-9:
            first, way, last = merged.pop()
            start, leg = first, last._replace(length=last.length + leg.length)
        merged.append((start, way, leg))
    turns = [one[1] != other[1] for one, other in pairwise(merged)]
    low = high = 0.0
    for (start, way, leg), turned, turning in zip(
        merged, [True, *turns], [*turns, True], strict=True
    ):
        ends = start, start + way * leg.length
        if low == high or min(ends) < low - EPS or max(ends) > high + EPS:
            yield start, way, leg, turned, turning
        low, high = min(low, *ends), max(high, *ends)


def _ladders(panel: Panel, outcome: Outcome) -> None:
    names = {ladder.name: ladder for ladder in _ground(outcome).ladders}
    on = {s.on for s in (outcome.step.walk.stretches if outcome.step.walk else ()) if s.on in names}
    for across, _, leg in _laid(outcome):
        if leg.rise and not leg.length and on:
            low, high = sorted((leg.level, leg.level + leg.rise))
            style = {"color": panel.theme.ink, "linewidth": 1.1}
            for x in (across - 0.1, across + 0.1):
                panel.line([complex(x, low), complex(x, high)], 2.5, **style)
            rungs = int((high - low) / 0.3)
            for i in range(1, rungs):
                y = low + (high - low) * i / rungs
                panel.line([complex(across - 0.1, y), complex(across + 0.1, y)], 2.5, **style)


def _way(panel: Panel, outcome: Outcome) -> None:
    """The profile of the route, and the silhouette at its start, its end and on what it goes over."""
    step, theme = outcome.step, panel.theme
    declared, end = step.declared, outcome.end
    profile: list[tuple[float, complex]] = []
    for across, way, leg in _laid(outcome):
        profile.append((leg.start, complex(across, leg.level)))
        profile.append((leg.end, complex(across + way * leg.length, leg.level + leg.rise)))
    whole = [point for _, point in profile]
    panel.line(whole, 4.0, **route(theme, gone=False))
    panel.keep_off_line(whole)
    gone = [point for s, point in profile if s <= end + 1e-9]
    if end:
        here = complex(_across(outcome, end), declared.level_at(end))
        panel.line([*gone, here], 5.0, **route(theme, gone=True))
    colour = side_colour(panel, step.table, step.mover)
    start = complex(0, step.mover.level)
    model, size = before(outcome), (step.mover.radius, _height(outcome))
    was = (model.radius, model.height) if step.was else size
    if end:
        _silhouette(panel, start, was, colour, ghost=True)
    final = complex(_across(outcome, end), declared.level_at(end)) if end else start
    now = was if outcome.verdict.stays else size
    _silhouette(panel, final, now, colour, ghost=False)
    panel.say(final + 1j * now[1], step.by, "", 0.1, bold=True)
    meant = complex(profile[-1][1].real, declared.level_at(declared.length))
    if outcome.verdict.stays or abs(meant - final) > SHORT:
        _silhouette(panel, meant, size, theme.faint, ghost=True)
    if outcome.verdict.stays and step.was:
        _silhouette(panel, start, size, theme.faint, ghost=True)
    for stretch in step.walk.stretches if step.walk else ():
        over = stretch.obstacle
        if over and over.pieces and not over.ladder and stretch.end <= end:
            middle = complex(
                (_across(outcome, stretch.start) + _across(outcome, stretch.end)) / 2,
                over.top,
            )
            _silhouette(panel, middle, size, theme.ink, ghost=True)


def _others(panel: Panel, outcome: Outcome) -> None:
    """The models that the base meets or comes near, from above, where along the route it does."""
    step, theme = outcome.step, panel.theme
    for model in step.table.others(step.by):
        nearest = [
            (abs(leg.at(t) - model.at), start + way * t)
            for start, way, leg, opens, ends in _lines(outcome)
            for t in [((model.at - leg.origin) / leg.direction).real]
            if (opens or t >= 0) and (ends or t <= leg.length)
        ]
        apart, across = min(nearest, default=(panel.frame[2], 0.0))
        if apart > step.mover.radius + model.radius + 0.1 or not model.height:
            continue
        foot = complex(across, model.level)
        colour = side_colour(panel, step.table, model)
        size = model.radius + 1j * model.height
        corners = [foot - model.radius, foot + model.radius, foot + size, foot - size.conjugate()]
        style = {"facecolor": colour, "edgecolor": theme.ink, "linewidth": 1.0}
        panel.polygon(corners, 3.2, alpha=0.6, **style)
        panel.say(foot + 1j * model.height, model.name, "", 0.1, bold=True)


def _silhouette(
    panel: Panel, foot: complex, size: tuple[float, float], colour: str, *, ghost: bool
) -> None:
    radius, height = size[0], max(size[1], 0.12)
    corners = [
        foot - radius,
        foot + radius,
        foot + radius + 1j * height,
        foot - radius + 1j * height,
    ]
    style = {
        "facecolor": "none" if ghost else colour,
        "edgecolor": colour if ghost else panel.theme.ink,
    }
    panel.polygon(
        corners,
        3.0 if ghost else 3.5,
        linewidth=1.0,
        linestyle=":" if ghost else "-",
        alpha=1.0 if ghost else 0.85,
        **style,
    )
    if not ghost:
        panel.keep_off(foot + 0.5j * height, radius)


def _decided(panel: Panel, outcome: Outcome, finding: Finding) -> None:
    """Marks how high what decided stands above the ground on its higher side."""
    colour = panel.theme.warn if finding.bites else panel.theme.good
    if finding.bites and not finding.limit and finding.spans and finding.bite is not Bite.HALT:
        s = min(finding.spans[0].start + 1e-6, outcome.step.declared.length)
        at = finding.at if finding.bite is Bite.END and finding.at is not None else s
        place = complex(_across(outcome, at), outcome.step.declared.level_at(at))
        panel.cross(place, colour)
        words = "not held here" if isinstance(finding.region, Along) else measured_told(finding)
        if words:
            panel.say(place, words, colour, 0.15, bold=True)
    if finding.value is None or not finding.limit or finding.at is None:
        return
    for stretch in outcome.step.walk.stretches if outcome.step.walk else ():
        over = stretch.obstacle
        if over is None or not over.pieces or abs(stretch.start - finding.at) > 1e-6:
            continue
        start, end = _across(outcome, stretch.start), _across(outcome, stretch.end)
        x = start if abs(over.top - over.before - finding.value) < 1e-6 else end
        foot = complex(x, over.top - finding.value)
        panel.dimension(foot, complex(x, over.top), colour)
        limit = complex(0, foot.imag + finding.limit)
        style = {"color": colour, "linewidth": 0.9, "linestyle": (0, (4, 2))}
        panel.line([start - 0.35 + limit, end + 0.35 + limit], 6, **style)
        panel.say(complex(x, over.top), measured_told(finding), colour, 0.15, bold=True)
        return


def _across(outcome: Outcome, s: float) -> float:
    """The plan length of the route at a travelled length."""
    far = 0.0
    for across, way, leg in _laid(outcome):
        if s <= leg.end:
            return across + way * leg.along(s)
        far = across + way * leg.length
    return far


def _height(outcome: Outcome) -> float:
    walk = outcome.step.walk
    return walk.climber.height if walk else outcome.step.mover.height


def _ground(outcome: Outcome) -> Ground:
    return outcome.step.table.ground
