"""SimRobotCore2 to its successor on MuJoCo: what people did by hand to their scenes, in the files they came in."""

from __future__ import annotations

from pathlib import Path

import pytest

import scenec
from scenec import ir
from tests.converters.simrobot.legal_text import refusals_of
from tests.converters.simrobot.writing import joint, link, scene, write

pytestmark = pytest.mark.findings("friction-pair-approximated", "sensor-kind-dropped", "simrobot-servo-motor-is-nao-motor-dropped")
ROBOT = """<Simulation>
  <Surface name="shell" diffuseColor="rgb(50%, 0%, 0%)" specularColor="#fff" shininess="30"/>
  <Surface name="glass" diffuseColor="#ffffff80"/>
  <!-- what the feet are made of -->
  <Material name="rubber"><Friction material="carpet" value="0.6"/></Material>
  <Body name="bot">
    <Set name="look" value="shell"/>
    <InertiaMatrixMass value="2kg" x="10cm" ixx="0.1kg*m^2" iyy="0.2kg*m^2" izz="0.3kg*m^2"/>
    <SphereAppearance radius="5cm"><Surface ref="$look"/></SphereAppearance>
    <BoxGeometry width="1cm" height="1cm" depth="1cm"/>
    <ApproxDistanceSensor name="sonar" angleX="60degree" angleY="30degree"/>
    <Hinge name="hip">
      <Axis y="1" cfm="0.1"><Deflection min="-10degree" max="10degree" stopERP="0.2"/>
        <ServoMotor maxVelocity="5" maxForce="3" p="20" isNaoMotor="true"/></Axis>
      <Body name="foot"><BoxMass value="1kg" width="1cm" height="1cm" depth="1cm"/>
        <SphereGeometry radius="1cm"><Material ref="rubber"/></SphereGeometry></Body>
    </Hinge>
  </Body>
</Simulation>
"""
SCENE = """<Simulation>
  <Include href="Includes/robot.rsi2"/>
  <Material name="carpet"/>
  <Scene name="Field" controller="Sim" stepLength="0.02s" ERP="0.8" CFM="0.001">
    <QuickSolver iterations="10"/>
    <DirLight diffuseColor="#ffe0c0" ambientColor="#404040" z="-1"/>
    <Compound name="field"><BoxGeometry width="9" height="1" depth="9"><Material ref="carpet"/></BoxGeometry></Compound>
    <Body ref="bot" name="one"/>
    <Body ref="bot" name="two"><Set name="look" value="glass"/><Translation x="1"/></Body>
  </Scene>
</Simulation>
"""


@pytest.fixture
def field(tmp_path: Path) -> Path:
    folder = tmp_path / "Scenes"
    (folder / "Includes").mkdir(parents=True)
    (folder / "Field.ros2").write_text(SCENE)
    (folder / "Includes/robot.rsi2").write_text(ROBOT)
    return folder / "Field.ros2"


def test_the_files_definitions_and_placeholders_stay(field: Path, tmp_path: Path) -> None:
    out = tmp_path / "Scenes3"
    report = scenec.convert(field, out / "Field.ros3")
    main, robot = (out / "Field.ros3").read_text(), (out / "Includes/robot.rsi3").read_text()
    assert '<Include href="Includes/robot.rsi3"/>' in main
    assert '<Body ref="bot" name="two"><Set name="look" value="glass"/><Translation x="1"/></Body>' in main
    assert '<Surface ref="$look"/>' in robot and "<!-- what the feet are made of -->" in robot
    assert refusals_of(out / "Field.ros3") == []
    assert not [finding.code for finding in report.findings if finding.level == "error"]


def test_looks_and_lights_get_the_words_of_the_core(field: Path, tmp_path: Path) -> None:
    report = scenec.convert(field, tmp_path / "out/Field.ros3")
    main, robot = (tmp_path / "out/Field.ros3").read_text(), (tmp_path / "out/Includes/robot.rsi3").read_text()
    assert '<Surface name="shell" albedo="rgb(50%, 0%, 0%)"/>' in robot, "(2 / 32) ** 0.25 is 0.5, which is the default"
    assert '<Surface name="glass" albedo="#ffffff" alpha="0.501960784313725" roughness="1"/>' in robot
    assert '<DirLight color="#ffe0c0" z="-1"/>' in main
    assert {"material-highlight-approximated", "light-ambient-dropped"} <= {finding.code for finding in report.findings}


