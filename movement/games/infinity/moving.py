"""Infinity's rules on a movement as such: its route and length, posture, events, facing."""

from __future__ import annotations

from collections.abc import Iterator

from movement.games.infinity.orders import DISTANCES, PRONE, Attack, Event, Mount, game, mov
from movement.geometry.lengths import at_most, below
from movement.geometry.regions import Astray, Beyond, Declared, Measured
from movement.geometry.track import Track
from movement.ruling.findings import Bar, Bite, Finding, Note, Step

# The route, and MOV


@game.note("infinity.route.whole")
def whole_route(step: Step) -> Iterator[Note]:
    """Mistaken would be to measure from start to end as the crow flies."""
    if len(step.declared.points) > 2:
        apart = abs(step.declared.end - step.declared.start)
        yield Note(step.by, step.declared.length, step.allowance, apart)


@game.note("infinity.route.same-point")
def one_point_of_the_base(step: Step) -> Iterator[Note]:
    """Told where it would seem short enough from the base's front edge to its back edge."""
    length, mistaken = step.declared.length, step.declared.length - step.mover.base
    if below(step.allowance, length) and at_most(mistaken, step.allowance):
        yield Note(step.by, length, step.allowance, mistaken)


@game.rule("infinity.route.declared", Bite.ASK)
def the_way_is_settled(step: Step) -> Iterator[Bar]:
    """Asked of each event on the way; whether being hit stops a trooper is `end.always`'s."""
    for event in _events(step):
        found = None
        if event.then is not None and not _left_by_a_hit(event):
            gone = step.declared.upto(event.at).points
            bent = Track((*gone, step.declared.at(event.at), *event.then))
            right = Track(step.declared.points)
            found = Astray(right, 0.0, right.length).closest(bent)
        yield Bar(step.by, Declared(found is not None, found))


@game.rule("infinity.mov.maximum", Bite.WAY)
def no_farther(step: Step) -> Iterator[Bar]:
    """What is too long cannot be reached. That one gets less far Prone is `prone.slow`'s."""
    far = mov(step.table, step.action, step.leg, step.settings)
    yield Bar(step.by, Beyond(far), assumes=DISTANCES.get(step.action.as_, ""))


@game.note("infinity.mov.no-minimum")
def may_stop_early(step: Step) -> Iterator[Note]:
    """Said of a movement that leaves some of the distance unused."""
    if below(step.declared.length, step.allowance):
        yield Note(step.by, step.declared.length, step.allowance)


# Facing


@game.note("infinity.facing.free")
def looks_anywhere(step: Step) -> Iterator[Note]:
    """Told where the player says where it looks."""
    if step.facing is not None:
        yield Note(step.by)


# Prone


@game.rule("infinity.prone.at-start", Bite.ASK)
def posture_changes_with_a_movement(step: Step) -> Iterator[Bar]:
    """Of skills and AROs that move; what a failed Guts Roll permits is `prone.guts`'s."""
    skill = step.action.order[step.leg]
    if not isinstance(skill, Mount) and skill.posture:
        wrong = isinstance(skill, Attack) or step.action.as_ == "guts"
        yield Bar(step.by, Declared(wrong))


@game.exception("infinity.prone.guts")
def posture_changes_after_a_failed_guts_roll(step: Step, finding: Finding) -> bool:
    """If it moves the trooper."""
    return step.action.as_ == "guts" and not isinstance(step.action.order[step.leg], Attack)


@game.rule("infinity.prone.slow", Bite.WAY)
def crawls(step: Step) -> Iterator[Bar]:
    """By how much, the document does not say."""
    if PRONE in step.mover.states:
        yield Bar(step.by, Beyond(step.allowance), assumes="prone-factor")


# Events on the way


@game.rule("infinity.end.always", Bite.ASK)
def hits_do_not_stop_it(step: Step) -> Iterator[Bar]:
    """Broken where its player would leave it where it was hit."""
    for event in _events(step):
        if event.gains:
            left = _left_by_a_hit(event) and below(event.at, step.declared.length)
            short, place = event.at - step.declared.length, step.declared.at(event.at)
            found = Measured(event.at, step.declared.length, short, event.at, (place, place))
            yield Bar(step.by, Declared(left, found if left else None))


# There and back


@game.note("infinity.peek.return")
def there_and_back(step: Step) -> Iterator[Note]:
    """Told of a movement that ends where it began, if it is no longer than it may be."""
    length, home = step.declared.length, abs(step.declared.end - step.declared.start)
    if below(0.0, length) and at_most(home, 0.0) and at_most(length, step.allowance):
        yield Note(step.by, length, step.allowance)


# What the rules speak of


def _events(step: Step) -> Iterator[Event]:
    return (event for event in step.action.events if event.leg == step.leg)


def _left_by_a_hit(event: Event) -> bool:
    return event.gains is not None and event.then == ()
