"""Collisions and visuals, and how meshes are turned, stretched and moved."""

from __future__ import annotations

import pytest

from scenec.ir.blocks import Block
from scenec.ir.geometry import Faces, MeshData, MeshGroup
from scenec.meshes.bobj import write_bobj
from tests.converters.mars.conftest import Reader, Result, node, vector

OBJ = b"o other\nv 9 9 9\nv 9 8 9\nv 8 9 9\nf 1 2 3\no part\nv 0 0 0\nv 0.2 0 0\nv 0 0.3 0\nv 0 0 -0.4\nf 4 5 6\nf 4 6 7\nf 4 5 7\n"
"""The part is 0.2 x 0.3 x 0.4 in the file; shown, with y up, it reaches from 0 to (0.2, 0.4, 0.3)."""


def mesh(inside: str, file: str = "m.obj", mode: str = "box") -> str:
    return (
        f'<node name="n"><filename>{file}</filename><physicmode>{mode}</physicmode>'
        f"<noPhysical>{str(mode == 'box').lower()}</noPhysical>{vector('position', 1, 2, 3)}{inside}</node>"
    )


@pytest.mark.parametrize(
    ("mode", "size"),
    [
        ("box", {"x": 1, "y": 2, "z": 3}),
        ("sphere", {"radius": 1}),
        ("capsule", {"radius": 1, "length": 2}),
        ("cylinder", {"radius": 1, "length": 2}),
    ],
)
def test_primitives_are_collisions_and_visuals(read_scene: Reader, mode: str, size: dict[str, float]) -> None:
    body = read_scene(node("n", (1, 2, 3), mode=mode, size=(1, 2, 3))).body("n")
    for shape in (*body.collisions, *body.visuals):
        assert (shape.type, shape.size, shape.pose[:3]) == (mode, size, (1, 2, 3))


def test_origname_says_what_shows_instead(read_scene: Reader) -> None:
    body = read_scene(node("n", more="<origname>sphere</origname>", size=(0.5, 1, 1))).body("n")
    assert (body.collisions[0].type, body.visuals[0].type, body.visuals[0].size) == ("box", "sphere", {"radius": 0.5})


@pytest.mark.parametrize(
    ("kind", "size", "shape", "expected"),
    [
        ("box", (1, 2, 3), "box", {"x": 1, "y": 2, "z": 3}),
        ("sphere", (1, 1, 1), "sphere", {"radius": 0.5}),
        ("sphere", (1, 2, 3), "ellipsoid", {"rx": 0.5, "ry": 1, "rz": 1.5}),
        ("cylinder", (1, 1, 3), "cylinder", {"radius": 0.5, "length": 3}),
        ("capsule", (1, 1, 3), "capsule", {"radius": 0.5, "length": 2}),
    ],
)
def test_a_visual_can_be_stretched_to_a_box(
    read_scene: Reader, kind: str, size: tuple[float, float, float], shape: str, expected: dict[str, float]
) -> None:
    visual = read_scene(node("n", more=f"<origname>{kind}</origname>{vector('visualsize', *size)}")).body("n").visuals[0]
    assert (visual.type, visual.size) == (shape, expected)


def test_a_visual_can_stand_beside_its_node(read_scene: Reader) -> None:
    turned = "<rotation><w>0.8</w><x>0</x><y>0</y><z>0.6</z></rotation>"
    body = read_scene(node("n", (1, 0, 0), turned + vector("visualposition", 1, 0, 0))).body("n")
    assert body.visuals[0].pose[:3] == pytest.approx((1.28, 0.96, 0))
    assert body.collisions[0].pose[:3] == (1, 0, 0)


def test_a_plane_is_level_and_never_moves(read_scene: Reader) -> None:
    turned = "<rotation><w>0.8</w><x>0.6</x><y>0</y><z>0</z></rotation>"
    result = read_scene(node("n", (0, 0, 2), turned, mode="plane"))
    body = result.body("n")
    assert body.static
    assert body.collisions[0].pose == pytest.approx((0, 0, 2, 1, 0, 0, 0))
    assert "plane-level" in result.codes()


def test_terrain_is_an_image_stretched_over_the_ground(read_scene: Reader) -> None:
    inside = "<t_srcname>h.png</t_srcname><t_width>20</t_width><t_height>30</t_height><t_scale>2</t_scale>"
    result = read_scene(node("n", more=inside, mode="terrain"), {"h.png": b"image"})
    shape = result.link("n").collisions[0].geometry
    assert (shape.size, shape.image.found is not None) == ((20.0, 30.0, 2.0), True)  # type: ignore[union-attr]  # it is a Heightmap


@pytest.mark.parametrize(("mode", "code"), [("undefined", "node-physics-refused"), ("reference", "node-physics-refused")])
def test_kinds_without_physics_stop_mars(read_scene: Reader, mode: str, code: str) -> None:
    result = read_scene(node("n", mode=mode))
    assert (result.link("n").collisions, result.codes("error")) == ((), [code])


def test_a_body_without_size_stops_mars(read_scene: Reader) -> None:
    result = read_scene(node("n", mode="capsule", size=(0.1, 0, 1)) + node("after", (3, 0, 0)))
    assert (result.link("n").collisions, len(result.link("after").collisions)) == ((), 1)
    assert "shape-size-refused" in result.codes("error")


