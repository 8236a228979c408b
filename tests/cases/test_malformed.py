"""What is no case is refused in one line: which file, which line of it, and what is wrong there."""

from __future__ import annotations

import os
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest
from command_line import Said, movement, program
from scenes import CHARGE, ORDER, UNIT, edited, overriding


@dataclass(frozen=True, slots=True)
class Fault:
    """A file with one fault, the line that must be named, and words that tell the fault."""

    name: str
    text: str | bytes
    line: int | None
    says: str

    def written(self, folder: Path) -> Path:
        file = folder / "case.yaml"
        file.write_bytes(self.text if isinstance(self.text, bytes) else self.text.encode())
        return file

    def told_by(self, said: Said, file: Path) -> bool:
        where = f"{file}: " if self.line is None else f"{file}:{self.line}: "
        return said.refused_in_one_line and said.err.startswith(where) and self.says in said.err


def spoilt(name: str, old: str, new: str, line: int | None, says: str) -> Fault:
    """The good charge with one thing wrong."""
    return Fault(name, edited(CHARGE, old, new), line, says)


def spoilt_unit(name: str, old: str, new: str, line: int | None, says: str) -> Fault:
    """The good command to a unit with one thing wrong."""
    return Fault(name, edited(UNIT, old, new), line, says)


def spoilt_order(name: str, old: str, new: str, line: int | None, says: str) -> Fault:
    """The good Order with one thing wrong."""
    return Fault(name, edited(ORDER, old, new), line, says)


def overridden(name: str, override: str, says: str, line: int = 16) -> Fault:
    """The good charge with an override that cannot be."""
    return Fault(name, overriding(override), line, says)


def expecting(name: str, more: str, says: str) -> Fault:
    """The good charge, of which something is expected that no ruling could be."""
    return spoilt(name, "breaks: {}", f"breaks: {{}}, {more}", 13, says)


def exploring(name: str, bounds: str, says: str) -> Fault:
    """The good charge, to be explored where it cannot be."""
    return Fault(name, f"{CHARGE}explore:\n  {bounds}\n", 16, says)


def walled(name: str, shape: str, says: str) -> Fault:
    """The good charge with a wall of a shape that cannot be."""
    wall = f"  terrain:\n    wall: {{kind: impassable, {shape}}}\n  models:"
    return spoilt(name, "  models:", wall, 8, says)


def lettered(name: str, text: str, *, says: str, line: int | None = 1) -> Fault:
    """A file that is not so much as a case with one thing wrong."""
    return Fault(name, text, line, says)


LAUGHS = "a: &a [ha, ha, ha, ha, ha, ha, ha, ha, ha, ha]\n" + "".join(
    f"{one}: &{one} [{', '.join([f'*{before}'] * 10)}]\n" for before, one in pairwise("abcdefghi")
)
CLIMBING = "- &a0 [x]\n" + "".join(f"- &a{i} [*a{i - 1}]\n" for i in range(1, 400))
STAIRS = "".join(f"{' ' * i}a:\n" for i in range(600))
TITLE = "A charge comes to contact"
MANY, DEEP = "more than 10000 values, aliases followed", "nested more than 40 deep"
NOT_BEFORE = "the alias *a stands for nothing before it"
EXIT = "!!python/object/apply:os.system"

