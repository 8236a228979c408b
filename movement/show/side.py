"""A ruling from the side, along the route: what stands there, how high, and where one goes over.

Across is the route's length from above, up is height, both to one scale.
"""

from __future__ import annotations

from collections.abc import Iterator

from movement.geometry.flights import Flight
from movement.geometry.ground import Ground
from movement.geometry.regions import Along
from movement.geometry.spans import meeting
from movement.geometry.track import Leg
from movement.ruling.findings import Bite, Finding, Outcome
from movement.ruling.ruling import Ruling
from movement.ruling.words import plain_number
from movement.show.above import measured_told
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
    long = sum(leg.length for leg in outcome.step.declared.legs)
    tops = [leg.level + max(leg.rise, 0.0) for leg in outcome.step.declared.legs]
    tops += [top for _, _, _, top in _section(outcome) if top < 50]
    others = outcome.step.table.others(outcome.step.by)
    tops += [model.level + model.height - height for model in others]
    x0, x1 = -radius - 0.8, long + radius + 0.8
    wide = max(x1 - x0, 5.0)
    middle = (x0 + x1) / 2
    return middle - wide / 2, -0.75, middle + wide / 2, max(tops) + height + 0.55


def draw(panel: Panel, ruling: Ruling, outcome: Outcome) -> None:
    """Draws the section along one step's route."""
    theme, (x0, y0, x1, _) = panel.theme, panel.frame
    ground = [complex(x0, 0), complex(x1, 0), complex(x1, y0), complex(x0, y0)]
    panel.polygon(ground, 1.0, facecolor=theme.solid, edgecolor=theme.ink, linewidth=1.0)
    named: set[str] = set()
    for name, kind, corners, top in _pieces(outcome, panel.frame):
        panel.polygon(corners, 1.5, **terrain(theme, kind))
        if name not in named:
            named.add(name)
            middle = sum(corners) / len(corners)
            panel.say(middle, f"{name} {plain_number(top)}", theme.faint)
    _ladders(panel, outcome)
    _others(panel, outcome)
    decided = [f for f in ruling.deciding if f in outcome.findings]
    _way(panel, outcome)
    for finding in decided:
        _decided(panel, outcome, finding)
    panel.scale()


def _section(outcome: Outcome) -> Iterator[tuple[str, float, float, float]]:
    """What the route's line crosses, with the plan lengths between which, and its top."""
    for name, _, corners, top in _pieces(outcome, (-1e3, 0, 1e3, 0)):
        xs = [corner.real for corner in corners]
        yield name, min(xs), max(xs), top


def _pieces(outcome: Outcome, frame: Frame) -> Iterator[tuple[str, str, list[complex], float]]:
    """Each piece's section along the route: name, kind, corners, top.

    A piece that the line misses but the base meets is shown as long as the base meets it.
    """
    step = outcome.step
    ground, radius = step.table.ground, step.mover.radius
    for start, leg, first, last in _lines(outcome):
        for bulk in ground.bulks:
            inside = bulk.shape.within(leg, 1e-9) or bulk.shape.within(leg, radius * 0.999)
            for lo, hi in inside:
                lo = max(lo, -1.2 if first else 0.0)
                hi = min(hi, leg.length + (1.2 if last else 0.0))
                if hi - lo > 1e-6:
                    kind = step.table.terrain[bulk.name].kind
                    tops = _tops(bulk, leg, lo, hi)
                    corners = [complex(start + t, h) for t, h in tops]
                    low = bulk.bottom if bulk.top > bulk.bottom else bulk.bottom - 0.06
                    corners += [complex(start + hi, low), complex(start + lo, low)]
                    yield bulk.name, kind, corners, bulk.top


def _tops(bulk: object, leg: Leg, lo: float, hi: float) -> list[tuple[float, float]]:
    if isinstance(bulk, Flight):
        return [(t, bulk.height(leg.at(t))) for t in (lo, hi)]
    top: float = bulk.top  # type: ignore[attr-defined]
    return [(lo, top), (hi, top)]


def _lines(outcome: Outcome) -> Iterator[tuple[float, Leg, bool, bool]]:
    """The route's straight parts from above, with their plan lengths before, first and last told."""
    legs = [leg for leg in outcome.step.declared.legs if leg.length]
    merged: list[Leg] = []
    for leg in legs:
        if merged and abs(merged[-1].direction - leg.direction) < 1e-9:
            merged[-1] = merged[-1]._replace(length=merged[-1].length + leg.length)
        else:
            merged.append(leg)
    start = 0.0
    for i, leg in enumerate(merged):
        yield start, leg, i == 0, i == len(merged) - 1
        start += leg.length


