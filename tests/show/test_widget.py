"""The board and the plain controls as a notebook's Python has them."""

from __future__ import annotations

from typing import Any

import ipywidgets
import pytest
import traitlets

import movement
from movement.games import scene
from movement.show.board.widget import Board

CASE = movement.case("bushido/charge-second-zone")


@pytest.fixture
def board() -> Board:
    made = CASE.board()
    assert isinstance(made, Board)
    return made


def pose(board: Board, *edits: dict[str, Any]) -> None:
    """Does what the page does as a hand changes something."""
    board.pose = {"seq": board.pose.get("seq", 0) + 1, "scene": board.scene, "edits": [*edits]}


def test_a_board_begins_with_the_first_ruling_of_its_case(board: Board) -> None:
    assert board.case is CASE
    assert board.ruling == CASE.rulings["stops-short"]
    assert repr(board).startswith("The board of bushido/charge-second-zone. SHORTENED: samurai")


def test_a_board_is_had_by_the_id_of_a_case_as_well() -> None:
    assert movement.board("bushido/charge-second-zone").ruling == CASE.rulings["stops-short"]


def test_a_board_is_made_of_any_table_and_action() -> None:
    mine = movement.Board(CASE.scene.game, CASE.scene.table, CASE.scene.action)
    assert mine.case is None
    assert mine.ruling == CASE.scene.judge()
    plain = CASE.scene.to_dict()
    same = movement.Board("bushido", plain["table"], plain["action"])
    assert same.ruling == mine.ruling
    read = movement.Board(
        "bushido", plain["table"], plain["action"], readings={"own-zone": "at-start"}
    )
    assert read.scene["readings"] == {"own-zone": "at-start"}


def test_what_a_hand_does_changes_scene_and_ruling_for_all_who_observe(board: Board) -> None:
    seen: list[str] = []
    board.observe(lambda change: seen.append(change["new"].verdict.value), "ruling")
    label = ipywidgets.Label()
    traitlets.dlink((board, "ruling"), (label, "value"), lambda ruling: str(ruling.verdict))
    pose(board, {"move": "models.spearman.at", "to": [8, 14.19]})
    assert board.scene["table"]["models"]["spearman"]["at"] == [8, 14.19]
    assert board.ruling is not None
    assert board.ruling.verdict == "legal"
    assert seen == ["legal"]
    assert label.value == "legal"
    assert board.answer["seq"] == board.pose["seq"]


def test_a_scene_that_is_set_is_judged(board: Board) -> None:
    board.scene = scene(CASE.worked["spearman-looks-away"].scene.to_dict()).to_dict()
    assert board.ruling is not None
    assert board.ruling.verdict == "legal"
    assert board.answer["ruling"]["verdict"] == "legal"


def test_a_set_up_that_is_none_has_no_ruling_and_says_why(board: Board) -> None:
    pose(board, {"set": "models.samurai.move", "to": -1})
    assert board.ruling is None
    assert board.wrong.startswith("table.models.samurai.move: got -1")
    assert "not judged: table.models.samurai.move" in repr(board)
    pose(board, {"set": "models.samurai.move", "to": 4})
    assert board.wrong == ""
    assert board.ruling is not None


def test_a_notebook_keeps_a_board_in_words_that_are_the_same_each_time(board: Board) -> None:
    told = [shown._repr_mimebundle_()[0]["text/plain"] for shown in (board, CASE.board())]
    assert told[0] == told[1] == repr(board)


def test_there_is_a_control_for_all_that_a_case_offers_edition_and_readings() -> None:
    vault = movement.case("infinity/vault")
    controls = vault.interact()
    assert {*controls.controls} >= {*vault.explore, "edition"}
    assert all(control.description for control in controls.controls.values())
    charge = CASE.interact()
    assert {*charge.controls} >= {*CASE.explore, "readings.zones-together"}


def test_plain_controls_change_the_ruling() -> None:
    controls = CASE.interact()
    assert controls.ruling == CASE.scene.judge()
    controls.controls["models.spearman.facing"].value = 90
    assert controls.ruling.verdict == "legal"
    assert controls.ruling == CASE.vary(models__spearman__facing=90)
    assert "LEGAL" in controls.children[-1].value


def test_plain_controls_tell_a_fault_in_place_of_a_ruling(monkeypatch: pytest.MonkeyPatch) -> None:
    controls = CASE.interact()

    def fails(*_: object) -> None:
        raise ZeroDivisionError("by the test")

    monkeypatch.setattr("movement.ruling.scene.judge", fails)
    controls.controls["models.samurai.move"].value = 3
    assert controls.ruling is None
    assert "not judged: the engine failed: ZeroDivisionError" in controls.children[-1].value
