"""Rulings on the movement of miniatures on a tabletop, why, and what would change them.

    >>> import movement
    >>> case = movement.case("bushido/charge-second-zone")
    >>> case.rulings["stops-short"]                          # a ruling, in a referee's words
    >>> case.vary(models__spearman__at=(8, 14.2))            # the same scene with one change
    >>> case.board()                                         # to be changed by hand, in a notebook

The core, everything but `movement.cases`, `movement.show` and `movement.cli`, imports the standard
library alone; the names here that need more are loaded when they are first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from movement.cases.case import Case
    from movement.cases.corpus import case
    from movement.cases.source import BadFile
    from movement.games import find as game
    from movement.games import scene
    from movement.plain import Malformed
    from movement.ruling.ruling import Ruling, judge
    from movement.ruling.scene import Scene
    from movement.show.board.controls import interact
    from movement.show.board.widget import Board, board
    from movement.show.figure import figure
else:
    _FROM = {
        "BadFile": ("movement.cases.source", "BadFile"),
        "Board": ("movement.show.board.widget", "Board"),
        "Case": ("movement.cases.case", "Case"),
        "Malformed": ("movement.plain", "Malformed"),
        "Ruling": ("movement.ruling.ruling", "Ruling"),
        "Scene": ("movement.ruling.scene", "Scene"),
        "board": ("movement.show.board.widget", "board"),
        "case": ("movement.cases.corpus", "case"),
        "figure": ("movement.show.figure", "figure"),
        "game": ("movement.games", "find"),
        "interact": ("movement.show.board.controls", "interact"),
        "judge": ("movement.ruling.ruling", "judge"),
        "scene": ("movement.games", "scene"),
    }

    def __getattr__(name: str) -> Any:
        if name not in _FROM:
            raise AttributeError(f"module 'movement' has no attribute {name!r}")
        from importlib import import_module

        module, attribute = _FROM[name]
        return getattr(import_module(module), attribute)

    def __dir__() -> list[str]:
        return sorted([*globals(), *_FROM])


__all__ = [
    "BadFile",
    "Board",
    "Case",
    "Malformed",
    "Ruling",
    "Scene",
    "__version__",
    "board",
    "case",
    "figure",
    "game",
    "interact",
    "judge",
    "scene",
]
