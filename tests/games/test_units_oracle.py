"""The furthest lawful end of a model, and of a unit, against dense sampling.

The ordinary suite runs the first tenth of what `-m oracle` runs.
"""

from __future__ import annotations

import cmath
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import marching
import numpy as np
import pytest
from marching import BASE, Field, March

from movement.games import scene
from movement.ruling.findings import Verdict
from movement.ruling.ruling import Ruling, judge

SAME = 0.001
"""How far apart an end and the sampled one may be, in."""
STEP = 0.0005
"""Between one sample of a lone model's route and the next, in."""
COARSE = 0.002
"""Between one sample of a unit's routes and the next, in."""
FURTHER = 0.05
"""How much further no model of a unit may be able to go, in."""
SEED = 18


@dataclass(frozen=True)
class Case:
    """A unit, its routes in the order declared, and what stands about."""

    command: str
    move: float
    where: Field
    routes: tuple[tuple[complex, ...], ...]

    @property
    def most(self) -> float:
        """How far each may go."""
        return self.move * (2 if self.command == "run" else 1)

    def ruled(self) -> Ruling:
        """What the package rules."""
        names = [f"m{i}" for i in range(len(self.routes))]
        models: dict[str, Any] = {
            name: {"side": "red", "at": told(way[0]), "base": "25 mm", "move": self.move}
            | ({"height": self.where.tall} if self.where.tall else {})
            for name, way in zip(names, self.routes, strict=True)
        }
        foes: dict[str, Any] = {
            f"foe{i}": {
                "side": "blue",
                "at": told(at),
                "base": "25 mm",
                "level": level,
                "height": tall,
            }
            for i, (at, level, tall) in enumerate(self.where.foes)
        }
        pieces = {
            f"{kind}{i}": {"kind": kind, "circle": {"at": told(at), "diameter": 2 * radius}}
            for kind, those in (("impassable", self.where.blocks), ("cover", self.where.hedges))
            for i, (at, radius) in enumerate(those)
        }
        ways = {
            name: [told(p) for p in way[1:]] for name, way in zip(names, self.routes, strict=True)
        }
        return scene(
            {
                "game": "voidsiege",
                "table": {
                    "size": [self.where.size, self.where.size],
                    "models": models | foes,
                    "terrain": pieces,
                    "units": {"unit": {"models": names, "coherency": marching.NEAR}},
                },
                "action": {"unit": "unit", "command": self.command, "routes": ways},
            }
        ).judge()


def told(point: complex) -> list[float]:
    return [point.real, point.imag]


# A lone model


def lone(rng: random.Random) -> Case:
    """A model with a route of one to four legs among a few of everything."""
    start = complex(rng.uniform(4, 20), rng.uniform(4, 20))
    way = [start]
    for _ in range(rng.randint(1, 4)):
        way.append(way[-1] + cmath.rect(rng.uniform(0.3, 5), rng.uniform(-cmath.pi, cmath.pi)))

    def spots(most: int, clear: float) -> Iterator[complex]:
        for _ in range(rng.randint(0, most)):
            spot = start + cmath.rect(rng.uniform(0.5, 9), rng.uniform(-cmath.pi, cmath.pi))
            if abs(spot - start) > clear and all(1.1 < p < 22.9 for p in (spot.real, spot.imag)):
                yield spot

    blocks = [(spot, rng.uniform(0.2, 0.9)) for spot in spots(3, BASE + 0.91)]
    hedges = [(spot, rng.uniform(0.3, 1.5)) for spot in spots(2, 0.0)]
    foes: list[tuple[complex, float, float]] = []
    for spot in spots(3, 2 * BASE + 0.01):
        if all(abs(spot - other) > 2 * BASE + 0.01 for other, _, _ in foes):
            foes.append((spot, rng.choice([0.0, 0.0, 1.0, 2.0, 4.0]), rng.uniform(0.5, 2)))
    where = Field(tuple(blocks), tuple(hedges), tuple(foes), 24.0, rng.choice([0.0, 0.9, 1.6]))
    return Case(rng.choice(["move", "run"]), rng.uniform(1, 6), where, (tuple(way),))


def sampled_end(case: Case) -> float:
    """The furthest lawful end by sampling, refined between two samples."""
    where = case.where if case.command == "run" else replace(case.where, hedges=())
    of = marching.march(case.routes[0], case.most, where, STEP)
    last = marching.furthest(of, case.most, ())
    return float(of.s[last])


def lawful(case: Case, end: float) -> bool:
    """Whether the model may go so far and end there, asked of finer samples about that place."""
    where = case.where if case.command == "run" else replace(case.where, hedges=())
    fine: March = marching.march(case.routes[0], end, where, STEP / 10)
    return not fine.barred[1:].any() and not bool(fine.no_end[-1])


@pytest.mark.parametrize(
    "count", [100, pytest.param(1_000, marks=pytest.mark.oracle)], ids=["tenth", "whole"]
)
def test_a_models_furthest_lawful_end_is_the_sampled_one(
    count: int, record_property: Callable[[str, object], None]
) -> None:
    rng = random.Random(SEED)
    narrow = shortened = nowhere = 0
    worst = 0.0
    for _ in range(count):
        case = lone(rng)
        ((end,),) = case.ruled().distances.values()
        sampled = sampled_end(case)
        shortened += 0 < end < min(case.most, length(case.routes[0])) - SAME
        nowhere += end == 0
        if abs(end - sampled) > SAME and end > sampled and lawful(case, end):
            narrow += 1  # what may be ended on is too narrow for the samples
        else:
            worst = max(worst, abs(end - sampled))
            assert end == pytest.approx(sampled, abs=SAME), case
    record_property(
        "measured",
        f"{count} routes, {shortened} shortened, {nowhere} with no lawful end, worst {worst:.6f} in, "
        f"{narrow} between two samples",
    )
    assert shortened > 0.15 * count
    assert nowhere > 0.02 * count
    assert narrow < 0.01 * count


