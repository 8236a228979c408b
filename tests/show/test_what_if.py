"""What the board asks and is answered, without a browser: set-ups, edits, snaps, forms, sharing."""

from __future__ import annotations

import json
import subprocess
import sys
from copy import deepcopy
from pathlib import Path
from typing import Any, Final

import pytest

import movement
from movement.cases import corpus
from movement.cases.case import Case, load
from movement.cases.check import check
from movement.cases.scaffold import scaffold
from movement.games import find, names, scene
from movement.plain import Malformed
from movement.ruling.changes import value_at
from movement.show.board import site
from movement.show.board.answer import WhatIf, opened
from movement.show.board.edits import edited
from movement.show.board.parts import spots
from movement.show.board.share import LARGEST, LONGEST, as_case, coded, decoded
from movement.show.board.subject import what_if

CASES: Final = [corpus.case(file) for file in corpus.files()]
CHARGE: Final = what_if(movement.case("bushido/charge-second-zone"))
VAULT: Final = what_if(movement.case("infinity/vault"))
DRONES: Final = what_if(movement.case("voidsiege/two-inches"))
STAIRS: Final = what_if(movement.case("infinity/stairs"))

each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)


def after(subject: WhatIf, *edits: dict[str, Any], **more: Any) -> dict[str, Any]:
    """The answer to some edits of a subject's original."""
    return subject.answer({"edits": edits, **more})[0]


def at(plain: dict[str, Any], *path: str) -> Any:
    return value_at(plain, path)


# Questions and answers


@each_case
def test_each_ruling_of_a_case_is_what_the_board_says_of_its_set_up(case: Case) -> None:
    subject = what_if(case)
    for name, worked in case.worked.items():
        answer, ruling = subject.answer({"scene": subject.setups[name], "data": True})
        assert answer["data"] == worked.ruling.to_dict(hinges=False)
        assert answer["ruling"]["verdict"] == worked.ruling.verdict.value
        assert ruling is not None
        assert {*answer["ruling"]["parts"]} >= {"Why"} or not worked.ruling.deciding


@each_case
def test_questions_and_answers_are_json_and_an_opening_opens_the_same_board(case: Case) -> None:
    subject = what_if(case)
    again = opened(json.dumps(subject.opening()))
    asked = {"scene": subject.original, "settled": True, "seq": 3}
    told = json.loads(again.answer_json(json.dumps(asked)))
    assert told == json.loads(json.dumps(subject.answer(asked)[0]))
    assert told["seq"] == 3


def test_what_is_malformed_is_not_judged_and_the_set_up_is_kept() -> None:
    told = after(CHARGE, {"set": "models.samurai.move", "to": "far"})
    assert told["wrong"].startswith("table.models.samurai.move: got 'far'; expected a length")
    assert at(told["scene"], "table", "models", "samurai", "move") == "far"
    assert "ruling" not in told
    mended, ruling = CHARGE.answer(
        {"scene": told["scene"], "edits": [{"set": "models.samurai.move", "to": 4}]}
    )
    assert ruling is not None
    assert mended["ruling"]["verdict"] == "shortened"


@pytest.mark.parametrize(
    "edit",
    [
        {"make": "x"},
        {},
        {"move": "models.nobody.at", "to": [1, 2]},
        {"move": "models.samurai.at", "to": [1]},
    ],
)
def test_an_edit_that_is_none_is_not_judged(edit: dict[str, Any]) -> None:
    assert "wrong" in after(CHARGE, edit)


def test_a_fault_of_the_engine_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError("by the test")

    monkeypatch.setattr("movement.ruling.scene.judge", fails)
    told = after(CHARGE)
    assert told["wrong"] == "the engine failed: ZeroDivisionError: by the test"


def test_a_precision_flags_what_is_close_and_changes_no_verdict() -> None:
    close = CHARGE.setups["spearman-a-hair-further"]
    told = [CHARGE.answer({"scene": close, "precision": p})[0]["ruling"] for p in (0.0, 0.05)]
    assert [one["close"] for one in told] == [False, True]
    assert [one["verdict"] for one in told] == ["legal", "legal"]


def test_what_a_ruling_hinges_on_is_told_where_it_is_asked() -> None:
    both = CHARGE.setups["both-zones-at-once"]
    told = [CHARGE.answer({"scene": both, "hinges": hinges})[0] for hinges in (False, True)]
    assert [one["hinged"] for one in told] == [False, True]
    assert ["Hinges on" in one["ruling"]["parts"] for one in told] == [False, True]


