"""Where a walk over heights lets nobody stand, as a region that any game's rule can yield."""

from __future__ import annotations

from movement.geometry.lengths import EPS
from movement.geometry.regions import Along, Measured
from movement.geometry.spans import joined
from movement.geometry.stretches import Walk
from movement.geometry.track import Track
from movement.ruling.findings import Bar, Step


def walked(step: Step) -> Walk:
    """How a step's way goes over heights, in a game that lays it so."""
    assert step.walk is not None
    return step.walk


def unheld(walk: Walk | None, track: Track) -> Bar | None:
    """Where along its track a base may not end, since nothing holds the whole of it.

    None where it is held all the way, or only over the table's edge is not. Measured is how far the
    track's end is past the last such stretch, or how far into one, along the track.
    """
    stretches = walk.stretches if walk else ()
    held = {s.start for s in stretches if s.stands and s.start == s.end}
    gaps = joined(
        (s.start, s.end - EPS if s.end in held else s.end)
        for s in stretches
        if not s.stands and (s.obstacle is None or s.obstacle.lowest is not None)
    )
    met = [gap for gap in gaps if gap[0] < track.length]
    if not met:
        return None
    start, end = met[-1]
    inside = end >= track.length and track.length > start
    room = start - track.length if inside else track.length - end
    place = (track.at(start), track.end) if inside else (track.at(end), track.end)
    found = Measured(room, 0.0, room, track.length, place)
    return Bar("a place that does not hold its base", Along(tuple(gaps), found))
