"""VoidSiege: units under a command, each model on a route of its own.

A rule's clause is in `voidsiege.toml`; its docstring says only what that leaves open.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final, Literal, NamedTuple

from movement.games import rulebook_beside
from movement.geometry.lengths import JUST, at_most, below, same
from movement.geometry.regions import Beyond, Measured, Near, Within
from movement.geometry.shapes import Outside
from movement.geometry.stretches import Climber
from movement.geometry.track import Leg, Track
from movement.geometry.walk import walk
from movement.plain import Absent, Distance, Extent, Malformed, Waypoint, one_of
from movement.ruling.findings import (
    Bar,
    Bite,
    Bond,
    Effect,
    Note,
    Settings,
    Step,
    Verdict,
)
from movement.ruling.footing import unheld, walked
from movement.ruling.game import Again, Course, Game, Turn
from movement.ruling.together import carried, mended
from movement.table import Model, ModelName, Table, Unit, UnitName

DOUBLED: Final = frozenset({"run", "assault", "overrun"})
"""The commands whose movement is twice Move."""


@dataclass(frozen=True, slots=True)
class Profile:
    """What a VoidSiege model has besides: Move, from its OPDAT, in, without which it stays."""

    move: Distance | None = None


@dataclass(frozen=True, slots=True)
class UnitProfile:
    """What a VoidSiege unit has besides: the longest link in its chain, in, where it is known."""

    coherency: Extent | None = None


@dataclass(frozen=True, slots=True)
class Command:
    """A command to a unit.

    The order of `routes` is the order declared; a route leaves out its start, and a model without
    one stays. `target` names the model or unit an Assault is for.
    """

    unit: UnitName
    command: Literal["move", "advance", "run", "assault", "overrun"]
    routes: Mapping[ModelName, tuple[Waypoint, ...]]
    target: str | None = None


def turns(table: Table, action: Command, settings: Settings) -> Sequence[Turn]:
    """Each model with a route, in the order declared; where they are bound too, then the rest."""
    bound = settings.reading("unmoved") == "all"
    staying = table.units[action.unit].models if bound else ()
    return [(name, 0) for name in dict.fromkeys([*action.routes, *staying])]


def lay(table: Table, action: Command, turn: Turn, settings: Settings) -> Step:
    """One model's route, with the distance that its command gives it."""
    mover = table.models[turn[0]]
    factor = settings.number("double") if action.command in DOUBLED else 1.0
    route = ((mover.at, None), *action.routes.get(mover.name, ()))
    way = walk(table.ground, mover.level, route, Climber(mover.radius, mover.height, pays=True))
    allowance = (mover.profile.move or 0.0) * factor
    return Step(
        table, mover.name, turn[1], way.track, way.track, allowance, action, settings, walk=way
    )


def check(table: Table, action: Command) -> None:
    """Refuses routes of other units' models, or of models without Move, and unknown targets.

    And models of no height where there is something that one might pass beneath.
    """
    members = table.units[action.unit].models
    for name in action.routes:
        if name not in members:
            expected = f"a model of the unit {action.unit}: {', '.join(members)}"
            raise Malformed(("action", "routes", name), name, expected)
        if table.models[name].profile.move is None:
            raise Malformed(("table", "models", name, "move"), Absent(), "its Move, as it moves")
        hung = [p.name for p in table.terrain.values() if below(0.0, p.heights[0])]
        if hung and not table.models[name].height:
            expected = f"its height, as it may have to pass beneath {hung[0]}"
            raise Malformed(("table", "models", name, "height"), Absent(), expected)
    if action.target is not None and action.command != "assault":
        raise Malformed(("action", "target"), action.target, "a target for an Assault only")
    if action.target is not None and action.target not in {**table.models, **table.units}:
        expected = one_of([*table.models, *table.units])
        raise Malformed(("action", "target"), action.target, expected)


def together(course: Course, again: Again) -> Course:
    """Chains are kept, if need be by cutting routes; then it is told what the unit comes to."""
    if any(finding.bites for finding in course.findings):
        course = mended(course, again)
    if not _blocked(course):
        return course
    if course.settings.reading("unit-blocked") == "unit":
        course = carried(course, again(dict.fromkeys(course.action.routes, 0.0)))
    moving = [o for o in course.outcomes if below(0, o.step.declared.length)]
    fails = all(outcome.verdict is Verdict.FAILS for outcome in moving)
    return replace(course, verdict=Verdict.FAILS if fails else Verdict.SHORTENED)


game = Game(
    "voidsiege",
    rulebook_beside(__name__),
    failing=Verdict.FAILS,
    actions=(Command,),
    turns=turns,
    lay=lay,
    together=together,
    check=check,
    kinds=frozenset({"solid", "platform", "stairs", "ramp", "ladder", "impassable", "cover"}),
    model=Profile,
    unit=UnitProfile,
)


