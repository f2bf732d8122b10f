"""Programs to be asked, real ones and such as fail on purpose, and an arm to ask them about."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

ARM = """<sdf version="1.9"><world name="w"><gravity>0 0 -9.8</gravity><model name="arm">
  <link name="base"><inertial><mass>2</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial>
    <collision name="foot"><geometry><box><size>1 2 3</size></box></geometry></collision></link>
  <link name="fore"><pose>1 0 0 0 0 0</pose>
    <inertial><mass>3</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial></link>
  <joint name="elbow" type="revolute"><parent>base</parent><child>fore</child>
    <axis><xyz>0 1 0</xyz><limit><lower>-1</lower><upper>2</upper></limit></axis></joint>
</model></world></sdf>"""

Program = Callable[[str, str], Path]


@pytest.fixture
def arm(tmp_path: Path) -> Path:
    place = tmp_path / "arm.sdf"
    place.write_text(ARM)
    return place


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Program:
    """Makes a shell script and puts it first on the path: for what real programs do not do when asked."""
    if os.name != "posix":
        pytest.skip("needs a shell")

    def make(name: str, script: str) -> Path:
        place = tmp_path / "bin" / name
        place.parent.mkdir(exist_ok=True)
        place.write_text(f"#!/bin/sh\n{script}\n")
        place.chmod(place.stat().st_mode | stat.S_IXUSR)
        monkeypatch.setenv("PATH", f"{place.parent}{os.pathsep}{os.environ['PATH']}")
        return place

    return make
