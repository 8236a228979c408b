"""Cases: read from their files, found by their ids, overridden and varied."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from command_line import program
from scenes import CHARGE, UNIT, edited, overriding

import movement
from movement.cases import corpus
from movement.cases.case import Case, load
from movement.cases.source import BadFile
from movement.plain import Malformed
from movement.ruling.findings import Verdict
from movement.ruling.ruling import Ruling
from movement.ruling.scene import Scene


def case_of(text: str, folder: Path, name: str = "case") -> Case:
    file = folder / f"{name}.yaml"
    file.write_text(text, "utf-8")
    return load(file)


def changed(overrides: str, folder: Path, text: str = CHARGE) -> Scene:
    """The scene of the one ruling of the small case with overrides."""
    (worked,) = case_of(overriding(overrides, text), folder).worked.values()
    return worked.scene


# Reading


def test_a_case_has_what_its_file_says(tmp_path: Path) -> None:
    case = case_of(CHARGE, tmp_path)
    assert case.title == "A charge comes to contact"
    assert case.tags == ("charge",)
    assert case.story == "The samurai wants the archer."
    assert list(case.scene.table.models) == ["samurai", "archer"]
    assert list(case.worked) == ["comes-to-contact"]
    assert case.worked["comes-to-contact"].because == "Nothing is in the way."
    assert case.worked["comes-to-contact"].changes == {}
    assert case.explore == {}


def test_an_id_is_the_game_and_the_files_name_and_a_rulings_id_ends_in_its_own(
    tmp_path: Path,
) -> None:
    case = case_of(CHARGE, tmp_path, "at-the-bridge")
    assert case.id == "bushido/at-the-bridge"
    assert case.worked["comes-to-contact"].id == "bushido/at-the-bridge/comes-to-contact"
    assert repr(case) == "<case bushido/at-the-bridge: 1 rulings>"


def test_millimetres_are_inches_once_read(tmp_path: Path) -> None:
    assert case_of(CHARGE, tmp_path).scene.table.models["archer"].base == 30 / 25.4


def test_rulings_are_judged_when_they_are_asked_for_and_then_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged: list[Scene] = []
    judge = Scene.judge

    def counting(scene: Scene, precision: float = 0.0) -> Ruling:
        judged.append(scene)
        return judge(scene, precision)

    monkeypatch.setattr(Scene, "judge", counting)
    two = f"{CHARGE}  again:\n    expect: {{verdict: idle, breaks: {{}}}}\n    because: Why not.\n"
    case = case_of(two, tmp_path)
    assert judged == []
    first = case.worked["comes-to-contact"].ruling
    assert judged == [case.worked["comes-to-contact"].scene]
    assert case.worked["comes-to-contact"].ruling is first
    assert case.rulings["comes-to-contact"] is first
    assert list(case.rulings) == ["comes-to-contact", "again"]
    assert len(judged) == 2


# Overrides


def test_an_override_sets_an_entry_of_a_list(tmp_path: Path) -> None:
    scene = changed("models.archer.at.1: 13", tmp_path)
    assert scene.table.models["archer"].at == 12 + 13j


def test_an_override_sets_a_whole_value_or_a_key_that_was_at_its_default(tmp_path: Path) -> None:
    scene = changed("models.archer.at: [13, 14]\naction.heading: [12, 13]", tmp_path)
    assert scene.table.models["archer"].at == 13 + 14j
    assert scene.action.heading == 12 + 13j


def test_null_takes_a_key_away_and_a_model(tmp_path: Path) -> None:
    scene = changed(
        "models.samurai.facing: null", tmp_path, edited(CHARGE, "facing: 0", "facing: 9")
    )
    assert scene.table.models["samurai"].facing == 0
    assert list(changed("models.hunter: null", tmp_path, UNIT).table.models) == ["ash", "birch"]


def test_an_override_adds_a_model_a_piece_a_reading_a_permit_and_a_unit(tmp_path: Path) -> None:
    scene = changed(
        """\
