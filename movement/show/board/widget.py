"""The board in a notebook: a widget whose kernel answers what `board.mjs` asks."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path as File
from typing import Any, Final
from uuid import uuid4

import anywidget
import traitlets

from movement.cases import corpus
from movement.cases.case import Case
from movement.games import find
from movement.plain import write
from movement.ruling.game import Game
from movement.ruling.ruling import Ruling
from movement.show.board.answer import WhatIf
from movement.show.board.subject import what_if
from movement.show.figure import alt_text
from movement.table import Table

FOLDER: Final = File(__file__).parent


class Board(anywidget.AnyWidget):
    """A set-up to be changed by hand, and the ruling on it.

    `scene` is the set-up as plain data, and can be set; `ruling` is the ruling on it, or None where
    it is no set-up, in which case `wrong` says why; `pose` is what a hand last did on the page.
    `case` is the case that it began as, if it did. With `book`, the address of a built book,
    clauses are linked to their pages.
    """

    _esm = FOLDER / "board.mjs"
    _css = FOLDER / "board.css"

    uid = traitlets.Unicode().tag(sync=True)
    opening = traitlets.Dict().tag(sync=True)
    pose = traitlets.Dict().tag(sync=True)
    answer = traitlets.Dict().tag(sync=True)
    book = traitlets.Unicode("").tag(sync=True)
    scene = traitlets.Dict()
    ruling = traitlets.Instance(Ruling, allow_none=True)
    wrong = traitlets.Unicode("")

    def __init__(
        self,
        game: Game | str,
        table: Table | Mapping[str, Any],
        action: Any,
        *,
        edition: str = "",
        readings: Mapping[str, str] | None = None,
        permits: Mapping[str, str] | None = None,
        case: Case | None = None,
        **traits: Any,
    ) -> None:
        """A board of any table and action: values, or plain data as a case file has it.

        Raises nothing for a set-up that is none: it says so, until a hand has mended it.
        """
        named = game if isinstance(game, str) else game.name
        plain: dict[str, Any] = {
            "game": find(named).name,
            **({"edition": edition} if edition else {}),
            "table": write(Table, table) if isinstance(table, Table) else table,
            "action": action if isinstance(action, Mapping) else write(type(action), action),
            "readings": dict(readings or {}),
            "permits": dict(permits or {}),
        }
        self.case = case
        self._what_if = what_if(case) if case else WhatIf(_nothing(named), plain, {"": plain})
        if case:
            plain = dict(next(iter(self._what_if.setups.values())))
        super().__init__(uid=uuid4().hex, opening=self._what_if.opening(), **traits)
        self.observe(self._asked, "pose")
        self.observe(self._set, "scene")
        self.on_msg(self._greeted)
        self.scene = plain

    @classmethod
    def of(cls, case: Case, **traits: Any) -> Board:
        """The board of a case."""
        scene = case.scene
        return cls(scene.game, scene.table, scene.action, case=case, **traits)

    def __repr__(self) -> str:
        """What it shows, in words."""
        about = self._what_if.about["id"] or self._what_if.about["title"]
        told = alt_text(self.ruling) if self.ruling else f"not judged: {self.wrong}"
        return f"The board of {about}. {told}"

    def _repr_mimebundle_(self, **more: Any) -> Any:
        """The widget, and the whole of what it shows in words."""
        shown = super()._repr_mimebundle_(**more)
        data = shown[0] if isinstance(shown, tuple) else shown
        if data is not None:
            data["text/plain"] = repr(self)
        return shown

    def _asked(self, change: Mapping[str, Any]) -> None:
        self._answer(change["new"])

    def _set(self, change: Mapping[str, Any]) -> None:
        if change["new"] != self.answer.get("scene"):
            self._answer({"scene": change["new"], "settled": True})

    def _answer(self, asked: Mapping[str, Any]) -> None:
        answer, ruling = self._what_if.answer(asked)
        with self.hold_sync():
            self.answer = answer
            self.wrong = answer.get("wrong", "")
            self.ruling = ruling
            self.scene = answer.get("scene", self.scene)

    def _greeted(self, _: object, content: Mapping[str, Any], __: object) -> None:
        if content.get("ping"):
            self.send({"pong": True})


def board(case: Case | str, **traits: Any) -> Board:
    """The board of a case, or of the case of an id. Raises `BadFile`, or `LookupError`."""
    return Board.of(corpus.case(case) if isinstance(case, str) else case, **traits)


def _nothing(game: str) -> dict[str, Any]:
    """What a board of no case is about."""
    told = {"id": "", "title": f"A table of {game}", "tags": [], "story": "A table of one's own."}
    return {**told, "explore": {}}
