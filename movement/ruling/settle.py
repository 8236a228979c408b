"""How findings combine. Rules decide nothing; what follows from all of them is decided here."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from typing import Any

from movement.geometry.lengths import JUST, at_most, same
from movement.geometry.spans import SEAM, Span
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


Known = dict[tuple[Any, ...], Outcome]
"""Steps settled already, by whose they are, where they were cut, and what went before."""


def made(game: Game, table: Table, action: Any, settings: Settings) -> Course:
    """What an action comes to, with what binds several models."""
    known: Known = {}
    return game.together(
        course(game, table, action, settings, None, known),
        lambda cuts: course(game, table, action, settings, cuts, known),
    )


def course(
    game: Game,
    table: Table,
    action: Any,
    settings: Settings,
    cuts: Mapping[str, float] | None = None,
    known: Known | None = None,
) -> Course:
    """An action settled, each step in turn on the table that the ones before it left.

    `cuts` shortens the tracks of the models it names. A model whose leg did not end as declared
    takes no later leg. `known` is filled, and spares settling a step twice.
    """
    known = {} if known is None else known
    now, outcomes, stopped = table, tuple[Outcome, ...](), set()
    for name, leg in game.turns(table, action, settings):
        if name in stopped:
            continue
        cut = (cuts or {}).get(name, math.inf)
        key = (name, leg, cut, *(outcome.at for outcome in outcomes))
        if key not in known:
            step = replace(game.lay(now, action, (name, leg), settings), done=outcomes)
            known[key] = settle(game, step.upto(cut))
        outcomes = (*outcomes, outcome := known[key])
        if outcome.verdict is not Verdict.LEGAL:
            stopped.add(name)
        now = now.moved(name, outcome.at, outcome.level, outcome.facing)
    verdicts = (outcome.verdict for outcome in outcomes)
    gravest = max(verdicts, key=lambda verdict: verdict.gravity, default=Verdict.LEGAL)
    done = Course(table, now, action, settings, outcomes, (), gravest)
    return replace(done, findings=tuple(_bound(game, done)))


def settle(game: Game, step: Step) -> Outcome:
    """One step settled.

    Halts shorten what is asked. What then bites along the way or at the end makes the movement
    impossible, which is the game's failing verdict, or lets it go as far as it lawfully can.
    """
    bars = list(_bars(game, step))
    halts = list(_weighed(game, step, bars, Bite.HALT))
    firing = [finding for finding in halts if finding.bites]
    first = min((finding.spans[0].stop for finding in firing), default=0.0)
    fired = next((f for f in firing if at_most(f.spans[0].stop, first)), None)
    asked, left = (step, bars)
    if fired:
        asked = step.upto(fired.spans[0].stop)
        left = list(_bars(game, asked))
        halts = [fired, *_unmet(_weighed(game, asked, left, Bite.HALT), fired)]
    findings = (
        *halts,
        *_weighed(game, step, bars, Bite.ASK),
        *_weighed(game, asked, left, Bite.WAY, Bite.END),
        *_noted(game, asked),
    )
    walls = [f.spans[0].stop for f in findings if f.bites and f.bite is Bite.WAY]
    if walls and game.failing is Verdict.FAILS:
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
    ends = _weighed(game, held_up, list(_bars(game, held_up)), Bite.END)
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
    game: Game, step: Step, bars: Iterable[tuple[str, Bite, Bar]], *bites: Bite
) -> Iterator[Finding]:
    """The findings of those bars that bite in one of these ways."""
    for clause, bite, bar in bars:
        if bite in bites:
            finding = weigh(clause, bite, step, bar)
            if aside := _set_aside(game, step, finding):
                finding = replace(finding, set_aside=aside)
            yield finding


def weigh(clause: str, bite: Bite, step: Step, bar: Bar) -> Finding:
    """The finding of one bar: where it bites the step's track, and the measurement.

    An end is measured where the track ends, all else where the track comes closest; what bars the
    way is measured at its worst.
    """
    spans = bar.region.along(step.track)
    if bite is Bite.END:
        at_end = bar.region.closest(step.track.at_end)
        found = {**measured(at_end), "at": step.track.length}
    else:
        found = {**measured(bar.region.closest(step.track))}
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
