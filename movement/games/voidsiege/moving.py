"""VoidSiege's rules of one model's movement: how far, by which way, through what, and to where.

A rule's clause is in `voidsiege.toml`; its docstring says only what that leaves open.
"""

from __future__ import annotations

from collections.abc import Iterator

from movement.games.voidsiege.commands import DOUBLED, game, special, usual
from movement.geometry.lengths import at_most, below
from movement.geometry.regions import (
    Beyond,
    Declared,
    Entered,
    Left,
    Near,
    NotBeneath,
    Region,
    Within,
)
from movement.geometry.shapes import Outside
from movement.ruling.chains import apart
from movement.ruling.findings import Bar, Bite, Finding, Note, Step
from movement.ruling.footing import unheld, walked
from movement.table import Model, Terrain

# How far


@game.rule("voidsiege.move.maximum", Bite.WAY)
def no_farther(step: Step) -> Iterator[Bar]:
    """Each model by its own Move; by a special rule's distance as well, where it has one."""
    yield Bar(step.by, Beyond(usual(step.mover, step.action, step.settings)))
    if rule := special(step.mover, step.action):
        yield Bar(rule.rule, Beyond(rule.distance))


@game.note("voidsiege.move.commands")
def command_gives(step: Step) -> Iterator[Note]:
    """Mistaken would be to double, or not to double, the other way round."""
    if special(step.mover, step.action) is None:
        move = step.mover.profile.move or 0.0
        doubled = move * step.settings.number("double")
        mistaken = move if step.action.command in DOUBLED else doubled
        yield Note(step.by, step.allowance, step.declared.length, mistaken)


@game.exception("voidsiege.move.specific")
def special_distance(step: Step, finding: Finding) -> bool:
    """Of a special rule the usual distance is set aside, and not the rule's own."""
    return finding.about == step.by and special(step.mover, step.action) is not None


@game.note("voidsiege.move.no-minimum")
def may_stop_early(step: Step) -> Iterator[Note]:
    """Said of a route that leaves some of the distance unused."""
    if below(step.declared.length, step.allowance):
        yield Note(step.by, step.declared.length, step.allowance)


# Heights


@game.note("voidsiege.height.up")
def pays_for_height_gained(step: Step) -> Iterator[Note]:
    """Mistaken would be to measure from above. Told where any height is gained."""
    length, walk = step.declared.length, walked(step)
    risen = step.declared.level_at(length) - step.mover.level + walk.lost
    if below(0.0, risen) and below(walk.plan, length):
        yield Note(step.by, length, step.allowance, walk.plan)


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
        over: Region = Within(model.disc, step.mover.radius, touching=False)
        if below(0.0, model.level):
            over = NotBeneath(over, step.mover.height, model.level)
            if not over.part(step.track):
                continue
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
        if piece.kind == "impassable":
            yield Bar(piece.name, touch)
        if step.action.command in piece.profile.closed_to:
            yield Bar(piece.name, Entered(_on(piece, touch, step)))
        if piece.profile.no_end:
            yield Bar(piece.name, _on(piece, touch, step), Bite.END)
    if bar := unheld(step.walk, step.track):
        yield bar._replace(bite=Bite.END)


@game.rule("voidsiege.enemy.two-inches", Bite.END)
def away_from_enemies(step: Step) -> Iterator[Bar]:
    """Ends only; in space, between nearest points; and exactly so far is still within."""
    limit = step.settings.number("enemy-distance")
    if at_most(step.declared.length, 0) and step.settings.reading("unmoved") == "moved":
        return
    for foe in step.table.enemies(step.by):
        if not _assaulted(step, foe):
            yield Bar(foe.name, _near(step.mover, foe, limit))


# Moving away


@game.note("voidsiege.away.free")
def may_leave(step: Step) -> Iterator[Note]:
    """Told of each enemy that a model begins engaged with, unless a rule pins it."""
    if below(0.0, step.declared.length) and not step.mover.profile.pinned:
        for foe in _engaged_with(step):
            yield Note(foe.name, apart(step.mover, foe))


@game.rule("voidsiege.away.unless", Bite.WAY)
def pinned(step: Step) -> Iterator[Bar]:
    """A pinned model may move as long as it stays engaged with the enemies it begins engaged with."""
    rule, limit = step.mover.profile.pinned, step.settings.number("engagement")
    for foe in _engaged_with(step) if below(0.0, step.declared.length) else ():
        if rule:
            yield Bar(rule, Left(_near(step.mover, foe, limit)))
        else:
            yield Bar(foe.name, Declared(False))


# Cover


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


# What the rules speak of


def _assaulted(step: Step, foe: Model) -> bool:
    """Whether the foe may be closed with: the target of an Assault, under the reading."""
    if step.action.command != "assault" or step.settings.reading("assault-contact") == "no":
        return False
    target = step.action.target
    unit = step.table.units.get(target)
    return foe.name == target or (unit is not None and foe.name in unit.models)


def _on(piece: Terrain, touch: Region, step: Step) -> NotBeneath:
    """Where a base is on a piece or in it, and not beneath it."""
    return NotBeneath(touch, step.mover.height, piece.heights[0])


def _near(mover: Model, foe: Model, limit: float) -> Near:
    """Where a model comes so near to another one in space."""
    return Near(foe.disc, foe.level, foe.level + foe.height, mover.radius, mover.height, limit)


def _engaged_with(step: Step) -> Iterator[Model]:
    """The enemies that a model begins engaged with."""
    limit = step.settings.number("engagement")
    for foe in step.table.enemies(step.by):
        if at_most(apart(step.mover, foe), limit):
            yield foe
