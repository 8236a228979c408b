"""What Infinity tells of lines of fire and of mounting besides what its cases show."""

from __future__ import annotations

from typing import Any

import pytest

from movement.games import scene
from movement.plain import Malformed
from movement.ruling.ruling import Ruling

TROOPER = {"side": "blue", "at": [4, 12], "silhouette": "S2", "mov": "4-4"}
ENEMY = {"side": "red", "at": [14, 12], "silhouette": "S2", "facing": 180}
RIDER = {**TROOPER, "profiles": {"bike": {"silhouette": "S4", "mov": "8-6", "rides": "motorcycle"}}}
CLAUSES = ("infinity.sight.all-round", "infinity.peek.resolved", "infinity.vault.sight")


def judged(order: list[Any], models: dict[str, Any], terrain: Any = None, **more: Any) -> Ruling:
    table = {"size": [24, 24], "models": models, "terrain": terrain or {}}
    action = {"by": "trooper", "order": order, **more.pop("action", {})}
    return scene({"game": "infinity", "table": table, "action": action, **more}).judge()


def stated(ruling: Ruling, clause: str) -> dict[str, bool | str]:
    return {effect.about: effect.value for effect in ruling.effects if effect.clause == clause}


def test_without_an_enemy_nothing_is_told_of_lines_of_fire() -> None:
    wall = {"wall": {"kind": "solid", "box": [6, 8, 6.2, 16], "top": 1}}
    friend = {**TROOPER, "at": [4, 20]}
    for models in ({"trooper": TROOPER}, {"trooper": TROOPER, "friend": friend}):
        ruling = judged([{"move": [[7.9, 12]]}], models, wall)
        assert not {effect.clause for effect in ruling.effects} & {*CLAUSES}
        assert "standing-arc" not in ruling.settings.consulted


def test_an_order_that_may_not_be_declared_has_no_lines_of_fire() -> None:
    order = [{"attack": "enemy", "posture": "prone"}]
    ruling = judged(order, {"trooper": TROOPER, "enemy": ENEMY})
    assert ruling.verdict == "illegal"
    assert not {effect.clause for effect in ruling.effects} & {*CLAUSES}


def test_a_token_sees_nobody() -> None:
    mine = {**ENEMY, "kind": "token"}
    ruling = judged([{"move": [[6, 12]]}], {"trooper": TROOPER, "mine": mine})
    assert stated(ruling, "infinity.sight.all-round") == {}


def test_who_goes_prone_behind_a_kerb_is_out_of_sight() -> None:
    kerb = {"kerb": {"kind": "solid", "box": [8, 8, 8.2, 16], "top": 0.3}}
    models = {"trooper": TROOPER, "enemy": {**ENEMY, "states": ["prone"]}}
    for posture, seen in ((None, "enemy gains an ARO"), ("prone", False)):
        move = {"move": [[5, 12]], **({"posture": posture} if posture else {})}
        ruling = judged([move], models, kerb)
        assert stated(ruling, "infinity.sight.all-round") == {"enemy": seen}


def test_over_two_moves_the_second_may_be_the_one_that_is_seen() -> None:
    house = {"house": {"kind": "solid", "box": [8, 2, 9, 15], "top": 4}}
    models = {"trooper": TROOPER, "enemy": ENEMY}
    order = [{"move": [[4, 14]]}, {"move": [[4, 18]]}]
    ruling = judged(order, models, house)
    (effect,) = (e for e in ruling.effects if e.clause == "infinity.sight.all-round")
    assert effect.value == "enemy gains an ARO"
    assert effect.measured is not None
    assert 2 < effect.measured < 6
    assert [moment.leg for moment in effect.moments] == [1]
    assert stated(judged(order[:1], models, house), "infinity.sight.all-round") == {"enemy": False}


def test_a_line_of_fire_that_is_told_is_one_where_the_trooper_then_is() -> None:
    house = {"house": {"kind": "solid", "box": [8, 6, 13, 14], "top": 4}}
    trooper = {**TROOPER, "at": [7.507874, 12]}
    enemy = {**ENEMY, "at": [16, 17]}
    order = [{"move": [[7.507874, 14], [7.507874, 12]]}, {"attack": "enemy"}]
    ruling = judged(order, {"trooper": trooper, "enemy": enemy}, house)
    (effect,) = (e for e in ruling.effects if e.clause == "infinity.peek.resolved")
    start, corner, aro, end = effect.moments
    assert start.line is None
    assert end.line is None
    assert (corner.viewer, aro.viewer) == ("trooper", "enemy")
    assert corner.at is not None
    assert corner.line is not None
    assert abs(corner.line[0][0] - corner.at[0]) <= 0.4922
    assert aro.line == corner.line[::-1]
    assert corner.at[0] == pytest.approx(7.507874 + 14j, abs=0.01)


