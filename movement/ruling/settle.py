"""How findings combine. Rules decide nothing; what follows from all of them is decided here."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

from movement.geometry.lengths import JUST, at_most, same
from movement.geometry.regions import Region
from movement.geometry.spans import SEAM, Span, Spans
from movement.ruling.findings import (
    Bar,
    Bite,
    Finding,
    Note,
    Outcome,
    Settings,
    Step,
    Verdict,
    measured,
)
from movement.ruling.game import Course, Game
from movement.table import Table


class AtOdds(RuntimeError):
    """Two exceptions set the same finding aside: a fault of the game's module."""


@dataclass(slots=True)
class Known:
    """What is worked out once of an action that is run again and again with its tracks cut."""

    laid: dict[tuple[Any, ...], Step] = field(default_factory=dict)
    """Steps, by whose they are and where they begin."""
    settled: dict[tuple[Any, ...], Outcome] = field(default_factory=dict)
    """Outcomes, by whose they are, where they were cut, and what went before."""
    spans: dict[tuple[str, int, Region], Spans] = field(default_factory=dict)
    """Where a declared track lies in a region, by whose it is."""


def made(game: Game, table: Table, action: Any, settings: Settings) -> Course:
    """What an action comes to, with what binds several models."""
    known = Known()

    def again(cuts: Mapping[str, float], *, told: bool = True) -> Course:
        return course(game, table, action, settings, cuts, known, told=told)

    return game.together(again({}), again)


def course(
    game: Game,
    table: Table,
    action: Any,
    settings: Settings,
    cuts: Mapping[str, float],
    known: Known,
    *,
    told: bool = True,
) -> Course:
    """An action settled, each step in turn on the table that the ones before it left.

    `cuts` shortens the tracks of the models it names. A model whose leg did not end as declared
    takes no later leg. `known` is filled, and spares working out a thing twice. Unless it is to be
    `told`, only where steps end is worked out.
    """
    now, outcomes, stopped = table, tuple[Outcome, ...](), set()
    ends: list[complex] = []
    for name, leg in game.turns(table, action, settings):
        if name in stopped:
            continue
        cut = cuts.get(name, math.inf)
        key = (name, leg, cut, told, *ends)
        if key not in known.settled:
            mover = now.models[name]
            here = (name, leg, mover.at, mover.level, mover.facing, mover.states)
            if here not in known.laid:
                known.laid[here] = game.lay(now, action, (name, leg), settings)
            laid = known.laid[here]
            step = replace(laid, table=now.having(laid.mover), done=outcomes).upto(cut)
            known.settled[key] = settle(game, step, None if told else known)
        outcomes = (*outcomes, outcome := known.settled[key])
        ends.append(outcome.at)
        if outcome.verdict is not Verdict.LEGAL:
            stopped.add(name)
        if not outcome.verdict.stays:
            way, gains = (ends[-1], outcome.level, outcome.facing), outcome.step.gains
            now = outcome.step.table.moved(name, *way, gains)
    verdicts = (outcome.verdict for outcome in outcomes)
    gravest = max(verdicts, key=lambda verdict: verdict.gravity, default=Verdict.LEGAL)
    done = Course(table, now, action, settings, outcomes, (), gravest)
    return replace(done, findings=tuple(_bound(game, done)))


def settle(game: Game, step: Step, known: Known | None = None) -> Outcome:
    """One step settled.

    Halts shorten what is asked. What then bites along the way or at the end makes the movement
    impossible, which is the game's failing verdict, or lets it go as far as it lawfully can. With
    `known`, which it fills, only where it ends is worked out, and nothing is measured.
    """
    bars = list(_bars(game, step))
    halts = list(_weighed(game, step, bars, known, Bite.HALT))
    firing = [finding for finding in halts if finding.bites]
    first = min((finding.spans[0].stop for finding in firing), default=0.0)
    fired = next((f for f in firing if at_most(f.spans[0].stop, first)), None)
    asked, left = (step, bars)
    if fired:
        asked = step.upto(fired.spans[0].stop)
        left = list(_bars(game, asked))
        halts = [fired, *_unmet(_weighed(game, asked, left, known, Bite.HALT), fired)]
    findings = (
        *halts,
        *_weighed(game, step, bars, known, Bite.ASK),
        *_weighed(game, asked, left, known, Bite.WAY, Bite.END),
        *(_noted(game, asked) if known is None else ()),
    )
    walls = [f.spans[0].stop for f in findings if f.bites and f.bite is Bite.WAY]
    if walls and known is None and game.failing is Verdict.FAILS:
        findings = tuple(_as_held_up(game, asked.upto(min(walls)), findings))
    end = _end(game, asked.track.length, findings)
    if game.failing is Verdict.FAILS and end is not None and end < JUST < step.declared.length:
        end = None
    if end is None:
        return Outcome(step, findings, _refused(game, findings), 0.0, None)
    whole = same(end, step.declared.length)
    verdict = Verdict.LEGAL if whole else Verdict.SHORTENED
    return Outcome(step, findings, verdict, end, fired if end == asked.track.length else None)


def _unmet(halts: Iterable[Finding], fired: Finding) -> Iterator[Finding]:
    """The halts, but for the one that fired, that the movement it shortened does not meet."""
    for finding in halts:
        if not finding.bites and (finding.clause, finding.about) != (fired.clause, fired.about):
            yield finding


