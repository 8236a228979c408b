"""Clauses as data: each that is cited exists, each coded one is decided once, and shown."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import movement
from movement.cases import corpus
from movement.cases.shown import missing, showing
from movement.games import find, names, rulebooks
from movement.ruling.game import Game
from movement.ruling.rulebook import PLACEHOLDERS, Clause, Reading, Rulebook, asked_for
from movement.ruling.ruling import Ruling

BOOKS = rulebooks()
CLAUSES = {id_: clause for book in BOOKS.values() for id_, clause in book.clauses.items()}
CODED = [clause for clause in CLAUSES.values() if clause.coded]
READINGS = [
    (book, name, reading) for book in BOOKS.values() for name, reading in book.readings.items()
]
EXCEPTIONS = [(find(name), clause) for name in names() for clause in find(name).exceptions]
CASES = [corpus.case(file) for file in corpus.files()]
PACKAGE = Path(movement.__file__).parent
ID = re.compile(rf"\b(?:{'|'.join(BOOKS)})(?:\.[a-z0-9-]+){{2,}}")

each_clause = pytest.mark.parametrize("clause", CLAUSES.values(), ids=list(CLAUSES))
each_coded = pytest.mark.parametrize("clause", CODED, ids=[clause.id for clause in CODED])


def rulings_of(game: str) -> dict[str, Ruling]:
    """All that the corpus rules in one game, by id."""
    cases = (case for case in CASES if case.scene.game.name == game)
    return {worked.id: worked.ruling for case in cases for worked in case.worked.values()}


def game_of(clause: Clause) -> str:
    return clause.id.partition(".")[0]


def decided(ruling: Ruling) -> tuple[object, ...]:
    return ruling.verdict, set(ruling.breaks), ruling.halts


def cited_in_code() -> Iterator[str]:
    """Every id that stands as text of its own in the package."""
    for file in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and ID.fullmatch(str(node.value)):
                yield str(node.value)


# Ids


def test_there_are_91_clauses() -> None:
    assert sum(len(book.clauses) for book in BOOKS.values()) == len(CLAUSES) == 91


@pytest.mark.parametrize("game", BOOKS)
def test_an_id_begins_with_its_games_name_and_says_in_words_where_it_belongs(game: str) -> None:
    for id_, clause in BOOKS[game].clauses.items():
        assert id_ == clause.id
        assert re.fullmatch(rf"{game}\.[a-z]+\.[a-z]+(-[a-z]+)*", id_), id_


def test_what_code_cites_exists() -> None:
    cited = set(cited_in_code())
    assert cited - CLAUSES.keys() == set()
    assert cited >= {id_ for name in names() for id_ in find(name).decided}


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_what_a_case_cites_exists(case: movement.Case) -> None:
    cited = set(ID.findall(case.source.file.read_text("utf-8")))
    assert cited - CLAUSES.keys() == set()
    assert cited


@pytest.mark.parametrize("game", BOOKS)
def test_a_coded_clause_is_decided_in_one_place_and_a_decided_one_is_coded(game: str) -> None:
    decided = Counter(find(game).decided if game in names() else ())
    assert decided == Counter(clause.id for clause in CODED if game_of(clause) == game)


@each_clause
def test_what_a_clause_lifts_and_where_it_holds_exist(clause: Clause) -> None:
    book = BOOKS[game_of(clause)]
    assert all(id_ in book.clauses for id_ in clause.lifts)
    assert set(clause.editions) <= set(book.editions)
    assert not clause.lifts or clause.kind == "allows"
    assert clause.id not in clause.lifts


# Words


@each_clause
def test_a_template_asks_only_for_what_a_finding_can_give(clause: Clause) -> None:
    told = (clause.held, clause.failed, *clause.aspects.values(), *clause.kept.values())
    assert set().union(*map(asked_for, told)) <= PLACEHOLDERS


@each_clause
def test_a_clause_has_the_words_its_kind_needs(clause: Clause) -> None:
    assert clause.says.strip()
    assert clause.section.strip()
    assert clause.place.strip()
    assert clause.held.strip()
    if clause.kind in ("bars", "halts", "states"):
        assert clause.failed.strip()


@pytest.mark.parametrize(
    ("template", "asks"),
    [("{mover} has {measured}.", {"mover", "measured"}), ("Nothing.", set()), ("{}", {""})],
)
def test_what_a_template_asks_for_is_found(template: str, asks: set[str]) -> None:
    assert asked_for(template) == asks


@pytest.mark.parametrize("reading", READINGS, ids=[name for _, name, _ in READINGS])
def test_a_reading_is_of_a_clause_and_has_its_default_among_its_options(
    reading: tuple[Rulebook, str, Reading],
) -> None:
    book, _, said = reading
    assert said.clause in book.clauses
    assert said.default in said.options
    assert len(said.options) > 1
    assert said.says.endswith("?")


def test_no_two_readings_of_a_game_and_no_two_clauses_say_the_same() -> None:
    for book in BOOKS.values():
        said = [reading.says for reading in book.readings.values()]
        assert len(set(said)) == len(said)
    assert len({clause.says for clause in CLAUSES.values()}) == len(CLAUSES)


# What the corpus shows


@each_coded
def test_a_coded_clause_is_shown_as_its_kind_asks(clause: Clause) -> None:
    assert missing(clause, rulings_of(game_of(clause)).values()) == []


@each_coded
def test_a_coded_clause_decides_somewhere_or_is_only_told(clause: Clause) -> None:
    shown = showing(clause.id, CASES)
    assert shown or clause.kind in ("measures", "allows")
    assert set(shown) <= rulings_of(game_of(clause)).keys()


@each_coded
def test_each_thing_that_a_clause_forbids_in_words_of_its_own_is_shown_broken(
    clause: Clause,
) -> None:
    rulings = rulings_of(game_of(clause)).values()
    found = [f for ruling in rulings for f in ruling.findings if f.clause == clause.id]
    assert {f.aspect for f in found} - {""} <= clause.aspects.keys()
    assert {f.aspect for f in found if f.bites} >= clause.aspects.keys()
    assert {f.aspect for f in found if not f.met} >= clause.kept.keys()
    assert clause.kept.keys() <= clause.aspects.keys()


def test_what_is_not_coded_is_uncovered_and_nothing_else() -> None:
    for game, book in BOOKS.items():
        of_game = [case for case in CASES if case.scene.game.name == game]
        rulings = [ruling for case in of_game for ruling in case.rulings.values()]
        lacking = {id_ for id_, clause in book.clauses.items() if missing(clause, rulings)}
        assert lacking == {id_ for id_, clause in book.clauses.items() if not clause.coded}


@pytest.mark.parametrize(
    ("game", "exception"), EXCEPTIONS, ids=[clause for _, clause in EXCEPTIONS]
)
def test_taking_an_exception_away_turns_a_ruling(game: Game, exception: str) -> None:
    kept = {id_: rule for id_, rule in game.exceptions.items() if id_ != exception}
    without = replace(game, exceptions=kept)
    turned = [
        worked.id
        for case in CASES
        if case.scene.game is game
        for worked in case.worked.values()
        if decided(replace(worked.scene, game=without).judge()) != decided(worked.ruling)
    ]
    assert turned


# That what is missing is found


@each_coded
def test_with_no_rulings_everything_is_missing(clause: Clause) -> None:
    one = clause.kind == "measures" or clause.kind == "states"
    assert len(missing(clause, [])) == (1 if one else 2)


SHORTFALLS = [
    (
        "bushido.move.through",
        "charge-second-zone/friend-in-the-way",
        ["a ruling in which it is held"],
    ),
    (
        "bushido.move.through",
        "charge-second-zone/friend-beside-the-way",
        ["a ruling in which it is broken"],
    ),
    (
        "bushido.charge.stop-before",
        "charge-second-zone/stops-short",
        ["a ruling in which it does not fire"],
    ),
    (
        "bushido.charge.stop-before",
        "charge-second-zone/spearman-looks-away",
        ["a ruling in which it fires"],
    ),
    (
        "bushido.charge.ignore-zones",
        "charge-second-zone/archers-zone-first",
        ["a ruling in which a bar it lifts bites"],
    ),
    (
        "bushido.charge.ignore-zones",
        "charge-second-zone/stops-short",
        ["a ruling in which it lifts a bar"],
    ),
    ("voidsiege.move.no-minimum", "two-inches/one-shortened", ["a ruling in which it applies"]),
    (
        "voidsiege.move.no-minimum",
        "two-inches/short-enough-for-a-run",
        ["a ruling in which it does not apply"],
    ),
    (
        "voidsiege.move.commands",
        "two-inches/one-shortened",
        ["a ruling in which the mistake would give another verdict"],
    ),
    (
        "voidsiege.route.whole",
        "two-inches/one-shortened",
        ["a ruling in which the mistake would give another verdict"],
    ),
    (
        "voidsiege.shunt.under-two",
        "shunt/a-hair-under",
        ["two rulings in which it states different things"],
    ),
]


@pytest.mark.parametrize(("clause", "ruling", "lacks"), SHORTFALLS)
def test_one_ruling_alone_leaves_its_contrast_missing(
    clause: str, ruling: str, lacks: list[str]
) -> None:
    rulings = rulings_of(game_of(CLAUSES[clause]))
    one = rulings[f"{game_of(CLAUSES[clause])}/{ruling}"]
    assert missing(CLAUSES[clause], [one]) == lacks
    assert missing(CLAUSES[clause], rulings.values()) == []