# How far


@game.rule("voidsiege.move.maximum", Bite.WAY)
def no_farther(step: Step) -> Iterator[Bar]:
    """Each model by its own Move."""
    yield Bar(step.by, Beyond(step.allowance))


@game.note("voidsiege.move.commands")
def command_gives(step: Step) -> Iterator[Note]:
    """Mistaken would be to double, or not to double, the other way round."""
    move = step.mover.profile.move
    doubled = move * step.settings.number("double")
    mistaken = move if step.action.command in DOUBLED else doubled
    yield Note(step.by, step.allowance, step.declared.length, mistaken)


@game.note("voidsiege.move.no-minimum")
def may_stop_early(step: Step) -> Iterator[Note]:
    """Said of a route that leaves some of the distance unused."""
    if below(step.declared.length, step.allowance):
        yield Note(step.by, step.declared.length, step.allowance)


# Heights


@game.note("voidsiege.height.up")
def pays_for_height_gained(step: Step) -> Iterator[Note]:
    """Mistaken would be to measure from above."""
    length, plan = step.declared.length, walked(step).plan
    if below(plan, length):
        yield Note(step.by, length, step.allowance, plan)


@game.note("voidsiege.height.down")
def height_lost_is_free(step: Step) -> Iterator[Note]:
    """Mistaken would be to pay for it too. What a ramp or stairs measure, they measure both ways."""
    length, lost = step.declared.length, walked(step).lost
    if below(0.0, lost):
        yield Note(step.by, length, step.allowance, length + lost)


# The route


@game.note("voidsiege.route.own")
def own_route(step: Step) -> Iterator[Note]:
    """Mistaken would be to take the length of the first model's route for every model's."""
    if step.done:
        first = step.done[0].step.declared.length
        yield Note(step.by, step.declared.length, step.allowance, first)


@game.note("voidsiege.route.whole")
def whole_route(step: Step) -> Iterator[Note]:
    """Mistaken would be to measure from start to end as the crow flies."""
    if len(step.declared.points) > 2:
        apart = abs(step.declared.end - step.declared.start)
        yield Note(step.by, step.declared.length, step.allowance, apart)


@game.rule("voidsiege.models.through", Bite.WAY)
def through(step: Step) -> Iterator[Bar]:
    """Friends too. A special rule that lets a model through does not let it end there."""
    for model in step.table.others(step.by):
        over = Within(model.disc, step.mover.radius, touching=False)
        yield Bar(model.name, over)
        if "voidsiege.models.through" in step.settings.permits:
            yield Bar(model.name, over, Bite.END)


@game.rule("voidsiege.terrain.rules", Bite.WAY)
def terrain(step: Step) -> Iterator[Bar]:
    """Impassable pieces are not entered, the base stays on the table, and ends where it is held.

    A special rule may lift the first, not the others.
    """
    off = Within(Outside(step.table.edge), step.mover.radius, touching=False)
    yield Bar("the table's edge", off)
    if "voidsiege.terrain.rules" in step.settings.permits:
        yield Bar("the table's edge", off, Bite.END)
    for piece in step.table.terrain.values():
        if piece.kind == "impassable":
            yield Bar(piece.name, Within(piece.shape, step.mover.radius, touching=False))
    if bar := unheld(step.walk, step.track):
        yield replace(bar, bite=Bite.END)


@game.rule("voidsiege.enemy.two-inches", Bite.END)
def away_from_enemies(step: Step) -> Iterator[Bar]:
    """Ends only; in space, between nearest points; and exactly so far is still within."""
    limit = step.settings.number("enemy-distance")
    if at_most(step.declared.length, 0) and step.settings.reading("unmoved") == "moved":
        return
    for foe in step.table.enemies(step.by):
        if not _assaulted(step, foe):
            high = foe.level + foe.height
            near = Near(foe.disc, foe.level, high, step.mover.radius, step.mover.height, limit)
            yield Bar(foe.name, near)


@game.effect("voidsiege.partial.furthest")
def goes_as_far_as_it_can(course: Course) -> Iterator[Effect]:
    """Told of each model that moves, or stays as it was declared to."""
    for outcome in (each for each in course.outcomes if each.verdict is not Verdict.FAILS):
        by, shortened = outcome.step.by, outcome.verdict is Verdict.SHORTENED
        yield Effect("voidsiege.partial.furthest", by, by, shortened)


