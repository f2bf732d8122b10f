"""Parts of a machine that only MJCF has are reported as what they are when another format loses them, not as metadata."""

from __future__ import annotations

from pathlib import Path

import pytest

import scenec
from scenec.converters.mjcf.findings.kept_for_mjcf import CODES, WEIGHTS

BODIES = """<worldbody>
<body name="a"><joint name="j"/><joint name="k" axis="1 0 0"/><geom name="g" size=".1"/><site name="s"/></body>
<body name="b" pos="1 0 0"><joint name="l"/><geom name="h" size=".1"/><site name="t" pos=".2 0 0"/></body>
{more}</worldbody>"""
FIXED = '<fixed name="f"><joint joint="j" coef="1"/><joint joint="k" coef="2"/></fixed>'
SOFT = 'type="grid" count="2 2 1" spacing=".1 .1 .1" dim="2"'
CASES = {
    "mjcf-actuator-dropped": '<actuator><muscle joint="j" lengthrange="0 1"/></actuator>',
    "mjcf-sensor-dropped": '<sensor><velocimeter site="s"/></sensor>',
    "mjcf-contact-pair-dropped": '<contact><pair geom1="g" geom2="h"/></contact>',
    "mjcf-contact-exclude-dropped": '<contact><exclude body1="world" body2="a"/></contact>',
    "mjcf-tendon-fixed-dropped": f"<tendon>{FIXED}</tendon>",
    "mjcf-tendon-spatial-dropped": '<tendon><spatial><site site="s"/><site site="t"/></spatial></tendon>',
    "mjcf-equality-connect-dropped": '<equality><connect body1="a" body2="b" anchor="0 0 0" active="false"/></equality>',
    "mjcf-equality-weld-dropped": '<equality><weld body1="a"/></equality>',
    "mjcf-equality-joint-dropped": '<equality><joint joint1="j" joint2="l" polycoef="0 0 1 0 0"/></equality>',
    "mjcf-equality-tendon-dropped": f'<tendon>{FIXED}</tendon><equality><tendon tendon1="f"/></equality>',
    "mjcf-flexcomp-dropped": "",
    "mjcf-worldbody-flexcomp-dropped": "",
    "mjcf-deformable-flex-dropped": ('<deformable><flex name="f" dim="1" body="a b" vertex="0 0 0 0 0 0" element="0 1"/></deformable>'),
    "mjcf-option-density-dropped": '<option density="1.2"/>',
    "mjcf-option-viscosity-dropped": '<option viscosity="0.1"/>',
}
MORE = {
    "mjcf-flexcomp-dropped": f'<body name="c"><freejoint/><geom size=".1"/><flexcomp name="f" {SOFT}/></body>',
    "mjcf-worldbody-flexcomp-dropped": f'<flexcomp name="f" {SOFT}/>',
}


def test_every_finding_has_its_case() -> None:
    assert set(CASES) == set(CODES) - {row.code for row in WEIGHTS}


@pytest.mark.parametrize("code", sorted(CASES))
def test_the_part_is_reported_with_its_category(tmp_path: Path, code: str) -> None:
    (tmp_path / "model.xml").write_text(f"<mujoco>{CASES[code]}{BODIES.format(more=MORE.get(code, ''))}</mujoco>")
    report = scenec.convert(tmp_path / "model.xml", tmp_path / "model.sdf")
    [reported] = [finding for finding in report.findings if finding.code == code]
    assert reported.category in ("physics", "control", "sensing") and reported.level in ("warning", "error")
    assert reported.source is not None and reported.source.line >= 1
    assert report.failed(fail_on=[reported.category])


