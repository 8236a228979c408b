"""What holds for the whole suite."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[1]


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the checkout with what is installed."""
    folder = tmp_path_factory.mktemp("wheel")
    build = ["wheel", "--no-deps", "--no-build-isolation", "--no-index", "--quiet"]
    subprocess.run(
        [sys.executable, "-m", "pip", *build, "--wheel-dir", str(folder), str(CHECKOUT)],
        cwd=folder,
        check=True,
        capture_output=True,
    )
    (built,) = folder.glob("*.whl")
    return built


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tells what tests recorded as `measured`, also those that ran on other cores."""
    for report in terminalreporter.getreports("passed"):
        for name, value in report.user_properties:
            if name == "measured":
                terminalreporter.write_line(f"{report.nodeid}: {value}")


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Where it is the last word, with `CI` set, a test that was skipped is a failure."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") and reporter and reporter.stats.get("skipped") and not exitstatus:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
