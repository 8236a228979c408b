"""Infinity's rules on the ground: vaults, stairs and ladders, narrow places, falls, ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from movement.games.infinity.orders import Move, climbs, game, height_from
from movement.games.infinity.others import stays_in_contact
from movement.geometry.lengths import at_most, same
from movement.geometry.regions import Along, Declared, Measured
from movement.geometry.stretches import Obstacle, Stretch
from movement.ruling.findings import Bar, Bite, Effect, Finding, Note, Step, Verdict
from movement.ruling.footing import unheld, walked
from movement.ruling.game import Course

# Vaulting


@game.rule("infinity.vault.height", Bite.WAY)
def no_taller_than_the_silhouette(step: Step) -> Iterator[Bar]:
    """Broken where every side is too tall. A flight or a ladder is as high as it leads.

    Who climbs or jumps is not bound by it.
    """
    limit = walked(step).climber.height
    for stretch in gone_over(step):
        if stretch.narrow and stretch.narrow.wall:
            high, broken = stretch.narrow.height, not at_most(stretch.narrow.height, limit)
            yield _over(step, stretch, stretch.narrow.wall, high, broken)
        sides = _sides(stretch.obstacle) if stretch.obstacle else []
        about = stretch.obstacle.pieces[-1] if sides and stretch.obstacle else stretch.on
        if stretch.on:
            sides = [abs(stretch.high - stretch.low)]
        if sides and not _one_sided(sides, limit):
            yield _over(step, stretch, about, max(sides), not at_most(max(sides), limit))


@game.rule("infinity.vault.both-sides", Bite.WAY)
def taken_on_either_side(step: Step) -> Iterator[Bar]:
    """Broken where one side alone is too tall. Mistaken would be to take the lowest side."""
    limit = walked(step).climber.height
    for stretch in gone_over(step):
        sides = _sides(stretch.obstacle) if stretch.obstacle else []
        if sides and stretch.obstacle and not same(min(sides), max(sides)):
            broken = _one_sided(sides, limit)
            about = stretch.obstacle.pieces[-1]
            yield _over(step, stretch, about, max(sides), broken, mistaken=min(sides))


@game.note("infinity.vault.unmeasured")
def height_is_not_measured(step: Step) -> Iterator[Note]:
    """Of what it comes down from again. Mistaken would be to pay for the way up and down."""
    for over in (stretch.obstacle for stretch in gone_over(step)):
        if over and over.pieces and over.after is not None:
            length = step.declared.length
            paid = length + (over.top - over.before) + (over.top - over.after)
            yield Note(over.pieces[-1], length, step.allowance, paid)


# Stairs and ladders


@game.exception("infinity.steps.flat")
def stairs_and_ladders_are_floor(step: Step, finding: Finding) -> bool:
    """Not their sides: only where they are walked or climbed."""
    start = finding.spans[0].start
    return any(s.on == finding.about and same(s.start, start) for s in walked(step).stretches)


@game.note("infinity.steps.along")
def measured_along(step: Step) -> Iterator[Note]:
    """Mistaken would be to measure from above."""
    way = walked(step)
    if ons := [stretch.on for stretch in way.stretches if stretch.on]:
        yield Note(ons[0], step.declared.length, step.allowance, way.plan)


# Falling, and where a movement ends


@game.rule("infinity.fall.never", Bite.WAY)
def nothing_that_falls(step: Step) -> Iterator[Bar]:
    """Where the base has left what held it and comes over a drop, or over the table's edge.

    Nothing is told of a drop beside what it goes over: how high that stands says whether it may.
    """
    drops = [(s.start, s.end) for s in _drops(step)]
    narrow = [(s.start, s.end) for s in walked(step).stretches if s.narrow and s.narrow.drop]
    for span in narrow:
        yield Bar(step.by, Along((span,)), assumes="half-base")
    if drops or not (narrow or any(_leans_out(s.obstacle) for s in gone_over(step) if s.obstacle)):
        yield Bar(step.by, Along(tuple(drops)))


@game.effect("infinity.fall.idle")
def idles(course: Course) -> Iterator[Effect]:
    """Told of the whole Order."""
    by = course.action.by
    yield Effect("infinity.fall.idle", by, by, course.verdict is Verdict.IDLE)


@game.exception("infinity.narrow.cross")
def squeezes_through(step: Step, finding: Finding) -> bool:
    """Where walls or drops make the way narrow; by the reading, models may do so too."""
    spans = [(s.start, s.end) for s in walked(step).stretches if s.narrow]
    about = {s.narrow.wall for s in walked(step).stretches if s.narrow}
    named = finding.about in about or not finding.clause.endswith("vault.height")
    return named and all(
        any(at_most(lo, span.start) and at_most(span.end, hi) for lo, hi in spans)
        for span in finding.spans
    )


@game.rule("infinity.narrow.end", Bite.END)
def ends_where_it_is_held(step: Step) -> Iterator[Bar]:
    """Of an Order's last movement. A ladder holds nobody at an end."""
    if not _moves_on(step):
        yield from _held_at_its_end(step)


