"""VoidSiege's rules of a whole unit, and what its movement comes to, in the order it happens.

A rule's clause is in `voidsiege.toml`; its docstring says only what that leaves open.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from movement.games.voidsiege.commands import Response, SnapFire, game
from movement.geometry.lengths import JUST, at_most, below
from movement.geometry.regions import Measured, Within
from movement.geometry.track import Track
from movement.ruling.chains import Chain, apart, chains, links, longest_on_the_way, needed
from movement.ruling.findings import Bond, Effect, Verdict
from movement.ruling.game import Course
from movement.table import Model, Table, Terrain, UnitName

# Coherency


@game.bond("voidsiege.unit.coherency")
def keeps_its_chains(course: Course) -> Iterator[Bond]:
    """Told for the chains there are at the start; measured is the longest link they cannot spare."""
    unit, settings = course.before.units[course.action.unit], course.settings
    limit = unit.profile.coherency or settings.number("coherency")
    flat = settings.reading("coherency-height") == "no"
    before, after = (
        tuple(table.models[name] for name in unit.models) for table in (course.before, course.after)
    )
    kept = _chains(before, limit, flat)
    made_of = needed(kept, links(after, flat=flat))
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


# Leaving a fight


@game.effect("voidsiege.away.disengaged")
def disengaged(course: Course) -> Iterator[Effect]:
    """Told of a unit that begins engaged, with the enemy that is nearest once it has moved."""
    unit, limit = course.action.unit, course.settings.number("engagement")
    if any(at_most(gap, limit) for gap in _gaps(course.before, unit).values()):
        (_, foe), gap = _nearest(_gaps(course.after, unit))
        away = not at_most(gap, limit)
        yield Effect("voidsiege.away.disengaged", unit, foe, away, gap, limit)


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
            gap = apart(now.models[response.snap_fire], now.models[response.at])
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


@lru_cache(maxsize=64)
def _chains(models: tuple[Model, ...], limit: float, flat: bool) -> list[Chain]:
    """The chains that models are in, looked at again and again while a unit is mended."""
    linked = (link for link in links(models, flat=flat) if at_most(link.gap, limit))
    return chains((model.name for model in models), linked)


def _responses(course: Course) -> Iterator[tuple[Response | SnapFire, Table]]:
    """Every response, with the table as it stands when it is made."""
    now, sequel = course.after, iter(course.sequel)
    for response in course.action.responses:
        yield response, now
        if isinstance(response, Response):
            now = next(sequel).after


def _gaps(table: Table, unit: UnitName | None = None) -> dict[tuple[str, str], float]:
    """How far apart all opponents are, in; or only a unit's models and their enemies."""
    models = list(table.models.values())
    own = [table.models[name] for name in table.units[unit].models] if unit else models
    return {
        (one.name, foe.name): apart(one, foe)
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
