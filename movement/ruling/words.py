"""A ruling in words. The clause file has the words, the findings the numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from movement.geometry.lengths import JUST, below
from movement.geometry.shapes import same_heading
from movement.ruling.findings import Bite, Effect, Finding, Outcome, Verdict
from movement.ruling.rulebook import Clause

if TYPE_CHECKING:
    from movement.ruling.ruling import Ruling


def inches_told(value: float) -> str:
    """A length as it is told: `1.18 in`, `4 in`, `under 0.01 in`."""
    size = abs(value)
    if JUST < size < 0.005:
        return "under 0.01 in"
    return f"{plain_number(size)} in"


def plain_number(value: float) -> str:
    """A number to two decimals, with none it does not need."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def point_told(point: complex) -> str:
    """A point as it is told: `(7.13, 12)`."""
    return f"({plain_number(point.real)}, {plain_number(point.imag)})"


def explain(ruling: Ruling) -> str:
    """Verdict and distance, what decided, then the rest, a line each."""
    lines = [verdict_told(ruling)]
    for heading, told in parts(ruling):
        lines += [f"{heading}:", *(f"  {line}" for line in told)]
    return "\n".join(lines)


def markdown(ruling: Ruling) -> str:
    """The same with the verdict in bold and the reasons in lists."""
    word, _, told = verdict_told(ruling).partition(": ")
    lines = [f"**{word}**: {told}"]
    for heading, reasons in parts(ruling):
        lines += ["", f"{heading}:", "", *(f"- {line}" for line in reasons)]
    return "\n".join(lines)


def verdict_told(ruling: Ruling) -> str:
    """The first line: the verdict, and what each model does."""
    models = [_outcome_told(outcome) for outcome in ruling.outcomes]
    return f"{ruling.verdict.upper()}: {'; '.join(models) if models else 'nobody moves'}."


def in_short(ruling: Ruling) -> str:
    """The verdict, how far each leg goes, and the clauses that decided: `shortened, 3.13 in`."""
    legs = [inches_told(outcome.end) for outcome in ruling.outcomes if outcome.end]
    clauses = dict.fromkeys(finding.clause for finding in ruling.deciding if finding.bites)
    return ", ".join([ruling.verdict, *legs, *clauses])


def parts(ruling: Ruling, *, hinges: bool = True) -> Iterator[tuple[str, list[str]]]:
    """What is told under which heading, in order, headings with nothing under them left out.

    Without `hinges`, what it hinges on is not worked out, which takes many rulings.
    """
    halts = [f for f in ruling.findings if f.bites and f.bite is Bite.HALT]
    deciding = (*(f for f in halts if f not in ruling.deciding), *ruling.deciding)
    aside = [f for f in ruling.findings if f.set_aside and f.met]
    rest = [f for f in ruling.findings if f not in deciding and not f.met]
    close = list(dict.fromkeys(f.clause for f in ruling.too_close))
    told = {
        "Why": [_cited(ruling, f) for f in deciding] + [_cited_exception(ruling, f) for f in aside],
        "So": [_stated(ruling, effect) for effect in ruling.effects if effect.value],
        "Kept": list(_kept(ruling, rest)),
        "Also": [_stated(ruling, effect) for effect in ruling.effects if not effect.value],
        f"Too close to call, within {inches_told(ruling.precision)}": close,
        "Hinges on": list(_hinges_told(ruling, ruling.hinges_on())) if hinges else [],
    }
    return ((heading, lines) for heading, lines in told.items() if lines)


def measured_told(ruling: Ruling) -> tuple[str, str]:
    """What was measured against what is allowed, as Markdown, and the clause that decided, if any.

    By the finding that decided, or else, as where that says how one measures, the distance moved.
    """
    decided = ruling.deciding[0] if ruling.deciding else None
    outcome = _outcome_of(ruling, decided)
    if decided and decided.limit and decided.value is not None and _weighs(ruling, decided):
        value, limit = inches_told(decided.value), inches_told(decided.limit)
        told = f"Measured **{value}**, limit **{limit}**{_room_told(decided)}."
    elif outcome:
        gone, asked = inches_told(outcome.end), inches_told(outcome.step.declared.length)
        allowed = inches_told(outcome.step.allowance)
        told = f"Moved **{gone}** of {asked} declared; **{allowed}** allowed."
    else:
        told = "Nothing was measured."
    return told, decided.clause if decided else ""


def _weighs(ruling: Ruling, finding: Finding) -> bool:
    """Whether a finding weighs what was measured: it neither halts nor says how one measures."""
    how = ruling.settings.rulebook.clauses[finding.clause].kind == "measures"
    return finding.bite is not Bite.HALT and not how


