"""The book's pages of reference: a game's clauses, all rulings, and where each sentence went."""

from __future__ import annotations

import html
import inspect
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path as File
from typing import Any, Final

from movement.cases.case import Case, Worked
from movement.cases.compare import by_edition
from movement.cases.shown import missing, showing
from movement.games import find, names, rulebooks
from movement.plain import read
from movement.ruling.rulebook import Clause, Number, Reading, Rulebook
from movement.ruling.words import plain_number
from movement.show.flips import Flip
from movement.show.notebooks import title
from movement.show.pages import cited, linked, source_told, thumb

THUMBS: Final = 6
"""How many rulings are shown of a clause by a picture; the others by name."""

KINDS: Final = {
    "bars": "bars: it refuses something",
    "halts": "halts: it ends a movement lawfully",
    "allows": "allows: it permits, or sets another clause aside",
    "measures": "measures: it says how something is measured",
    "states": "states: it tells a consequence beside the verdict",
}
"""What each kind of clause does."""


@dataclass(frozen=True, slots=True)
class Place:
    """A sentence or bullet of a document, in a few words of ours, and what became of it.

    It became `clauses`, or none, for a `reason`.
    """

    section: str
    place: str
    gist: str
    clauses: tuple[str, ...] = ()
    reason: str = ""


def traced(file: File) -> dict[str, tuple[Place, ...]]:
    """Every sentence of each game's document. Raises `Malformed`."""
    data = tomllib.loads(file.read_text("utf-8"))
    return dict(read(Mapping[str, tuple[Place, ...]], data, ()))


def clause_page(game: str, cases: Sequence[Case]) -> str:
    """Every clause of a game, what the document leaves open, and the numbers it rests on."""
    book = rulebooks()[game]
    of_game = [case for case in cases if case.scene.game.name == game]
    worked = {each.id: each for case in of_game for each in case.worked.values()}
    lines = [f"# {book.title}: the clauses", _how_many(book)]
    section = ""
    for clause in book.clauses.values():
        if clause.section != section:
            section = clause.section
            lines.append(f"## {section}")
        lines += _clause(game, clause, of_game, worked)
    if book.readings:
        lines += ["## Readings: what the document leaves open", _READINGS]
        lines += [each for item in book.readings.items() for each in _reading(game, *item)]
    if book.numbers:
        lines += ["## Numbers", _numbers(book.numbers)]
    lines.append(f":::{{div}} source\n{source_told(game, ', '.join(book.editions))}\n:::")
    return "\n\n".join(lines) + "\n"


def index_page(cases: Sequence[Case], words: str, pairs: Mapping[str, Flip]) -> str:
    """Every ruling with its picture, by game and case, under the words that open the page."""
    lines = [words.strip()]
    for name, book in rulebooks().items():
        of_game = [case for case in cases if case.scene.game.name == name]
        if of_game:
            lines.append(f"## {book.title}")
        for case in of_game:
            cards = "".join(_card(case, each, pairs) for each in case.worked)
            lines.append(f"**[{case.title}](cases/{case.id}.md)**")
            lines.append(f'<div class="thumbs" data-case="{case.id}">{cards}</div>')
        if of_game:
            editions = sorted({case.scene.settings.edition for case in of_game} - {""})
            lines.append(f":::{{div}} source\n{source_told(name, ', '.join(editions))}\n:::")
    return "\n\n".join(lines) + "\n"


def edition_table(cases: Sequence[Case], editions: Sequence[str]) -> str:
    """The rulings that come out otherwise in one of a game's editions than in another."""
    lines = [f"| Ruling | {' | '.join(editions)} |", "|---" * (len(editions) + 1) + "|"]
    for each in by_edition(cases, editions):
        if each.differs:
            told = " | ".join(map(linked, each.told.values()))
            lines.append(f"| [{_short(each.id)}](#{each.id}) | {told} |")
    return "\n".join(lines)


def tracing_page(places: Mapping[str, Sequence[Place]], words: str) -> str:
    """Every sentence of the documents with the clause it became, or why it became none."""
    lines = [words.strip()]
    for game, of_game in places.items():
        book = rulebooks()[game]
        lines.append(f"## {book.title}: *{book.document}*")
        section = ""
        for place in of_game:
            if place.section != section:
                section = place.section
                lines += [
                    f"### {section}",
                    "| Place | What it is about | What became of it |\n|---|---|---|",
                ]
            became = ", ".join(map(cited, place.clauses)) or f"None: {place.reason}"
            if place.clauses and place.reason:
                became += f". {place.reason}"
            lines[-1] += f"\n| {place.place} | {place.gist} | {became} |"
        lines.append(f":::{{div}} source\n{source_told(game, ', '.join(book.editions))}\n:::")
    return "\n\n".join(lines) + "\n"


