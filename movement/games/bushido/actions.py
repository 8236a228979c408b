"""What a Bushido player may declare, and the way that the model then goes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from movement.games import rulebook_beside
from movement.games.bushido.zones import Profile, TerrainProfile, enemy_zone
from movement.geometry.lengths import at_most
from movement.geometry.regions import Within
from movement.geometry.shapes import Shape, degrees
from movement.geometry.track import Track
from movement.plain import Absent, Distance, Malformed, one_of
from movement.plain import Place as Point
from movement.ruling.findings import Settings, Step, Verdict
from movement.ruling.game import Game, Turn
from movement.table import Model, ModelName, Table

Kind = Literal["charge", "move", "place", "run", "walk"]
"""The five ways to get a model about."""


@dataclass(frozen=True, slots=True)
class Grant:
    """What an effect grants: a kind of movement, and within which limits.

    `distance` is the movement's own, in; with `turns`, whoever makes it may turn the model. A
    Place may have to lie no farther than `within` inches from the base `of` a model (of the one
    Placed: from where it stood), or `clear_of_zones`, those of its enemies.
    """

    effect: str
    kind: Kind
    distance: Distance | None = None
    turns: bool = False
    within: Distance | None = None
    of: ModelName | None = None
    clear_of_zones: bool = False


@dataclass(frozen=True, slots=True)
class Charge:
    """A charge at a model.

    The line is aimed at the target's centre, or at the point `heading`. A `route` states the
    whole way outright, its start left out, so that it can be a wrong one.

    This and the other actions may say where the model looks in the end (`facing`, degrees
    anticlockwise from +x), which side moves it (`mover`) if not its own, how many points of Move
    Boost are bought, and what an effect has `granted`.
    """

    by: ModelName
    charge: ModelName
    heading: Point | None = None
    route: tuple[Point, ...] | None = None
    boost: int = 0
    facing: float | None = None
    mover: str | None = None
    granted: Grant | None = None


@dataclass(frozen=True, slots=True)
class Move:
    """A Move along a route, its start left out; along none, the model turns on the spot."""

    by: ModelName
    move: tuple[Point, ...]
    boost: int = 0
    facing: float | None = None
    mover: str | None = None
    granted: Grant | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """A Place, at a point: the model is lifted there."""

    by: ModelName
    place: Point
    facing: float | None = None
    mover: str | None = None
    granted: Grant | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """A Run at a point, as far as it lasts, or along a `route` that can be a wrong one."""

    by: ModelName
    run: Point
    route: tuple[Point, ...] | None = None
    boost: int = 0
    facing: float | None = None
    mover: str | None = None
    granted: Grant | None = None


@dataclass(frozen=True, slots=True)
class Walk:
    """A Walk along a route, its start left out."""

    by: ModelName
    walk: tuple[Point, ...]
    boost: int = 0
    facing: float | None = None
    mover: str | None = None
    granted: Grant | None = None


Action = Charge | Move | Place | Run | Walk


def turns(table: Table, action: Action, settings: Settings) -> Sequence[Turn]:
    """An action is one leg of one model."""
    return [(action.by, 0)]


def lay(table: Table, action: Action, turn: Turn, settings: Settings) -> Step:
    """The way as it is stated, or as the rules make it, as far as the distance goes."""
    mover = table.models[action.by]
    far, facing = allowance(mover, action, settings), action.facing
    match action:
        case Place(place=point):
            track = Track((point,))
        case Move(move=route) | Walk(walk=route):
            track = Track((mover.at, *route))
        case Run(run=point, route=route):
            track = Track((mover.at, point)).upto(far)
            facing = degrees(point - mover.at) if facing is None else facing
        case Charge(route=route):
            track = straight_then_direct(table, action, settings).upto(far)
    if isinstance(action, Run | Charge) and route is not None:
        track = Track((mover.at, *route))
    return Step(table, action.by, turn[1], track, track, far, action, settings, facing=facing)


def allowance(mover: Model, action: Action, settings: Settings, *, boosted: bool = True) -> float:
    """How far the action takes the model, with its Boost or without, in."""
    if isinstance(action, Place):
        return 0.0
    if action.granted and action.granted.distance is not None:
        return action.granted.distance
    move: float = mover.profile.move
    points = action.boost * settings.number("boost-step") if action.boost and boosted else 0.0
    boost = min(points, move * settings.number("boost-most")) if points else 0.0
    factor = 1.0
    if isinstance(action, Charge):
        factor = settings.number("charge-factor")
    elif isinstance(action, Run):
        factor = float(settings.reading("run-distance"))
    if boost and settings.reading("boost-charge") == "before":
        return (move + boost) * factor
    return move * factor + boost


def kind_of(action: Action) -> Kind:
    """Which of the five it is."""
    return _KINDS[type(action)]


_KINDS: Final[dict[type, Kind]] = {
    Charge: "charge",
    Move: "move",
    Place: "place",
    Run: "run",
    Walk: "walk",
}


# The way of a charge


def goals(table: Table, action: Charge, settings: Settings) -> tuple[Within, Within]:
    """What a charge's line has to meet: the target's zone, or its base."""
    mover, target = table.models[action.by], table.models[action.charge]
    return enemy_zone(table, target, mover, settings), Within(target.disc, mover.radius)


def line(table: Table, action: Charge, settings: Settings) -> Track:
    """A charge's line, carried on past whatever there is of the target to meet."""
    mover, target = table.models[action.by], table.models[action.charge]
    aim = target.at if action.heading is None else action.heading
    if action.route is not None and (stated := Track((mover.at, *action.route))).length:
        aim = mover.at + stated.legs[0].direction
    toward = aim - mover.at
    past = mover.base + target.base + 2 * settings.number("zone-depth")
    far = abs(target.at - mover.at) + past
    return Track((mover.at, mover.at + toward / abs(toward) * far))


