"""Findings of odd files: each input is the smallest that shows its finding, and says what the finding is about."""

from __future__ import annotations

from pathlib import Path

import pytest

import scenec
from scenec import ir

L = '<link name="a"/><link name="b"/>'
NODE = "<name>a</name><index>1</index><physicmode>box</physicmode><movable>true</movable><extend><x>1</x><y>1</y><z>1</z></extend>"


def model(content: str) -> str:
    return f'<sdf version="1.9"><model name="m">{content}</model></sdf>'


def world(content: str) -> str:
    return f'<sdf version="1.9"><world name="w">{content}</world></sdf>'


def joint(content: str, kind: str = "revolute") -> str:
    return model(f'{L}<joint name="j" type="{kind}"><parent>a</parent><child>b</child>{content}</joint>')


def shape(content: str) -> str:
    return model(f'<link name="a"><collision name="c"><geometry>{content}</geometry></collision></link>')


def nodes(content: str, more: str = "") -> str:
    return f"<SceneFile><nodelist>{content}</nodelist>{more}</SceneFile>"


def program(content: str) -> str:
    return f"(RSG 0 1)\n({content})"


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("geometry-size-ineffective", shape("<sphere><radius>-1</radius></sphere>")),
        ("collision-empty-ineffective", shape("<empty/>")),
        ("joint-axis-invalid", joint("<axis><xyz>0 0 0</xyz></axis>")),
        ("joint-limit-unlimited-ineffective", joint("<axis><xyz>0 0 1</xyz><limit><lower>-1e16</lower><upper>1e16</upper></limit></axis>")),
        ("sensor-type-invalid", model('<link name="a"><sensor name="s" type="nose"/></link>')),
        ("light-type-invalid", world('<light name="l" type="lava"/>')),
        ("model-without-link-invalid", model("")),
        ("model-empty-dropped", model("")),
        ("name-reserved-invalid", model('<link name="world"/>')),
        ("reference-unresolved-invalid", joint('<axis><xyz>0 0 1</xyz><mimic joint="no"><multiplier>1</multiplier></mimic></axis>')),
        (
            "member-massless",
            nodes(
                f"<node>{NODE}<groupid>1</groupid></node><node>{NODE.replace('>a<', '>c<').replace('>1</index', '>2</index')}"
                "<groupid>1</groupid><mass>0</mass><density>0</density></node>"
            ),
        ),
        (
            "nodeindex2-ineffective",
            nodes(
                f"<node>{NODE}</node>",
                "<jointlist><joint><name>j</name><index>1</index><type>hinge</type><nodeindex1>1</nodeindex1><nodeindex2>9</nodeindex2></joint>"
                "</jointlist>",
            ),
        ),
        ("terrain-without-image", nodes(f"<node>{NODE.replace('box', 'terrain')}</node>")),
        (
            "transform-last-row-ineffective",
            program("nd Transform (setLocalTransform 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 2) (nd Box (setExtents 1 1 1)(setMaterial matWhite))"),
        ),
        ("text-not-executed-ineffective", program("def 3 4")),
        ("define-invalid", program("def 3 4")),
        ("template-invalid", program("templ $a $a")),
        ("select-without-node", program("select ../nope")),
        ("joint-fixed-unset", program("nd Transform (nd RigidBody (setMass 1)(setName b)) (nd FixedJoint (attach ../b))")),
        ("mass-centre-refused", program("nd Transform (nd RigidBody (setMass 1) (setMassParameters 1 0 0 9 1 1 1 0 0 0))")),
        ("link-inertia-approximated", program("nd Transform (nd RigidBody (setMass 1) (setMassParameters 1 0 0 9 1 1 1 0 0 0))")),
    ],
)
def test_an_odd_file_is_reported_what_is_odd_in_it(code: str, text: str, tmp_path: Path) -> None:
    kind = "rsg" if text.startswith("(") else "mars" if "<nodelist>" in text else "sdformat"
    report = scenec.convert(text.encode(), tmp_path / "a.ros2", from_=kind, name="odd")
    findings = [each for each in report.findings if each.code == code]
    assert findings, sorted({each.code for each in report.findings})
    assert all(each.source is not None and each.source.line >= 1 and each.because and each.hint for each in findings)


def welds(content: str) -> str:
    inertial = "<inertial><mass>2</mass></inertial>"
    links = f'<link name="a">{inertial}</link><link name="b">{inertial}</link>'
    return world(f'<model name="m">{links}{content}</model>')


def weld(name: str, parent: str, child: str, content: str = "") -> str:
    return f'<joint name="{name}" type="fixed"><parent>{parent}</parent><child>{child}</child>{content}</joint>'


AXIS = "<axis><xyz>0 0 1</xyz><limit><lower>-1</lower><upper>1</upper></limit></axis>"


