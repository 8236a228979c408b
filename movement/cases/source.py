"""A YAML file as plain data that remembers the line of every key. Read safely, within bounds.

Of YAML a case needs mappings, lists, text, decimal numbers, true, false and nothing, and aliases.
So the parser's events are read as those, and whatever else there is, tags above all, is refused.
"""

from __future__ import annotations

import re
import stat
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path as File
from typing import Any, Final

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceStartEvent,
)
from ruamel.yaml.reader import ReaderError

from movement.plain import Absent, Malformed, Path, shown

LARGEST_FILE: Final = 256 * 1024
"""No case file is larger, in bytes."""
MOST_VALUES: Final = 10_000
"""No case file says more values than this, also once its aliases are followed."""
DEEPEST: Final = 40
"""No case file is nested more deeply, also once its aliases are followed."""


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
    reading = _Reading(file, _events(file, _text(file)))
    return Source(file, reading.document(), reading.lines)


def _text(file: File) -> str:
    try:
        found = file.stat()
        if not (stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode)):
            raise BadFile(file, None, "cannot be read: no ordinary file")
        if (size := found.st_size) > LARGEST_FILE:
            allowed = LARGEST_FILE // 1024
            raise BadFile(file, None, f"{size // 1024} KiB; a case file has at most {allowed} KiB")
        return file.read_text("utf-8")
    except UnicodeDecodeError:
        raise BadFile(file, None, "not text in UTF-8; expected a YAML file") from None
    except OSError as wrong:
        raise BadFile(file, None, f"cannot be read: {wrong.strerror}") from None


def _events(file: File, text: str) -> list[Any]:
    """What the file consists of; given up as soon as it is more than a case can be."""
    events: list[Any] = []
    depth = 0
    try:
        for event in YAML(typ="safe", pure=True).parse(text):
            events.append(event)
            depth += isinstance(event, CollectionStartEvent)
            depth -= isinstance(event, CollectionEndEvent)
            if depth > DEEPEST:
                raise BadFile(file, _line(event), _DEEP)
            if len(events) > 2 * MOST_VALUES:  # of a mapping the keys as well
                raise BadFile(file, _line(event), _MANY)
    except MarkedYAMLError as wrong:
        mark = wrong.problem_mark or wrong.context_mark
        problem = " ".join(str(wrong.problem or wrong.context).split())
        raise BadFile(file, mark.line + 1 if mark else None, f"not YAML: {problem}") from None
    except ReaderError as wrong:
        line = text.count("\n", 0, wrong.position) + 1
        raise BadFile(file, line, "not YAML: a character that text cannot have") from None
    except (YAMLError, ValueError, OverflowError) as wrong:
        if isinstance(wrong, BadFile):
            raise
        raise BadFile(file, None, f"not YAML: {shown(str(wrong))}") from None
    return events


_DEEP: Final = f"nested more than {DEEPEST} deep; a case needs some ten levels"
_MANY: Final = f"more than {MOST_VALUES} values, aliases followed; a case needs some hundreds"


def _line(event: Any) -> int:
    return int(event.start_mark.line) + 1