def first_touch(table: Table, action: Charge, settings: Settings) -> float | None:
    """How far along its line a charge first touches the target's zone or base, if it does."""
    way = line(table, action, settings)
    touches = (goal.touch(way) for goal in goals(table, action, settings))
    return min((s for s in touches if s is not None), default=None)


def straight_then_direct(table: Table, action: Charge, settings: Settings) -> Track:
    """The way of a charge as the rules make it; its whole line where it meets nothing."""
    way, touch = line(table, action, settings), first_touch(table, action, settings)
    if touch is None:
        return way
    return to_contact(way.upto(touch), table.models[action.by], table.models[action.charge])


def to_contact(track: Track, mover: Model, target: Model) -> Track:
    """A track carried on along the line of centres until bases touch."""
    gap = target.at - track.end
    left = abs(gap) - mover.radius - target.radius
    if at_most(left, 0):
        return track
    return Track((*(point for _, point in track.stations()), track.end + gap / abs(gap) * left))


def shows(step: Step) -> Iterator[Shape]:
    """The target's zone, which a charge is after."""
    if isinstance(step.action, Charge):
        yield goals(step.table, step.action, step.settings)[0].shape


# What is no scene


def check(table: Table, action: Action) -> None:
    """Refuses what nobody can mean: see each message."""
    mover = table.models[action.by]
    _check_grant(action)
    sides = list(dict.fromkeys(model.side for model in table.models.values()))
    if action.mover is not None and action.mover not in sides:
        raise Malformed(("action", "mover"), action.mover, f"a side: {one_of(sides)}")
    if isinstance(action, Place):
        return
    own = action.granted is not None and action.granted.distance is not None
    if own and action.boost:
        raise Malformed(("action", "boost"), "both", "either boost or a distance that is granted")
    if mover.profile.move is None and not own:
        raise Malformed(("table", "models", action.by, "move"), Absent(), "its Move, as it moves")
    if isinstance(action, Run) and action.run == mover.at:
        raise Malformed(("action", "run"), "the place it starts from", "a point elsewhere")
    if isinstance(action, Charge):
        _check_charge(action, mover)


def _check_grant(action: Action) -> None:
    if action.granted and (action.granted.within is None) != (action.granted.of is None):
        missing = "within" if action.granted.within is None else "of"
        expected = "both within and of, a distance and a model, or neither"
        raise Malformed(("action", "granted", missing), Absent(), expected)


def _check_charge(action: Charge, mover: Model) -> None:
    if action.by == action.charge:
        raise Malformed(("action", "charge"), action.charge, "another model than the one charging")
    if action.heading is not None and action.route is not None:
        raise Malformed(("action", "heading"), "both", "either heading or route")
    if action.heading == mover.at:
        raise Malformed(("action", "heading"), "the place it starts from", "a point elsewhere")


game = Game(
    "bushido",
    rulebook_beside("movement.games.bushido"),
    failing=Verdict.ILLEGAL,
    actions=(Charge, Move, Place, Run, Walk),
    turns=turns,
    lay=lay,
    check=check,
    faces=True,
    shows=shows,
    kinds=frozenset({"impassable", "blocking"}),
    model=Profile,
    terrain=TerrainProfile,
)
