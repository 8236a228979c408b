"""What another edition, or another reading, would make of the rulings of the corpus."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from movement.cases.case import Case
from movement.games import find, names
from movement.ruling.ruling import Ruling, judge
from movement.ruling.words import in_short


@dataclass(frozen=True, slots=True)
class Compared:
    """One action judged in several ways, by what they are called."""

    id: str
    rulings: Mapping[str, Ruling]

    @property
    def differs(self) -> bool:
        """Whether they do not all come to the same."""
        first, *others = self.rulings.values()
        return any(first.differs(other) for other in others)

    @property
    def told(self) -> dict[str, str]:
        """Each ruling in short; where these are alike, with what follows from it and not from all."""
        short = {name: in_short(ruling) for name, ruling in self.rulings.items()}
        if len({*short.values()}) > 1:
            return short
        common = set.intersection(*(set(ruling.follows) for ruling in self.rulings.values()))
        for name, ruling in self.rulings.items():
            own = (each for each in ruling.follows if each not in common)
            short[name] = ", ".join([short[name], *dict.fromkeys(id_ for id_, _, _ in own)])
        return short


def by_edition(cases: Iterable[Case], editions: Sequence[str]) -> Iterator[Compared]:
    """Every ruling of the games that have all these editions, under each of them.

    Raises `LookupError` if no game has them.
    """
    there = {name: find(name).rulebook.editions for name in names()}
    having = [name for name, own in there.items() if set(editions) <= set(own)]
    if not having:
        known = "; ".join(f"{name}: {', '.join(own)}" for name, own in there.items() if own)
        raise LookupError(f"no game has the editions {', '.join(editions)}; there are {known}")
    for id_, ruling in _rulings(cases, having):
        yield Compared(id_, {edition: _in(edition, ruling) for edition in editions})


def by_reading(cases: Iterable[Case], name: str) -> Iterator[Compared]:
    """Every ruling of the games that have this reading, under each of its options.

    Raises `LookupError` if no game has it.
    """
    there = {game: find(game).rulebook.readings for game in names()}
    having = [game for game, readings in there.items() if name in readings]
    if not having:
        known = ", ".join(sorted({each for readings in there.values() for each in readings}))
        raise LookupError(f"no game has a reading {name!r}; there are {known}")
    for id_, ruling in _rulings(cases, having):
        options = ruling.settings.rulebook.readings[name].options
        yield Compared(id_, {option: ruling.under(**{name: option}) for option in options})


def _rulings(cases: Iterable[Case], games: Sequence[str]) -> Iterator[tuple[str, Ruling]]:
    for case in cases:
        if case.scene.game.name in games:
            yield from ((worked.id, worked.ruling) for worked in case.worked.values())


def _in(edition: str, ruling: Ruling) -> Ruling:
    settings = replace(ruling.settings, edition=edition)
    return judge(ruling.game, ruling.table, ruling.action, settings, ruling.precision)
