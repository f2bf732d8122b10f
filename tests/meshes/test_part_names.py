"""Names of parts and faces without normals, found in OBJ files without reading their numbers."""

from __future__ import annotations

import pytest

from scenec.meshes.read_obj import lacks_normals, part_names, read_obj

POINTS = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"

CASES = {
    "no part": POINTS + b"f 1 2 3\n",
    "a face before the first name": POINTS + b"f 1 2 3\no cap\nf 2 3 4\n",
    "an object without faces": b"o empty\n" + POINTS + b"o full  one \r\nf 1 2 3\n",
    "a group in an object": POINTS + b"o whole\ng half\nf 1 2 3\ng other\nf 2 3 4\ng half\nf 1 3 4\n",
    "names and comments with the letters": b"# off go f 1\nmtllib fog.mtl\n" + POINTS + b"o fog\nusemtl fog\nf 1 2 3",
    "a group without a name": POINTS + b"g \nf 1 2 3\n",
}


@pytest.mark.parametrize("case", CASES)
def test_they_are_those_that_reading_finds(case: str) -> None:
    assert part_names([CASES[case]]) == [part.name for part in read_obj(CASES[case], "part.obj")]


@pytest.mark.parametrize("size", [1, 2, 5, 17])
@pytest.mark.parametrize("case", CASES)
def test_it_does_not_matter_where_a_file_is_cut_into_pieces(case: str, size: int) -> None:
    data = CASES[case]
    assert part_names(data[at : at + size] for at in range(0, len(data), size)) == part_names([data])


@pytest.mark.parametrize(
    ("faces", "lacking"),
    [
        (b"vn 0 0 1\nf 1//1 2//1 3//12\nf 2/1/1 3/2/1 4/3/1\r\n", False),
        (b"vn 0 0 1\nf -4//-1 -3//-1 -2//-1  # three corners\n", False),
        (b"f 1 2 3\n", False),
        (b"vt 0 0\nf 1/1 2/1 3/1\n", False),
        (b"vn 0 0 1\nf 1//1 2//1 3//1\nf 2 3 4\n", True),
        (b"vn 0 0 1\nf 1//1 2//1 3\n", True),
        (b"vt 0 0\nvn 0 0 1\nf 1/1 2/1 3/1\n", True),
    ],
)
def test_faces_without_the_normals_that_a_file_has(faces: bytes, lacking: bool) -> None:
    assert lacks_normals(POINTS + faces) == lacking
