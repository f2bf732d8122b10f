"""Inline meshes: one for each vertex list, a group for each part drawn from it."""

from __future__ import annotations

import pytest

from scenec import ir
from scenec.errors import ReadError
from tests.converters.simrobot.conftest import Reader, Result

SQUARE = "0 0 0  1 0 0  1 1 0  0 1 0"
WHITE = '<Surface diffuseColor="#fff"/>'
TRIANGLES = "<Triangles>0 1 2 2 3 0</Triangles>"


@pytest.fixture
def read_mesh(read_scene: Reader) -> Reader:
    """Reads one ComplexAppearance with this content."""

    def read(content: str, templates: str = "", **options: object) -> Result:
        result: Result = read_scene(
            f'<Compound name="c"><ComplexAppearance name="part">{WHITE}{content}</ComplexAppearance></Compound>', templates, **options
        )
        return result

    return read


def data_of(result: Result, index: int = 0) -> ir.MeshData:
    data = result.scene.meshes[index].data
    assert data
    return data


def rows(result: Result) -> list[list[float]]:
    table: list[list[float]] = data_of(result).vertices.array.tolist()
    return table


def test_triangles_count_from_zero_and_numbers_are_in_metres(read_mesh: Reader) -> None:
    result = read_mesh('<Vertices unit="mm">0 0 0 1000 0 0 1.1 1e3 -2</Vertices><Triangles>0 1 2</Triangles>')
    assert rows(result) == [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0011, 1.0, -0.002]]
    assert data_of(result).groups[0].faces[0].vertices.array.tolist() == [[0, 1, 2]]
    assert data_of(result).smooth


def test_quads_stay_quads(read_mesh: Reader) -> None:
    faces = data_of(read_mesh(f"<Vertices>{SQUARE}</Vertices><Quads>0 1 2 3</Quads>")).groups[0].faces[0]
    assert faces.vertices.array.tolist() == [[0, 1, 2, 3]]


def test_with_normals_every_corner_has_two_indices(read_mesh: Reader) -> None:
    data = data_of(read_mesh(f"<Vertices>{SQUARE}</Vertices><Normals>0 0 1  0 0 -1</Normals><Triangles>0 1  1 1  2 0</Triangles>"))
    faces = data.groups[0].faces[0]
    assert faces.vertices.array.tolist() == [[0, 1, 2]]
    assert faces.normals
    assert faces.normals.array.tolist() == [[1, 1, 0]]
    assert data.smooth is None


def test_texture_coordinates_go_with_the_vertices(read_mesh: Reader) -> None:
    faces = data_of(read_mesh(f"<Vertices>{SQUARE}</Vertices><TexCoords>0 0 1 0 1 1 0 1</TexCoords>{TRIANGLES}")).groups[0].faces[0]
    assert faces.texcoords == faces.vertices


def test_too_few_texture_coordinates_are_left_out_and_reported(read_mesh: Reader) -> None:
    result = read_mesh(f"<Vertices>{SQUARE}</Vertices><TexCoords>0 0 1 0</TexCoords>{TRIANGLES}")
    assert data_of(result).texcoords is None
    assert result.codes() == ["texture-coordinates-dropped"]


@pytest.mark.parametrize(
    "text",
    [
        "# a comment\n0 0 0 # more\n1 0 0\n0 1 0",
        "+0 .0 0. 1 0 0 0 1e0 0",
        "0 0 0 0x1 0 0 0 1 0",
        "0 0 0 1 0 0 0 1-0",
    ],
)
def test_numbers_are_what_c_reads_as_numbers(read_mesh: Reader, text: str) -> None:
    assert rows(read_mesh(f"<Vertices>{text}</Vertices><Triangles>0 1 2</Triangles>")) == [[0, 0, 0], [1, 0, 0], [0, 1, 0]]