@dataclass(slots=True)
class _Reading:
    """A file's events on their way to becoming plain data.

    `at` is the event to come, `anchors` where each anchored value begins, `count` the values so
    far.
    """

    file: File
    events: list[Any]
    lines: dict[Path, int] = field(default_factory=dict)
    anchors: dict[str, int] = field(default_factory=dict)
    at: int = 0
    count: int = 0

    def document(self) -> Any:
        """The data of the one document there is, or None where there is none."""
        starts = [i for i, e in enumerate(self.events) if isinstance(e, DocumentStartEvent)]
        if starts[1:]:
            raise self._bad(self.events[starts[1]], "a second document; expected one case a file")
        if not starts:
            return None
        self.at = starts[0] + 1
        return self._value(())

    def _value(self, path: Path) -> Any:
        event, begins = self._next(), self.at - 1
        self.count += 1
        if self.count > MOST_VALUES or len(path) > DEEPEST:
            raise self._bad(event, _DEEP if len(path) > DEEPEST else _MANY)
        if isinstance(event, AliasEvent):
            return self._again(event, path)
        if event.tag is not None:
            raise self._refused(event, path, event.tag, "a value without a tag")
        data: Any
        if isinstance(event, MappingStartEvent):
            data = self._mapping(path)
        elif isinstance(event, SequenceStartEvent):
            data = self._sequence(path)
        else:
            data = self._scalar(event, path)
        if event.anchor:
            self.anchors[event.anchor] = begins
        return data

    def _again(self, event: AliasEvent, path: Path) -> Any:
        """What an alias stands for, made afresh. An alias within what it stands for is none."""
        if event.anchor not in self.anchors:
            raise self._bad(event, f"the alias *{event.anchor} stands for nothing before it")
        after, self.at = self.at, self.anchors[event.anchor]
        try:
            data = self._value(path)
        except BadFile as wrong:  # too much or too deep, and that is this alias's doing
            raise self._bad(event, wrong.wrong) from None
        self.at = after
        return data

    def _mapping(self, path: Path) -> dict[str, Any]:
        data: dict[str, Any] = {}
        while not isinstance(event := self._next(), CollectionEndEvent):
            key = self._key(event, path)
            if key in data:
                raise self._bad(event, f"the key {shown(key)} stands twice")
            self.lines[*path, key] = _line(event)
            data[key] = self._value((*path, key))
        return data

    def _sequence(self, path: Path) -> list[Any]:
        data: list[Any] = []
        while not isinstance(event := self.events[self.at], CollectionEndEvent):
            here = (*path, len(data))
            self.lines[here] = _line(event)
            data.append(self._value(here))
        self.at += 1
        return data

    def _key(self, event: Any, path: Path) -> str:
        named = isinstance(event, ScalarEvent) and event.tag is None
        key = self._scalar(event, path) if named else None
        if not isinstance(key, str):
            got = event.value if isinstance(event, ScalarEvent) else Absent()
            expected = "a name for a key; quote it if it looks like a number"
            raise self._refused(event, path, got, expected)
        return key

    def _scalar(self, event: Any, path: Path) -> Any:
        text = str(event.value)
        if _HALF.search(text):
            raise self._refused(event, path, text, "text in which no character is half of one")
        if event.style is not None:
            return text
        if _NEITHER.fullmatch(text):
            expected = "text, a number, true, false or nothing; quote what is none of them"
            raise self._refused(event, path, text, expected)
        for form, means in _PLAIN.items():
            if form.fullmatch(text):
                try:
                    return means(text)
                except ValueError:
                    raise self._refused(event, path, text, "a number of fewer digits") from None
        return text

    def _next(self) -> Any:
        self.at += 1
        return self.events[self.at - 1]

    def _bad(self, event: Any, wrong: str) -> BadFile:
        return BadFile(self.file, _line(event), wrong)

    def _refused(self, event: Any, path: Path, got: object, expected: str) -> BadFile:
        return self._bad(event, str(Malformed(path, got, expected)))


_PLAIN: Final[Mapping[re.Pattern[str], Callable[[str], Any]]] = {
    re.compile(r"|~|null|Null|NULL"): lambda _: None,
    re.compile(r"true|True|TRUE"): lambda _: True,
    re.compile(r"false|False|FALSE"): lambda _: False,
    re.compile(r"[-+]?[0-9]+"): int,
    re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?"): float,
    re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)"): lambda text: float(text.replace(".", "")),
}
"""What text means that stands without quotes, by its form, as YAML 1.2 has it."""

_HALF: Final = re.compile("[\ud800-\udfff]")

_NEITHER: Final = re.compile(r"<<|=|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt \t].*)?")
"""Text without quotes that some read as text and some as a merge, a default or a date."""
