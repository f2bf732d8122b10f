"""Files that are larger, deeper or other than they look: entities, document types, aliases, archives."""

from __future__ import annotations

import io
import warnings
import zipfile
from pathlib import Path

import pytest

import scenec
from scenec.errors import ReadError
from tests.batch.conftest import put

NESTED = list(zip("abcdefghijk", "bcdefghijkl", strict=True))
BOMB = '<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa">' + "".join(f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in NESTED) + "]>"
ALIASES = "a: &a {x: 1}\n" + "".join(f"{b}: &{b} {{p: *{a}, q: *{a}, r: *{a}, s: *{a}, t: *{a}}}\n" for a, b in NESTED)
EXTERNAL = '<!DOCTYPE r [<!ENTITY i SYSTEM "file:///etc/passwd">]>'
PARAMETER = '<!DOCTYPE r [<!ENTITY % p SYSTEM "http://127.0.0.1:9/p"> %p; <!ENTITY i "x">]>'
SCENES = {
    "s.sdf": '<sdf version="1.9"><model name="m&i;"><link name="l"/></model></sdf>',
    "s.world": '<sdf version="1.9"><world name="w"><gravity>&i;</gravity></world></sdf>',
    "s.scene": '<SceneFile><nodelist><node name="n&i;"><index>1</index></node></nodelist></SceneFile>',
    "s.ros2": '<Simulation><Scene name="s&i;"/></Simulation>',
}


@pytest.mark.parametrize("declared", [BOMB, EXTERNAL, PARAMETER])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize("name", SCENES)
def test_a_document_type_that_declares_anything_is_refused(tmp_path: Path, name: str, encoding: str, declared: str) -> None:
    (tmp_path / name).write_bytes((declared + SCENES[name]).encode(encoding))
    with pytest.raises(ReadError):
        scenec.read(tmp_path / name)


@pytest.mark.parametrize("declared", [BOMB, EXTERNAL, PARAMETER])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_so_is_that_of_a_mesh(tmp_path: Path, encoding: str, declared: str) -> None:
    (tmp_path / "m.dae").write_bytes(f"{declared}<COLLADA><asset>&i;</asset></COLLADA>".encode(encoding))
    visual = '<visual name="v"><geometry><mesh><uri>m.dae</uri></mesh></geometry></visual>'
    put(tmp_path, "s.sdf", f'<sdf version="1.9"><model name="m"><link name="l">{visual}</link></model></sdf>')
    report = scenec.convert(tmp_path / "s.sdf", tmp_path / "s.ros2")
    assert "the file defines entities, which are not expanded" in " ".join(finding.because for finding in report.findings)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("s.yml", "nodelist: &a [*a]\n"),
        ("s.yml", f"nodelist: []\n{ALIASES}"),
        ("s.rsg", "(RSG 0 1)" + "(" * 100_000),
        ("s.scene.json", '{"schema": "scenec.scene/2", "scene": ' + "[" * 100_000),
        ("s.sdf", "<sdf>" + "<model>" * 100_000),
        ("s.ros2", "<Simulation>" + "<Body>" * 100_000),
        ("s.rsg", '(RSG 0 1)((importScene "s.rsg"))'),
    ],
)
def test_what_grows_without_end_or_runs_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str) -> None:
    monkeypatch.chdir(tmp_path)
    put(tmp_path, name, text)
    with pytest.raises(ReadError):
        scenec.read(name)
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.findings("node-physics-refused")
def test_a_tag_of_yaml_makes_nothing_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    put(tmp_path, "s.yml", 'nodelist:\n- {name: !!python/object/apply:os.system ["touch owned"]}\n')
    scenec.read("s.yml")
    assert [path.name for path in tmp_path.iterdir()] == ["s.yml"]


# ---------------------------------------------------------------- archives

NODE = "<node><name>n</name><index>1</index><filename>{}</filename><origname>m</origname><physicmode>mesh</physicmode></node>"
SCENE = f"<SceneFile><nodelist>{NODE}</nodelist></SceneFile>"


def pack(folder: Path, *members: tuple[str, str | bytes]) -> Path:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of names that are there already
        for name, content in members:
            archive.writestr(name, content)
    (folder / "s.scn").write_bytes(data.getvalue())
    return folder / "s.scn"


def test_a_member_that_unpacks_to_far_more_is_not_unpacked(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match=r"s\.scn: 's\.scene' unpacks to 30,\d+,\d+ bytes; unpack it yourself if you trust it"):
        scenec.read(pack(tmp_path, ("s.scene", SCENE.format("PRIMITIVE") + " " * 30_000_000)))


