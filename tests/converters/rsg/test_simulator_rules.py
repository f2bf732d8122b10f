"""Behaviour of SimSpark beyond reading a file: which handlers and perceptors work, what is drawn, what crashes the server."""

from __future__ import annotations

from pathlib import Path

import pytest

import scenec
from scenec import ir
from scenec.accounting.report import Report
from scenec.ir.blocks import Block
from tests.converters.rsg.conftest import BODY, Reader
from tests.converters.rsg.writing import Node, joint, link, pose, program, scene, write

OBJ = "# a\n# b\nmtllib paint.mtl\no thing\nv 0 0 0\nv 2 0 0\nv 2 1 0\nv 0 0 1\nvt 0 0\nvn 0 0 1\n"
MESH = "((nd Transform (setName v) (nd StaticMesh (load models/m.obj))))"
FACES = ("f 1/1/1 2/1/1 3/1/1\n", "f 1/1/1 2/1/1 4/1/1\n")


def edited(tmp_path: Path, body: str) -> Node:
    """A scene of SimSpark in the writer's own words, as written after an edit."""
    (tmp_path / "in.rsg").write_text(f"(RSG 0 1) ({body})")
    read, _ = scenec.read(tmp_path / "in.rsg")
    path = next(each.path for each in read.physics().links if not each.static)
    scenec.write(read.replace(path, gravity=False), tmp_path / "out.rsg", flatten=True)
    return program((tmp_path / "out.rsg").read_text())


# ---------------------------------------------------------------- meshes (R1, R7)


def test_a_mesh_without_usemtl_is_not_drawn(read: Reader) -> None:
    result = read(MESH, {"models/m.obj": OBJ + FACES[0]})
    assert result.scene.links[0].visuals[0].visible == False  # noqa: E712  # a traced flag is an int
    assert result.finding("mesh-without-usemtl").level == "error"


@pytest.mark.findings("mesh-as-loaded")
def test_faces_before_the_first_usemtl_are_not_drawn(read: Reader) -> None:
    (mesh,) = read(MESH, {"models/m.obj": f"{OBJ}{FACES[0]}usemtl red\n{FACES[1]}"}).scene.meshes
    assert mesh.data is not None and sum(len(faces.vertices) for faces in mesh.data.groups[0].faces) == 1


def mesh_scene(material: ir.Material | None = None) -> ir.Scene:
    import numpy as np

    corners = ir.Faces(vertices=Block(np.array([[0, 1, 2]])))
    groups = (ir.MeshGroup(name="a", faces=(corners,), material=material), ir.MeshGroup(name="b", faces=(corners,)))
    data = ir.MeshData(vertices=Block(np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0]])), groups=groups)
    body = link("body", visuals=(ir.Visual(geometry=ir.MeshShape(mesh="m")),))
    return ir.Scene(models=(ir.Model(id="robot", name="robot"),), links=(body,), meshes=(ir.Mesh(id="m", name="tri", data=data),))


@pytest.mark.parametrize("material", [None, ir.Material(name="paint", diffuse=(1.0, 0.0, 0.0, 1.0))])
def test_every_face_of_a_written_mesh_stands_under_a_usemtl(material: ir.Material | None) -> None:
    """SimSpark leaves out all others: every mesh was invisible."""
    files = write(mesh_scene(material)).files
    lines = next(content for name, content in files.items() if name.endswith(".obj")).decode().splitlines()
    named = [line.split()[1] for line in lines if line.startswith("usemtl ")]
    assert named == (["paint", "matWhite"] if material is not None else ["matWhite", "matWhite"])
    assert next(line for line in lines if line.startswith(("f ", "usemtl "))).startswith("usemtl")


def test_a_written_material_states_all_that_simspark_does_not_initialise() -> None:
    files = write(mesh_scene(ir.Material(name="paint", diffuse=(1.0, 0.0, 0.0, 1.0)))).files
    library = next(content for name, content in files.items() if name.endswith(".mtl")).decode().splitlines()
    assert [line.split()[0] for line in library[3:]] == ["Ka", "Kd", "Ks", "Ns", "d"]
    assert {"Ns 10", "d 1"} <= set(library)


# ---------------------------------------------------------------- contacts (R2, R4)


def test_only_the_handler_of_the_transform_collider_counts(read: Reader) -> None:
    inner = "(nd BoxCollider (nd ContactJointHandler (setContactMu 0.3)))"
    outer = "(nd ContactJointHandler (setContactMu 0.1) (setContactBounceMode false))"
    result = read(f"((nd Transform (setName a) {BODY} (nd TransformCollider {inner} {outer})))")
    surface = result.link("a").collisions[0].surface
    assert surface is not None and (surface.mu, surface.restitution) == (0.1, 0)
    assert "handler-in-inner-collider-ineffective" in result.codes


def test_without_its_own_handler_a_transform_collider_bounces_and_never_slides(read: Reader) -> None:
    inner = "(nd BoxCollider (nd ContactJointHandler (setContactMu 0.3) (setContactBounceMode false)))"
    surface = read(f"((nd Transform (setName a) {BODY} (nd TransformCollider {inner})))").link("a").collisions[0].surface
    assert surface is not None and (surface.mu, surface.restitution) == (float("inf"), 0.8)


