"""The JSON Schema of case files: fresh, and good enough for an editor."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from pathlib import Path as File
from typing import Any

import jsonschema
import pytest

from movement.cases import corpus
from movement.cases.scaffold import MODELINE
from movement.cases.schema import case_schema, schema_text
from movement.cases.source import read_source

FILES = corpus.files()
SCHEMA = jsonschema.Draft202012Validator(case_schema())


def test_the_copy_in_the_corpus_is_fresh() -> None:
    assert (corpus.root() / "case.schema.json").read_text("utf-8") == schema_text()


def test_it_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(case_schema())


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_case_names_it_and_follows_it(file: File) -> None:
    assert file.read_text("utf-8").startswith(MODELINE)
    SCHEMA.validate(read_source(file).data)


def a_case(name: str) -> Any:
    return deepcopy(read_source(corpus.root() / f"{name}.yaml").data)


def changed(*path: str | int, to: Any) -> Callable[[Any], None]:
    def change(data: Any) -> None:
        for key in path[:-1]:
            data = data[key]
        data[path[-1]] = to

    return change


BUSHIDO, VOIDSIEGE, INFINITY = (
    "bushido/charge-second-zone",
    "voidsiege/two-inches",
    "infinity/vault",
)
SAMURAI = ("table", "models", "samurai")
STOPS = ("rulings", "stops-short")
FAULTS = {
    "unknown key": (BUSHIDO, changed("titel", to="x")),
    "unknown tag": (BUSHIDO, changed("tags", to=["carge"])),
    "unknown game": (BUSHIDO, changed("game", to="chess")),
    "an edition of a game that has but one": (BUSHIDO, changed("edition", to="n4")),
    "an edition there is not": (INFINITY, changed("edition", to="n5")),
    "a length in furlongs": (BUSHIDO, changed(*SAMURAI, "base", to="1 furlong")),
    "a point of one number": (BUSHIDO, changed(*SAMURAI, "at", to=[4])),
    "another game's key": (BUSHIDO, changed(*SAMURAI, "mov", to="4-4")),
    "another game's action": (BUSHIDO, changed("action", to={"by": "samurai", "order": []})),
    "another game's clause": (
        BUSHIDO,
        changed(*STOPS, "expect", "breaks", to={"infinity.mov.maximum": 0}),
    ),
    "an unknown verdict": (BUSHIDO, changed(*STOPS, "expect", "verdict", to="maybe")),
    "an override of no part": (BUSHIDO, changed(*STOPS, "with", to={"modls.samurai.at": [1, 1]})),
    "no reason": (BUSHIDO, lambda data: data["rulings"]["stops-short"].pop("because")),
    "an option there is not": (BUSHIDO, changed("readings", to={"partial": "perhaps"})),
    "terrain the game has not": (
        BUSHIDO,
        changed("table", "terrain", to={"x": {"kind": "solid", "box": [0, 0, 1, 1], "top": 1}}),
    ),
    "an unknown command": (VOIDSIEGE, changed("action", "command", to="walk")),
    "a Silhouette there is not": (
        INFINITY,
        changed("table", "models", "trooper", "silhouette", to="S9"),
    ),
}


@pytest.mark.parametrize(("name", "fault"), FAULTS.values(), ids=list(FAULTS))
def test_it_refuses(name: str, fault: Callable[[Any], None]) -> None:
    data = a_case(name)
    SCHEMA.validate(data)
    fault(data)
    assert not SCHEMA.is_valid(data)


def test_it_tells_an_editor_what_a_model_and_an_action_are() -> None:
    of_bushido = next(
        entry["then"]["properties"]
        for entry in case_schema()["allOf"]
        if entry["if"]["properties"]["game"]["const"] == "bushido"
    )
    model = of_bushido["table"]["properties"]["models"]["additionalProperties"]
    assert set(model["required"]) == {"side", "at", "base"}
    assert "A model on a round base" in model["description"]
    charge = next(kind for kind in of_bushido["action"]["oneOf"] if "charge" in kind["properties"])
    assert set(charge["properties"]) >= {"by", "charge", "heading", "route"}
