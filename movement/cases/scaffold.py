"""A new case file: a scene, the game's own example or one that a file has, and what is ruled on it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from io import StringIO
from pathlib import Path as File
from typing import Any, Final

from ruamel.yaml import YAML

from movement.cases import corpus
from movement.cases.check import expectation
from movement.cases.source import Source, read_source
from movement.games import find, scene
from movement.plain import Malformed, mapping
from movement.ruling.changes import changed

MODELINE: Final = "# yaml-language-server: $schema=../case.schema.json\n"
"""The first line of a case file: where an editor finds the schema to complete and check it by."""

_SLUG: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def scaffold(name: str | None, source: File | None = None) -> File:
    """Writes a new case of the id `game/slug` and returns its file.

    The scene is the game's own example, or that of a `source`: a case file in which expectations
    may be missing. Its name, with its game, makes the id if none is given. The new file goes into
    the checkout's corpus, or into `cases` in the current folder. Raises `LookupError` for an id
    that cannot be one, or is one already, and `BadFile` for a source that has no scene.
    """
    given = read_source(source) if source else None
    name = name or (_named(given) if given else "")
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
    entries = _expected(given, game) if given else _example(game, slug)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(_text(entries), "utf-8")
    return file


def _named(given: Source) -> str:
    """The id for a case from a file: of its game, and of its name."""
    game = given.data.get("game") if isinstance(given.data, dict) else None
    return f"{game}/{re.sub(r'[^a-z0-9]+', '-', given.file.stem.lower()).strip('-')}"


def _folder() -> File:
    root = corpus.root()
    return root if root.name == "cases" else File.cwd() / "cases"


def _expected(given: Source, game: str) -> dict[str, Any]:
    """What a file has of a case, and of each ruling that expects nothing yet what the engine rules."""
    try:
        entries = dict(mapping(given.data, (), "a case"))
        if entries.get("game") != game:
            raise Malformed(("game",), entries.get("game"), f"the game of the new case, {game}")
        rulings = mapping(
            entries.get("rulings", {"as-it-stands": {}}), ("rulings",), "rulings by name"
        )
        entries["rulings"] = {}
        for name, ruling in rulings.items():
            ruling = mapping(ruling, ("rulings", name), "a ruling")
            judged = scene(changed(entries, ruling.get("with") or {})).judge()
            told = {"expect": expectation(judged), "because": _WHY, **ruling}
            entries["rulings"][name] = told
    except Malformed as wrong:
        raise given.refused(wrong) from None
    return entries


_WHY: Final = "Which sentence of the document decides, and how."


def _example(game: str, slug: str) -> dict[str, Any]:
    example = find(game).rulebook.data["example"]
    ruling = scene({"game": game, **example}).judge()
    return {
        "title": slug.replace("-", " ").capitalize(),
        "game": game,
        "tags": list(example.get("tags", ())),
        "story": "What to know before the picture.",
        **example,
        "rulings": {
            "as-it-stands": {
                "expect": expectation(ruling),
                "because": _WHY,
            }
        },
    }


def _text(case: Mapping[str, Any]) -> str:
    writer, text = YAML(), StringIO()
    writer.default_flow_style = None
    writer.width = 96
    writer.dump(dict(case), text)
    return MODELINE + text.getvalue()
