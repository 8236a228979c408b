"""Bodies met on the way: apart, touching, overlapping; beneath, above, and from an obstacle."""

from __future__ import annotations

import pytest
from turning import turns

from movement.geometry.bodies import Body, reaching
from movement.geometry.flights import Flight
from movement.geometry.ground import Block, Ground, Ladder
from movement.geometry.shapes import Disc, Outline
from movement.geometry.stretches import Climber, Walk
from movement.geometry.track import Track
from movement.geometry.walk import walk

BASE = 0.5
TALL = 1.6

box = Outline.box
TABLE = box(-20, -20, 20, 20)


def body(x: float, y: float = 0, low: float = 0, tall: float = TALL, **how: object) -> Body:
    return Body(Disc(complex(x, y), BASE), low, low + tall, BASE, TALL, **how)  # type: ignore[arg-type]


def spans(of: Body, track: Track) -> list[tuple[float, float]]:
    return [(span.start, span.end) for span in of.along(track)]


def go(ground: Ground, *stops: tuple[complex, float | None], level: float = 0) -> Walk:
    return walk(ground, level, stops, Climber(BASE, TALL))


def about(*lengths: tuple[float, float]) -> list[object]:
    return [pytest.approx(pair, abs=2e-3) for pair in lengths]


def test_a_body_in_the_way_is_touched_where_bases_touch() -> None:
    (span,) = body(4).along(Track((0j, 10 + 0j)))
    assert (span.start, span.end, span.stop) == pytest.approx((3, 5, 3), abs=1e-5)
    assert span.stop == 3


def test_to_touch_is_not_to_overlap() -> None:
    track = Track((0j, 10 + 0j))
    assert spans(body(4, 1), track) == about((4, 4))
    assert spans(body(4, 1, touching=False), track) == []
    assert spans(body(4, 0.999, touching=False), track) == [pytest.approx((4, 4), abs=0.05)]


@pytest.mark.parametrize(("aside", "met"), [(1.0, True), (1.00001, False), (0.99999, True)])
def test_an_exact_fit_is_contact_on_a_table_that_is_turned(aside: float, met: bool) -> None:
    for turn in turns(20):
        disc = Disc(turn(4 + aside * 1j), BASE)
        found = Body(disc, 0, TALL, BASE, TALL).along(turn.track(0j, 10 + 0j))
        assert bool(found) == met
        assert all(span.stop == pytest.approx(4, abs=0.01) for span in found)


@pytest.mark.parametrize(
    ("low", "met"), [(TALL, True), (TALL + 1e-3, False), (-TALL - 1e-3, False)]
)
def test_heights_meet_or_do_not(low: float, met: bool) -> None:
    assert bool(body(4, low=low).along(Track((0j, 10 + 0j)))) == met


def test_what_is_above_has_no_distance() -> None:
    track = Track((0j, 10 + 0j))
    assert body(4, low=3).closest(track) is None
    found = body(4, 3).closest(track)
    assert found is not None
    assert (found.value, found.at) == pytest.approx((2, 4))


def test_an_overlap_is_as_deep_as_it_is() -> None:
    found = body(4, 0.3).closest(Track((0j, 4 + 0j)).at_end)
    assert found is not None
    assert found.value == pytest.approx(-0.7)


def test_on_stairs_one_is_met_where_it_stands_high_enough() -> None:
    stairs = Flight("stairs", box(0, -1, 6, 1), 0, 3, 1 + 0j)
    roof = Block("roof", box(6, -3, 12, 3), 0, 3)
    way = go(Ground(TABLE, (roof,), (stairs,)), (-2 + 0j, None), (8 + 0j, None))
    beneath = Body(Disc(3 + 0j, 9), 4, 5, BASE, TALL)
    (span,) = beneath.along(way.track)
    assert way.track.level_at(span.start) == pytest.approx(4 - TALL, abs=1e-4)


def test_on_a_ladder_one_is_met_on_the_way_up() -> None:
    roof = Block("roof", box(1, -3, 9, 3), 0, 4)
    ground = Ground(TABLE, (roof,), (), (Ladder("ladder", 1 + 0j, 0, 1 + 0j, 4),))
    way = go(ground, (0.4 + 0j, None), (1 + 0j, None), (1 + 0j, 4.0), (3 + 0j, None))
    (span,) = body(1.8, low=4).along(way.track)
    assert span.start == pytest.approx(0.6 + 4 - TALL, abs=1e-4)
    assert span.stop == pytest.approx(0.6 + 4 - TALL, abs=1e-9)


def test_over_a_wall_one_reaches_down_to_the_ground_behind_it() -> None:
    ground = Ground(TABLE, (Block("wall", box(4, -9, 4.2, 9), 0, 1.5),))
    way = go(ground, (0j, None), (8 + 0j, None))
    low = Body(Disc(5.2 + 0j, BASE), 0, 1, BASE, TALL)
    assert spans(low, way.track) == about((4.7, 6.2))
    beneath = reaching(ground, way, BASE, low.high)
    reaches = Body(low.disc, 0, 1, BASE, TALL, beneath=beneath)
    assert spans(reaches, way.track) == about((4.2, 6.2))


def test_wholly_upon_a_crate_one_does_not_reach_down() -> None:
    ground = Ground(TABLE, (Block("crate", box(2, -9, 6, 9), 0, 1.5),))
    way = go(ground, (0j, None), (5.4 + 0j, None))
    low = Disc(6.5 + 0j, BASE)
    beneath = reaching(ground, way, BASE, 1)
    assert list(beneath) == about((1.5, 2.5))
    assert Body(low, 0, 1, BASE, TALL, beneath=beneath).along(way.track) == ()
