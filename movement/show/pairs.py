"""What a ruling says besides: links of a chain, who is how near to whom, and what came after.

Links are thin lines between bases; one that is too long is drawn broken. What is told of a pair is
measured where the two then stand, inside or outside the limit drawn round one of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from movement.geometry.lengths import EPS, at_most
from movement.geometry.shapes import Disc
from movement.ruling.chains import Link, apart
from movement.ruling.findings import Effect, Finding
from movement.ruling.ruling import Ruling
from movement.ruling.words import inches_told
from movement.show.panel import Panel
from movement.table import Model

SHOWS: Final = 0.005
"""What is no longer than this is not seen in a picture, in."""
FAR: Final = 2
"""A pair that a limit does not bind is shown if it is no farther apart than so many times it."""


def draw_pairs(panel: Panel, ruling: Ruling) -> None:
    """Draws all of it."""
    for line in _links(ruling):
        panel.line(line, 4.4, color=panel.theme.good, linewidth=1.0, linestyle=(0, (6, 1.5)))
    for before, after in followed(ruling):
        _follow(panel, before, after)
    for effect, one, other in told_pairs(ruling):
        _pair(panel, ruling, effect, one, other)
    for effect in ruling.effects:
        if effect.value:
            _brief(panel, ruling, effect)


def told_pairs(ruling: Ruling) -> Iterator[tuple[Effect, Model, Model]]:
    """What is told last of each pair of models, and the two where they then stood.

    What is told of moments on the way was measured along it, and not between the two.
    """
    told = (effect for effect in ruling.effects if effect.measured and not effect.moments)
    last = {frozenset((effect.mover, effect.about)): effect for effect in told}
    moved = {model.name for model, _ in followed(ruling)}
    for effect in last.values():
        mover, about = effect.mover, effect.about
        if mover not in ruling.after.models or about not in ruling.after.models:
            continue
        measured = effect.measured or 0.0
        near = effect.limit is None or at_most(measured, FAR * effect.limit)
        near = near or bool(moved & {mover, about})
        if mover != about and (effect.value or near):
            models = _ended(ruling)
            if abs(apart(models[mover], models[about]) - measured) > EPS:
                models = dict(ruling.after.models)  # it was measured later
            yield effect, models[mover], models[about]


def told_of_pair(ruling: Ruling, finding: Finding) -> bool:
    """Whether the very measurement of a finding is told of its two models as well."""
    return any(
        (effect.mover, effect.about) == (finding.mover, finding.about)
        and finding.value is not None
        and abs(finding.value - (effect.measured or 0.0)) <= EPS
        for effect, _, _ in told_pairs(ruling)
    )


def followed(ruling: Ruling) -> Iterator[tuple[Model, Model]]:
    """Each model that moves once the movement ruled on is over: where it stood, and where it ends."""
    for name, before in _ended(ruling).items():
        after = ruling.after.models[name]
        if abs(after.at - before.at) > EPS:
            yield before, after


def _ended(ruling: Ruling) -> dict[str, Model]:
    """Every model where the movement ruled on leaves it."""
    models = dict(ruling.table.models)
    for outcome in ruling.outcomes:
        name = outcome.step.by
        models[name] = replace(models[name], at=outcome.at, level=outcome.level)
    return models


def _links(ruling: Ruling) -> Iterator[tuple[complex, complex]]:
    """The links by which a unit hangs together where it ends."""
    held = [finding for finding in ruling.common if finding.links and not finding.bites]
    for finding in held[-1:]:
        yield from finding.links


def _follow(panel: Panel, before: Model, after: Model) -> None:
    style = {"color": panel.theme.caution, "linewidth": 1.4, "linestyle": (0, (3, 1.5))}
    panel.arrow(before.at, after.at, 5.9, **style, mutation_scale=9)
    disc = Disc(after.at, after.radius)
    edge = {"edgecolor": panel.theme.caution, "linewidth": 1.4, "linestyle": (0, (3, 1.5))}
    panel.shape(disc, 5.95, facecolor="none", **edge)
    panel.keep_off(after.at, after.radius * 0.8)
    panel.say(after.at, f"{after.name}, afterwards", panel.theme.caution, after.radius, bold=True)


def in_space(told: str, length: float, aside: float) -> str:
    """A length in words, if it is more than what is seen of it from above."""
    return f"{told} with the height" if length - aside > SHOWS else told


def reach(disc: Disc, limit: float, up: float) -> Disc | None:
    """What is within a limit of a disc, from above, for what is so much higher or lower."""
    return Disc(disc.centre, disc.radius + math.sqrt(limit**2 - up**2)) if up < limit else None


def _pair(panel: Panel, ruling: Ruling, effect: Effect, one: Model, other: Model) -> None:
    measured = effect.measured or 0.0
    within = effect.limit is not None and at_most(measured, effect.limit)
    colour = panel.theme.caution if within else panel.theme.faint
    aside = apart(one, other, flat=True)
    words = in_space(inches_told(measured), measured, aside)
    if effect.limit is not None:
        words += f", {'within' if within else 'over'} {inches_told(effect.limit)}"
        centre = other if other.name not in ruling.ends else one
        up = math.sqrt(max(0.0, measured**2 - aside**2))
        if rim := reach(centre.disc, effect.limit, up):
            style = {"facecolor": "none", "edgecolor": colour, "linewidth": 1.0}
            panel.shape(rim, 2.6, linestyle=(0, (4, 2)), **style)
    a, b = Link(0.0, one, other).place
    panel.dimension(a, b, colour, under=True)
    panel.say((a + b) / 2, words, colour, 0.015 * (panel.frame[2] - panel.frame[0]), bold=True)


def _brief(panel: Panel, ruling: Ruling, effect: Effect) -> None:
    """What follows for a model, or for a unit, in the few words that its clause has for a figure."""
    brief = ruling.settings.rulebook.clauses[effect.clause].brief
    if brief:
        models, unit = _ended(ruling), ruling.table.units.get(effect.mover)
        whose = [models[name] for name in (unit.models if unit else [effect.mover])]
        words = f"{brief} {effect.value}" if isinstance(effect.value, str) else brief
        middle = sum(model.at for model in whose) / len(whose)
        panel.say(middle, words, panel.theme.caution, max(model.radius for model in whose))
