"""Every case's notebook: as its case says, with the outputs of a run, which a fresh run gives."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path as File

import nbformat
import pytest

from movement.cases import corpus
from movement.cases.case import Case
from movement.show.notebooks import executed, file_of, kept, notebook, stale, text

BOOK = File(__file__).parents[2] / "book"
CASES = [corpus.case(file) for file in corpus.files()]
CHARGE = next(case for case in CASES if case.id == "bushido/charge-second-zone")

each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)


def run_afresh(file: File) -> subprocess.CompletedProcess[str]:
    """nbval over one notebook."""
    command = [sys.executable, "-m", "pytest", "--nbval", "-q", "-p", "no:cacheprovider"]
    env = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST")}
    return subprocess.run(
        [*command, "--rootdir", str(file.parent), "-c", os.devnull, str(file)],
        capture_output=True,
        text=True,
        env=env,
        check=False,
    )


@each_case
def test_a_fresh_run_gives_what_the_notebook_keeps(case: Case) -> None:
    assert stale(case, BOOK) is None
    ran = run_afresh(file_of(case, BOOK))
    assert ran.returncode == 0, ran.stdout[-3000:]


def test_there_is_no_notebook_without_a_case() -> None:
    there = {file.relative_to(BOOK / "cases") for file in (BOOK / "cases").rglob("*.ipynb")}
    assert there == {file_of(case, BOOK).relative_to(BOOK / "cases") for case in CASES}


def test_a_changed_verdict_is_found_by_a_fresh_run(tmp_path: File) -> None:
    right = file_of(CHARGE, BOOK).read_text("utf-8")
    assert '"SHORTENED: samurai moves 3.13 in' in right
    copy = tmp_path / "changed.ipynb"
    copy.write_text(right.replace("SHORTENED: samurai moves 3.13", "LEGAL: samurai moves 3.13"))
    assert run_afresh(copy).returncode == 1


def a_copy(case: Case, folder: File) -> File:
    file = file_of(case, folder)
    file.parent.mkdir(parents=True)
    file.write_text(file_of(case, BOOK).read_text("utf-8"), "utf-8")
    return file


def test_a_notebook_without_outputs_is_stale(tmp_path: File) -> None:
    file = a_copy(CHARGE, tmp_path)
    bare = nbformat.read(file, as_version=4)
    next(cell for cell in bare.cells if cell.get("outputs")).outputs = []
    nbformat.write(bare, file)
    assert stale(CHARGE, tmp_path) == "without the outputs of a run"


def test_a_notebook_of_another_state_of_its_case_is_stale(tmp_path: File) -> None:
    file = a_copy(CHARGE, tmp_path)
    file.write_text(file.read_text("utf-8").replace("The samurai wants", "The samurai seeks"))
    assert stale(CHARGE, tmp_path) == "not made from the case as it is now"
    file.unlink()
    assert stale(CHARGE, tmp_path) == "missing"


def test_a_notebook_that_was_merged_line_by_line_is_stale(tmp_path: File) -> None:
    file = a_copy(CASES[0], tmp_path)
    told = file.read_text("utf-8")
    file.write_text(told.replace('"id": "cell-1"', '"id": "cell-2"'), "utf-8")
    with pytest.warns(nbformat.warnings.DuplicateCellId):
        assert stale(CASES[0], tmp_path) == "not made from the case as it is now"


def test_a_reader_sees_a_picture_for_every_ruling_and_the_same_bytes_are_kept_again() -> None:
    case = next(case for case in CASES if case.id == "infinity/ladders")
    seen = executed(notebook(case))
    pictures = [
        cell for cell in seen.cells for out in cell.get("outputs", ()) if "image/png" in out.data
    ]
    assert len(pictures) == len(case.worked)
    assert text(kept(seen)) == file_of(case, BOOK).read_text("utf-8")


@each_case
def test_pictures_are_kept_in_words_only(case: Case) -> None:
    told = file_of(case, BOOK).read_text("utf-8")
    assert "image/" not in told
    assert " at 0x" not in told