KEYS = [
    spoilt("unknown", "action:", "acton: 1\naction:", 10, "acton: got 'acton'"),
    spoilt("unknown-in-a-model", "facing: 0", "facng: 0", 8, "samurai.facng: got 'facng'"),
    spoilt("unknown-in-an-action", "archer}", "archer, speed: 3}", 10, "action.speed: got"),
    expecting("unknown-in-an-expectation", "distnce: 3", "expect.distnce: got 'distnce'"),
    spoilt("unknown-in-a-ruling", "because:", "becuse: x\n    because:", 14, "becuse: got"),
    spoilt("twice", "tags:", "game: bushido\ntags:", 3, "the key 'game' stands twice"),
    spoilt("twice-in-flow", "move: 4", "move: 4, move: 4", 8, "the key 'move' stands twice"),
    spoilt("a-number", "story:", "1: x\nstory:", 4, "expected a name for a key"),
    spoilt("nothing", "story:", "? \n: x\nstory:", 4, "expected a name for a key"),
    spoilt("a-list", "story:", "[a, [b]]: x\nstory:", 4, "expected a name for a key"),
    spoilt("a-mapping", "story:", "{a: b}: x\nstory:", 4, "expected a name for a key"),
    spoilt("an-alias", "story: ", "*a : x\nstory: &a ", 4, "expected a name for a key"),
    spoilt("empty", "move: 4", '"": 4', 8, "got ''; expected names for keys"),
    spoilt("of-two-lines", "move: 4", '"a\\nb": 4', 8, r"got 'a\nb'; expected names for keys"),
    spoilt("in-colour", "move: 4", '"\\e[31m": 4', 8, r"got '\x1b[31m'; expected names for keys"),
    spoilt("missing", "title:", "# title:", None, "the key title, which is required"),
    spoilt("missing-inside", "verdict: legal, ", "", 13, "the key verdict, which is required"),
]
OVERRIDES = [
    overridden("of-nothing", "nothing.at: 3", "something to override: size, models"),
    overridden("of-no-model", "models.monk.at: [3, 4]", "something to override: samurai, archer"),
    overridden("of-no-coordinate", "models.samurai.at.2: 3", "at.2: got '2'"),
    overridden("of-a-list-by-name", "models.samurai.at.x: 3", "at.x: got 'x'"),
    overridden("below-a-number", "models.samurai.at.0.0: 3", "to override: no such entry"),
    overridden("of-no-waypoint", "action.route.0: [3, 4]", "to override: by, charge"),
    overridden("of-an-index-that-is-none", "models.samurai.at.²: 3", "at.²: got '²'"),
    overridden("to-an-unknown-key", "models.samurai.nope: 3", "got 'nope'; expected one of"),
    overridden("of-a-nameless-model", "models.: {}", "got ''; expected names for keys"),
    overridden("of-the-game", "game: voidsiege", "table.game: got 'game'"),
    overridden("taking-away-no-model", "terrain.wall: null", "something there, to be taken away"),
    overridden("taking-away-no-key", "outline: null", "something there, to be taken away"),
    overridden("taking-away-no-edition", "edition: null", "something there, to be taken away"),
    overridden("taking-away-what-must-be", "action.by: null", "the key by, which is required"),
    overridden("taking-away-a-coordinate", "models.samurai.at.0: null", "at.0: got None"),
]
NAMES = [
    expecting("clause-in-holds", "holds: {bushido.x.y: 1}", "holds.bushido.x.y: got"),
    expecting("clause-in-effects", "effects: {bushido.x.y: a}", "effects.bushido.x.y: got"),
    expecting("clause-in-halts", "halts: bushido.x.y", "halts: got 'bushido.x.y'"),
    expecting("clause-in-halts-by-model", "halts: {samurai: a.b}", "halts.samurai: got 'a.b'"),
    expecting("clause-in-set-aside", "set_aside: [bushido.x.y]", "set_aside.0: got"),
    expecting("model-in-halts", "halts: {monk: a}", "halts.monk: got 'monk'"),
    expecting("leg-in-halts", "halts: {samurai: {x: a}}", "got 'x'; expected the number of a leg"),
    expecting("nothing-in-halts", "halts: {samurai: null}", "halts.samurai: got nothing"),
    expecting("list-in-halts", "halts: [bushido.x.y]", "halts: got ['bushido.x.y']"),
    expecting("model-in-end", "end: {monk: [1, 2]}", "end.monk: got 'monk'"),
    spoilt("clause-in-breaks", "breaks: {}", "breaks: {bushido.x.y: 1}", 13, "a known clause"),
    spoilt("clause-in-permits", "action:", "permits: {a.b: c}\naction:", 10, "a known clause"),
    spoilt("tag", "tags: [charge]", "tags: [charge, chrge]", 3, "tags.1: got 'chrge'"),
    spoilt("verdict", "verdict: legal", "verdict: maybe", 13, "expected legal, shortened"),
    spoilt("mover", "by: samurai", "by: monk", 10, "by: got 'monk'; expected one of the models"),
    spoilt("target", "charge: archer", "charge: monk", 10, "action.charge: got 'monk'"),
    spoilt_unit("model-in-a-unit", "[ash, birch]", "[ash, monk]", 12, "models.1: got 'monk'"),
    spoilt_unit("unit", "unit: drones", "unit: crows", 14, "one of the units on the table"),
    spoilt("game", "game: bushido", "game: chess", 2, "got 'chess'; expected one of the games"),
    spoilt("edition", "action:", "edition: x\naction:", 10, "no edition: bushido has but one"),
    spoilt("reading", "action:", "readings: {x: y}\naction:", 10, "one of the readings"),
    spoilt("option", "action:", "readings: {partial: y}\naction:", 10, "the options of partial"),
]
TABLES = [
    walled("crossing-piece", "outline: [[5, 5], [9, 9], [9, 5], [5, 8]]", "its sides cross"),
    walled("piece-without-corners", "outline: []", "expected one of box, circle or outline"),
    walled("piece-without-area", "box: [5, 5, 5, 7]", "an outline whose sides do not meet"),
    walled(
        "hole-outside",
        "outline: [[5, 5], [9, 5], [9, 9]], holes: [[[1, 1], [2, 1], [2, 2]]]",
        "a hole lies outside it",
    ),
    walled(
        "box-and-outline",
        "box: [5, 5, 6, 6], outline: [[5, 5], [6, 5], [6, 6]]",
        "got 'box and outline'; expected one of box, circle or outline",
    ),
    walled("shapeless", "holes: [[[1, 1], [2, 1], [2, 2]]], box: [0, 0, 4, 4]", "holes only in an"),
    spoilt(
        "crossing-table",
        "size: [24, 24]",
        "outline: [[0, 0], [24, 24], [24, 0], [0, 20]]",
        6,
        "table.outline: got 'its sides cross",
    ),
    spoilt(
        "table-of-two-corners",
        "size: [24, 24]",
        "outline: [[0, 0], [24, 0]]",
        6,
        "fewer than three corners",
    ),
    spoilt("table-without-corners", "size: [24, 24]", "outline: []", 6, "fewer than three corners"),
    spoilt(
        "table-told-twice",
        "size: [24, 24]",
        "size: [24, 24]\n  outline: []",
        5,
        "got 'size and outline'; expected either size or outline",
    ),
    spoilt("model-off-the-table", "[4, 12]", "[0.5, 12]", 8, "the whole base is on the table"),
    spoilt("overlapping-bases", "[4, 12]", "[11.5, 12]", 9, "does not overlap that of samurai"),
    spoilt("bases-in-one-place", "[4, 12]", "[12, 12]", 9, "does not overlap that of samurai"),
]
NUMBERS = [
    spoilt("nan", "at: [4, 12]", "at: [.nan, 12]", 8, "at.0: got nan; expected a number between"),
    spoilt("infinite", "at: [4, 12]", "at: [.inf, 12]", 8, "at.0: got inf; expected a number"),
    spoilt("infinite-below", "at: [4, 12]", "at: [-.inf, 12]", 8, "at.0: got -inf; expected a nu"),
    spoilt("enormous", "move: 4", "move: 1e300", 8, "move: got 1e+300; expected a number between"),
    spoilt("enormous-whole", "move: 4", f"move: {'9' * 400}", 8, "expected a number between"),
    spoilt("of-many-digits", "move: 4", f"move: {'9' * 5000}", 8, "a number of fewer digits"),
    spoilt("nan-margin", "breaks: {}", "breaks: {bushido.move.through: .nan}", 13, "got nan"),
    spoilt("negative-base", "30 mm, facing: 0", "-30 mm, facing: 0", 8, "a length of at least"),
    spoilt("no-base", "30 mm, facing: 0", "0, facing: 0", 8, "base: got 0; expected a length of"),
    spoilt("wrong-unit", "30 mm, facing: 0", "30 ft, facing: 0", 8, "with in, cm or mm"),
    spoilt("unit-alone", "30 mm, facing: 0", "mm, facing: 0", 8, "a number with in, cm or mm"),
    spoilt("timestamp", "move: 4", "move: 2024-01-31", 8, "move: got '2024-01-31'; expected text"),
    spoilt("no-day", "move: 4", "move: 2024-99-99", 8, "move: got '2024-99-99'; expected text"),
]
KINDS = [
    spoilt(
        "list-for-a-mapping",
        "{by: samurai, charge: archer}",
        "[by, samurai]",
        10,
        "action: got ['by', 'samurai']; expected a mapping with charge, move, place, run or walk",
    ),
    spoilt("mapping-for-a-list", "tags: [charge]", "tags: {a: b}", 3, "expected a list"),
    spoilt("number-for-text", TITLE, "4", 1, "title: got 4; expected text"),
    spoilt("timestamp-for-text", TITLE, "2024-01-31", 1, "title: got '2024-01-31'; expected text"),
    spoilt("nothing-for-text", TITLE, "", 1, "title: got nothing; expected text"),
    spoilt("half-a-character", TITLE, '"\\ud800"', 1, r"title: got '\ud800'; expected text"),
    spoilt("one-coordinate", "[4, 12]", "[4]", 8, "at: got [4]; expected a point [x, y]"),
    lettered("list", "- a\n- b\n", line=None, says="the file: got ['a', 'b']; expected a mapping"),
    lettered("text", "hello\n", line=None, says="the file: got 'hello'; expected a mapping"),
    lettered(
        "no-rulings",
        f"{CHARGE.partition('rulings')[0]}rulings: {{}}",
        line=11,
        says="rulings: got none; expected at least one",
    ),
]
ACTIONS = [
    spoilt("of-two-kinds", "archer}", "archer, unit: drones}", 10, "action.unit: got 'unit'"),
    spoilt("of-no-kind", ", charge: archer", "", 10, "expected just one of charge, move, place"),
    spoilt(
        "of-both", "archer}", "archer, walk: []}", 10, "got 'charge and walk'; expected just one"
    ),
    spoilt(
        "boost-and-distance",
        "charge: archer}",
        "walk: [], boost: 1, granted: {effect: Gust, kind: walk, distance: 2}}",
        10,
        "action.boost: got 'both'; expected either boost or a distance that is granted",
    ),
    spoilt(
        "within-of-nothing",
        "charge: archer}",
        "place: [5, 5], granted: {effect: Gate, kind: place, within: 2}}",
        10,
        "action.granted.of: got nothing; expected both within and of",
    ),
    spoilt("unknown-mover", "archer}", "archer, mover: green}", 10, "expected a side: red or blue"),
    spoilt("run-nowhere", "charge: archer", "run: [4, 12]", 10, "expected a point elsewhere"),
    spoilt(
        "heading-and-route",
        "archer}",
        "archer, heading: [5, 5], route: [[5, 5]]}",
        10,
        "got 'both'; expected either heading or route",
    ),
    spoilt("at-oneself", "charge: archer", "charge: samurai", 10, "another model than the one"),
    spoilt("without-move", ", move: 4", "", 8, "samurai.move: got nothing; expected its Move"),
    spoilt_unit(
        "unit-without-move",
        "[4, 12], base: 25 mm, move: 5",
        "[4, 12], base: 25 mm",
        8,
        "ash.move: got nothing; expected its Move",
    ),
    spoilt_unit(
        "of-another-units-model",
        "    birch: [[9, 13.5]]",
        "    hunter: [[9, 13.5]]",
        18,
        "got 'hunter'; expected a model of the unit drones: ash, birch",
    ),
    spoilt_unit("unknown-command", "command: move", "command: hop", 15, "got 'hop'; expected move"),
    spoilt_unit(
        "target-of-nobody",
        "command: move",
        "command: assault\n  target: monk",
        16,
        "target: got 'monk'; expected ash",
    ),
    spoilt_order("attack-on-nobody", "attack: enemy", "attack: monk", 12, "got 'monk'; expected"),
    spoilt_order("no-skill", "[{move: [[8, 12]]}, {attack: enemy}]", "[]", 12, "one skill, or two"),
    spoilt_order("three-skills", "enemy}]", "enemy}, {move: []}]", 12, "one skill, or two"),
    spoilt_order(
        "climb-and-attack",
        "[[8, 12]]}",
        "[[8, 12]], skill: climb}",
        12,
        "order.0: got 'one of two skills'; expected no other, as it takes the whole Order",
    ),
    spoilt_order(
        "unknown-skill", "[[8, 12]]}", "[[8, 12]], skill: fly}", 12, "got 'fly'; expected"
    ),
    spoilt_order(
        "two-skills-as-an-aro", "by: trooper", "by: trooper\n  as: aro", 13, "no other, as"
    ),
    spoilt_order(
        "event-on-an-attack", "leg: 0", "leg: 1", 13, "got 1; expected the number of a Move"
    ),
    spoilt_order(
        "no-state", "gains: immobilized", "gains: bored", 13, "got 'bored'; expected null"
    ),
    spoilt_order("without-mov", ", mov: 4-4", "", 8, "trooper.mov: got nothing; expected its MOV"),
    spoilt_order(
        "of-no-height",
        "[20, 12], silhouette: S2",
        "[20, 12], base: 25 mm",
        9,
        "enemy.silhouette: got nothing; expected its Silhouette, or else its base and its height",
    ),
]
EXPLORE = [
    exploring("nothing", "models.monk.at: [1, 2]", "a change that can be: table.models.monk"),
    exploring("beyond-what-can-be", "models.archer.at.0: [10, 4]", "got 4; expected a change that"),
    exploring("one-option", "models.archer.at.0: [10]", "a range [least, most], or options"),
    exploring("no-range", "models.archer.at.0: 10", "at.0: got 10; expected a list"),
]
YAML = [
    spoilt("tab", "  size:", "\tsize:", 6, r"found character '\t' that cannot start any token"),
    spoilt("never-closed", "archer}", "archer", 11, "not YAML: expected ',' or '}'"),
    spoilt("python-object", TITLE, f"{EXIT} [exit]", 1, "expected a value without a tag"),
    lettered("python-object-on-top", f"{EXIT} [exit]", says="expected a value without a tag"),
    spoilt("tag", "move: 4", "move: !x 4", 8, "move: got '!x'; expected a value without a tag"),
    spoilt("tag-on-a-key", "move: 4", "!!str move: 4", 8, "got 'move'; expected a name for a key"),
    spoilt("merge", "move: 4", "<<: {move: 4}", 8, "got '<<'; expected text, a number, true"),
    spoilt("alias-of-nothing", "move: 4", "move: *a", 8, NOT_BEFORE),
    lettered("alias-in-its-own-list", "title: &a [*a]\n", says=NOT_BEFORE),
    lettered("alias-in-its-own-mapping", "title: &a\n  x: *a\n", line=2, says=NOT_BEFORE),
    lettered("alias-bomb", LAUGHS, line=4, says=MANY),
    lettered("alias-bomb-after-a-case", CHARGE + LAUGHS, line=18, says=MANY),
    lettered("aliases-nested-deep", CLIMBING, line=40, says=DEEP),
    lettered("brackets-nested-deep", "[" * 100_000, says=DEEP),
    lettered("brackets-nested-deep-and-closed", "[" * 100_000 + "]" * 100_000, says=DEEP),
    lettered("mappings-nested-deep", "{a: " * 60_000, says=DEEP),
    lettered("dashes-nested-deep", "- " * 100_000 + "a", says=DEEP),
    lettered("lines-nested-deep", STAIRS, line=41, says=DEEP),
    lettered("too-many-values", "- \n" * 80_000, line=19_998, says=MANY),
    lettered("two-documents", f"{CHARGE}---\n{CHARGE}", line=15, says="a second document"),
    lettered("empty", "", line=None, says="the file: got nothing; expected a mapping with title"),
    lettered("comment", "# nothing\n", line=None, says="the file: got nothing; expected a mapping"),
    spoilt("control-character", "Nothing", "\x01", 14, "a character that text cannot have"),
    lettered("beyond-unicode", '"\\UFFFFFFFF"\n', line=None, says="not YAML"),
    Fault("binary", bytes(range(256)) * 20, None, "not text in UTF-8"),
    Fault("picture", b"\x89PNG\r\n\x1a\n" + bytes(100), None, "not text in UTF-8"),
    Fault("latin-1", edited(CHARGE, "Nothing", "Naïf").encode("latin-1"), None, "not text in UTF"),
    Fault("utf-16", CHARGE.encode("utf-16"), None, "not text in UTF-8"),
]

