"""--flatten writes a scene without templates and includes; controllers still find everything under the names it had."""

from __future__ import annotations

from pathlib import Path

import scenec
from tests.converters.simrobot.legal_text import refusals_of

MACHINE = """<Simulation>
  <Include href="parts/wing.rsi2"/>
  <Scene name="s">
    <Compound name="machine">
      <BoxGeometry width="1m" height="0.1m" depth="0.1m"/>
      <Hinge name="door1"><Axis x="1"/><Body ref="flap" name="flap1"/></Hinge>
      <Hinge name="door2"><Translation y="1m"/><Axis x="1"/><Body ref="flap" name="flap2"><Set name="weight" value="2"/></Body></Hinge>
    </Compound>
  </Scene>
</Simulation>
"""
WING = """<Simulation>
  <Appearance name="looks">
    <ComplexAppearance><Surface diffuseColor="#f00" diffuseTexture="red.png"/>
      <Vertices unit="mm">0 0 0  100 0 0  0 100 0</Vertices><Triangles>0 1 2</Triangles></ComplexAppearance>
  </Appearance>
  <Body name="flap"><Set name="weight" value="1"/>
    <SphereMass value="$(weight)kg" radius="0.1m"/><Geometry name="tip"/><Appearance ref="looks"/></Body>
</Simulation>
"""


def flattened(tmp_path: Path) -> str:
    (tmp_path / "parts").mkdir()
    (tmp_path / "machine.ros2").write_text(MACHINE)
    (tmp_path / "parts/wing.rsi2").write_text(WING)
    (tmp_path / "parts/red.png").write_bytes(b"png")
    report = scenec.convert(tmp_path / "machine.ros2", tmp_path / "out/machine.ros2", flatten=True)
    assert report.lost == 0
    assert refusals_of(tmp_path / "out/machine.ros2") == []
    return (tmp_path / "out/machine.ros2").read_text()


def test_joints_keep_the_paths_that_controllers_ask_for(tmp_path: Path) -> None:
    text = flattened(tmp_path)
    assert text.count("<Compound") == 1 and '<Compound name="machine">' in text
    assert text.index('<Compound name="machine">') < text.index('<Hinge name="door1">') < text.index('<Hinge name="door2">')
    assert text.index('<Hinge name="door2">') < text.index("</Compound>")


def test_templates_includes_and_placeholders_are_gone_and_all_says_the_same(tmp_path: Path) -> None:
    text = flattened(tmp_path)
    assert "Include" not in text and "$" not in text and "<Set" not in text and "<Body ref" not in text
    assert '<SphereMass value="1kg" radius="0.1m"/>' in text and '<SphereMass value="2kg" radius="0.1m"/>' in text
    before, after = (scenec.read(path)[0].physics().to_json() for path in (tmp_path / "machine.ros2", tmp_path / "out/machine.ros2"))
    before["source"] = after["source"] = {}
    assert after == before


def test_long_lists_stand_there_once(tmp_path: Path) -> None:
    text = flattened(tmp_path)
    assert text.count("0 0 0  100 0 0  0 100 0") == 1
    assert text.count('<Vertices ref="looks"/>') == 2
    assert 'diffuseTexture="parts/red.png"' in text and (tmp_path / "out/parts/red.png").is_file()


def test_a_list_that_is_used_once_stays_where_and_as_it_was(tmp_path: Path) -> None:
    drawn = '<Vertices unit="mm">0 0 0  100 0 0  0 100 0</Vertices>'
    shape = f'<ComplexAppearance name="fin"><Surface diffuseColor="#f00"/>{drawn}<Triangles>0 1 2</Triangles></ComplexAppearance>'
    (tmp_path / "s.ros2").write_text(
        f'<Simulation><Scene name="s"><Body name="b"><SphereMass value="1kg" radius="1m"/>{shape}</Body></Scene></Simulation>'
    )
    scenec.convert(tmp_path / "s.ros2", tmp_path / "out/s.ros2", flatten=True)
    words = (tmp_path / "out/s.ros2").read_text().split()
    assert " ".join(words).count('<Vertices unit="mm"> 0 0 0 100 0 0 0 100 0 </Vertices>') == 1
