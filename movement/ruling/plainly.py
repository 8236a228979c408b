"""A ruling as plain data, for JSON. Its schema is `ruling.schema.json`, beside this module."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from movement import __version__
from movement.geometry.fire import Spot
from movement.ruling.findings import Effect, Finding, Moment, Outcome
from movement.ruling.words import effect_told, finding_told

if TYPE_CHECKING:
    from movement.ruling.ruling import Ruling


def ruling_data(ruling: Ruling, *, hinges: bool) -> dict[str, Any]:
    """The ruling as plain data; without `hinges`, what it hinges on is not worked out."""
    return {
        "engine": __version__,
        "game": ruling.game.name,
        "edition": ruling.settings.edition,
        "readings": dict(ruling.settings.readings),
        "permits": dict(ruling.settings.permits),
        "verdict": ruling.verdict.value,
        "steps": [_step(ruling, outcome) for outcome in ruling.outcomes],
        "findings": [_finding(ruling, finding) for finding in ruling.common],
        "effects": [_effect(ruling, effect) for effect in ruling.effects],
        "breaks": ruling.breaks,
        "set_aside": ruling.set_aside,
        **({"hinges_on": ruling.hinges_on()} if hinges else {}),
    }


def _step(ruling: Ruling, outcome: Outcome) -> dict[str, Any]:
    step = outcome.step
    return {
        "model": step.by,
        "leg": step.leg,
        "verdict": outcome.verdict.value,
        "distance": outcome.end,
        "declared": step.declared.length,
        "allowance": step.allowance,
        "route": [_point(p) for _, p in step.declared.stations()],
        "end": _point(outcome.at),
        "halts": outcome.halted.clause if outcome.halted else None,
        "findings": [_finding(ruling, finding) for finding in outcome.findings],
    }


def _finding(ruling: Ruling, finding: Finding) -> dict[str, Any]:
    clause = ruling.settings.rulebook.clauses[finding.clause]
    return {
        "clause": finding.clause,
        "bite": finding.bite.value if finding.bite else None,
        "bites": finding.bites,
        "mover": finding.mover,
        "about": finding.about,
        "spans": [[span.start, span.end] for span in finding.spans],
        "value": finding.value,
        "limit": finding.limit,
        "margin": finding.margin,
        "mistaken": finding.mistaken,
        "at": finding.at,
        "place": [_point(p) for p in finding.place] if finding.place else None,
        "assumes": finding.assumes or None,
        "set_aside": finding.set_aside or None,
        "words": finding_told(clause, finding),
    }


def _effect(ruling: Ruling, effect: Effect) -> dict[str, Any]:
    return {
        "clause": effect.clause,
        "mover": effect.mover,
        "about": effect.about,
        "value": effect.value,
        "measured": effect.measured,
        "limit": effect.limit,
        "words": effect_told(ruling, effect),
        "moments": [_moment(moment) for moment in effect.moments],
    }


def _moment(moment: Moment) -> dict[str, Any]:
    return {
        "words": moment.words,
        "at": _spot(moment.at) if moment.at else None,
        "line": [_spot(spot) for spot in moment.line] if moment.line else None,
        "viewer": moment.viewer or None,
        "seen": moment.seen or None,
        "leg": moment.leg,
    }


def _spot(spot: Spot) -> list[float]:
    return [*_point(spot[0]), spot[1]]


def _point(point: complex) -> list[float]:
    return [point.real, point.imag]
