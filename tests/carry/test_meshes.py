"""Meshes that the file in between shows in its own way: as numbers in it, in another file, scaled, turned. Unedited they come back as
they were, with their files; edited they come back as edited."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import scenec
from tests.carry.test_edits import stale
from tests.carry.test_lying_records import LIES
from tests.carry.there_and_back import WAY_BACK, codes, differences, edited, physics, returned, walked
from tests.formats import others

FIXTURES = Path(__file__).parents[2] / "fixtures"
ROOF = """\
<Simulation>
  <Scene name="yard">
    <Body name="house">
      <InertiaMatrixMass value="1kg" ixx="1" iyy="1" izz="1"/>
      <ComplexAppearance name="roof">
        <Surface diffuseColor="#ff0000"/>
        <Vertices>
          -0.3 -0.4 0
          0.3 -0.4 0
          0.3 0.4 0
          -0.3 0.4 0
          0 0 0.25
        </Vertices>
        <Triangles>
          0 1 4
          1 2 4
          2 3 4
          3 0 4
        </Triangles>
        <Quads>
          3 2 1 0
        </Quads>
      </ComplexAppearance>
    </Body>
  </Scene>
</Simulation>
"""

STONES = """\
<sdf version="1.9">
  <model name="stones">
    <link name="l">
      <inertial><mass>2</mass></inertial>
      <visual name="left">
        <pose>1 0 0 0 0 0</pose>
        <geometry><mesh><uri>meshes/stone.obj</uri></mesh></geometry>
      </visual>
      <visual name="right">
        <geometry><mesh><uri>meshes/stone.obj</uri><scale>2 2 2</scale></mesh></geometry>
      </visual>
    </link>
  </model>
