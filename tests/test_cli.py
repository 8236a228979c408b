"""The commands: what each prints, where, and how it ends."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib import resources
from pathlib import Path

import jsonschema
import pytest
from command_line import Said, movement, program

from movement import __version__, cli
from movement.cases import corpus
from movement.cases.shown import missing
from movement.games import names, rulebooks

CASE = "bushido/charge-second-zone"
FILE = corpus.root() / f"{CASE}.yaml"
ONE = ("--ruling", "stops-short")
BARRED = ("--ruling", "friend-in-the-way")
SCHEMA = json.loads(
    resources.files("movement.ruling").joinpath("ruling.schema.json").read_text("utf-8")
)


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of one's own to work in, with a corpus of its own."""
    folder = tmp_path / "cases"
    folder.mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(corpus, "root", lambda: folder)
    return tmp_path


def refused(said: Said, line: str) -> bool:
    """Whether a command said this line alone, on standard error."""
    return said.refused_in_one_line and said.err == f"{line}\n"


# The program


def test_the_version_is_printed() -> None:
    assert movement("--version") == Said(0, f"{__version__}\n", "")


def test_without_arguments_there_is_help(tmp_path: Path) -> None:
    said = program(cwd=tmp_path)
    helped = said.out + said.err
    assert helped.startswith("Usage: movement")
    for command in ("rule", "check", "clauses", "new"):
        assert f"\n  {command} " in helped


@pytest.mark.parametrize("words", [["rule"], ["judge"], ["rule", CASE, "--nonsense"]])
def test_a_command_that_cannot_be_understood_ends_with_2(words: list[str]) -> None:
    said = movement(*words)
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("Usage: ")