FAULTS = {
    f"{kind}-{fault.name}": fault
    for kind, faults in {
        "key": KEYS,
        "override": OVERRIDES,
        "unknown": NAMES,
        "table": TABLES,
        "number": NUMBERS,
        "kind": KINDS,
        "action": ACTIONS,
        "explore": EXPLORE,
        "yaml": YAML,
    }.items()
    for fault in faults
}
PROGRAM_TOO = ("key-unknown", "yaml-alias-bomb", "yaml-brackets-nested-deep", "yaml-python-object")


@pytest.mark.parametrize("text", [CHARGE, ORDER, UNIT], ids=["charge", "order", "unit"])
def test_what_is_spoilt_here_is_a_good_case(text: str, tmp_path: Path) -> None:
    file = Fault("none", text, None, "").written(tmp_path)
    assert movement("check", file) == Said(0, "1 passed, 0 failed\n", "")


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS.keys())
def test_a_malformed_case_is_refused_in_one_line(fault: Fault, tmp_path: Path) -> None:
    file = fault.written(tmp_path)
    said = movement("check", file)
    assert fault.told_by(said, file), said


@pytest.mark.parametrize("name", PROGRAM_TOO)
def test_the_program_itself_refuses_it_too(name: str, tmp_path: Path) -> None:
    fault = FAULTS[name]
    file = fault.written(tmp_path)
    said = program("check", file, cwd=tmp_path)
    assert fault.told_by(said, file), said


