"""A set-up to hand on: as part of an address, and as a case file to copy."""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from collections.abc import Iterator, Mapping
from typing import Any, Final

from movement.plain import Malformed, mapping
from movement.ruling.changes import changed

VERSION: Final = "1"
"""How set-ups are written into addresses; another way would have another number."""
LONGEST: Final = 8_000
"""No address says a set-up in more characters."""
LARGEST: Final = 64 * 1024
"""No set-up is larger, in bytes, once it is unpacked."""


def coded(plain: Mapping[str, Any], original: Mapping[str, Any]) -> str:
    """What a scene's plain data changes in the original's, as text for an address."""
    changes = dict(_changes(original, plain, ""))
    packed = zlib.compress(json.dumps(changes, separators=(",", ":")).encode(), 9)
    return f"{VERSION}.{base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


def decoded(code: str, original: Mapping[str, Any]) -> dict[str, Any]:
    """The plain data that a code makes of the original's. Raises `Malformed`.

    Whether it says a scene is for the reader of scenes to tell.
    """
    version, _, packed = code.partition(".")
    if version != VERSION:
        raise Malformed(("link",), code, f"a set-up that begins with {VERSION}.")
    if len(code) > LONGEST:
        raise Malformed(("link",), f"{len(code)} characters", f"at most {LONGEST}")
    try:
        data = base64.b64decode(packed + "=" * (-len(packed) % 4), altchars=b"-_", validate=True)
        unpacking = zlib.decompressobj()
        text = unpacking.decompress(data, LARGEST)
        if not unpacking.eof:
            raise Malformed(("link",), code, "a whole set-up, which this is only a part of")
        if unpacking.unused_data:
            raise Malformed(("link",), code, "a set-up with nothing after it")
        changes = json.loads(text)
    except Malformed:
        raise
    except (binascii.Error, zlib.error, ValueError, RecursionError):
        raise Malformed(("link",), code, "a set-up as the board writes it") from None
    return changed(original, mapping(changes, ("link",), "changes to the case, by their paths"))


def as_case(plain: Mapping[str, Any], about: Mapping[str, Any]) -> str:
    """A case file with the scene, and a ruling whose expectation is still to be written."""
    head = {"title": about["title"], "game": plain["game"]}
    head |= {key: plain[key] for key in ("edition",) if key in plain}
    head |= {"tags": list(about["tags"]), "story": " ".join(about["story"].split())}
    scene = {
        key: plain[key] for key in ("table", "action", "readings", "permits") if plain.get(key)
    }
    rulings = {"as-it-stands": {"because": "Which sentence of the document decides, and how."}}
    return "\n".join(_block({**head, **scene, "rulings": rulings}, 0)) + "\n"


def _changes(old: Any, new: Any, path: str) -> Iterator[tuple[str, Any]]:
    """What differs, by the path that an override has; what is gone becomes nothing."""
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in [*new, *(key for key in old if key not in new)]:
            here = f"{path}.{key}".removeprefix(".").removeprefix("table.")
            here = "" if here == "table" else here
            if key in new and (key not in old or old[key] != new[key]):
                yield from _changes(old.get(key), new[key], here)
            elif key not in new:
                yield here, None
    elif old != new:
        yield path, new


def _block(entries: Mapping[str, Any], deep: int) -> Iterator[str]:
    """Mappings of mappings line by line, all else on a line of its own."""
    for key, value in entries.items():
        nested = isinstance(value, Mapping) and any(isinstance(v, Mapping) for v in value.values())
        yield f"{'  ' * deep}{_flow(key)}:{'' if nested else ' ' + _flow(value)}"
        if nested:
            yield from _block(value, deep + 1)


def _flow(value: Any) -> str:
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{_flow(key)}: {_flow(entry)}' for key, entry in value.items())}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_flow, value))}]"
    if isinstance(value, str) and _SAFE.fullmatch(value) and value.lower() not in _WORDS:
        return value
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return json.dumps(value, ensure_ascii=False)


_SAFE: Final = re.compile(r"[A-Za-z](?:[\w .'()/+-]*[\w.')])?|\d+(?:\.\d+)? (?:mm|cm|in)")
"""Text that needs no quotes, in whatever it stands."""
_WORDS: Final = frozenset({"true", "false", "null", "yes", "no", "on", "off", "y", "n"})
"""Words that some reader of YAML takes for something else than text."""
