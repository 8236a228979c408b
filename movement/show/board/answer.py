"""What the board asks and what it is answered: a set-up and a change in; picture and ruling out.

Both are plain data, as JSON has them, so that the same question is answered in a notebook's Python
and in a browser's. Nothing is remembered between two questions but what was opened.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from movement.games import scene as scene_of
from movement.geometry.lengths import PER_INCH
from movement.geometry.shapes import Disc, Edge, Outline
from movement.plain import Malformed
from movement.ruling.rulebook import Rulebook
from movement.ruling.ruling import Ruling
from movement.ruling.scene import Scene
from movement.ruling.words import measured_told, verdict_told
from movement.ruling.words import parts as told_parts
from movement.show import above, side
from movement.show.board.drawn import PALETTES, SCREEN, VERDICTS, outline_of, panel_data
from movement.show.board.edits import DIGITS, centre_of, edited, rounded
from movement.show.board.forms import explored, of_action, of_thing, readings
from movement.show.board.parts import Part, parts, spots
from movement.show.board.share import as_case, coded, decoded
from movement.show.board.snaps import Snap, snapped
from movement.show.panel import Frame, Panel

Data = dict[str, Any]
_CITED: Final = re.compile(r" \[([^\[\]]+)\]$")
_ID: Final = re.compile(r"[a-z]+(?:\.[a-z0-9-]+){2}")


@dataclass(frozen=True, slots=True)
class WhatIf:
    """A board's subject: what it is about, and the set-ups that it opens with, by name.

    `about` has `id` (of a case, or nothing), `title`, `tags`, `story`, `explore`; links tell what a
    set-up changes in the `original`.
    """

    about: Mapping[str, Any]
    original: Mapping[str, Any]
    setups: Mapping[str, Mapping[str, Any]]

    def opening(self) -> Data:
        """What a board has to know before it asks anything."""
        return {
            "about": dict(self.about),
            "original": dict(self.original),
            "setups": {name: dict(plain) for name, plain in self.setups.items()},
            "palettes": PALETTES,
            "verdicts": VERDICTS,
            "per_inch": dict(PER_INCH),
        }

    def answer(self, asked: Mapping[str, Any]) -> tuple[Data, Ruling | None]:
        """The answer to a question, and the ruling that it tells; None where there is none.

        What is asked has `scene`, plain data, or `link`, a set-up as an address has it; `edits`
        made to it; `snap`, within how many inches points snap; `leg` and `frame`, of which picture;
        `selected`, the path of the thing whose fields are wanted; `precision`, in inches;
        `settled`, where it is wanted how to hand it on; `hinges`, what it hinges on, which takes
        many rulings; and `data`, the whole ruling as data.
        An answer without a ruling says what is `wrong`.
        """
        out: Data = {"seq": asked.get("seq", 0)}
        try:
            return self._answered(asked, out)
        except Malformed as wrong:
            return {**out, "wrong": str(wrong)}, None
        except Exception as fault:  # noqa: BLE001 - a fault of ours: told, lest an old verdict stays
            told = f"the engine failed: {type(fault).__name__}: {fault}"
            return {**out, "wrong": told}, None

    def answer_json(self, asked: str) -> str:
        """The same, as JSON."""
        return json.dumps(self.answer(json.loads(asked))[0], separators=(",", ":"))

    def _answered(self, asked: Mapping[str, Any], out: Data) -> tuple[Data, Ruling | None]:
        if "link" in asked:
            start = decoded(asked["link"], self.original)
        else:
            start = dict(asked.get("scene") or self.original)
        edits: list[Mapping[str, Any]] = list(asked.get("edits") or ())
        snap = None
        if edits and "move" in edits[-1] and asked.get("snap"):
            before = edited(start, edits[:-1])
            snap = snapped(before, edits[-1], float(asked["snap"]))
            if snap:
                edits[-1] = {**edits[-1], "to": rounded(snap.at)}
        plain = edited(start, edits)
        if "link" not in asked:
            out["scene"] = plain
        scene = scene_of(plain)
        ruling = scene.judge(float(asked.get("precision") or 0.0))
        settled, hinges = bool(asked.get("settled")), bool(asked.get("hinges"))
        out |= {"scene": plain, **_snap(snap), **_drawing(ruling, asked)}
        of, explore = parts(scene), self.about.get("explore") or {}
        out |= {
            "handles": list(_handles(scene, ruling, of)),
            "forms": _forms(scene, explore, asked.get("selected"), of),
            "ruling": _ruling(ruling, hinges=hinges),
            "hinged": hinges,
        }
        if settled:
            out["share"] = {
                "link": coded(plain, self.original),
                "yaml": as_case(plain, self.about),
            }
        if asked.get("data"):
            out["data"] = ruling.to_dict(hinges=False)
        return out, ruling


def opened(opening: str) -> WhatIf:
    """The subject of a board from the JSON of its opening."""
    data = json.loads(opening)
    return WhatIf(data["about"], data["original"], data["setups"])


def _snap(snap: Snap | None) -> Data:
    return {"snap": {"at": _point(snap.at), "words": snap.words}} if snap else {}


def _drawing(ruling: Ruling, asked: Mapping[str, Any]) -> Data:
    """The picture of one leg from above, and those from the side where heights matter."""
    legs = above.legs_of(ruling)
    leg: int = asked["leg"] if asked.get("leg") in legs else _telling(ruling, legs)
    best = above.frame_of(ruling, leg) if ruling.outcomes else _whole(ruling)
    frame = asked.get("frame") or best
    panel = Panel(SCREEN, tuple(frame))
    above.draw(panel, ruling, leg)
    sides = []
    for outcome in ruling.outcomes:
        if outcome.step.leg == leg and side.has_heights(outcome):
            section = Panel(SCREEN, side.frame_of(outcome))
            side.draw(section, ruling, outcome)
            sides.append({"of": outcome.step.by, **panel_data(section)})
    return {
        "legs": legs,
        "leg": leg,
        "best": list(best),
        "whole": list(_whole(ruling)),
        "picture": panel_data(panel),
        "sides": sides,
    }


def _telling(ruling: Ruling, legs: Sequence[int]) -> int:
    """The leg that decided, or else the last."""
    for outcome in ruling.outcomes:
        if any(finding in outcome.findings for finding in ruling.deciding):
            return outcome.step.leg
    return legs[-1]


def _whole(ruling: Ruling) -> Frame:
    corners = ruling.table.edge.rings[0]
    xs, ys = [p.real for p in corners], [p.imag for p in corners]
    return min(xs) - 0.5, min(ys) - 0.5, max(xs) + 0.5, max(ys) + 0.5


def _handles(scene: Scene, ruling: Ruling, of: Sequence[Part]) -> Iterator[Data]:
    """All that a hand can take hold of: pieces first, so that what stands on them lies on top."""
    for piece in scene.table.terrain.values():
        at = centre_of(piece)
        shape = piece.shape
        yield {
            "path": f"terrain.{piece.name}",
            "kind": "piece",
            "at": _point(at),
            "label": piece.name,
            "d": outline_of(shape) if isinstance(shape, Disc | Outline | Edge) else "",
            "turns": not isinstance(shape, Disc | Edge),
        }
    moving = {outcome.step.by for outcome in ruling.outcomes}
    for model in scene.table.models.values():
        yield {
            "path": f"models.{model.name}.at",
            "kind": "base",
            "at": _point(model.at),
            "label": f"{model.name}, where it starts" if model.name in moving else model.name,
            "reach": model.radius,
            "ahead": _point(model.at + model.ahead * (model.radius + 0.35)),
            "turns": scene.game.faces,
        }
    for spot in spots(scene, of):
        what = "end" if spot.last else "waypoint" if spot.route else spot.path[-1]
        radius = scene.table.models[spot.mover].radius if spot.mover in scene.table.models else 0.3
        yield {
            "path": ".".join(spot.path),
            "kind": "waypoint" if spot.route else "point",
            "at": _point(spot.at),
            "label": f"{spot.mover}, {what}",
            "reach": radius if spot.last else 0.0,
            **({"leg": spot.route.leg} if spot.route else {}),
        }


def _forms(
    scene: Scene, explore: Mapping[str, Any], selected: str | None, of: Sequence[Part]
) -> Data:
    return {
        "explore": explored(scene, explore, of),
        "selected": of_thing(scene, selected) if selected else [],
        "action": of_action(scene, of),
        "readings": readings(scene),
    }


def _ruling(ruling: Ruling, *, hinges: bool) -> Data:
    word, _, told = verdict_told(ruling).partition(": ")
    measured, clause = measured_told(ruling)
    book = ruling.settings.rulebook
    lines = {
        heading: [_line(line) for line in told]
        for heading, told in told_parts(ruling, hinges=hinges)
    }
    cited = {clause, *(id_ for told in lines.values() for line in told for id_ in line["clauses"])}
    return {
        "verdict": ruling.verdict.value,
        "word": word,
        "told": told,
        "measured": measured,
        "clause": clause,
        "parts": lines,
        "close": bool(ruling.too_close),
        "clauses": {id_: _clause(book, id_) for id_ in sorted(cited & {*book.clauses})},
    }


def _line(words: str) -> Data:
    """A line, and the clauses that it names at its end."""
    named = _CITED.search(words)
    if named is None:
        return {"words": words, "clauses": _ID.findall(words)}
    told = {"words": words[: named.start()], "clauses": _ID.findall(named[1])}
    return {**told, "lifts": True} if " sets " in named[1] else told


def _clause(book: Rulebook, id_: str) -> Data:
    clause = book.clauses[id_]
    return {
        "says": clause.says,
        "where": f"{book.title}: {clause.section}, {clause.place}",
        "page": f"clauses/{id_.partition('.')[0]}.html#{id_.replace('.', '-')}",
    }


def _point(point: complex) -> list[float]:
    return [round(point.real, DIGITS), round(point.imag, DIGITS)]
