"""A new case file: the game's own example of a scene, with what the engine rules on it."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path as File
from typing import Any, Final

from ruamel.yaml import YAML

from movement.cases import corpus
from movement.cases.check import expectation
from movement.games import find, scene

MODELINE: Final = "# yaml-language-server: $schema=../case.schema.json\n"
"""The first line of a case file: where an editor finds the schema to complete and check it by."""

_SLUG: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def scaffold(name: str) -> File:
    """Writes a new case of the id `game/slug` and returns its file.

    It goes into the checkout's corpus, or into `cases` in the current folder. Raises
    `LookupError` for an id that cannot be one, or is one already.
    """
    game, _, slug = name.partition("/")
    try:
        find(game)
    except LookupError as unknown:
        raise LookupError(f"no game {game!r}; expected {unknown.args[0]}") from None
    if not _SLUG.fullmatch(slug):
        raise LookupError(f"{name!r} is no id; expected {game}/ and words joined by hyphens")
    file = _folder() / game / f"{slug}.yaml"
    if file.exists():
        raise LookupError(f"{file} is there already")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(_text(game, slug), "utf-8")
    return file


def _folder() -> File:
    root = corpus.root()
    return root if root.name == "cases" else File.cwd() / "cases"


def _text(game: str, slug: str) -> str:
    example = find(game).rulebook.data["example"]
    ruling = scene({"game": game, **example}).judge()
    case: dict[str, Any] = {
        "title": slug.replace("-", " ").capitalize(),
        "game": game,
        "tags": list(example.get("tags", ())),
        "story": "What to know before the picture.",
        **example,
        "rulings": {
            "as-it-stands": {
                "expect": expectation(ruling),
                "because": "Which sentence of the document decides, and how.",
            }
        },
    }
    writer, text = YAML(), StringIO()
    writer.default_flow_style = None
    writer.width = 96
    writer.dump(case, text)
    return MODELINE + text.getvalue()