</sdf>
"""
STONE = "mtllib stone.mtl\nv 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nusemtl grey\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"


@pytest.fixture
def roof(tmp_path: Path) -> Path:
    path = tmp_path / "yard.ros2"
    path.write_text(ROOF)
    return path


@pytest.fixture
def stones(tmp_path: Path) -> Path:
    """A scene whose mesh file has a material with an image, each in a folder of its own."""
    path = tmp_path / "stones.sdf"
    path.write_text(STONES)
    for name, text in (("meshes/stone.obj", STONE), ("meshes/stone.mtl", "newmtl grey\nKd 0.5 0.5 0.5\nmap_Kd ../images/grey.png\n")):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "images").mkdir()
    (tmp_path / "images" / "grey.png").write_bytes(b"an image")
    return path


def bounds_of(path: Path, visual: str) -> list[list[float]]:
    shapes = [shape for link in physics(path)["links"] for shape in link["visuals"]]
    bounds: list[list[float]] = next(shape["bounds"] for shape in shapes if shape["path"].endswith(visual))
    return bounds


def subjects(path: list[tuple[str, str, str]]) -> list[str]:
    return [subject for subject, _, _ in path]


@pytest.mark.findings("gravity-dropped", "physics-default-dropped", "physics-engine-dropped", "solver-dropped", "step-dropped")
@pytest.mark.parametrize("target", others("simrobot"))
def test_a_vertex_that_is_moved_in_the_mesh_file_moves(roof: Path, target: str, tmp_path: Path) -> None:
    way = walked(roof, target, tmp_path)
    assert way.back.read_text() == ROOF
    (obj,) = way.there.parent.rglob("*.obj")
    edited(obj, "0.25", "0.75")
    returned(way)
    assert subjects(stale(way))[0] == "house::house.visuals.roof.geometry"
    assert bounds_of(way.back, "roof") == [pytest.approx([-0.3, -0.4, 0]), pytest.approx([0.3, 0.4, 0.75])]


def test_a_scale_that_is_given_to_the_mesh_scales(roof: Path, tmp_path: Path) -> None:
    way = walked(roof, "sdformat", tmp_path)
    edited(way.there, "roof.obj</uri>", "roof.obj</uri><scale>1 1 2</scale>")
    returned(way)
    assert bounds_of(way.back, "roof")[1] == pytest.approx([0.3, 0.4, 0.5])


def test_a_mesh_that_is_moved_moves_and_keeps_its_numbers(roof: Path, tmp_path: Path) -> None:
    way = walked(roof, "sdformat", tmp_path)
    edited(way.there, '<visual name="roof">', '<visual name="roof"><pose>0 0 1 0 0 0</pose>')
    returned(way)
    assert stale(way) == []
    moved = '<Surface diffuseColor="#ff0000"/>'
    assert way.back.read_text() == ROOF.replace(moved, f'<Translation z="1m"/>\n        {moved}')


@pytest.mark.findings("gravity-dropped", "solver-dropped")
def test_a_mesh_that_was_turned_in_itself_and_is_moved_stands_where_it_was_moved(roof: Path, tmp_path: Path) -> None:
    """MARS takes OBJ files to have y up: the numbers in the file are turned, and the node back."""
    way = walked(roof, "mars", tmp_path)
    head, mark, node = way.there.read_text().partition('<node name="roof">')
    before, place, after = node.partition("<position>")
    way.there.write_text(head + mark + before + place + after.replace("<x>0</x>", "<x>5</x>", 1))
    returned(way)
    assert bounds_of(way.back, "roof") == [pytest.approx([4.7, -0.4, 0]), pytest.approx([5.3, 0.4, 0.25])]


def test_a_carried_mesh_has_only_the_numbers_that_the_file_lacks_and_edited_is_what_comes_back(roof: Path, tmp_path: Path) -> None:
    """The file has all vertices: the record says which is which, and how they make faces."""
    way = walked(roof, "sdformat", tmp_path)
    record = way.there.read_text().partition("<scenec:carried")[2]
    assert "0.25" not in record and "[0, 1, 4]" in record
    edited(way.there, "[0, 1, 4]", "[1, 4, 0]")
    returned(way)
    assert way.back.read_text() == ROOF.replace("0 1 4", "1 4 0")


def test_a_mesh_file_comes_back_with_all_that_it_needs(stones: Path, tmp_path: Path) -> None:
    """SimRobot has no mesh files, so the numbers stand in its scene, and the file travels beside it."""
    way = walked(stones, "simrobot", tmp_path)
    back = {path.relative_to(way.back.parent).as_posix(): path.read_bytes() for path in way.back.parent.rglob("*") if path.is_file()}
    del back["stones.sdf"]
    assert back == {
        f"stones_assets/{name}": (stones.parent / name).read_bytes() for name in ("meshes/stone.obj", "meshes/stone.mtl", "images/grey.png")
    }
    assert list(differences(physics(stones), physics(way.back))) == []


def test_of_two_that_show_a_mesh_only_the_edited_one_changes(stones: Path, tmp_path: Path) -> None:
    way = walked(stones, "simrobot", tmp_path)
    edited(way.there, "0 0 6", "0 0 9")  # of the larger one
    returned(way)
    assert subjects(stale(way)) == ["stones::l.visuals.right.geometry"]
    text = way.back.read_text()
    assert text.count("<uri>stones_assets/meshes/stone.obj</uri>") == 1
    assert bounds_of(way.back, "left") == [pytest.approx([1, 0, 0]), pytest.approx([2, 2, 3])]
    assert bounds_of(way.back, "right") == [pytest.approx([0, 0, 0]), pytest.approx([2, 4, 9])]


SHARED = """\
<Simulation>
  <Vertices name="roof">
    -0.3 -0.4 0
    0.3 -0.4 0
    0.3 0.4 0
    -0.3 0.4 0
    0 0 0.25
  </Vertices>
  <Scene name="yard">
    <Body name="house">
      <InertiaMatrixMass value="1kg" ixx="1" iyy="1" izz="1"/>
      <ComplexAppearance name="roof">
        <Surface diffuseColor="#ff0000"/>
        <Vertices ref="roof"/>
        <Triangles>
          0 1 4
          2 3 4
        </Triangles>
      </ComplexAppearance>
      <ComplexAppearance name="floor">
        <Surface diffuseColor="#ff0000"/>
        <Vertices ref="roof"/>
        <Quads>
          3 2 1 0
        </Quads>
      </ComplexAppearance>
    </Body>
  </Scene>
