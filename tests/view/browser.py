"""A browser without a window, for tests that look at pages as their readers see them."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from scripts.generate_pictures import BROWSERS, FLAGS

BROWSER = next(filter(None, map(shutil.which, BROWSERS)), None)
WINDOW = "--window-size=1200,900"

needs_browser = pytest.mark.skipif(BROWSER is None, reason=f"none of {', '.join(BROWSERS)} is installed")


def opened(page: str, folder: Path, *flags: str, then: str = "null") -> tuple[str, Any]:
    """The page after its scripts have run, and the value of the JavaScript expression `then`, which runs after them. What is seen at the
    end is `page.png` in the folder."""
    told = f"<pre id=told></pre><script>document.querySelector('#told').textContent = JSON.stringify({then});</script></body>"
    path = folder / "page.html"
    path.write_text(page.replace("</body>", told), encoding="utf-8")
    dom = _run(path, folder, "--dump-dom", f"--screenshot={folder / 'page.png'}", *flags)
    found = re.search(r'<pre id="told">(.*?)</pre>', dom, re.DOTALL)
    assert found is not None, "a script of the page has failed"
    return dom, json.loads(html.unescape(found[1]))


def seen(folder: Path, color: tuple[float, float, float]) -> tuple[int, int]:
    """How many pixels of the screenshot have the hue of a colour, however bright: in its left half and in its right one."""
    pillow = pytest.importorskip("PIL.Image", reason="Pillow reads screenshots")
    with pillow.open(folder / "page.png") as taken:
        image = np.asarray(taken.convert("RGB"), dtype=float)
    lengths = np.linalg.norm(image, axis=2)
    alike = (image @ np.array(color) / np.linalg.norm(color) > 0.998 * lengths) & (lengths > 40)
    half = image.shape[1] // 2
    return int(alike[:, :half].sum()), int(alike[:, half:].sum())


def _run(path: Path, folder: Path, *flags: str) -> str:
    assert BROWSER is not None
    command = [BROWSER, *FLAGS, WINDOW, f"--user-data-dir={folder / 'browser'}", *flags, path.as_uri()]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=120, check=True).stdout
