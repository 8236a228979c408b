"""Infinity: troopers on their Orders, over walls, stairs and ladders.

A rule's clause is in `infinity.toml`; its docstring says only what that leaves open.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from movement.games import rulebook_beside
from movement.geometry.lengths import PER_INCH, at_most, below, same
from movement.geometry.regions import Along, Beyond, Declared, Measured
from movement.geometry.stretches import Climber, Obstacle, Stretch
from movement.geometry.walk import walk
from movement.plain import As, Malformed, Path, Waypoint
from movement.ruling.findings import Bar, Bite, Effect, Finding, Note, Settings, Step, Verdict
from movement.ruling.footing import unheld, walked
from movement.ruling.game import Course, Game, Turn
from movement.table import ModelName, Table


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


@dataclass(frozen=True, slots=True)
class Profile:
    """What an Infinity model has besides: MOV, and the Silhouette that gives base and height."""

    mov: Mov
    silhouette: Silhouette | None = None


@dataclass(frozen=True, slots=True)
class Move:
    """A Move, through waypoints; a point on a ladder states its height."""

    move: tuple[Waypoint, ...]


@dataclass(frozen=True, slots=True)
class Order:
    """An Order: one Move, or two."""

    by: ModelName
    order: tuple[Move, ...]


MOST_SKILLS: Final = 2
"""An Order has no more short skills than this."""


def turns(table: Table, action: Order, settings: Settings) -> Sequence[Turn]:
    """Its Moves in turn."""
    return [(action.by, leg) for leg in range(len(action.order))]


def lay(table: Table, action: Order, turn: Turn, settings: Settings) -> Step:
    """One Move, with the MOV value that is its own."""
    mover, leg = table.models[turn[0]], turn[1]
    route = ((mover.at, None), *action.order[leg].move)
    way = walk(table.ground, mover.level, route, Climber(mover.radius, _height(mover, settings)))
    allowance = mover.profile.mov[leg]
    return Step(table, mover.name, leg, way.track, way.track, allowance, action, settings, walk=way)


def furnish(model: Mapping[str, Any]) -> Mapping[str, Any]:
    """A model's plain data with the base and the height of its Silhouette, unless it has others."""
    numbers, name = game.rulebook.numbers, model.get("silhouette")
    if f"{name}-base" not in numbers:
        return model
    sizes = {key: f"{numbers[f'{name}-{key}'].value:g} mm" for key in ("base", "height")}
    return {**sizes, **model}


def check(table: Table, action: Order) -> None:
    """Refuses an Order of more than two Moves, and other models, on which nothing rules yet."""
    if not 1 <= len(action.order) <= MOST_SKILLS:
        raise Malformed(("action", "order"), f"{len(action.order)} Moves", "one Move, or two")
    if others := [model.name for model in table.others(action.by)]:
        raise Malformed(
            ("table", "models"),
            ", ".join(others),
            f"{action.by} alone: what other models do to a movement is not ruled on yet",
        )


game = Game(
    "infinity",
    rulebook_beside(__name__),
    failing=Verdict.IDLE,
    actions=(Order,),
    turns=turns,
    lay=lay,
    check=check,
    kinds=frozenset({"solid", "platform", "stairs", "ramp", "ladder"}),
    furnish=furnish,
    implied=frozenset({"base", "height"}),
    model=Profile,
)


# The route, and MOV


@game.note("infinity.route.whole")
def whole_route(step: Step) -> Iterator[Note]:
    """Mistaken would be to measure from start to end as the crow flies."""
    if len(step.declared.points) > 2:
        apart = abs(step.declared.end - step.declared.start)
        yield Note(step.by, step.declared.length, step.allowance, apart)


@game.rule("infinity.mov.maximum", Bite.WAY)
def no_farther(step: Step) -> Iterator[Bar]:
    """What is too long cannot be reached."""
    yield Bar(step.by, Beyond(step.allowance))


@game.note("infinity.mov.no-minimum")
def may_stop_early(step: Step) -> Iterator[Note]:
    """Said of a Move that leaves some of the distance unused."""
    if below(step.declared.length, step.allowance):
        yield Note(step.by, step.declared.length, step.allowance)


# Vaulting


@game.rule("infinity.vault.height", Bite.WAY)
def no_taller_than_the_silhouette(step: Step) -> Iterator[Bar]:
    """Broken where every side is too tall. A flight or a ladder is as high as it leads."""
    limit = _limit(step)
    for stretch in walked(step).stretches:
        sides = _sides(stretch.obstacle) if stretch.obstacle else []
        about = stretch.obstacle.pieces[-1] if sides and stretch.obstacle else stretch.on
        if stretch.on:
            sides = [abs(stretch.high - stretch.low)]
        if sides and not _one_sided(sides, limit):
            yield _over(step, stretch, about, max(sides), not at_most(max(sides), limit))


