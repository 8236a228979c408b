"""A case against the engine: what differs is told with its line, both values, and the reason."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import Said, movement
from scenes import CHARGE, UNIT, edited

from movement.cases.case import load
from movement.cases.check import check, expectation
from movement.games import rulebooks

ZONES = """\
title: Zones
game: bushido
tags: [charge]
story: The samurai wants the archer, and the spearman is in the way.
table:
  size: [24, 24]
  models:
    samurai: {side: red, at: [4, 12], base: 30 mm, facing: 0, move: 4}
    archer: {side: blue, at: [12, 12], base: 30 mm, facing: 180}
    spearman: {side: blue, at: [8, 14], base: 30 mm, facing: 270}
action: {by: samurai, charge: archer}
rulings:
  stops:
    expect:
      verdict: shortened
      distance: 3.13
      end: [7.13, 12]
      breaks: {}
      halts: bushido.charge.stop-before
      holds:
        bushido.charge.target: null
        bushido.charge.distance: 4.87
    because: The spearman's zone comes first.
  begins-inside:
    with: {models.spearman.at: [5.5, 13.5]}
    expect:
      verdict: illegal
      breaks:
        bushido.charge.other-zones: -0.06
    because: It begins in the spearman's zone.
  archers-first:
    with: {models.spearman.at: [11, 13.9]}
    expect:
      verdict: legal
      breaks: {}
      set_aside: [bushido.charge.ignore-zones]
    because: The archer's zone comes first.
"""

SHUNT = (
    UNIT.partition("rulings:")[0]
    + """\
rulings:
  too-far:
    expect:
      verdict: legal
      distance:
        ash: 5
        birch: 5
      end: {ash: [9, 12]}
      breaks: {}
      effects:
        voidsiege.shunt.under-two: false
        voidsiege.partial.furthest:
          ash: false
          birch: false
    because: 5 in is no Shunt.
