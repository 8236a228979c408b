"""VoidSiege beyond its cases: what is refused, responses, mending, and readings taken together."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

import movement
from movement.games import scene
from movement.plain import Malformed
from movement.ruling.findings import Verdict
from movement.ruling.ruling import Ruling

BASE = {"base": "25 mm"}
SCENE: dict[str, Any] = {
    "game": "voidsiege",
    "table": {
        "size": [48, 48],
        "models": {
            "ash": {"side": "red", "at": [10, 12], "move": 5, **BASE},
            "birch": {"side": "red", "at": [10, 13.5], "move": 5, **BASE},
            "hunter": {"side": "blue", "at": [30, 12], "move": 4, **BASE},
        },
        "units": {
            "drones": {"models": ["ash", "birch"], "coherency": 2},
            "hunters": {"models": ["hunter"], "coherency": 2},
        },
    },
    "action": {"unit": "drones", "command": "move", "routes": {"ash": [[12, 12]]}},
}


def ruled(**changes: Any) -> Ruling:
    return movement.scene(changed(**changes)).judge()


def changed(**changes: Any) -> dict[str, Any]:
    """The scene with some of it set, by its path with `__` for dots."""
    data = deepcopy(SCENE)
    for path, value in changes.items():
        *way, last = path.split("__")
        holder = data
        for part in way:
            holder = holder.setdefault(part, {})
        holder[last] = value
    return data


def told(ruling: Ruling, clause: str) -> list[tuple[str, str, object]]:
    return [(e.mover, e.about, e.value) for e in ruling.effects if e.clause == clause]


# What is no command


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"action__command": "charge"}, "action.command"),
        ({"action__target": "hunter"}, "action.target"),
        ({"action__routes": {"hunter": [[12, 12]]}}, "action.routes.hunter"),
        ({"action__specific": {"rule": "Jump"}}, "action.specific.distance"),
        ({"action__parts": {"strike": {"falls": "x"}}}, "action.parts.strike.falls"),
        ({"action__responses": [{"snap_fire": "ash", "at": "birch"}]}, "action.responses.0.at"),
        ({"action__responses": [{"snap_fire": "nobody", "at": "ash"}]}, "responses.0.snap_fire"),
        ({"action__responses": [{"at": "ash"}]}, "action.responses.0"),
        (
            {
                "action__responses": [
                    {"response": "Back", "unit": "hunters", "distance": 3, "routes": {"ash": []}}
                ]
            },
            "action.responses.0.routes.ash",
        ),
        ({"table__models__ash__specific": {"rule": "x", "distance": -1}}, "ash.specific.distance"),
        (
            {"table__terrain__bog": {"kind": "cover", "box": [1, 1, 2, 2], "no_end": 1}},
            "bog.no_end",
        ),
    ],
)
def test_what_cannot_be_commanded_is_refused_with_its_place(
    changes: dict[str, Any], place: str
) -> None:
    with pytest.raises(Malformed) as refused:
        scene(changed(**changes))
    assert place in str(refused.value)


def test_a_model_without_move_may_go_by_a_special_rules_distance() -> None:
    data = changed(action__specific={"rule": "Towed", "distance": 2})
    del data["table"]["models"]["ash"]["move"]
    assert movement.scene(data).judge().verdict is Verdict.LEGAL
    del data["action"]["specific"]
    with pytest.raises(Malformed, match="Move"):
        scene(data)


# Responses, one after another


def test_each_response_is_made_on_the_table_as_the_ones_before_it_leave_it() -> None:
    near = {"response": "Close In", "unit": "hunters", "distance": 9, "routes": {}}
    fire = {"snap_fire": "hunter", "at": "ash", "reach": 12}
    ruling = ruled(
        action__responses=[
            fire,
            {**near, "routes": {"hunter": [[22, 12]]}},
            fire,
            {**near, "routes": {"hunter": [[30, 12]]}},
        ]
    )
    gaps = [e.measured for e in ruling.effects if e.clause == "voidsiege.snapfire.after"]
    base = 25 / 25.4
    assert gaps == pytest.approx([18 - base, 10 - base])
    assert [v for *_, v in told(ruling, "voidsiege.snapfire.after")] == [False, True]
    assert ruling.after.models["hunter"].at == 30 + 12j
    assert ruling.ends == {"ash": 12 + 12j}


def test_a_response_is_bound_by_the_rules_of_movement_and_does_not_change_the_verdict() -> None:
    ruling = ruled(
        action__responses=[
            {
                "response": "Rush",
                "unit": "hunters",
                "distance": 20,
                "routes": {"hunter": [[13, 12]]},
            }
        ]
    )
    assert ruling.verdict is Verdict.LEGAL
    assert ruling.breaks == {}
    stands = ruling.after.models["hunter"].at.real
    assert stands == pytest.approx(12 + 25 / 25.4 + 2, abs=1e-4)
    assert ("hunter", "hunter", True) in told(ruling, "voidsiege.partial.furthest")


def test_a_response_that_can_go_nowhere_fails_by_itself() -> None:
    ruling = ruled(
        table__models__hunter__at=[16.4, 12],
        action__responses=[
            {"response": "Rush", "unit": "hunters", "distance": 1, "routes": {"hunter": [[15, 12]]}}
        ],
        action__routes={"ash": [[13.41574, 12]]},
        table__units__drones__coherency=6,
    )
    assert ruling.verdict is Verdict.LEGAL
    assert ("hunters", "hunters", True) in told(ruling, "voidsiege.partial.none")
    assert ("drones", "drones", False) in told(ruling, "voidsiege.partial.none")


# Mending


FILE: dict[str, Any] = {
    name: {"side": "red", "at": [10, 12 + 1.5 * i], "move": 5, **BASE}
    for i, name in enumerate(["ash", "birch", "cedar"])
}


def marching(**routes: list[list[float]]) -> Ruling:
    data = deepcopy(SCENE)
    data["table"]["models"] = {**FILE, "hunter": SCENE["table"]["models"]["hunter"]}
    data["table"]["units"]["drones"]["models"] = list(FILE)
    data["action"]["routes"] = routes
    return movement.scene(data).judge()


def test_a_mended_unit_tells_the_link_that_would_break_and_the_one_that_holds() -> None:
    ruling = marching(ash=[[15, 12]], birch=[[15, 13.5]])
    broken, held = ruling.common
    assert broken.bites
    assert not held.bites
    assert held.value == pytest.approx(2.0, abs=1e-5)
    assert len(held.links) == 2
    assert ruling.breaks.keys() == {"voidsiege.unit.coherency"}
    assert ruling.verdict is Verdict.SHORTENED


def test_one_goes_on_with_the_others_where_they_are_though_they_would_go_on_as_well() -> None:
    """Birch, whom ash bars the way, would run out of the chain if ash let it through."""
    routes = {
        "ash": [[20.05, 22.26], [23.21, 22.06]],
        "birch": [[20.63, 20.62], [23.96, 22.03]],
        "cedar": [[19.33, 21.33]],
        "elder": [[19.37, 18.26], [23.64, 19.02]],
    }
    data = changed(action__routes={name: way[1:] for name, way in routes.items()})
    data["table"] = {
        "size": [48, 48],
        "models": {
            name: {"side": "red", "at": way[0], "move": 4.28, **BASE}
            for name, way in routes.items()
        },
        "terrain": {
            "post": {"kind": "impassable", "circle": {"at": [25.24, 20.88], "diameter": 0.8}}
        },
        "units": {"drones": {"models": list(routes), "coherency": 2}},
    }
    ruling = movement.scene(data).judge()
    gone = {name: legs[0] for name, legs in ruling.distances.items()}
    assert gone["ash"] == pytest.approx(3.1663, abs=1e-4)  # all of its route
    assert gone["birch"] == pytest.approx(1.829, abs=1e-3)
    assert not ruling.common[-1].bites


def test_under_the_reading_that_one_holds_up_all_a_mended_unit_fails_too() -> None:
    data = changed(
        table__models__birch__at=[10, 12.984251969],
        action__routes={"ash": [[10, 17]], "birch": [[11, 13]]},
        readings={"unit-blocked": "unit"},
    )
    ruling = movement.scene(data).judge()
    assert ruling.verdict is Verdict.FAILS
    assert set(ruling.ends.values()) == {10 + 12j, complex(10, 12.984251969)}


# What is told of opponents


def test_with_no_enemy_on_the_table_nothing_is_told_of_engagements() -> None:
    data = changed()
    del data["table"]["models"]["hunter"], data["table"]["units"]["hunters"]
    ruling = movement.scene(data).judge()
    assert told(ruling, "voidsiege.melee.engagement") == []
    assert told(ruling, "voidsiege.away.disengaged") == []


def test_where_nobody_is_engaged_the_nearest_pair_is_told() -> None:
    assert told(ruled(), "voidsiege.melee.engagement") == [("ash", "hunter", False)]


def test_every_side_but_ones_own_is_an_enemy() -> None:
    ruling = ruled(
        table__models__rat={"side": "grey", "at": [12, 10.6], **BASE},
        permits={"voidsiege.enemy.two-inches": "Vermin"},
    )
    assert told(ruling, "voidsiege.melee.engagement") == [("ash", "rat", "it begins")]
