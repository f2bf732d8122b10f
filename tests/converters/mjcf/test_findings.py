"""Each finding of the reader, by a model that makes it; none is made without cause."""

from __future__ import annotations

from pathlib import Path

import pytest

import scenec
from scenec.converters.mjcf.findings.reading import CODES
from tests.converters.mjcf.conftest import Read

BALL = '<geom size=".1"/>'
OBJ = "o one\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
TWO = OBJ + "o two\nv 5 0 0\nv 6 0 0\nv 5 1 0\nf 5 6 7\n"
SHOWN = '<worldbody><geom type="mesh" mesh="m"/></worldbody>'

CASES = {
    "mjcf-image-missing": (
        '<asset><texture name="t" type="2d" file="no.png"/><material name="a" texture="t"/></asset>'
        '<worldbody><geom size=".1" material="a"/></worldbody>'
    ),
    "mjcf-xml-tolerated": '<worldbody><geom name="a"size=".1"/></worldbody>',
    "mjcf-mesh-missing": f'<asset><mesh name="m" file="no.obj"/></asset>{SHOWN}',
    "mjcf-mesh-unreadable": (
        '<asset><mesh name="m" file="bad.obj"/></asset><worldbody><body><freejoint/><geom type="mesh" mesh="m"/></body></worldbody>'
    ),
    "mjcf-mass-unresolved": (
        '<asset><mesh name="m" file="no.obj"/></asset><worldbody><body><geom type="mesh" mesh="m" mass="1"/></body></worldbody>'
    ),
    "mjcf-mesh-first-object-only": f'<asset><mesh name="m" file="two.obj"/></asset>{SHOWN}',
    "mjcf-attached-keyframe-dropped": (
        '<asset><model name="k" file="keyed.xml"/></asset><worldbody><attach model="k" body="b" prefix="k_"/></worldbody>'
    ),
    "mjcf-attached-setting-ineffective": (
        '<asset><model name="c" file="child.xml"/></asset><worldbody><attach model="c" body="b" prefix="c_"/></worldbody>'
    ),
    "mjcf-attribute-ineffective": '<option timestep="0.1"/><option timestep="0.2"/><worldbody/>',
    "mjcf-blank-ineffective": '<worldbody><geom size=".1" pos=""/></worldbody>',
    "mjcf-default-ineffective": f"<default><site size='.1'/></default><worldbody>{BALL}</worldbody>",
    "mjcf-class-ineffective": (
        '<default><default class="around"><default class="red"><geom rgba="1 0 0 1"/></default></default></default>'
        '<worldbody><body><freejoint/><geom class="red" size=".1"/></body></worldbody>'
    ),
    "mjcf-included-root-ineffective": '<include file="part.xml"/>',
    "mjcf-inertial-ineffective": (
        '<compiler boundmass=".5" boundinertia=".01"/><worldbody><body name="b"><joint/><geom size=".01" mass="1e-4"/></body></worldbody>'
    ),
    "mjcf-text-ineffective": "<worldbody>here</worldbody>",
    "mjcf-stray-body-ineffective": f'<body name="b">{BALL}</body><worldbody/>',
    "mjcf-visual-ineffective": (
        '<compiler discardvisual="true"/><worldbody><body><freejoint/><geom size=".1" contype="0" conaffinity="0"/></body></worldbody>'
    ),
    "mjcf-bodies-not-fused": f'<compiler fusestatic="true"/><worldbody>{BALL}</worldbody>',
    "mjcf-flex-kept-aside": '<worldbody><flexcomp name="f" type="grid" count="2 2 1" spacing=".1 .1 .1" dim="2"/></worldbody>',
    "mjcf-hidden-material-ineffective": (
        '<asset><material name="a" specular="1"/></asset><worldbody><geom size=".1" group="3" material="a"/></worldbody>'
    ),
    "mjcf-inertia-groups-only": f'<compiler inertiagrouprange="0 2"/><worldbody><body><freejoint/>{BALL}</body></worldbody>',
    "mjcf-global-coordinates-converted": '<compiler coordinate="global"/><worldbody/>',
    "mjcf-main-class-renamed": f'<default class="all"><geom rgba="1 0 0 1"/></default><worldbody>{BALL}</worldbody>',
    "mjcf-old-spelling-converted": '<option apirate="50"/><worldbody/>',
}
FILES = {
    "bad_obj": "v 1 2\n",
    "two_obj": TWO,
    "child_xml": f'<mujoco><option timestep="0.5"/><worldbody><body name="b">{BALL}</body></worldbody></mujoco>',
    "keyed_xml": (
        f'<mujoco><worldbody><body name="b"><joint name="j"/>{BALL}</body></worldbody><actuator><intvelocity joint="j"/></actuator>'
        '<keyframe><key act="0.5"/></keyframe></mujoco>'
    ),
    "part_xml": '<mujoco model="part"/>',
}