def test_friction_is_solved_for_the_law_of_mujoco(field: Path, tmp_path: Path) -> None:
    """The larger of two counts: rubber on carpet is 0.6, everything else 1."""
    scenec.convert(field, tmp_path / "out/Field.ros3")
    main, robot = (tmp_path / "out/Field.ros3").read_text(), (tmp_path / "out/Includes/robot.rsi3").read_text()
    assert '<Material name="rubber" friction="0.6"/>' in robot
    assert '<Material name="carpet" friction="0.6"/>' in main
    assert robot.count('<Material friction="1"/>') == 1, "the shape that had no material grips as it did"


def test_a_mass_is_about_its_centre(field: Path, tmp_path: Path) -> None:
    """0.1 m off, 2 kg take 2 * 0.1^2 = 0.02 off two of the entries; values that both cores read equally stay as written."""
    scenec.convert(field, tmp_path / "out/Field.ros3")
    robot = (tmp_path / "out/Includes/robot.rsi3").read_text()
    assert '<InertiaMatrixMass value="2kg" x="10cm" ixx="0.1kg*m^2" iyy="0.18" izz="0.28"/>' in robot
    assert '<BoxMass value="1kg" width="1cm" height="1cm" depth="1cm"/>' in robot


def test_the_bodies_weigh_the_same_in_both_cores(field: Path, tmp_path: Path) -> None:
    scenec.convert(field, tmp_path / "out/Field.ros3")
    before, after = (scenec.read(path)[0].physics() for path in (field, tmp_path / "out/Field.ros3"))
    for one, other in zip(before.links, after.links, strict=True):
        assert one.path == other.path
        assert other.mass == pytest.approx(one.mass)
        assert other.com == pytest.approx(one.com)
        assert list(other.inertia) == [pytest.approx(row) for row in one.inertia]


def test_what_the_core_does_not_have_is_reported_and_gone(field: Path, tmp_path: Path) -> None:
    report = scenec.convert(field, tmp_path / "out/Field.ros3")
    text = (tmp_path / "out/Field.ros3").read_text() + (tmp_path / "out/Includes/robot.rsi3").read_text()
    for word in ("QuickSolver", "ERP", "CFM", "cfm", "ApproxDistanceSensor", "isNaoMotor", "<Friction"):
        assert word not in text
    levels = {finding.code: finding.level for finding in report.findings}
    assert levels["sensor-kind-dropped"] == "warning"
    assert levels["solver-ode-dropped"] == levels["joint-ode-dropped"] == "note", "MuJoCo has no use for settings of ODE"
    assert "is-nao-motor" in "".join(levels)


def test_writing_it_again_changes_nothing(field: Path, tmp_path: Path) -> None:
    once, twice = tmp_path / "once/Field.ros3", tmp_path / "twice/Field.ros3"
    scenec.convert(field, once)
    report = scenec.convert(once, twice)
    assert once.read_bytes() == twice.read_bytes()
    assert not [finding for finding in report.findings if finding.is_loss]


def test_a_body_of_several_masses_gets_one(field: Path, tmp_path: Path) -> None:
    more = '<SphereMass value="1kg" radius="1cm"><Translation x="20cm"/></SphereMass><Hinge name="hip">'
    (field.parent / "Includes/robot.rsi2").write_text(ROBOT.replace('<Hinge name="hip">', more))
    scenec.convert(field, tmp_path / "out/Field.ros3")
    robot = (tmp_path / "out/Includes/robot.rsi3").read_text()
    assert robot.count("SphereMass") == 0 and robot.count("<InertiaMatrixMass") == 1
    assert 'value="3kg"' in robot


def test_limits_that_are_switched_off_are_left_out(field: Path, tmp_path: Path) -> None:
    (field.parent / "Includes/robot.rsi2").write_text(ROBOT.replace('stopERP="0.2"', 'isActive="false"'))
    report = scenec.convert(field, tmp_path / "out/Field.ros3")
    assert "<Deflection" not in (tmp_path / "out/Includes/robot.rsi3").read_text()
    assert "joint-limit-inactive-dropped" in {finding.code for finding in report.findings}


