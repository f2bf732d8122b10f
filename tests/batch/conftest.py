"""Small libraries to migrate."""

from __future__ import annotations

from pathlib import Path

import pytest

SCENE = """<Simulation>{include}
  <Scene name="{name}" stepLength="0.01">
    <Body name="{name}"><SphereMass value="{mass}kg" radius="0.1m"/><SphereGeometry radius="0.1m"/>{parts}</Body>
  </Scene>
</Simulation>
"""
PART = """<Simulation>
  <SphereGeometry name="bump" radius="{radius}m"/>
</Simulation>
"""


def put(folder: Path, name: str, text: str) -> Path:
    place = folder / name
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text, encoding="utf-8")
    return place


def scene(name: str, *, mass: float = 1.0, part: str = "") -> str:
    """A scene of one body; part: the file it takes a second shape from."""
    include = f'<Include href="{part}"/>' if part else ""
    return SCENE.format(name=name, mass=mass, include=include, parts='<SphereGeometry ref="bump"/>' if part else "")


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """Two scenes with a common part, one without, one in a folder of its own."""
    root = tmp_path / "library"
    put(root, "parts/bump.rsi2", PART.format(radius=0.2))
    put(root, "a.ros2", scene("a", part="parts/bump.rsi2"))
    put(root, "b.ros2", scene("b", part="parts/bump.rsi2"))
    put(root, "c.ros2", scene("c"))
    put(root, "deep/er/d.ros2", scene("d"))
    return root


def balance(printed: str) -> str:
    """Return the line that says how many files met which fate. On a slow machine, progress is printed before it."""
    return next(line for line in printed.splitlines() if " files: " in line)


def content(folder: Path) -> dict[str, bytes]:
    """Every file of a migrated library but the memory of the migration."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith(".scenec")
    }
