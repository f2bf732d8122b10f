"""References to a part from elsewhere in its file are reported under the part's name, each time."""

from __future__ import annotations

import json
from pathlib import Path

import scenec

ARM = """<mujoco>
  <worldbody>
    <body name="a"><joint name="first"/><geom size=".1"/>
      <body name="b"><joint name="second"/><geom size=".1"/></body></body>
  </worldbody>
  <actuator><motor joint="first"/><motor joint="second"/></actuator>
  <equality><joint joint1="first" joint2="second"/></equality>
</mujoco>
"""


def subjects(report: scenec.Report, code: str) -> list[str]:
    return [finding.subject for finding in report.findings if finding.code == code]


def test_each_actuator_without_a_name_is_reported_with_its_joint(tmp_path: Path) -> None:
    """The places in <actuator> do not say which joint moves freely in the result."""
    (tmp_path / "arm.xml").write_text(ARM)
    report = scenec.convert(tmp_path / "arm.xml", tmp_path / "arm.sdf")
    assert subjects(report, "actuator-dropped") == ["a::first", "a::second"]


def test_a_coupling_is_reported_with_the_joint_that_follows(tmp_path: Path) -> None:
    (tmp_path / "arm.xml").write_text(ARM)
    report = scenec.convert(tmp_path / "arm.xml", tmp_path / "arm.sdf", to="sdformat@1.9")
    assert subjects(report, "joint-mimic-dropped") == ["a::first"]


def test_shapes_without_names_around_them_are_reported_one_by_one(tmp_path: Path) -> None:
    """A place in <worldbody> names no part: one finding for both would leave open which of them changed."""
    planes = '<geom type="plane" size="1 1 .1"/><geom type="plane" size="1 1 .1" pos="0 0 -1"/>'
    (tmp_path / "world.xml").write_text(f"<mujoco><worldbody>{planes}</worldbody></mujoco>")
    report = scenec.convert(tmp_path / "world.xml", tmp_path / "world.ros2")
    assert subjects(report, "plane-approximated") == ["worldbody::worldbody::plane", "worldbody::worldbody::plane_2"]


def test_an_adapted_shape_is_reported_by_the_name_that_the_source_has_for_it(tmp_path: Path) -> None:
    """The collision becomes a box first, which must not rename the visual."""
    body = '<body name="b"><freejoint/><geom type="ellipsoid" size=".1 .2 .3"/></body>'
    (tmp_path / "egg.xml").write_text(f"<mujoco><worldbody>{body}</worldbody></mujoco>")
    report = scenec.convert(tmp_path / "egg.xml", tmp_path / "egg.ros2")
    assert subjects(report, "collision-shape-approximated") == ["b::b::ellipsoid"]
    assert subjects(report, "visual-shape-tessellated") == ["b::b::ellipsoid_2"]


def test_joints_without_names_are_reported_one_by_one(tmp_path: Path) -> None:
    """The body has a name, but so has the link, and either may have changed."""
    bodies = "".join(f'<body name="b{i}"><joint stiffness="3" armature=".1"/><geom size=".1"/></body>' for i in range(2))
    (tmp_path / "two.xml").write_text(f"<mujoco><worldbody>{bodies}</worldbody></mujoco>")
    report = scenec.convert(tmp_path / "two.xml", tmp_path / "two.rsg")
    assert subjects(report, "joint-spring-dropped") == ["b0::joint", "b1::joint"]


def test_one_value_of_many_joints_is_one_finding_that_lists_them(tmp_path: Path) -> None:
    """The armature of a hand stands in one class, and each finger would say the same."""
    default = '<default><joint armature=".2"/></default>'
    joints = "".join(f'<body name="b{i}"><joint name="j{i}"/><geom size=".1"/></body>' for i in range(3))
    other = '<body name="big"><joint name="wrist" armature=".5"/><geom size=".1"/></body>'
    (tmp_path / "hand.xml").write_text(f"<mujoco>{default}<worldbody>{joints}{other}</worldbody></mujoco>")
    report = scenec.convert(tmp_path / "hand.xml", tmp_path / "hand.sdf")
    found = [each for each in report.to_json()["findings"] if each["code"] == "joint-dynamics-armature-dropped"]
    assert [(each["value"], each["count"]) for each in found] == [("0.2", 3), ("0.5", 1)]
    assert found[0]["subjects"] == ["b0::j0", "b1::j1", "b2::j2"]
    assert "subjects" not in found[1]
    rows = {line.value: line.finding for line in report.ledger}
    assert report.findings[rows[".2"] or 0].value == "0.2"
    [result] = [each for each in json.loads(report.text("sarif"))["runs"][0]["results"] if each.get("occurrenceCount") == 3]
    [location] = result["locations"]
    assert [each["fullyQualifiedName"] for each in location["logicalLocations"]] == ["b0::j0", "b1::j1", "b2::j2"]


