"""The wheel as a user gets it: the corpus and the clause files inside, and working from there."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

CHECKOUT = Path(__file__).parents[1]


def files_under(folder: str, suffix: str) -> set[str]:
    """The files of the checkout with an ending, as paths within the folder."""
    return {
        str(file.relative_to(CHECKOUT / folder)) for file in CHECKOUT.glob(f"{folder}/**/*{suffix}")
    }


def test_the_wheel_has_all_modules_the_corpus_and_every_data_file(wheel: Path) -> None:
    packed = set(zipfile.ZipFile(wheel).namelist())
    for suffix in (".py", ".toml", ".json", ".mjs", ".css", "py.typed"):
        assert {f"movement/{name}" for name in files_under("movement", suffix)} <= packed
    assert {f"movement/corpus/{name}" for name in files_under("cases", ".yaml")} <= packed
    assert files_under("cases", ".yaml")
    assert "movement/py.typed" in packed


def test_the_wheel_has_nothing_that_is_not_the_packages(wheel: Path) -> None:
    packed = {Path(name) for name in zipfile.ZipFile(wheel).namelist()}
    assert {name.parts[0].partition("-")[0] for name in packed} == {"movement", "tabletop_movement"}
    assert {name.suffix for name in packed if name.parts[0] == "movement"} <= {
        *(".py", ".toml", ".json", ".yaml", ".typed", ".mjs", ".css")
    }


def test_a_case_is_found_and_ruled_on_from_the_wheel(wheel: Path, tmp_path: Path) -> None:
    unpacked, elsewhere = tmp_path / "site", tmp_path / "elsewhere"
    zipfile.ZipFile(wheel).extractall(unpacked)
    elsewhere.mkdir()
    program = f"""\
import sys
sys.path.insert(0, {str(unpacked)!r})
import movement
case = movement.case("bushido/charge-second-zone")
print(movement.__file__)
print(case.source.file)
print(case.rulings["stops-short"].verdict.value)
"""
    done = subprocess.run(
        [sys.executable, "-I", "-c", program],
        cwd=elsewhere,
        check=True,
        capture_output=True,
        text=True,
    )
    assert done.stdout.splitlines() == [
        str(unpacked / "movement" / "__init__.py"),
        str(unpacked / "movement" / "corpus" / "bushido" / "charge-second-zone.yaml"),
        "shortened",
    ]
