"""A case against what the engine rules: what differs, on which line, and why the engine says so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path as File
from typing import Any, Final

from movement.cases.case import Case, Worked
from movement.ruling.findings import Effect
from movement.ruling.ruling import Ruling
from movement.ruling.words import effect_told, finding_told, verdict_told

TOLERANCE: Final = 0.005
"""Numbers in a case that differ from the engine's by no more are the same, in."""


@dataclass(frozen=True, slots=True)
class Mismatch:
    """An expectation that the ruling does not meet, and what decided the ruling."""

    file: File
    line: int | None
    ruling: str
    key: str
    expected: object
    got: object
    why: str

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else str(self.file)
        return (
            f"{where}: {self.ruling}: {self.key}\n"
            f"  expected  {self.expected}\n"
            f"  got       {self.got}\n"
            f"  {self.why}"
        )


def check(case: Case) -> dict[str, list[Mismatch]]:
    """What differs in each ruling of a case, by the ruling's name."""
    return {name: list(_mismatches(case, name, one)) for name, one in case.worked.items()}


def expectation(ruling: Ruling) -> dict[str, Any]:
    """What a case file would expect of a ruling, for its author to confirm."""
    told: dict[str, Any] = {
        "verdict": ruling.verdict.value,
        "distance": _simple({name: _simple_list(d) for name, d in ruling.distances.items()}),
        "end": _simple({name: [at.real, at.imag] for name, at in ruling.ends.items()}),
        "breaks": ruling.breaks,
        "halts": _halts(ruling),
        "set_aside": ruling.set_aside,
        "effects": _effects(ruling),
    }
    needed = {"verdict", "breaks"}
    return {key: _rounded(value) for key, value in told.items() if value or key in needed}


def _mismatches(case: Case, name: str, worked: Worked) -> Iterator[Mismatch]:
    ruling, expect = worked.ruling, worked.expect
    differing = [
        ("verdict", expect.verdict, ruling.verdict.value),
        *_named("distance", expect.distance, _by_leg(ruling)),
        *_named("end", expect.end, ruling.ends),
        *_whole("breaks", expect.breaks, ruling.breaks),
        ("halts", _by_model(expect.halts, ruling), ruling.halts),
        ("set_aside", sorted(expect.set_aside), ruling.set_aside),
        *_held(expect.holds or {}, ruling.held),
        *_stated(expect.effects or {}, _effects(ruling)),
    ]
    for key, expected, got in differing:
        if not _same(expected, got):
            why = "\n  ".join((verdict_told(ruling), *_reasons(ruling, key)))
            path = ("rulings", name, "expect", *key.split("/"))
            line = case.source.line(path)
            told = key.replace("/", " of ", 1)
            yield Mismatch(
                case.source.file, line, worked.id, told, _rounded(expected), _rounded(got), why
            )


def _named(key: str, expected: Any, got: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """A plain expectation against the only model there is, or a map against the models it names."""
    if isinstance(expected, Mapping):
        yield from ((f"{key}/{name}", value, got.get(name)) for name, value in expected.items())
    elif expected is not None:
        yield key, expected, _simple(got)


def _whole(key: str, expected: Mapping[str, Any], got: Mapping[str, Any]) -> Iterator[Any]:
    """Two maps that must name the same things: one by one where they do."""
    if expected.keys() == got.keys():
        yield from ((f"{key}/{name}", value, got[name]) for name, value in expected.items())
    else:
        yield key, dict(expected), got


def _held(expected: Mapping[str, float | None], got: Mapping[str, float | None]) -> Iterator[Any]:
    for clause, margin in expected.items():
        found = got.get(clause, "did not hold or did not apply")
        if margin is None and not isinstance(found, str):
            found = None
        yield f"holds/{clause}", margin, found


def _stated(expected: Mapping[str, Any], got: Mapping[str, Any]) -> Iterator[Any]:
    for clause, value in expected.items():
        found = got.get(clause, "says nothing")
        if isinstance(value, Mapping) and isinstance(found, Mapping):
            for about, one in value.items():
                yield f"effects/{clause}/{about}", one, found.get(about, "says nothing")
        else:
            yield f"effects/{clause}", value, found


def _effects(ruling: Ruling) -> dict[str, Any]:
    """What is stated: clause to value, or to values by what they are about where that varies.

    They are by whom they are of where it varies that, and by both where it varies both.
    """
    stated: dict[str, list[Effect]] = {}
    for effect in ruling.effects:
        stated.setdefault(effect.clause, []).append(effect)
    return {clause: _by_name(effects) for clause, effects in stated.items()}


def _by_name(effects: list[Effect]) -> Any:
    for key in ("about", "mover"):
        values = {getattr(effect, key): effect.value for effect in effects}
        if len(values) == len(effects):
            return _simple(values)
    out: dict[str, dict[str, Any]] = {}
    for effect in effects:
        out.setdefault(effect.mover, {})[effect.about] = effect.value
    return out


def _halts(ruling: Ruling) -> Any:
    """What ended movements: plain for one model with one leg, else by model, then leg."""
    if all(list(legs) == [0] for legs in ruling.halts.values()):
        return _simple({name: legs[0] for name, legs in ruling.halts.items()})
    return {
        name: {str(leg): clause for leg, clause in legs.items()}
        for name, legs in ruling.halts.items()
    }


def _by_leg(ruling: Ruling) -> dict[str, Any]:
    return {name: _simple_list(legs) for name, legs in ruling.distances.items()}


def _by_model(halts: Any, ruling: Ruling) -> dict[str, dict[int, str]]:
    if isinstance(halts, str):
        halts = dict.fromkeys(list(ruling.distances)[:1], halts)
    return {
        name: {0: value} if isinstance(value, str) else {int(leg): c for leg, c in value.items()}
        for name, value in (halts or {}).items()
    }


def _reasons(ruling: Ruling, key: str) -> Iterator[str]:
    """What decided the ruling, and what the clauses say that the expectation is about."""
    clauses, decided = ruling.settings.rulebook.clauses, ruling.deciding
    named = [f for f in ruling.findings if f.clause in key.split("/") and f not in decided]
    for finding in (*decided, *named):
        clause = clauses[finding.clause]
        yield f"{finding_told(clause, finding)} [{clause.id}: {clause.says}]"
    for effect in ruling.effects:
        if effect.clause in key.split("/"):
            yield f"{effect_told(ruling, effect)} [{effect.clause}: {clauses[effect.clause].says}]"
    for fired in ruling.set_aside if key == "set_aside" else ():
        if fired in clauses:
            yield f"An exception applies [{fired}: {clauses[fired].says}]"


def _simple(values: Mapping[str, Any]) -> Any:
    return next(iter(values.values())) if len(values) == 1 else values


def _simple_list(values: list[float]) -> Any:
    return values[0] if len(values) == 1 else values


def _same(expected: Any, got: Any) -> bool:
    if isinstance(got, complex):
        got = [got.real, got.imag]
    if _is_number(expected) and _is_number(got):
        return bool(abs(expected - got) <= TOLERANCE)
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        return expected.keys() == got.keys() and all(
            _same(value, got[key]) for key, value in expected.items()
        )
    if isinstance(expected, list | tuple) and isinstance(got, list | tuple):
        return len(expected) == len(got) and all(map(_same, expected, got))
    return bool(expected == got)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _rounded(value: Any) -> Any:
    if isinstance(value, complex):
        value = [value.real, value.imag]
    if isinstance(value, float):
        return round(value, 4) + 0.0
    if isinstance(value, Mapping):
        return {key: _rounded(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(entry) for entry in value]
    return value
