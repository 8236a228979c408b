"""A case's page, made from its notebook: verdict, what was measured, picture, why, contrast.

All a search must find is Markdown. Pictures are plain HTML, each with its words.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from typing import Final

from nbformat import NotebookNode

from movement import __version__
from movement.cases.case import Case, Worked
from movement.games import rulebooks
from movement.ruling.ruling import Ruling
from movement.ruling.words import measured_told, verdict_told
from movement.show.figure import alt_text
from movement.show.flips import Flip
from movement.show.notebooks import title
from movement.show.pictures import named
from movement.show.style import MARKS, THEMES

PICTURES: Final = "pictures"
"""The folder of the pictures in the built book."""

_ID: Final = re.compile(r"(?<![\w.`#/])([a-z]+(?:\.[a-z0-9-]+){2})(?![\w`])")


class OutOfDate(Exception):
    """A notebook tells of a case something else than the engine does now."""


def anchor(name: str) -> str:
    """A label as the HTML id that a page has it under."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def case_page(case: Case, kept: NotebookNode, pairs: Mapping[str, Flip]) -> str:
    """The page of a case from the notebook kept of it. Raises `OutOfDate`.

    `pairs` are flip pairs by the id of the ruling that is the changed one.
    """
    first, *others = case.worked
    lines = [f"# {case.title}", *_board(case, first), *_entries(case), case.story.strip()]
    lines += [f"({case.id}/{first})=", f"## {title(first)}", *_why(case, first, kept)]
    lines += _contrast(case.worked[first], pairs)
    for name in others:
        lines += [f"({case.id}/{name})=", f"## {title(name)}", *_section(case.worked[name], pairs)]
        lines += _why(case, name, kept)
    lines += [*_try(kept), *_code(case, kept), *_foot(case)]
    return "\n\n".join(lines) + "\n"


def lead(case: Case, name: str, deep: int, link: str = "") -> Iterator[str]:
    """A ruling at a glance: its verdict, what was measured, and its picture."""
    worked = case.worked[name]
    yield _verdict(worked.ruling)
    yield _measured(worked.ruling)
    yield picture(worked, deep, link=link, eager=True)


def picture(
    worked: Worked, deep: int, kind: str = "", *, of: str = "", link: str = "", eager: bool = False
) -> str:
    """A ruling's picture for a page `deep` folders down, on light and on dark paper."""
    shown = "".join(
        _image(
            f"{'../' * deep}{PICTURES}/{named(of or worked.id, theme, kind)}",
            alt_text(worked.ruling),
            theme,
            eager=eager,
        )
        for theme in THEMES
    )
    return f'<a class="picture" href="{link}">{shown}</a>' if link else _div("picture", shown)


def measured_picture(alt: str) -> str:
    """The picture of how a distance is measured, for a page at the top of the book."""
    shown = (_image(f"{PICTURES}/wrong-end.{theme}.svg", alt, theme) for theme in THEMES)
    return _div("picture", "".join(shown))


def thumb(worked: Worked, deep: int, words: str) -> str:
    """A small picture of a ruling that leads to it."""
    case = worked.id.rpartition("/")[0]
    pictures = "".join(
        _image(f"{'../' * deep}{PICTURES}/{named(worked.id, theme)}", "", theme) for theme in THEMES
    )
    href = f"{'../' * deep}cases/{case}.html#{anchor(worked.id)}"
    mark = f"{MARKS[worked.ruling.verdict]} {worked.ruling.verdict.capitalize()}"
    return (
        f'<a class="thumb" href="{href}">{pictures}'
        f'<span class="word {worked.ruling.verdict}">{mark}</span> {html.escape(words)}</a>'
    )


def linked(text: str) -> str:
    """A text with every clause it names linked to the clause's place in the book."""
    ids = {id_ for book in rulebooks().values() for id_ in book.clauses}
    return _ID.sub(lambda m: cited(m[1]) if m[1] in ids else m[1], text)


def cited(clause: str) -> str:
    """A clause's id as a link to its place in the book."""
    return f"[`{clause}`](#{clause})"


def source_told(game: str, edition: str = "") -> str:
    """Which game, edition and document a page rests on, and which engine ruled."""
    book = rulebooks()[game]
    told = f", edition {edition}" if edition else ""
    return (
        f"{book.title}{told}. Source: *{book.document}*. Ruled by tabletop-movement {__version__}."
    )


def _board(case: Case, name: str) -> Iterator[str]:
    """A ruling at a glance, where the board takes its place once it is touched."""
    place = f'<div class="board-place" data-case="{case.id.replace("/", "-")}" data-deep="2">'
    yield place
    yield from lead(case, name, 2)
    yield "</div>"


def _entries(case: Case) -> Iterator[str]:
    """What a search finds the case under: its tags, first those its id speaks of."""
    id_words = set(re.split(r"\W", case.id))
    for tag in case.tags:
        words = {word for word in tag.split() if len(word) > 3}
        yield f"```{{index}} {'! ' if words & id_words else ''}{tag}\n```"


