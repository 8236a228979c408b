"""VoidSiege: units under a command, each model on a route of its own, and what follows from it.

A rule's clause is in `voidsiege.toml`; its docstring says only what that leaves open.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from movement.games import rulebook_beside
from movement.geometry.lengths import JUST, at_most, below
from movement.geometry.regions import (
    Beyond,
    Declared,
    Entered,
    Left,
    Measured,
    Near,
    NotBeneath,
    Within,
)
from movement.geometry.shapes import Outside
from movement.geometry.stretches import Climber
from movement.geometry.track import Track
from movement.geometry.walk import walk
from movement.plain import Absent, Distance, Extent, Malformed, Waypoint, one_of
from movement.ruling.chains import apart, chains, links, longest_on_the_way, needed
from movement.ruling.findings import (
    Bar,
    Bite,
    Bond,
    Effect,
    Finding,
    Note,
    Settings,
    Step,
    Verdict,
)
from movement.ruling.footing import unheld, walked
from movement.ruling.game import Again, Course, Game, Turn
from movement.ruling.settle import made
from movement.ruling.together import carried, mended
from movement.table import Model, ModelName, Table, Terrain, UnitName

Commanded = Literal["move", "advance", "run", "assault", "overrun"]
"""The commands that have movement in them."""

DOUBLED: Final = frozenset({"run", "assault", "overrun"})
"""The commands whose movement is twice Move."""


@dataclass(frozen=True, slots=True)
class Specific:
    """A special rule, by its name, that gives a distance of its own, in.

    It does so under the commands named, or under all where none is.
    """

    rule: str
    distance: Distance
    commands: tuple[Commanded, ...] = ()


@dataclass(frozen=True, slots=True)
class Profile:
    """What a VoidSiege model has besides.

    `move` is its Move, from its OPDAT, in, without which it stays; `specific` a special rule of
    its own for its distance; `pinned` the name of a rule that keeps it from leaving enemies.
    """

    move: Distance | None = None
    specific: Specific | None = None
    pinned: str | None = None


@dataclass(frozen=True, slots=True)
class TerrainProfile:
    """What a VoidSiege piece of terrain has besides: rules of its own.

    Nothing enters it under a command that it is `closed_to`, and nothing ends on it with `no_end`.
    """

    closed_to: tuple[Commanded, ...] = ()
    no_end: bool = False


@dataclass(frozen=True, slots=True)
class UnitProfile:
    """What a VoidSiege unit has besides: the longest link in its chain, in, where it is known."""

    coherency: Extent | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """Another part of a command, and the rule of its own by which it falls with the movement."""

    falls_by: str | None = None


@dataclass(frozen=True, slots=True)
class Response:
    """A response that moves a unit, by a rule named, each model as far as that rule gives, in."""

    response: str
    unit: UnitName
    distance: Distance
    routes: Mapping[ModelName, tuple[Waypoint, ...]]


@dataclass(frozen=True, slots=True)
class SnapFire:
    """Snap Fire of a model at another one, and how far it reaches, in, where that is known."""

    snap_fire: ModelName
    at: ModelName
    reach: Extent | None = None


@dataclass(frozen=True, slots=True)
class Command:
    """A command to a unit.

    The order of `routes` is the order declared; a route leaves out its start, and a model without
    one stays. `target` names the model or unit an Assault is for, `specific` a special rule for
    the distance of the whole unit. `parts` are the command's other parts by name, `responses` what
    is done upon it, in order.
    """

    unit: UnitName
    command: Commanded
    routes: Mapping[ModelName, tuple[Waypoint, ...]]
    target: str | None = None
    specific: Specific | None = None
    parts: Mapping[str, Part] = field(default_factory=dict)
    responses: tuple[Response | SnapFire, ...] = ()


def turns(table: Table, action: Command, settings: Settings) -> Sequence[Turn]:
    """Each model with a route, in the order declared; where they are bound too, then the rest."""
    bound = settings.reading("unmoved") == "all"
    staying = table.units[action.unit].models if bound else ()
    return [(name, 0) for name in dict.fromkeys([*action.routes, *staying])]


def lay(table: Table, action: Command, turn: Turn, settings: Settings) -> Step:
    """One model's route, with the distance that its command or a special rule gives it."""
    mover = table.models[turn[0]]
    adds = settings.reading("slope") == "plan-plus-rise"
    climber = Climber(mover.radius, mover.height, pays=True, adds=adds)
    route = ((mover.at, None), *action.routes.get(mover.name, ()))
    way = walk(table.ground, mover.level, route, climber)
    special = _special(mover, action)
    allowance = special.distance if special else _usual(mover, action, settings)
    return Step(
        table, mover.name, turn[1], way.track, way.track, allowance, action, settings, walk=way
    )