def test_no_line_number_is_taken_for_a_picture(tmp_path: Path) -> None:
    file = Fault("", "#\n" * 99 + "tag: 1\n", 100, "tag: got 'tag'").written(tmp_path)
    assert movement("check", file).err.startswith(f"{file}:100: tag: got 'tag'")


def test_a_file_of_50_mb_is_refused_unread(tmp_path: Path) -> None:
    file = tmp_path / "case.yaml"
    with file.open("wb") as opened:
        opened.truncate(50 * 1024 * 1024)
    said = movement("check", file)
    assert said.refused_in_one_line
    assert said.err == f"{file}: 51200 KiB; a case file has at most 256 KiB\n"


def test_what_is_no_file_is_refused_in_one_line(tmp_path: Path) -> None:
    folder, pipe, loop = (tmp_path / f"{name}.yaml" for name in ("folder", "pipe", "loop"))
    folder.mkdir()
    os.mkfifo(pipe)
    loop.symlink_to(loop)
    nowhere, long = tmp_path / "nowhere.yaml", tmp_path / f"{'x' * 5000}.yaml"
    said = {file: movement("rule", file) for file in (folder, pipe, loop, nowhere, long)}
    assert all(each.refused_in_one_line for each in said.values()), said
    assert all(each.err.startswith(f"{file}: cannot be read: ") for file, each in said.items())
    assert "Is a directory" in said[folder].err
    assert "no ordinary file" in said[pipe].err
    assert "No such file" in said[nowhere].err


def test_a_folder_without_cases_is_refused_in_one_line(tmp_path: Path) -> None:
    said = movement("check", tmp_path)
    assert said.refused_in_one_line
    assert said.err == f"no case files in {tmp_path}\n"


@pytest.mark.parametrize("name", ["x" * 5000, "bushido/nowhere", "nowhere", "../cases", "case.yml"])
def test_an_id_of_no_case_is_refused_in_one_line(name: str) -> None:
    assert movement("rule", name).refused_in_one_line
    assert movement("check", name).refused_in_one_line
