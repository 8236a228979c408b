"""A route over heights: where a base is held on the way, what it goes over, and how long it is.

A model stays on its surface except by stairs, ramps, ladders, steps and vaults.
"""

from __future__ import annotations

from collections.abc import Sequence

from movement.geometry.ground import Ground, Ladder
from movement.geometry.lengths import EPS, same
from movement.geometry.stretches import Climber, Obstacle, Path, Walk
from movement.geometry.stroll import ALIKE, Stroll, same_level
from movement.geometry.track import Leg, Track

Waypoint = tuple[complex, float | None]
"""A point of a route, and the height there where the route states one."""


def walk(ground: Ground, level: float, route: Sequence[Waypoint], climber: Climber) -> Walk:
    """The walk of a base that starts at a height and goes through waypoints, in order.

    The first waypoint is where it starts. One that states a height is reached by the ladder whose
    two ends it and the waypoint before it are, if there is one; else by walking, and if that leads
    to another height, not at all.
    """
    path, here = Path(), level
    points, from_ladder = [route[0][0]], False
    for point, height in route[1:]:
        ladder = None if height is None else _ladder(ground, points[-1], point, height)
        if ladder is None:
            points.append(point)
        if height is None:
            continue
        here = Stroll(path, ground, climber, points, from_ladder, ladder is not None).go(here)
        if ladder is not None:
            _climb(path, climber, ladder, (points[-1], here), (point, height))
        elif not same_level(here, height):
            _reach(path, point, here, height)
        here, points, from_ladder = height, [point], ladder is not None
    if len(points) > 1 or not path.stretches:
        Stroll(path, ground, climber, points, from_ladder, False).go(here)
    track = Track(tuple(point for point, _ in route), tuple(path.legs))
    return Walk(track, tuple(path.stretches), path.plan, path.lost, climber)


def _ladder(ground: Ground, start: complex, end: complex, height: float) -> Ladder | None:
    """The ladder that leads from one point to another at a height."""
    for ladder in ground.ladders:
        ends = ((ladder.foot, ladder.bottom), (ladder.head, ladder.top))
        for (near, _), (far, level) in (ends, ends[::-1]):
            at_ends = abs(start - near) <= ALIKE and abs(end - far) <= ALIKE
            if at_ends and same(level, height):
                return ladder
    return None


def _climb(
    path: Path,
    climber: Climber,
    ladder: Ladder,
    begin: tuple[complex, float],
    finish: tuple[complex, float],
) -> None:
    """Adds the way along a ladder, if the base stands at its other end."""
    (start, here), (end, height) = begin, finish
    other = ladder.top if same(height, ladder.bottom) else ladder.bottom
    if not same(here, other):
        _reach(path, start, here, other)
    begun, far = path.length, abs(end - start)
    rise = height - other
    free = climber.pays and not climber.pays_down and rise < 0
    if far > EPS:
        pace = 1.0 if free else climber.pace(far, rise)
        path.add(Leg(0.0, start, (end - start) / far, far, pace, 0.0, other, rise))
    else:
        path.add(Leg(0.0, start, 1 + 0j, 0.0, 1.0, 0.0 if free else abs(rise), other, rise))
    path.lost += max(0.0, -rise)
    path.close(begun, other, height, stands=False, on=ladder.name)


def _reach(path: Path, point: complex, here: float, height: float) -> None:
    """Adds the way to a height that nothing leads to."""
    begun = path.length
    path.add(Leg(0.0, point, 1 + 0j, 0.0, 1.0, abs(height - here), here, height - here))
    over = Obstacle(here, None, max(here, height), None, ())
    path.close(begun, here, height, stands=False, obstacle=over)
