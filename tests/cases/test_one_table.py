"""One table in three games: the same pieces and bases, and the same ways."""

from __future__ import annotations

import pytest

from movement.cases import corpus
from movement.games import names

CASES = {name: corpus.case(f"{name}/one-table") for name in names()}


def test_the_table_is_the_same_in_every_game() -> None:
    tables = [case.scene.table for case in CASES.values()]
    for table in tables[1:]:
        assert table.edge == tables[0].edge
        assert {n: p.box for n, p in table.terrain.items()} == {
            n: p.box for n, p in tables[0].terrain.items()
        }
        for name, model in table.models.items():
            other = tables[0].models[name]
            assert (model.side, model.at) == (other.side, other.at)
            assert model.base == pytest.approx(other.base)


def test_the_ways_tried_are_the_same_in_every_game() -> None:
    tried = [case.rulings for case in CASES.values()]
    for rulings in tried[1:]:
        assert list(rulings) == list(tried[0])
        for name, ruling in rulings.items():
            ways = [
                [outcome.step.declared.end for outcome in each.outcomes]
                for each in (ruling, tried[0][name])
            ]
            assert ways[0] == [pytest.approx(point) for point in ways[1]]