@pytest.mark.parametrize("attribute", ['density="5"', 'mass="3"', 'shellinertia="true"'])
def test_the_weight_of_a_geom_whose_body_has_its_mass_from_elsewhere_is_no_loss(tmp_path: Path, attribute: str) -> None:
    """MuJoCo takes the mass from <inertial>, and the world has none."""
    inertial = '<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>'
    geom = f'<geom size=".1" {attribute}/>'
    (tmp_path / "m.xml").write_text(f"<mujoco><worldbody>{geom}<body><freejoint/>{inertial}{geom}</body></worldbody></mujoco>")
    report = scenec.convert(tmp_path / "m.xml", tmp_path / "m.sdf")
    name = attribute.partition("=")[0]
    assert sum(each.count for each in report.findings if each.code == f"mjcf-{name}-ineffective") == 2
    assert f"mjcf-{name}-dropped" not in {each.code for each in report.findings}
    report = scenec.convert(tmp_path / "m.xml", tmp_path / "out.xml")
    assert {line.fate for line in report.ledger if line.path.endswith(f"geom[1]/@{name}")} == {"kept"}


@pytest.mark.parametrize("attribute", ['mass="0"', 'density="0"', 'mass="2"'])
@pytest.mark.parametrize("target", ["m.ros2", "m.rsg", "m.scene"])
def test_a_mass_has_no_effect_where_nothing_moves_even_if_it_is_zero(tmp_path: Path, target: str, attribute: str) -> None:
    body = f'<body name="b"><geom size=".1" {attribute}/></body>'
    (tmp_path / "m.xml").write_text(f"<mujoco><worldbody>{body}</worldbody></mujoco>")
    report = scenec.convert(tmp_path / "m.xml", tmp_path / target)
    name = attribute.partition("=")[0]
    (line,) = [line for line in report.ledger if line.path.endswith(f"@{name}")]
    assert line.fate == "dropped" and line.finding is not None
    assert report.findings[line.finding].code.endswith("-ineffective")


def test_zero_counts_where_another_geom_weighs(tmp_path: Path) -> None:
    body = '<body><freejoint/><geom size=".1"/><geom size=".2" mass="0"/></body>'
    (tmp_path / "m.xml").write_text(f"<mujoco><worldbody>{body}</worldbody></mujoco>")
    report = scenec.convert(tmp_path / "m.xml", tmp_path / "m.rsg")
    assert [line.fate for line in report.ledger if line.path.endswith("@mass")] == ["converted"]


def test_the_density_of_a_class_is_kept_where_one_of_its_geoms_weighs(tmp_path: Path) -> None:
    bodies = '<geom name="floor" type="plane" size="0 0 1"/><body><freejoint/><geom size=".1"/></body>'
    (tmp_path / "m.xml").write_text(f'<mujoco><default><geom density="5.5"/></default><worldbody>{bodies}</worldbody></mujoco>')
    report = scenec.convert(tmp_path / "m.xml", tmp_path / "m.sdf")
    assert [line.fate for line in report.ledger if line.path.endswith("@density")] == ["converted"]


@pytest.mark.parametrize(("shown", "fates"), [(False, ["dropped", "converted"]), (True, ["converted", "converted"])])
def test_the_folder_of_images_that_nothing_shows_is_lost_with_them(tmp_path: Path, shown: bool, fates: list[str]) -> None:
    images = '<texture name="t" type="2d" file="t.png"/><texture name="u" type="2d" file="u.png"/><material name="m" texture="t"/>'
    geom = '<geom size=".1" material="m"/>' if shown else '<geom size=".1"/>'
    text = f'<mujoco><compiler texturedir="img"/><asset>{images}</asset><worldbody>{geom}</worldbody></mujoco>'
    (tmp_path / "m.xml").write_text(text)
    reports = [scenec.convert(tmp_path / "m.xml", tmp_path / name) for name in ("m.sdf", "out.xml")]
    assert [line.fate for report in reports for line in report.ledger if line.path.endswith("@texturedir")] == fates


def test_a_lost_constraint_names_the_bodies(tmp_path: Path) -> None:
    weld = '<equality><weld body1="a" body2="b" relpose="1 0 0 1 0 0 0"/></equality>'
    (tmp_path / "model.xml").write_text(f"<mujoco>{weld}{BODIES.format(more='')}</mujoco>")
    report = scenec.convert(tmp_path / "model.xml", tmp_path / "model.urdf")
    [finding] = [each for each in report.findings if each.code == "mjcf-equality-weld-dropped"]
    assert finding.headline == 'Weld of two bodies dropped: body1="a" body2="b" relpose="1 0 0 1 0 0 0"'


