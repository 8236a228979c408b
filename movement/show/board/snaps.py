"""Places for a dragged point to snap to, as the engine has them: contact, a touch, a limit met.

A base snaps to where it just touches another base, a piece of terrain or the table's edge; the end
of a route also to where, of all that the rules found along it, something begins to bite, or the
allowance ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from movement.games import scene as scene_of
from movement.geometry.regions import Beyond
from movement.geometry.shapes import Disc, Outline
from movement.plain import Malformed
from movement.ruling.changes import split
from movement.ruling.findings import Outcome
from movement.ruling.scene import Scene
from movement.show.board.edits import edited, place, rounded
from movement.show.board.parts import Spot, spots


class Snap(NamedTuple):
    """A place to snap to, and what it is, in a few words."""

    at: complex
    words: str


def snapped(plain: Mapping[str, Any], edit: Mapping[str, Any], reach: float) -> Snap | None:
    """Where a point that is moved snaps to, if anywhere within `reach` inches."""
    try:
        scene = scene_of(plain)
    except Malformed:
        return None
    path, to = split(edit["move"]), place(edit, "to")
    spot = next((spot for spot in spots(scene) if spot.path == path), None)
    mover = spot.mover if spot else path[2]
    found = [*_touches(scene, mover, to)]
    if spot and (spot.last or spot.route is None):
        found += _limits(plain, spot, edit, reach)
    near = [snap for snap in found if abs(snap.at - to) <= reach]
    return min(near, key=lambda snap: abs(snap.at - to), default=None)


def _touches(scene: Scene, mover: str, to: complex) -> Iterator[Snap]:
    """Where the mover's base, near a place, just touches something."""
    radius = scene.table.models[mover].radius
    shapes: list[tuple[str, Disc | Outline]] = [
        (model.name, model.disc) for model in scene.table.others(mover)
    ]
    shapes += [
        (piece.name, piece.shape)
        for piece in scene.table.terrain.values()
        if isinstance(piece.shape, Disc | Outline)
    ]
    for name, shape in shapes:
        if at := _touching(shape, radius, to):
            yield Snap(at, f"touches {name}")
    edge = scene.table.edge
    rim = edge.edge_point_nearest(to)
    if edge.contains(to) and rim != to:
        yield Snap(rim + (to - rim) / abs(to - rim) * radius, "touches the table's edge")


def _touching(shape: Disc | Outline, radius: float, to: complex) -> complex | None:
    """The place nearest to another at which a base just touches a shape from outside."""
    if isinstance(shape, Disc):
        away = to - shape.centre
        return shape.centre + away / abs(away) * (shape.radius + radius) if away else None
    rim = shape.edge_point_nearest(to)
    away = (rim - to) if shape.contains(to) else (to - rim)
    return rim + away / abs(away) * radius if away else None


def _limits(
    plain: Mapping[str, Any], spot: Spot, edit: Mapping[str, Any], reach: float
) -> Iterable[Snap]:
    """Where along the last straight part, a little lengthened, the engine found something to begin."""
    to, route = place(edit, "to"), spot.route
    if route is None:
        return
    since = route.stations[-2]
    if to == since:
        return
    past = to + (to - since) / abs(to - since) * reach
    longer = scene_of(edited(plain, [{**edit, "to": rounded(past)}]))
    for outcome in longer.judge().outcomes:
        if (outcome.step.by, outcome.step.leg) == (spot.mover, route.leg):
            yield from _begun(outcome)


def _begun(outcome: Outcome) -> Iterator[Snap]:
    track = outcome.step.declared
    for finding in outcome.findings:
        for span in finding.spans:
            limit = isinstance(finding.region, Beyond)
            words = "all of the allowance" if limit else f"short of {finding.about}"
            yield Snap(track.at(span.stop), words)
