"""A ruling as words and as data."""

from __future__ import annotations

import json
from importlib import resources

import jsonschema
import pytest

from movement.cases import corpus
from movement.cases.case import Case
from movement.games import scene
from movement.ruling.words import inches_told, plain_number, point_told

CHARGE = "bushido/charge-second-zone"
CASES = [corpus.case(file) for file in corpus.files()]
SCHEMA = json.loads(
    resources.files("movement.ruling").joinpath("ruling.schema.json").read_text("utf-8")
)


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (0, "0 in"),
        (4, "4 in"),
        (1.184, "1.18 in"),
        (-0.5, "0.5 in"),
        (1.99999, "2 in"),
        (0.001, "under 0.01 in"),
        (1e-6, "0 in"),
        (10, "10 in"),
    ],
)
def test_a_length_is_told_to_a_hundredth(value: float, told: str) -> None:
    assert inches_told(value) == told


def test_a_number_has_no_decimals_it_does_not_need_and_no_negative_nought() -> None:
    assert [plain_number(x) for x in (-0.001, 0, 100, 2.5, -3)] == ["0", "0", "100", "2.5", "-3"]
    assert point_told(-0.001 + 7.125j) == "(0, 7.12)"


def test_a_referee_tells_verdict_distance_end_and_what_decided_with_its_measurement() -> None:
    told = corpus.case(CHARGE).rulings["stops-short"].explain().splitlines()
    assert told[0] == "SHORTENED: samurai moves 3.13 in of 6.82 in and stops at (7.13, 12)."
    assert told[1] == "Why:"
    assert "stops just short of spearman's ZoC" in told[2]
    assert "0.18 in" in told[2]
    assert "Not in the document: zone-depth, 1 in." in told[2]
    assert told[2].endswith("[bushido.charge.stop-before]")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_every_ruling_is_data_of_the_documented_schema(case: Case) -> None:
    validator = jsonschema.Draft202012Validator(SCHEMA)
    for ruling in case.rulings.values():
        data = json.loads(json.dumps(ruling.to_dict()))
        validator.validate(data)
        assert data["verdict"] == ruling.verdict
        told = [(step["model"], step["leg"], step["distance"]) for step in data["steps"]]
        assert told == [(o.step.by, o.step.leg, o.end) for o in ruling.outcomes]


def test_the_schema_names_all_that_is_told() -> None:
    loose = {**next(iter(CASES[0].rulings.values())).to_dict(), "surplus": 1}
    with pytest.raises(jsonschema.ValidationError, match="surplus"):
        jsonschema.validate(loose, SCHEMA)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_scene_written_as_json_and_read_again_is_ruled_alike(case: Case) -> None:
    for worked in case.worked.values():
        again = scene(json.loads(json.dumps(worked.scene.to_dict())))
        assert again == worked.scene
        assert again.judge().to_dict(hinges=False) == worked.ruling.to_dict(hinges=False)


def test_every_template_can_be_filled_by_every_finding_of_the_corpus() -> None:
    for case in CASES:
        for ruling in case.rulings.values():
            for line in ruling.explain().splitlines():
                assert "  " not in line.strip(), line
                assert "None" not in line


def test_a_notebook_gets_text_and_markdown() -> None:
    bundle = corpus.case(CHARGE).rulings["stops-short"]._repr_mimebundle_()
    assert bundle["text/plain"].startswith("SHORTENED: ")
    assert bundle["text/markdown"].startswith("**SHORTENED**: ")


def test_what_halted_a_movement_is_told_also_where_it_cannot_end_there() -> None:
    told = corpus.case("infinity/contact").rulings["where-the-base-cannot-rest"].explain()
    why = told.partition("Why:")[2].partition("Kept:")[0]
    assert "[infinity.contact.stop]" in why
