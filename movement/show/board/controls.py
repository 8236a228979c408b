"""Plain ipywidgets over a case: a control for each thing it offers to explore, figure and ruling."""

from __future__ import annotations

import html
from collections.abc import Mapping
from typing import Any, Final

import ipywidgets
import traitlets

from movement.cases.case import Case
from movement.plain import Malformed
from movement.ruling.ruling import Ruling
from movement.show.board.forms import explored, readings
from movement.show.board.parts import parts
from movement.show.figure import alt_text, figure

_WIDE: Final = {"style": {"description_width": "14em"}, "layout": {"width": "32em"}}


class Controls(ipywidgets.VBox):
    """Controls by the path of what each sets, over the figure and the ruling they give.

    `ruling` is the ruling on the case as they stand, or None where that is no set-up, in which
    case `wrong` says why.
    """

    ruling = traitlets.Instance(Ruling, allow_none=True)
    wrong = traitlets.Unicode("")

    def __init__(self, case: Case) -> None:
        self.case = case
        offered = explored(case.scene, case.explore, parts(case.scene))
        fields = [*offered, *readings(case.scene)]
        self.controls = {field["path"]: _control(field) for field in fields}
        self._began = {path: control.value for path, control in self.controls.items()}
        self._picture, self._told = ipywidgets.HTML(), ipywidgets.HTML()
        super().__init__([*self.controls.values(), self._picture, self._told])
        for control in self.controls.values():
            control.observe(self._changed, "value")
        self._changed(None)

    def __repr__(self) -> str:
        """What can be set, and what it gives, in words."""
        names = ", ".join(control.description for control in self.controls.values())
        told = alt_text(self.ruling) if self.ruling else f"not judged: {self.wrong}"
        return f"Controls of {self.case.id}: {names}. {told}"

    def _repr_mimebundle_(self, **more: Any) -> Any:
        """The widget, and the whole of what it shows in words."""
        shown = super()._repr_mimebundle_(**more)
        if shown:
            shown["text/plain"] = repr(self)
        return shown

    def _changed(self, _: Mapping[str, Any] | None) -> None:
        now = {path: control.value for path, control in self.controls.items()}
        try:
            changes = {path: value for path, value in now.items() if value != self._began[path]}
            self.ruling, self.wrong = self.case.vary(changes), ""
        except Malformed as wrong:
            self.ruling, self.wrong = None, str(wrong)
        except Exception as fault:  # noqa: BLE001 - told, since an observer's is never seen
            self.ruling, self.wrong = None, f"the engine failed: {type(fault).__name__}: {fault}"
        if self.ruling is None:
            self._picture.value, self._told.value = "", _block(f"not judged: {self.wrong}")
            return
        drawn = figure(self.ruling)
        svg = drawn.rendered("svg").decode().partition("<svg")[2]
        label = html.escape(drawn.alt)
        self._picture.value = f'<svg role="img" aria-label="{label}"{svg}'
        self._told.value = _block(str(self.ruling))


def interact(case: Case) -> Controls:
    """Controls over a case: what it offers to explore, its edition, its readings."""
    return Controls(case)


def _control(field: Mapping[str, Any]) -> Any:
    """A control with a name that is read out: a slider of ipywidgets has none."""
    unit = {"length": ", in", "angle": ", degrees"}.get(field["kind"], "")
    words = {"description": field.get("name", f"{field['label']}{unit}"), "tooltip": field["label"]}
    named = {**words, "value": field["value"], **_WIDE}
    if field["kind"] == "choice":
        options = [(words, value) for value, words in field["options"]]
        if field["value"] not in [value for _, value in options]:
            options.insert(0, ("as it is", field["value"]))
        return ipywidgets.Dropdown(options=options, **named)
    least, most = sorted((field["least"], field["most"]))
    step = 1.0 if field["kind"] == "angle" else 0.1
    value = least if field["value"] is None else field["value"]
    within = {**named, "value": min(max(value, least), most)}
    return ipywidgets.BoundedFloatText(min=least, max=most, step=step, **within)


def _block(words: str) -> str:
    style = "white-space: pre-wrap; font-family: inherit"
    return f'<div role="status"><pre style="{style}">{html.escape(words)}</pre></div>'
