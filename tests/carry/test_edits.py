"""The file in between was edited by hand: edits win, what they make stale is reported, everything else comes back."""

from __future__ import annotations

from pathlib import Path

import pytest

import scenec
from tests.carry.there_and_back import WAY_BACK, Way, codes, differences, edited, physics, returned, walked
from tests.formats import others

ROBOT = """\
<Simulation>
  <Scene name="yard" stepLength="0.01s" gravity="-9.81m/s^2">
    <Body name="base">
      <BoxMass value="3kg" width="20cm" height="10cm" depth="20cm"/>
      <BoxGeometry depth="20cm" height="10cm" width="20cm"/>
      <BoxAppearance depth="20cm" height="10cm" width="20cm"><Surface diffuseColor="#ff0000"/></BoxAppearance>
      <Hinge name="shoulder">
        <Translation z="5cm"/>
        <Axis y="1"><Deflection max="90degree" min="-90degree"/>
          <ServoMotor maxForce="5" maxVelocity="180degree/s" p="12" i="0.5" d="0.25"/>
        </Axis>
        <Body name="arm">
          <Translation z="10cm"/>
          <SphereMass radius="5cm" value="1kg"/>
          <SphereGeometry radius="5cm"/>
          <Gyroscope name="turning"/>
        </Body>
      </Hinge>
    </Body>
  </Scene>
</Simulation>
"""


@pytest.fixture
def robot(tmp_path: Path) -> Path:
    path = tmp_path / "yard.ros2"
    path.write_text(ROBOT)
    return path


def stale(way: Way) -> list[tuple[str, str, str]]:
    """Subject, carried value and what the file says now, of each stale value."""
    return [(f.subject, f.value, f.target) for f in way.home.findings if f.code == "carried-value-stale-ineffective"]


def test_gains_travel_through_sdf_and_come_back_as_written(robot: Path, tmp_path: Path) -> None:
    way = walked(robot, "sdformat", tmp_path)
    assert [f.fate for f in way.out.findings if f.code == "actuator-dropped"] == ["carried"]
    assert 'p="12"' in way.back.read_text() and 'i="0.5"' in way.back.read_text()
    assert stale(way) == []


@pytest.mark.findings("actuator-dropped")
def test_what_both_formats_say_is_not_in_the_record_and_edits_of_it_come_through(robot: Path, tmp_path: Path) -> None:
    way = walked(robot, "sdformat", tmp_path)
    record = way.there.read_text().partition("<scenec:carried")[2]
    assert "inertial.mass" not in record and ">3<" not in record
    edited(way.there, "<mass>3</mass>", "<mass>4.5</mass>")
    returned(way)
    assert stale(way) == []
    masses = {link["path"]: link["mass"] for link in physics(way.back)["links"]}
    assert masses == {"base::base": 4.5, "base::arm": 1.0}
    assert 'p="12"' in way.back.read_text()


@pytest.mark.findings("actuator-dropped")
def test_a_carried_value_that_is_edited_is_what_comes_back(robot: Path, tmp_path: Path) -> None:
    way = walked(robot, "sdformat", tmp_path)
    edited(way.there, 'field="gains.p">12<', 'field="gains.p">15<')
    returned(way)
    assert 'p="15"' in way.back.read_text()


TABLE = """\
<sdf version="1.9">
  <model name="table">
    <static>true</static>
    <link name="top">
      <visual name="board">
        <geometry><box><size>1 2 0.1</size></box></geometry>
        <material><diffuse>0.123 0.5 0.25 1</diffuse></material>
      </visual>
    </link>
  </model>
</sdf>
"""