@game.rule("infinity.vault.both-sides", Bite.WAY)
def taken_on_either_side(step: Step) -> Iterator[Bar]:
    """Broken where one side alone is too tall. Mistaken would be to take the lowest side."""
    limit = _limit(step)
    for stretch in walked(step).stretches:
        sides = _sides(stretch.obstacle) if stretch.obstacle else []
        if sides and stretch.obstacle and not same(min(sides), max(sides)):
            broken = _one_sided(sides, limit)
            about = stretch.obstacle.pieces[-1]
            yield _over(step, stretch, about, max(sides), broken, mistaken=min(sides))


@game.note("infinity.vault.unmeasured")
def height_is_not_measured(step: Step) -> Iterator[Note]:
    """Mistaken would be to pay for the way up and the way down."""
    obstacles = [s.obstacle for s in walked(step).stretches if s.obstacle and s.obstacle.pieces]
    for over in obstacles:
        after = over.before if over.after is None else over.after
        length = step.declared.length
        paid = length + (over.top - over.before) + (over.top - after)
        yield Note(over.pieces[-1], length, step.allowance, paid)


# Stairs and ladders


@game.exception("infinity.steps.flat")
def stairs_and_ladders_are_floor(step: Step, finding: Finding) -> bool:
    """Not their sides: only where they are walked or climbed."""
    start = finding.spans[0].start
    return any(s.on == finding.about and same(s.start, start) for s in walked(step).stretches)


@game.note("infinity.steps.along")
def measured_along(step: Step) -> Iterator[Note]:
    """Mistaken would be to measure from above."""
    way = walked(step)
    if ons := [stretch.on for stretch in way.stretches if stretch.on]:
        yield Note(ons[0], step.declared.length, step.allowance, way.plan)


# Falling, and where a movement ends


@game.rule("infinity.fall.never", Bite.WAY)
def nothing_that_falls(step: Step) -> Iterator[Bar]:
    """Where the base has left what held it and comes over a drop, or over the table's edge."""
    drops = tuple((s.start, s.end) for s in walked(step).stretches if _drops(s, _limit(step)))
    yield Bar(step.by, Along(drops))


@game.effect("infinity.fall.idle")
def idles(course: Course) -> Iterator[Effect]:
    """Told of the whole Order."""
    by = course.action.by
    yield Effect("infinity.fall.idle", by, by, course.verdict is Verdict.IDLE)


@game.rule("infinity.narrow.end", Bite.END)
def ends_where_it_is_held(step: Step) -> Iterator[Bar]:
    """Of the Order's last Move. A ladder holds nobody at an end."""
    if step.leg == len(step.action.order) - 1:
        yield unheld(step.walk, step.track) or Bar(step.by, Declared(False))


@game.rule("infinity.narrow.each-move", Bite.END)
def each_move_ends_where_it_is_held(step: Step) -> Iterator[Bar]:
    """Of every Move that another follows."""
    if step.leg < len(step.action.order) - 1:
        yield unheld(step.walk, step.track) or Bar(step.by, Declared(False))


# What the rules speak of


def _height(model: Any, settings: Settings) -> float:
    """How tall a model's Silhouette is, in."""
    if model.profile.silhouette is None:
        return float(model.height)
    return settings.number(f"{model.profile.silhouette}-height") / PER_INCH["mm"]


def _limit(step: Step) -> float:
    return _height(step.mover, step.settings)


def _sides(over: Obstacle) -> list[float]:
    """How high an obstacle stands above the ground on each of its sides; none of a mere drop."""
    if not over.pieces or over.ladder:
        return []
    return [over.top - side for side in (over.before, over.after, over.lowest) if side is not None]


def _one_sided(sides: Sequence[float], limit: float) -> bool:
    """Whether some sides are too tall and others are not."""
    return at_most(min(sides), limit) and not at_most(max(sides), limit)


def _drops(stretch: Stretch, limit: float) -> bool:
    """Whether a base falls on a stretch: over no ground, or farther down than it may step."""
    over = stretch.obstacle
    if over is None or over.ladder:
        return False
    if over.lowest is None or (over.after is None and not same(over.before, over.top)):
        return over.lowest is None or not over.pieces
    sides = [over.top - side for side in (over.after, over.lowest) if side is not None]
    return not over.pieces and not at_most(max(sides), limit)


def _over(
    step: Step,
    stretch: Stretch,
    about: str,
    height: float,
    broken: bool,
    mistaken: float | None = None,
) -> Bar:
    """The bar of one obstacle, as high as measured."""
    limit, track = _limit(step), step.declared
    place = (track.at(stretch.start), track.at(stretch.end))
    found = Measured(height, limit, limit - height, stretch.start, place)
    spans = ((stretch.start, stretch.end),) if broken else ()
    silhouette = step.mover.profile.silhouette
    assumes = f"{silhouette}-height" if silhouette else ""
    return Bar(about, Along(spans, found), assumes=assumes, mistaken=mistaken)