@game.rule("infinity.narrow.each-move", Bite.END)
def each_move_ends_where_it_is_held(step: Step) -> Iterator[Bar]:
    """Of every movement that another follows."""
    if _moves_on(step):
        yield from _held_at_its_end(step)


# What the rules speak of


def gone_over(step: Step) -> Sequence[Stretch]:
    """The stretches of a way that is walked; of one that is climbed or jumped, none."""
    return () if climbs(step.action.order[step.leg]) else walked(step).stretches


def _moves_on(step: Step) -> bool:
    return any(isinstance(skill, Move) for skill in step.action.order[step.leg + 1 :])


def _held_at_its_end(step: Step) -> Iterator[Bar]:
    """Nothing is told of an end that is itself a fall, as over the table's edge."""
    bar, drops = unheld(step.walk, step.track), _drops(step)
    if bar and not stays_in_contact(step):
        yield bar
    elif not drops or drops[-1] is not walked(step).stretches[-1]:
        yield Bar(step.by, Declared(False))


def _sides(over: Obstacle) -> list[float]:
    """How high an obstacle stands above the ground on each of its sides; none of a mere drop."""
    if not over.pieces or over.ladder:
        return []
    return [over.top - side for side in (over.before, over.after, over.lowest) if side is not None]


def _one_sided(sides: Sequence[float], limit: float) -> bool:
    """Whether some sides are too tall and others are not."""
    return at_most(min(sides), limit) and not at_most(max(sides), limit)


def _drops(step: Step) -> list[Stretch]:
    """The stretches of a way on which a base falls."""
    high, climbing = walked(step).climber.height, climbs(step.action.order[step.leg])
    return [each for each in walked(step).stretches if _falls(each, high, climbing)]


def _falls(stretch: Stretch, limit: float, climbing: bool) -> bool:
    """Whether a base falls on a stretch: over no ground, or farther down than it may step.

    Who climbs or jumps comes down as far as there is ground.
    """
    over = stretch.obstacle
    if over is None or over.ladder:
        return False
    if climbing:
        return over.lowest is None
    if over.lowest is None or (over.after is None and not same(over.before, over.top)):
        return over.lowest is None or not over.pieces
    sides = [over.top - side for side in (over.after, over.lowest) if side is not None]
    return not over.pieces and not at_most(max(sides), limit)


def _leans_out(over: Obstacle) -> bool:
    """Whether a base comes over a piece and lower ground than it stands on before and after."""
    sides = [side for side in (over.before, over.after) if side is not None]
    return bool(over.pieces) and over.lowest is not None and not at_most(min(sides), over.lowest)


def _over(
    step: Step,
    stretch: Stretch,
    about: str,
    height: float,
    broken: bool,
    mistaken: float | None = None,
) -> Bar:
    """The bar of one obstacle, as high as measured."""
    limit, track = walked(step).climber.height, step.declared
    place = (track.at(stretch.start), track.at(stretch.end))
    found = Measured(height, limit, limit - height, stretch.start, place)
    spans = ((stretch.start, stretch.end),) if broken else ()
    narrow = stretch.narrow is not None and stretch.narrow.wall == about
    assumes = "half-base" if narrow else height_from(step.mover)
    return Bar(about, Along(spans, found), assumes=assumes, mistaken=mistaken)
