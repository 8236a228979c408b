"""What the board of a case is about."""

from __future__ import annotations

from movement.cases.case import Case
from movement.ruling.changes import changed
from movement.show.board.answer import WhatIf


def what_if(case: Case) -> WhatIf:
    """The subject of a case's board: its rulings are the set-ups to begin with."""
    about = {
        "id": case.id,
        "title": case.title,
        "tags": list(case.tags),
        "story": case.story,
        "explore": {path: list(bounds) for path, bounds in case.explore.items()},
    }
    data = case.source.data
    setups = {name: changed(data, worked.changes) for name, worked in case.worked.items()}
    return WhatIf(about, changed(data, {}), setups)
