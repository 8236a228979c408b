"""Chains of models: who hangs together, and by which links."""

from __future__ import annotations

import pytest

from movement.ruling.chains import apart, chains, links, needed
from movement.table import Model


def model(name: str, x: float, y: float = 0.0, level: float = 0.0, height: float = 1.0) -> Model:
    """One on a base an inch across."""
    return Model(name, "red", complex(x, y), 1.0, level, height)


ROW = [model("a", 0), model("b", 2), model("c", 5), model("d", 6.5)]
"""Gaps of 1, 2 and half an inch."""


def chained(models: list[Model], limit: float) -> set[frozenset[str]]:
    short = [link for link in links(models, flat=False) if link.gap <= limit]
    return set(chains((m.name for m in models), short))


def test_models_are_as_far_apart_as_their_nearest_points() -> None:
    assert apart(model("a", 0), model("b", 4)) == 3
    assert apart(model("a", 0), model("b", 4, level=5)) == 5  # 3 aside, 4 above
    assert apart(model("b", 4, level=5), model("a", 0)) == 5
    assert apart(model("a", 0), model("b", 4, level=5), flat=True) == 3
    assert apart(model("a", 0), model("b", 0.5)) == 0


def test_a_chain_is_all_that_links_lead_to() -> None:
    assert chained(ROW, 2.0) == {frozenset("abcd")}
    assert chained(ROW, 1.9) == {frozenset("ab"), frozenset("cd")}
    assert chained(ROW, 0.4) == {frozenset("a"), frozenset("b"), frozenset("c"), frozenset("d")}


def test_what_a_chain_needs_are_its_shortest_links_and_the_longest_comes_last() -> None:
    made = needed([frozenset("abcd")], links(ROW, flat=False))
    assert [(link.pair, link.gap) for link in made] == [
        (("c", "d"), 0.5),
        (("a", "b"), 1.0),
        (("b", "c"), 2.0),
    ]
    assert made[-1].place == (2.5, 4.5)


def test_chains_that_need_not_meet_need_no_link_between_them() -> None:
    made = needed([frozenset("ab"), frozenset("cd")], links(ROW, flat=False))
    assert made[-1].pair == ("a", "b")


def test_models_alone_need_nothing() -> None:
    assert needed([frozenset("a"), frozenset("b")], links(ROW[:2], flat=False)) == []


@pytest.mark.parametrize("order", [[0, 1, 2], [2, 1, 0], [1, 2, 0]])
def test_links_as_long_as_each_other_are_taken_by_name(order: list[int]) -> None:
    row = [model("a", 0), model("b", 2.1), model("c", 4.2)]
    made = needed([frozenset("abc")], links([row[i] for i in order], flat=False))
    assert [set(link.pair) for link in made] == [{"a", "b"}, {"b", "c"}]