def test_the_handler_of_an_offset_collider_stands_beside_it() -> None:
    box = ir.Collision(geometry=ir.Box(size=(1.0, 1.0, 1.0)), pose=pose(0.1), surface=ir.Surface(mu=0.1))
    outer = write(scene(link("a", collisions=(box,)))).root.first("TransformCollider")
    assert [child.cls for child in outer.children] == ["BoxCollider", "ContactJointHandler"]
    assert outer.children[0].children == []
    assert outer.children[1].get("setContactMu") == ("0.1",)


def test_a_handler_that_never_counts_does_not_begin_to_after_an_edit(tmp_path: Path) -> None:
    inner = "(nd BoxCollider (setLocalPosition 1 0 0) (nd ContactJointHandler (setContactMu 0.3)))"
    outer = edited(tmp_path, f"(nd Transform (setName a) {BODY} (nd TransformCollider {inner}))").first("TransformCollider")
    assert [child.cls for child in outer.children] == ["BoxCollider", "ContactJointHandler"]
    assert outer.children[0].children == []
    assert outer.children[1].get("setContactMu") is None


def test_a_foot_still_feels_after_an_edit(tmp_path: Path) -> None:
    foot = "(nd ForceResistancePerceptor (setName rf)) {} (nd BoxCollider (nd TouchPerceptorHandler))"
    root = edited(tmp_path, f"(nd Space (setName robot) (nd Transform (setName foot) {foot.format(BODY)}))")
    order = root.named("foot").order
    assert order.index("nd ForceResistancePerceptor") < order.index("nd BoxCollider")


# ---------------------------------------------------------------- sensors (R5, R6, R8, R10)


@pytest.mark.parametrize("kind", ["imu", "gyroscope", "accelerometer"])
def test_an_inertial_sensor_of_any_offset_stands_beside_the_body(kind: str) -> None:
    """In a Transform of its own it crashes the server."""
    written = write(scene(link("torso", sensors=(ir.Sensor(name="s", type=kind, pose=pose(0.1, 0, 0.2)),))))
    classes = [child.cls for child in written.root.named("torso").children]
    assert "Transform" not in classes and {"GyroRatePerceptor", "Accelerometer"} & set(classes)
    finding = written.finding("sensor-pose-approximated")
    assert (finding.level, finding.category) == ("warning", "sensing") and "0.1 0 0.2 m" in finding.value


def test_an_inertial_sensor_at_the_centre_of_mass_is_not_reported() -> None:
    assert "sensor-pose-approximated" not in write(scene(link("torso", sensors=(ir.Sensor(name="s", type="imu"),)))).codes


def test_a_battery_perceptor_stays_in_its_battery_after_an_edit(tmp_path: Path) -> None:
    cells = "(nd Battery (setName one)) (nd Battery (setName two) (nd BatteryPerceptor (setName BAT)))"
    root = edited(tmp_path, f"(nd Transform (setName a) {BODY} {cells})")
    assert [child.name for child in root.named("two").children] == ["BAT"]


def test_a_camera_is_reported_to_need_a_render_server() -> None:
    eye = ir.Sensor(name="eye", type="camera", cameras=(ir.Camera(width=320, height=240, horizontal_fov=1.0),))
    finding = write(scene(link("head", sensors=(eye,)))).finding("sensor-render-server-needed")
    assert finding.level == "warning" and "render server" in finding.because


ACTUATOR = ir.Actuator(name="motor", kind="motor", command="velocity", output="velocity", max_effort=1.0)
TWO_AXES = (ir.Axis(xyz=(1.0, 0.0, 0.0)), ir.Axis(xyz=(0.0, 1.0, 0.0)))


@pytest.mark.parametrize(
    ("kind", "axes", "perceptor"),
    [("revolute", (ir.Axis(xyz=(0.0, 1.0, 0.0)),), "HingePerceptor"), ("universal", TWO_AXES, "UniversalJointPerceptor")],
)
def test_an_agent_can_read_every_joint_that_it_drives(kind: str, axes: tuple[ir.Axis, ...], perceptor: str) -> None:
    hip = joint("hip", "a", "b", kind, axes=axes, actuators=(ACTUATOR,))
    written = write(scene(link("a"), link("b"), hip))
    assert written.root.first(perceptor).name == "motor_pos"
    finding = written.finding("joint-perceptor-defaulted")
    assert (finding.fate, finding.level, finding.target) == ("defaulted", "note", "motor_pos")


def test_a_joint_sensor_of_the_source_keeps_its_name() -> None:
    own = ir.Sensor(name="angle", type="joint_state", quantity="position")
    hip = joint("hip", "a", "b", axes=(ir.Axis(xyz=(0.0, 1.0, 0.0)),), actuators=(ACTUATOR,), sensors=(own,))
    written = write(scene(link("a"), link("b"), hip))
    assert [node.name for node in written.root.walk() if node.cls == "HingePerceptor"] == ["angle"]
    assert "joint-perceptor-defaulted" not in written.codes