def test_an_edit_of_what_stood_in_for_a_carried_value_wins_and_is_reported(tmp_path: Path) -> None:
    """SimRobot's colours have eight bits; the red of the board comes back in full unless somebody painted it."""
    source = tmp_path / "table.sdf"
    source.write_text(TABLE)
    way = walked(source, "simrobot", tmp_path)
    assert "<diffuse>0.123 0.5 0.25 1</diffuse>" in way.back.read_text()
    colour = way.there.read_text().partition('diffuseColor="')[2][:7]
    edited(way.there, colour, "#0000ff")
    returned(way)
    assert "<diffuse>0 0 1 1</diffuse>" in way.back.read_text()
    assert stale(way) == [("table::top.visuals.board.material.diffuse", "[0.123, 0.5, 0.25, 1]", "[0, 0, 1, 1]")]


TEXTS = {
    "rail.ros2": """<Simulation>
  <Scene name="yard">
    <Compound name="rail">
      <Slider name="left">
        <Axis x="1"/>
        <Body name="cart">
          <InertiaMatrixMass value="1kg" ixx="0.01" iyy="0.01" izz="0.01"/>
        </Body>
      </Slider>
      <Slider name="right">
        <Axis x="1"/>
        <Body name="other">
          <InertiaMatrixMass value="1kg" ixx="0.01" iyy="0.01" izz="0.01"/>
        </Body>
      </Slider>
    </Compound>
  </Scene>
</Simulation>
""",
    "probe.rsg": """(RSG 0 1)
(
 (nd Space (setName probe)
  (nd Transform (setName probe)
   (nd RigidBody (setName body) (setMassParameters 1 0 0 0 0.5 0.5 0.5 0 0 0))
   (nd TouchPerceptor (setName touch))))
)
""",
}


@pytest.mark.findings("gravity-dropped", "scene-friction-law-dropped", "solver-dropped", "step-dropped")
@pytest.mark.parametrize(
    ("name", "target"), [("rail.ros2", "rsg"), ("rail.ros2", "mars"), ("probe.rsg", "simrobot"), ("probe.rsg", "sdformat")]
)
def test_a_file_as_scenec_writes_it_comes_back_letter_by_letter(name: str, target: str, tmp_path: Path) -> None:
    """Two sliders share a compound; a sensor of touch has no more values, where SimRobot's says that it is one."""
    source = tmp_path / name
    source.write_text(TEXTS[name])
    assert walked(source, target, tmp_path).back.read_text() == TEXTS[name]


@pytest.mark.findings("controller-dropped", "scene-friction-law-dropped")
def test_what_a_controller_moves_comes_back_under_its_name(tmp_path: Path) -> None:
    source = tmp_path / "arm.scene"
    nodes = "".join(
        f'<node name="{name}"><index>{i}</index><physicmode>box</physicmode><filename>PRIMITIVE</filename><movable>true</movable>'
        f"<extend><x>1</x><y>1</y><z>1</z></extend><mass>1</mass></node>"
        for i, name in enumerate(("base", "arm"), 1)
    )
    walk = "<controller name='walk'><index>1</index><rate>40</rate><nodeid>2</nodeid></controller>"
    source.write_text(f"<SceneFile><nodelist>{nodes}</nodelist><controllerlist>{walk}</controllerlist></SceneFile>")
    way = walked(source, "sdformat", tmp_path)
    assert "<nodeid>2</nodeid>" in way.back.read_text()
    assert "controller-links-dropped" not in codes(way.home)


@WAY_BACK
@pytest.mark.parametrize("target", others("simrobot"))
def test_a_body_without_mass_comes_home_as_it_was(target: str, tmp_path: Path) -> None:
    """From elsewhere it would be made to stand still, as SimRobot objects to it; this is SimRobot's own."""
    source = tmp_path / "ghost.ros2"
    source.write_text('<Simulation><Scene name="S"><Body name="ghost"><Mass/></Body></Scene></Simulation>')
    back = walked(source, target, tmp_path).back
    assert [link["path"] for link in physics(back)["links"]] == ["ghost::ghost"]
    assert "<Mass/>" in back.read_text()


