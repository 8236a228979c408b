"""The built book, served to a browser on this machine."""

from __future__ import annotations

import os
import sys
import webbrowser
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path as File
from typing import Any, Final

PORT: Final = 8000
"""The port that is tried first."""


class _Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing of it."""

    def log_message(self, format: str, *args: Any) -> None:
        pass

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()


def server(folder: File, port: int = PORT) -> ThreadingHTTPServer:
    """A server of a folder, on `port` if it is free, else on one that is."""
    handler = partial(_Quiet, directory=str(folder))
    try:
        return _Server(("127.0.0.1", port), handler)
    except OSError:
        return _Server(("127.0.0.1", 0), handler)


class _Server(ThreadingHTTPServer):
    """Does not take over a port that another still listens on."""

    allow_reuse_address = sys.platform != "win32"
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A reader who left a page before it was there is no fault."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


def address(running: ThreadingHTTPServer) -> str:
    """The address to open in a browser."""
    return f"http://localhost:{running.server_port}/"


def show(url: str) -> bool:
    """Opens a browser where there is one to be seen."""
    seen = sys.platform in ("win32", "darwin") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    )
    try:
        return seen and webbrowser.open(url)
    except webbrowser.Error:
        return False