</Simulation>
"""


@pytest.mark.findings("gravity-dropped", "solver-dropped", "step-dropped")
@pytest.mark.parametrize("target", ["mars", "rsg"])
@pytest.mark.parametrize("number", [0, 1])
def test_of_two_that_become_two_files_only_the_edited_one_changes(target: str, number: int, tmp_path: Path) -> None:
    """Both draw on one list of vertices, which the record states by one of the two files: whichever is edited, the other one stays."""
    source = tmp_path / "yard.ros2"
    source.write_text(SHARED)
    way = walked(source, target, tmp_path)
    assert list(differences(physics(source), physics(way.back))) == []
    files = sorted(way.there.parent.rglob("*.obj"))
    assert len(files) == 2
    edited(files[number], "-0.4" if "-0.4" in files[number].read_text() else "0.4", "7")
    returned(way)
    before, after = ([bounds_of(path, name) for name in ("roof", "floor")] for path in (source, way.back))
    assert [any(a != pytest.approx(b) for a, b in zip(*pair, strict=True)) for pair in zip(before, after, strict=True)].count(True) == 1
    assert any(subject.endswith("geometry") for subject in subjects(stale(way)))


@pytest.mark.findings("mesh-unmeasured-dropped", "model-name-unstored-dropped")
def test_a_uri_with_a_scheme_is_written_as_it_stood(tmp_path: Path) -> None:
    """MARS has no models, so it gets a copy; back home the model's file is named again."""
    model = tmp_path / "models" / "rock"
    model.mkdir(parents=True)
    (model / "rock.stl").write_text(
        "solid rock facet normal 0 0 0 outer loop vertex 0 0 0 vertex 1 0 0 vertex 0 2 3 endloop endfacet endsolid rock"
    )
    source, there, back = tmp_path / "rock.sdf", tmp_path / "there" / "rock.scene", tmp_path / "back" / "rock.sdf"
    source.write_text(STONES.replace("meshes/stone.obj", "model://rock/rock.stl"))
    for one, other in ((source, there), (there, back)):
        scenec.convert(one, other, carry=True, search_path=[str(tmp_path / "models")])
    assert back.read_text().count("<uri>model://rock/rock.stl</uri>") == 2


def test_a_mesh_that_was_made_for_a_shape_and_is_edited_stays(tmp_path: Path) -> None:
    """SimRobot draws no ellipsoids: it gets a mesh, which goes again unless somebody has worked on it."""
    source = tmp_path / "egg.sdf"
    source.write_text(
        '<sdf version="1.9"><model name="egg"><static>true</static><link name="l"><visual name="v"><geometry><ellipsoid>'
        "<radii>0.1 0.2 0.3</radii></ellipsoid></geometry></visual></link></model></sdf>"
    )
    way = walked(source, "simrobot", tmp_path)
    assert "<mesh>" not in way.back.read_text() and "<radii>0.1 0.2 0.3</radii>" in way.back.read_text()
    first = way.there.read_text().partition("<Vertices")[2].split("\n")[1].strip()
    edited(way.there, first, "1 1 1")
    returned(way)
    assert "<mesh>" in way.back.read_text()
    assert {"carried-part-edited", "carried-value-stale-ineffective"} & set(codes(way.home))


