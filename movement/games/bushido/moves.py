"""Bushido's rules of all movement, and of Move, Place, Run and Walk.

A rule's clause is in `bushido.toml`; its docstring says only what that leaves open.
"""

from __future__ import annotations

from collections.abc import Iterator

from movement.games.bushido.actions import Charge, Move, Place, Run, Walk, allowance, game, kind_of
from movement.games.bushido.zones import blocking, enemy_zones, sight_of
from movement.geometry.lengths import at_most, below
from movement.geometry.regions import (
    Aside,
    Astray,
    Begun,
    Beyond,
    Declared,
    Entered,
    Left,
    Measured,
    Region,
    Within,
)
from movement.geometry.shapes import Edge, Outside, degrees, same_heading
from movement.geometry.track import Track
from movement.geometry.view import seen_towards
from movement.ruling.findings import Bar, Bite, Effect, Finding, Note, Step
from movement.ruling.game import Course
from movement.table import Model

# All movement


@game.rule("bushido.kind.action", Bite.ASK)
def moves_as_it_is_granted(step: Step) -> Iterator[Bar]:
    """A Charge, a Run and a Walk are actions of one's own; all else takes an effect.

    Under the reading `in-zone` this bars a Move out of a zone sideways, which has no clause of its
    own.
    """
    action = step.action
    own = action.granted is None
    ungranted = own and (isinstance(action, Move | Place) or _opposed(step))
    other = not own and action.granted.kind != kind_of(action)
    yield Bar(step.by, Declared(ungranted or other), aspect="ungranted" if ungranted else "")
    if isinstance(action, Move):
        for foe, region in _sideways(step):
            yield Bar(foe.name, region, Bite.WAY, "zone-depth", aspect="in-zone")


@game.rule("bushido.speed.stat", Bite.WAY)
def has_so_much_to_move_with(step: Step) -> Iterator[Bar]:
    """A Charge and a Walk that are too long break their own clauses. No distance for a Place.

    Mistaken would be to forget the Boost, or to take Move where the effect has a distance.
    """
    action, length = step.action, step.track.length
    if isinstance(action, Place):
        return
    boosted = action.boost > 0
    granted = action.granted is not None and action.granted.distance is not None
    mistaken = step.mover.profile.move if granted else None
    if boosted:
        mistaken = allowance(step.mover, action, step.settings, boosted=False)
    free = isinstance(action, Move | Run)
    if boosted or granted or free:
        far = step.allowance
        place = (step.track.at(far), step.track.end)
        found = Measured(far, length, far - length, length, place)
        yield Bar(
            step.by,
            Declared(free and not at_most(length, far), found),
            assumes="boost-step" if boosted else "",
            mistaken=mistaken,
        )


@game.rule("bushido.edge.stop", Bite.HALT)
def stops_at_the_edge(step: Step) -> Iterator[Bar]:
    """The base may touch the edge."""
    if not isinstance(step.action, Place):
        yield Bar("the table's edge", _off_the_table(step))


@game.rule("bushido.edge.place", Bite.END)
def placed_on_the_table(step: Step) -> Iterator[Bar]:
    """The base may touch the edge."""
    if isinstance(step.action, Place):
        yield Bar("the table's edge", _off_the_table(step))


# Move


@game.note("bushido.move.path")
def winds_as_it_likes(step: Step) -> Iterator[Note]:
    """Said of a Move no longer than its distance."""
    if isinstance(step.action, Move) and at_most(step.declared.length, step.allowance):
        yield Note(step.by, step.declared.length, step.allowance)


@game.note("bushido.move.facing")
def turns_at_the_end(step: Step) -> Iterator[Note]:
    """Said where its owner turns a model at the end: only a Run bars that, and a Place has its own."""
    if not isinstance(step.action, Place | Run) and _turned(step) and not _opposed(step):
        yield Note(step.by)


@game.effect("bushido.move.pivot")
def turning_is_movement(course: Course) -> Iterator[Effect]:
    """Told of what was declared to stay on the spot, lawful or not."""
    for step in (outcome.step for outcome in course.outcomes):
        if not isinstance(step.action, Place) and at_most(step.declared.length, 0.0):
            yield Effect("bushido.move.pivot", step.by, step.by, _turned(step))