# A whole unit


def unit(rng: random.Random) -> Case | None:
    """A unit that marches forward, more or less, among blocks and a foe."""
    count, middle = rng.randint(3, 6), 20 + 20j
    start: list[complex] = []
    while len(start) < count:
        spot = middle + complex(rng.uniform(-2, 2), rng.uniform(-3, 3))
        if all(abs(spot - other) > 2 * BASE + 0.05 for other in start):
            start.append(spot)
    ahead = cmath.rect(1, rng.uniform(-0.3, 0.3))
    ways = []
    for spot in start:
        turn = cmath.rect(1, rng.gauss(0, 0.4))
        way = [spot, spot + ahead * turn * rng.uniform(1, 5)]
        if rng.random() < 0.4:
            way.append(way[-1] + ahead * cmath.rect(rng.uniform(0.5, 2), rng.gauss(0, 0.8)))
        ways.append(tuple(way if rng.random() < 0.9 else way[:1]))
    blocks = [
        (middle + complex(rng.uniform(3, 6), rng.uniform(-3, 3)), 0.4)
        for _ in range(rng.randint(0, 3))
    ]
    foe = middle + complex(rng.uniform(5, 9), rng.uniform(-5, 5))
    if any(abs(spot - at) < radius + BASE for spot in start for at, radius in blocks):
        return None
    where = Field(tuple(blocks), (), ((foe, 0.0, 0.0),))
    return Case("move", rng.uniform(3, 6), where, tuple(ways))


def marches(case: Case) -> list[March]:
    return [marching.march(way, case.most, case.where, COARSE) for way in case.routes]


def ends_of(case: Case, ruling: Ruling) -> list[float]:
    return [ruling.distances[f"m{i}"][0] for i in range(len(case.routes))]


def place(of: March, end: float) -> complex:
    """The point at a travelled length."""
    return complex(
        float(np.interp(end, of.s, of.points.real)), float(np.interp(end, of.s, of.points.imag))
    )


def judged_again(case: Case, ruling: Ruling) -> Ruling:
    """The routes as they were gone, judged again."""
    ways = {
        outcome.step.by: tuple((p, None) for _, p in gone.stations())[1:]
        for outcome in ruling.outcomes
        for gone in [outcome.step.declared.upto(outcome.end)]
    }
    return judge(ruling.game, ruling.table, replace(ruling.action, routes=ways), ruling.settings)


def further(case: Case, ends: list[float]) -> list[tuple[int, float]]:
    """Each model that could go on, with the others where they are, and where to.

    In the declared order: it goes when those before it have gone and those after it have not, and
    none of these may end sooner for it. It must be able to end anywhere on a stretch as long as a
    cut is looked for.
    """
    of, start = marches(case), [way[0] for way in case.routes]
    at = [place(each, end) for each, end in zip(of, ends, strict=True)]
    found = []
    for j, mine in enumerate(of):
        others = [*at[:j], *start[j + 1 :]]
        run = 0
        for i in np.flatnonzero(mine.s > ends[j] + FURTHER):
            if marching.furthest(mine, mine.s[i], others) != i:
                if run:
                    break
                continue
            there = [*at[:j], complex(mine.points[i]), *at[j + 1 :]]
            good = marching.kept(start, there) and all(
                marching.furthest(of[k], ends[k], [*there[:k], *start[k + 1 :]], clear=1e-4)
                >= np.searchsorted(of[k].s, ends[k] - COARSE)
                for k in range(j + 1, len(of))
            )
            run = run + 1 if good else 0
            if run * COARSE >= FURTHER:
                found.append((j, float(mine.s[i])))
                break
    return found


@pytest.mark.parametrize(
    "count", [30, pytest.param(300, marks=pytest.mark.oracle)], ids=["tenth", "whole"]
)
def test_a_units_ends_are_lawful_keep_its_chains_and_leave_nobody_anything_more_to_go(
    count: int, record_property: Callable[[str, object], None]
) -> None:
    rng = random.Random(SEED)
    judged = mended = nowhere = 0
    while judged < count:
        case = unit(rng)
        if case is None:
            continue
        judged += 1
        ruling = case.ruled()
        mended += "voidsiege.unit.coherency" in ruling.breaks
        nowhere += ruling.verdict is Verdict.FAILS
        ends = ends_of(case, ruling)
        again = judged_again(case, ruling)
        assert again.verdict is Verdict.LEGAL, case
        assert again.ends == pytest.approx(ruling.ends, abs=1e-9)
        start = [way[0] for way in case.routes]
        at = [ruling.ends[f"m{i}"] for i in range(len(start))]
        assert marching.kept(start, at, slack=1e-5), case
        assert further(case, ends) == [], case
    record_property("measured", f"{count} units, {mended} of them mended, {nowhere} failed")
    assert mended > 0.2 * count


def length(way: tuple[complex, ...]) -> float:
    return sum(abs(b - a) for a, b in pairwise(way))