@pytest.mark.parametrize("code", sorted(CASES))
def test_a_model_makes_the_finding(read: Read, code: str) -> None:
    _, report = read(CASES[code], **FILES)
    assert code in {each.code for each in report.findings}


def test_every_finding_is_made() -> None:
    assert set(CASES) == set(CODES)


@pytest.mark.parametrize("code", [code for code in sorted(CASES) if code.endswith("-ineffective")])
def test_what_has_no_effect_is_no_loss(read: Read, code: str) -> None:
    _, report = read(CASES[code], **FILES)
    assert report.lost == 0


def test_names_of_classes_are_unused_unless_an_element_or_a_childclass_refers_to_them(read: Read) -> None:
    classes = "".join(f'<default class="{name}"><geom rgba="1 0 0 1"/></default>' for name in "abc")
    body = f'<body childclass="b">{BALL}<geom class="a" size=".1"/></body>'
    _, report = read(f'<default><default class="around">{classes}</default></default><worldbody>{body}</worldbody>')
    assert [each.value for each in report.ledger if each.fate == "dropped" and each.path.endswith("@class")] == ["around", "c"]


@pytest.mark.parametrize(
    ("switch", "inside"),
    [
        ("autolimits", '<worldbody><body><joint limited="true" range="-1 1"/><geom size=".1"/></body></worldbody>'),
        ("alignfree", '<worldbody><body><freejoint align="false"/><geom size=".1"/></body></worldbody>'),
        ("fitaabb", '<worldbody><geom size=".1"/></worldbody>'),
        ("balanceinertia", '<worldbody><geom size=".1"/></worldbody>'),
    ],
)
def test_a_switch_that_nothing_depends_on_is_reported(read: Read, switch: str, inside: str) -> None:
    for word in ("true", "false"):
        _, report = read(f'<compiler {switch}="{word}"/>{inside}')
        [finding] = [each for each in report.findings if each.code == "mjcf-attribute-ineffective"]
        assert finding.subject == f"compiler@{switch}"


def test_a_switch_that_a_range_depends_on_is_not(read: Read) -> None:
    _, report = read('<compiler autolimits="true"/><worldbody><body><joint range="-1 1"/><geom size=".1"/></body></worldbody>')
    assert list(report.findings) == []


@pytest.mark.parametrize(("bound", "idle"), [("0.001", True), ("99", False)])
@pytest.mark.parametrize("name", ["boundmass", "boundinertia"])
def test_a_bound_that_no_body_falls_below_is_reported(read: Read, name: str, bound: str, idle: bool) -> None:
    _, report = read(f'<compiler {name}="{bound}"/><worldbody><body><freejoint/><geom size=".2"/></body></worldbody>')
    assert [each.subject for each in report.findings] == [f"compiler@{name}" if idle else "body"]
    assert [each.code for each in report.findings] == [f"mjcf-{'attribute' if idle else 'inertial'}-ineffective"]


@pytest.mark.parametrize(
    ("inside", "subject"),
    [
        ('<joint type="free" limited="false"/>', "joint@limited"),
        ('<joint limited="false" range="-1 1"/>', "joint@range"),
        ('<joint name="j"/></body></worldbody><actuator><motor joint="j" ctrllimited="false" ctrlrange="-1 1"/>', "motor@ctrlrange"),
        ('<joint name="j"/></body></worldbody><actuator><motor joint="j" forcelimited="false" forcerange="-1 1"/>', "motor@forcerange"),
    ],
)
def test_a_range_that_does_not_count_is_reported(read: Read, inside: str, subject: str) -> None:
    end = "</actuator>" if "<actuator>" in inside else "</body></worldbody>"
    _, report = read(f'<worldbody><body><geom size=".1"/>{inside}{end}')
    assert [(each.code, each.subject) for each in report.findings] == [("mjcf-attribute-ineffective", subject)]


