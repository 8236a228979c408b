"""Infinity's rules on other models: friends are walked through, enemies end the movement."""

from __future__ import annotations

from collections.abc import Iterator

from movement.games.infinity.orders import game, height_from, height_of, passable
from movement.geometry.bodies import Body, reaching
from movement.geometry.lengths import at_most
from movement.geometry.regions import Along, Entered, Measured
from movement.ruling.findings import Bar, Bite, Step
from movement.ruling.footing import walked
from movement.table import Model

# Friends


@game.rule("infinity.allies.through", Bite.WAY)
def no_hindrance(step: Step) -> Iterator[Bar]:
    """Told of whoever is met. Taller friends are a hindrance, and enemies one begins touching."""
    limit = walked(step).climber.height
    for other in step.table.others(step.by):
        overlap = body(step, other, touching=False)
        if not (spans := overlap.along(step.track)):
            continue
        if other.side != step.mover.side:
            yield Bar(other.name, overlap, aspect="enemy")
            continue
        height = height_of(other, step.settings)
        found = Measured(height, limit, limit - height, spans[0].start, (other.at, other.at))
        barred = () if passable(step.mover, other, step.settings) else spans
        where = Along(tuple((span.start, span.end) for span in barred), found)
        yield Bar(other.name, where, assumes=height_from(other))


@game.rule("infinity.allies.no-stop", Bite.END)
def not_inside_a_friend(step: Step) -> Iterator[Bar]:
    """At the end of each leg; to touch is fine."""
    for other in step.table.others(step.by):
        if other.side == step.mover.side and not stays_in_contact(step):
            yield Bar(other.name, body(step, other, touching=False))


# Enemies


@game.rule("infinity.contact.stop", Bite.HALT)
def contact_ends_it(step: Step) -> Iterator[Bar]:
    """Only from apart to touching. Contact begun in ends nothing."""
    for foe in step.table.enemies(step.by):
        yield Bar(foe.name, Entered(body(step, foe)))


# What the rules speak of


def body(step: Step, other: Model, *, touching: bool = True) -> Body:
    """Where on its way a trooper meets another model's Silhouette."""
    mover, high = step.mover, other.level + height_of(other, step.settings)
    beneath = reaching(step.table.ground, walked(step), mover.radius, high)
    size = (mover.radius, walked(step).climber.height)
    return Body(other.disc, other.level, high, *size, touching=touching, beneath=beneath)


def stays_in_contact(step: Step) -> bool:
    """Whether it may stay where it has come to touch an enemy, though it could not otherwise."""
    return (
        any(
            at_most(step.track.length, span.end) and at_most(span.stop, step.track.length)
            for foe in step.table.enemies(step.by)
            for span in Entered(body(step, foe)).along(step.track)
        )
        and step.settings.reading("contact-unheld") == "stays"
    )
