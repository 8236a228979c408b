"""What must not change a ruling: how the table lies, waypoints on the way, being judged again."""

from __future__ import annotations

import cmath
import dataclasses
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from movement.cases import corpus
from movement.cases.case import Worked
from movement.games.bushido.actions import Charge, Move, Run, Walk
from movement.games.infinity import orders as infinity
from movement.games.voidsiege.commands import Command
from movement.geometry.shapes import Disc, Outline, degrees, heading
from movement.ruling.findings import Outcome, Verdict
from movement.ruling.ruling import Ruling, judge
from movement.ruling.scene import Scene
from movement.table import Circle, Model, Table, Terrain

WORKED = [worked for file in corpus.files() for worked in corpus.case(file).worked.values()]
Moving = Callable[[complex], complex]

each_ruling = pytest.mark.parametrize("worked", WORKED, ids=lambda worked: worked.id)


def turned(angle: float, shift: complex) -> Moving:
    return lambda point: point * cmath.rect(1, angle) + shift


def mirrored(shift: complex) -> Moving:
    return lambda point: -point.conjugate() + shift


def table_under(move: Moving, table: Table) -> Table:
    return replace(
        table,
        size=None,
        outline=tuple(move(p) for p in table.edge.rings[0]),
        models={name: model_under(move, model) for name, model in table.models.items()},
        terrain={name: terrain_under(move, piece) for name, piece in table.terrain.items()},
    )


def model_under(move: Moving, model: Model) -> Model:
    ahead = move(model.ahead) - move(0j)
    return replace(model, at=move(model.at), facing=degrees(ahead))


def terrain_under(move: Moving, piece: Terrain) -> Terrain:
    if piece.up is not None:
        ahead = move(heading(piece.up)) - move(0j)
        piece = replace(piece, up=degrees(ahead))
    if piece.foot and piece.head:
        foot, head = (move(complex(*end[:2])) for end in (piece.foot, piece.head))
        return replace(
            piece,
            foot=(foot.real, foot.imag, piece.foot[2]),
            head=(head.real, head.imag, piece.head[2]),
        )
    if isinstance(piece.shape, Disc):
        return replace(piece, circle=Circle(move(piece.shape.centre), piece.shape.radius * 2))
    assert isinstance(piece.shape, Outline)
    outer, *holes = (tuple(move(p) for p in ring) for ring in piece.shape.rings)
    return replace(piece, box=None, outline=outer, holes=tuple(holes))