_READINGS: Final = (
    "Where the document is silent, or players dispute what it says, a reading is named, with the "
    "option taken unless a case says otherwise. A ruling that would change under another option "
    "says so."
)


def _how_many(book: Rulebook) -> str:
    coded = sum(clause.coded for clause in book.clauses.values())
    return (
        f"The {len(book.clauses)} clauses of *{book.document}*, in our words. {coded} of them are "
        "coded, and decide rulings; the others are entered and wait for their code. Each has a "
        "permanent address: the address of this page, and after a `#` the clause's id with hyphens "
        "for its dots."
    )


def _clause(
    game: str, clause: Clause, cases: Sequence[Case], worked: Mapping[str, Worked]
) -> Iterator[str]:
    yield f"({clause.id})="
    yield f"### {clause.id}"
    yield clause.says
    editions = f" Only in edition {', '.join(clause.editions)}." if clause.editions else ""
    background = " Not in the document: from public references." if clause.background else ""
    lifts = f" It may set aside {', '.join(map(cited, clause.lifts))}." if clause.lifts else ""
    told = f"{clause.section}, {clause.place}.{editions}{background}"
    rulings = [case.rulings[name] for case in cases for name in case.worked]
    lacks = missing(clause, rulings) if clause.coded else []
    coded = "coded." if clause.coded else "not coded yet; it decides no ruling so far."
    if lacks:
        coded += f" The cases still lack {'; '.join(lacks)}."
    yield (
        f"- **Kind:** {KINDS[clause.kind]}.{lifts}\n"
        f"- **Source:** *{rulebooks()[game].document}*, {told}\n"
        f"- **State:** {coded}"
    )
    shown = showing(clause.id, cases)
    if shown:
        first = "".join(thumb(worked[id_], 1, _short(id_)) for id_ in shown[:THUMBS])
        yield f'<div class="thumbs">{first}</div>'
    if others := shown[THUMBS:]:
        links = ", ".join(f"[{_short(id_)}](#{id_})" for id_ in others)
        yield f":::{{dropdown}} {len(others)} more rulings it decides\n{links}\n:::"
    if code := _code(game, clause.id):
        yield code


def _short(id_: str) -> str:
    return title(id_.rpartition("/")[2])


def _code(game: str, clause: str) -> str:
    """The code that decides a clause, folded away."""
    if game not in names():
        return ""
    played = find(game)
    registers: tuple[Mapping[str, Any], ...] = (
        {name: rule for name, (_, rule) in played.rules.items()},
        played.exceptions,
        played.notes,
        played.bonds,
        played.effects,
    )
    for register in registers:
        if clause in register:
            rule = inspect.unwrap(register[clause])
            place = f"{rule.__module__.replace('.', '/')}.py"
            source = inspect.getsource(rule).rstrip()
            return (
                f":::{{dropdown}} The code that decides it: `{rule.__name__}`\n"
                f"In `{place}`.\n\n```python\n{source}\n```\n:::"
            )
    return ""


def _reading(game: str, name: str, reading: Reading) -> Iterator[str]:
    yield f"({game}.reading.{name})="
    yield f"### Reading {name}"
    yield f"{reading.says} It bears on {cited(reading.clause)}."
    yield "\n".join(
        f"- `{option}`{' (taken by default)' if option == reading.default else ''}: {means}."
        for option, means in reading.options.items()
    )


def _numbers(numbers: Mapping[str, Number]) -> str:
    rows = (
        f"| `{name}` | {plain_number(number.value)} {number.unit} | {number.says} | "
        f"{'public references, not the document' if number.background else 'the document'} |"
        for name, number in numbers.items()
    )
    return "\n".join(["| Number | Value | What it is | From |", "|---|---|---|---|", *rows])


def _card(case: Case, name: str, pairs: Mapping[str, Flip]) -> str:
    worked = case.worked[name]
    data = {
        "game": rulebooks()[case.scene.game.name].title,
        "verdict": str(worked.ruling.verdict),
        "tags": "|".join(case.tags),
    }
    told = " ".join(f'data-{key}="{html.escape(value)}"' for key, value in data.items())
    flip = pairs.get(worked.id)
    note = f'<span class="change">{html.escape(flip.words)}</span>' if flip else ""
    return f'<div class="card-of-ruling" {told}>{thumb(worked, 0, title(name))}{note}</div>'
