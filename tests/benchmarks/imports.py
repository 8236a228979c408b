"""What importing the core with all its games costs: run `python tests/benchmarks/imports.py`.

Prints the least processor time of many fresh interpreters, for the core and for just the modules of
the standard library that it brings in, and how many times more the core costs: the aim is at most
3. No other package is within reach, as none is needed: what it costs to look through those that
happen to be installed, for games they may bring, is left out. Ratios within one run count; the
times themselves are this machine's.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Final

CHECKOUT: Final = Path(__file__).parents[2]
RUNS: Final = 30
"""How many fresh interpreters each, in turn; the least time is the one least disturbed."""
AIM: Final = 3.0
"""How many times the standard library's part the core may cost."""

CORE: Final = "import movement.games; [movement.games.find(n) for n in movement.games.names()]"

TIMED: Final = """\
import os, sys, time
sys.path.append({checkout!r})
before, since = set(sys.modules), time.process_time()
{work}
took = time.process_time() - since
brought = [name for name in sys.modules if name not in before]
import json
print(json.dumps([took, brought]))
"""


def fresh(work: str) -> tuple[float, list[str]]:
    """The seconds some work takes in a fresh interpreter, and the modules that it brings in."""
    timed = TIMED.format(work=work, checkout=str(CHECKOUT))
    program = [sys.executable, "-I", "-S", "-c", timed]
    done = subprocess.run(program, stdout=subprocess.PIPE, check=True, text=True)
    took, brought = json.loads(done.stdout)
    return took, brought


def main() -> None:
    """Prints both costs and their ratio."""
    _, brought = fresh(CORE)
    standard = [name for name in brought if name.partition(".")[0] in sys.stdlib_module_names]
    works = (CORE, f"import {', '.join(standard)}")
    runs = [[fresh(work)[0] for work in works] for _ in range(RUNS)]
    core, library = (min(times) for times in zip(*runs, strict=True))
    print("of the standard library:", *standard)
    print(f"{len(standard):4} modules of the standard library  {library * 1000:7.1f} ms")
    print(f"{len(brought):4} modules, these and the core's own {core * 1000:7.1f} ms")
    print(f"the core costs {core / library:.2f} times as much; the aim is at most {AIM:.0f}")


if __name__ == "__main__":
    main()