def check(table: Table, action: Command) -> None:
    """Refuses routes of other units' models, or of models without Move, and unknown targets.

    And models of no height where there is something that one might pass beneath, and Snap Fire at
    a friend.
    """
    _check_routes(table, action, ("action", "routes"))
    if action.target is not None and action.command != "assault":
        raise Malformed(("action", "target"), action.target, "a target for an Assault only")
    if action.target is not None and action.target not in {**table.models, **table.units}:
        expected = one_of([*table.models, *table.units])
        raise Malformed(("action", "target"), action.target, expected)
    for i, response in enumerate(action.responses):
        here = ("action", "responses", i)
        if isinstance(response, Response):
            _check_routes(table, _as_command(response), (*here, "routes"))
        elif table.models[response.at].side == table.models[response.snap_fire].side:
            expected = f"a model of another side than {response.snap_fire}"
            raise Malformed((*here, "at"), response.at, expected)


def _check_routes(table: Table, action: Command, path: tuple[str | int, ...]) -> None:
    members = table.units[action.unit].models
    hung = [p.name for p in table.terrain.values() if below(0.0, p.heights[0])]
    for name in action.routes:
        if name not in members:
            expected = f"a model of the unit {action.unit}: {', '.join(members)}"
            raise Malformed((*path, name), name, expected)
        model = table.models[name]
        if model.profile.move is None and _special(model, action) is None:
            raise Malformed(("table", "models", name, "move"), Absent(), "its Move, as it moves")
        if hung and not model.height:
            expected = f"its height, as it may have to pass beneath {hung[0]}"
            raise Malformed(("table", "models", name, "height"), Absent(), expected)


def together(course: Course, again: Again) -> Course:
    """Chains are kept, if need be by cutting routes, and it is told what the unit comes to.

    Then each response that moves models is made, as a command is, on the table as it then stands.
    """
    if any(finding.bites for finding in course.findings):
        course = mended(course, again)
    if _blocked(course):
        if course.settings.reading("unit-blocked") == "unit":
            course = carried(course, again(dict.fromkeys(course.action.routes, 0.0)))
        moving = [o for o in course.outcomes if below(0, o.step.declared.length)]
        fails = moving and all(outcome.verdict is Verdict.FAILS for outcome in moving)
        course = replace(course, verdict=Verdict.FAILS if fails else Verdict.SHORTENED)
    for response in course.action.responses:
        if isinstance(response, Response):
            now = (course, *course.sequel)[-1].after
            then = made(game, now, _as_command(response), course.settings)
            course = replace(course, sequel=(*course.sequel, then))
    return course


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
    terrain=TerrainProfile,
    unit=UnitProfile,
)


# How far


@game.rule("voidsiege.move.maximum", Bite.WAY)
def no_farther(step: Step) -> Iterator[Bar]:
    """Each model by its own Move; by a special rule's distance as well, where it has one."""
    yield Bar(step.by, Beyond(_usual(step.mover, step.action, step.settings)))
    if special := _special(step.mover, step.action):
        yield Bar(special.rule, Beyond(special.distance))


@game.note("voidsiege.move.commands")
def command_gives(step: Step) -> Iterator[Note]:
    """Mistaken would be to double, or not to double, the other way round."""
    if _special(step.mover, step.action) is None:
        move = step.mover.profile.move or 0.0
        doubled = move * step.settings.number("double")
        mistaken = move if step.action.command in DOUBLED else doubled
        yield Note(step.by, step.allowance, step.declared.length, mistaken)


@game.exception("voidsiege.move.specific")
def special_distance(step: Step, finding: Finding) -> bool:
    """Of a special rule the usual distance is set aside, and not the rule's own."""
    return finding.about == step.by and _special(step.mover, step.action) is not None


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
    """Friends too, and over them at any height; beneath one is neither through it nor over it.

    A special rule that lets a model through does not let it end there.
    """
    for model in step.table.others(step.by):
        touch = Within(model.disc, step.mover.radius, touching=False)
        over = NotBeneath(touch, step.mover.height, model.level)
        if over.part(step.track):
            yield Bar(model.name, over)
            if "voidsiege.models.through" in step.settings.permits:
                yield Bar(model.name, over, Bite.END)