def test_the_side_is_shown_where_heights_matter() -> None:
    assert not after(CHARGE)["sides"]
    (side,) = after(VAULT)["sides"]
    assert side["of"] == "trooper"


def test_of_a_ruling_of_two_moves_one_is_shown_at_a_time() -> None:
    ladders = what_if(movement.case("infinity/ladders"))
    two = ladders.setups["first-move-ends-on-the-ladder"]
    told = [ladders.answer({"scene": two, "leg": leg})[0] for leg in (0, None)]
    assert [one["leg"] for one in told] == [0, 0]
    moves = edited(ladders.original, [{"append": "action.order"}])
    assert [ladders.answer({"scene": moves, "leg": leg})[0]["leg"] for leg in (0, 1)] == [0, 1]


# Edits


def test_a_base_and_a_waypoint_are_moved_and_a_waypoint_keeps_its_height() -> None:
    ladders = what_if(movement.case("infinity/ladders"))
    told = after(ladders, {"move": "action.order.0.move.1", "to": [6.1, 12]})
    assert at(told["scene"], "action", "order", "0", "move", "1") == [6.1, 12, 4]
    told = after(CHARGE, {"move": "models.spearman.at", "to": [8, 14.19]})
    assert told["ruling"]["verdict"] == "legal"


def test_a_piece_is_shifted_whatever_its_shape() -> None:
    plain = deepcopy(dict(VAULT.original))
    plain["table"]["terrain"] |= {
        "pillar": {"kind": "solid", "circle": {"at": [4, 20], "diameter": "2 in"}, "top": 3},
        "ruin": {
            "kind": "solid",
            "outline": [[14, 14], [20, 14], [20, 20], [14, 20]],
            "holes": [[[15, 15], [16, 15], [16, 16], [15, 16]]],
            "top": 3,
        },
        "rungs": {"kind": "ladder", "foot": [14, 16, 0], "head": [14, 16, 3]},
    }
    shifts = [{"shift": f"terrain.{name}", "by": [1, -2]} for name in plain["table"]["terrain"]]
    before, now = scene(plain).table.terrain, scene(edited(plain, shifts)).table.terrain
    points = {"pillar": [0], "ruin": [14 + 14j, 15 + 15j], "rungs": [0], "wall": [0]}
    assert now["pillar"].circle is not None
    assert before["pillar"].circle is not None
    assert now["pillar"].circle.at - before["pillar"].circle.at == 1 - 2j
    assert now["ruin"].outline == tuple(p + 1 - 2j for p in before["ruin"].outline or ())
    assert now["ruin"].holes[0] == tuple(p + 1 - 2j for p in before["ruin"].holes[0])
    assert now["rungs"].foot == (15, 14, 0)
    assert now["wall"].box == tuple(
        n + by for n, by in zip(before["wall"].box or (), (1, -2, 1, -2), strict=True)
    )
    assert set(points) == set(now)


def test_a_box_turned_square_stays_a_box_and_leaning_it_is_an_outline() -> None:
    square = after(VAULT, {"turn": "terrain.wall", "by": 90})["scene"]
    leaning = after(VAULT, {"turn": "terrain.wall", "by": 45})["scene"]
    box = at(dict(VAULT.original), "table", "terrain", "wall")["box"]
    (x0, y0, x1, y1), turned = box, at(square, "table", "terrain", "wall")["box"]
    assert turned[2] - turned[0] == pytest.approx(y1 - y0)
    assert turned[3] - turned[1] == pytest.approx(x1 - x0)
    assert "box" not in at(leaning, "table", "terrain", "wall")
    areas = [scene(one).table.terrain["wall"].shape.area() for one in (square, leaning)]  # type: ignore[attr-defined]
    assert areas == pytest.approx([(x1 - x0) * (y1 - y0)] * 2)


def test_a_flight_that_is_turned_rises_the_way_it_is_turned() -> None:
    told = after(STAIRS, {"turn": "terrain.stairs", "by": 30})
    before = at(dict(STAIRS.original), "table", "terrain", "stairs")["up"]
    assert at(told["scene"], "table", "terrain", "stairs")["up"] == (before + 30) % 360
    assert "ruling" in told


def test_a_model_is_turned_as_the_hand_goes_round_it() -> None:
    edit = {"turn": "models.spearman", "since": [8, 12], "to": [8, 16]}
    told = after(CHARGE, edit)
    assert at(told["scene"], "table", "models", "spearman", "facing") == 90
    assert told["ruling"]["verdict"] == "legal"


