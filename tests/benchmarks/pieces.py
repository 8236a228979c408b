"""What one ruling costs as the table fills: run `python tests/benchmarks/pieces.py`.

Prints the cost with 5, 50 and 500 pieces of terrain, and how many times more ten times the pieces
cost: up to 10 is no faster than linear. Ratios within one run count; the times themselves are
this machine's.
"""

from __future__ import annotations

import math
import random
import timeit
from typing import Any

from movement.games import scene


def crowded(pieces: int) -> dict[str, Any]:
    """A charge across a table with so many impassable crates and pillars, none in its way."""
    rng = random.Random(pieces)
    terrain: dict[str, Any] = {}
    while len(terrain) < pieces:
        x, y = rng.uniform(2, 98), rng.choice((rng.uniform(2, 42), rng.uniform(58, 98)))
        if len(terrain) % 2:
            terrain[f"pillar {len(terrain)}"] = {
                "kind": "impassable",
                "circle": {"at": [x, y], "diameter": rng.uniform(0.5, 2)},
            }
        else:
            corners = [
                [x + rng.uniform(0.5, 2) * math.cos(a), y + rng.uniform(0.5, 2) * math.sin(a)]
                for a in (0.3, 1.2, 2.5, 3.4, 4.4, 5.5)
            ]
            terrain[f"crate {len(terrain)}"] = {"kind": "impassable", "outline": corners}
    base = {"base": "30 mm", "facing": 180}
    return {
        "game": "bushido",
        "table": {
            "size": [100, 100],
            "models": {
                "charger": {"side": "red", "at": [46, 50], "move": 4, **base},
                "target": {"side": "blue", "at": [53, 50], **base},
            },
            "terrain": terrain,
        },
        "action": {"by": "charger", "charge": "target"},
    }


def main() -> None:
    """Prints the costs and their growth."""
    costs = {}
    for pieces in (5, 50, 500):
        judged = scene(crowded(pieces))
        timer = timeit.Timer(judged.judge)
        runs, _ = timer.autorange()
        costs[pieces] = min(timer.repeat(5, runs)) / runs
        print(f"{pieces:4} pieces  {costs[pieces] * 1000:8.3f} ms a ruling")
    for few, many in ((5, 50), (50, 500)):
        growth = costs[many] / costs[few]
        print(f"{many // few} times the pieces, from {few}: {growth:.1f} times the cost")


if __name__ == "__main__":
    main()