@game.rule("voidsiege.terrain.rules", Bite.WAY)
def terrain(step: Step) -> Iterator[Bar]:
    """What is impassable is not entered, and what a piece declares of itself is obeyed.

    The base stays on the table, and ends where it is held: these no special rule lifts.
    """
    off = Within(Outside(step.table.edge), step.mover.radius, touching=False)
    yield Bar("the table's edge", off)
    if "voidsiege.terrain.rules" in step.settings.permits:
        yield Bar("the table's edge", off, Bite.END)
    for piece in step.table.terrain.values():
        touch = Within(piece.shape, step.mover.radius, touching=False)
        there = NotBeneath(touch, step.mover.height, piece.heights[0])
        if piece.kind == "impassable":
            yield Bar(piece.name, touch)
        if step.action.command in piece.profile.closed_to:
            yield Bar(piece.name, Entered(there))
        if piece.profile.no_end:
            yield Bar(piece.name, there, Bite.END)
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
            yield Bar(foe.name, _near(step.mover, foe, limit))


# Coherency


@game.bond("voidsiege.unit.coherency")
def keeps_its_chains(course: Course) -> Iterator[Bond]:
    """Told for the chains there are at the start; measured is the longest link they cannot spare."""
    unit, settings = course.before.units[course.action.unit], course.settings
    limit = unit.profile.coherency or settings.number("coherency")
    flat = settings.reading("coherency-height") == "no"
    before, after = (
        links([table.models[name] for name in unit.models], flat=flat)
        for table in (course.before, course.after)
    )
    kept = chains(unit.models, (link for link in before if at_most(link.gap, limit)))
    made_of = needed(kept, after)
    if not made_of:
        return
    longest = made_of[-1]
    if settings.reading("coherency-when") == "all-along":
        moved = [outcome for outcome in course.outcomes if below(0.0, outcome.end)]
        on_the_way = longest_on_the_way(kept, moved, limit, flat=flat)
        longest = max(filter(None, (longest, on_the_way)), key=lambda link: link.gap)
    found = Measured(longest.gap, limit, limit - longest.gap, 0.0, longest.place)
    assumes = "" if unit.profile.coherency else "coherency"
    lines = tuple(link.place for link in made_of)
    broken = not at_most(longest.gap, limit)
    yield Bond(unit.name, longest.pair[1], broken, found, assumes, lines)


# When it is impossible


@game.effect("voidsiege.partial.furthest")
def goes_as_far_as_it_can(course: Course) -> Iterator[Effect]:
    """Told of each model that moves, or stays as it was declared to; in a response as well."""
    for each in (course, *course.sequel):
        for outcome in (each for each in each.outcomes if each.verdict is not Verdict.FAILS):
            by, shortened = outcome.step.by, outcome.verdict is Verdict.SHORTENED
            yield Effect("voidsiege.partial.furthest", by, by, shortened)


@game.effect("voidsiege.partial.none")
def movement_fails(course: Course) -> Iterator[Effect]:
    """Told of each unit, and of each model that is to move and cannot."""
    for each in (course, *course.sequel):
        unit = each.action.unit
        yield Effect("voidsiege.partial.none", unit, unit, each.verdict is Verdict.FAILS)
        for outcome in each.outcomes:
            if outcome.verdict is Verdict.FAILS:
                yield Effect("voidsiege.partial.none", outcome.step.by, outcome.step.by, True)


@game.effect("voidsiege.partial.rest-unless")
def other_parts(course: Course) -> Iterator[Effect]:
    """Told of every other part of the command: the rule by which it falls, or that it goes ahead."""
    for name, part in course.action.parts.items():
        falls = course.verdict is Verdict.FAILS and part.falls_by
        yield Effect("voidsiege.partial.rest-unless", course.action.unit, name, falls or False)


# Moving away


@game.note("voidsiege.away.free")
def may_leave(step: Step) -> Iterator[Note]:
    """Told of each enemy that a model begins engaged with, unless a rule pins it."""
    if below(0.0, step.declared.length) and not step.mover.profile.pinned:
        for foe in _engaged_with(step):
            yield Note(foe.name, apart(step.mover, foe).value)