def test_a_joint_that_states_nothing_is_reported_by_its_path(tmp_path: Path) -> None:
    """The damping stands in a default class, and nothing there says whose it is."""
    default = '<default><joint damping="3"/></default>'
    body = '<body name="a"><freejoint/><geom size=".1"/><body name="b"><joint/><geom size=".1"/></body></body>'
    (tmp_path / "arm.xml").write_text(f"<mujoco>{default}<worldbody>{body}</worldbody></mujoco>")
    report = scenec.convert(tmp_path / "arm.xml", tmp_path / "arm.rsg")
    assert subjects(report, "joint-damping-dropped") == ["a::joint"]


def test_a_visual_of_each_replica_is_reported(tmp_path: Path) -> None:
    """One element makes three planes, so that its place names none of them."""
    planes = '<replicate count="3" offset="0 0 1"><geom type="plane" size="1 1 .1" contype="0" conaffinity="0"/></replicate>'
    (tmp_path / "walls.xml").write_text(f"<mujoco><worldbody>{planes}</worldbody></mujoco>")
    report = scenec.convert(tmp_path / "walls.xml", tmp_path / "walls.ros2")
    paths = [f"worldbody::worldbody::plane{number}" for number in ("", "_2", "_3")]
    assert subjects(report, "visual-shape-tessellated") == paths


def test_each_hidden_visual_is_reported(tmp_path: Path) -> None:
    """The bodies stand still, and their visuals have no names of their own."""
    bodies = "".join(f'<body name="{name}"><geom size=".1" group="4" contype="0" conaffinity="0"/></body>' for name in "ab")
    (tmp_path / "marks.xml").write_text(f"<mujoco><worldbody>{bodies}</worldbody></mujoco>")
    for target in ("ros2", "urdf"):
        report = scenec.convert(tmp_path / "marks.xml", tmp_path / f"marks.{target}")
        assert subjects(report, "visual-hidden-ineffective") == ["a::a::sphere", "b::b::sphere"]


def test_sensors_without_names_are_reported_one_by_one(tmp_path: Path) -> None:
    """Sensors of MJCF refer to a site, whose name is not that of the link."""
    body = '<body name="b"><geom size=".1"/><site name="s"/></body>'
    (tmp_path / "b.xml").write_text(
        f'<mujoco><worldbody>{body}</worldbody><sensor><force site="s"/><magnetometer site="s"/></sensor></mujoco>'
    )
    report = scenec.convert(tmp_path / "b.xml", tmp_path / "b.ros2")
    assert subjects(report, "sensor-unsupported-dropped") == ["b::b::force_torque", "b::b::magnetometer"]


def test_a_sensor_of_a_definition_is_reported_once_for_all_its_uses(tmp_path: Path) -> None:
    """One correction of the definition mends them all."""
    sensor = '<ApproxDistanceSensor angleX="10degree" angleY="10degree"/>'
    robot = f'<Body name="robot"><SphereMass value="1kg" radius="0.1m"/>{sensor}</Body>'
    uses = '<Body ref="robot" name="a"/><Body ref="robot" name="b"/>'
    (tmp_path / "two.ros2").write_text(f'<Simulation>{robot}<Scene name="two">{uses}</Scene></Simulation>')
    report = scenec.convert(tmp_path / "two.ros2", tmp_path / "two.rsg")
    (reported,) = [each for each in report.findings if each.code == "sensor-beam-shape-dropped"]
    assert (reported.subject.partition("::")[0], reported.count) == ("a", 2)


def test_a_link_without_a_name_that_touches_itself_is_reported_by_its_path(tmp_path: Path) -> None:
    """The model of a body without a name has no name that a file calls, and its link has another."""
    bodies = "".join(f'<body pos="{x} 0 0"><joint/><geom size=".1"/><site name="s{x}"/></body>' for x in range(2))
    loop = '<equality><connect site1="s0" site2="s1"/></equality>'
    (tmp_path / "two.xml").write_text(f"<mujoco><worldbody>{bodies}</worldbody>{loop}</mujoco>")
    report = scenec.convert(tmp_path / "two.xml", tmp_path / "two.ros2")
    assert subjects(report, "self-collision-ineffective") == ["model::link", "model_2::link"]


def test_each_infinite_plane_that_is_drawn_is_reported(tmp_path: Path) -> None:
    """One element makes both, and each gets a size."""
    planes = '<replicate count="2" offset="0 0 1"><geom type="plane" size="0 0 .1" contype="0" conaffinity="0"/></replicate>'
    (tmp_path / "floors.xml").write_text(f"<mujoco><worldbody>{planes}</worldbody></mujoco>")
    report = scenec.convert(tmp_path / "floors.xml", tmp_path / "floors.sdf")
    assert subjects(report, "plane-shape-bounds-defaulted") == ["worldbody::worldbody::plane", "worldbody::worldbody::plane_2"]