@game.rule("bushido.move.through", Bite.WAY)
def through(step: Step) -> Iterator[Bar]:
    """Friend or foe. A charge that the rules lay goes up to its target and no farther.

    A special rule that lets it pass through a model does not let it end there.
    """
    if isinstance(step.action, Place):
        yield from _between(step)
        return
    laid = isinstance(step.action, Charge) and step.action.route is None
    for name, over in _in_the_way(step):
        if not laid or name != step.action.charge:
            yield Bar(name, over, _barred_midway(step))
        if "bushido.move.through" in step.settings.permits and name in step.table.models:
            yield Bar(name, over, Bite.END)


@game.rule("bushido.move.opponents-model", Bite.ASK)
def opponents_do_not_turn_it(step: Step) -> Iterator[Bar]:
    """The turn that a Run begins with is the Run's own."""
    if _opposed(step) and not isinstance(step.action, Run):
        granted = step.action.granted is not None and step.action.granted.turns
        yield Bar(step.by, Declared(_turned(step) and not granted))


# Place


@game.effect("bushido.place.not-movement")
def placed_is_not_moved(course: Course) -> Iterator[Effect]:
    """Told of what an effect does with a model."""
    for outcome in course.outcomes:
        step = outcome.step
        if step.action.granted is not None and not outcome.verdict.stays:
            placed = isinstance(step.action, Place)
            yield Effect("bushido.place.not-movement", step.by, step.by, placed)


@game.exception("bushido.place.no-path")
def lifted_across(step: Step, finding: Finding) -> bool:
    """Whatever lies between."""
    return isinstance(step.action, Place)


@game.rule("bushido.place.where", Bite.END)
def placed_clear(step: Step) -> Iterator[Bar]:
    """A friend's base may be touched, an enemy's may not. Any zone may be Placed into."""
    if isinstance(step.action, Place):
        for name, over in _in_the_way(step):
            model = step.table.models.get(name)
            if model is not None and model.side != step.mover.side:
                yield Bar(name, Within(model.disc, step.mover.radius), aspect="enemy")
            else:
                yield Bar(name, over)


@game.rule("bushido.place.effect", Bite.END)
def placed_as_the_effect_allows(step: Step) -> Iterator[Bar]:
    """Distances are between nearest points of bases, and exactly so far is within."""
    grant = step.action.granted
    if not isinstance(step.action, Place) or grant is None:
        return
    if grant.of is not None:
        of = step.table.models[grant.of]
        near = Within(of.disc, step.mover.radius).closest(step.track)
        apart = max(0.0, near.value)
        found = near._replace(value=apart, limit=grant.within, margin=grant.within - apart)
        yield Bar(grant.of, Declared(not at_most(apart, grant.within), found), aspect="within")
    if grant.clear_of_zones:
        for foe, zone in enemy_zones(step):
            yield Bar(foe.name, zone, assumes="zone-depth", aspect="zone")


@game.exception("bushido.place.facing")
def turned_by_whoever_places_it(step: Step, finding: Finding) -> bool:
    """Friend or foe."""
    return isinstance(step.action, Place)


# Run


@game.note("bushido.run.action")
def runs_as_a_simple_action(step: Step) -> Iterator[Note]:
    """Said of a Run that no effect grants."""
    if isinstance(step.action, Run) and step.action.granted is None:
        yield Note(step.by)


@game.rule("bushido.run.point", Bite.ASK)
def sees_where_it_runs(step: Step) -> Iterator[Bar]:
    """From where it looked before: it turns only then. A point has no size to be seen over."""
    if isinstance(step.action, Run):
        mover, point = step.mover, step.action.run
        ahead = sight_of(mover)
        if ahead is not None and below(((point - mover.at) / ahead).real, 0.0):
            yield Bar(step.by, Declared(True), aspect="behind")
            return
        far, away = seen_towards(mover.at, point, blocking(step.table, mover)), point - mover.at
        ends = (mover.at + away / abs(away) * far, point)
        seen = Measured(far, abs(away), far - abs(away), 0.0, ends)
        yield Bar(step.by, Declared(not at_most(abs(away), far), seen))


@game.rule("bushido.run.straight", Bite.WAY)
def runs_straight(step: Step) -> Iterator[Bar]:
    """Only a stated route can bend, or go on past the point."""
    if isinstance(step.action, Run):
        yield Bar(step.by, Astray(Track((step.mover.at, step.action.run))))


