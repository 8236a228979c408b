"""Imports only point down, the core needs nothing but Python, and no game's words leak into it."""

from __future__ import annotations

import ast
import io
import json
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

import movement
from movement.cases import corpus
from movement.games import names

PACKAGE = Path(movement.__file__).parent
LAYERS = (
    {"geometry"},
    {"plain", "table"},
    {"ruling"},
    {"games"},
    {"cases"},
    {"show"},
    {"cli"},
)
"""The parts of the package from the bottom up. A part imports its own layer and those below."""

CORE = set().union(*LAYERS[:4])
OUTERMOST = PACKAGE / "__init__.py"
"""The package's front door, of which the layers use the version alone."""

FILES = sorted(file for file in PACKAGE.rglob("*.py") if file != OUTERMOST)
CORE_FILES = [file for file in FILES if file.relative_to(PACKAGE).parts[0].split(".")[0] in CORE]
NEUTRAL = [
    file for file in CORE_FILES if file.relative_to(PACKAGE).parts[0].split(".")[0] != "games"
]

GAME_WORDS = {
    *("bushido", "infinity", "voidsiege"),
    *("btb", "charge", "charger", "charges", "ki", "los", "zoc", "zone", "zones"),
    *("aro", "guts", "lof", "mov", "prone", "silhouette", "silhouettes", "trooper", "troopers"),
    *("assault", "coherency", "command", "commands", "drone", "drones", "engaged", "opdat"),
    "shunt",
}
"""What only a game speaks of."""


def part_of(file: Path) -> str:
    """The part of the package that a file belongs to."""
    return file.relative_to(PACKAGE).parts[0].removesuffix(".py")


def layer_of(part: str) -> int:
    """The place of a part's layer, counted from the bottom."""
    (layer,) = (i for i, parts in enumerate(LAYERS) if part in parts)
    return layer


def imported(source: str) -> Iterator[str]:
    """Every module that a source imports, wherever in it, in full."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            assert node.module is not None
            for alias in node.names:
                yield f"movement.{alias.name}" if node.module == "movement" else node.module


def words(source: str) -> set[str]:
    """The words that the names in a source are made of, in lower case."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    found = (token.string for token in tokens if token.type == tokenize.NAME)
    return {word.lower() for name in found for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", name)}


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_imports_only_point_down(file: Path) -> None:
    own = layer_of(part_of(file))
    for module in imported(file.read_text("utf-8")):
        if module.startswith("movement.") and module != "movement.__version__":
            assert layer_of(module.split(".")[1]) <= own, module


@pytest.mark.parametrize("file", CORE_FILES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_the_core_imports_the_standard_library_and_itself(file: Path) -> None:
    for module in imported(file.read_text("utf-8")):
        top, *rest = module.split(".")
        allowed = rest[0] in CORE | {"__version__"} if top == "movement" else False
        assert allowed or top in sys.stdlib_module_names, module


def test_the_front_door_imports_nothing_of_others_until_it_is_asked() -> None:
    tops = {module.split(".")[0] for module in imported(OUTERMOST.read_text("utf-8"))}
    assert tops <= {*sys.stdlib_module_names, "movement"}


@pytest.mark.parametrize("file", NEUTRAL, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_no_games_word_is_a_name_below_the_games(file: Path) -> None:
    assert words(file.read_text("utf-8")) & GAME_WORDS == set()


def test_every_part_has_its_layer_and_every_layer_its_parts() -> None:
    assert {part_of(file) for file in FILES} == set().union(*LAYERS)


def test_what_is_imported_is_seen_wherever_it_stands() -> None:
    source = """\
import os.path as p
from movement import case
def f():
    from movement.cases import corpus
    if TYPE_CHECKING:
        import shapely, numpy.linalg
"""
    assert sorted(imported(source)) == [
        "movement.case",
        "movement.cases",
        "numpy.linalg",
        "os.path",
        "shapely",
    ]


def test_words_are_seen_in_names_however_they_are_written_and_not_in_text() -> None:
    source = '"""A zone."""\nZoneOfControl = in_own_zone(  # its order\n    MOVValue, btb2)\n'
    assert words(source) == {"zone", "of", "control", "in", "own", "movv", "alue", "btb"}


@pytest.mark.parametrize("game", names())
def test_a_scene_from_json_is_judged_without_any_other_package(game: str, tmp_path: Path) -> None:
    case = corpus.case(corpus.files([corpus.root() / game])[0])
    program = """\
import json, sys
before = set(sys.modules)
sys.path.insert(0, sys.argv[1])
from movement.games import scene
ruling = scene(json.load(sys.stdin)).judge()
told = {"verdict": ruling.verdict, "words": ruling.explain(), "data": ruling.to_dict()}
told["modules"] = sorted(set(sys.modules) - before)
print(json.dumps(told))
"""
    done = subprocess.run(
        [sys.executable, "-I", "-c", program, str(PACKAGE.parent)],
        input=json.dumps(case.scene.to_dict()),
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=True,
    )
    told = json.loads(done.stdout)
    ruling = case.scene.judge()
    assert (told["verdict"], told["words"]) == (ruling.verdict, ruling.explain())
    assert told["data"] == json.loads(json.dumps(ruling.to_dict()))
    tops = {module.split(".")[0] for module in told["modules"]}
    assert "movement" in tops
    assert tops - sys.stdlib_module_names == {"movement"}