MESH = """<sdf version="1.9">
  <model name="stone">
    <link name="l">
      <inertial><pose>4e-8 2e-8 0 0 0 0</pose><mass>2</mass></inertial>
      <collision name="c"><geometry><mesh><uri>stone.stl</uri></mesh></geometry></collision>
    </link>
  </model>
</sdf>
"""
FACE = "facet normal 0 0 0 outer loop vertex 0 0 0 vertex 1 0 0 vertex 0 2 3 endloop endfacet"


@pytest.mark.findings("mesh-unmeasured-dropped", "model-name-unstored-dropped")
def test_a_mesh_stays_where_it_is_in_a_link_that_moved_by_less_than_files_are_precise(tmp_path: Path) -> None:
    """MARS puts the link at its centre of mass, so its mesh stands elsewhere in it; back home neither has moved."""
    source = tmp_path / "stone.sdf"
    source.write_text(MESH)
    (tmp_path / "stone.stl").write_text(f"solid stone {FACE} endsolid stone")
    back = walked(source, "mars", tmp_path).back.read_text()
    assert "<pose>4e-08 2e-08 0 0 0 0</pose>" in back
    assert back.count("<pose>") == 1, "the collision has none, as it had"


@pytest.mark.findings("actuator-dropped")
def test_a_moved_link_moves_and_what_was_carried_stays_with_it(robot: Path, tmp_path: Path) -> None:
    way = walked(robot, "sdformat", tmp_path)
    edited(way.there, '<pose relative_to="shoulder">0 0 0.1 0 0 0</pose>', '<pose relative_to="shoulder">0 0 0.3 0 0 0</pose>')
    returned(way)
    arm = next(link for link in physics(way.back)["links"] if link["path"] == "base::arm")
    assert arm["pose"][2] == pytest.approx(0.35)
    assert [sensor["type"] for sensor in arm["sensors"]] == ["gyroscope"]
    assert stale(way) == []


@pytest.mark.findings("actuator-command-approximated", "actuator-gain-dropped", "step-dropped")
def test_a_renamed_link_keeps_its_edit_and_what_it_carried_is_reported(robot: Path, tmp_path: Path) -> None:
    way = walked(robot, "rsg", tmp_path)
    text = way.there.read_text()
    scene, head, record = text.partition("; scenec carries")
    way.there.write_text(scene.replace("arm", "upper_arm") + head + record)
    returned(way)
    assert any("arm" in link["path"] for link in physics(way.back)["links"])
    assert "carried-value-stale-ineffective" in codes(way.home)


@WAY_BACK
@pytest.mark.parametrize("target", others("simrobot"))
def test_coming_back_twice_is_coming_back_once(robot: Path, tmp_path: Path, target: str) -> None:
    way = walked(robot, target, tmp_path / "first")
    second = walked(way.back, target, tmp_path / "second")
    third = walked(second.back, target, tmp_path / "third")
    assert second.back.read_bytes() == way.back.read_bytes() == third.back.read_bytes()
    assert third.there.read_bytes() == second.there.read_bytes()


ARM = """\
<sdf version="1.9">
  <model name="arm">
    <link name="base"><inertial><mass>4</mass></inertial></link>
    <link name="tip"><pose>0 0 1 0 0 0</pose><inertial><mass>1</mass></inertial></link>
    <joint name="ball" type="ball"><parent>base</parent><child>tip</child></joint>
  </model>
</sdf>
"""


def joints_of(path: Path) -> list[str]:
    return [joint["type"] for joint in physics(path)["joints"]]


@pytest.mark.findings("joint-split", "link-mass-defaulted")
def test_a_chain_that_was_made_for_a_joint_becomes_the_joint_again(tmp_path: Path) -> None:
    source = tmp_path / "arm.sdf"
    source.write_text(ARM)
    there, back = tmp_path / "arm.ros2", tmp_path / "back.sdf"
    scenec.convert(source, there, carry=True, adapt_joints=True)
    assert joints_of(there) == ["revolute"] * 3
    scenec.convert(there, back, carry=True)
    assert joints_of(back) == ["ball"]