# ---------------------------------------------------------------- meshes


def bounds(result: Result, where: str = "visuals") -> list[tuple[float, ...]]:
    """The box around what `n` shows, without rounding noise."""
    found = getattr(result.body("n"), where)[0].bounds
    return [tuple(round(each, 9) for each in corner) for corner in found]


def test_obj_files_have_y_up(read_scene: Reader) -> None:
    """(x, y, z) of the file is shown at (x, -z, y)."""
    result = read_scene(mesh("<origname>part</origname>"), {"m.obj": OBJ})
    assert bounds(result) == [(1, 2, 3), (1.2, 2.4, 3.3)]


def test_a_mesh_is_stretched_to_visualsize_and_its_pivot_put_in_place(read_scene: Reader) -> None:
    """Twice as long along x and z: the pivot, half-way in the file, is the middle of what is shown."""
    inside = "<origname>part</origname>" + vector("visualsize", 0.4, 0.4, 0.6) + vector("pivot", 0.1, 0.2, 0.15)
    assert bounds(read_scene(mesh(inside), {"m.obj": OBJ})) == [(0.8, 1.8, 2.7), (1.2, 2.2, 3.3)]


def test_a_pivot_of_rounding_noise_has_no_effect_and_that_is_reported(read_scene: Reader) -> None:
    inside = "<origname>part</origname>" + vector("visualsize", 0.4, 0.4, 0.6)
    result = read_scene(mesh(inside + vector("pivot", 8.673617379884035e-19, 0, 0)), {"m.obj": OBJ})
    assert bounds(result) == bounds(read_scene(mesh(inside), {"m.obj": OBJ}))
    assert all(finding.code.endswith("-ineffective") for finding in result.findings)
    assert [finding.because for finding in result.findings if "pivot" in finding.because] == [
        "MARS ignores `pivot` here. A component of the pivot is smaller than the rounding of the numbers of the mesh."
    ]


def test_visualscale_counts_only_without_visualsize(read_scene: Reader) -> None:
    scaled = "<origname>part</origname>" + vector("visualscale", 2, 1, 10)
    assert bounds(read_scene(mesh(scaled), {"m.obj": OBJ})) == [(1, 2, 3), (1.4, 2.4, 6)]
    result = read_scene(mesh(scaled + vector("visualsize", 0.2, 0.4, 0.3)), {"m.obj": OBJ})
    assert bounds(result) == [(1, 2, 3), (1.2, 2.4, 3.3)]


def test_what_touches_is_the_mesh_stretched_to_the_extent(read_scene: Reader) -> None:
    inside = "<origname>part</origname>" + vector("extend", 1, 2, 3)
    result = read_scene(mesh(inside, mode="mesh"), {"m.obj": OBJ})
    assert bounds(result, "collisions") == [(1, 2, 3), (2, 4, 6)]
    assert bounds(result) == [(1, 2, 3), (1.2, 2.4, 3.3)]  # what shows is not stretched


def test_bobj_files_are_taken_in_as_they_are_shown(read_scene: Reader) -> None:
    data = MeshData(
        vertices=Block([[0.0, 0.0, 0.0], [0.25, 0.0, 0.0], [0.0, 0.5, 1.0]]),
        groups=(MeshGroup(name="", faces=(Faces(vertices=Block([[0, 1, 2]])),)),),
    )
    result = read_scene(mesh("", "m.bobj"), {"m.bobj": write_bobj(data)})
    assert (result.scene.meshes[0].name, result.scene.meshes[0].data) == ("m", data)
    assert bounds(result) == [(1, 2, 3), (1.25, 2.5, 4)]


def test_stl_files_are_turned_only_where_they_are_drawn(read_scene: Reader) -> None:
    facet = "facet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 2 4\nendloop\nendfacet\n"
    files = {"m.stl": f"solid s\n{facet}endsolid s\n"}
    result = read_scene(mesh(vector("extend", 1, 2, 4), "m.stl", "mesh"), files)
    assert bounds(result) == [(1, -2, 3), (2, 2, 5)]
    assert bounds(result, "collisions") == [(1, 2, 3), (2, 4, 7)]


def test_a_mesh_used_twice_is_one(read_scene: Reader) -> None:
    result = read_scene(mesh("") + mesh(""), {"m.obj": OBJ})
    assert len(result.scene.meshes) == 1


@pytest.mark.parametrize(("content", "code"), [(None, "mesh-file-missing"), (b"\x07\0\0\0", "mesh-unreadable")])
def test_a_mesh_that_is_not_there_or_broken_is_reported(read_scene: Reader, content: bytes | None, code: str) -> None:
    result = read_scene(mesh(vector("visualsize", 1, 1, 1), "m.bobj"), {"m.bobj": content} if content else {})
    assert {code, "mesh-size-unresolved"} <= set(result.codes())


def test_an_object_that_the_file_does_not_have_is_reported(read_scene: Reader) -> None:
    result = read_scene(mesh("<origname>prat</origname>"), {"m.obj": OBJ})
    assert result.codes("warning") == ["mesh-object-ineffective"]
    assert bounds(result)[1][0] == 10.0  # all of the file