@game.rule("voidsiege.away.unless", Bite.WAY)
def pinned(step: Step) -> Iterator[Bar]:
    """A pinned model may move as long as it stays engaged with the enemies it begins engaged with."""
    rule, limit = step.mover.profile.pinned, step.settings.number("engagement")
    for foe in _engaged_with(step) if below(0.0, step.declared.length) else ():
        if rule:
            yield Bar(rule, Left(_near(step.mover, foe, limit)))
        else:
            yield Bar(foe.name, Declared(False))


@game.effect("voidsiege.away.disengaged")
def disengaged(course: Course) -> Iterator[Effect]:
    """Told of a unit that begins engaged, with the enemy that is nearest once it has moved."""
    unit, limit = course.action.unit, course.settings.number("engagement")
    if any(at_most(gap, limit) for gap in _gaps(course.before, unit).values()):
        (_, foe), gap = _nearest(_gaps(course.after, unit))
        away = not at_most(gap, limit)
        yield Effect("voidsiege.away.disengaged", unit, foe, away, gap, limit)


# Shunt


@game.effect("voidsiege.shunt.under-two")
def shunts(course: Course) -> Iterator[Effect]:
    """The length of the route counts, none included; the reading says whose."""
    far, limit = _shunt_distance(course), course.settings.number("shunt")
    unit = course.action.unit
    yield Effect("voidsiege.shunt.under-two", unit, unit, _shunted(course), far, limit)


@game.effect("voidsiege.shunt.keeps-cover")
def keeps_cover(course: Course) -> Iterator[Effect]:
    """Told of a unit that begins and ends in Cover; which bonus moving loses, nothing says."""
    unit = course.before.units[course.action.unit]
    for piece in _covers(course):
        if any(_in_cover(course, name, piece) == (True, True) for name in unit.models):
            yield Effect("voidsiege.shunt.keeps-cover", unit.name, piece.name, _shunted(course))


# Cover


@game.effect("voidsiege.cover.changes")
def cover_changes(course: Course) -> Iterator[Effect]:
    """Told of each model that moves, and each Cover that it begins or ends in."""
    for outcome in (each for each in course.outcomes if below(0.0, each.end)):
        by = outcome.step.by
        for piece in _covers(course):
            before, after = _in_cover(course, by, piece)
            if before or after:
                changed = "won" if after else "lost"
                value = changed if before is not after else False
                yield Effect("voidsiege.cover.changes", by, piece.name, value)


@game.rule("voidsiege.cover.run", Bite.WAY)
def run_keeps_out_of_cover(step: Step) -> Iterator[Bar]:
    """What it begins in it may leave. An Overrun is asked as well, for its exception to answer."""
    if step.action.command in ("run", "overrun"):
        touching = step.settings.reading("cover-touch") == "yes"
        for piece in step.table.terrain.values():
            if piece.kind == "cover":
                yield Bar(
                    piece.name, Entered(Within(piece.shape, step.mover.radius, touching=touching))
                )


@game.exception("voidsiege.cover.overrun")
def overrun_need_not_mind(step: Step, finding: Finding) -> bool:
    """An Overrun alone."""
    return bool(step.action.command == "overrun")


# The timeline: engagements once the unit has moved, then Snap Fire, then melee


@game.effect("voidsiege.melee.engagement")
def engagements(course: Course) -> Iterator[Effect]:
    """Told of each pair that is engaged before or after; if none is, of the nearest pair."""
    unit, limit = course.action.unit, course.settings.number("engagement")
    before, after = _gaps(course.before, unit), _gaps(course.after, unit)
    told = {
        pair: (at_most(before[pair], limit), at_most(gap, limit)) for pair, gap in after.items()
    }
    pairs = [pair for pair, (was, now) in told.items() if was or now]
    for pair in pairs or ([_nearest(after)[0]] if after else []):
        value = _CHANGES[told[pair]]
        yield Effect("voidsiege.melee.engagement", *pair, value, after[pair], limit)


_CHANGES: Final[Mapping[tuple[bool, bool], bool | str]] = {
    (False, True): "it begins",
    (True, True): "it lasts",
    (True, False): "it ends",
    (False, False): False,
}


