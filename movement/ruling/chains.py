"""Chains of models: which of them hang together, by links no longer than a limit.

With `flat`, links are measured from above; else in space, between nearest points.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from typing import NamedTuple

from movement.geometry.lengths import EPS
from movement.geometry.regions import Near
from movement.ruling.findings import Outcome
from movement.table import Model

Chain = frozenset[str]
"""The names of the models in a chain."""


class Link(NamedTuple):
    """Two models, and the gap between them, in."""

    gap: float
    one: Model
    other: Model

    @property
    def pair(self) -> tuple[str, str]:
        """Their names."""
        return self.one.name, self.other.name

    @property
    def place(self) -> tuple[complex, complex]:
        """The two points it lies between, seen from above."""
        toward = self.other.at - self.one.at
        along = toward / abs(toward) if abs(toward) > EPS else 0j
        return self.one.at + along * self.one.radius, self.other.at - along * self.other.radius


def apart(one: Model, other: Model, *, flat: bool = False) -> float:
    """How far apart two models are, in."""
    aside = max(0.0, abs(one.at - other.at) - one.radius - other.radius)
    if flat:
        return aside
    above = max(one.level - other.level - other.height, other.level - one.level - one.height)
    return math.hypot(aside, max(0.0, above))


def links(models: Iterable[Model], *, flat: bool) -> list[Link]:
    """The links of all pairs of models, in order."""
    return _sorted(_link(one, other, flat) for one, other in combinations(models, 2))


def chains(names: Iterable[str], linked: Iterable[Link]) -> list[Chain]:
    """The chains that links make of the models named."""
    return list(dict.fromkeys(_joined(names, linked).values()))


def needed(kept: Sequence[Chain], linked: Sequence[Link]) -> list[Link]:
    """Of links in order, those that make the chains to be kept, the longest last.

    None where no chain to be kept has two models.
    """
    chain = _alone(name for group in kept for name in group)
    groups = [group for group in kept if len(group) > 1]
    made: list[Link] = []
    for link in linked if groups else ():
        if _join(chain, link):
            made.append(link)
            if _whole(groups, chain):
                break
    return made


def _made(kept: Sequence[Chain], linked: Iterable[Link], limit: float) -> bool:
    """Whether links no longer than a limit make the chains to be kept."""
    names = (name for group in kept for name in group)
    return _whole(kept, _joined(names, (link for link in linked if link.gap <= limit)))


def longest_on_the_way(
    kept: Sequence[Chain], outcomes: Iterable[Outcome], limit: float, *, flat: bool
) -> Link | None:
    """The longest link that was needed at any moment, models moving one after another.

    Looked at are the moments when a link comes to the limit or leaves it, when a route bends, and
    one between each two of them: so whether a chain breaks is exact, and how far it is at least.
    """
    names = [name for group in kept for name in group]
    longest: Link | None = None
    for outcome in outcomes:
        by, stand = outcome.step.by, outcome.step.table.models
        others = [stand[name] for name in names if name != by]
        among = links(others, flat=flat)
        for there in _moments(outcome, others, limit, flat):
            linked = [*among, *(_link(there, other, flat) for other in others)]
            if longest is None or not _made(kept, linked, longest.gap):
                longest = next(reversed(needed(kept, _sorted(linked))), longest)
    return longest


def _moments(
    outcome: Outcome, others: Iterable[Model], limit: float, flat: bool
) -> Iterator[Model]:
    """The model that moves, at each moment that is looked at."""
    mover, track = outcome.step.mover, outcome.step.declared.upto(outcome.end)
    times = {0.0, *(s for s, _ in track.stations())}
    for other in others:
        low, high = (-math.inf, math.inf) if flat else (other.level, other.level + other.height)
        near = Near(other.disc, low, high, mover.radius, mover.height, limit)
        times |= {s for span in near.along(track) for s in span[:2]}
    met = sorted(times)
    for s in sorted([*met, *((a + b) / 2 for a, b in pairwise(met))]):
        yield replace(mover, at=track.at(s), level=track.level_at(s))


def _link(one: Model, other: Model, flat: bool) -> Link:
    return Link(apart(one, other, flat=flat), one, other)


def _sorted(found: Iterable[Link]) -> list[Link]:
    """In order of length; those that are as long, but for rounding, by name."""
    return sorted(found, key=lambda link: (round(link.gap, 9), sorted(link.pair)))


def _whole(kept: Iterable[Chain], chain: Mapping[str, Chain]) -> bool:
    return all(group <= chain[next(iter(group))] for group in kept)


def _alone(names: Iterable[str]) -> dict[str, Chain]:
    return {name: frozenset([name]) for name in names}


def _joined(names: Iterable[str], linked: Iterable[Link]) -> dict[str, Chain]:
    """The chain that each of the models named is in, by these links."""
    chain = _alone(names)
    for link in linked:
        _join(chain, link)
    return chain


def _join(chain: dict[str, Chain], link: Link) -> bool:
    """Makes one chain of those of a link's two models; whether they were two."""
    one, other = (chain[name] for name in link.pair)
    if one is other:
        return False
    both = one | other
    chain |= dict.fromkeys(both, both)
    return True