@pytest.mark.parametrize(
    ("code", "subject", "text"),
    [
        ("joint-fixed-ineffective", "m::k", welds(weld("j", "a", "b") + weld("k", "b", "a"))),
        ("inertial-ineffective", "m::a.inertial", welds(weld("j", "world", "a"))),
        ("joint-axis-ineffective", "m::j", welds(weld("j", "a", "b", AXIS))),
        ("joint-axis-ineffective", "m::k", welds(weld("j", "a", "b") + weld("k", "b", "a", AXIS))),
    ],
    ids=["a weld of what is welded already", "the mass of what stands in the world", "an axis of a weld", "an axis of one too many"],
)
def test_an_ineffective_value_beside_fixed_joints_is_reported_with_its_part(code: str, subject: str, text: str, tmp_path: Path) -> None:
    """Bodies that are welded together are one in SimRobot: each part that is left out has a finding."""
    report = scenec.convert(text.encode(), tmp_path / "a.ros2", from_="sdformat", name="odd")
    findings = [each for each in report.findings if each.code == code]
    assert [each.subject for each in findings] == [subject], sorted((each.code, each.subject) for each in report.findings)
    assert findings[0].source is not None and findings[0].source.line == 1 and findings[0].because and findings[0].consequence
    assert not [each.code for each in report.findings if each.code.startswith("merge-")], "values that no finding names"


def test_an_empty_axis_of_a_fixed_joint_is_not_reported(tmp_path: Path) -> None:
    text = welds(weld("j", "a", "b", "<axis></axis>"))
    report = scenec.convert(text.encode(), tmp_path / "a.ros2", from_="sdformat", name="odd")
    assert not [each.code for each in report.findings if each.code.startswith("joint-axis")]


@pytest.mark.parametrize("text", ["def 3 4", "templ $a $a", "select ../nope"])
def test_what_simspark_does_not_execute_has_no_effect_in_its_own_format_either(text: str, tmp_path: Path) -> None:
    """Written again, it is not there: SimSpark ends reading at it, or goes on without it, as before."""
    report = scenec.convert(program(text).encode(), tmp_path / "a.rsg", from_="rsg", name="odd")
    assert report.lost == 0
    assert any(each.code.endswith("-ineffective") for each in report.findings)


def drawn(*visuals: ir.Visual, meshes: tuple[ir.Mesh, ...] = ()) -> ir.Scene:
    return ir.Scene(models=(ir.Model(id="m", name="m"),), links=(ir.Link(id="l", name="l", model="m", visuals=visuals),), meshes=meshes)


def test_two_meshes_of_one_name_are_distinguished_in_simrobot(tmp_path: Path) -> None:
    """A ref means one list of vertices, with any names of two meshes in the source."""
    source = tmp_path / "a.scene.json"
    triangle = '{"vertices": [[0, 0, 0], [%s, 0, 0], [0, 1, 0]], "groups": [{"name": "", "faces": [{"vertices": [[0, 1, 2]]}]}]}'
    meshes = ", ".join(f'{{"id": "{name}", "name": "shell", "data": {triangle % x}}}' for name, x in (("one", 1), ("two", 2)))
    shapes = ", ".join(
        f'{{"name": "{name}", "geometry": {{"type": "MeshShape", "mesh": "{name}"}}}}' for name in ("one", "two", "one", "two")
    )
    source.write_text(
        '{"schema": "scenec.scene/2", "scene": {"models": [{"id": "m", "name": "m"}], "links": [{"id": "l", "name": "l", "model": "m", '
        f'"visuals": [{shapes}]}}], "meshes": [{meshes}]}}}}'
    )
    report = scenec.convert(source, tmp_path / "a.ros2")
    findings = [(each.value, each.target, each.fate) for each in report.findings if each.code == "mesh-name-made-unique"]
    assert findings and all(value == "shell" and target != "shell" and fate == "converted" for value, target, fate in findings)
    assert f'name="{findings[0][1]}"' in (tmp_path / "a.ros2").read_text()


def test_names_of_materials_that_simspark_cannot_write_are_reported(tmp_path: Path) -> None:
    """`resetMaterials` names a material by a word; what had two is called otherwise in the file of materials."""
    red = ir.Visual(geometry=ir.Box(size=(1.0, 1.0, 1.0)), material=ir.Material(name="my red", diffuse=(1.0, 0.2, 0.1, 1.0)))
    report = scenec.write(drawn(red), tmp_path / "a.rsg", materials="generate")
    (finding,) = [each for each in report.findings if each.code == "material-name-changed"]
    assert (finding.value, finding.fate) == ("my red", "converted")
    assert finding.target != "my red" and finding.target in (tmp_path / "a.rsg").read_text()
