"""What an Infinity player may declare, and the way that the trooper then goes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Final, Literal

from movement.games import rulebook_beside
from movement.geometry.ground import Block
from movement.geometry.lengths import PER_INCH, at_most, same
from movement.geometry.stretches import Climber, Leeway, Walk
from movement.geometry.walk import walk
from movement.plain import Absent, As, Distance, Malformed, Path, Place, Waypoint
from movement.ruling.findings import Settings, Step, Verdict
from movement.ruling.game import Game, Turn
from movement.table import Model, ModelName, Table


def _mov(data: object, path: Path) -> tuple[float, float]:
    first, _, second = str(data).partition("-")
    if not (first.isdecimal() and second.isdecimal()) or len(str(data)) > 5:
        raise Malformed(path, data, "a pair of values like 4-4")
    return float(first), float(second)


Mov = Annotated[
    tuple[float, float],
    As(_mov, lambda mov: f"{mov[0]:g}-{mov[1]:g}", {"type": "string", "pattern": r"^\d+-\d+$"}),
]
"""MOV: how far the first Move of an Order goes, and how far the second, in."""

Silhouette = Literal["S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8"]


Ridden = Literal["motorcycle", "tag", "vehicle"]
"""What a trooper mounts and dismounts."""


@dataclass(frozen=True, slots=True)
class Other:
    """A Troop Profile that a trooper has by mounting or dismounting, and the states it is in then.

    `rides` says what it is on, or in; on foot it is nothing.
    """

    mov: Mov
    silhouette: Silhouette
    rides: Ridden | None = None
    states: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Profile:
    """What an Infinity model has besides: MOV, without which it stays, and what it is.

    The Silhouette gives base and height. A Marker or a Token may be stood over when a scene
    begins, and so may a model that is Prone. `rides` is as in `profiles`: the Troop Profiles, by
    name, that it has once it has mounted or dismounted.
    """

    mov: Mov | None = None
    silhouette: Silhouette | None = None
    kind: Literal["model", "marker", "token"] = "model"
    rides: Ridden | None = None
    profiles: Mapping[str, Other] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Move:
    """A Move through waypoints, its start left out, or another `skill` that moves.

    A point on a ladder states its height. The trooper may first go Prone, or get up (`posture`),
    and look somewhere when done (`facing`, degrees anticlockwise from +x).
    """

    move: tuple[Waypoint, ...]
    skill: Literal["move", "climb", "jump", "cautious movement"] = "move"
    posture: Literal["prone", "up"] | None = None
    facing: float | None = None


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack on a model, which moves nobody: a `posture` asked for is one too many."""

    attack: ModelName
    posture: Literal["prone", "up"] | None = None


@dataclass(frozen=True, slots=True)
class Mount:
    """Mounting or dismounting, to another of the trooper's profiles.

    It stands among the skills in the order of time: after those that were declared by then.
    `measured` says that by then a movement had been measured as well.
    """

    mount: str
    measured: bool = False


@dataclass(frozen=True, slots=True)
class Event:
    """What befalls the trooper on a leg, once it has gone so far: it may gain a state.

    A TAG's Escape System may work as well. `then` is the way that its player wants it to take from
    there instead, none being to stop.
    """

    leg: int
    at: Distance
    gains: Literal["null state", "immobilized", "escape system"] | None = None
    then: tuple[Place, ...] | None = None


@dataclass(frozen=True, slots=True)
class Order:
    """An Order: a short skill or two, or one skill that takes the whole of it.

    A movement may also be an ARO, or follow a failed Guts Roll.
    """

    by: ModelName
    order: tuple[Move | Attack | Mount, ...]
    events: tuple[Event, ...] = ()
    as_: Literal["order", "aro", "guts"] = "order"

    @property
    def skills(self) -> list[Move | Attack]:
        """What is declared, in turn."""
        return [skill for skill in self.order if not isinstance(skill, Mount)]


MOST_SKILLS: Final = 2
"""An Order has no more short skills than this."""

PRONE: Final = "prone"
"""The state of a model that lies flat."""

POSSESSED: Final = "possessed"
"""The state of a TAG that the enemy has taken over."""

HIDDEN: Final = ("hidden deployment", "marker")
"""The states of a trooper that has not shown itself yet."""

ESCAPE: Final = "escape system"
"""What gets the operator out of a TAG."""


