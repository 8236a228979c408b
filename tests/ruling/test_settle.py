"""How findings combine, on the smallest game there can be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from movement.geometry.regions import Beyond, Declared, Within
from movement.geometry.shapes import Disc
from movement.geometry.spans import Span
from movement.geometry.track import Track
from movement.ruling.findings import Bar, Bite, Finding, Outcome, Settings, Step, Verdict
from movement.ruling.game import Game
from movement.ruling.rulebook import Clause, Kind, Reading, Rulebook
from movement.ruling.ruling import Ruling, judge
from movement.ruling.settle import AtOdds, furthest, settle
from movement.table import Model, Table

POST = Disc(5 + 0j, 0.5)
"""A post on the way from 0 to 10, met at 4 by a base of radius a half."""


def clause(name: str, kind: Kind = "bars", lifts: tuple[str, ...] = ()) -> Clause:
    return Clause(f"toy.{name}", kind, "", "held", "", "", True, failed="failed", lifts=lifts)


KINDS: list[tuple[str, Kind, tuple[str, ...]]] = [
    ("way", "bars", ()),
    ("end", "bars", ()),
    ("ask", "bars", ()),
    ("halt", "halts", ()),
    ("but", "allows", ("toy.way",)),
    ("also", "allows", ("toy.way",)),
]

BOOK = Rulebook(
    "Toy",
    "Toy",
    (),
    {f"toy.{name}": clause(name, kind, lifts) for name, kind, lifts in KINDS},
    {"how": Reading("toy.way", "", "open", {"open": "", "shut": ""})},
    {},
)


def game(failing: Verdict = Verdict.ILLEGAL) -> Game:
    return Game(
        "toy",
        BOOK,
        failing,
        (dict,),
        turns=lambda table, action, settings: [("a", leg) for leg in range(len(action["legs"]))],
        lay=lay,
    )


def lay(table: Table, action: Mapping[str, Any], turn: tuple[str, int], settings: Settings) -> Step:
    track = Track((table.models["a"].at, *action["legs"][turn[1]]))
    return Step(table, "a", turn[1], track, track, 10.0, action, settings)


def ruled(toy: Game, *legs: list[complex], settings: Settings | None = None) -> Ruling:
    table = Table({"a": Model("a", "red", 0j, 1.0)}, size=(40, 40))
    return judge(toy, table, {"legs": legs or ([10 + 0j],)}, settings)


def post(step: Step) -> Iterator[Bar]:
    yield Bar("post", Within(POST, step.mover.radius, touching=False))


def zone(step: Step) -> Iterator[Bar]:
    yield Bar("zone", Within(POST, step.mover.radius))


@pytest.mark.parametrize(
    ("failing", "verdict", "end"),
    [
        (Verdict.ILLEGAL, Verdict.ILLEGAL, 0.0),
        (Verdict.IDLE, Verdict.IDLE, 0.0),
        (Verdict.FAILS, Verdict.SHORTENED, 4.0),
    ],
)
def test_a_barred_way_becomes_what_the_game_says(
    failing: Verdict, verdict: Verdict, end: float
) -> None:
    toy = game(failing)
    toy.rule("toy.way", Bite.WAY)(post)
    ruling = ruled(toy)
    assert ruling.verdict is verdict
    assert ruling.distances == {"a": [pytest.approx(end)]}
    assert ruling.breaks == {"toy.way": pytest.approx(-0.5)}


def test_what_may_not_be_asked_is_illegal_whatever_the_game() -> None:
    for failing in (Verdict.ILLEGAL, Verdict.IDLE, Verdict.FAILS):
        toy = game(failing)
        toy.rule("toy.ask", Bite.ASK)(lambda step: [Bar("it", Declared(True))])
        assert ruled(toy).verdict is Verdict.ILLEGAL


def test_a_halt_shortens_and_hides_what_lies_beyond_it() -> None:
    toy = game()
    toy.rule("toy.halt", Bite.HALT)(zone)
    toy.rule("toy.way", Bite.WAY)(lambda step: [Bar("far", Within(Disc(8 + 0j, 0.5), 0.5))])
    toy.rule("toy.end", Bite.END)(lambda step: [Bar("far", Within(Disc(9 + 0j, 2), 0.5))])
    ruling = ruled(toy)
    assert ruling.verdict is Verdict.SHORTENED
    assert ruling.breaks == {}
    assert ruling.halts == {"a": {0: "toy.halt"}}
    assert ruling.distances["a"][0] == pytest.approx(4, abs=1e-4)
    assert ruling.distances["a"][0] < 4


def test_what_bars_the_way_before_a_halt_still_bars_it() -> None:
    toy = game()
    toy.rule("toy.halt", Bite.HALT)(zone)
    toy.rule("toy.way", Bite.WAY)(lambda step: [Bar("near", Within(Disc(2 + 0j, 0.5), 0.5))])
    ruling = ruled(toy)
    assert (ruling.verdict, ruling.halts) == (Verdict.ILLEGAL, {})


def test_an_end_is_asked_only_where_the_movement_ends() -> None:
    toy = game()
    toy.rule("toy.end", Bite.END)(zone)
    assert ruled(toy).verdict is Verdict.LEGAL
    assert ruled(toy, [5 + 0j]).verdict is Verdict.ILLEGAL
    assert ruled(toy, [5 + 0j]).breaks == {"toy.end": pytest.approx(-0.5)}


def test_the_furthest_lawful_end_lies_before_every_bar_on_ends() -> None:
    barred = [Span(5, 8, 4.9), Span(3, 4.95, 2.9)]
    assert furthest(10, barred) == 10
    assert furthest(6, barred) == 2.9
    assert furthest(2, [Span(0, 3, 0)]) == 0


def test_an_exception_sets_a_finding_aside_by_name() -> None:
    toy = game()
    toy.rule("toy.way", Bite.WAY)(post)
    toy.exception("toy.but")(lambda step, finding: finding.about == "post")
    ruling = ruled(toy)
    assert (ruling.verdict, ruling.set_aside, ruling.breaks) == (Verdict.LEGAL, ["toy.but"], {})


def test_two_exceptions_to_one_finding_are_at_odds() -> None:
    toy = game()
    toy.rule("toy.way", Bite.WAY)(post)
    toy.exception("toy.but")(lambda step, finding: True)
    toy.exception("toy.also")(lambda step, finding: True)
    with pytest.raises(AtOdds, match=r"toy\.but and by toy\.also"):
        ruled(toy)


def test_a_permit_sets_a_clause_aside_and_is_named() -> None:
    toy = game()
    toy.rule("toy.way", Bite.WAY)(post)
    ruling = ruled(toy, settings=Settings(BOOK, permits={"toy.way": "Ghost"}))
    assert (ruling.verdict, ruling.set_aside) == (Verdict.LEGAL, ["Ghost"])


def test_an_exception_that_met_nothing_did_not_fire() -> None:
    toy = game()
    toy.rule("toy.way", Bite.WAY)(post)
    toy.exception("toy.but")(lambda step, finding: True)
    assert ruled(toy, [3 + 0j]).set_aside == []


def test_a_later_leg_is_not_taken_after_one_that_did_not_end_as_declared() -> None:
    toy = game()
    toy.rule("toy.way", Bite.WAY)(post)
    assert ruled(toy, [3 + 0j], [3 + 3j]).distances == {"a": [3, 3]}
    assert ruled(toy, [7 + 0j], [7 + 3j]).distances == {"a": [0]}


def test_a_reading_that_changes_the_ruling_is_named_and_others_are_not() -> None:
    toy = game()

    @toy.rule("toy.way", Bite.WAY)
    def shut(step: Step) -> Iterator[Bar]:
        if step.settings.reading("how") == "shut":
            yield from post(step)

    assert ruled(toy).hinges_on() == ["how: shut"]
    assert ruled(toy, [3 + 0j]).hinges_on() == []
    assert ruled(toy).under(how="shut").verdict is Verdict.ILLEGAL
    with pytest.raises(LookupError, match="open, shut"):
        ruled(toy).under(how="ajar")


def test_a_precision_flags_what_is_close_and_changes_no_verdict() -> None:
    toy = game()
    toy.rule("toy.way", Bite.WAY)(lambda step: [Bar("a", Beyond(10.02))])
    ruling = ruled(toy)
    assert ruling.too_close == ()
    table, action = ruling.table, ruling.action
    by_hand = judge(toy, table, action, precision=0.05)
    assert [f.clause for f in by_hand.too_close] == ["toy.way"]
    assert by_hand.verdict is ruling.verdict
    assert "Too close to call" in by_hand.explain()


def test_one_clause_cannot_be_decided_in_two_places() -> None:
    toy = game()
    toy.rule("toy.way", Bite.WAY)(post)
    with pytest.raises(LookupError, match="decided twice"):
        toy.note("toy.way")(lambda step: [])
    with pytest.raises(LookupError, match="no clause"):
        toy.rule("toy.nowhere", Bite.WAY)(post)


def test_a_step_of_no_length_is_judged_where_it_stands() -> None:
    toy = game()
    toy.rule("toy.end", Bite.END)(zone)
    table = Table({"a": Model("a", "red", 5 + 0j, 1.0)}, size=(40, 40))
    here = Track((5 + 0j,))
    step = Step(table, "a", 0, here, here, 10.0, {}, Settings(BOOK))
    outcome: Outcome = settle(toy, step)
    assert outcome.verdict is Verdict.ILLEGAL
    assert all(isinstance(f, Finding) and f.bites for f in outcome.findings)