@pytest.mark.sweep
@pytest.mark.findings("gravity-dropped", "model-name-unstored-dropped", "solver-dropped")
@pytest.mark.parametrize("lie", [*LIES, '"../../../../etc/passwd"', '"/etc/passwd"', '"\\u0000"'], ids=lambda lie: str(lie)[:12])
@pytest.mark.parametrize("way_of", ["roof", "stones"])
def test_no_lie_about_a_mesh_brings_the_conversion_down(way_of: str, lie: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    source: Path = request.getfixturevalue(way_of)
    way = walked(source, "mars", tmp_path)
    of_meshes = re.compile(r'(<scenec_(?:value|told) (?:of="mesh/[^>]*|[^>]*field="geometry"[^>]*)>)[^<]*(</)')
    text, count = of_meshes.subn(lambda found: found[1] + lie.replace("<", "&lt;") + found[2], way.there.read_text())
    assert count > 1
    way.there.write_text(text)
    returned(way)
    totals = way.home.totals
    assert totals["values"] == sum(count for fate, count in totals.items() if fate not in ("values", "defaulted"))


@pytest.mark.findings("collision-*", "model-name-unstored-dropped", "unresolved-asset")
@pytest.mark.parametrize("suffix", [".ros2", ".scene", ".rsg"])
def test_a_mesh_that_names_no_file_comes_back_without_one(suffix: str, tmp_path: Path) -> None:
    source = tmp_path / "blank.sdf"
    collision = '<collision name="c"><geometry><mesh/></geometry></collision>'
    source.write_text(f'<sdf version="1.9"><model name="m"><link name="a">{collision}</link></model></sdf>')
    scenec.convert(source, tmp_path / f"there{suffix}", carry=True)
    home = scenec.convert(tmp_path / f"there{suffix}", tmp_path / "back.sdf", carry=True)
    assert list(differences(physics(source), physics(tmp_path / "back.sdf"))) == []
    assert [code for code in codes(home) if code.startswith("carried-value")] == []


@WAY_BACK
@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("mesh_normals_texcoords.ros2", "there.sdf"),
        ("mesh_normals_texcoords.ros2", "there.scene"),
        ("materials_surfaces.ros2", "there.sdf"),
        ("humanoid/humanoid.ros2", "there.rsg"),
    ],
)
def test_files_at_an_absolute_place_are_compared_where_they_will_lie(tmp_path: Path, source: str, target: str) -> None:
    """The files are not there yet when the result is compared with the source."""
    there, home = tmp_path / "out" / target, tmp_path / "home.ros2"
    split: dict[str, Any] = {"split": True} if target.endswith(".rsg") else {}
    report = scenec.convert(FIXTURES / source, there, carry=True, assets_dir=tmp_path / "assets", **split)
    assert any(name.startswith("../assets/") or str(tmp_path / "assets") in name for name in report.files), report.files
    back = scenec.convert(there, home, carry=True)
    assert [each for each in back.findings if each.code.startswith("carried-")] == []
    assert scenec.diff(FIXTURES / source, home).items == ()


def test_what_meshes_are_called_in_between_is_not_carried_where_no_value_is_about_them(tmp_path: Path) -> None:
    """Two files with one name: which of them gets a number depends on the order of shapes, and URDF names no mesh."""
    for folder, height in (("fine", 1), ("coarse", 2)):
        place = tmp_path / "rocks" / folder
        place.mkdir(parents=True)
        (place / "stone.obj").write_text(f"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 {height}\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")
    (tmp_path / "rocks" / "package.xml").write_text("<package><name>rocks</name></package>")
    mesh = '<{0}><geometry><mesh filename="package://rocks/{1}/stone.obj"/></geometry></{0}>'
    robot, there, back = tmp_path / "robot.urdf", tmp_path / "middle.sdf", tmp_path / "back.urdf"
    robot.write_text(f'<robot name="r"><link name="l">{mesh.format("visual", "fine")}{mesh.format("collision", "coarse")}</link></robot>')
    for one, other in ((robot, there), (there, back)):
        scenec.convert(one, other, carry=True, search_path=[str(tmp_path)])
    assert 'of="mesh/' not in there.read_text()
    shapes = [re.findall(r'<(visual|collision)\b.*?filename="(.*?)"', path.read_text(), re.DOTALL) for path in (robot, back)]
    assert shapes[1] == shapes[0] == [("visual", "package://rocks/fine/stone.obj"), ("collision", "package://rocks/coarse/stone.obj")]
