"""The pictures of README are what the product draws today."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import PIL.Image
import pytest

from scenec.cli.main import main
from scripts.generate_pictures import PICTURES, ROOT, VIEW


@pytest.mark.sweep
def test_the_picture_of_the_humanoid_is_current(tmp_path: Path) -> None:
    """The bytes depend on the platform's zlib, and a pixel on an edge on its last digit; the rest does not."""
    assert main([*VIEW, "-o", str(tmp_path / "now.png")]) == 0
    with PIL.Image.open(tmp_path / "now.png") as now, PIL.Image.open(PICTURES / "humanoid.png") as kept:
        assert now.size == kept.size
        off = np.abs(np.asarray(now, dtype=int) - np.asarray(kept, dtype=int)).max(axis=2)
    assert (off > 2).mean() < 0.001, "python scripts/generate_pictures.py draws it anew"


def test_every_picture_is_shown_and_small() -> None:
    pages = [ROOT / "README.md", ROOT / "ARCHITECTURE.md", *(ROOT / "docs").rglob("*.md")]
    texts = [page.read_text(encoding="utf-8") for page in pages]
    shown = {Path(name).name for text in texts for name in re.findall(r"!\[[^\]]+\]\(([^)]+)\)", text)}
    assert shown == {path.name for path in PICTURES.iterdir()}
    assert all(path.stat().st_size < 150_000 for path in PICTURES.glob("*.png"))