def test_a_waypoint_is_added_where_the_route_passes_nearest() -> None:
    plain = edited(STAIRS.original, [{"add": [9, 13]}])
    assert plain["action"]["order"][0]["move"][0] == [9, 13]
    more = edited(plain, [{"insert": "action.order.0.move.1"}])
    route = more["action"]["order"][0]["move"]
    assert len(route) == 3
    assert route[1] == pytest.approx([(9 + route[2][0]) / 2, (13 + route[2][1]) / 2])
    assert edited(more, [{"remove": "action.order.0.move.1"}]) == plain


def test_where_no_route_is_stated_the_laid_one_is_and_without_waypoints_it_is_laid_again() -> None:
    stated = edited(CHARGE.original, [{"add": [6, 12]}])
    assert stated["action"]["route"][0] == [6, 12]
    told = CHARGE.answer({"scene": stated})[0]["ruling"]
    assert told["verdict"] == "shortened"
    for _ in stated["action"]["route"]:
        stated = edited(stated, [{"drop": "action.route"}])
    assert stated == CHARGE.original


def test_a_model_of_the_unit_that_had_no_route_gets_one() -> None:
    shunt = what_if(movement.case("voidsiege/shunt"))
    bare = edited(shunt.original, [{"set": "action.routes.ash", "to": None}])
    again = edited(bare, [{"enter": "action.routes", "to": "ash"}])
    assert len(again["action"]["routes"]["ash"]) == 1
    assert "ruling" in shunt.answer({"scene": again})[0]


def test_an_order_gets_another_move_and_loses_it() -> None:
    two = edited(VAULT.original, [{"append": "action.order"}])
    assert len(two["action"]["order"]) == 2
    assert "ruling" in VAULT.answer({"scene": two})[0]
    assert edited(two, [{"drop": "action.order"}]) == VAULT.original


@pytest.mark.parametrize("game", names())
def test_an_action_of_each_kind_can_be_chosen_from_any_other(game: str) -> None:
    kinds = find(game).actions
    plain = {"game": game, **deepcopy(find(game).rulebook.data["example"])}
    plain.pop("tags", None)
    subject = WhatIf({"explore": {}, "title": "", "tags": [], "story": ""}, plain, {"": plain})
    menus = [f for f in after(subject)["forms"]["action"] if f["kind"] == "class"]
    assert any(menu["path"] == "action" for menu in menus) == (len(kinds) > 1)
    for menu in menus:
        for option, _ in menu["options"]:
            told = after(subject, {"choose": menu["path"], "to": option})
            assert "engine failed" not in told.get("wrong", "")
            assert "ruling" in told or menu["path"] != "action", told["wrong"]


@each_case
def test_every_part_of_a_set_up_that_can_be_moved_has_a_handle(case: Case) -> None:
    subject = what_if(case)
    handles = {one["path"] for one in after(subject)["handles"]}
    table = case.scene.table
    assert handles >= {f"models.{name}.at" for name in table.models}
    assert handles >= {f"terrain.{name}" for name in table.terrain}
    assert handles >= {".".join(spot.path) for spot in spots(case.scene)}


@pytest.mark.parametrize("case", CASES[::3], ids=lambda case: case.id)
def test_every_field_that_is_offered_can_be_set_to_what_it_is(case: Case) -> None:
    subject = what_if(case)
    first = after(subject)
    paths = [one["path"].removesuffix(".at") for one in first["handles"]]
    things = [f"units.{name}" for name in case.scene.table.units]
    forms = [after(subject, selected=path)["forms"] for path in [*paths, *things]]
    fields = [f for form in forms for group in form.values() for f in group]
    assert {f["path"] for f in fields} >= {*case.explore}
    for field in {f["path"]: f for f in fields}.values():
        if field["kind"] in ("class", "parts", "entries"):
            continue
        told = (
            after(subject, {"set": field["path"], "to": field["value"]})
            if field["value"] is not None
            else first
        )
        assert told.get("ruling") == first["ruling"], (field, told.get("wrong"))


# Snaps


def snapped_to(subject: WhatIf, path: str, to: list[float], reach: float = 0.2) -> dict[str, Any]:
    return after(subject, {"move": path, "to": to}, snap=reach)


def test_a_base_snaps_into_contact_with_another() -> None:
    told = snapped_to(CHARGE, "models.spearman.at", [11, 12.5])
    assert told["snap"]["words"] == "touches archer"
    x, y = at(told["scene"], "table", "models", "spearman", "at")
    assert abs(complex(x, y) - (12 + 12j)) == pytest.approx(30 / 25.4, abs=1e-6)
    assert "ruling" in told
    assert "snap" not in snapped_to(CHARGE, "models.spearman.at", [9, 15])


