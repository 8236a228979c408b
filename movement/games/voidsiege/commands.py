"""What a VoidSiege unit may be commanded to do, and the way that each of its models then goes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from movement.games import rulebook_beside
from movement.geometry.lengths import below
from movement.geometry.stretches import Climber
from movement.geometry.walk import walk
from movement.plain import Absent, Distance, Extent, Malformed, Waypoint, one_of
from movement.ruling.findings import Settings, Step, Verdict
from movement.ruling.game import Again, Course, Game, Turn
from movement.ruling.settle import made
from movement.ruling.together import carried, mended
from movement.table import Model, ModelName, Table, UnitName

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
    rule = special(mover, action)
    allowance = rule.distance if rule else usual(mover, action, settings)
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
        if model.profile.move is None and special(model, action) is None:
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
    if any(outcome.verdict is Verdict.FAILS for outcome in course.outcomes):
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
    rulebook_beside("movement.games.voidsiege"),
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


def usual(mover: Model, action: Command, settings: Settings) -> float:
    """How far a command lets a model go, special rules apart."""
    factor = settings.number("double") if action.command in DOUBLED else 1.0
    return (mover.profile.move or 0.0) * factor


def special(mover: Model, action: Command) -> Specific | None:
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