@game.rule("bushido.run.refused", Bite.WAY)
def runs_into_no_enemy(step: Step) -> Iterator[Bar]:
    """Out of BtB is allowed: only the way in is named."""
    if isinstance(step.action, Run):
        yield from _into(step)


@game.rule("bushido.run.facing", Bite.ASK)
def looks_where_it_ran(step: Step) -> Iterator[Bar]:
    """So it cannot be turned afterwards."""
    if isinstance(step.action, Run):
        along = degrees(step.action.run - step.mover.at)
        turned = step.action.facing is not None and not same_heading(step.action.facing, along)
        yield Bar(step.by, Declared(turned))


# Walk


@game.rule("bushido.walk.distance", Bite.WAY)
def walks_no_farther(step: Step) -> Iterator[Bar]:
    """The distance stated, else Move and its Boost."""
    if isinstance(step.action, Walk):
        yield Bar(step.by, Beyond(step.allowance))


@game.rule("bushido.walk.refused", Bite.WAY)
def walks_into_and_off_no_enemy(step: Step) -> Iterator[Bar]:
    """Into a zone, into BtB and out of BtB, each for every enemy."""
    if isinstance(step.action, Walk):
        yield from _into(step)
        for foe in step.table.enemies(step.by):
            contact = Within(foe.disc, step.mover.radius)
            yield Bar(foe.name, Left(contact), _barred_midway(step), aspect="out")


@game.exception("bushido.walk.opponents-model")
def turned_by_whoever_walks_it(step: Step, finding: Finding) -> bool:
    """Its opponent."""
    return isinstance(step.action, Walk)


# What the rules speak of


def _opposed(step: Step) -> bool:
    """Whether another side than its own moves the model."""
    return step.action.mover not in (None, step.mover.side)


def _turned(step: Step) -> bool:
    """Whether the model is to look another way in the end."""
    facing = step.action.facing
    return facing is not None and not same_heading(facing, step.mover.facing)


def _barred_midway(step: Step) -> Bite:
    """What becomes of a Walk, a Run or a Charge that meets something midway, as the reading says."""
    named = isinstance(step.action, Walk | Run | Charge)
    stops = named and step.settings.reading("partial") == "stops-before"
    return Bite.HALT if stops else Bite.WAY


def _off_the_table(step: Step) -> Within:
    return Within(Outside(step.table.edge), step.mover.radius, touching=False)


def _in_the_way(step: Step) -> Iterator[tuple[str, Within]]:
    """Every base and all impassable terrain, with where the model's base would overlap it."""
    for model in step.table.others(step.by):
        yield model.name, Within(model.disc, step.mover.radius, touching=False)
    for piece in step.table.terrain.values():
        if piece.kind == "impassable":
            yield piece.name, Within(piece.shape, step.mover.radius, touching=False)


def _between(step: Step) -> Iterator[Bar]:
    """What lies on the straight way to where a model is Placed."""
    way = Track((step.mover.at, step.track.end))
    for name, over in _in_the_way(step):
        if over.along(way):
            yield Bar(name, Declared(True))


def _into(step: Step) -> Iterator[Bar]:
    """Into each enemy's zone, and into BtB with it, from apart to touching."""
    bite = _barred_midway(step)
    for foe, zone in enemy_zones(step):
        yield Bar(foe.name, Entered(zone), bite, "zone-depth", aspect="zone")
        contact = Within(foe.disc, step.mover.radius)
        yield Bar(foe.name, Entered(contact), bite, aspect="into")
    for foe, region in _sideways(step):
        yield Bar(foe.name, region, bite, "zone-depth", aspect="in-zone")


def _sideways(step: Step) -> Iterator[tuple[Model, Region]]:
    """Where a model that begins in a zone, under the reading, leaves the line of centres in it."""
    if step.settings.reading("in-zone") == "free":
        return
    for foe, zone in enemy_zones(step):
        for begun in Begun(zone).along(step.track):
            toward = (foe.at - step.mover.at) / abs(foe.at - step.mover.at) * begun.end
            yield foe, Aside(Edge(step.mover.at - toward, step.mover.at + toward), begun.end)
