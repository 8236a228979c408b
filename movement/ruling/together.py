"""The furthest lawful end of models that are bound together, where a game goes as far as it can."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from movement.geometry.lengths import EPS, at_most
from movement.ruling.findings import Bite, Outcome
from movement.ruling.game import Again, Course

SAMPLE: Final = 0.05
"""How densely a cut is looked for before it is refined, in."""
FINE: Final = 1e-6
"""How finely a cut is refined, in."""
GAIN: Final = 1e-4
"""A cut that takes a model no farther than this has not moved it on, in."""


def mended(course: Course, again: Again) -> Course:
    """The course with routes cut so far that what binds the models holds.

    First one cut serves for all, as late as can be. Then every model in turn, as long as that
    gains anything, has its own cut put off, the action being run afresh each time, unless it would
    cost another model any of its way. Last it is tried whether one can go on with the others where
    they are, though these would go on as well.
    """
    longest = max(outcome.step.declared.length for outcome in course.outcomes)
    names = [outcome.step.by for outcome in course.outcomes]

    def all_at(cut: float) -> Course | None:
        return _whole(again(dict.fromkeys(names, cut), told=False))

    cuts = dict.fromkeys(names, _greatest(lambda cut: all_at(cut) is not None, 0.0, longest))
    best: Course | None = again(cuts, told=False)
    while best:
        while further := _round(cuts, best, again):
            cuts, best = further
        cuts = {outcome.step.by: outcome.end for outcome in best.outcomes}
        cuts, best = _round(cuts, best, again) or (cuts, None)
    return carried(course, again(cuts))


def _round(
    cuts: Mapping[str, float], best: Course, again: Again
) -> tuple[dict[str, float], Course] | None:
    """The cuts and the course with every model in turn moved on, or None where none can be."""
    moved = None
    for outcome in best.outcomes:
        if further := _moved_on(outcome.step.by, cuts, best, again):
            cuts, best = moved = further
    return moved


def carried(declared: Course, final: Course) -> Course:
    """The course as it ends in `final`, with all that was found as it was declared.

    What bars a way only in the final one, since others were cut, is told as well, and so is how
    what binds the models holds in the end.
    """
    return replace(
        final,
        outcomes=tuple(map(_with_reasons, declared.outcomes, final.outcomes)),
        findings=(*declared.findings, *final.findings),
    )


def _with_reasons(declared: Outcome, final: Outcome) -> Outcome:
    told = {(finding.clause, finding.about) for finding in declared.findings if finding.bites}
    barred = (f for f in final.findings if f.bites and f.bite is Bite.WAY)
    new = (finding for finding in barred if (finding.clause, finding.about) not in told)
    return replace(final, findings=(*declared.findings, *new))


def _moved_on(
    name: str, cuts: Mapping[str, float], best: Course, again: Again
) -> tuple[dict[str, float], Course] | None:
    """The cuts and the course with one model's cut moved on, or None where that gains nothing."""
    ends = {outcome.step.by: outcome for outcome in best.outcomes}
    mine = ends[name]

    def gains(course: Course) -> bool:
        return any(o.step.by == name and o.end > mine.end + GAIN for o in course.outcomes)

    if not gains(again({**cuts, name: mine.step.declared.length}, told=False)):
        return None

    def tried(cut: float) -> Course | None:
        course = _whole(again({**cuts, name: cut}, told=False))
        if course is None:
            return None
        kept = all(at_most(ends[o.step.by].end, o.end) for o in course.outcomes)
        return course if kept and gains(course) else None

    cut = _greatest(lambda at: tried(at) is not None, cuts[name], mine.step.declared.length)
    course = tried(cut)
    return ({**cuts, name: cut}, course) if course else None


def _whole(course: Course) -> Course | None:
    """The course, if nothing that binds the models is broken."""
    return None if any(finding.bites for finding in course.findings) else course


def _greatest(holds: Callable[[float], bool], least: float, most: float) -> float:
    """The greatest number from `least` up to `most` found to hold; `least` if none is.

    Looked for from above at samples, then refined by bisection.
    """
    samples = max(1, math.ceil((most - least) / SAMPLE - EPS))
    for i in range(samples, 0, -1):
        low = least + (most - least) * i / samples
        if holds(low):
            high = low if i == samples else least + (most - least) * (i + 1) / samples
            return _refined(holds, low, high)
    return _refined(holds, least, least + (most - least) / samples)


def _refined(holds: Callable[[float], bool], low: float, high: float) -> float:
    while high - low > FINE:
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low