@pytest.mark.parametrize("flag", ["", 'ctrllimited="true"'])
def test_the_switch_of_a_range_is_lost_with_it(tmp_path: Path, flag: str) -> None:
    """SDFormat has no motors: who changes the switch changes nothing there."""
    body = '<worldbody><body><joint name="j"/><geom size=".1"/></body></worldbody>'
    (tmp_path / "m.xml").write_text(f'<mujoco>{body}<actuator><motor joint="j" ctrlrange="-1 1" {flag}/></actuator></mujoco>')
    report = scenec.convert(tmp_path / "m.xml", tmp_path / "m.sdf")
    fates = {line.path.rpartition("@")[2]: line.fate for line in report.ledger if "motor" in line.path}
    assert fates.pop("ctrlrange") == "dropped" and fates.pop("ctrllimited", "dropped") == "dropped"


def test_the_size_of_what_stands_still_is_that_of_its_shape(tmp_path: Path) -> None:
    """The mass that MuJoCo works out of it has no effect. That it is left out costs the shape nothing."""
    (tmp_path / "m.xml").write_text('<mujoco><worldbody><body><geom size=".1"/></body></worldbody></mujoco>')
    report = scenec.convert(tmp_path / "m.xml", tmp_path / "m.ros2")
    assert "mass-ineffective" in [finding.code for finding in report.findings]
    assert {line.path.rpartition("@")[2]: line.fate for line in report.ledger} == {"size": "kept"}


@pytest.mark.parametrize("spring", ["", 'springref="1"', 'springref="1" stiffness="2"'])
def test_a_reference_that_the_limits_are_made_of_is_not_all_lost(tmp_path: Path, spring: str) -> None:
    """Limits in RSG are counted from the pose of the file, so `ref` moves them. A finding says that positions are reported without it."""
    joint = f'<joint name="j" type="slide" range="-2 3" ref=".5" {spring}/>'
    (tmp_path / "m.xml").write_text(f'<mujoco><worldbody><body>{joint}<geom size=".1"/></body></worldbody></mujoco>')
    report = scenec.convert(tmp_path / "m.xml", tmp_path / "m.rsg")
    assert "setLowStopPos 0 -2.5" in (tmp_path / "m.rsg").read_text()
    fates = {line.path.rpartition("@")[2]: line.fate for line in report.ledger if "/joint" in line.path}
    assert fates["ref"] == "approximated" and fates.get("springref", "dropped") == "dropped"
    [finding] = [each for each in report.findings if each.code == "joint-axis-reported-offset-dropped"]
    assert (finding.level, finding.fate, finding.value) == ("warning", "approximated", "0.5")


def test_a_reference_without_limits_is_lost(tmp_path: Path) -> None:
    joint = '<joint name="j" type="slide" ref=".5"/>'
    (tmp_path / "m.xml").write_text(f'<mujoco><worldbody><body>{joint}<geom size=".1"/></body></worldbody></mujoco>')
    report = scenec.convert(tmp_path / "m.xml", tmp_path / "m.rsg")
    assert {line.fate for line in report.ledger if line.path.endswith("@ref")} == {"dropped"}


def test_coefficients_of_friction_are_lost_one_by_one(tmp_path: Path) -> None:
    """With three dimensions of a contact the class's torsional and rolling friction have no effect; the geom's own number has."""
    default = '<default><geom friction="1 .1 .1"/></default>'
    (tmp_path / "m.xml").write_text(
        f'<mujoco>{default}<worldbody><body><freejoint/><geom size=".1" friction="0.7"/></body></worldbody></mujoco>'
    )
    report = scenec.convert(tmp_path / "m.xml", tmp_path / "m.sdf")
    assert "<mu>0.7</mu>" in (tmp_path / "m.sdf").read_text()
    fates = {line.value: line.fate for line in report.ledger if line.path.endswith("@friction")}
    assert fates == {"0.7": "kept", "1 .1 .1": "dropped"}