# ---------------------------------------------------------------- structure (R3, R9, R12), hints (R11)


def test_agent_and_ball_keep_class_and_path_after_an_edit(tmp_path: Path) -> None:
    agent = f"(nd Space (setName bot) (nd AgentAspect (setName body) {BODY} (nd SayEffector)))"
    ball = "(nd Ball (setName Ball) (nd RigidBody (setName physics) (setSphereTotal 1 1)) (nd SphereCollider (setName geometry)))"
    root = edited(tmp_path, f"{agent} {ball}")
    assert [child.cls for child in root.named("bot").children] == ["AgentAspect"]
    (top,) = (child for child in root.children if child.cls == "Ball")
    assert [child.name for child in top.children] == ["physics", "geometry"]


@pytest.mark.parametrize(
    "around",
    [
        "(nd RigidBody (setName body) (setBoxTotal 1 1 1 1) {})",
        BODY + "(nd BoxCollider {})",
        BODY + "(nd BaseNode {})",
        BODY + "(nd TimePerceptor {})",
        BODY + "(nd Light {})",
        BODY + "(nd Sphere (setRadius 1) {})",
        BODY + "(nd HingeJoint (attach ../body) {})",
        BODY + "(nd HingeJoint (attach ../body) (nd HingeEffector {}))",
        BODY + "(nd Battery (nd BatteryPerceptor {}))",
        BODY + "(nd TransformCollider (nd BoxCollider {}))",
    ],
)
def test_a_visual_is_read_wherever_it_stands(read: Reader, around: str) -> None:
    """SimSpark passes the pose through every node, and draws what is below any."""
    shape = "(nd Transform (setLocalPos 0 0 0.5) (nd Sphere (setName inner) (setRadius 0.1)))"
    result = read(f"((nd Transform (setName a) (setLocalPos 0 0 1) {around.format(shape)}))")
    inner = [visual for visual in result.link_summary("a").visuals if visual.path.endswith("inner")]
    assert [tuple(visual.pose[:3]) for visual in inner] == [(0, 0, 1.5)]
    assert not [code for code in result.codes if code.endswith("-dropped") or code == "node-empty-ineffective"]


def test_static_parts_stay_in_the_space_of_the_robot_after_an_edit(tmp_path: Path) -> None:
    """In a Space of their own they touch the robot, which then hangs in the air."""
    torso = f"(nd Transform (setName torso) {BODY} (nd BoxCollider))"
    shoulder = "(nd Transform (setName shoulder) (setLocalPos 0 0 1) (nd SphereCollider (setRadius 0.05)))"
    root = edited(tmp_path, f"(nd Space (setName bot) (disableInnerCollision true) {torso} {shoulder})")
    (space,) = (node for node in root.walk() if node.cls == "Space")
    assert {node.cls for node in space.walk()} >= {"BoxCollider", "SphereCollider"}


def test_the_finding_about_the_step_names_the_variable_of_spark_rb() -> None:
    report = stepped(0.001)
    (reported,) = (finding for finding in report.findings if finding.code == "step-dropped")
    assert "$serverSimulationStep" in reported.because and "spark.rb" in reported.because


def stepped(step: float) -> Report:
    world = ir.World(id="w", profiles=(ir.PhysicsProfile(engine="ode", step=step),))
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        return scenec.write(ir.Scene(worlds=(world,)), Path(folder) / "s.rsg")


def test_a_touch_sensor_stands_beside_the_colliders_that_feed_it() -> None:
    sensor = ir.Sensor(name="touch", type="contact", pose=pose(0.1))
    written = write(scene(link("foot", sensors=(sensor,), collisions=(ir.Collision(geometry=ir.Sphere(radius=0.1)),))))
    assert "Transform" not in [child.cls for child in written.root.named("foot").children]
    assert written.finding("sensor-pose-approximated").level == "note"


def test_a_touch_sensor_that_nothing_can_feed_is_reported_and_left_out() -> None:
    written = write(scene(link("foot", sensors=(ir.Sensor(name="touch", type="contact"),))))
    assert "TouchPerceptor" not in written.text
    assert "colliders of its link" in written.finding("sensor-dropped").because


def test_a_sensor_of_a_link_that_stands_still_is_reported_and_left_out(tmp_path: Path) -> None:
    """SimSpark has the sensor, and nothing that feeds it there."""
    body = '<body name="post"><geom size=".1"/><site name="s"/></body>'
    (tmp_path / "post.xml").write_text(f'<mujoco><worldbody>{body}</worldbody><sensor><force site="s"/></sensor></mujoco>')
    report = scenec.convert(tmp_path / "post.xml", tmp_path / "post.rsg")
    (reported,) = [finding for finding in report.findings if finding.category == "sensing"]
    assert (reported.code, reported.subject) == ("sensor-on-fixed-link-dropped", "post::post::force_torque")
