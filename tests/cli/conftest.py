"""The command as its users have it: arguments in, exit status and two streams out."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from scenec.cli.main import main

ROOT = Path(__file__).parents[2]

ARM = """<Simulation>
  <Scene name="arm" stepLength="0.01">
    <Body name="base">
      <Mass name="m"><BoxMass value="1kg" width="0.1m" height="0.1m" depth="0.1m"/></Mass>
      <Hinge name="elbow">
        <Axis y="1"><Deflection min="-10degree" max="90degree"/>{motor}</Axis>
        <Body name="forearm">
          <SphereMass value="0.5kg" radius="0.1m"/>
          <SphereGeometry radius="0.1m"/>
        </Body>
      </Hinge>
    </Body>
  </Scene>
</Simulation>
"""
"""An arm with one hinge; `motor` is what drives it. A motor is the one thing of it that SDFormat cannot say (a warning)."""
SERVO = '<ServoMotor maxVelocity="4radian/s" maxForce="2N" p="30" i="0" d="0"/>'

MESH = """<Simulation><Scene name="roof">
  <Body name="roof">
    <SphereMass value="1kg" radius="1m"/>
    <ComplexAppearance name="gable">
      <Surface diffuseColor="rgb(255, 0, 0)"/>
      <Vertices>0 0 0  1 0 0  0 1 0</Vertices>
      <Triangles>0 1 2</Triangles>
    </ComplexAppearance>
  </Body>
</Scene></Simulation>
"""
"""A body with one inline mesh, which becomes a file of its own."""


class Done(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def error(self) -> str:
        """The one line on stderr, without its prefix."""
        lines = self.err.splitlines()
        assert len(lines) == 1, self.err
        return lines[0].removeprefix("scenec: error: ")


Scenec = Callable[..., Done]


@pytest.fixture
def scenec(capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Scenec:
    """Runs the command in an empty folder, with `stdin` if given."""
    monkeypatch.chdir(tmp_path)
    capsysbinary.readouterr()

    def run(*arguments: str | Path, stdin: str = "") -> Done:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        status = main([str(argument) for argument in arguments])
        captured = capsysbinary.readouterr()
        return Done(status, captured.out.decode(), captured.err.decode())

    return run


@pytest.fixture
def arm(tmp_path: Path) -> str:
    """An arm that goes to SDFormat without loss, except a note or two."""
    return put(tmp_path, "arm.ros2", ARM.format(motor=""))


@pytest.fixture
def motor_arm(tmp_path: Path) -> str:
    """An arm with a motor, which SDFormat cannot say: a warning of category control."""
    return put(tmp_path, "motor.ros2", ARM.format(motor=SERVO))


@pytest.fixture
def roof(tmp_path: Path) -> str:
    """A scene that needs a file beside the main one."""
    return put(tmp_path, "roof.ros2", MESH)


def put(folder: Path, name: str, text: str) -> str:
    place = folder / name
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text, encoding="utf-8")
    return name
