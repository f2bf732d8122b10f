"""`scenec inspect`: what is in a scene."""

from __future__ import annotations

import json
import math

import pytest

from tests.cli.conftest import ARM, ROOT, Scenec

HUMANOID = ROOT / "fixtures" / "humanoid" / "humanoid.ros2"


def test_the_tree_hangs_links_below_the_joints_that_move_them(scenec: Scenec, motor_arm: str) -> None:
    done = scenec("inspect", motor_arm)
    assert done.status == 0
    assert done.out.splitlines() == [
        "motor.ros2 (simrobot core2)",
        "gravity 0 0 -9.80665 m/s^2, step 0.01 s",
        "model base",
        "  link base  1 kg",
        "    joint elbow: revolute, -0.174533 to 1.5708 rad, motor ServoMotor",
        "      link forearm  0.5 kg",
        "        collision SphereGeometry: sphere radius 0.1",
        "",
        "totals  1 model, 2 links (2 moving, 1.5 kg), 1 joint (1 revolute), 1 actuator, 1 collision, 21 values read",
    ]


def test_the_tree_lists_the_assets_and_how_often_they_are_used(scenec: Scenec) -> None:
    lines = scenec("inspect", HUMANOID).out.splitlines()
    assert "mesh    torsoShellVertices: 314 vertices, 624 triangles, used 2 times" in lines
    assert any(line.startswith("defined Surface team: used ") for line in lines)
    assert any(line.startswith("files   humanoid.ros2 materials.rsi2 ") for line in lines)


def test_a_very_deep_scene_is_a_long_list_and_no_wide_one(scenec: Scenec, tmp_path_factory: pytest.TempPathFactory) -> None:
    body = '<Body name="b{i}"><SphereMass value="1kg" radius="1m"/><Hinge name="h{i}"><Axis x="1"/>'
    inner = "".join(body.format(i=i) for i in range(400)) + '<Body name="last"><SphereMass value="1kg" radius="1m"/></Body>'
    text = f'<Simulation><Scene name="deep">{inner}{"</Hinge></Body>" * 400}</Scene></Simulation>'
    done = scenec("inspect", "-", "--from", "simrobot", stdin=text)
    assert done.status == 0
    assert "401 links" in done.out
    assert max(map(len, done.out.splitlines())) < 200


def test_the_outline_as_data_has_the_same_totals(scenec: Scenec) -> None:
    found = json.loads(scenec("inspect", HUMANOID, "--format", "json").out)
    assert found["schema"] == "scenec.inspect/1"
    totals = found["totals"]
    assert totals["links"] == len(found["links"])
    assert sum(totals["joints"].values()) == len(found["joints"])
    assert totals["visuals"] == sum(len(link["visuals"]) for link in found["links"])
    assert totals["mass"] == pytest.approx(sum(link["mass"] for link in found["links"] if not link["static"]))
    assert {joint["child"] for joint in found["joints"]} <= {link["path"] for link in found["links"]}


def test_physics_as_data_says_what_it_is_of(scenec: Scenec, arm: str) -> None:
    done = scenec("inspect", arm, "--physics", "--format", "json")
    found = json.loads(done.out)
    assert found["source"] == {"file": "arm.ros2", "format": "simrobot"}
    assert found["total"] == {"links": 2, "dynamic_links": 2, "joints": 1, "mass": 1.5}


def test_joints_can_be_moved_first(scenec: Scenec, arm: str) -> None:
    turned = ARM.replace('<Body name="forearm">', '<Body name="forearm"><Translation x="1m"/>').format(motor="")
    quarter = math.pi / 2
    done = scenec("inspect", "-", "--from", "ros2", "--physics", "--format", "json", "--at", f"base::elbow={quarter!r}", stdin=turned)
    forearm = json.loads(done.out)["links"][1]
    assert forearm["pose"][:3] == pytest.approx([0, 0, -1], abs=1e-12)


def test_physics_as_text_is_a_table(scenec: Scenec, motor_arm: str) -> None:
    lines = scenec("inspect", motor_arm, "--physics").out.splitlines()
    assert lines[2].split() == "link mass position quaternion w x y z centre of mass inertia xx yy zz xy xz yz".split()
    assert lines[-1] == "2 links, 2 moving, 1 joints, 1.5 kg"
    elbow = next(line for line in lines if line.startswith("base::elbow"))
    assert "base::base -> base::forearm" in elbow
    assert elbow.split()[-2:] == ["2", "4"], "what its motor can do"


def test_a_doubtful_file_is_said_to_be_so(scenec: Scenec, arm: str) -> None:
    assert scenec("inspect", arm).err == ""
    doubtful = ARM.format(motor="").replace('min="-10degree" max="90degree"', 'min="90degree" max="-10degree"')
    done = scenec("inspect", "-", "--from", "ros2", stdin=doubtful)
    assert "joint-limit-minimum-ineffective" in done.err
    assert scenec("inspect", "-", "--from", "ros2", "--quiet", stdin=doubtful).err == ""
