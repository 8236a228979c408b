"""Bushido: charges among zones of control.

A rule's clause is in `bushido.toml`; its docstring says only what that leaves open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from movement.games import rulebook_beside
from movement.geometry.lengths import at_most, below
from movement.geometry.regions import (
    Astray,
    Begun,
    Beyond,
    Declared,
    Region,
    Within,
)
from movement.geometry.shapes import HalfDisc, Outside
from movement.geometry.spans import Span, Spans
from movement.geometry.track import Track
from movement.plain import Absent, Distance, Malformed, Place
from movement.ruling.findings import Bar, Bite, Finding, Settings, Step, Verdict
from movement.ruling.game import Game, Turn
from movement.table import Model, ModelName, Table


@dataclass(frozen=True, slots=True)
class Profile:
    """What a Bushido model has besides: its Move, in, without which it cannot be moved."""

    move: Distance | None = None


@dataclass(frozen=True, slots=True)
class Charge:
    """A charge at a model.

    The line is aimed at the target's centre, or at the point `heading`. A `route` states the
    whole way outright, its start left out, so that it can be a wrong one.
    """

    by: ModelName
    charge: ModelName
    heading: Place | None = None
    route: tuple[Place, ...] | None = None


def turns(table: Table, action: Charge, settings: Settings) -> Sequence[Turn]:
    """A charge is one leg of one model."""
    return [(action.by, 0)]


def lay(table: Table, action: Charge, turn: Turn, settings: Settings) -> Step:
    """The charge's way: the one stated, or the one the rules make, as far as the distance goes."""
    mover = table.models[action.by]
    allowance = mover.profile.move * settings.number("charge-factor")
    if action.route is not None:
        track = Track((mover.at, *action.route))
    else:
        track = _straight_then_direct(table, action, settings).upto(allowance)
    return Step(table, action.by, turn[1], track, track, allowance, action, settings)


def check(table: Table, action: Charge) -> None:
    """Refuses a mover without Move, a charge at oneself and a heading that is no direction."""
    if table.models[action.by].profile.move is None:
        raise Malformed(("table", "models", action.by, "move"), Absent(), "its Move, as it moves")
    if action.by == action.charge:
        raise Malformed(("action", "charge"), action.charge, "another model than the one charging")
    if action.heading is not None and action.route is not None:
        raise Malformed(("action", "heading"), "both", "either heading or route")
    if action.heading == table.models[action.by].at:
        raise Malformed(("action", "heading"), "the place it starts from", "a point elsewhere")


game = Game(
    "bushido",
    rulebook_beside(__name__),
    failing=Verdict.ILLEGAL,
    actions=(Charge,),
    turns=turns,
    lay=lay,
    check=check,
    faces=True,
    kinds=frozenset({"impassable"}),
    model=Profile,
)


# The table's edge


@game.rule("bushido.edge.stop", Bite.HALT)
def edge(step: Step) -> Iterator[Bar]:
    """The base may touch the edge."""
    off = Within(Outside(step.table.edge), step.mover.radius, touching=False)
    yield Bar("the table's edge", off)


# Charge


@game.rule("bushido.charge.target", Bite.ASK)
def target_is_an_enemy(step: Step) -> Iterator[Bar]:
    """A friend cannot be charged."""
    yield Bar(step.action.charge, Declared(_target(step).side == step.mover.side))


@game.rule("bushido.charge.distance", Bite.WAY)
def no_farther(step: Step) -> Iterator[Bar]:
    """A line the game lays ends there of itself; only a stated route can be too long."""
    yield Bar(step.action.charge, Beyond(step.allowance))


@game.rule("bushido.charge.straight", Bite.WAY)
def straight(step: Step) -> Iterator[Bar]:
    """The line is followed on past the charge's distance; a tangent touch counts."""
    line = _line(step.table, step.action, step.settings)
    if _first_touch(step.table, step.action, step.settings) is not None:
        yield Bar(step.action.charge, Astray(line))
    else:
        goals = _goals(step.table, step.action, step.settings)
        nearest = min((goal.closest(line) for goal in goals), key=lambda found: found.value)
        missed = nearest._replace(margin=-nearest.value)
        yield Bar(step.action.charge, Declared(True, missed), Bite.ASK)


@game.exception("bushido.charge.bend")
def bends_at_the_zone(step: Step, finding: Finding) -> bool:
    """Only from where the straight line touches the target's zone."""
    touch = _first_touch(step.table, step.action, step.settings)
    return touch is not None and at_most(touch, finding.spans[0].start)


@game.rule("bushido.charge.other-zones", Bite.WAY)
def begins_in_another_zone(step: Step) -> Iterator[Bar]:
    """Running into one is `stop-before`'s, so that what is left is to begin in one."""
    for foe, zone in _other_zones(step):
        yield Bar(foe.name, Begun(zone), assumes="zone-depth")


@game.rule("bushido.charge.stop-before", Bite.HALT)
def stops_before_another_zone(step: Step) -> Iterator[Bar]:
    """Zones are closed: to touch one is to be in contact with it. One begun in is not run into."""
    for foe, zone in _other_zones(step):
        if not Begun(zone).along(step.track):
            yield Bar(foe.name, zone, assumes="zone-depth")