def test_parts_that_share_their_vertices_are_groups_of_one_mesh(read_scene: Reader) -> None:
    parts = "".join(
        f'<ComplexAppearance><Surface ref="{colour}"/><Vertices ref="v"/><Triangles>{index} 1 2</Triangles></ComplexAppearance>'
        for colour, index in (("red", 0), ("blue", 3))
    )
    templates = (
        f'<Vertices name="v" unit="cm">{SQUARE}</Vertices>'
        '<Surface name="red" diffuseColor="#f00"/><Surface name="blue" diffuseColor="#00f"/>'
        f'<Compound name="robot">{parts}</Compound>'
    )
    scene = read_scene('<Compound ref="robot" name="a"/><Compound ref="robot" name="b"/>', templates).scene
    assert [(mesh.name, mesh.data and [group.name for group in mesh.data.groups]) for mesh in scene.meshes] == [("v", ["red", "blue"])]
    shapes = [visual.geometry for link in scene.links for visual in link.visuals]
    assert [isinstance(shape, ir.MeshShape) and shape.submesh for shape in shapes] == ["red", "blue"] * 2


def test_another_unit_makes_another_mesh_of_the_same_numbers(read_scene: Reader) -> None:
    def part(unit: str) -> str:
        return f'<ComplexAppearance>{WHITE}<Vertices ref="v" unit="{unit}"/><Triangles ref="t"/></ComplexAppearance>'

    result = read_scene(
        f'<Compound name="c">{part("m")}{part("cm")}{part("m")}</Compound>',
        f'<Vertices name="v">{SQUARE}</Vertices><Triangles name="t">0 1 2</Triangles>',
    )
    assert [data_of(result, index).vertices.array.max() for index in range(len(result.scene.meshes))] == [1.0, 0.01]
    assert [visual.geometry.submesh for visual in result.link("c").visuals if isinstance(visual.geometry, ir.MeshShape)] == [None] * 3


def test_own_text_comes_before_the_inherited_one(read_mesh: Reader) -> None:
    result = read_mesh('<Vertices ref="v">7 7 7</Vertices><Triangles>0 1 2</Triangles>', f'<Vertices name="v">{SQUARE}</Vertices>')
    assert rows(result)[:2] == [[7, 7, 7], [0, 0, 0]]


def test_indices_that_name_nothing_are_reported(read_mesh: Reader) -> None:
    result = read_mesh(f"<Vertices>{SQUARE}</Vertices><Triangles>0 1 4 2</Triangles>")
    assert data_of(result).groups[0].faces[0].vertices.array.tolist() == [[0, 1, 0]]
    assert sorted(result.codes()) == ["mesh-faces-incomplete", "mesh-index-out-of-range"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("<Vertices>0 0 0 1</Vertices>" + TRIANGLES, r"4:\d+: Invalid vertex text"),
        ("<Vertices>0,0 0</Vertices>" + TRIANGLES, r'Invalid vertex text \(must be a space separated list of floats\); ",0" is no number'),
        ("<Vertices>0 0 nan</Vertices>" + TRIANGLES, r"Invalid vertex text \(a number is not finite\)"),
        ("<Vertices>0 0 0 <!-- no --></Vertices>" + TRIANGLES, "Invalid vertex text"),
        ("<Vertices/>" + TRIANGLES, "Vertices without a vertex; SimRobot crashes on such a file"),
        (f"<Vertices>{SQUARE}</Vertices><Triangles>0 1.5 2</Triangles>", "Invalid index text"),
        (f"<Vertices>{SQUARE}</Vertices>", 'Expected one of the elements "Triangles, Quads" as child'),
        (TRIANGLES, 'Expected element "Vertices" as child'),
        (f'<Vertices unit=" mm">{SQUARE}</Vertices>{TRIANGLES}', 'Unexpected unit " mm"'),
        (f"<Vertices>{SQUARE}</Vertices>{TRIANGLES}{WHITE}", 'Unexpected element "Surface"'),
    ],
)
def test_what_is_no_mesh_is_refused_where_it_stands(read_mesh: Reader, content: str, message: str) -> None:
    with pytest.raises(ReadError, match=message):
        read_mesh(content)