def turns(table: Table, action: Order, settings: Settings) -> Sequence[Turn]:
    """Its movements in turn, and what would change a posture or a profile without one."""
    moves = any(isinstance(skill, Move) for skill in action.order)
    mount = None if moves else mounting(action, settings)
    return [
        (action.by, leg)
        for leg, skill in enumerate(action.order)
        if isinstance(skill, Move)
        or (isinstance(skill, Attack) and skill.posture)
        or (mount and skill is mount)
    ]


def mounting(action: Order, settings: Settings) -> Mount | None:
    """What of an Order mounts or dismounts, in an edition that provides for it."""
    editions = settings.rulebook.clauses["infinity.mount.skill"].editions
    provided = (settings.edition or next(iter(settings.rulebook.editions))) in editions
    mounts = (skill for skill in action.order if isinstance(skill, Mount))
    return next(mounts, None) if provided else None


def lay(table: Table, action: Order, turn: Turn, settings: Settings) -> Step:
    """One movement, in the posture taken as it starts, with the distance that is its own."""
    name, leg = turn
    skill, mover = action.order[leg], table.models[name]
    befalls = frozenset(e.gains for e in action.events if e.leg == leg and e.gains)
    mount, was = mounting(action, settings), None
    if mount and not any(isinstance(before, Move) for before in action.order[:leg]):
        mover, was = changed_over(mover, mount.mount), mover
    if isinstance(skill, Move | Attack) and skill.posture:
        up = mover.states - {PRONE}
        mover = replace(mover, states=up if skill.posture == "up" else up | {PRONE})
    if ESCAPE in befalls:
        mover = replace(mover, states=mover.states - {POSSESSED})
    table = replace(table, models={**table.models, name: mover})
    route = skill.move if isinstance(skill, Move) else ()
    way = _way(table, mover, (*((mover.at, None),), *route), skill, settings)
    far = mov(table, action, leg, settings)
    if PRONE in mover.states:
        far *= settings.number("prone-factor")
    facing = skill.facing if isinstance(skill, Move) else None
    more: dict[str, Any] = {"walk": way, "facing": facing, "gains": befalls - {ESCAPE}, "was": was}
    return Step(table, name, leg, way.track, way.track, far, action, settings, **more)


def _way(
    table: Table,
    mover: Model,
    route: Sequence[Waypoint],
    skill: Move | Attack | Mount,
    settings: Settings,
) -> Walk:
    """How the route goes over heights; what it may squeeze through is asked only if it has to."""
    climber = Climber(mover.radius, height_of(mover, settings))
    if climbs(skill):
        pays = settings.reading("climb-height") == "measured"
        leaps = isinstance(skill, Move) and skill.skill == "jump"
        climber = replace(climber, pays=pays, pays_down=pays, leaps=leaps)
    way = walk(table.ground, mover.level, route, climber)
    if all(stretch.stands or stretch.on for stretch in way.stretches):
        return way
    squeezes = replace(climber, leeway=leeway(table, mover, settings))
    return walk(table.ground, mover.level, route, squeezes)


def changed_over(mover: Model, name: str) -> Model:
    """A trooper that goes over to another of its profiles, where it is. Neither stays hidden."""
    other: Other = mover.profile.profiles[name]
    base, height = (
        game.rulebook.numbers[f"{other.silhouette}-{size}"].value / PER_INCH["mm"]
        for size in ("base", "height")
    )
    kind = "model" if mover.profile.kind == "marker" else mover.profile.kind
    profile = replace(
        mover.profile, mov=other.mov, silhouette=other.silhouette, rides=other.rides, kind=kind
    )
    states = (mover.states | other.states) - {*HIDDEN}
    return replace(mover, base=base, height=height, profile=profile, states=states)


def leeway(table: Table, mover: Model, settings: Settings) -> Leeway:
    """What a trooper may do on its way where it is not wholly held."""
    walls: list[Block] = []
    bars = [each for each in table.others(mover.name) if not passable(mover, each, settings)]
    if bars and settings.reading("model-pinches") == "yes":
        walls += [Block(m.name, m.disc, m.level, m.level + height_of(m, settings)) for m in bars]
    return Leeway(
        settings.number("half-base"),
        cracks=settings.reading("crack") == "closed",
        overhang=settings.reading("overhang") == "half",
        beside=tuple(walls),
    )