@pytest.mark.parametrize(
    ("geom", "subject"),
    [
        ('type="mesh" mesh="m" size="1 1 1"', "geom@size"),
        ('type="mesh" mesh="m" fitscale="2"', "geom@fitscale"),
        ('type="box" mesh="m" size="1 1 1"', "geom@size"),
        ('type="capsule" size=".1" fromto="0 0 0 0 0 1" euler="90 0 0"', "geom@euler"),
    ],
)
def test_what_a_geom_states_besides_its_shape_is_reported(read: Read, geom: str, subject: str) -> None:
    other = '<geom type="mesh" mesh="m"/>'
    _, report = read(f'<asset><mesh name="m" file="m.obj"/></asset><worldbody>{other}<geom {geom}/></worldbody>', **FILES)
    assert ("mjcf-attribute-ineffective", subject) in [(each.code, each.subject) for each in report.findings]


def test_a_namespace_of_the_root_is_reported() -> None:
    """MuJoCo lets it through for editors with its XSD, and looks at it nowhere."""
    _, report = scenec.read(b'<mujoco xmlns:x="y"><worldbody><geom size=".1"/></worldbody></mujoco>', format="mjcf")
    assert [(each.code, each.subject) for each in report.findings] == [("mjcf-attribute-ineffective", "mujoco@xmlns:x")]


def test_an_inertial_beside_masses_of_geoms_is_reported(read: Read) -> None:
    inertial = '<inertial pos="0 0 0" mass="9" diaginertia="1 1 1"/>'
    model = f'<worldbody><body><freejoint/>{inertial}<geom size=".1"/></body></worldbody>'
    _, report = read(f'<compiler inertiafromgeom="true"/>{model}')
    assert [(each.code, each.subject, each.count) for each in report.findings] == [("mjcf-attribute-ineffective", "inertial@pos", 3)]
    assert not read(model)[1].findings


def test_a_range_of_groups_that_no_mass_depends_on_is_reported(read: Read) -> None:
    inertial = '<inertial pos="0 0 0" mass="9" diaginertia="1 1 1"/>'
    model = '<compiler inertiagrouprange="4 5"/><worldbody><body><freejoint/>{}<geom size=".1" group="4"/></body></worldbody>'
    assert [each.subject for each in read(model.format(inertial))[1].findings] == ["compiler@inertiagrouprange"]
    assert [each.code for each in read(model.format(""))[1].findings] == ["mjcf-inertia-groups-only"]


@pytest.mark.parametrize("target", ["m.sdf", "same.xml"])
def test_ranges_of_groups_with_the_same_masses_differ_in_the_report(target: str, tmp_path: Path) -> None:
    found = []
    for groups in ("2 2", "1 2"):
        body = '<body><freejoint/><geom size=".1" group="2"/><geom size=".1" group="3"/></body>'
        (tmp_path / "m.xml").write_text(f'<mujoco><compiler inertiagrouprange="{groups}"/><worldbody>{body}</worldbody></mujoco>')
        found += [each.value for each in scenec.convert(tmp_path / "m.xml", tmp_path / target).findings if "inertia-groups" in each.code]
    assert found == ["2 2", "1 2"]


@pytest.mark.parametrize(
    ("material", "geoms", "fates"),
    [
        ("", ['group="3"'], {"rgba": "dropped", "specular": "dropped"}),
        ("", ['group="3"', 'group="1"'], {"rgba": "kept", "specular": "kept"}),
        (" 0", ['group="1"'], {"rgba": "converted", "specular": "dropped"}),
    ],
    ids=["hidden by its group", "shown by another geom", "hidden by its material"],
)
def test_a_material_that_no_drawn_geom_shows_has_no_effect(material: str, geoms: list[str], fates: dict[str, str], tmp_path: Path) -> None:
    shown = "".join(f'<geom size=".1" material="a" {group}/>' for group in geoms)
    rgba = f"1 0.5 0.25{material or ' 1'}"
    assets = f'<asset><material name="a" rgba="{rgba}" specular="0"/></asset>'
    (tmp_path / "m.xml").write_text(f"<mujoco>{assets}<worldbody><body><freejoint/>{shown}</body></worldbody></mujoco>")
    report = scenec.convert(tmp_path / "m.xml", tmp_path / "m.sdf", trace=True)
    of_material = {line.path.rpartition("@")[2]: line.fate for line in report.ledger if "/material[1]/@" in line.path}
    assert {name: of_material[name] for name in fates} == fates
    assert "mjcf-hidden-material-ineffective" in [each.code for each in report.findings]