def test_a_fault_of_the_program_is_not_told_as_one_of_the_input(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def faulty(name: str) -> None:
        raise KeyError(name)

    monkeypatch.setattr(corpus, "case", faulty)
    with pytest.raises(KeyError):
        movement("rule", CASE)


# rule


def test_a_case_is_ruled_on_by_its_id_and_by_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = movement("rule", CASE)
    assert said == movement("rule", FILE)
    monkeypatch.chdir(FILE.parent)
    assert said == movement("rule", FILE.name)
    rulings = corpus.case(CASE).rulings
    told = [f"{name}\n{ruling.explain()}" for name, ruling in rulings.items()]
    assert said == Said(0, "\n\n".join(told) + "\n", "")


def test_one_ruling_is_told_alone() -> None:
    said = movement("rule", CASE, *ONE)
    assert said.out.splitlines()[:2] == [
        "stops-short",
        "SHORTENED: samurai moves 3.13 in of 6.82 in and stops at (7.13, 12).",
    ]
    assert "[bushido.charge.stop-before]" in said.out
    assert said.out.count("SHORTENED: ") == 1


def test_a_ruling_there_is_not_is_answered_with_those_there_are() -> None:
    said = movement("rule", CASE, "--ruling", "nope")
    assert said.refused_in_one_line
    assert said.err.startswith(f"no ruling 'nope' in {CASE}; there are stops-short, ")


def test_json_is_a_mapping_of_rulings_that_keep_to_their_schema() -> None:
    said = movement("rule", CASE, "--json")
    assert (said.code, said.err) == (0, "")
    told = json.loads(said.out)
    assert list(told) == list(corpus.case(CASE).worked)
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    for ruling in told.values():
        jsonschema.Draft202012Validator(SCHEMA).validate(ruling)
    assert told["stops-short"]["steps"][0]["halts"] == "bushido.charge.stop-before"
    assert list(json.loads(movement("rule", CASE, *ONE, "--json").out)) == ["stops-short"]


def test_a_reading_changes_what_is_ruled_and_is_named_in_it() -> None:
    plain = json.loads(movement("rule", CASE, *BARRED, "--json").out)["friend-in-the-way"]
    said = movement("rule", CASE, *BARRED, "--reading", "partial=stops-before", "--json")
    other = json.loads(said.out)["friend-in-the-way"]
    assert (plain["verdict"], plain["readings"]) == ("illegal", {})
    assert (other["verdict"], other["readings"]) == ("shortened", {"partial": "stops-before"})


def test_several_readings_are_taken_together_and_over_the_cases_own() -> None:
    words = ("--ruling", "stops-at-the-friend", "--json", "--reading", "own-zone=at-start")
    said = movement("rule", CASE, *words, "--reading", "partial=refused")
    told = json.loads(said.out)["stops-at-the-friend"]
    assert told["readings"] == {"partial": "refused", "own-zone": "at-start"}
    assert told["verdict"] == "illegal"


@pytest.mark.parametrize(
    ("reading", "says"),
    [
        ("nope=x", "expected one of the readings run-distance, "),
        ("partial=x", "expected one of the options of partial: refused, stops-before"),
        ("partial", "expected one of the options of partial: refused, stops-before"),
        ("", "expected one of the readings run-distance, "),
    ],
)
def test_a_reading_there_is_not_is_answered_with_those_there_are(reading: str, says: str) -> None:
    said = movement("rule", CASE, "--reading", reading)
    assert said.refused_in_one_line
    assert said.err.startswith(f"--reading {reading}: {says}")


def test_an_edition_of_a_game_that_has_but_one_is_refused() -> None:
    said = movement("rule", CASE, "--edition", "n4")
    assert refused(said, "no edition 'n4'; there are none: the game has but one")


@pytest.mark.parametrize(
    ("suffix", "begins"), [(".svg", b"<?xml"), (".png", b"\x89PNG\r\n"), (".pdf", b"%PDF-")]
)
def test_a_figure_is_written_in_the_form_its_name_ends_in(
    suffix: str, begins: bytes, tmp_path: Path
) -> None:
    file = tmp_path / f"figure{suffix}"
    said = movement("rule", CASE, *ONE, "--figure", file)
    assert said == Said(0, movement("rule", CASE, *ONE).out, f"{file}\n")
    assert file.read_bytes().startswith(begins)
    assert file.stat().st_size > 1000


def test_a_figure_of_several_rulings_has_more_pictures_than_of_one(tmp_path: Path) -> None:
    one, several = tmp_path / "one.svg", tmp_path / "several.svg"
    text = FILE.read_text("utf-8").partition("  archers-zone-first:")[0]
    case = tmp_path / "case.yaml"
    case.write_text(text, "utf-8")
    movement("rule", case, *ONE, "--figure", one)
    movement("rule", case, "--figure", several)
    panels = [file.read_text("utf-8").count('id="axes_') for file in (one, several)]
    assert 0 < panels[0] < panels[1]


@pytest.mark.parametrize("name", ["figure.gif", "figure", "figure.svg.txt"])
def test_a_figure_in_another_form_is_refused_and_not_written(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    said = movement("rule", CASE, *ONE, "--figure", file)
    assert refused(said, f"--figure {file}: expected a file that ends in .svg, .png, .pdf")
    assert not file.exists()


def test_a_figure_that_cannot_be_written_is_told_in_one_line(tmp_path: Path) -> None:
    nowhere, folder = tmp_path / "nowhere" / "figure.svg", tmp_path / "folder.svg"
    folder.mkdir()
    for file, why in ((nowhere, "No such file or directory"), (folder, "Is a directory")):
        said = movement("rule", CASE, *ONE, "--figure", file)
        assert refused(said, f"--figure {file}: cannot be written: {why}")


# clauses


def ids(said: Said) -> list[str]:
    """The clauses listed in a table."""
    words = [line.split()[0] for line in said.out.splitlines() if line[:1].strip()]
    return [word for word in words if word.count(".") == 2]


def test_all_clauses_are_listed_or_those_of_a_game() -> None:
    assert ids(movement("clauses")) == [
        id_ for book in rulebooks().values() for id_ in book.clauses
    ]
    said = movement("clauses", "--game", "bushido")
    assert ids(said) == list(rulebooks()["bushido"].clauses)
    assert said.code == 0


def test_a_game_there_is_not_is_answered_with_those_there_are() -> None:
    said = movement("clauses", "--game", "chess")
    assert refused(said, f"no game 'chess'; there are {', '.join(rulebooks())}")


def test_clauses_as_json_say_what_each_is_and_which_rulings_show_it() -> None:
    said = movement("clauses", "--json")
    rows = {row["id"]: row for row in json.loads(said.out)}
    clauses = {id_: clause for book in rulebooks().values() for id_, clause in book.clauses.items()}
    assert list(rows) == list(clauses)
    for id_, row in rows.items():
        assert (row["says"], row["kind"]) == (clauses[id_].says, clauses[id_].kind)
        assert (row["missing"] == []) is clauses[id_].coded
    assert f"{CASE}/stops-short" in rows["bushido.charge.stop-before"]["rulings"]
    assert f"{CASE}/spearman-looks-away" not in rows["bushido.charge.stop-before"]["rulings"]


def test_uncovered_clauses_are_listed_alone_and_end_with_1(elsewhere: Path) -> None:
    file = elsewhere / "cases" / "bushido" / "case.yaml"
    file.parent.mkdir()
    file.write_bytes(FILE.read_bytes())
    clauses = rulebooks()["bushido"].clauses
    rulings = list(corpus.case(file).rulings.values())
    lacking = [id_ for id_, c in clauses.items() if not c.coded or missing(c, rulings)]
    said = movement("clauses", "--game", "bushido", "--uncovered")
    assert (said.code, ids(said)) == (1, lacking)
    assert 0 < len(lacking) < len(clauses)
    file.unlink()
    said = movement("clauses", "--game", "bushido", "--uncovered", "--json")
    rows = {row["id"]: row["missing"] for row in json.loads(said.out)}
    assert (said.code, list(rows)) == (1, list(clauses))
    assert rows["bushido.charge.straight"] == [
        "a ruling in which it is broken",
        "a ruling in which it is held",
    ]


def test_with_nothing_uncovered_there_is_nothing_to_list(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = {
        name: replace(book, clauses={id_: c for id_, c in book.clauses.items() if c.coded})
        for name, book in rulebooks().items()
    }
    monkeypatch.setattr(cli, "rulebooks", lambda: shown)
    assert movement("clauses", "--uncovered") == Said(0, "", "")
    assert movement("clauses", "--uncovered", "--json") == Said(0, "[]\n", "")


# new


@pytest.mark.parametrize("game", names())
def test_a_new_case_is_written_and_passes(game: str, elsewhere: Path) -> None:
    before = set(FILE.parents[1].rglob("*"))
    file = elsewhere / "cases" / game / "at-the-bridge.yaml"
    said = movement("new", f"{game}/at-the-bridge")
    assert (said.code, said.out) == (0, f"{file}\n")
    assert said.err.rstrip().endswith("at-the-bridge.yaml")
    assert movement("check", file) == Said(0, "1 passed, 0 failed\n", "")
    assert movement("rule", f"{game}/at-the-bridge").code == 0
    assert set(FILE.parents[1].rglob("*")) == before


@pytest.mark.parametrize("name", [None, "bushido/mine"])
def test_a_new_case_is_made_of_a_file_with_a_scene(name: str | None, elsewhere: Path) -> None:
    given = elsewhere / "From the board.yaml"
    told = FILE.read_text("utf-8").partition("rulings:")[0]
    given.write_text(f"{told}rulings:\n  as-it-stands: {{because: Since it is so.}}\n", "utf-8")
    file = elsewhere / "cases" / f"{name or 'bushido/from-the-board'}.yaml"
    said = movement("new", *filter(None, [name]), "--from", given)
    assert (said.code, said.out) == (0, f"{file}\n")
    assert movement("check", file) == Said(0, "1 passed, 0 failed\n", "")
    assert "because: Since it is so." in file.read_text("utf-8")


def test_a_new_case_of_a_file_without_a_scene_is_refused_with_its_line(elsewhere: Path) -> None:
    given = elsewhere / "given.yaml"
    for wrong, line in (("- a list\n", ""), ("game: bushido\ntable: {size: [1, 2]}\n", ":2")):
        given.write_text(wrong, "utf-8")
        said = movement("new", "bushido/mine", "--from", given)
        assert said.refused_in_one_line
        assert f"{given}{line}" in said.err
    assert movement("new").refused_in_one_line
    assert movement("new", "infinity/mine", "--from", given).refused_in_one_line


def test_a_new_case_never_replaces_one_that_is_there(elsewhere: Path) -> None:
    file = elsewhere / "cases" / "bushido" / "mine.yaml"
    file.parent.mkdir()
    file.write_text("mine", "utf-8")
    assert refused(movement("new", "bushido/mine"), f"{file} is there already")
    assert file.read_text("utf-8") == "mine"


@pytest.mark.parametrize(
    "name", ["bushido", "bushido/", "bushido/A", "bushido/a b", "bushido/a/b", "bushido/../a", "/a"]
)
def test_what_cannot_be_an_id_is_refused(name: str, elsewhere: Path) -> None:
    said = movement("new", name)
    assert said.refused_in_one_line
    assert "expected" in said.err
    assert list(elsewhere.rglob("*")) == [elsewhere / "cases"]


def test_a_new_case_of_no_game_is_answered_with_the_games_there_are(elsewhere: Path) -> None:
    said = movement("new", "chess/mine")
    assert refused(said, f"no game 'chess'; expected one of the games {', '.join(names())}")


def test_a_new_case_that_cannot_be_written_is_told_in_one_line(elsewhere: Path) -> None:
    (elsewhere / "cases" / "bushido").write_text("in the way", "utf-8")
    assert movement("new", "bushido/mine").refused_in_one_line


def test_an_installed_package_starts_new_cases_where_one_works(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packaged = elsewhere / "package" / "corpus"
    monkeypatch.setattr(corpus, "root", lambda: packaged)
    file = elsewhere / "cases" / "bushido" / "mine.yaml"
    assert movement("new", "bushido/mine").out == f"{file}\n"
    assert file.is_file()
    assert not packaged.exists()


def test_a_folder_that_is_no_books_is_refused(tmp_path: Path) -> None:
    said = movement("book", "--book", str(tmp_path))
    assert refused(said, f"{tmp_path}: expected the book's folder, of a checkout")


def test_a_book_is_not_put_where_something_else_is(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear", "utf-8")
    folder = corpus.root().parent / "book"
    said = movement("book", "--book", str(folder), "--out", str(tmp_path))
    assert (said.code, said.out) == (1, "")
    assert said.err.startswith(f"{tmp_path}: expected a new folder, an empty one, or a book")


# compare


def test_compare_lists_what_a_reading_changes() -> None:
    said = movement("compare", "bushido/hidden-zone", "--reading", "zone-blocked")
    assert said.code == 0
    lines = said.out.splitlines()
    at = lines.index("bushido/hidden-zone/behind-the-screen")
    assert lines[at + 1] == "  cut    legal, 6.82 in"
    assert lines[at + 2] == "  whole  shortened, 3.13 in, bushido.charge.stop-before"
    assert lines[-1] == "6 of 14 rulings change"


@pytest.mark.parametrize(
    "options",
    [[], ["--editions", "n4,c1", "--reading", "partial"], ["--reading", "x"], ["--editions", "x"]],
)
def test_compare_wants_to_be_told_what_to_compare(options: list[str]) -> None:
    assert movement("compare", *options).refused_in_one_line
