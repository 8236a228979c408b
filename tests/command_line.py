"""The command line as a person gets it, run within this process or as a program of its own."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from unittest import mock

from movement.cli import main

PROGRAM = Path(sysconfig.get_path("scripts")) / "movement"


@dataclass(frozen=True, slots=True)
class Said:
    """What a command said, and the code it ended with."""

    code: int
    out: str
    err: str

    @property
    def refused_in_one_line(self) -> bool:
        """Whether it said just one line, on standard error, and ended as for malformed input."""
        return (self.code, self.out, self.err.count("\n"), self.err[-1:]) == (2, "", 1, "\n")


def movement(*words: object) -> Said:
    """Runs `movement` with these arguments here, through its own entry point."""
    out, err = StringIO(), StringIO()
    argv = mock.patch.object(sys, "argv", ["movement", *map(str, words)])
    with argv, redirect_stdout(out), redirect_stderr(err):
        try:
            main()
            code = 0
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
    return Said(code, out.getvalue(), err.getvalue())


def program(*words: object, cwd: Path) -> Said:
    """Runs the installed program with these arguments in a folder."""
    command = [str(PROGRAM), *map(str, words)]
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=60, check=False)
    return Said(done.returncode, done.stdout, done.stderr)
