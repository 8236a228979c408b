"""A YAML file as plain data that remembers the line of every key. Read safely, within bounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path as File
from typing import Any, Final

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.constructor import DuplicateKeyError
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.reader import ReaderError

from movement.plain import Malformed, Path, shown

LARGEST_FILE: Final = 256 * 1024
"""No case file is larger, in bytes."""
MOST_VALUES: Final = 20_000
"""No case file says more values than this once its aliases are followed."""


class BadFile(ValueError):
    """A file that is no case: its name, the line where there is one, and what is wrong there."""

    def __init__(self, file: File, line: int | None, wrong: str) -> None:
        self.file, self.line, self.wrong = file, line, wrong
        super().__init__(f"{file}:{line}: {wrong}" if line else f"{file}: {wrong}")


@dataclass(frozen=True, slots=True)
class Source:
    """A file's plain data, and the line on which each key or list entry stands."""

    file: File
    data: Any
    lines: Mapping[Path, int]

    def line(self, path: Path) -> int | None:
        """The line of what stands at the path, or of what it would stand in."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path)

    def refused(self, wrong: Malformed, path: Path | None = None) -> BadFile:
        """The same fault with its file and line; `path` where the file has it elsewhere."""
        return BadFile(self.file, self.line(wrong.path if path is None else path), str(wrong))


def read_source(file: File) -> Source:
    """The file's plain data. Raises `BadFile`."""
    root = _parsed(file, _text(file))
    lines: dict[Path, int] = {}
    budget = [MOST_VALUES]
    try:
        data = _plain(root, (), lines, budget)
    except Malformed as wrong:
        raise Source(file, None, lines).refused(wrong) from None
    except RecursionError:
        raise BadFile(file, None, _DEEP) from None
    return Source(file, data, lines)


_DEEP: Final = "nested too deeply; a case needs some ten levels"


def _text(file: File) -> str:
    try:
        if (size := file.stat().st_size) > LARGEST_FILE:
            allowed = LARGEST_FILE // 1024
            raise BadFile(file, None, f"{size // 1024} KiB; a case file has at most {allowed} KiB")
        return file.read_text("utf-8")
    except UnicodeDecodeError:
        raise BadFile(file, None, "not text in UTF-8; expected a YAML file") from None
    except OSError as wrong:
        raise BadFile(file, None, f"cannot be read: {wrong.strerror}") from None


def _parsed(file: File, text: str) -> Any:
    reader = YAML(typ="rt", pure=True)
    try:
        return reader.load(text)
    except DuplicateKeyError as wrong:
        key = str(wrong.problem).partition('"')[2].partition('"')[0]
        raise BadFile(file, _line_of(wrong), f"the key {key!r} stands twice") from None
    except MarkedYAMLError as wrong:
        problem = " ".join(str(wrong.problem or wrong.context).split())
        raise BadFile(file, _line_of(wrong), f"not YAML: {problem}") from None
    except ReaderError as wrong:
        line = text.count("\n", 0, wrong.position) + 1
        raise BadFile(file, line, "not YAML: a character that text cannot have") from None
    except RecursionError:
        raise BadFile(file, None, _DEEP) from None
    except (YAMLError, ValueError) as wrong:
        raise BadFile(file, None, f"not YAML: {shown(str(wrong))}") from None


def _line_of(wrong: MarkedYAMLError) -> int | None:
    mark = wrong.problem_mark or wrong.context_mark
    return None if mark is None else int(mark.line) + 1


def _plain(node: Any, path: Path, lines: dict[Path, int], budget: list[int]) -> Any:
    """The node without what YAML knows about it, its lines noted."""
    budget[0] -= 1
    if budget[0] < 0:
        raise Malformed(path[:1], "aliases upon aliases", f"at most {MOST_VALUES} values in all")
    if isinstance(node, CommentedMap):
        for key in node:
            lines[*path, str(key)] = node.lc.data[key][0] + 1 if key in node.lc.data else 0
        return {_key(key, path): _plain(node[key], (*path, key), lines, budget) for key in node}
    if isinstance(node, CommentedSeq):
        for i in range(len(node)):
            lines[*path, i] = node.lc.data[i][0] + 1
        return [_plain(entry, (*path, i), lines, budget) for i, entry in enumerate(node)]
    return _scalar(node, path)


def _key(key: Any, path: Path) -> str:
    if not isinstance(key, str):
        raise Malformed(path, key, "a name for a key; quote it if it looks like a number")
    return str(key)


def _scalar(node: Any, path: Path) -> Any:
    for kind in (bool, int, float, str):
        if isinstance(node, kind):
            return kind(node)
    if node is None:
        return None
    raise Malformed(
        path, node, "text, a number, true, false or nothing; quote what is none of them"
    )
