"""A browser without a window, for tests that look at pages as their readers see them."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from scripts.headless_browser import BROWSERS, find_browser, open_page

BROWSER = find_browser()
WINDOW = "--window-size=1200,900"

needs_browser = pytest.mark.skipif(BROWSER is None, reason=f"none of {', '.join(BROWSERS)} is installed")


def opened(page: str, folder: Path, *flags: str, then: str = "null") -> tuple[str, Any]:
    """The page after its scripts have run, and the value of the JavaScript expression `then`, which runs after them. What is seen at the
    end is `page.png` in the folder."""
    measuring = f"<pre id=told></pre><script>document.querySelector('#told').textContent = JSON.stringify({then});</script></body>"
    path = folder / "page.html"
    path.write_text(page.replace("</body>", measuring), encoding="utf-8")
    dom = dom_of(path, WINDOW, f"--screenshot={folder / 'page.png'}", *flags)
    found = re.search(r'<pre id="told">(.*?)</pre>', dom, re.DOTALL)
    assert found is not None, "a script of the page has failed"
    return dom, json.loads(html.unescape(found[1]))


def count_pixels(folder: Path, color: tuple[float, float, float]) -> tuple[int, int]:
    """Count the pixels of the screenshot with the hue of a colour, of any brightness: in its left and in its right half."""
    with Image.open(folder / "page.png") as taken:
        image = np.asarray(taken.convert("RGB"), dtype=float)
    lengths = np.linalg.norm(image, axis=2)
    matching = (image @ np.array(color) / np.linalg.norm(color) > 0.998 * lengths) & (lengths > 40)
    half = image.shape[1] // 2
    return int(matching[:, :half].sum()), int(matching[:, half:].sum())


def dom_of(path: Path, *flags: str) -> str:
    """The document of a page after its scripts have run. A browser that hangs is tried again, and skipped if it hangs at an empty page."""
    assert BROWSER is not None
    try:
        return open_page(BROWSER, path, "--dump-dom", *flags)
    except TimeoutError:
        _require_an_answer(path.parent)
        return open_page(BROWSER, path, "--dump-dom", *flags)


def _require_an_answer(folder: Path) -> None:
    assert BROWSER is not None
    empty = folder / "empty.html"
    empty.write_text("<p>here</p>", encoding="utf-8")
    try:
        open_page(BROWSER, empty, "--dump-dom")
    except TimeoutError:
        pytest.skip("the browser shows not even an empty page here")