@pytest.mark.findings("joint-split", "link-mass-defaulted")
def test_a_chain_that_was_edited_stays_whole_and_the_joint_it_stands_in_for_does_not_come_back(tmp_path: Path) -> None:
    source = tmp_path / "arm.sdf"
    source.write_text(ARM)
    there, back = tmp_path / "arm.ros2", tmp_path / "back.sdf"
    scenec.convert(source, there, carry=True, adapt_joints=True)
    names = [joint["path"].partition("::")[2] for joint in physics(there)["joints"]]
    edited(there, f'<Hinge name="{names[1]}">', '<Hinge name="bent">')
    report = scenec.convert(there, back, carry=True)
    assert joints_of(back) == ["revolute"] * 3
    assert {"carried-part-edited", "carried-value-stale-ineffective"} <= set(codes(report))


FIXTURES = Path(__file__).parents[2] / "fixtures"


def test_edited_contacts_are_those_of_the_file(tmp_path: Path) -> None:
    """RubySceneGraph's bodies touch each other by default; SimRobot's do not, so a body in between says so. Where that is taken out, what
    was carried of its model does not make it touch again."""
    way = walked(FIXTURES / "rsg" / "poses.rsg", "simrobot", tmp_path)
    before = way.back.read_text()
    edited(way.there, ' collideWithParent="true"', "")
    returned(way)
    assert way.back.read_text() != before
    assert ("left.self_collide", "true", "false") in stale(way)


def limb(name: str, place: str, joint: str = "") -> str:
    box = "(nd RigidBody (setName body) (setBoxTotal 1 1 1 1)) (nd BoxCollider (setBoxLengths 0.2 0.2 0.2))"
    return f"(nd Transform (setName {name}) (setLocalPos {place}) {box} {joint})\n"


def legs() -> str:
    """A torso with two legs at universal joints, which SimRobot has not, each of three bodies at hinges."""
    parts = limb("torso", "0 0 3")
    for side, x in (("left", -1), ("right", 1)):
        for name, above, z, kind in (("thigh", "", 2, "Universal"), ("shank", "thigh", 1, "Hinge"), ("foot", "shank", 0.5, "Hinge")):
            axes = "(setAxis 1)" if kind == "Hinge" else "(setAxis1 1 0 0) (setAxis2 0 1 0)"
            other = f"{side}{above}" if above else "torso"
            joint = f"(nd {kind}Joint (setName {side}{name}_joint) (attach ../body ../../{other}/body) (setAnchor 0 0 0.25) {axes})"
            parts += limb(f"{side}{name}", f"{x} 0 {z}", joint)
    return f"(RSG 0 1)\n(\n{parts})\n"


@pytest.mark.findings("joint-kind-dropped", "link-inertial-frame-split", "self-collision-approximated", "surface-*")
def test_edited_contacts_are_those_of_the_file_where_it_holds_the_model_in_pieces(tmp_path: Path) -> None:
    """Without its universal joints the robot falls into three models in between; all its links have one self-collision for all that."""
    source = tmp_path / "legs.rsg"
    source.write_text(legs())
    way = walked(source, "simrobot", tmp_path)
    assert "self-collision-approximated" not in codes(way.home)
    edited(way.there, '<Body name="rightfoot" collideWithParent="true">', '<Body name="rightfoot">')
    returned(way)
    assert "self-collision-approximated" in codes(way.home)
    assert ("torso.self_collide", "true", "false") in stale(way)


