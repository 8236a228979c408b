"""A file as plain data: what each form of YAML means, and on which line it stands."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from scenes import CHARGE

from movement.cases.source import BadFile, Source, read_source


def read(text: str, folder: Path) -> Source:
    file = folder / "case.yaml"
    file.write_bytes(text.encode())
    return read_source(file)


@pytest.mark.parametrize(
    ("written", "means"),
    [
        ("", None),
        ("~", None),
        ("null", None),
        ("true", True),
        ("False", False),
        ("yes", "yes"),
        ("no", "no"),
        ("3", 3),
        ("-3", -3),
        ("+3", 3),
        ("03", 3),
        ("3.5", 3.5),
        ("3.", 3.0),
        ("-.5", -0.5),
        ("1e3", 1000.0),
        ("1.5E-2", 0.015),
        (".inf", math.inf),
        ("-.inf", -math.inf),
        ("1:30", "1:30"),
        ("0x1f", "0x1f"),
        ("1_000", "1_000"),
        ("30 mm", "30 mm"),
        ("'3'", "3"),
        ('"null"', "null"),
        ("'2024-01-31'", "2024-01-31"),
        ("'<<'", "<<"),
        ("|\n  two\n  lines", "two\nlines\n"),
        (">\n  one\n  line", "one line\n"),
        ("[1, [], {}]", [1, [], {}]),
    ],
)
def test_a_value_means_what_yaml_1_2_says(written: str, means: object, tmp_path: Path) -> None:
    data = read(f"x: {written}\n", tmp_path).data
    assert data == {"x": means}
    assert type(data["x"]) is type(means)


def test_what_is_not_a_number_is_read_as_such(tmp_path: Path) -> None:
    assert math.isnan(read("x: .nan\n", tmp_path).data["x"])


def test_an_alias_is_a_copy_of_its_own(tmp_path: Path) -> None:
    data = read("a: &a [1, {b: 2}]\nb: *a\nc: [*a, *a]\n", tmp_path).data
    data["a"][1]["b"] = 3
    assert data["b"] == [1, {"b": 2}]
    assert data["c"] == [[1, {"b": 2}], [1, {"b": 2}]]


def test_a_value_may_be_anchored_anew_and_anchored_within_another(tmp_path: Path) -> None:
    source = read("- &a 1\n- *a\n- &a [&b 2, *b]\n- *a\n- *b\n", tmp_path)
    assert source.data == [1, 1, [2, 2], [2, 2], 2]


def test_every_key_and_entry_has_its_line_and_what_is_absent_that_of_its_holder(
    tmp_path: Path,
) -> None:
    source = read("a: 1\nb:\n  c: [5,\n    6]\n  d:\n  - x\n  - y: z\n", tmp_path)
    assert source.lines == {
        ("a",): 1,
        ("b",): 2,
        ("b", "c"): 3,
        ("b", "c", 0): 3,
        ("b", "c", 1): 4,
        ("b", "d"): 5,
        ("b", "d", 0): 6,
        ("b", "d", 1): 7,
        ("b", "d", 1, "y"): 7,
    }
    assert source.line(("b", "d", 1, "y", "more")) == 7
    assert source.line(("b", "nothing")) == 2
    assert source.line(("nothing",)) is None


@pytest.mark.parametrize(
    ("start", "end"), [("\ufeff", "\n"), ("", "\r\n"), ("%YAML 1.2\n---\n", "\n"), ("", "\n...\n")]
)
def test_marks_and_line_endings_of_other_systems_change_nothing(
    start: str, end: str, tmp_path: Path
) -> None:
    text = start + CHARGE.replace("\n", end) if end == "\r\n" else start + CHARGE.rstrip() + end
    assert read(text, tmp_path).data == read(CHARGE, tmp_path).data


def test_a_file_may_be_as_long_and_nested_as_the_bounds_say_and_no_more(tmp_path: Path) -> None:
    assert len(read("- 1\n" * 9_999, tmp_path).data) == 9_999
    read("[" * 40 + "]" * 40, tmp_path)
    for text in ("- 1\n" * 10_000, "[" * 41 + "]" * 41):
        with pytest.raises(BadFile):
            read(text, tmp_path)


def test_the_fault_keeps_its_parts(tmp_path: Path) -> None:
    with pytest.raises(BadFile) as raised:
        read("a: 1\na: 2\n", tmp_path)
    wrong = raised.value
    assert (wrong.file, wrong.line, wrong.wrong) == (
        tmp_path / "case.yaml",
        2,
        "the key 'a' stands twice",
    )
