"""A browser without a window, for tests that look at pages as their readers see them."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome")
BROWSER = next(filter(None, map(shutil.which, NAMES)), None)
FLAGS = (
    "--headless --no-sandbox --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync "
    "--use-angle=swiftshader --enable-unsafe-swiftshader --hide-scrollbars --window-size=1200,900 --force-device-scale-factor=1"
).split()

needs_browser = pytest.mark.skipif(BROWSER is None, reason=f"none of {', '.join(NAMES)} is installed")


def opened(page: str, folder: Path, *flags: str, then: str = "null") -> tuple[str, Any]:
    """The page after its scripts have run, and the value of the JavaScript expression `then`, which runs after them."""
    told = f"<pre id=told></pre><script>document.querySelector('#told').textContent = JSON.stringify({then});</script></body>"
    path = folder / "page.html"
    path.write_text(page.replace("</body>", told), encoding="utf-8")
    dom = _run(path, folder, "--dump-dom", *flags)
    found = re.search(r'<pre id="told">(.*?)</pre>', dom, re.DOTALL)
    assert found is not None, "a script of the page has failed"
    return dom, json.loads(html.unescape(found[1]))


def screenshot(path: Path, picture: Path, *flags: str) -> None:
    """What a reader sees of a page at first, as a PNG file."""
    _run(path, picture.parent, f"--screenshot={picture}", *flags)


def _run(path: Path, folder: Path, *flags: str) -> str:
    assert BROWSER is not None
    command = [BROWSER, *FLAGS, f"--user-data-dir={folder / 'browser'}", *flags, path.as_uri()]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=120, check=True).stdout
