"""Infinity's rules on mounting and dismounting, of an Order in which a trooper changes its profile.

What it changes into stands where it stood, centre on centre: the document does not say where.
"""

from __future__ import annotations

from collections.abc import Iterator

from movement.games.infinity.orders import (
    HIDDEN,
    POSSESSED,
    Attack,
    Mount,
    Move,
    game,
    height_of,
    mounting,
    solid,
)
from movement.geometry.flights import Flight
from movement.geometry.ground import overlaps
from movement.geometry.lengths import at_most, below
from movement.geometry.regions import Declared, Measured
from movement.geometry.track import Track
from movement.ruling.findings import Bar, Bite, Effect, Finding, Moment, Step
from movement.ruling.game import Course
from movement.ruling.words import inches_told
from movement.table import Model

# By which Skill, and when


@game.rule("infinity.mount.skill", Bite.ASK)
def by_a_skill_that_moves(step: Step) -> Iterator[Bar]:
    """Asked of the Order's first Skill, by which it is done; an ARO is none."""
    if step.was:
        first = step.action.skills[0]
        yield Bar(step.by, Declared(not isinstance(first, Move) or step.action.as_ != "order"))


@game.rule("infinity.mount.timing", Bite.ASK)
def at_the_start_of_the_order(step: Step) -> Iterator[Bar]:
    """After one Skill is declared, and before anything is measured."""
    mount = mounting(step.action, step.settings) if step.was else None
    if mount:
        declared = step.action.order.index(mount)
        yield Bar(step.by, Declared(declared != 1 or mount.measured))


@game.rule("infinity.mount.declarable", Bite.ASK)
def the_old_profile_can_declare_it(step: Step) -> Iterator[Bar]:
    """Engaged or Immobilized it can declare none; who may by Cautious Movement is `cautious`'s."""
    if step.was:
        held = bool({"engaged", "immobilized"} & step.was.states) or _engaged(step, step.was)
        yield Bar(step.by, Declared(held))
        first = step.action.skills[0]
        if isinstance(first, Move) and first.skill == "cautious movement":
            yield Bar(step.by, Declared(True), aspect="cautious")


@game.exception("infinity.mount.cautious")
def on_foot_by_cautious_movement(step: Step, finding: Finding) -> bool:
    """Not by who is on a Motorcycle, in a TAG or in a Vehicle."""
    on_foot = step.was is not None and step.was.profile.rides is None
    return finding.aspect == "cautious" and on_foot


@game.rule("infinity.mount.possessed", Bite.ASK)
def not_while_possessed(step: Step) -> Iterator[Bar]:
    """Asked where either profile is a TAG's."""
    if step.was and "tag" in (step.was.profile.rides, step.mover.profile.rides):
        yield Bar(step.by, Declared(POSSESSED in step.mover.states | step.was.states))


# The new profile


@game.rule("infinity.mount.profile", Bite.WAY)
def goes_by_the_new_profile(step: Step) -> Iterator[Bar]:
    """Its base has to fit in. Mistaken would be to go by the old profile's MOV."""
    if step.was:
        yield from _no_room_for_it(step)
    was = step.was or next((done.step.was for done in step.done if done.step.was), None)
    if was and was.profile.mov and isinstance(step.action.order[step.leg], Move):
        old = was.profile.mov[any(isinstance(s, Move) for s in step.action.order[: step.leg])]
        length, place = step.declared.length, (step.declared.start, step.declared.end)
        found = Measured(step.allowance, length, step.allowance - length, length, place)
        yield Bar(step.by, Declared(False, found), mistaken=old)


@game.effect("infinity.mount.reveals")
def gives_itself_away(course: Course) -> Iterator[Effect]:
    """Told of either profile, with what happens in turn."""
    for outcome in course.outcomes:
        was, mount = outcome.step.was, mounting(course.action, course.settings)
        if was and mount and not outcome.verdict.stays:
            hidden = {*HIDDEN} & (was.states | was.profile.profiles[mount.mount].states)
            if was.profile.kind == "marker":
                hidden |= {"marker"}
            value, moments = ", ".join(sorted(hidden)) or False, tuple(_timeline(course, mount))
            yield Effect("infinity.mount.reveals", was.name, was.name, value, moments=moments)


@game.effect("infinity.mount.escape")
def out_by_the_escape_system(course: Course) -> Iterator[Effect]:
    """Told of a TAG that is Possessed."""
    by = course.action.by
    if POSSESSED in course.before.models[by].states:
        out = POSSESSED not in course.after.models[by].states
        yield Effect("infinity.mount.escape", by, by, out)


# What the rules speak of


def _engaged(step: Step, model: Model) -> bool:
    """Whether a model touches an enemy."""
    return any(
        at_most(abs(foe.at - model.at), foe.radius + model.radius) and _abreast(step, model, foe)
        for foe in step.table.enemies(step.by)
    )


def _abreast(step: Step, one: Model, other: Model) -> bool:
    lows, tops = zip(
        *((each.level, each.level + height_of(each, step.settings)) for each in (one, other)),
        strict=True,
    )
    return at_most(max(lows), min(tops))


def _no_room_for_it(step: Step) -> Iterator[Bar]:
    """The bars of what is in the way of the new base, or is missing beneath it."""
    mover, ground, spot = step.mover, step.table.ground, Track((step.mover.at,))
    high = mover.level + height_of(mover, step.settings)
    for bulk in ground.bulks:
        reached = below(bulk.bottom, high) and below(mover.level, bulk.top)
        on_it = isinstance(bulk, Flight) and at_most(mover.level, bulk.height(mover.at))
        if reached and not on_it and overlaps(spot, bulk.shape, mover.radius):
            yield Bar(bulk.name, Declared(True))
    for other in filter(solid, step.table.others(step.by)):
        near = below(abs(other.at - mover.at), other.radius + mover.radius)
        if near and _abreast(step, mover, other):
            yield Bar(other.name, Declared(True))
    if not any(ground.held(spot, floor, mover.radius) for floor in _floors(step)):
        yield Bar(step.by, Declared(True), aspect="floor")


def _floors(step: Step) -> list[float | Flight]:
    """The floors at the height at which the trooper stands."""
    level, ground = step.mover.level, step.table.ground
    flats: list[float | Flight] = [
        floor for floor in ground.levels if at_most(abs(floor - level), 0)
    ]
    return flats + [flight for flight in ground.flights if flight.bottom <= level <= flight.top]


def _timeline(course: Course, mount: Mount) -> Iterator[Moment]:
    """Declared, changed over, measured; and what is declared after that."""
    first, *rest = course.action.skills
    yield Moment(f"declared: {_named(first)}")
    yield Moment(f"changes over: {mount.mount}")
    for outcome in course.outcomes:
        if isinstance(course.action.order[outcome.step.leg], Move):
            length, allowance = map(
                inches_told, (outcome.step.declared.length, outcome.step.allowance)
            )
            yield Moment(f"measured: {length} of {allowance}")
            if rest:
                yield Moment(f"declared: {_named(rest.pop(0))}")


def _named(skill: Move | Attack) -> str:
    return skill.skill if isinstance(skill, Move) else f"attack on {skill.attack}"
