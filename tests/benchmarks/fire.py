"""What lines of fire cost: a ruling among 20 pieces and 6 enemies, beside it without the enemies.

Run it: `python tests/benchmarks/fire.py`. Prints the ratio of the two, measured in one run.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable

from movement.games import scene
from movement.geometry.openings import openings
from movement.ruling.ruling import judge
from movement.ruling.scene import Scene

PIECES, ENEMIES, RUNS = 20, 6, 15
BASE = 25 / 25.4


def main() -> None:
    """Prints how long either ruling takes, and how many times as long the one with enemies."""
    with_enemies, without = scene_of(ENEMIES), scene_of(0)
    alone = median(lambda: ruled(without))
    watched = median(lambda: ruled(with_enemies))
    again = median(lambda: with_enemies.judge())
    seen = [effect.value for effect in with_enemies.judge().effects]
    print(f"{PIECES} pieces, an Order of two Moves of 4 in, median of {RUNS} runs")
    print(f"no enemy: {alone * 1e3:.1f} ms")
    print(f"{ENEMIES} enemies: {watched * 1e3:.1f} ms, {watched / alone:.1f} times as long")
    print(f"the same scene again: {again * 1e3:.1f} ms, {again / alone:.1f} times as long")
    print(f"stated: {', '.join(map(str, seen))}")


def ruled(asked: Scene) -> None:
    openings.cache_clear()
    judge(asked.game, asked.table, asked.action, asked.settings)


def median(run: Callable[[], object]) -> float:
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def scene_of(enemies: int) -> Scene:
    """A trooper that crosses a table of crates, walls and houses; the same ones each time."""
    rng = random.Random(11)
    terrain: dict[str, object] = {}
    boxes: list[tuple[float, float, float, float]] = []
    while len(boxes) < PIECES:
        x, y = rng.uniform(2, 42), rng.uniform(9, 42)
        wide, deep = rng.uniform(0.5, 5), rng.uniform(0.5, 5)
        top = rng.choice([0.5, 1, 1.5, 2, 4])
        boxes.append((x, y, x + wide, y + deep))
        terrain[f"piece {len(boxes)}"] = {"kind": "solid", "box": list(boxes[-1]), "top": top}
    models: dict[str, object] = {
        "trooper": {"side": "blue", "at": [20, 6], "silhouette": "S2", "mov": "4-4"}
    }
    while len(models) <= enemies:
        x, y = rng.uniform(4, 44), rng.uniform(12, 44)
        if all(apart(x, y, box) > BASE for box in boxes):
            name = f"enemy {len(models)}"
            models[name] = {"side": "red", "at": [x, y], "silhouette": "S2", "facing": 270}
    return scene(
        {
            "game": "infinity",
            "table": {"size": [48, 48], "models": models, "terrain": terrain},
            "action": {"by": "trooper", "order": [{"move": [[24, 6]]}, {"move": [[28, 6]]}]},
        }
    )


def apart(x: float, y: float, box: tuple[float, float, float, float]) -> float:
    across = max(box[0] - x, x - box[2], 0.0)
    return float((across**2 + max(box[1] - y, y - box[3], 0.0) ** 2) ** 0.5)


if __name__ == "__main__":
    main()