def points_under(move: Moving, value: Any) -> Any:
    """The same action with every point in it moved along, and where models are to look."""
    if isinstance(value, complex):
        return move(value)
    if isinstance(value, dict):
        return {key: points_under(move, entry) for key, entry in value.items()}
    if isinstance(value, tuple):
        return tuple(points_under(move, entry) for entry in value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = {f.name: getattr(value, f.name) for f in dataclasses.fields(value)}
        moved = {k: points_under(move, v) for k, v in fields.items()}
        if fields.get("facing") is not None:
            moved["facing"] = degrees(move(heading(fields["facing"])) - move(0j))
        return replace(value, **moved)
    return value


def judged_under(move: Moving, scene: Scene) -> Ruling:
    table, action = table_under(move, scene.table), points_under(move, scene.action)
    return judge(scene.game, table, action, scene.settings)


def told(ruling: Ruling) -> Iterator[tuple[Any, ...]]:
    """All that is found, numbers apart from the rest."""
    for finding in ruling.findings:
        yield finding.clause, finding.about, finding.bites, finding.set_aside
    for effect in ruling.effects:
        yield effect.clause, effect.about, effect.value


def numbers(ruling: Ruling) -> list[float]:
    lengths = [end for ends in ruling.distances.values() for end in ends]
    margins = [finding.margin for finding in ruling.findings if finding.margin is not None]
    return lengths + margins


@each_ruling
def test_turning_shifting_and_mirroring_the_table_changes_nothing(worked: Worked) -> None:
    rng = random.Random(worked.id)
    moves = [
        turned(rng.uniform(0, 2 * cmath.pi), complex(rng.uniform(-50, 50), rng.uniform(-50, 50)))
        for _ in range(5)
    ]
    for move in [*moves, mirrored(20 + 3j), lambda p: mirrored(0j)(moves[0](p))]:
        there = judged_under(move, worked.scene)
        assert there.verdict is worked.ruling.verdict
        assert list(told(there)) == list(told(worked.ruling))
        assert numbers(there) == pytest.approx(numbers(worked.ruling), abs=1e-5)


@each_ruling
def test_every_end_that_was_not_refused_is_legal_when_judged_again(worked: Worked) -> None:
    ruling = worked.ruling
    if ruling.verdict.stays:
        stays = [outcome for outcome in ruling.outcomes if outcome.verdict.stays]
        assert stays
        assert all(outcome.at == outcome.step.mover.at for outcome in stays)
        return
    again = judge(ruling.game, ruling.table, as_ended(ruling), ruling.settings)
    refused = {o.step.by for o in ruling.outcomes if o.verdict is Verdict.FAILS}
    ends = (o for o in again.outcomes if o.step.by not in refused)
    assert all(outcome.verdict is Verdict.LEGAL for outcome in ends), again.explain()
    assert again.ends == pytest.approx(ruling.ends, abs=1e-9)


def as_ended(ruling: Ruling) -> Any:
    """The same action, its routes stated as they were gone."""
    action, ways = ruling.action, gone(ruling)
    if isinstance(action, infinity.Order):
        return replace(action, order=tuple(skills_gone(ruling, ways)))
    if isinstance(action, Command):
        names = (outcome.step.by for outcome in ruling.outcomes)
        return replace(action, routes=dict(zip(names, ways, strict=True)))
    way = tuple(point for point, _ in ways[0])
    match action:
        case Walk():
            return replace(action, walk=way)
        case Move():
            return replace(action, move=way)
        case Charge():
            return replace(action, heading=None, route=way)
        case Run():
            return replace(action, route=way)
    return action


def skills_gone(ruling: Ruling, ways: list[Any]) -> Iterator[Any]:
    """The skills of an Order up to the last that was taken, each Move as far as it went."""
    legs = [outcome.step.leg for outcome in ruling.outcomes]
    whole = ruling.outcomes[-1].verdict is Verdict.LEGAL
    for leg, skill in enumerate(ruling.action.order):
        if leg in legs:
            moved = isinstance(skill, infinity.Move)
            yield replace(skill, move=ways[legs.index(leg)]) if moved else skill
        elif whole or leg < legs[-1]:
            yield skill


def gone(ruling: Ruling) -> list[tuple[tuple[complex, float | None], ...]]:
    """The waypoints of each step as far as it went, with heights where a ladder leads to them."""
    return [tuple(ways(outcome))[1:] for outcome in ruling.outcomes]


def ways(outcome: Outcome) -> Iterator[tuple[complex, float | None]]:
    stretches = outcome.step.walk.stretches if outcome.step.walk else ()
    ladders = [e for e in stretches if e.on and not e.stands and not e.narrow]
    for s, point in outcome.step.declared.upto(outcome.end).stations():
        here = [each for each in ladders if each.end == pytest.approx(s)]
        yield point, next((each.high for each in here if each.start < each.end), None)
        for free in (each for each in here if each.start == each.end < outcome.end):
            yield point, free.high


@each_ruling
def test_a_waypoint_on_a_straight_leg_changes_nothing(worked: Worked) -> None:
    scene = worked.scene
    action = points_halved(scene.action, scene.table)
    other = judge(scene.game, scene.table, action, scene.settings)
    assert other.verdict is worked.ruling.verdict
    assert numbers(other) == pytest.approx(numbers(worked.ruling), abs=1e-6)


def points_halved(action: Any, table: Table) -> Any:
    """The same action with a waypoint in the middle of every leg of every route."""
    if isinstance(action, infinity.Order):
        start, order = table.models[action.by].at, list[Any]()
        for skill in action.order:
            if not isinstance(skill, infinity.Move):
                order.append(skill)
            else:
                order.append(replace(skill, move=halved(start, skill.move)))
                start = skill.move[-1][0] if skill.move else start
        return replace(action, order=tuple(order))
    if isinstance(action, Command):
        ways = action.routes.items()
        return replace(action, routes={n: halved(table.models[n].at, way) for n, way in ways})
    start = table.models[action.by].at
    match action:
        case Walk(walk=way):
            return replace(action, walk=halved_points(start, way))
        case Move(move=way):
            return replace(action, move=halved_points(start, way))
        case Charge(route=way) | Run(route=way) if way is not None:
            return replace(action, route=halved_points(start, way))
    return action


def halved_points(start: complex, way: tuple[complex, ...]) -> tuple[complex, ...]:
    return tuple(point for point, _ in halved(start, tuple((point, None) for point in way)))


def halved(start: complex, way: tuple[Any, ...]) -> tuple[Any, ...]:
    out: list[Any] = []
    for point, height in way:
        if height is None:
            out.append(((start + point) / 2, None))
        out.append((point, height))
        start = point
    return tuple(out)


@each_ruling
def test_more_move_never_bars_a_route_that_was_legal(worked: Worked) -> None:
    ruling, scene = worked.ruling, worked.scene
    if ruling.verdict is not Verdict.LEGAL or isinstance(scene.action, Charge | Run):
        return  # one that has more to go goes on, so it is another movement
    models = {name: with_more(model) for name, model in scene.table.models.items()}
    more = judge(scene.game, replace(scene.table, models=models), scene.action, scene.settings)
    assert more.verdict is Verdict.LEGAL


def with_more(model: Model) -> Model:
    """The model with an inch more to move."""
    profile = model.profile
    if isinstance(profile, infinity.Profile):
        if profile.mov is None:
            return model
        first, second = profile.mov
        return replace(model, profile=replace(profile, mov=(first + 1, second + 1)))
    return replace(model, profile=replace(profile, move=profile.move and profile.move + 1))