@game.exception("bushido.charge.ignore-zones")
def zones_cease_to_matter(step: Step, finding: Finding) -> bool:
    """From the moment the target's zone is touched, or while the target is in the charger's own."""
    at = finding.spans[0].start
    if any(at_most(span.start, at) and at_most(at, span.end) for span in _in_own_zone(step)):
        return True
    touched = Within(zone_of(_target(step), step.settings), step.mover.radius).along(step.track)
    if not touched or not at_most(touched[0].start, at):
        return False
    if not at or below(touched[0].start, at):
        return True
    return step.settings.reading("zones-together") == "ignore"


@game.rule("bushido.charge.direct", Bite.WAY)
def direct(step: Step) -> Iterator[Bar]:
    """A stated route can swerve, or stop with bases apart and movement left."""
    goals = _goals(step.table, step.action, step.settings)
    touches = [s for goal in goals if (s := goal.touch(step.track)) is not None]
    if touches:
        right = _to_contact(step.track.upto(min(touches)), step.mover, _target(step))
        halted = below(step.track.length, step.declared.length)
        least = 0.0 if halted else step.allowance
        yield Bar(step.action.charge, Astray(right, min(touches), least))


# Move, whose way of passing binds a charge too


@game.rule("bushido.move.through", Bite.WAY)
def through(step: Step) -> Iterator[Bar]:
    """Friend or foe. Under the reading `partial: stops-before` what is met ends the movement.

    The way that the rules make goes up to the target and no farther. A special rule that lets it
    pass through a model does not let it end there.
    """
    stops = step.settings.reading("partial") == "stops-before"
    bite = Bite.HALT if stops else Bite.WAY
    for model in step.table.others(step.by):
        over = Within(model.disc, step.mover.radius, touching=False)
        if model.name != step.action.charge or step.action.route is not None:
            yield Bar(model.name, over, bite)
        if "bushido.move.through" in step.settings.permits:
            yield Bar(model.name, over, Bite.END)
    for piece in step.table.terrain.values():
        if piece.kind == "impassable":
            yield Bar(piece.name, Within(piece.shape, step.mover.radius, touching=False), bite)


# What the rules speak of


def zone_of(model: Model, settings: Settings) -> HalfDisc:
    """A model's zone of control."""
    return HalfDisc(model.at, model.radius + settings.number("zone-depth"), model.ahead)


def _target(step: Step) -> Model:
    return step.table.models[step.action.charge]


def _other_zones(step: Step) -> Iterator[tuple[Model, Region]]:
    for foe in step.table.enemies(step.by):
        if foe.name != step.action.charge:
            yield foe, Within(zone_of(foe, step.settings), step.mover.radius)


def _goals(table: Table, action: Charge, settings: Settings) -> tuple[Within, Within]:
    """What a charge's line has to meet: the target's zone, or its base."""
    mover, target = table.models[action.by], table.models[action.charge]
    return (
        Within(zone_of(target, settings), mover.radius),
        Within(target.disc, mover.radius),
    )


def _line(table: Table, action: Charge, settings: Settings) -> Track:
    """The charge's line, carried on past whatever there is of the target to meet."""
    mover, target = table.models[action.by], table.models[action.charge]
    aim = target.at if action.heading is None else action.heading
    if action.route is not None and (stated := Track((mover.at, *action.route))).length:
        aim = mover.at + stated.legs[0].direction
    toward = aim - mover.at
    past = mover.base + target.base + 2 * settings.number("zone-depth")
    far = abs(target.at - mover.at) + past
    return Track((mover.at, mover.at + toward / abs(toward) * far))


def _first_touch(table: Table, action: Charge, settings: Settings) -> float | None:
    """How far along its line a charge first touches the target's zone or base, if it does."""
    line = _line(table, action, settings)
    touches = (goal.touch(line) for goal in _goals(table, action, settings))
    return min((s for s in touches if s is not None), default=None)


def _straight_then_direct(table: Table, action: Charge, settings: Settings) -> Track:
    """The way of a charge as the rules make it; its whole line where it meets nothing."""
    line, touch = _line(table, action, settings), _first_touch(table, action, settings)
    if touch is None:
        return line
    return _to_contact(line.upto(touch), table.models[action.by], table.models[action.charge])


def _to_contact(track: Track, mover: Model, target: Model) -> Track:
    """A track carried on along the line of centres until bases touch."""
    gap = target.at - track.end
    left = abs(gap) - mover.radius - target.radius
    if at_most(left, 0):
        return track
    return Track((*(point for _, point in track.stations()), track.end + gap / abs(gap) * left))


def _in_own_zone(step: Step) -> Spans:
    """Where on its way the charger has the target in its own zone.

    The zone goes with the charger, which looks where it looked at the start; so it is asked where
    the target, seen from the charger, comes to lie.
    """
    target, mover = _target(step), step.mover
    seen = Track(tuple(target.at - point for _, point in step.track.stations()))
    zone = HalfDisc(0j, mover.radius + step.settings.number("zone-depth"), mover.ahead)
    spans = Within(zone, target.radius).along(seen)
    if step.settings.reading("own-zone") == "at-start":
        began = any(span.start <= 0 for span in spans)
        return (Span(0.0, step.track.length, 0.0),) if began else ()
    return spans