def test_an_aro_is_told_of_a_place_where_the_enemy_sees_the_trooper() -> None:
    """It looks away from where the trooper comes from, and has it before it later on."""
    sentry = {**ENEMY, "at": [6, 13.5], "facing": 0}
    ruling = judged([{"move": [[7.9, 12]]}], {"trooper": TROOPER, "sentry": sentry})
    (effect,) = (e for e in ruling.effects if e.clause == "infinity.sight.all-round")
    assert effect.value == "sentry gains an ARO"
    assert effect.measured == pytest.approx(0)
    (moment,) = effect.moments
    assert moment.at is not None
    assert moment.line is not None
    assert moment.words == f"At {moment.at[0].real - 4:.3g} in: LoF; sentry gains an ARO"
    assert all(spot.real >= 6 for spot, _ in moment.line)


def test_where_there_is_no_line_of_fire_that_is_told_too() -> None:
    wall = {"wall": {"kind": "solid", "box": [9, 2, 10, 22], "top": 4}}
    ruling = judged([{"move": [[7, 12]]}], {"trooper": TROOPER, "enemy": ENEMY}, wall)
    (effect,) = (e for e in ruling.effects if e.clause == "infinity.sight.all-round")
    (moment,) = effect.moments
    assert (moment.words, moment.line, moment.seen) == ("no LoF to enemy", None, "enemy")
    assert not ruling.lines


def test_the_standing_arc_is_not_in_the_document_and_hinges_are_told() -> None:
    """Just outside the half before it, an arc a tenth wider would show the trooper."""
    sentry = {**ENEMY, "at": [8, 13], "facing": 90}
    ruling = judged([{"move": [[5, 12]]}], {"trooper": TROOPER, "sentry": sentry})
    assert stated(ruling, "infinity.sight.all-round") == {
        "sentry": "sentry looks away and gains no ARO"
    }
    assert "standing-arc" in ruling.hinges_on()


# Mounting


def test_who_has_mounted_is_what_it_has_become() -> None:
    order = [{"move": [[11, 12]]}, {"mount": "bike"}]
    ruling = judged(order, {"trooper": {**RIDER, "states": ["hidden deployment"]}})
    after = ruling.after.models["trooper"]
    assert (after.profile.mov, after.profile.silhouette) == ((8.0, 6.0), "S4")
    assert after.base == pytest.approx(55 / 25.4)
    assert after.states == frozenset()
    assert after.at == 11 + 12j


def test_who_cannot_make_the_movement_has_not_mounted() -> None:
    ruling = judged([{"move": [[13, 12]]}, {"mount": "bike"}], {"trooper": RIDER})
    assert ruling.verdict == "idle"
    assert ruling.after.models["trooper"].profile.silhouette == "S2"


def test_by_an_attack_alone_nobody_mounts() -> None:
    order = [{"attack": "enemy"}, {"mount": "bike"}]
    ruling = judged(order, {"trooper": RIDER, "enemy": ENEMY})
    assert set(ruling.breaks) == {"infinity.mount.skill"}


def test_the_second_move_is_measured_by_the_new_profile_too() -> None:
    order = [{"move": [[10, 12]]}, {"mount": "bike"}, {"move": [[16.1, 12]]}]
    ruling = judged(order, {"trooper": RIDER})
    assert ruling.verdict == "idle"
    assert ruling.breaks == {"infinity.mov.maximum": pytest.approx(-0.1)}


def test_what_is_taller_by_its_new_profile_is_seen_over_a_wall() -> None:
    """A wall of 1.7 in hides 40 mm, and not the 67 mm of a TAG."""
    tag = {**TROOPER, "profiles": {"tag": {"silhouette": "S7", "mov": "6-4", "rides": "tag"}}}
    wall = {"wall": {"kind": "solid", "box": [9, 2, 9.2, 22], "top": 1.7}}
    models = {"trooper": tag, "enemy": ENEMY}
    move = {"move": [[5, 12]]}
    hidden = judged([move], models, wall)
    assert stated(hidden, "infinity.sight.all-round") == {"enemy": False}
    mounted = judged([move, {"mount": "tag"}], models, wall)
    assert stated(mounted, "infinity.sight.all-round") == {"enemy": "enemy gains an ARO"}


@pytest.mark.parametrize(
    ("order", "where"),
    [
        ([{"mount": "bike"}], "action.order"),
        ([{"move": [[5, 12]]}, {"mount": "horse"}], "action.order.1.mount"),
        ([{"move": [[5, 12]]}, {"mount": "bike"}, {"mount": "bike"}], "action.order.2"),
        ([{"move": []}, {"move": []}, {"move": []}, {"mount": "bike"}], "action.order"),
    ],
)
def test_what_is_no_order_with_a_mount_is_refused_with_its_place(
    order: list[Any], where: str
) -> None:
    with pytest.raises(Malformed) as refused:
        judged(order, {"trooper": RIDER})
    assert str(refused.value).startswith(f"{where}: ")


def test_a_scene_with_profiles_and_a_mount_is_read_again_as_the_same() -> None:
    table = {"size": [24, 24], "models": {"trooper": RIDER}}
    order = [{"move": [[11, 12]]}, {"mount": "bike", "measured": True}]
    one = scene({"game": "infinity", "table": table, "action": {"by": "trooper", "order": order}})
    assert scene(one.to_dict()) == one
