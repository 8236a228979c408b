"""Bushido's charge: a straight line, the zones beside it, and the way on to the target's base.

A rule's clause is in `bushido.toml`; its docstring says only what that leaves open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from movement.games.bushido.actions import Charge, first_touch, game, goals, line, to_contact
from movement.games.bushido.zones import enemy_zone, enemy_zones
from movement.geometry.lengths import at_most, below
from movement.geometry.regions import Astray, Begun, Beyond, Declared, Entered, Within
from movement.geometry.track import Track
from movement.ruling.findings import Bar, Bite, Finding, Step
from movement.ruling.game import Rule
from movement.table import Model


def _charging(rule: Rule) -> Rule:
    """A rule that only a charge is asked."""

    def asked(step: Step) -> Iterator[Bar]:
        if isinstance(step.action, Charge):
            yield from rule(step)

    return asked


def rule(clause: str, bite: Bite) -> Callable[[Rule], Rule]:
    """Registers a rule of the charge's."""
    return lambda deciding: game.rule(clause, bite)(_charging(deciding))


@rule("bushido.charge.target", Bite.ASK)
def target_is_an_enemy(step: Step) -> Iterator[Bar]:
    """A friend cannot be charged."""
    yield Bar(step.action.charge, Declared(_target(step).side == step.mover.side))


@rule("bushido.charge.distance", Bite.WAY)
def no_farther(step: Step) -> Iterator[Bar]:
    """A line the game lays ends there of itself; only a stated route can be too long."""
    yield Bar(step.action.charge, Beyond(step.allowance))


@rule("bushido.charge.straight", Bite.WAY)
def straight(step: Step) -> Iterator[Bar]:
    """The line is followed on past the charge's distance; a tangent touch counts."""
    way = line(step.table, step.action, step.settings)
    if first_touch(step.table, step.action, step.settings) is not None:
        yield Bar(step.action.charge, Astray(way))
    else:
        found = (goal.closest(way) for goal in goals(step.table, step.action, step.settings))
        nearest = min(found, key=lambda found: found.value)
        missed = nearest._replace(margin=-nearest.value)
        yield Bar(step.action.charge, Declared(True, missed), Bite.ASK)


@game.exception("bushido.charge.bend")
def bends_at_the_zone(step: Step, finding: Finding) -> bool:
    """Only from where the straight line touches the target's zone."""
    touch = first_touch(step.table, step.action, step.settings)
    return touch is not None and at_most(touch, finding.spans[0].start)


@rule("bushido.charge.other-zones", Bite.WAY)
def begins_in_another_zone(step: Step) -> Iterator[Bar]:
    """Running into one is `stop-before`'s, so that what is left is to begin in one."""
    for foe, zone in _other_zones(step):
        yield Bar(foe.name, Begun(zone), assumes="zone-depth")


@rule("bushido.charge.stop-before", Bite.HALT)
def stops_before_another_zone(step: Step) -> Iterator[Bar]:
    """Zones are closed: to touch one is to be in contact with it. One begun in is not run into.

    One that is touched again is so to a bar of its own: what excused it once need not any more.
    """
    for foe, zone in _other_zones(step):
        if not Begun(zone).along(step.track):
            yield Bar(foe.name, zone, assumes="zone-depth")
        for before in zone.along(step.track)[:-1]:
            yield Bar(foe.name, Entered(zone, before.end), assumes="zone-depth")


@game.exception("bushido.charge.ignore-zones")
def zones_cease_to_matter(step: Step, finding: Finding) -> bool:
    """From the moment the target's zone is touched, or while the target is in the charger's own."""
    at = finding.spans[0].start
    if _in_own_zone(step, 0.0 if step.settings.reading("own-zone") == "at-start" else at):
        return True
    zone = enemy_zone(step.table, _target(step), step.mover, step.settings)
    touched = zone.along(step.track)
    if not touched or not at_most(touched[0].start, at):
        return False
    if not at or below(touched[0].start, at):
        return True
    return step.settings.reading("zones-together") == "ignore"


@rule("bushido.charge.direct", Bite.WAY)
def direct(step: Step) -> Iterator[Bar]:
    """A stated route can swerve, or stop with bases apart and movement left."""
    met = (goal.touch(step.track) for goal in goals(step.table, step.action, step.settings))
    touches = [s for s in met if s is not None]
    if touches:
        right = to_contact(step.track.upto(min(touches)), step.mover, _target(step))
        halted = below(step.track.length, step.declared.length)
        least = 0.0 if halted else step.allowance
        yield Bar(step.action.charge, Astray(right, min(touches), least))


def _target(step: Step) -> Model:
    return step.table.models[step.action.charge]


def _other_zones(step: Step) -> Iterator[tuple[Model, Within]]:
    for foe, zone in enemy_zones(step):
        if foe.name != step.action.charge:
            yield foe, zone


def _in_own_zone(step: Step, s: float) -> bool:
    """Whether the target stands in the charger's own zone where it has gone so far.

    The zone goes with the charger, which looks where it looked at the start.
    """
    target, charger = _target(step), replace(step.mover, at=step.track.at(s))
    zone = enemy_zone(step.table, charger, target, step.settings)
    return bool(zone.along(Track((target.at,))))
