"""Ordinary files with far too much of one thing: work and memory stay in proportion to their size.

Each once took seconds for some kilobytes, and four times as long for twice as many. The judge of the fuzzer bounds processor time and
memory by size, far above what is taken now and far below what was.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.fuzz.case import Case
from benchmarks.fuzz.judge import Verdict, judge
from tests.test_growth import calls_of, squares

TRIANGLE = "v 0 0 0\nv 1 0 0\nv 0 1 0\n"


def sdf(inside: str) -> str:
    return f'<sdf version="1.9"><model name="m"><link name="l">{inside}</link></model></sdf>'


def mars(inside: str) -> str:
    node = f"<name>n</name><index>1</index><physicmode>box</physicmode><movable>true</movable>{inside}"
    return f"<SceneFile><nodelist><node>{node}</node></nodelist></SceneFile>"


def judged(tmp_path: Path, source: str, target: str, text: str, beside: dict[str, str] | None = None, name: str | None = None) -> Verdict:
    name = name or {"sdformat": "odd.sdf", "mars": "odd.scene", "simrobot": "odd.ros2"}[source]
    verdict = judge(Case(source, target, name, text.encode(), {key: each.encode() for key, each in (beside or {}).items()}), tmp_path)
    assert not verdict.failures, [f"{failure} {failure.detail}" for failure in verdict.failures]
    return verdict


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("sdformat", sdf(f"<pose>{'1' * 40_000}x 0 0 0 0 0</pose>")),
        ("sdformat", sdf(f"<pose>0x{'1' * 40_000}x 0 0 0 0 0</pose>")),
        ("sdformat", '<sdf version="1.9">' + "<!--" * 60_000),
        ("sdformat", '<sdf version="1.9">' + "<![CDATA[" * 40_000),
        ("sdformat", '<!DOCTYPE sdf SYSTEM "x"><sdf version="1.9">' + "<!--" * 60_000),
        ("mars", mars("<mass><!-- kg --></mass>" * 20_000)),
        ("mars", "<!-- nothing -->" * 60_000 + mars("")),
        ("mars", mars(f"<foo>{'a' * 120_000}</foo>")),
    ],
    ids=lambda text: text[:60] if len(text) > 60 else text,
)
def test_a_file_with_far_too_much_of_one_thing(tmp_path: Path, source: str, text: str) -> None:
    judged(tmp_path, source, "sdformat" if source == "mars" else "simrobot", text)


def test_each_comment_beside_a_text_of_mars_is_reported_where_it_stands(tmp_path: Path) -> None:
    """And no other: MARS takes only values with a comment for maps."""
    import scenec

    place = tmp_path / "odd.scene"
    place.write_text(
        "<!-- head -->\n<SceneFile><nodelist><!-- here -->\n<node><name>n</name>\n  <index><!-- a -->1</index><mass>2<!-- b --></mass>"
        "<!-- c -->\n  <!-- \u00e4 --><physicmode>box<!-- d --></physicmode></node></nodelist></SceneFile>",
        encoding="utf-8",
    )
    _, report = scenec.read(place)
    (finding,) = [each for each in report.findings if each.code == "value-refused"]
    assert finding.source is not None and (finding.source.line, finding.source.column, finding.count) == (4, 10, 3)


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("odd.scene", lambda count: mars("<foo>1</foo>" * count).replace("<name>n</name>", "")),
        ("odd.scene", lambda count: mars("".join(f"<foo{i}>1</foo{i}>" for i in range(count)))),
        ("odd.sdf", lambda count: sdf(f"<foo {' '.join(f'a{i}=_1_' for i in range(count))}/>".replace("_", '"'))),
    ],
    ids=["one key many times", "many keys", "many attributes"],
)
def test_twice_as_much_of_one_thing_is_twice_the_work(tmp_path: Path, name: str, shape: Callable[[int], str]) -> None:
    few = 150
    for count in (few, 2 * few):
        (tmp_path / f"{count}{name}").write_text(shape(count), encoding="utf-8")
    calls_of(tmp_path / f"{few}{name}", "sdformat")  # fills the caches
    once, twice = (calls_of(tmp_path / f"{count}{name}", "sdformat") for count in (few, 2 * few))
    assert squares(once, twice, 2 * few) == {}


YAML = {
    "a merge of two maps": "a: &a {physicmode: box}\nb: &b {index: 1}\nnodelist:\n - {<<: [*a, *b], name: n}\n",
    "a merge of no map": "nodelist:\n - {<<: 5, name: n}\n",
    "a merge with itself": "nodelist:\n - &a {<<: *a, name: n}\n",
    "merges of merges": "a0: &a0 {k: 1}\n" + "".join(f"a{i}: &a{i} {{<<: [{', '.join([f'*a{i - 1}'] * 9)}]}}\n" for i in range(1, 12)),
    "a list inside itself": "nodelist: &a\n - *a\n",
    "an alias of nothing": "nodelist:\n - *b\n",
    "a tag that would run something": "nodelist: !!python/object/apply:os.system ['exit 1']\n",
    "tags of other types": "nodelist: !!set {a}\nmotorlist: !!omap [a: 1]\nsensorlist: !!binary aGk=\nlightlist: !own [1]\n",
    "no number with its tag": "nodelist:\n - {name: n, index: !!int x, mass: !!float y, movable: !!bool z}\n",
    "lists without end": "[" * 20_000,
    "keys of keys": "? " * 20_000 + "1\n",
    "a key twice": "nodelist: []\nnodelist:\n - {name: a, name: b, index: 1}\n",
    "a number of 200,000 digits": f"nodelist:\n - {{name: n, index: {'9' * 200_000}, mass: {'9' * 200_000}.5}}\n",
    "numbers of base sixty": f"nodelist:\n - {{name: n, index: 1, mass: {':'.join(['59'] * 5000)}}}\n",
    "numbers that are none": "nodelist:\n - {name: n, index: .inf, mass: .NaN, extend: {x: 1e999, y: -.INF, z: 0o17}}\n",
    "keys that are no words": "nodelist:\n - {[a]: 1, {b: c}: 2, ~: 3, 1.5: 4, name: n}\n",
    "tabs": "nodelist:\n\t- {name: n}\n",
    "several documents": "nodelist: []\n" + "---\nnodelist: []\n" * 20_000,
    "half a character": 'nodelist:\n - {name: "\\ud800", index: 1, physicmode: box}\n',
    "another version": "%YAML 9.9\n---\nnodelist: []\n",
    "a text over 100,000 lines": 'nodelist:\n - {name: "' + "a\n  " * 100_000 + '"}\n',
}


@pytest.mark.parametrize("text", YAML.values(), ids=YAML)
def test_odd_yaml_is_converted_or_refused_in_a_line(tmp_path: Path, text: str) -> None:
    judged(tmp_path, "mars", "sdformat", text, name="odd.yml")


# ---------------------------------------------------------------- meshes


def collada(geometry: str, nodes: str, library: str = "") -> str:
    return (
        f"<COLLADA><library_geometries>{geometry}</library_geometries>{library}<library_visual_scenes><visual_scene id='s'>{nodes}"
        "</visual_scene></library_visual_scenes><scene><instance_visual_scene url='#s'/></scene></COLLADA>"
    )


def geometry(positions: str = "0 0 0 1 0 0 0 1 0", corners: str = "0 1 2", kind: str = "triangles", more: str = "") -> str:
    return (
        f"<geometry id='g'><mesh><source id='p'><float_array>{positions}</float_array></source><vertices id='v'><input semantic='POSITION'"
        f" source='#p'/></vertices><{kind}><input semantic='VERTEX' source='#v' offset='0'/>{more}<p>{corners}</p>"
        f"</{kind}></mesh></geometry>"
    )


SHOWN = "<node><instance_geometry url='#g'/></node>"
LEVELS = "".join(f"<node id='n{i}'><instance_node url='#n{i + 1}'/><instance_node url='#n{i + 1}'/></node>" for i in range(40))
LAST = "<node id='n40'><instance_geometry url='#g'/></node>"
FIRST = "<node><instance_node url='#n0'/></node>"


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("mesh", "because"),
    [
        (collada(geometry(), FIRST, f"<library_nodes>{LEVELS}{LAST}</library_nodes>"), "more nodes than a file of its size may bring"),
        (collada(geometry(), FIRST, f"<library_nodes>{LEVELS}</library_nodes>"), "more nodes than a file of its size may bring"),
        (collada(geometry("0 0 0 1 0 0 0 1 0 " * 2000, "0 1 2 " * 2000), SHOWN * 5000), "more geometry than a file of its size may bring"),
        (collada(geometry(kind="polylist", more="<vcount>1000000000</vcount>"), SHOWN), "polygons of more than the 3 corners there are"),
        (collada(geometry(kind="polylist", more="<vcount>-5 8</vcount>"), SHOWN), "polygons of more than the 3 corners there are"),
        (collada(geometry(corners="0 1 99999999999999999999999"), SHOWN), "the COLLADA content is broken"),
    ],
    ids=["doubling nodes", "empty ones", "one geometry many times", "a polygon beyond", "a polygon below", "an index of 23 digits"],
)
@pytest.mark.parametrize("target", ["simrobot", "mars"])
def test_a_mesh_that_asks_for_more_than_it_holds_is_reported_to_be_unreadable(tmp_path: Path, target: str, mesh: str, because: str) -> None:
    from scenec.meshes.dressed import load_dressed
    from scenec.meshes.files import load_mesh
    from scenec.meshes.loaded import MeshError

    shape = "<geometry><mesh><uri>odd.dae</uri></mesh></geometry>"
    verdict = judged(tmp_path, "sdformat", target, sdf(f'<visual name="v">{shape}</visual>'), {"odd.dae": mesh})
    assert verdict.outcome == "converted"
    for load in (load_mesh, load_dressed):
        with pytest.raises(MeshError, match=because):
            load(str(tmp_path / "in" / "odd.dae"))


@pytest.mark.parametrize(
    ("name", "mesh"),
    [
        ("odd.obj", "mtllib odd.obj\n" * 10_000 + TRIANGLE + "f 1 2 3\n"),
        (
            "odd.dae",
            collada(geometry(), SHOWN, f"<library_images><image><init_from>x{' ' * 300_000}y</init_from></image></library_images>"),
        ),
        ("odd.dae", collada(geometry(), SHOWN) + "<init_from " * 50_000),
    ],
    ids=["libraries", "blanks in a name", "elements without end"],
)
def test_a_mesh_with_far_too_much_of_one_thing(tmp_path: Path, name: str, mesh: str) -> None:
    shape = f"<geometry><mesh><uri>{name}</uri></mesh></geometry>"
    for target in ("simrobot", "mars", "sdformat"):
        judged(tmp_path, "sdformat", target, sdf(f'<visual name="v">{shape}</visual>'), {name: mesh})


@pytest.mark.parametrize(
    "accessor",
    [
        {"componentType": 5126, "count": 100_000_000, "type": "VEC3"},
        {"componentType": 5126, "count": 100_000_000, "type": "VEC3", "sparse": {"count": 1, "indices": {}, "values": {}}},
    ],
    ids=["zeros", "zeros and a one"],
)
def test_a_glb_file_that_declares_numbers_which_it_does_not_hold(tmp_path: Path, accessor: dict[str, object]) -> None:
    from scenec.meshes.files import load_mesh
    from scenec.meshes.loaded import MeshError

    mesh = {"primitives": [{"attributes": {"POSITION": 0}}]}
    content = {"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}], "meshes": [mesh], "accessors": [accessor]}
    text = json.dumps(content).encode()
    text += b" " * (-len(text) % 4)
    head = b"glTF" + (2).to_bytes(4, "little") + (20 + len(text)).to_bytes(4, "little") + len(text).to_bytes(4, "little") + b"JSON"
    (tmp_path / "odd.glb").write_bytes(head + text)
    with pytest.raises(MeshError, match="declares more numbers than a file of its size may hold"):
        load_mesh(tmp_path / "odd.glb")
