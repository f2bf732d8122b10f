"""Chromium without a window, for screenshots and for tests that look at pages as their readers see them."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless --no-sandbox --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync "
    "--disable-dev-shm-usage --use-angle=swiftshader --enable-unsafe-swiftshader --hide-scrollbars --force-device-scale-factor=1"
).split()
TIMEOUT = 60.0
"""Seconds a page may take; it takes about one."""


def find_browser() -> str | None:
    """Return the path of the first browser that is installed, None if none is."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def open_page(browser: str, page: Path, *flags: str, timeout: float = TIMEOUT) -> str:
    """Open a page with a new profile and return what the browser prints.

    The browser and all processes that it has started are killed after `timeout` seconds. They write to a file: a pipe would be held open by
    any of them that stays. Raises TimeoutError, and CalledProcessError if the browser fails.
    """
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, open(Path(folder) / "printed", "w+b") as printed:
        command = [browser, *FLAGS, *flags, f"--user-data-dir={folder}/profile", page.as_uri()]
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=printed, stderr=subprocess.DEVNULL, start_new_session=True)
        try:
            status = process.wait(timeout)
        except subprocess.TimeoutExpired:
            raise TimeoutError(f"{browser} took longer than {timeout:g} s for {page.name}") from None
        finally:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
            with suppress(subprocess.TimeoutExpired):
                process.wait(10)
        if status:
            raise subprocess.CalledProcessError(status, command)
        printed.seek(0)
        return printed.read().decode("utf-8", "replace")