@game.effect("voidsiege.partial.none")
def movement_fails(course: Course) -> Iterator[Effect]:
    """Told of the unit, and of each model that is to move and cannot."""
    unit = course.action.unit
    yield Effect("voidsiege.partial.none", unit, unit, course.verdict is Verdict.FAILS)
    for outcome in course.outcomes:
        if outcome.verdict is Verdict.FAILS:
            yield Effect("voidsiege.partial.none", outcome.step.by, outcome.step.by, True)


# Shunt


@game.effect("voidsiege.shunt.under-two")
def shunts(course: Course) -> Iterator[Effect]:
    """The length of the route counts, none included; the reading says whose."""
    far, limit = _shunt_distance(course), course.settings.number("shunt")
    unit = course.action.unit
    yield Effect("voidsiege.shunt.under-two", unit, unit, _shunted(course), far, limit)


@game.effect("voidsiege.shunt.keeps-cover")
def keeps_cover(course: Course) -> Iterator[Effect]:
    """Told of a unit that begins in Cover; which bonus moving loses, the document leaves open."""
    unit = course.before.units[course.action.unit]
    models = [course.before.models[name] for name in unit.models]
    for piece in (each for each in course.before.terrain.values() if each.kind == "cover"):
        touching = course.settings.reading("cover-touch") == "yes"
        if any(
            Within(piece.shape, model.radius, touching=touching).along(Track((model.at,)))
            for model in models
        ):
            yield Effect("voidsiege.shunt.keeps-cover", unit.name, piece.name, _shunted(course))


# Coherency


@game.bond("voidsiege.unit.coherency")
def keeps_its_chains(course: Course) -> Iterator[Bond]:
    """Told for the chains there are at the start; measured is the widest link they cannot spare."""
    unit = course.before.units[course.action.unit]
    own = unit.profile.coherency
    limit = own or course.settings.number("coherency")
    start = _chains(
        unit, [link for link in _links(course.before, unit) if at_most(link.gap, limit)]
    )
    bound = [pair for pair in combinations(unit.models, 2) if start[pair[0]] == start[pair[1]]]
    if not bound:
        return
    links = _links(course.after, unit)
    gap = next(
        link.gap
        for i, link in enumerate(links)
        for chain in [_chains(unit, links[: i + 1])]
        if all(chain[a] == chain[b] for a, b in bound)
    )
    widest = min((link for link in links if same(link.gap, gap)), key=lambda link: link.pair)
    broken = not at_most(widest.gap, limit)
    found = Measured(widest.gap, limit, limit - widest.gap, 0.0, widest.place)
    yield Bond(unit.name, widest.pair[1], broken, found, "" if own else "coherency")


class Link(NamedTuple):
    """The gap between the bases of two models of a unit, in, and the two points it lies between."""

    gap: float
    pair: tuple[str, str]
    place: tuple[complex, complex]


def _links(table: Table, unit: Unit) -> list[Link]:
    """All pairs of a unit's models, the narrowest gap first, between nearest points in space."""
    found = []
    for a, b in combinations(unit.models, 2):
        one, other = table.models[a], table.models[b]
        near = Near(other.disc, other.level, other.level + other.height, one.radius, one.height, 0)
        here = near.closest(Track((one.at,), (Leg.of_point(one.at, one.level),)))
        found.append(Link(here.value, (a, b), here.place))
    return sorted(found)


def _chains(unit: Unit, links: Sequence[Link]) -> dict[str, str]:
    """For each of a unit's models the name of the chain that the links make it part of."""
    chain = {name: name for name in unit.models}
    for link in links:
        a, b = (chain[name] for name in link.pair)
        chain = {name: a if of == b else of for name, of in chain.items()}
    return chain


# What the rules speak of


def _blocked(course: Course) -> bool:
    """Whether a model that is to move cannot."""
    return any(outcome.verdict is Verdict.FAILS for outcome in course.outcomes)


def _assaulted(step: Step, foe: Model) -> bool:
    """Whether the foe may be closed with: the target of an Assault, under the reading."""
    if step.action.command != "assault" or step.settings.reading("assault-contact") == "no":
        return False
    target = step.action.target
    unit = step.table.units.get(target)
    return foe.name == target or (unit is not None and foe.name in unit.models)


def _shunted(course: Course) -> bool:
    """Whether the unit moved less than a Shunt's limit; what stopped just short of it did not."""
    return below(_shunt_distance(course) + JUST, course.settings.number("shunt"))


def _shunt_distance(course: Course) -> float:
    """The distance that must be under the limit: the longest of the unit, or the shortest."""
    far = dict.fromkeys(course.before.units[course.action.unit].models, 0.0)
    far |= {outcome.step.by: outcome.end for outcome in course.outcomes}
    return (max if course.settings.reading("shunt-unit") == "all" else min)(far.values())