def test_a_surface_that_changes_an_inherited_one_says_what_changes(field: Path, tmp_path: Path) -> None:
    changed = '<Surface ref="glass" diffuseColor="#112233"/>'
    (field.parent / "Includes/robot.rsi2").write_text(ROBOT.replace('<Surface ref="$look"/>', changed))
    scenec.convert(field, tmp_path / "out/Field.ros3")
    assert '<Surface ref="glass" albedo="#112233" alpha="1"/>' in (tmp_path / "out/Includes/robot.rsi3").read_text()


def test_split_works_for_the_newer_core_too(field: Path, tmp_path: Path) -> None:
    scenec.convert(field, tmp_path / "out/Field.ros3", split=True)
    assert '<Include href="Field_assets/bot.rsi3"/>' in (tmp_path / "out/Field.ros3").read_text()
    assert refusals_of(tmp_path / "out/Field.ros3") == []


# ---------------------------------------------------------------- the core's own scenes


def test_surfaces_of_the_core_are_read_as_they_are(tmp_path: Path) -> None:
    surface = '<Surface albedo="#336699" alpha="0.5" metallic="0.25" roughness="0.75" ambient="0.5"/>'
    ball = f'<Compound name="c"><SphereAppearance radius="1">{surface}</SphereAppearance></Compound>'
    (tmp_path / "a.ros3").write_text(f'<Simulation><Scene name="S">{ball}</Scene></Simulation>')
    material = scenec.read(tmp_path / "a.ros3")[0].links[0].visuals[0].material
    assert material is not None
    assert material.diffuse == pytest.approx((0.2, 0.4, 0.6, 0.5))
    assert material.ambient == pytest.approx((0.1, 0.2, 0.3, 0.5))
    assert (material.metallic, material.roughness, material.specular) == (0.25, 0.75, None)


@pytest.mark.parametrize("element", ['<DirLight color="#ffffff80"/>', '<DirLight color="rgba(1,2,3,0.5)"/>'])
def test_colours_with_an_alpha_are_refused_where_the_core_refuses_them(tmp_path: Path, element: str) -> None:
    (tmp_path / "a.ros3").write_text(f'<Simulation><Scene name="S">{element}</Scene></Simulation>')
    with pytest.raises(scenec.ScenecError, match="Color has alpha"):
        scenec.read(tmp_path / "a.ros3")


def test_a_material_that_says_nothing_slides_freely_and_no_material_is_ordinary(tmp_path: Path) -> None:
    shapes = '<SphereGeometry radius="1"><Material/></SphereGeometry><SphereGeometry radius="2"/>'
    (tmp_path / "a.ros3").write_text(f'<Simulation><Scene name="S"><Compound name="c">{shapes}</Compound></Scene></Simulation>')
    read, _ = scenec.read(tmp_path / "a.ros3")
    assert [shape.surface.mu for shape in read.links[0].collisions if shape.surface] == [0.0, None]
    assert (read.friction_law, read.friction_default) == ("max", 1.0)


def test_scenes_of_the_first_release_list_pairs_and_stay_so(tmp_path: Path) -> None:
    text = (
        SCENE.replace(' ERP="0.8" CFM="0.001"', "")
        .replace('<QuickSolver iterations="10"/>', "")
        .replace('<Include href="Includes/robot.rsi2"/>', '<Material name="rubber"><Friction material="carpet" value="0.6"/></Material>')
    )
    bodies = '<Body name="b"><SphereMass value="1" radius="1"/><SphereGeometry radius="1"><Material ref="rubber"/></SphereGeometry></Body>'
    start = text.index('<Body ref="bot" name="one"/>')
    (tmp_path / "a.ros3").write_text(f"{text[:start]}{bodies}</Scene></Simulation>")
    read, _ = scenec.read(tmp_path / "a.ros3")
    assert read.friction_law == "table"
    scenec.convert(tmp_path / "a.ros3", tmp_path / "b.ros3")
    assert '<Friction material="carpet" value="0.6"/>' in (tmp_path / "b.ros3").read_text()


