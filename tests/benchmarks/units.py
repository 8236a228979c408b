"""What a unit costs against one model: run `python tests/benchmarks/units.py`.

Prints the cost of one model and of twenty among forty pieces of terrain and three enemies, and how
many times more the twenty cost when nothing needs mending: up to 25 is as it should be. Beside it
stands what the same unit costs when a file of it stays behind, and the others' routes are cut.
Ratios within one run count; the times, of the processor, are this machine's.
"""

from __future__ import annotations

import math
import random
import time
import timeit
from typing import Any

from movement.games import scene
from movement.ruling.scene import Scene

PIECES = 40
FILES = 4


def crowded(models: int, *, left_behind: bool = False) -> Scene:
    """A unit in files of four that marches between blocks, hedges and crates on either side."""
    rng = random.Random(7)
    terrain: dict[str, Any] = {}
    while len(terrain) < PIECES:
        x, y = rng.uniform(2, 46), rng.choice((rng.uniform(2, 9), rng.uniform(29, 46)))
        kind = ("impassable", "cover", "solid", "solid")[len(terrain) % 4]
        corners = [
            [x + rng.uniform(0.5, 2) * math.cos(a), y + rng.uniform(0.5, 2) * math.sin(a)]
            for a in (0.3, 1.2, 2.5, 3.4, 4.4, 5.5)
        ]
        top = {"top": rng.uniform(0.5, 2)} if kind == "solid" else {}
        terrain[f"piece {len(terrain)}"] = {"kind": kind, "outline": corners, **top}
    base = {"base": "25 mm", "height": 1.2}
    at = {f"m{i}": (12 + 1.6 * (i % FILES), 14 + 1.6 * (i // FILES)) for i in range(models)}
    own: dict[str, Any] = {
        n: {"side": "red", "at": list(p), "move": 5, **base} for n, p in at.items()
    }
    foes: dict[str, Any] = {
        f"foe{i}": {"side": "blue", "at": [36 + 1.6 * i, 20], **base} for i in range(3)
    }
    moving = [name for name, (x, _) in at.items() if not left_behind or x > 12]
    routes = {
        name: [[x + 2.5, y + 0.3], [x + 4.5, y]]
        for name in reversed(moving)  # the foremost of each file first
        for x, y in [at[name]]
    }
    return scene(
        {
            "game": "voidsiege",
            "table": {
                "size": [48, 48],
                "models": own | foes,
                "terrain": terrain,
                "units": {"unit": {"models": list(own), "coherency": 2}},
            },
            "action": {"unit": "unit", "command": "move", "routes": routes},
        }
    )


def cost(judged: Scene, runs: int, repeats: int) -> float:
    """The processor's time for one ruling, in seconds."""
    timer = timeit.Timer(judged.judge, timer=time.process_time)
    return min(timer.repeat(repeats, runs)) / runs


def main() -> None:
    """Prints the costs and their ratios."""
    one, twenty = (cost(crowded(models), 20 // models, 12) for models in (1, 20))
    mended = cost(crowded(20, left_behind=True), 1, 2)
    print(f"one model                {one * 1000:9.2f} ms a ruling")
    print(f"twenty, nothing to mend  {twenty * 1000:9.2f} ms: {twenty / one:.1f} times one")
    print(f"twenty, mended           {mended * 1000:9.2f} ms: {mended / one:.1f} times one")


if __name__ == "__main__":
    main()