def test_where_masses_come_from_is_idle_where_no_body_can_weigh(read: Read) -> None:
    model = '<compiler inertiafromgeom="false"/><worldbody><body><geom size=".1" {}/></body></worldbody>'
    assert "compiler@inertiafromgeom" in [each.subject for each in read(model.format('density="0"'))[1].findings]
    assert "compiler@inertiafromgeom" not in [each.subject for each in read(model.format(""))[1].findings]


@pytest.mark.parametrize(
    ("geom", "groups", "idle"),
    [
        ('type="plane" size="1 1 1"', "", True),
        ('type="plane" size="1 1 1" mass="3"', "", True),
        ('size=".1" group="4"', 'inertiagrouprange="0 3"', True),
        ('size=".1" group="3"', 'inertiagrouprange="0 3"', False),
    ],
    ids=["plane", "plane with a mass", "group that does not count", "group that counts"],
)
def test_where_masses_come_from_is_idle_where_no_geom_would_weigh(read: Read, geom: str, groups: str, idle: bool) -> None:
    model = f'<compiler inertiafromgeom="{{}}" {groups}/><worldbody><body><geom {geom}/></body></worldbody>'
    (never, report), (always, _) = read(model.format("false")), read(model.format("true"))
    assert ("compiler@inertiafromgeom" in [each.subject for each in report.findings]) is idle
    masses = [scene.links[0].inertial.mass for scene in (never, always) if scene.links[0].inertial is not None]
    assert (masses[0] == masses[1]) is idle


COMPILED = '<mujoco>{}<worldbody><body><joint range="-.5 .5" {}/><geom size=".1" euler="{}"/></body></worldbody></mujoco>'


def ignored_settings(folder: Path, text: str) -> dict[str, str]:
    """Convert a model; return the settings of the compiler that are reported as ignored, and what for."""
    (folder / "m.xml").write_text(text)
    report = scenec.convert(folder / "m.xml", folder / "m.sdf")
    found = [each for each in report.findings if each.code == "mjcf-attribute-ineffective"]
    ineffective = {line.path.rpartition("@")[2] for line in report.ledger if line.fate == "dropped" and "/compiler" in line.path}
    assert ineffective == {each.subject.rpartition("@")[2] for each in found}
    return {each.subject: each.because for each in found}


def test_a_later_setting_of_the_compiler_wins(tmp_path: Path) -> None:
    twice = '<compiler angle="radian"/><compiler angle="degree"/>'
    ignored = ignored_settings(tmp_path, COMPILED.format(twice, 'limited="true"', "0 0 0"))
    assert ignored == {"compiler@angle": "MuJoCo ignores this attribute in an earlier section, if a later one states it."}
    assert "<upper>0.0087" in (tmp_path / "m.sdf").read_text()


@pytest.mark.parametrize("setting", ['assetdir="a"', 'meshdir="a"', 'texturedir="a"', 'convexhull="false"', 'exactmeshinertia="true"'])
def test_settings_for_meshes_and_textures_have_no_effect_without_them(tmp_path: Path, setting: str) -> None:
    ignored = ignored_settings(tmp_path, COMPILED.format(f"<compiler {setting}/>", "", "0 0 0"))
    assert list(ignored) == [f"compiler@{setting.partition('=')[0]}"]


@pytest.mark.parametrize(("euler", "expected"), [("0 0 0", {"compiler@eulerseq"}), ("0 0 1", set())])
def test_the_order_of_turns_counts_where_something_is_turned(tmp_path: Path, euler: str, expected: set[str]) -> None:
    assert set(ignored_settings(tmp_path, COMPILED.format('<compiler eulerseq="zyx" angle="radian"/>', "", euler))) == expected


def test_a_mass_that_the_bounds_replace_has_no_effect_and_its_shape_has(tmp_path: Path) -> None:
    (tmp_path / "m.xml").write_text(f"<mujoco>{CASES['mjcf-inertial-ineffective']}</mujoco>")
    report = scenec.convert(tmp_path / "m.xml", tmp_path / "m.sdf")
    assert "<mass>0.5</mass>" in (tmp_path / "m.sdf").read_text()
    fates = {line.path.rpartition("@")[2]: line.fate for line in report.ledger}
    assert fates["mass"] == "dropped" and fates["size"] == "kept" and fates["boundmass"] in ("kept", "converted")
    [finding] = [each for each in report.findings if each.code == "mjcf-inertial-ineffective"]
    assert finding.headline == "Mass or inertia below the compiler's bounds ignored: b"
    assert not any(
        each.fate == "dropped" and not each.code.endswith("-ineffective") and each.category == "physics"
        for each in report.findings
        if each.subject.startswith("b::")
    )