"""
)


def written(text: str, folder: Path) -> Path:
    file = folder / "case.yaml"
    file.write_text(text, "utf-8")
    return file


def test_what_is_as_expected_says_nothing_but_the_count(tmp_path: Path) -> None:
    assert movement("check", written(ZONES, tmp_path)) == Said(0, "3 passed, 0 failed\n", "")
    assert movement("check", written(SHUNT, tmp_path)) == Said(0, "1 passed, 0 failed\n", "")


@pytest.mark.parametrize(
    ("old", "new", "ruling", "key", "expected", "got", "clause"),
    [
        (
            "verdict: shortened",
            "verdict: legal",
            "stops",
            "verdict",
            "legal",
            "shortened",
            "charge.stop-before",
        ),
        (
            "verdict: illegal",
            "verdict: idle",
            "begins-inside",
            "verdict",
            "idle",
            "illegal",
            "charge.other-zones",
        ),
        (
            "distance: 3.13",
            "distance: 3.2",
            "stops",
            "distance",
            "3.2",
            "3.1298",
            "charge.stop-before",
        ),
        (
            "end: [7.13, 12]",
            "end: [7.13, 12.1]",
            "stops",
            "end",
            "[7.13, 12.1]",
            "[7.1298, 12.0]",
            "charge.stop-before",
        ),
        (
            "distance: 4.87",
            "distance: 4.8",
            "stops",
            "holds of bushido.charge.distance",
            "4.8",
            "4.8702",
            "charge.distance",
        ),
        (
            "bushido.charge.target: null",
            "bushido.charge.bend: null",
            "stops",
            "holds of bushido.charge.bend",
            "None",
            "did not hold or did not apply",
            "charge.stop-before",
        ),
        (
            "halts: bushido.charge.stop-before",
            "halts: bushido.edge.stop",
            "stops",
            "halts",
            "{'samurai': {0: 'bushido.edge.stop'}}",
            "{'samurai': {0: 'bushido.charge.stop-before'}}",
            "charge.stop-before",
        ),
        (
            "other-zones: -0.06",
            "other-zones: -0.2",
            "begins-inside",
            "breaks of bushido.charge.other-zones",
            "-0.2",
            "-0.0598",
            "charge.other-zones",
        ),
        (
            "set_aside: [bushido.charge.ignore-zones]",
            "set_aside: []",
            "archers-first",
            "set_aside",
            "[]",
            "['bushido.charge.ignore-zones']",
            "charge.ignore-zones",
        ),
    ],
    ids=[
        "verdict",
        "graver-verdict",
        "distance",
        "end",
        "margin-held",
        "held",
        "halts",
        "margin-broken",
        "set-aside",
    ],
)
def test_what_differs_is_told_with_its_line_both_values_and_the_clauses_words(
    old: str, new: str, ruling: str, key: str, expected: str, got: str, clause: str, tmp_path: Path
) -> None:
    text = edited(ZONES, old, new)
    said = movement("check", file := written(text, tmp_path))
    line = text[: text.index(new)].count("\n") + 1
    told = said.out.splitlines()
    assert told[0] == f"{file}:{line}: bushido/case/{ruling}: {key}"
    assert told[1:3] == [f"  expected  {expected}", f"  got       {got}"]
    says = rulebooks()["bushido"].clauses[f"bushido.{clause}"].says
    assert any(each.endswith(f"[bushido.{clause}: {says}]") for each in told[3:])
    assert told[-1] == "2 passed, 1 failed"
    assert (said.code, said.err) == (1, "")


@pytest.mark.parametrize(
    ("old", "new", "key", "expected", "got", "clause"),
    [
        ("        ash: 5", "        ash: 4", "distance of ash", "4", "5.0", "move.maximum"),
        (
            "{ash: [9, 12]}",
            "{birch: [9, 1]}",
            "end of birch",
            "[9, 1]",
            "[9.0, 13.5]",
            "move.maximum",
        ),
        (
            "under-two: false",
            "under-two: true",
            "effects of voidsiege.shunt.under-two",
            "True",
            "False",
            "shunt.under-two",
        ),
        (
            "birch: false",
            "birch: true",
            "effects of voidsiege.partial.furthest/birch",
            "True",
            "False",
            "partial.furthest",
        ),
        (
            "ash: false",
            "hunter: true",
            "effects of voidsiege.partial.furthest/hunter",
            "True",
            "says nothing",
            "partial.furthest",
        ),
        (
            "partial.furthest:\n          ash: false\n          birch: false",
            "shunt.keeps-cover: true",
            "effects of voidsiege.shunt.keeps-cover",
            "True",
            "says nothing",
            "move.maximum",
        ),
    ],
    ids=["distance", "end", "effect", "effect-on-one", "effect-on-nobody", "effect-not-stated"],
)
def test_what_differs_for_one_of_several_is_told_of_that_one(
    old: str, new: str, key: str, expected: str, got: str, clause: str, tmp_path: Path
) -> None:
    text = edited(SHUNT, old, new)
    said = movement("check", file := written(text, tmp_path))
    line = text[: text.index(new)].count("\n") + 1
    told = said.out.splitlines()
    assert told[0] == f"{file}:{line}: voidsiege/case/too-far: {key}"
    assert told[1:3] == [f"  expected  {expected}", f"  got       {got}"]
    assert f"[voidsiege.{clause}: " in "\n".join(told[3:])
    assert told[-1] == "0 passed, 1 failed"
    assert said.code == 1


@pytest.mark.parametrize(
    "breaks",
    ["\n        bushido.charge.direct: -0.06", " {}", "\n        bushido.charge.bend: null"],
)
def test_other_clauses_broken_than_expected_are_told_at_the_key_breaks(
    breaks: str, tmp_path: Path
) -> None:
    text = edited(ZONES, "\n        bushido.charge.other-zones: -0.06", breaks)
    said = movement("check", file := written(text, tmp_path))
    assert said.out.startswith(f"{file}:28: bushido/case/begins-inside: breaks\n")
    assert "\n  got       {'bushido.charge.other-zones': -0.0598}\n" in said.out
    assert said.out.endswith("\n2 passed, 1 failed\n")


def test_several_differences_in_one_ruling_are_each_told_and_it_fails_once(tmp_path: Path) -> None:
    text = edited(edited(ZONES, "distance: 3.13", "distance: 1"), "[7.13, 12]", "[1, 1]")
    said = movement("check", written(text, tmp_path))
    assert said.out.count("expected  ") == 2
    assert said.out.endswith("\n2 passed, 1 failed\n")


def test_several_files_and_folders_are_counted_together(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    files = written(ZONES, tmp_path), written(edited(CHARGE, "6.82", "6.9"), inner)
    said = movement("check", *files)
    assert (said.code, said.out.splitlines()[-1]) == (1, "3 passed, 1 failed")
    assert movement("check", tmp_path) == said


@pytest.mark.parametrize(("off", "same"), [(0.9, True), (1.1, False), (-0.9, True), (-1.1, False)])
def test_numbers_are_the_same_to_half_a_hundredth(off: float, same: bool, tmp_path: Path) -> None:
    (worked,) = load(written(CHARGE, tmp_path)).worked.values()
    (exact,) = worked.ruling.distances["samurai"]
    near = written(edited(CHARGE, "6.82", f"{exact + off * 0.005}"), tmp_path)
    assert movement("check", near).code == (0 if same else 1)


@pytest.mark.parametrize("text", [ZONES, SHUNT, CHARGE], ids=["zones", "shunt", "charge"])
def test_what_the_engine_offers_as_expectation_is_met(text: str, tmp_path: Path) -> None:
    case = load(written(text, tmp_path))
    for name, ruling in case.rulings.items():
        head, _, _ = text.partition("rulings:")
        again = f"{head}rulings:\n  it:\n    because: So.\n    expect: {expectation(ruling)}\n"
        overrides = case.worked[name].changes
        again += f"    with: {dict(overrides)}\n" if overrides else ""
        offered = load(written(again.replace("True", "true").replace("False", "false"), tmp_path))
        assert check(offered) == {"it": []}


def test_a_file_that_cannot_be_read_keeps_no_other_from_being_checked(tmp_path: Path) -> None:
    for name in ("a-good", "c-good"):
        (tmp_path / f"{name}.yaml").write_text(CHARGE, "utf-8")
    (tmp_path / "b-bad.yaml").write_text("title: [", "utf-8")
    told = movement("check", tmp_path)
    assert told.code == 2
    assert told.err.count("\n") == 1
    assert "b-bad.yaml:1" in told.err
    assert told.out.splitlines()[-1].endswith(" passed, 0 failed")