models.monk: {side: red, at: [20, 20], base: 40 mm}
terrain.wall: {kind: impassable, box: [1, 1, 2, 2]}
units.all: {models: [samurai, archer, monk]}
readings.partial: stops-before
permits.bushido.move.through: Walks through walls""",
        tmp_path,
    )
    assert scene.table.models["monk"].at == 20 + 20j
    assert list(scene.table.terrain) == ["wall"]
    assert scene.table.units["all"].models == ("samurai", "archer", "monk")
    assert scene.settings.reading("partial") == "stops-before"
    assert scene.settings.permits == {"bushido.move.through": "Walks through walls"}


def test_an_override_replaces_the_whole_action(tmp_path: Path) -> None:
    scene = changed("action: {by: archer, charge: samurai}\nmodels.archer.move: 4", tmp_path)
    assert (scene.action.by, scene.action.charge) == ("archer", "samurai")


def test_overrides_apply_in_order_so_that_a_later_one_may_build_on_an_earlier(
    tmp_path: Path,
) -> None:
    scene = changed("models.monk: {side: red, at: [1, 2], base: 1}\nmodels.monk.at.0: 5", tmp_path)
    assert scene.table.models["monk"].at == 5 + 2j


def test_a_model_named_by_a_number_is_overridden_by_it(tmp_path: Path) -> None:
    text = CHARGE.replace("archer", '"7"')
    assert changed("models.7.at.0: 13", tmp_path, text).table.models["7"].at == 13 + 12j


def test_an_override_touches_neither_other_rulings_nor_the_scene(tmp_path: Path) -> None:
    other = "  other:\n    expect: {verdict: idle, breaks: {}}\n    because: Why not.\n"
    case = case_of(overriding("models.archer.at.0: 20") + other, tmp_path)
    assert case.scene.table.models["archer"].at == 12 + 12j
    assert case.worked["other"].scene.table.models["archer"].at == 12 + 12j
    assert case.worked["comes-to-contact"].scene.table.models["archer"].at == 20 + 12j


def test_an_override_of_an_alias_leaves_what_it_was_copied_from(tmp_path: Path) -> None:
    text = edited(CHARGE, "[12, 12]", "&there [12, 12]")
    text = edited(text, "charge: archer", "charge: archer, heading: *there")
    scene = changed("action.heading.1: 13", tmp_path, text)
    assert scene.action.heading == 12 + 13j
    assert scene.table.models["archer"].at == 12 + 12j


@pytest.mark.parametrize(
    ("overrides", "line", "says"),
    [
        ("models.archer.at.0: 13\nmodels.archer.base: -1", 17, "base: got -1"),
        ("models.archer.base: -1\nmodels.archer.at.0: 13", 16, "base: got -1"),
        ("models.archer.at.0: 13\naction.by: monk", 17, "action.by: got 'monk'"),
        ("models.archer.facing: 0\nmodels.archer.at: [4, 12]", 17, "does not overlap that of sam"),
        ("models.archer: {side: red, at: [1, 2, 3], base: 1}\naction.by: archer", 16, "at: got"),
        ("readings.partial: maybe\nmodels.archer.at.0: 13", 16, "readings.partial: got 'maybe'"),
        ("models.archer.at.0: 13\nmodels.archer.at.9: 13", 17, "at.9: got '9'"),
        # What comes of an override elsewhere in the scene is the overrides' doing.
        ("models.samurai.at: [12, 12]", 15, "models.archer.at: got [12.0, 12.0]"),
        ("models.archer: null", 15, "action.charge: got 'archer'"),
    ],
)
def test_a_fault_in_an_override_is_told_with_the_overrides_own_line(
    overrides: str, line: int, says: str, tmp_path: Path
) -> None:
    with pytest.raises(BadFile) as raised:
        case_of(overriding(overrides), tmp_path)
    assert raised.value.line == line
    assert says in raised.value.wrong


# Varying

NEARER = {"models.archer.at": [10, 12]}


@pytest.mark.parametrize(
    ("mapped", "keywords"),
    [
        (NEARER, {}),
        ({}, {"models__archer__at": [10, 12]}),
        ({}, {"models__archer__at": (10, 12)}),
        ({}, {"models__archer__at__0": 10}),
        ({"models.archer.at.0": 11}, {"models__archer__at__0": 10}),
        (
            None,
            {"models__archer": {"side": "blue", "at": [10, 12], "base": "30 mm", "facing": 180}},
        ),
    ],
)
def test_a_case_is_varied_by_a_mapping_by_keywords_or_by_both(
    mapped: Mapping[str, Any] | None, keywords: Mapping[str, Any], tmp_path: Path
) -> None:
    ruling = case_of(CHARGE, tmp_path).vary(mapped, **keywords)
    assert ruling.table.models["archer"].at == 10 + 12j
    assert ruling.distances == {"samurai": [pytest.approx(6 - 30 / 25.4)]}


def test_varying_says_what_the_file_says_and_leaves_the_case_as_it_was() -> None:
    case = movement.case("bushido/charge-second-zone")
    before = json.dumps(case.source.data)
    for worked in case.worked.values():
        assert case.vary(worked.changes).explain() == worked.ruling.explain()
    assert case.vary().verdict is Verdict.SHORTENED
    assert json.dumps(case.source.data) == before


def test_a_variation_that_cannot_be_is_malformed_and_says_where(tmp_path: Path) -> None:
    case = case_of(CHARGE, tmp_path)
    with pytest.raises(Malformed) as raised:
        case.vary(models__monk__at=(1, 1))
    assert raised.value.path == ("table", "models", "monk")
    with pytest.raises(Malformed, match=r"table\.models\.archer\.at: got 3"):
        case.vary(models__archer__at=3)


def test_what_may_be_explored_is_kept_with_its_bounds(tmp_path: Path) -> None:
    text = f"{CHARGE}explore:\n  models.archer.at.0: [8, 20]\n  action.charge: [archer, samurai]\n"
    with pytest.raises(BadFile, match="another model than the one charging"):
        case_of(text, tmp_path)
    case = case_of(edited(text, "[archer, samurai]", "[archer, archer]"), tmp_path)
    assert case.explore == {"models.archer.at.0": (8, 20), "action.charge": ("archer", "archer")}


# The corpus


def test_a_case_is_found_by_its_id_and_by_its_file(tmp_path: Path) -> None:
    case_of(CHARGE, tmp_path, "mine")
    assert corpus.case(tmp_path / "mine.yaml").id == "bushido/mine"
    assert corpus.case(str(tmp_path / "mine.yaml")).id == "bushido/mine"
    found = corpus.case("bushido/charge-second-zone")
    assert found.source.file == corpus.root() / "bushido" / "charge-second-zone.yaml"


def test_an_unknown_id_is_answered_with_the_ids_there_are() -> None:
    with pytest.raises(LookupError, match=r"no case 'bushido/x'; there are .*bushido/charge-sec"):
        corpus.case("bushido/x")


def test_the_files_of_folders_and_files_are_found_once_and_in_order(tmp_path: Path) -> None:
    inner = tmp_path / "b"
    inner.mkdir()
    names = [inner / "z.yaml", tmp_path / "a.yaml", tmp_path / "c.yaml"]
    for name in [*names, tmp_path / "no.txt"]:
        name.touch()
    assert corpus.files([tmp_path, names[0]]) == sorted(names)
    assert corpus.files([names[2]]) == [names[2]]
    assert set(corpus.files()) == set(corpus.root().rglob("*.yaml"))


def test_the_corpus_is_found_from_any_folder(tmp_path: Path) -> None:
    checked = program("check", cwd=tmp_path).out.splitlines()[-1]
    rulings = sum(len(corpus.case(file).worked) for file in corpus.files())
    assert sum(map(int, re.findall(r"\d+", checked))) == rulings > 0
    asked = "import movement; print(movement.case('bushido/charge-second-zone').source.file)"
    found = subprocess.run(
        [sys.executable, "-I", "-c", asked],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert Path(found.stdout.strip()) == corpus.root() / "bushido" / "charge-second-zone.yaml"