def test_an_expanded_scene_has_the_words_of_the_core_too() -> None:
    looks = ir.Material(diffuse=(1.0, 0.0, 0.0, 0.5), roughness=0.25, metallic=0.5)
    ball = ir.Sphere(radius=1.0)
    body = link("a", visuals=(ir.Visual(name="v", geometry=ball, material=looks),), collisions=(ir.Collision(name="c", geometry=ball),))
    lamp = ir.Light(type="point", diffuse=(1.0, 1.0, 0.0, 1.0), intensity=2.0, pose=ir.Pose((0.0, 0.0, 3.0)))
    text = write(scene(body, lamp), "core3").text
    assert '<Surface albedo="#ff0000" alpha="0.5" roughness="0.25" metallic="0.5"/>' in text
    assert '<PointLight color="#ffff00" intensity="2" z="3m"/>' in text


def test_a_slider_starts_where_it_starts() -> None:
    axis = ir.Axis(xyz=(1.0, 0.0, 0.0), initial=0.2, limits=ir.Limits(lower=-1.0, upper=1.0))
    parts = (link("a"), link("b"), joint("j", "a", "b", "prismatic", axes=(axis,)))
    assert 'init="0.2m"' in write(scene(*parts), "core3").text
    older = write(scene(*parts), "core2")
    assert "init" not in older.text and "joint-initial-shifted" in older.codes


def test_what_changes_is_changed_in_place_and_the_rest_stays_as_it_was_written(field: Path, tmp_path: Path) -> None:
    scenec.convert(field, tmp_path / "out/Field.ros3")
    changed = (tmp_path / "out/Includes/robot.rsi3").read_text().splitlines()
    kept = [line for line in ROBOT.splitlines() if line in changed]
    assert kept[0] == "<Simulation>" and '  <Body name="bot">' in kept and '    <Hinge name="hip">' in kept
    assert "  <!-- what the feet are made of -->" in kept
    assert (tmp_path / "out/Field.ros3").read_text().count('<Body ref="bot" name="two"><Set name="look" value="glass"/>') == 1


def test_an_included_file_is_the_same_for_all_who_include_it(field: Path, tmp_path: Path) -> None:
    spare = '<Body name="spare"><BoxMass value="5kg" depth="1m" width="1m" height="1m"><Translation x="20mm"/></BoxMass></Body>'
    (field.parent / "Includes/robot.rsi2").write_text(ROBOT.replace("</Simulation>", f"  {spare}\n</Simulation>"))
    other = field.parent / "Other.ros2"
    other.write_text(SCENE.replace("</Scene>", '<Body ref="spare"/></Scene>'))
    for source in (field, other):
        scenec.convert(source, tmp_path / source.stem / f"{source.stem}.ros3")
    robots = [(tmp_path / name / "Includes/robot.rsi3").read_text() for name in ("Field", "Other")]
    assert robots[0] == robots[1]
    assert '<Body name="spare"><InertiaMatrixMass value="5kg" x="0.02m"' in robots[0]


def test_a_scene_with_an_empty_compound_keeps_its_files(field: Path, tmp_path: Path) -> None:
    field.write_text(SCENE.replace("<DirLight", '<Compound name="teams"><Compound name="1"/></Compound>\n    <DirLight'))
    scenec.convert(field, tmp_path / "out/Field.ros3")
    assert '<Include href="Includes/robot.rsi3"/>' in (tmp_path / "out/Field.ros3").read_text()


def test_an_electric_motor_becomes_a_servo_with_a_gain(tmp_path: Path) -> None:
    """The MuJoCo core has no PT2Motor, and refuses a ServoMotor without `p`."""
    report = scenec.convert(Path(__file__).parents[3] / "fixtures/motors.ros2", tmp_path / "a.ros3", lenient=True)
    assert "actuator-gain-defaulted" in {finding.code for finding in report.findings}
    scene, _ = scenec.read(tmp_path / "a.ros3")
    assert all(motor.gains is not None for joint in scene.joints for motor in joint.actuators if motor.command == "position")
