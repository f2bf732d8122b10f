"""A mesh that several visuals show in parts becomes a file for each part."""

from __future__ import annotations

from pathlib import Path

import pytest

import scenec

SCENE = """<Simulation><Vertices name="v">0 0 0 1 0 0 0 1 0 5 5 5 6 5 5 5 6 5</Vertices><Scene name="s" stepLength="0.01">
<Body name="b"><SphereMass value="1kg" radius="0.1m"/>
<ComplexAppearance><Surface diffuseColor="#ff0000"/><Vertices ref="v"/><Triangles>0 1 2</Triangles></ComplexAppearance>
<ComplexAppearance><Surface diffuseColor="#00ff00"/><Vertices ref="v"/><Triangles>3 4 5</Triangles></ComplexAppearance>
</Body></Scene></Simulation>"""


@pytest.mark.findings("gravity-dropped", "material-diffuse-approximated", "step-dropped")
def test_each_file_holds_the_vertices_of_its_part_only(tmp_path: Path) -> None:
    scene = tmp_path / "parts.ros2"
    scene.write_text(SCENE, encoding="utf-8")
    scenec.convert(scene, tmp_path / "parts.rsg")
    files = sorted(tmp_path.rglob("*.obj"))
    assert len(files) == 2
    corners = [[line for line in file.read_text(encoding="utf-8").splitlines() if line.startswith("v ")] for file in files]
    assert sorted(corners) == [["v 0 0 0", "v 1 0 0", "v 0 1 0"], ["v 5 5 5", "v 6 5 5", "v 5 6 5"]]
    for file in files:
        assert "f 1/1/1 2/1/2 3/1/3" in file.read_text(encoding="utf-8")