def _room_told(finding: Finding) -> str:
    if finding.margin is None:
        return ""
    if finding.bites:
        return f": fails by {inches_told(finding.margin)}"
    return f": {inches_told(finding.margin)} to spare"


def _outcome_of(ruling: Ruling, finding: Finding | None) -> Outcome | None:
    """The outcome a finding belongs to, or else the first."""
    for outcome in ruling.outcomes:
        if finding in outcome.findings:
            return outcome
    return ruling.outcomes[0] if ruling.outcomes else None


def finding_told(clause: Clause, finding: Finding) -> str:
    """One finding as a referee says it, numbers in, without the clause's id."""
    failed = clause.aspects.get(finding.aspect, clause.failed)
    held = clause.kept.get(finding.aspect, clause.held)
    template = failed if finding.met and failed else held
    return _filled(template, finding.mover, finding)


def effect_told(ruling: Ruling, effect: Effect) -> str:
    """One consequence as a referee says it."""
    clause = ruling.settings.rulebook.clauses[effect.clause]
    template = clause.held if effect.value else clause.failed
    words = template.format(
        mover=effect.mover,
        about=effect.about,
        measured=_told(effect.measured),
        limit=_told(effect.limit),
        margin="",
    )
    return words if isinstance(effect.value, bool) else f"{words.rstrip('.')}: {effect.value}."


def _stated(ruling: Ruling, effect: Effect) -> str:
    return f"{effect_told(ruling, effect)} [{effect.clause}]"


def _kept(ruling: Ruling, findings: Iterable[Finding]) -> Iterator[str]:
    """What else was kept: of a clause found several times, where there was least room."""
    least: dict[str, Finding] = {}
    for finding in findings:
        best = least.get(finding.clause)
        if best is None or below(_room(finding), _room(best)):
            least[finding.clause] = finding
    for finding in least.values():
        yield _cited(ruling, finding)


def _room(finding: Finding) -> float:
    return float("inf") if finding.margin is None else finding.margin


def _cited(ruling: Ruling, finding: Finding) -> str:
    clause = ruling.settings.rulebook.clauses[finding.clause]
    words = finding_told(clause, finding)
    if finding.mistaken is not None and inches_told(finding.mistaken) != _told(finding.value):
        words += f" (It would be a mistake to take {inches_told(finding.mistaken)}.)"
    if finding.assumes:
        words += f" (Not in the document: {_assumption(ruling, finding.assumes)}.)"
    return f"{words} [{finding.clause}]"


def _cited_exception(ruling: Ruling, finding: Finding) -> str:
    clause = ruling.settings.rulebook.clauses.get(finding.set_aside)
    if clause is None:
        return f"By a special rule, {finding.set_aside}: {finding.clause} is set aside."
    told = _filled(clause.held, finding.mover, finding)
    return f"{told} [{finding.set_aside} sets {finding.clause} aside]"


def _filled(template: str, mover: str, finding: Finding) -> str:
    return template.format(
        mover=mover,
        about=finding.about,
        measured=_told(finding.value),
        limit=_told(finding.limit),
        margin=_told(finding.margin),
    )


def _told(value: float | None) -> str:
    return "" if value is None else inches_told(value)


def _hinges_told(ruling: Ruling, hinges: Iterable[str]) -> Iterator[str]:
    rulebook = ruling.settings.rulebook
    for hinge in hinges:
        name, _, option = hinge.partition(": ")
        if option:
            means = rulebook.readings[name].options[option]
            yield f"the reading {hinge} ({means}), which would change it."
        else:
            yield f"a number that is not in the document: {_assumption(ruling, name)}."


def _assumption(ruling: Ruling, name: str) -> str:
    unit = ruling.settings.rulebook.numbers[name].unit
    return f"{name}, {plain_number(ruling.settings.number(name))} {unit}".strip()


def _outcome_told(outcome: Outcome) -> str:
    step, at = outcome.step, point_told(outcome.at)
    far, declared = inches_told(outcome.end), inches_told(step.declared.length)
    if outcome.verdict.stays:
        return f"{step.by} stays at {at}"
    if step.declared.start != step.mover.at:
        return f"{step.by} is lifted to {at}"
    if outcome.verdict is Verdict.SHORTENED:
        short = "a hair short" if far == declared else far
        return f"{step.by} moves {short} of {declared} and stops at {at}"
    if not step.declared.length:
        turned = not same_heading(outcome.facing, step.mover.facing)
        return f"{step.by} {'turns' if turned else 'stays'} at {at}"
    return f"{step.by} moves {far}, to {at}"