def test_the_end_of_a_route_snaps_to_the_allowance() -> None:
    told = snapped_to(STAIRS, "action.order.0.move.0", [10.7, 12], 0.3)
    assert told["snap"]["words"] == "all of the allowance"
    assert told["data" if "data" in told else "ruling"]["verdict"] == "legal"
    data = STAIRS.answer({"scene": told["scene"], "data": True})[0]["data"]
    assert data["steps"][0]["distance"] == pytest.approx(8, abs=1e-6)


def test_the_end_of_a_route_snaps_short_of_what_bars_it() -> None:
    told = snapped_to(DRONES, "action.routes.ash.0", [11, 12], 0.4)
    assert "snap" in told
    assert "ruling" in told


def test_a_base_snaps_to_the_edge_of_the_table() -> None:
    told = snapped_to(CHARGE, "models.spearman.at", [8, 23.3])
    assert told["snap"]["words"] == "touches the table's edge"
    assert at(told["scene"], "table", "models", "spearman", "at")[1] == pytest.approx(
        24 - 15 / 25.4
    )


# Sharing


@each_case
def test_a_set_up_comes_back_from_its_address(case: Case) -> None:
    subject = what_if(case)
    links = [coded(plain, subject.original) for plain in subject.setups.values()]
    back = [decoded(link, subject.original) for link in links]
    assert back == list(subject.setups.values())
    assert max(map(len, links)) < 600
    assert subject.answer({"link": links[-1]})[0]["scene"] == back[-1]


@pytest.mark.parametrize(
    "link",
    [
        "",
        "1",
        "1.",
        "2.eNqrVkrLz1eyUkpKLFKqBQAhmwSL",
        "1.%%%",
        "1.eNqrrgUAAXUA-QQQ",
        "1." + "A" * LONGEST,
        coded({"action": {"by": "nobody"}}, {"action": {"by": "samurai"}}),
        coded({"action": [[[[]]]]}, {"action": 1}),
        coded({"table": {"models": {"x": {"at": [float("nan"), 1]}}}}, {"table": {"models": {}}}),
    ],
    ids=range(10),
)
def test_a_damaged_address_is_refused_in_words_and_gives_no_set_up(link: str) -> None:
    told, ruling = CHARGE.answer({"link": link})
    assert ruling is None
    assert "scene" not in told
    assert told["wrong"]
    assert "engine failed" not in told["wrong"]


def test_an_address_that_unpacks_to_too_much_is_refused() -> None:
    bomb = coded({"action": "a" * (LARGEST + 1)}, {"action": 1})
    assert len(bomb) < LONGEST
    with pytest.raises(Malformed, match="only a part"):
        decoded(bomb, CHARGE.original)


@each_case
def test_what_is_copied_becomes_a_case_that_passes_its_check(
    case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("movement.cases.scaffold._folder", lambda: tmp_path / "cases")
    subject = what_if(case)
    for name in {*list(subject.setups)[:1], *list(subject.setups)[-1:]}:
        file = tmp_path / f"copied-{name}.yaml"
        file.write_text(as_case(subject.setups[name], subject.about), "utf-8")
        made = load(scaffold(None, file))
        assert not any(check(made).values())
        assert made.scene.judge().verdict is case.worked[name].ruling.verdict


# What it takes


def test_the_board_answers_with_the_standard_library_alone(tmp_path: Path) -> None:
    program = """\
import json, sys
before = set(sys.modules)
sys.path.insert(0, sys.argv[1])
from movement.show.board.answer import opened
subject = opened(sys.stdin.read())
told = json.loads(subject.answer_json(json.dumps({"settled": True, "selected": "models.samurai"})))
print(json.dumps([told["ruling"]["verdict"], sorted(set(sys.modules) - before)]))
"""
    done = subprocess.run(
        [sys.executable, "-I", "-c", program, str(Path(movement.__file__).parents[1])],
        input=json.dumps(CHARGE.opening()),
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=True,
    )
    verdict, modules = json.loads(done.stdout)
    assert verdict == "shortened"
    tops = {module.split(".")[0] for module in modules}
    assert tops - {*sys.stdlib_module_names} == {"movement"}


def test_the_module_of_the_board_names_no_game_and_no_clause() -> None:
    source = (Path(site.__file__).parent / "board.mjs").read_text("utf-8")
    for game in names():
        assert game not in source
        assert not [id_ for id_ in find(game).rulebook.clauses if id_ in source]
