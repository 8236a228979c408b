"""A ruling seen from above: who moves, where it stops, and why.

All that is drawn is the ruling's own: routes and their lengths, regions, spans and places.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Final

from movement.geometry.bodies import Body
from movement.geometry.fire import Line
from movement.geometry.lengths import EPS, at_most, below
from movement.geometry.regions import (
    Along,
    Aside,
    Astray,
    Begun,
    Beyond,
    Declared,
    Entered,
    Left,
    Near,
    NotBeneath,
    Region,
    Within,
)
from movement.geometry.shapes import Disc, Edge, Outline, Shape, heading
from movement.geometry.view import View
from movement.ruling.findings import Bite, Finding, Moment, Outcome
from movement.ruling.ruling import Ruling
from movement.ruling.words import inches_told, plain_number
from movement.show.pairs import draw_pairs, followed, in_space, reach, told_of_pair, told_pairs
from movement.show.panel import Frame, Panel
from movement.show.style import barred, route, terrain
from movement.table import FLIGHTS, Model, Table, Terrain

CLOSE: Final = 0.1
"""What was decided by less than this has a closer look, in."""
ROOM: Final = 0.9
"""How much of the table is shown round what matters, in."""
SHORT: Final = 0.05
"""A base that ends no farther from where it was to end is drawn once, in."""
FAR: Final = 12.0
"""What is seen from no farther off than this is shown as well, in."""
CROWD: Final = 4
"""So many lines are not told in words."""
RIM: Final = 0.1
"""What is shown of a base is shown whole, with so much room, in."""
TURN: Final = -0.5
"""Where the cosine of a bend is less, one goes back again: the base is shown there."""
NEARBY: Final = 2.5
"""What stands no farther than this from what matters is shown as well, in."""


def legs_of(ruling: Ruling) -> list[int]:
    """The legs that are shown, each in a panel of its own."""
    return sorted({outcome.step.leg for outcome in ruling.outcomes}) or [0]


def frame_of(ruling: Ruling, leg: int) -> Frame:
    """The part of the table that matters: routes, ends, and what stands near or decided."""
    boxes = []
    table, outcomes = ruling.table, _outcomes(ruling, leg)
    ends = [(outcome.step.declared.end, outcome.step.mover.radius) for outcome in outcomes]
    for outcome in outcomes:
        wide = max(outcome.step.mover.radius, before(outcome).radius)
        ways = (outcome.step.mover.at, *(p for _, p in outcome.step.declared.stations()))
        boxes += [about(point, wide) for point in ways]
        for foe in (f for f in outcome.findings if isinstance(_inner(f.region), Near)):
            if abs(foe.margin or 0.0) < CLOSE and foe.about in table.models:
                boxes.append(about(table.models[foe.about].at, table.models[foe.about].radius))
    for moment in _sights(ruling):
        pair = [table.models[name] for name in (moment.viewer, moment.seen)]
        if abs(pair[0].at - pair[1].at) <= FAR:
            boxes += [about(model.at, 0.6) for model in pair]
    for finding in ruling.deciding:
        boxes += [about(p, 0.2) for p in finding.place or ()]
        if finding.about in table.models:
            model = table.models[finding.about]
            boxes.append(about(model.at, model.radius))
    boxes += [about(p, 0.2) for f in ruling.common for link in f.links for p in link]
    for _, *pair in told_pairs(ruling):
        boxes += [about(model.at, model.radius) for model in pair]
    for both in followed(ruling):
        boxes += [about(model.at, model.radius) for model in both]
    near = grown(around(boxes), NEARBY)
    for model in table.models.values():
        if near[0] <= model.at.real <= near[2] and near[1] <= model.at.imag <= near[3]:
            boxes.append(about(model.at, model.radius))
    corners = [about(corner, 0.25) for corner in table.edge.rings[0]]
    edge = around([*corners, *(about(end, wide + RIM) for end, wide in ends)])
    x0, y0, x1, y1 = grown(around(boxes), ROOM)
    frame = max(x0, edge[0]), max(y0, edge[1]), min(x1, edge[2]), min(y1, edge[3])
    while cut := _cut(ruling, shaped := _shaped(frame)):
        frame = around([frame, *cut])
    return shaped


def _shaped(frame: Frame) -> Frame:
    """A frame that is neither too small, nor too high or too low for its breadth."""
    x0, y0, x1, y1 = frame
    wide = max(x1 - x0, 5.0, (y1 - y0) / 1.25)
    high = max(y1 - y0, wide * 0.42)
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    return x - wide / 2, y - high / 2, x + wide / 2, y + high / 2


def _cut(ruling: Ruling, frame: Frame) -> list[Frame]:
    """What holds the bases that the edge of a frame would cut."""
    x0, y0, x1, y1 = frame
    bases = (about(model.at, model.radius) for model in ruling.table.models.values())
    return [
        (left - RIM, low - RIM, right + RIM, high + RIM)
        for left, low, right, high in bases
        if x0 < right and left < x1 and y0 < high and low < y1
        if not (x0 <= left and right <= x1 and y0 <= low and high <= y1)
    ]


def draw(panel: Panel, ruling: Ruling, leg: int, changed: str = "") -> None:
    """Draws one leg of a ruling from above.

    `changed` names a model or a piece to be set off, since it differs from another picture's.
    """
    _paint(panel, ruling, leg)
    _set_off(panel, ruling, changed)
    panel.scale()


def draw_closer(panel: Panel, ruling: Ruling, leg: int) -> None:
    """Draws the place where it was decided, by little."""
    _paint(panel, ruling, leg, words=False)
    panel.scale()


def closer_frame(ruling: Ruling, leg: int) -> Frame | None:
    """The part of the table to look at more closely, where it was decided by very little."""
    for finding in _decided_in(ruling, leg)[:1]:
        if finding.place and _close(finding):
            near = finding.place[0] if finding.limit else sum(finding.place) / 2
            reach = max(2.0 * abs(finding.margin or 0.0), 0.02)
            x0, y0, x1, y1 = about(near, reach)
            return x0 - 2 * reach, y0, x1 + 2 * reach, y1
    return None


def _set_off(panel: Panel, ruling: Ruling, changed: str) -> None:
    colour, style = panel.theme.caution, {"facecolor": "none", "linewidth": 2.4}
    if changed in ruling.table.models:
        at = ruling.ends.get(changed, ruling.table.models[changed].at)
        ring = Disc(at, ruling.table.models[changed].radius + 0.14)
        panel.shape(ring, 5.2, edgecolor=colour, linestyle=(0, (2, 1)), **style)
    elif changed in ruling.table.terrain:
        shape = ruling.table.terrain[changed].shape
        panel.shape(shape, 3.1, edgecolor=colour, linestyle=(0, (2, 1)), **style)


def _close(finding: Finding) -> bool:
    """Whether it was decided by too little to be seen, at one place of the table."""
    if finding.bites and isinstance(_inner(finding.region), Body) and finding.bite is Bite.HALT:
        return False
    placed = finding.region and not isinstance(finding.region, Along) and measured_told(finding)
    return bool(placed) and abs(finding.margin or 0.0) < CLOSE


def _runs_into(finding: Finding) -> bool:
    """Whether the way asked for leads so far into a thing that how far tells nothing."""
    region = _inner(finding.region)
    halts = finding.bites and finding.bite is Bite.HALT
    if not isinstance(region, Within) or finding.margin is None:
        return False
    return (halts and not region.touching) or at_most(region.base + region.limit, -finding.margin)


def measured_told(finding: Finding) -> str:
    """What was measured, in the few words that fit beside the place; nothing if nothing was."""
    if finding.value is None or finding.limit is None or finding.margin is None:
        return ""
    room, value, limit = map(inches_told, (finding.margin, finding.value, finding.limit))
    bitten, region = finding.margin < 0 or finding.bites, _inner(finding.region)
    deep = " or more" if _runs_into(finding) else ""
    match region:
        case Beyond():
            return f"{room} too long" if bitten else ""
        case Within() if room == inches_told(0.0):
            return "touching"
        case Within(touching=False) if finding.bites and finding.bite is Bite.HALT:
            return "touching"
        case Within(touching=False):
            return f"{room}{deep} overlap" if bitten else f"{room} between"
        case Within():
            return f"{room}{deep} inside" if bitten else f"{room} clear"
        case Body(touching=True):
            return "touching" if bitten else f"{room} clear"
        case Body():
            return f"{room} inside" if bitten else f"{room} between"
        case Near():
            a, b = finding.place or (0j, complex(finding.value))
            told = in_space(value, finding.value, abs(a - b))
            return f"{told}, not over {limit}" if bitten else f"{told}, over {limit}"
        case Astray() | Aside():
            return f"{room} off" if bitten else ""
        case Left():
            return f"{value} away"
        case Declared() if finding.limit and below(finding.value, finding.limit):
            return f"{value}, needs {limit}" if bitten else ""
        case Declared() if finding.limit:
            return f"{value}, {limit} at most" if bitten else ""
        case Declared():
            return f"misses by {room}" if bitten else ""
        case Along() if not finding.limit:
            return f"held {room} back" if bitten else ""
        case Along():
            return f"{value} high, {limit} at most"
    return f"{value}, {limit} at most"


def _paint(panel: Panel, ruling: Ruling, leg: int, *, words: bool = True) -> None:
    """All but the scale; without the words that name things, if they are named elsewhere."""
    off = {"facecolor": "none", "edgecolor": panel.theme.faint, "hatch": "|||", "linewidth": 0}
    panel.outside(ruling.table.edge, 1.6, **off)
    line = {"facecolor": "none", "edgecolor": panel.theme.ink, "linewidth": 1.6}
    panel.shape(ruling.table.edge, 1.7, **line)
    for piece in ruling.table.terrain.values():
        draw_piece(panel, piece)
    decided, outcomes = _decided_in(ruling, leg), _outcomes(ruling, leg)
    for shape, deciding in _regions(ruling, outcomes, decided):
        panel.shape(shape, 3.0 if deciding else 2.5, **barred(panel.theme, deciding=deciding))
    for outcome in outcomes:
        _route(panel, outcome)
    _models(panel, ruling, outcomes)
    draw_pairs(panel, ruling)
    for moment in ruling.lines:
        if outcomes and moment.line and moment.at and moment.leg == leg:
            mover = ruling.table.models[outcomes[0].step.by]
            _passing(panel, outcomes[0], moment.at[0])
            draw_line(panel, moment.line, side_colour(panel, ruling.table, mover))
            if len(ruling.lines) < CROWD:
                panel.say(moment.line[0][0], moment.words, "", 0.3)
    for moment in _sights(ruling):
        if moment.line is None:
            unseen = ruling.table.models[moment.seen]
            panel.say(unseen.at, moment.words, panel.theme.faint, unseen.radius)
    if not words:
        panel.labels.clear()
    for finding in decided:
        if finding.bites or not told_of_pair(ruling, finding):
            _mark(panel, ruling, finding)
    for finding in (f for o in outcomes for f in o.findings if f.met and f.set_aside):
        if finding.place is not None and _zone(finding.region) is not None:
            panel.say(finding.place[1], "does not count", panel.theme.good, 0.15)
    for outcome in outcomes:
        rules = [f.set_aside for f in outcome.findings if f.met and f.set_aside]
        for name in sorted({*rules} - {*ruling.settings.rulebook.clauses}):
            panel.say(outcome.at, f"by {name}", panel.theme.good, outcome.step.mover.radius)


def _models(panel: Panel, ruling: Ruling, outcomes: list[Outcome]) -> None:
    """Every model where it ends, and as a ghost where it started, or meant to end and may not."""
    table = outcomes[0].step.table if outcomes else ruling.table
    faces = ruling.game.faces or bool(_sights(ruling))
    starts = {outcome.step.by: before(outcome) for outcome in outcomes}
    ends = {outcome.step.by: _afterwards(ruling, outcome) for outcome in outcomes}
    for name in sorted(table.models, key=lambda name: name in starts):
        model = starts.get(name, table.models[name])
        colour, end = side_colour(panel, table, model), ends.get(name, model)
        if abs(end.at - model.at) > EPS or abs(end.radius - model.radius) > EPS:
            draw_base(panel, model, model.at, colour, ghost=True, faces=faces)
        elif end.facing != model.facing and faces:
            _tick(panel, model, model.at, panel.theme.faint, 1.2)
        draw_base(panel, end, end.at, colour, ghost=False, faces=faces)
    for outcome in outcomes:
        declared, step = outcome.step.declared.end, outcome.step
        wanted = replace(
            step.mover, facing=step.mover.facing if step.facing is None else step.facing
        )
        if outcome.verdict.stays or abs(outcome.at - declared) > SHORT:
            draw_base(panel, wanted, declared, panel.theme.faint, ghost=True, faces=faces)
        if outcome.verdict.stays and step.was:
            draw_base(panel, step.mover, step.mover.at, panel.theme.faint, ghost=True)


def before(outcome: Outcome) -> Model:
    """A model as it was before its step, before it mounted or dismounted in it."""
    return outcome.step.was or outcome.step.mover


def _afterwards(ruling: Ruling, outcome: Outcome) -> Model:
    """A model after its step; one that stays is as it was."""
    step = outcome.step
    last = [each for each in ruling.outcomes if each.step.by == step.by][-1] is outcome
    states = ruling.after.models[step.by].states if last else step.mover.states
    if outcome.verdict.stays:
        return replace(before(outcome), states=states)
    return replace(step.mover, at=outcome.at, facing=outcome.facing, states=states)


def _sights(ruling: Ruling) -> list[Moment]:
    """What is told of who sees whom, or does not."""
    return [moment for effect in ruling.effects for moment in effect.moments if moment.seen]


def side_colour(panel: Panel, table: Table, model: Model) -> str:
    """The colour of the side that a model is of."""
    return panel.theme.side(model.side, (each.side for each in table.models.values()))


def draw_line(panel: Panel, line: Line, colour: str) -> None:
    """Draws what is seen, from above: a straight line to it."""
    start, end = line[0][0], line[1][0]
    style = {"color": colour, "linewidth": 1.2, "linestyle": (0, (4, 2))}
    panel.line([start, end], 5.6, **style)
    panel.arrow(
        start + (end - start) * 0.9, end, 5.7, color=colour, linewidth=1.2, mutation_scale=8
    )


def draw_piece(panel: Panel, piece: Terrain) -> None:
    """Draws a piece of terrain and names it."""
    theme, shape = panel.theme, piece.shape
    if isinstance(shape, Edge):
        _rungs(panel, piece, shape)
        return
    panel.shape(shape, 1.2, **terrain(theme, piece.kind))
    if not isinstance(shape, Disc | Outline):
        return
    if piece.kind in FLIGHTS and isinstance(shape, Outline):
        _steps(panel, piece, shape)
    words = piece.name
    if piece.top is not None:
        words += f", {plain_number(piece.top)} in high"
    at = _nearest_shown(panel, shape)
    if at is not None:
        panel.say(at, words, theme.faint)


def _nearest_shown(panel: Panel, shape: Disc | Outline) -> complex | None:
    """A point of a piece, well inside the panel, to name it by."""
    x0, y0, x1, y1 = grown(panel.frame, -0.12 * (panel.frame[3] - panel.frame[1]))
    centre = shape.centre
    held = complex(min(max(centre.real, x0), x1), min(max(centre.imag, y0), y1))
    point = shape.point_nearest(held)
    return point if panel.shows(point) else None


def _steps(panel: Panel, piece: Terrain, shape: Outline) -> None:
    """The steps of a flight, across the direction in which it rises, and an arrow up."""
    up = heading(piece.up or 0.0)
    turned = [corner / up for corner in shape.rings[0]]
    low, high = min(p.real for p in turned), max(p.real for p in turned)
    left, right = max(p.imag for p in turned), min(p.imag for p in turned)
    style = {"color": panel.theme.faint, "linewidth": 0.6}
    if piece.kind == "stairs":
        for i in range(1, 10):
            x = low + (high - low) * i / 10
            panel.line([complex(x, left) * up, complex(x, right) * up], 1.3, **style)
    middle = (left + right) / 2 - (left - right) / 4
    ends = [complex(low + (high - low) * part, middle) * up for part in (0.3, 0.7)]
    panel.arrow(ends[0], ends[1], 1.4, color=panel.theme.faint, linewidth=1.0)


def _rungs(panel: Panel, piece: Terrain, shape: Edge) -> None:
    middle = (shape.start + shape.end) / 2
    style = {"color": panel.theme.ink, "linewidth": 1.2}
    for x in (-0.09, 0.09):
        panel.line([middle + x - 0.2j, middle + x + 0.2j], 4.5, **style)
    for y in (-0.12, 0, 0.12):
        panel.line([middle - 0.09 + 1j * y, middle + 0.09 + 1j * y], 4.5, **style)
    panel.say(middle, piece.name, panel.theme.faint, 0.25)


def _regions(
    ruling: Ruling, outcomes: list[Outcome], decided: list[Finding]
) -> Iterator[tuple[Shape, bool]]:
    """Zones and distances that the base must keep out of, and whether they decided."""
    seen: list[Shape] = []
    found = [(f, outcome.level) for outcome in outcomes for f in outcome.findings]
    found += [(f, 0.0) for f in decided if f in ruling.common]
    for finding, level in sorted(found, key=lambda each: each[0] not in decided):
        shape = _zone(finding.region, level)
        if shape is not None and shape not in seen:
            seen.append(shape)
            yield shape, finding in decided
    shown = (shape for outcome in outcomes for shape in ruling.game.shows(outcome.step))
    yield from ((shape, False) for shape in shown if shape not in seen)


def _zone(region: Region | None, level: float = 0.0) -> Shape | None:
    """What a base at a height has to keep out of, as seen from above."""
    region = _inner(region)
    if isinstance(region, Within) and isinstance(region.shape, View):
        return region.shape
    if isinstance(region, Near):
        up = max(0.0, region.low - level - region.height, level - region.high)
        return reach(region.disc, region.limit, up)
    return None


def _inner(region: Region | None) -> Region | None:
    while isinstance(region, Begun | Entered | NotBeneath):
        region = region.region
    return region


def draw_base(
    panel: Panel, model: Model, at: complex, colour: str, *, ghost: bool, faces: bool = False
) -> None:
    """Draws a base where it is, with a mark where it looks if it `faces`; or where it is not."""
    disc = Disc(at, model.radius)
    if ghost:
        style = {"facecolor": "none", "edgecolor": colour, "linewidth": 1.1, "linestyle": ":"}
        panel.shape(disc, 4.0, **style)
        if faces:
            _tick(panel, model, at, colour, 1.1)
        return
    panel.shape(disc, 5.0, facecolor=colour, edgecolor=panel.theme.ink, linewidth=0.8)
    if faces:
        _tick(panel, model, at, panel.theme.paper, 1.8)
    panel.keep_off(at, model.radius * 0.8)
    panel.say(at, ", ".join([model.name, *sorted(model.states)]), "", model.radius, bold=True)


def _tick(panel: Panel, model: Model, at: complex, colour: str, width: float) -> None:
    """The mark on a base that tells where the model looks."""
    ahead = model.ahead * model.radius
    panel.line([at + ahead * 0.35, at + ahead], 6.0, color=colour, linewidth=width)


def _passing(panel: Panel, outcome: Outcome, at: complex) -> None:
    """The base on its way at a place that matters, if it is drawn at none so near."""
    drawn = (outcome.step.mover.at, outcome.at, outcome.step.declared.end)
    if min(abs(at - each) for each in drawn) > SHORT:
        _ring(panel, at, outcome.step.mover.radius)


def _ring(panel: Panel, at: complex, radius: float, width: float = 1.0) -> None:
    """The outline of what is only passing there."""
    style = {"facecolor": "none", "edgecolor": panel.theme.ink, "linestyle": ":"}
    panel.shape(Disc(at, radius), 4.2, linewidth=width, **style)


def _route(panel: Panel, outcome: Outcome) -> None:
    step = outcome.step
    declared, end = step.declared, outcome.end
    if abs(declared.start - step.mover.at) > EPS:
        _lift(panel, outcome)
    if not declared.length:
        return
    whole = [point for _, point in declared.stations()]
    panel.line(whole, 4.6, **route(panel.theme, gone=False))
    panel.keep_off_line(whole)
    gone = [point for _, point in declared.upto(end).stations()]
    if end and abs(gone[-1] - gone[-2]) > 1e-9:
        panel.line(gone, 5.8, **route(panel.theme, gone=True))
        panel.arrow(gone[-2], gone[-1], 5.9, color=panel.theme.ink, linewidth=1.8, mutation_scale=9)
    if not end and len(whole) > 1:
        panel.arrow(whole[-2], whole[-1], 4.7, color=panel.theme.faint, linewidth=0.8)
    _squeezed(panel, outcome)
    level = [leg for leg in declared.legs if leg.length]
    for leg, after in pairwise(level):
        if (after.direction / leg.direction).real < TURN:
            _passing(panel, outcome, leg.at(leg.length))
    told = end if end else declared.length
    middle = declared.at((end or declared.length) / 2)
    panel.say(middle, f"{plain_number(told)} of {inches_told(step.allowance)}", "", 0.08)


def _squeezed(panel: Panel, outcome: Outcome) -> None:
    """The base in the middle of each place too narrow for it, and the part of it that has to fit."""
    walk, radius = outcome.step.walk, outcome.step.mover.radius
    for stretch in walk.stretches if walk else ():
        if stretch.narrow and walk and walk.climber.leeway:
            at = outcome.step.declared.at((stretch.start + stretch.end) / 2)
            _ring(panel, at, radius)
            _ring(panel, at, radius * walk.climber.leeway.part, 1.3)


def _lift(panel: Panel, outcome: Outcome) -> None:
    """A model that is lifted from one place to another, with no way between them."""
    ends = outcome.step.mover.at, outcome.step.declared.start
    colour = panel.theme.faint if outcome.verdict.stays else panel.theme.ink
    panel.line(ends, 4.7, color=colour, linewidth=1.3, linestyle=":")
    panel.keep_off_line(ends)
    panel.say((ends[0] + ends[1]) / 2, "lifted", colour, 0.08)


def _mark(panel: Panel, ruling: Ruling, finding: Finding) -> None:
    """Marks the deciding place with its measurement, and what is in the way."""
    colour = panel.theme.warn if finding.bites else panel.theme.good
    about = ruling.table.terrain.get(finding.about)
    own = next((outcome for outcome in ruling.outcomes if finding in outcome.findings), None)
    if finding.bites and about is not None:
        panel.shape(about.shape, 3.2, facecolor="none", edgecolor=colour, linewidth=1.8)
    if (
        finding.bites
        and not finding.links
        and finding.about in ruling.table.models
        and finding.about != finding.mover
        and not isinstance(_inner(finding.region), Beyond)
    ):
        disc = ruling.table.models[finding.about].disc
        ring = Disc(disc.centre, disc.radius + 0.07)
        panel.shape(ring, 5.1, facecolor="none", edgecolor=colour, linewidth=1.8)
    words = measured_told(finding)
    first = None
    if own and finding.bites and isinstance(finding.region, Along) and finding.spans:
        way, span = own.step.declared, finding.spans[0]
        first = way.at(min(span.start + EPS, way.length))
        if finding.bite is not Bite.END:
            _passing(panel, own, way.at((span.start + min(span.end, way.length)) / 2))
    clear = 0.015 * (panel.frame[2] - panel.frame[0])
    if finding.place is None and first is not None:
        panel.cross(first, colour)
        panel.say(first, "nothing holds it from here", colour, clear, bold=True)
    brief = ruling.settings.rulebook.clauses[finding.clause].brief
    if finding.place is None and finding.bites and brief:
        mover = own.step.mover if own else ruling.table.models[finding.mover]
        others = ruling.table.others(mover.name)
        whose = next((model for model in others if model.name == finding.about), mover)
        wide = before(own).radius if own and whose is mover else 0.0
        panel.say(whose.at, brief, colour, max(whose.radius, wide), bold=True)
    if finding.place is None or not (words or finding.bites):
        return
    a, b = finding.place
    met = isinstance(_inner(finding.region), Within | Near | Body)
    if own and finding.at is not None and met and (own.verdict.stays or not _runs_into(finding)):
        _passing(panel, own, own.step.declared.at(finding.at))
    if finding.links and finding.bites:
        panel.broken(a, b, colour)
    else:
        panel.dimension(a, b, colour, under=not finding.bites)
    if finding.bites and finding.bite is not Bite.HALT:
        panel.cross(b if first is None or finding.bite is Bite.END else first, colour)
    if words:
        panel.say((a + b) / 2, words, colour, clear, bold=True)
        panel.keep_off((a + b) / 2, clear)


def _decided_in(ruling: Ruling, leg: int) -> list[Finding]:
    """The findings that decided, of one leg or of several models together."""
    return [finding for finding in ruling.deciding if _of_leg(ruling, finding, leg)]


def _of_leg(ruling: Ruling, finding: Finding, leg: int) -> bool:
    own = [outcome for outcome in ruling.outcomes if finding in outcome.findings]
    return not own or any(outcome.step.leg == leg for outcome in own)


def _outcomes(ruling: Ruling, leg: int) -> list[Outcome]:
    return [outcome for outcome in ruling.outcomes if outcome.step.leg == leg]


def about(point: complex, reach: float) -> Frame:
    """The square that reaches so far from a point every way."""
    return point.real - reach, point.imag - reach, point.real + reach, point.imag + reach


def around(boxes: Iterable[Frame]) -> Frame:
    """The least frame that holds all of some."""
    x0, y0, x1, y1 = zip(*boxes, strict=True)
    return min(x0), min(y0), max(x1), max(y1)


def grown(frame: Frame, by: float) -> Frame:
    """A frame with so much more room on every side."""
    return frame[0] - by, frame[1] - by, frame[2] + by, frame[3] + by
