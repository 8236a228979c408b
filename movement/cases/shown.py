"""Whether the corpus shows every clause as its kind asks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from movement.cases.case import Case
from movement.ruling.findings import Bite, Finding
from movement.ruling.rulebook import Clause, Kind
from movement.ruling.ruling import Ruling


def missing(clause: Clause, rulings: Iterable[Ruling]) -> list[str]:
    """What is still missing for a clause to be covered, in words; nothing if it is.

    It has to be coded, and the rulings of its game have to show it as its kind asks:

    - `bars`: held in one ruling, broken in another.
    - `halts`: fired in one, not fired in another.
    - `allows`: a clause it lifts set aside in one, and biting in another; one that lifts none told
      in one, and not in another.
    - `measures`: a limit between the right and the mistaken value.
    - `states`: two different values.
    """
    return list(_ASKS[clause.kind](clause, list(rulings))) if clause.coded else ["to be coded"]


def showing(clause: str, cases: Iterable[Case]) -> list[str]:
    """The ids of the rulings in which a clause decides something: bites, lifts or is stated."""
    return [
        worked.id
        for case in cases
        for worked in case.worked.values()
        if _decides(clause, worked.ruling)
    ]


def _decides(clause: str, ruling: Ruling) -> bool:
    stated = any(effect.clause == clause for effect in ruling.effects)
    return stated or clause in ruling.set_aside or any(f.bites for f in _of(clause, ruling))


def _of(clause: str, ruling: Ruling) -> list[Finding]:
    return [finding for finding in ruling.findings if finding.clause == clause]


def _bars(clause: Clause, rulings: list[Ruling]) -> Iterator[str]:
    found = [_of(clause.id, ruling) for ruling in rulings]
    if not any(any(f.bites for f in each) for each in found):
        yield "a ruling in which it is broken"
    if not any(each and not any(f.met for f in each) for each in found):
        yield "a ruling in which it is held"


def _halts(clause: Clause, rulings: list[Ruling]) -> Iterator[str]:
    found = [_of(clause.id, ruling) for ruling in rulings]
    if not any(any(f.bites and f.bite is Bite.HALT for f in each) for each in found):
        yield "a ruling in which it fires"
    if not any(each and not any(f.met for f in each) for each in found):
        yield "a ruling in which it does not fire"


def _allows(clause: Clause, rulings: list[Ruling]) -> Iterator[str]:
    if clause.lifts:
        if not any(clause.id in ruling.set_aside for ruling in rulings):
            yield "a ruling in which it lifts a bar"
        lifted = [f for ruling in rulings for id_ in clause.lifts for f in _of(id_, ruling)]
        if not any(finding.bites for finding in lifted):
            yield "a ruling in which a bar it lifts bites"
    else:
        told = [_told(clause.id, ruling) for ruling in rulings]
        if not any(told):
            yield "a ruling in which it applies"
        if all(told):
            yield "a ruling in which it does not apply"


def _told(clause: str, ruling: Ruling) -> bool:
    stated = any(effect.clause == clause and effect.value for effect in ruling.effects)
    return stated or bool(_of(clause, ruling))


def _measures(clause: Clause, rulings: list[Ruling]) -> Iterator[str]:
    found = [finding for ruling in rulings for finding in _of(clause.id, ruling)]
    if not any(_limit_between(finding) for finding in found):
        yield "a ruling in which the mistake would give another verdict"


def _limit_between(finding: Finding) -> bool:
    values = (finding.value, finding.mistaken)
    if None in values or finding.limit is None:
        return False
    least, most = sorted(value for value in values if value is not None)
    return least < finding.limit < most


def _states(clause: Clause, rulings: list[Ruling]) -> Iterator[str]:
    values = {e.value for ruling in rulings for e in ruling.effects if e.clause == clause.id}
    if len(values) < 2:
        yield "two rulings in which it states different things"


_ASKS: Final[Mapping[Kind, Callable[[Clause, list[Ruling]], Iterator[str]]]] = {
    "bars": _bars,
    "halts": _halts,
    "allows": _allows,
    "measures": _measures,
    "states": _states,
}