def _verdict(ruling: Ruling) -> str:
    word, _, told = verdict_told(ruling).partition(": ")
    return _block(f"verdict {ruling.verdict}", f"**{MARKS[ruling.verdict]} {word}** {told}")


def _measured(ruling: Ruling) -> str:
    """What was measured against what is allowed."""
    told, clause = measured_told(ruling)
    return _block("measured", f"{told} {cited(clause) if clause else ''}".strip())


def _section(worked: Worked, pairs: Mapping[str, Flip]) -> Iterator[str]:
    """What is seen of a ruling that is not the first: verdict, and contrast with another."""
    flip = pairs.get(worked.id)
    yield _verdict(worked.ruling)
    yield _measured(worked.ruling)
    if flip:
        yield from _side_by_side(flip, worked)
    else:
        yield picture(worked, 2)


def _contrast(worked: Worked, pairs: Mapping[str, Flip]) -> Iterator[str]:
    """The first pair in which a change to a ruling makes it another one, if there is any."""
    flip = next((flip for flip in pairs.values() if flip.one.id == worked.id), None)
    if flip:
        yield f"**What flips it:** {flip.words}."
        yield from _side_by_side(flip, worked)


def _side_by_side(flip: Flip, here: Worked) -> Iterator[str]:
    """The two pictures of a flip pair, the one of the ruling told of first, and what differs."""
    kinds = {flip.one.id: "against", flip.other.id: ""}
    halves = []
    for each in (flip.one, flip.other) if flip.one.id == here.id else (flip.other, flip.one):
        mark = f"{MARKS[each.ruling.verdict]} {each.ruling.verdict.upper()}"
        name = title(each.id.rpartition("/")[2])
        words = f"{name}, here" if each.id == here.id else f"[{name}](#{each.id})"
        drawn = picture(each, 2, kinds[each.id], of=flip.other.id)
        halves.append(f"::::{{div}} half\n{words}: **{mark}**\n\n{drawn}\n::::")
    yield (
        f":::::{{div}} pair{' of-lead' if flip.one.id == here.id else ''}\n"
        + "\n".join(halves)
        + "\n:::::"
    )
    if flip.other.id == here.id:
        yield _block("difference", f"**The one difference:** {flip.words}.")


def _why(case: Case, name: str, kept: NotebookNode) -> Iterator[str]:
    """The reason the case gives, and the ruling as the notebook has it, clauses linked."""
    told = _output(kept, f'case.rulings["{name}"]')
    ruling = case.worked[name].ruling
    word, _, rest = verdict_told(ruling).partition(": ")
    head, _, reasons = told.partition("\n")
    if head.strip() != f"**{word}**: {rest}":
        raise OutOfDate(f"{case.id}: {name} is ruled otherwise now: run movement notebooks")
    yield case.worked[name].because.strip()
    yield _block("ruling", _reasons(reasons), 4)


def _reasons(told: str) -> str:
    """What a ruling's cell put out, with each clause that it names in brackets as a link."""
    return linked(re.sub(r"\[([^\[\]]+)\]", r"(\1)", told.strip()))


def _output(kept: NotebookNode, source: str) -> str:
    """The Markdown, or else the text, that a cell put out."""
    for cell in kept.cells:
        if cell.source == source:
            data = cell.outputs[0].data
            return str(data.get("text/markdown", data.get("text/plain")))
    raise OutOfDate(f"the notebook has no cell {source}")


def _try(kept: NotebookNode) -> Iterator[str]:
    (cell,) = (c for c in kept.cells if c.cell_type == "code" and c.source.startswith("case.vary"))
    yield "## Try it"
    yield (
        "In Python, any part of the scene can be changed, by the path its case file gives it; `__` "
        "stands for a dot."
    )
    yield f"```python\n{cell.source}\n```"
    yield _block(
        "ruling", linked(re.sub(r"\[([^\[\]]+)\](?!\()", r"(\1)", _output(kept, cell.source))), 4
    )


def _code(case: Case, kept: NotebookNode) -> Iterator[str]:
    code = "\n\n".join(cell.source for cell in kept.cells if cell.cell_type == "code")
    yield (
        ":::{dropdown} All of it in Python\n"
        f"The notebook of this page is `book/cases/{case.id}.ipynb`, the scene "
        f"`cases/{case.id}.yaml`.\n\n```python\n{code}\n```\n:::"
    )


def _foot(case: Case) -> Iterator[str]:
    tags = ", ".join(case.tags)
    told = source_told(case.scene.game.name, case.scene.settings.edition)
    clauses = f"[The clauses](../../clauses/{case.scene.game.name}.md)"
    yield _block("source of-case", f"{told} Tags: {tags}. {clauses}.")


def _image(src: str, alt: str, theme: str, *, eager: bool = False) -> str:
    loading = "" if eager and theme == "light" else ' loading="lazy"'
    return f'<img class="only-{theme}" src="{src}" alt="{html.escape(alt)}"{loading}>'


def _div(kind: str, inner: str) -> str:
    return f'<div class="{kind}">{inner}</div>'


def _block(kind: str, text: str, fence: int = 3) -> str:
    return f"{':' * fence}{{div}} {kind}\n{text}\n{':' * fence}"