def test_neither_is_more_than_a_bound_in_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scenec.converters.mars.read.package.LARGEST", 100_000)
    nodes = "".join(NODE.format(f"{i}.obj").replace("<index>1", f"<index>{i}") for i in range(1, 30))
    members = [(f"{i}.obj", "v 0 0 0\n" * 1000) for i in range(1, 30)]
    with pytest.raises(ReadError, match="unpacks to 8,000 bytes"):
        scenec.read(pack(tmp_path, ("s.scene", f"<SceneFile><nodelist>{nodes}</nodelist></SceneFile>"), *members))


def test_an_archive_that_says_it_is_large_unpacks_to_no_more_for_that(tmp_path: Path) -> None:
    """The directory of an archive states the packed size of a member, and cannot be trusted."""
    place = pack(tmp_path, ("s.scene", SCENE.format("PRIMITIVE") + " " * 30_000_000))
    data = bytearray(place.read_bytes())
    at = data.rindex(b"PK\x01\x02") + 20
    data[at : at + 4] = (20_000_000).to_bytes(4, "little")
    place.write_bytes(bytes(data))
    with pytest.raises(ReadError, match=r"'s\.scene' unpacks to 30,\d+,\d+ bytes"):
        scenec.read(place)


@pytest.mark.parametrize("packed", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2, zipfile.ZIP_DEFLATED], ids=["lzma", "bzip2", "deflate"])
@pytest.mark.parametrize("at", [2, 6, 12, 30], ids="byte {}".format)
def test_a_member_whose_packed_bytes_are_broken_is_reported(tmp_path: Path, packed: int, at: int) -> None:
    place = tmp_path / "s.scn"
    with zipfile.ZipFile(place, "w", packed) as archive:
        archive.writestr("s.scene", SCENE.format("PRIMITIVE"))
    data = bytearray(place.read_bytes())
    head = data.index(b"s.scene") + len(b"s.scene")
    data[head + at : head + at + 8] = b"\xff" * 8
    place.write_bytes(bytes(data))
    with pytest.raises(ReadError, match=r"s\.scn: 's\.scene' (cannot be unpacked|is not as large)"):
        scenec.read(place)


def test_a_size_that_the_archive_lies_about_is_noticed(tmp_path: Path) -> None:
    place = pack(tmp_path, ("s.scene", SCENE.format("PRIMITIVE")))
    data = bytearray(place.read_bytes())
    at = data.rindex(b"PK\x01\x02") + 24
    data[at : at + 4] = (10).to_bytes(4, "little")
    place.write_bytes(bytes(data))
    with pytest.raises(ReadError, match=r"s\.scn: 's\.scene'"):
        scenec.read(place)


def test_of_two_members_of_one_name_the_first_counts_and_it_is_reported(tmp_path: Path) -> None:
    first, second = (SCENE.format("PRIMITIVE").replace("<name>n", f"<name>{name}") for name in ("first", "second"))
    scene, report = scenec.read(pack(tmp_path, ("s.scene", first), ("./s.scene", second)))
    assert [str(link.name) for link in scene.links] == ["first"]
    assert [(each.value, each.level) for each in report.findings if each.code == "archive-member-repeated"] == [("s.scene", "warning")]


@pytest.mark.findings("file-outside-unresolved", "shape-size-refused")
@pytest.mark.parametrize(
    "name", ["../evil.obj", "/evil.obj", "C:\\evil.obj", "..\\evil.obj", "a/../../evil.obj", f"{'x' * 300}.obj", "con.obj"]
)
def test_no_member_is_put_where_its_name_says(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "deep" / "er"
    folder.mkdir(parents=True)
    mesh = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"
    scene, _ = scenec.read(pack(folder, ("s.scene", SCENE.format(name)), (name, mesh)))
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["s.scn"]
    for found in (mesh.found for mesh in scene.meshes if mesh.found is not None):
        assert Path(found).read_text() == mesh and len(Path(found).name) < 100


@pytest.mark.findings("shape-size-refused")
def test_a_link_in_an_archive_is_a_file_with_a_name_in_it(tmp_path: Path) -> None:
    link = zipfile.ZipInfo("m.obj")
    link.external_attr = 0o120777 << 16
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("s.scene", SCENE.format("m.obj"))
        archive.writestr(link, "/etc/passwd")
    (tmp_path / "s.scn").write_bytes(data.getvalue())
    scene, _ = scenec.read(tmp_path / "s.scn")
    (found,) = (mesh.found for mesh in scene.meshes)
    assert found is not None and not Path(found).is_symlink() and Path(found).read_text() == "/etc/passwd"