def _as_held_up(game: Game, held_up: Step, findings: Iterable[Finding]) -> Iterator[Finding]:
    """The same findings, those on the end taken at what bars the way, unless they bit already."""
    ends = _weighed(game, held_up, list(_bars(game, held_up)), None, Bite.END)
    at_wall = {(finding.clause, finding.about): finding for finding in ends}
    for finding in findings:
        other = at_wall.get((finding.clause, finding.about))
        replaced = other and finding.bite is Bite.END and not finding.bites
        yield other if other and replaced else finding


def furthest(s: float, barred: Iterable[Span]) -> float:
    """The last travelled length up to `s` that may be ended on, or 0."""
    spans = list(barred)
    while bar := next((e for e in spans if e.start - SEAM <= s <= e.end + SEAM), None):
        s = bar.stop
        if s <= 0:
            return 0.0
    return s


def _end(game: Game, asked: float, findings: Iterable[Finding]) -> float | None:
    """How far the movement goes, or None where it is impossible."""
    biting = [finding for finding in findings if finding.bites]
    if any(finding.bite is Bite.ASK for finding in biting):
        return None
    if all(finding.bite is Bite.HALT for finding in biting):
        return asked
    if game.failing is not Verdict.FAILS:
        return None
    wall = min((f.spans[0].stop for f in biting if f.bite is Bite.WAY), default=asked)
    ends = [f.spans for f in findings if f.bite is Bite.END and not f.set_aside]
    return furthest(wall, chain.from_iterable(ends)) or None


def _refused(game: Game, findings: Iterable[Finding]) -> Verdict:
    asked = any(f.bites and f.bite is Bite.ASK for f in findings)
    return Verdict.ILLEGAL if asked else game.failing


def _bars(game: Game, step: Step) -> Iterator[tuple[str, Bite, Bar]]:
    """What the game's rules yield for a step: clause, bite and bar."""
    for clause, (usual, rule) in game.rules.items():
        for bar in rule(step):
            yield clause, bar.bite or usual, bar


def _weighed(
    game: Game,
    step: Step,
    bars: Iterable[tuple[str, Bite, Bar]],
    known: Known | None,
    *bites: Bite,
) -> Iterator[Finding]:
    """The findings of those bars that bite in one of these ways."""
    for clause, bite, bar in bars:
        if bite in bites:
            finding = weigh(clause, bite, step, bar, known)
            if aside := _set_aside(game, step, finding):
                finding = replace(finding, set_aside=aside)
            yield finding


def weigh(clause: str, bite: Bite, step: Step, bar: Bar, known: Known | None = None) -> Finding:
    """The finding of one bar: where it bites the step's track, and, unless `known`, by how much.

    An end is measured where the track ends, all else where the track comes closest; what bars the
    way is measured at its worst.
    """
    spans = _met_before(step, bar.region, known) if known else bar.region.along(step.track)
    place = step.track.at_end if bite is Bite.END else step.track
    found = {**measured(None if known else bar.region.closest(place))}
    if bite is Bite.END:
        found["at"] = step.track.length
    return Finding(
        clause,
        bite,
        step.by,
        bar.about,
        spans,
        mistaken=bar.mistaken,
        assumes=bar.assumes,
        aspect=bar.aspect,
        region=bar.region,
        **found,
    )


def _met_before(step: Step, region: Region, known: Known) -> Spans:
    """Where a track lies in a region, by where the whole track declared does."""
    key = (step.by, step.leg, region)
    if key not in known.spans:
        known.spans[key] = region.along(step.declared)
    last = step.track.length
    whole = last >= step.declared.length
    return tuple(
        span if whole else span._replace(end=min(span.end, last))
        for span in known.spans[key]
        if span.start <= last
    )


def _set_aside(game: Game, step: Step, finding: Finding) -> str:
    """The special rule, or the exception, that sets a finding aside.

    A special rule lifts what its clause is about: not where it is bound to bite in another way.
    """
    if not finding.spans:
        return ""
    permit = step.settings.permits.get(finding.clause)
    if permit and finding.bite is game.rules[finding.clause][0]:
        return permit
    why = [id_ for id_ in game.lifting(finding.clause) if game.exceptions[id_](step, finding)]
    if len(why) > 1:
        raise AtOdds(f"{finding.clause} is set aside by {' and by '.join(why)}")
    return why[0] if why else ""


def _noted(game: Game, step: Step) -> Iterator[Finding]:
    for clause, noting in game.notes.items():
        for note in noting(step):
            yield _noted_as(clause, step.by, note)


def _noted_as(clause: str, mover: str, note: Note) -> Finding:
    """The finding of a note. What only measures has no room to give."""
    room = None
    if note.mistaken is None and note.value is not None and note.limit is not None:
        room = note.limit - note.value
    return Finding(
        clause,
        None,
        mover,
        note.about,
        value=note.value,
        limit=note.limit,
        margin=room,
        mistaken=note.mistaken,
    )


def _bound(game: Game, done: Course) -> Iterator[Finding]:
    for clause, binding in game.bonds.items():
        for bond in binding(done):
            yield Finding(
                clause,
                Bite.END,
                bond.mover,
                bond.about,
                (Span(0.0, 0.0, 0.0),) if bond.broken else (),
                assumes=bond.assumes,
                set_aside=done.settings.permits.get(clause, "") if bond.broken else "",
                links=bond.links,
                **{**measured(bond.measured), "at": 0.0},
            )
