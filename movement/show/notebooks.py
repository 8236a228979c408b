"""A notebook for each case: made from its file, run, and kept with its text outputs.

Nobody edits one by hand. What a run gives is kept but for pictures, whose words are kept instead,
so that the same case gives the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path as File
from typing import Any, Final

import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from movement import __version__
from movement.cases.case import Case, Worked
from movement.games import rulebooks
from movement.plain import Malformed
from movement.show.figure import alt_text
from movement.show.flips import Flip, flips

KEPT: Final = ("text/plain", "text/markdown")
"""What of a cell's output is kept; a comparison would not look at the rest."""


_FIGURE: Final = 'movement.figure(case.rulings["{}"])'
_RULING: Final = 'case.rulings["{}"]'


def notebook(case: Case) -> NotebookNode:
    """The notebook of a case, not run yet."""
    cells = [_cell(n, kind, source) for n, (kind, source) in enumerate(_cells(case))]
    metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    made: NotebookNode = new_notebook(cells=cells, metadata=metadata)
    return made


def executed(made: NotebookNode) -> NotebookNode:
    """The notebook run from top to bottom, as a reader would see it.

    Raises `nbclient.exceptions.CellExecutionError` where a cell fails.
    """
    NotebookClient(
        made,
        timeout=120,
        kernel_name="python3",
        record_timing=False,
        store_widget_state=False,
        extra_arguments=["--IPKernelApp.log_level=ERROR"],
    ).execute()
    return made


def kept(made: NotebookNode) -> NotebookNode:
    """A notebook that was run, its outputs cut to what is kept of them."""
    for cell in made.cells:
        cell.metadata.pop("execution", None)
        for output in cell.get("outputs", []):
            if "data" in output:
                output.data = {kind: output.data[kind] for kind in KEPT if kind in output.data}
    made.metadata.language_info = {"name": "python"}
    return made


def text(made: NotebookNode) -> str:
    """The notebook as its file has it."""
    return str(nbformat.writes(made)) + "\n"


def file_of(case: Case, folder: File) -> File:
    """Where a case's notebook is kept, in a book's folder."""
    return folder / "cases" / f"{case.id}.ipynb"


def stale(case: Case, folder: File) -> str | None:
    """What is wrong with the notebook kept of a case, in words, or None.

    It is wrong if it was made from another state of the case, lacks outputs, or has a ruling that
    the engine no longer gives. Whether all its outputs are right is for running it to say.
    """
    file = file_of(case, folder)
    if not file.is_file():
        return "missing"
    kept = nbformat.read(file, as_version=4)
    made = notebook(case)
    if [(c.id, c.cell_type, c.source) for c in kept.cells] != [
        (c.id, c.cell_type, c.source) for c in made.cells
    ]:
        return "not made from the case as it is now"
    code = [cell for cell in kept.cells if cell.cell_type == "code"]
    if not all(cell.execution_count for cell in code):
        return "without the outputs of a run"
    if not all(cell.outputs for cell in code[1:]):
        return "without the outputs of a run"
    told = {cell.source: _plain(cell) for cell in code[1:]}
    for name, worked in case.worked.items():
        right = {
            _FIGURE.format(name): alt_text(worked.ruling),
            _RULING.format(name): str(worked.ruling),
        }
        if any(told.get(source) != words for source, words in right.items()):
            return f"with another ruling on {name} than the engine's"
    return None


def _plain(cell: NotebookNode) -> str:
    """What a cell's output is in plain text."""
    return "".join(output.data.get("text/plain", "") for output in cell.outputs if "data" in output)


def _cell(n: int, kind: str, source: str) -> NotebookNode:
    made = new_markdown_cell(source) if kind == "markdown" else new_code_cell(source)
    made.id = f"cell-{n}"
    return NotebookNode(made)


def _cells(case: Case) -> Iterator[tuple[str, str]]:
    book = rulebooks()[case.scene.game.name]
    edition = f", edition {case.scene.settings.edition}" if case.scene.settings.edition else ""
    yield "markdown", f"# {case.title}\n\n{case.story}"
    yield "code", f'import movement\n\ncase = movement.case("{case.id}")'
    for name, worked in case.worked.items():
        yield "markdown", f"## {title(name)}\n\n{_expected(worked)}\n\n{worked.because}"
        yield "code", _FIGURE.format(name)
        yield "code", _RULING.format(name)
    if pairs := flips(case):
        yield "markdown", "## What flips it\n\n" + "\n".join(map(_pair, pairs))
    yield "markdown", _TRY
    yield "code", _tried(case)
    yield "markdown", _BOARD
    yield "code", "case.board()"
    yield "markdown", _CONTROLS
    yield "code", "case.interact()"
    yield (
        "markdown",
        (
            f"---\n\n{book.title}{edition}. Source: *{book.document}*. Tags: {', '.join(case.tags)}. "
            f"Ruled by tabletop-movement {__version__}."
        ),
    )


_TRY: Final = (
    "## Try it\n\nAny part of the scene can be changed, by the path its case file gives it; `__` "
    "stands for a dot."
)


_BOARD: Final = "## By hand\n\nDrag a base, a waypoint or a piece of terrain, or set a number: the ruling follows."
_CONTROLS: Final = "The same with plain controls, for what the case offers to explore:"


def title(name: str) -> str:
    """A ruling's name as a heading."""
    return name.replace("-", " ").capitalize()


def _expected(worked: Worked) -> str:
    return f"Expected: **{worked.expect.verdict}**."


def _pair(flip: Flip) -> str:
    names = [title(each.id.rpartition("/")[2]) for each in (flip.one, flip.other)]
    verdicts = [each.ruling.verdict for each in (flip.one, flip.other)]
    return f"- *{names[0]}* ({verdicts[0]}) and *{names[1]}* ({verdicts[1]}): {flip.words}"


def _tried(case: Case) -> str:
    """A change of the case's scene to start from: the first thing it offers to explore."""
    path, bounds = next(iter(case.explore.items()), ("", ()))
    if not path:
        return "case.vary()"
    middle: Any = bounds[0]
    if all(isinstance(bound, int | float) for bound in bounds) and len(bounds) == 2:
        middle = _middle(case, path, *bounds)
    if all(part.isidentifier() for part in path.split(".")):
        return f"case.vary({path.replace('.', '__')}={json.dumps(middle)})"
    return f'case.vary({{"{path}": {json.dumps(middle)}}})'


def _middle(case: Case, path: str, least: float, most: float) -> float:
    """What lies between two bounds; the lower one where nothing between them can be."""
    try:
        case.vary({path: (least + most) / 2})
    except Malformed:
        return least
    return (least + most) / 2