def _ladders(panel: Panel, outcome: Outcome) -> None:
    across = 0.0
    names = {ladder.name: ladder for ladder in _ground(outcome).ladders}
    on = {s.on for s in (outcome.step.walk.stretches if outcome.step.walk else ()) if s.on in names}
    for leg in outcome.step.declared.legs:
        if leg.rise and not leg.length and on:
            low, high = sorted((leg.level, leg.level + leg.rise))
            style = {"color": panel.theme.ink, "linewidth": 1.1}
            for x in (across - 0.1, across + 0.1):
                panel.line([complex(x, low), complex(x, high)], 2.5, **style)
            rungs = int((high - low) / 0.3)
            for i in range(1, rungs):
                y = low + (high - low) * i / rungs
                panel.line([complex(across - 0.1, y), complex(across + 0.1, y)], 2.5, **style)
        across += leg.length


def _way(panel: Panel, outcome: Outcome) -> None:
    """The profile of the route, and the silhouette at its start, its end and on what it goes over."""
    step, theme = outcome.step, panel.theme
    declared, end = step.declared, outcome.end
    profile: list[tuple[float, complex]] = []
    across = 0.0
    for leg in declared.legs:
        profile.append((leg.start, complex(across, leg.level)))
        across += leg.length
        profile.append((leg.end, complex(across, leg.level + leg.rise)))
    whole = [point for _, point in profile]
    panel.line(whole, 4.0, **route(theme, gone=False))
    panel.keep_off_line(whole)
    gone = [point for s, point in profile if s <= end + 1e-9]
    if end:
        here = complex(_across(outcome, end), declared.level_at(end))
        panel.line([*gone, here], 5.0, **route(theme, gone=True))
    sides = list(dict.fromkeys(model.side for model in step.table.models.values()))
    colour = theme.sides[sides.index(step.mover.side) % len(theme.sides)]
    start = complex(0, step.mover.level)
    if end:
        _silhouette(panel, outcome, start, colour, ghost=True)
    final = complex(_across(outcome, end), declared.level_at(end)) if end else start
    _silhouette(panel, outcome, final, colour, ghost=False)
    panel.say(final + 1j * _height(outcome), step.by, "", 0.1, bold=True)
    if outcome.verdict.stays:
        meant = complex(profile[-1][1].real, declared.level_at(declared.length))
        _silhouette(panel, outcome, meant, theme.faint, ghost=True)
    for stretch in step.walk.stretches if step.walk else ():
        if stretch.obstacle and stretch.obstacle.pieces and stretch.end <= end:
            middle = complex(
                (_across(outcome, stretch.start) + _across(outcome, stretch.end)) / 2,
                stretch.obstacle.top,
            )
            _silhouette(panel, outcome, middle, theme.faint, ghost=True)


def _others(panel: Panel, outcome: Outcome) -> None:
    """The models that the base meets or comes near, from above, where along the route it does."""
    step, theme = outcome.step, panel.theme
    sides = list(dict.fromkeys(model.side for model in step.table.models.values()))
    for model in step.table.others(step.by):
        nearest = [
            (abs(leg.at(t) - model.at), start + t)
            for start, leg, first, last in _lines(outcome)
            for t in [((model.at - leg.origin) / leg.direction).real]
            if (first or t >= 0) and (last or t <= leg.length)
        ]
        apart, across = min(nearest, default=(panel.frame[2], 0.0))
        if apart > step.mover.radius + model.radius + 0.1 or not model.height:
            continue
        foot = complex(across, model.level)
        colour = theme.sides[sides.index(model.side) % len(theme.sides)]
        size = model.radius + 1j * model.height
        corners = [foot - model.radius, foot + model.radius, foot + size, foot - size.conjugate()]
        style = {"facecolor": colour, "edgecolor": theme.ink, "linewidth": 1.0}
        panel.polygon(corners, 3.2, alpha=0.6, **style)
        panel.say(foot + 1j * model.height, model.name, "", 0.1, bold=True)


def _silhouette(panel: Panel, outcome: Outcome, foot: complex, colour: str, *, ghost: bool) -> None:
    radius, height = outcome.step.mover.radius, max(_height(outcome), 0.12)
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
    total = 0.0
    for leg in outcome.step.declared.legs:
        if s <= leg.end:
            return total + leg.along(s)
        total += leg.length
    return total


def _height(outcome: Outcome) -> float:
    walk = outcome.step.walk
    return walk.climber.height if walk else outcome.step.mover.height


def _ground(outcome: Outcome) -> Ground:
    return outcome.step.table.ground