@game.effect("voidsiege.snapfire.after")
def snap_fire(course: Course) -> Iterator[Effect]:
    """Told in the order of the responses: whether it reaches its target, where the two then are."""
    for response, now in _responses(course):
        if isinstance(response, SnapFire):
            gap = apart(now.models[response.snap_fire], now.models[response.at]).value
            reaches = response.reach is None or at_most(gap, response.reach)
            pair = response.snap_fire, response.at
            yield Effect("voidsiege.snapfire.after", *pair, reaches, gap, response.reach)


@game.effect("voidsiege.melee.timing")
def melee(course: Course) -> Iterator[Effect]:
    """Told of every pair engaged once the unit has moved, or once all responses are over too."""
    limit = course.settings.number("engagement")
    moved, then = _gaps(course.after), _gaps((course, *course.sequel)[-1].after)
    for pair, gap in then.items():
        if at_most(gap, limit) or at_most(moved[pair], limit):
            fights = at_most(gap, limit)
            yield Effect("voidsiege.melee.timing", *pair, fights, gap, limit)


# What the rules speak of


def _usual(mover: Model, action: Command, settings: Settings) -> float:
    """How far a command lets a model go, special rules apart."""
    factor = settings.number("double") if action.command in DOUBLED else 1.0
    return (mover.profile.move or 0.0) * factor


def _special(mover: Model, action: Command) -> Specific | None:
    """The special rule for a model's distance: its own, which is narrower, or its whole unit's."""
    own: Specific | None = mover.profile.specific
    for rule in (own, action.specific):
        if rule and (not rule.commands or action.command in rule.commands):
            return rule
    return None


def _as_command(response: Response) -> Command:
    """A response that moves a unit, as the command that it is like."""
    specific = Specific(response.response, response.distance)
    return Command(response.unit, "move", response.routes, specific=specific)


def _responses(course: Course) -> Iterator[tuple[Response | SnapFire, Table]]:
    """Every response, with the table as it stands when it is made."""
    now, sequel = course.after, iter(course.sequel)
    for response in course.action.responses:
        yield response, now
        if isinstance(response, Response):
            now = next(sequel).after


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


def _near(mover: Model, foe: Model, limit: float) -> Near:
    """Where a model comes so near to another one in space."""
    return Near(foe.disc, foe.level, foe.level + foe.height, mover.radius, mover.height, limit)


def _engaged_with(step: Step) -> Iterator[Model]:
    """The enemies that a model begins engaged with."""
    limit = step.settings.number("engagement")
    for foe in step.table.enemies(step.by):
        if at_most(apart(step.mover, foe).value, limit):
            yield foe


def _gaps(table: Table, unit: UnitName | None = None) -> dict[tuple[str, str], float]:
    """How far apart all opponents are, in; or only a unit's models and their enemies."""
    models = list(table.models.values())
    own = [table.models[name] for name in table.units[unit].models] if unit else models
    return {
        (one.name, foe.name): apart(one, foe).value
        for i, one in enumerate(own)
        for foe in (models if unit else models[i:])
        if foe.side != one.side
    }


def _nearest(gaps: Mapping[tuple[str, str], float]) -> tuple[tuple[str, str], float]:
    """The pair that is nearest, and how near; the first by name of several to any ruler."""
    least = min(gaps.values())
    return min((pair, gap) for pair, gap in gaps.items() if at_most(gap, least))


def _covers(course: Course) -> list[Terrain]:
    return [piece for piece in course.before.terrain.values() if piece.kind == "cover"]


def _in_cover(course: Course, name: str, piece: Terrain) -> tuple[bool, bool]:
    """Whether a model is in a Cover before it has moved, and after."""
    touching = course.settings.reading("cover-touch") == "yes"
    models = (table.models[name] for table in (course.before, course.after))
    before, after = (
        bool(Within(piece.shape, model.radius, touching=touching).along(Track((model.at,))))
        for model in models
    )
    return before, after


def _shunted(course: Course) -> bool:
    """Whether the unit moved less than a Shunt's limit; what stopped just short of it did not."""
    return below(_shunt_distance(course) + JUST, course.settings.number("shunt"))


def _shunt_distance(course: Course) -> float:
    """The distance that must be under the limit: the longest of the unit, or the shortest."""
    far = dict.fromkeys(course.before.units[course.action.unit].models, 0.0)
    far |= {outcome.step.by: outcome.end for outcome in course.outcomes}
    return (max if course.settings.reading("shunt-unit") == "all" else min)(far.values())