def passable(mover: Model, other: Model, settings: Settings) -> bool:
    """Whether a trooper may walk through another model: a friend no taller than itself."""
    friend = other.side == mover.side
    return friend and at_most(height_of(other, settings), height_of(mover, settings))


def climbs(skill: Move | Attack | Mount) -> bool:
    """Whether a skill goes up and down what a Move does not."""
    return isinstance(skill, Move) and skill.skill in ("climb", "jump")


def mov(table: Table, action: Order, leg: int, settings: Settings) -> float:
    """How far a trooper on its feet goes on a leg, in: by MOV, or as its ARO or Guts Roll has it."""
    if number := DISTANCES.get(action.as_):
        return settings.number(number)
    moves = [skill for skill in action.order[:leg] if isinstance(skill, Move)]
    values: tuple[float, float] = table.models[action.by].profile.mov
    return values[bool(moves)]


DISTANCES: Final[Mapping[str, str]] = {"aro": "aro-distance", "guts": "guts-distance"}
"""The numbers that say how far a movement goes that is part of no Order."""


def height_of(model: Model, settings: Settings) -> float:
    """How tall a model's Silhouette is, in."""
    name = height_from(model)
    return settings.number(name) / PER_INCH["mm"] if name else model.height


def height_from(model: Model) -> str:
    """The number that says how tall a model is, where it is not the scene that does."""
    if PRONE in model.states:
        return "prone-height"
    name = f"{model.profile.silhouette}-height"
    usual = game.rulebook.numbers.get(name)
    return name if usual and same(model.height, usual.value / PER_INCH["mm"]) else ""


def furnish(model: Mapping[str, Any]) -> Mapping[str, Any]:
    """A model's plain data with the base and the height of its Silhouette, unless it has others."""
    numbers, name = game.rulebook.numbers, model.get("silhouette")
    if f"{name}-base" not in numbers:
        return model
    sizes = {key: f"{numbers[f'{name}-{key}'].value:g} mm" for key in ("base", "height")}
    return {**sizes, **model}


def solid(model: Model) -> bool:
    """Whether no other base may overlap a model's when a scene begins."""
    return model.profile.kind == "model" and PRONE not in model.states


def check(table: Table, action: Order) -> None:
    """Refuses what no Order is made of, and models whose MOV or height is not known."""
    here = ("action", "order")
    if not 1 <= len(action.skills) <= MOST_SKILLS:
        raise Malformed(here, f"{len(action.skills)} skills", "one skill, or two")
    profiles = table.models[action.by].profile.profiles
    mounts = [leg for leg, skill in enumerate(action.order) if isinstance(skill, Mount)]
    for leg in mounts[1:]:
        raise Malformed((*here, leg), "mount", "at most one change of profile in an Order")
    for leg, skill in enumerate(action.order):
        if isinstance(skill, Mount) and skill.mount not in profiles:
            named = f"one of the profiles of {action.by}: {', '.join(profiles) or 'none'}"
            raise Malformed((*here, leg, "mount"), skill.mount, named)
        whole = action.as_ != "order" or (isinstance(skill, Move) and skill.skill != "move")
        if whole and len(action.skills) > 1:
            alone = "no other, as it takes the whole Order, or is no part of one"
            raise Malformed((*here, leg), "one of two skills", alone)
    for i, event in enumerate(action.events):
        moves = [n for n, skill in enumerate(action.order) if isinstance(skill, Move)]
        if event.leg not in moves:
            raise Malformed(("action", "events", i, "leg"), event.leg, "the number of a Move")
    if table.models[action.by].profile.mov is None:
        raise Malformed(("table", "models", action.by, "mov"), Absent(), "its MOV, as it moves")
    for model in table.models.values():
        if not model.height:
            at = ("table", "models", model.name, "silhouette")
            raise Malformed(at, Absent(), "its Silhouette, or else its base and its height")


game = Game(
    "infinity",
    rulebook_beside("movement.games.infinity"),
    failing=Verdict.IDLE,
    actions=(Order,),
    turns=turns,
    lay=lay,
    check=check,
    kinds=frozenset({"solid", "platform", "stairs", "ramp", "ladder"}),
    furnish=furnish,
    implied=frozenset({"base", "height"}),
    solid=solid,
    model=Profile,
)