@pytest.mark.findings("frame-dropped", "rsg-sonar-*", "sensor-*")
@pytest.mark.parametrize("tiny", ["5e-13", "9e-13", "0"])
def test_an_edit_of_the_tiniest_number_comes_through(tiny: str, tmp_path: Path) -> None:
    """A sensor that hangs on nothing gets the least mass that MARS can have, which adds to that of its group."""
    way = walked(FIXTURES / "rsg" / "sensors.rsg", "mars", tmp_path)
    assert "carried-form-ineffective" not in codes(way.home)
    edited(way.there, "<i00>4e-13</i00>", f"<i00>{tiny}</i00>")
    returned(way)
    assert [f.subject for f in way.home.findings if f.code == "carried-form-ineffective"] == ["probe::probe.inertial.form"]


@pytest.mark.findings("actuator-dropped")
def test_the_form_of_an_inertia_counts_only_where_the_file_says_what_it_said(robot: Path, tmp_path: Path) -> None:
    way = walked(robot, "sdformat", tmp_path)
    assert "carried-form-ineffective" not in codes(way.home)
    edited(way.there, """field="inertial.form" was='{""", """field="inertial.form" was='{"probe": 1, """)
    returned(way)
    assert "carried-form-ineffective" in codes(way.home)


MODEL = """\
<sdf version="1.9">
  <model name="block">
    <link name="block"/>
  </model>
</sdf>
"""


def test_a_model_file_whose_model_was_taken_out_comes_back_empty(tmp_path: Path) -> None:
    source = tmp_path / "block.sdf"
    source.write_text(MODEL)
    way = walked(source, "simrobot", tmp_path)
    text = way.there.read_text()
    body = text[text.index("    <Body") : text.index("  </Scene>")]
    edited(way.there, body, "")
    returned(way)
    assert "<model" not in way.back.read_text()


@pytest.mark.findings("actuator-dropped")
def test_a_record_that_names_no_format_is_reported_and_still_put_back(robot: Path, tmp_path: Path) -> None:
    way = walked(robot, "sdformat", tmp_path)
    edited(way.there, 'source="simrobot@core2"', 'source="simrobo@core2"')
    returned(way)
    (finding,) = (f for f in way.home.findings if f.code == "carried-value-invalid")
    assert (finding.subject, finding.value) == ("source", "simrobo@core2") and "simrobo" in finding.because
    assert 'p="12"' in way.back.read_text()


@pytest.mark.findings("actuator-command-approximated", "actuator-dropped", "actuator-gain-dropped", "step-dropped")
def test_a_detour_over_two_formats_comes_back_too(robot: Path, tmp_path: Path) -> None:
    one, two, home = tmp_path / "yard.sdf", tmp_path / "yard.rsg", tmp_path / "home" / "yard.ros2"
    scenec.convert(robot, one, carry=True)
    scenec.convert(one, two, carry=True)
    report = scenec.convert(two, home, carry=True)
    assert 'p="12"' in home.read_text() and "Gyroscope" in home.read_text()
    assert list(differences(physics(robot), physics(home))) == []
    assert "carried-value-stale-ineffective" not in codes(report)


def test_a_joint_of_a_body_that_was_renamed_does_not_come_back(tmp_path: Path) -> None:
    """Both links weigh nothing, so SimRobot has neither them nor the joint: all three are in the record."""
    robot = tmp_path / "arm.urdf"
    robot.write_text(
        '<robot name="arm"><link name="a"/><link name="b"/>'
        '<joint name="j" type="fixed"><origin xyz="0.1 0.2 0.3"/><parent link="a"/><child link="b"/></joint></robot>'
    )
    between, back = tmp_path / "arm.ros2", tmp_path / "back.urdf"
    scenec.convert(robot, between, carry=True)
    between.write_text(between.read_text().replace('<Compound name="a">', '<Compound name="shoulder">', 1))
    report = scenec.convert(between, back, carry=True)
    assert "shoulder" in back.read_text()
    found = [(finding.subject, finding.because) for finding in report.findings if finding.code == "carried-value-invalid"]
    assert found == [("arm::j", "The carried part lacks its parent.")]
