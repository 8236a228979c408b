"""Rulings under other editions and other readings, side by side."""

from __future__ import annotations

import pytest

from movement.cases import corpus
from movement.cases.compare import by_edition, by_reading
from movement.ruling.findings import Verdict

HIDDEN = [corpus.case("bushido/hidden-zone")]


def test_a_reading_is_tried_in_each_of_its_options() -> None:
    compared = {each.id: each for each in by_reading(HIDDEN, "zone-blocked")}
    behind = compared["bushido/hidden-zone/behind-the-screen"]
    assert {option: ruling.verdict for option, ruling in behind.rulings.items()} == {
        "cut": Verdict.LEGAL,
        "whole": Verdict.SHORTENED,
    }
    assert behind.differs
    assert not compared["bushido/hidden-zone/no-screen"].differs


def test_a_case_that_takes_a_reading_itself_is_compared_all_the_same() -> None:
    compared = {each.id: each for each in by_reading(HIDDEN, "zone-blocked")}
    assert compared["bushido/hidden-zone/read-as-a-whole-half-ring"].differs


def test_only_games_that_have_the_editions_are_compared() -> None:
    games = {
        each.id.split("/")[0] for each in by_edition(map(corpus.case, corpus.files()), ["n4", "c1"])
    }
    assert games == {"infinity"}
    assert list(by_edition(HIDDEN, ["n4", "c1"])) == []


def test_rulings_that_differ_only_in_what_follows_are_told_with_that() -> None:
    hidden = [corpus.case("infinity/hidden-and-possessed")]
    compared = {each.id: each for each in by_edition(hidden, ["n4", "c1"])}
    told = compared["infinity/hidden-and-possessed/the-tag-was-hidden"].told
    assert told == {"n4": "legal, 3 in, infinity.mount.reveals", "c1": "legal, 3 in"}
    assert all(len({*each.told.values()}) > 1 for each in compared.values() if each.differs)


def test_what_no_game_has_is_refused_with_what_there_is() -> None:
    with pytest.raises(LookupError, match="infinity: n4, c1"):
        list(by_edition(HIDDEN, ["n3"]))
    with pytest.raises(LookupError, match="zones-together"):
        list(by_reading(HIDDEN, "nonsense"))
