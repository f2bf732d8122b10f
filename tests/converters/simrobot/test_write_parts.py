"""Shapes, looks, motors, sensors, lights: what SimRobot's elements say of them, and what is reported where it has none."""

from __future__ import annotations

import math
import warnings
from itertools import pairwise
from pathlib import Path

import pytest

from scenec import ir
from scenec.converters.simrobot.write.values import angle
from scenec.ir.blocks import Block
from tests.converters.simrobot.writing import joint, link, pose, scene, write

CHECKER = Path(__file__).parents[3] / "fixtures" / "checker.png"


def driven(*actuators: ir.Actuator, limits: ir.Limits | None = None) -> ir.Scene:
    axis = ir.Axis(xyz=(0.0, 1.0, 0.0), limits=limits)
    return scene(link("base"), link("arm"), joint("elbow", "base", "arm", axes=(axis,), actuators=actuators))


SERVO = ir.Actuator(kind="PID", command="position", output="velocity", gains=ir.Gains(p=8.0), max_effort=5.0, max_velocity=math.pi)


def test_a_position_drive_is_a_servo() -> None:
    assert '<ServoMotor maxVelocity="180degree/s" maxForce="5N" p="8"/>' in write(driven(SERVO)).text


def test_gains_of_an_effort_do_not_become_gains_of_a_velocity() -> None:
    torque = ir.Actuator(kind="PID", command="position", output="effort", gains=ir.Gains(p=900.0), max_effort=5.0, max_velocity=3.0)
    written = write(driven(torque))
    assert "900" not in written.text
    assert {"actuator-gain-defaulted", "actuator-gain-dropped"} <= written.codes


def test_a_limit_is_a_cap_and_no_motor_unless_asked_for() -> None:
    limits = ir.Limits(lower=-1.0, upper=1.0, effort=7.0, velocity=2.0)
    written = write(driven(limits=limits))
    assert "Motor" not in written.text
    finding = written.finding("joint-effort-velocity-limit-dropped")
    assert (finding.category, finding.value) == ("control", "7 N m, 2 rad/s")
    asked = write(driven(limits=limits), motors="velocity")
    assert '<VelocityMotor maxVelocity="2radian/s" maxForce="7N"/>' in asked.text
    assert asked.finding("actuator-defaulted").fate == "defaulted"


def test_a_motor_that_takes_torques_is_reported_with_its_joint() -> None:
    torque = ir.Actuator(kind="motor", name="muscle", command="effort", output="effort", max_effort=5.0, max_velocity=3.0)
    written = write(driven(torque))
    finding = written.finding("motor-dropped")
    assert (finding.subject, finding.category, finding.value) == ("m::elbow", "control", "muscle")
    assert "Motor" not in written.text


def test_of_two_motors_of_an_axis_the_second_is_reported() -> None:
    spare = ir.Actuator(kind="motor", name="spare", command="velocity", output="velocity", max_effort=1.0, max_velocity=1.0)
    written = write(driven(SERVO, spare))
    assert written.text.count("Motor ") == 1
    assert written.finding("motor-dropped").value == "spare"


def test_a_shape_that_only_feels_and_has_no_sensor_is_reported() -> None:
    goal = ir.Collision(name="goal", geometry=ir.Box(size=(1.0, 2.0, 1.0)), sensing_only=True)
    written = write(scene(ir.Model(id="m", name="field", static=True), link("field", collisions=(goal,), inertial=None)))
    finding = written.finding("trigger-shape-bounds-dropped")
    assert (finding.subject, finding.fate, finding.level) == ("field::field::goal", "dropped", "error")
    assert "BoxGeometry" not in written.text


def test_each_look_whose_mesh_is_not_there_is_reported_by_its_own_name() -> None:
    gone = ir.Mesh(id="gone", uri="gone.obj")
    looks = tuple(ir.Visual(geometry=ir.MeshShape(mesh="gone")) for _ in range(2))
    written = write(scene(link("base", visuals=looks), gone))
    assert [finding.subject for finding in written.all("visual-kind-dropped")] == ["m::base::mesh", "m::base::mesh_2"]


def test_a_plane_to_touch_is_a_large_box_below_it() -> None:
    plane = ir.Collision(name="floor", geometry=ir.Plane())
    ground = ir.Model(id="m", name="ground", static=True)
    written = write(scene(ground, link("ground", collisions=(plane,), inertial=None)))
    [shape] = written.scene.physics().links[0].collisions
    assert (shape.size["z"], shape.pose[:3]) == (1000, (0, 0, -500))
    assert written.finding("plane-approximated").level == "warning"


@pytest.mark.parametrize("normal", [(1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (0.0, 0.0, -1.0)])
def test_a_tilted_plane_faces_where_its_normal_points(normal: ir.Vec3) -> None:
    body = link("wall", collisions=(ir.Collision(name="wall", geometry=ir.Plane(normal=normal)),))
    [shape] = write(scene(body)).scene.physics().links[0].collisions
    assert [round(part, 9) for part in shape.pose[:3]] == [0.0 - 500 * part for part in normal]


def test_a_mesh_to_touch_becomes_the_simple_shape_that_comes_nearest() -> None:
    mesh = ir.Mesh(id="mesh", name="rock", data=triangle())
    written = write(scene(link("rock", collisions=(ir.Collision(name="c", geometry=ir.MeshShape(mesh="mesh")),)), mesh))
    [shape] = written.scene.physics().links[0].collisions
    assert (shape.type, shape.pose[:3], shape.size["x"], shape.size["y"]) == ("box", (0.5, 0.25, 0.0), 1.0, 0.5)
    assert written.finding("collision-shape-approximated").level == "warning"


def test_a_shape_of_which_nothing_is_known_cannot_be_touched_and_that_is_an_error() -> None:
    mesh = ir.Mesh(id="mesh", uri="model://rock/rock.dae")
    written = write(scene(link("rock", collisions=(ir.Collision(name="c", geometry=ir.MeshShape(mesh="mesh")),)), mesh))
    finding = written.finding("collision-kind-dropped")
    assert (finding.level, "rock.dae" in finding.because) == ("error", True)


def triangle() -> ir.MeshData:
    vertices = Block([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.5, 0.0]])
    group = ir.MeshGroup(name="side", faces=(ir.Faces(vertices=Block([[0, 1, 2]])),))
    return ir.MeshData(vertices=vertices, groups=(group,), smooth=True)


def test_vertices_that_two_appearances_share_stand_there_once() -> None:
    shape = ir.MeshShape(mesh="mesh")
    looks = tuple(ir.Visual(name=name, geometry=shape) for name in ("left", "right"))
    written = write(scene(link("leaf", visuals=looks), ir.Mesh(id="mesh", name="leaf", data=triangle())))
    assert written.text.count("<Vertices name") == 1 and written.text.count("<Vertices ref") == 2
    assert len(written.scene.meshes) == 1


def test_a_mirrored_mesh_turns_its_faces_round() -> None:
    look = ir.Visual(name="leaf", geometry=ir.MeshShape(mesh="mesh", scale=(-2.0, 1.0, 1.0)))
    data = write(scene(link("leaf", visuals=(look,)), ir.Mesh(id="mesh", name="leaf", data=triangle()))).scene.meshes[0].data
    assert data is not None
    assert data.vertices.array.tolist() == [[0, 0, 0], [-2, 0, 0], [0, 0.5, 0]]
    assert data.groups[0].faces[0].vertices.array.tolist() == [[2, 1, 0]]


@pytest.mark.parametrize(("scale", "z"), [((1.0, 1.0, 0.5), 0.8), ((0.25, 0.25, 1e-200), 1.0), ((1e-300, 1e200, 1e-300), 0.8)])
def test_normals_keep_their_direction_however_flat_a_mesh_is_scaled(scale: ir.Vec3, z: float) -> None:
    """The normals grow where the mesh shrinks, beyond numbers that can be squared."""
    group = ir.MeshGroup(name="side", faces=(ir.Faces(vertices=Block([[0, 1, 2]]), normals=Block([[0, 0, 0]])),))
    normal = (0.6, 0.0, 0.4) if scale[2] == 0.5 else (0.6, 0.0, 0.8)
    mesh = ir.MeshData(vertices=triangle().vertices, normals=Block([list(normal)]), groups=(group,), smooth=True)
    look = ir.Visual(name="leaf", geometry=ir.MeshShape(mesh="mesh", scale=scale))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        data = write(scene(link("leaf", visuals=(look,)), ir.Mesh(id="mesh", name="leaf", data=mesh))).scene.meshes[0].data
    assert data is not None and data.normals is not None
    assert data.normals.array[0].tolist() == pytest.approx([math.sqrt(1 - z * z), 0.0, z])


def test_a_mesh_that_is_drawn_flat_gets_a_normal_per_face() -> None:
    flat = ir.MeshData(vertices=triangle().vertices, groups=triangle().groups)
    look = ir.Visual(name="leaf", geometry=ir.MeshShape(mesh="mesh"))
    data = write(scene(link("leaf", visuals=(look,)), ir.Mesh(id="mesh", name="leaf", data=flat))).scene.meshes[0].data
    assert data is not None and data.normals is not None
    assert data.normals.array.tolist() == [[0, 0, 1]]


MAPPED = ir.Material(pbr=(ir.Pbr(albedo_map=ir.Texture(uri="images/checker.png", found=str(CHECKER))),))


@pytest.mark.parametrize(("core", "word"), [("", "diffuseTexture"), ("core3", "texture")])
def test_an_albedo_map_is_the_texture_of_a_mesh_that_has_coordinates_for_it(core: str, word: str) -> None:
    corners = Block([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    faces = (ir.Faces(vertices=Block([[0, 1, 2]]), texcoords=Block([[0, 1, 2]])),)
    groups = (ir.MeshGroup(name="tile", faces=faces),)
    data = ir.MeshData(vertices=corners, texcoords=Block([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]), groups=groups)
    tile = ir.Visual(name="tile", geometry=ir.MeshShape(mesh="m1"), material=MAPPED)
    written = write(scene(link("tile", visuals=(tile,)), meshes=(ir.Mesh(id="m1", data=data),)), version=core)
    assert written.copies == {"robot_assets/checker.png": str(CHECKER)}
    assert f'{word}="robot_assets/checker.png"' in written.text
    assert "#ffffff" in written.text, "no colour is stated, so the image is drawn as it is"
    assert "material-pbr-dropped" not in written.codes


def test_an_albedo_map_of_a_shape_that_simrobot_draws_plain_is_reported() -> None:
    written = write(scene(link("tile", visuals=(ir.Visual(name="tile", geometry=ir.Sphere(radius=1.0), material=MAPPED),))))
    assert "exture" not in written.text
    assert "material-dropped" in written.codes


def test_textures_are_copied_beside_the_scene() -> None:
    texture = ir.Texture(uri="images/checker.png", found=str(CHECKER))
    paint = ir.Material(diffuse=(1.0, 1.0, 1.0, 1.0), diffuse_texture=texture)
    look = ir.Visual(name="tile", geometry=ir.Sphere(radius=1.0), material=paint)
    written = write(scene(link("tile", visuals=(look,))))
    assert written.copies == {"robot_assets/checker.png": str(CHECKER)}
    assert 'diffuseTexture="robot_assets/checker.png"' in written.text


def test_an_imu_is_split_in_two() -> None:
    written = write(scene(link("base", sensors=(ir.Sensor(name="imu", type="imu", pose=pose(z=0.1)),))))
    parts = [("imu_gyroscope", "gyroscope"), ("imu_accelerometer", "accelerometer")]
    assert [(sensor.name, sensor.type) for sensor in written.link("base").sensors] == parts
    assert written.finding("sensor-split").level == "note"


@pytest.mark.parametrize(
    ("missing", "camera", "written"),
    [
        ("width", ir.Camera(height=480, horizontal_fov=1.0), 'imageWidth="640"'),
        ("height", ir.Camera(width=640, horizontal_fov=1.0), 'imageHeight="480"'),
        ("horizontal field of view", ir.Camera(width=640, height=480), 'angleX="60degree"'),
    ],
)
def test_a_camera_setting_that_the_source_does_not_state_is_reported(missing: str, camera: ir.Camera, written: str) -> None:
    result = write(scene(link("a", sensors=(ir.Sensor(name="eye", type="camera", cameras=(camera,)),))))
    assert written in result.text
    assert result.finding("sensor-camera-defaulted").because == f"The source does not state {missing}, and SimRobot needs it."


def test_gravity_to_the_side_is_reported_by_axis() -> None:
    leaning = ir.World(id="w", name="S", gravity=(0.5, -0.25, -9.0))
    written = write(scene(link("a"), worlds=(leaning,)))
    assert 'gravity="-9m/s^2"' in written.text
    assert written.finding("gravity-approximated").value == "0.5 -0.25 -9"


def test_a_camera_without_a_vertical_opening_has_square_pixels() -> None:
    camera = ir.Camera(width=640, height=480, horizontal_fov=math.pi / 2)
    written = write(scene(link("base", sensors=(ir.Sensor(name="eye", type="camera", cameras=(camera,)),))))
    vertical = written.link("base").sensors[0].cameras[0].vertical_fov
    assert vertical is not None and math.isclose(math.tan(vertical / 2), 0.75)


def test_a_light_says_which_way_it_travels_with_components_up_to_one() -> None:
    sun = ir.Light(name="sun", type="directional", direction=(3.0, 0.0, -4.0))
    written = write(scene(link("base"), sun))
    assert '<DirLight x="0.3" z="-0.4"/>' in written.text


def test_names_that_simrobot_cannot_write_are_escaped_and_reported() -> None:
    written = write(scene(link('the "big" $one')))
    assert written.scene.links[0].name == "the %22big%22 %24one"
    assert written.finding("name-characters-escaped").fate == "converted"


def test_a_model_whose_links_touch_each_other_keeps_that_and_one_whose_do_not_does_not() -> None:
    def two(collide: bool) -> ir.Scene:
        return scene(ir.Model(id="m", name="a", self_collide=collide), link("a"), link("b"), joint("j", "a", "b"))

    assert [link.self_collide for link in write(two(True)).scene.physics().links] == [False, True]
    assert [link.self_collide for link in write(two(False)).scene.physics().links] == [False, False]


BALL = (ir.Collision(name="ball", geometry=ir.Sphere(radius=0.1)),)


def chain(*names: str, shaped: str) -> ir.Scene:
    """A chain of links that touch each other unless they share a joint; only some of them have a shape."""
    links = [link(name, collisions=BALL if name in shaped else ()) for name in names]
    joints = [joint(f"{a}{b}", a, b) for a, b in pairwise(names)]
    return scene(ir.Model(id="m", name="chain", self_collide=True), *links, *joints)


def test_links_that_touch_unless_they_share_a_joint_are_exact_where_no_two_neighbours_have_shapes() -> None:
    written = write(chain("a", "b", "c", shaped="ac"))
    assert "self-collision-approximated" not in written.codes
    assert [link.self_collide for link in written.scene.physics().links] == [False, True, True]


def test_otherwise_links_that_share_a_joint_touch_too_and_that_is_an_error() -> None:
    finding = write(chain("a", "b", "c", shaped="abc")).finding("self-collision-approximated")
    assert (finding.level, finding.subject) == ("error", "chain")


def spread(*x: float) -> ir.Scene:
    """Balls of 0.1 m at these places, each on a joint of the one before."""
    links = [link(f"l{i}", collisions=BALL, pose=pose(x=at)) for i, at in enumerate(x)]
    joints = [joint(f"j{i}", f"l{i}", f"l{i + 1}") for i in range(len(x) - 1)]
    return scene(ir.Model(id="m", name="row", self_collide=True), *links, *joints)


def test_bodies_that_overlap_a_neighbour_at_the_start_do_not_touch_it_and_that_is_a_warning() -> None:
    """ODE hurls them apart at up to 1.5e7 m/s."""
    written = write(spread(0.0, 0.15, 0.4, 0.65))
    assert [each.self_collide for each in written.scene.physics().links] == [False, False, True, True]
    findings = written.all("self-collision-overlap-dropped")
    assert [(each.level, each.subject) for each in findings] == [("warning", "row::l1")], "the root has no collideWithParent anyway"


def test_bodies_with_gaps_at_their_joints_touch_each_other() -> None:
    written = write(spread(0.0, 0.21, 0.42))
    assert [each.self_collide for each in written.scene.physics().links] == [False, True, True]
    assert "self-collision-overlap-dropped" not in written.codes


def test_a_link_that_says_itself_that_it_touches_others_does_not_where_it_overlaps_a_neighbour() -> None:
    base, arm = link("base", collisions=BALL), link("arm", collisions=BALL, self_collide=True)
    written = write(scene(base, arm, joint("j", "base", "arm")))
    assert "collideWithParent" not in written.text
    assert written.finding("self-collision-overlap-dropped").subject == "m::arm"
    own = write(scene(base, arm, joint("j", "base", "arm")), source_format="simrobot")
    assert 'collideWithParent="true"' in own.text, "SimRobot's own scenes stay as they are"


def test_loose_parts_of_one_model_always_touch_and_that_is_an_error() -> None:
    loose = scene(ir.Model(id="m", name="pile", self_collide=False), link("a", collisions=BALL), link("b", collisions=BALL))
    assert write(loose).finding("self-collision-approximated").level == "error"


def test_meshes_of_one_name_are_distinguished_once_and_for_all() -> None:
    """Names of definitions are made from each other, so that writing what was read back changes none."""
    meshes = [ir.Mesh(id=f"mesh{i}", name="leaf", data=triangle()) for i in (1, 2)]
    looks = tuple(ir.Visual(name=f"look{i}", geometry=ir.MeshShape(mesh=mesh.id)) for i in (1, 2) for mesh in meshes)
    once = write(scene(link("leaf", visuals=looks), *meshes))
    assert '<Vertices name="leaf_2">' in once.text
    assert write(once.scene, source_format="simrobot").text == once.text


def test_a_look_as_transparent_as_its_link_says_has_that_alpha() -> None:
    glass = ir.Visual(name="glass", geometry=ir.Sphere(radius=0.1), material=ir.Material(diffuse=(1.0, 0.0, 0.0, 1.0)), transparency=0.4)
    assert 'diffuseColor="#ff000099"' in write(scene(link("base", visuals=(glass,)))).text


def test_a_light_of_a_link_shines_from_where_the_link_stands_and_says_that_it_stays_there() -> None:
    lamp = ir.Light(name="lamp", type="point", pose=pose(z=0.5))
    written = write(scene(link("head", pose=pose(z=1.0), lights=(lamp,))))
    assert '<PointLight z="1.5m"/>' in written.text
    assert written.finding("light-still-approximated").level == "warning"


def test_light_that_grows_with_distance_is_refused_by_simrobot_and_left_as_it_is_by_default() -> None:
    lamp = ir.Light(name="lamp", type="point", attenuation=ir.Attenuation(constant=-2.0, linear=0.5))
    written = write(scene(link("base"), lamp))
    assert '<PointLight linearAttenuation="0.5"/>' in written.text
    assert "light-attenuation-approximated" in written.codes


@pytest.mark.parametrize("fading", [(1.0, 0.0, 0.0), (0.0, 1.0, 1.0)])
def test_light_fades_in_simrobot_as_it_did(fading: tuple[float, float, float]) -> None:
    """SimRobot's defaults are 1, 0 and 0. Left out as if they were defaults, 0, 1 and 1 would be read as these."""
    lamp = ir.Light(name="lamp", type="point", attenuation=ir.Attenuation(constant=fading[0], linear=fading[1], quadratic=fading[2]))
    written = write(scene(link("base"), lamp))
    assert ("Attenuation" in written.text) is (fading != (1.0, 0.0, 0.0))
    read = written.scene.lights[0].attenuation
    assert read is not None
    assert (read.constant, read.linear, read.quadratic) == fading


def test_the_cameras_of_a_multicamera_stand_where_they_did() -> None:
    eyes = tuple(
        ir.Camera(name=name, pose=pose(y=y), width=640, height=480, horizontal_fov=1.0) for name, y in (("left", 0.1), ("right", -0.1))
    )
    written = write(scene(link("head", sensors=(ir.Sensor(name="eyes", type="multicamera", pose=pose(z=1.0), cameras=eyes),))))
    found = {sensor.path: sensor.pose[:3] for sensor in written.scene.physics().links[0].sensors}
    assert found == {"head::head::eyes_left": (0, 0.1, 1), "head::head::eyes_right": (0, -0.1, 1)}


def test_a_contact_sensor_that_feels_with_some_shapes_feels_with_all_and_says_so() -> None:
    shapes = (ir.Collision(name="toe", geometry=ir.Sphere(radius=0.1)), ir.Collision(name="heel", geometry=ir.Sphere(radius=0.1)))

    def foot(*felt: str) -> ir.Scene:
        return scene(
            link("foot", collisions=shapes, sensors=(ir.Sensor(name="s", type="contact", contact=ir.ContactTarget(collisions=felt)),))
        )

    assert "sensor-contact-approximated" in write(foot("toe")).codes
    assert "sensor-contact-approximated" not in write(foot("toe", "heel")).codes


def test_what_of_a_sensor_says_where_its_data_is_shown_is_named() -> None:
    eye = ir.Sensor(name="s", type="imu", visualize=True, topic="/imu", enable_metrics=True, frame="base")
    assert write(scene(link("head", sensors=(eye,)))).finding("sensor-display-dropped").value == "visualize, topic, enable_metrics, frame"


def test_a_colour_that_eight_bits_round_is_reported_with_its_value() -> None:
    paint = ir.Material(diffuse=(0.123, 0.25, 0.75, 1.0))
    written = write(scene(link("base", visuals=(ir.Visual(geometry=ir.Sphere(radius=1.0), material=paint),))), version="core3")
    assert written.finding("colour-rounded").value == "0.123 0.25 0.75 1"


def test_a_plane_to_see_is_a_face_of_its_size() -> None:
    floor = ir.Visual(name="floor", geometry=ir.Plane(size=(4.0, 2.0)), material=ir.Material(diffuse=(1.0, 1.0, 1.0, 1.0)))
    written = write(scene(link("base", visuals=(floor,))))
    [shape] = written.scene.physics().links[0].visuals
    assert (shape.type, shape.bounds) == ("mesh", ((-2, -1, 0), (2, 1, 0)))


def test_a_material_of_a_shape_that_is_left_out_is_left_out_too() -> None:
    lost = ir.Collision(name="c", geometry=ir.MeshShape(mesh="mesh"), surface=ir.Surface(mu=0.25))
    written = write(scene(link("rock", collisions=(lost,)), ir.Mesh(id="mesh", uri="rock.dae"), friction_law="min"))
    assert "Material" not in written.text


def test_friction_with_a_shape_that_is_left_out_is_not_lost_a_second_time() -> None:
    """A shape that is left out comes first or second in the table."""
    lost = ir.Collision(name="c", geometry=ir.MeshShape(mesh="mesh"), surface=ir.Surface(mu=2.0))
    ball = ir.Collision(name="ball", geometry=ir.Sphere(radius=0.1), surface=ir.Surface(mu=1.5))
    rock, wheel = link("rock", collisions=(lost,)), link("wheel", collisions=(ball,))
    for links in ((rock, wheel), (wheel, rock)):
        written = write(scene(*links, ir.Mesh(id="mesh", uri="rock.dae"), friction_law="min"))
        assert written.text.count("<Friction ") == 1
        assert "friction-pair-dropped" not in written.codes


def test_low_friction_is_lost_on_floors_of_other_files_and_that_is_a_warning() -> None:
    """SimRobot takes 1 for two materials that do not list each other."""

    def castor(mu: float, *floor: ir.Link) -> ir.Scene:
        ball = ir.Collision(name="castor", geometry=ir.Sphere(radius=0.1), surface=ir.Surface(mu=mu))
        models = (ir.Model(id="m", name="m"), ir.Model(id="floor", name="floor", static=True))
        return scene(*models, link("wheel", collisions=(ball,)), *floor, friction_law="min")

    finding = write(castor(0.1)).finding("friction-floor-approximated")
    assert (finding.level, finding.subject, finding.value) == ("warning", "material mu 0.1", "0.1")
    assert "friction-floor-approximated" not in write(castor(1.5)).codes
    ground = ir.Collision(name="ground", geometry=ir.Box(size=(9.0, 9.0, 0.1)), surface=ir.Surface(mu=1.0))
    assert "friction-floor-approximated" not in write(castor(0.1, link("ground", "floor", collisions=(ground,)))).codes


def test_what_computing_leaves_of_nothing_is_not_written() -> None:
    from scenec.converters.common.write_context import Placed
    from scenec.converters.simrobot.write.context import Writing
    from scenec.ir.pose import Pose
    from scenec.syntax.element import Element

    writing = object.__new__(Writing)
    writing.__dict__["smallest_distance"] = 1e-12
    out = Element("Body")
    writing.place(out, Placed(Pose((2e-13, 0.5, -1.38e-17)), computed=True))
    assert [child.attributes for child in out.children] == [{"y": "0.5m"}]


@pytest.mark.parametrize(
    ("radians", "text"),
    [
        (-1.74532925199433, "-100degree"),
        (0.785398163397448, "45degree"),
        (1.745329252, "1.745329252radian"),
        (1.5707963, "1.5707963radian"),
    ],
)
def test_the_15_digits_of_a_computed_angle_mean_as_many_degrees(radians: float, text: str) -> None:
    assert angle(radians).text == text


def test_a_visual_whose_colour_hides_it_stays() -> None:
    """SimRobot has no switch that hides a visual, but colours that do."""
    box = ir.Box(size=(1.0, 1.0, 1.0))
    shapes = (
        ir.Visual(name="clear", geometry=box, material=ir.Material(diffuse=(1.0, 0.0, 0.0, 0.0)), visible=False),
        ir.Visual(name="aside", geometry=box, material=ir.Material(diffuse=(1.0, 0.0, 0.0, 1.0)), visible=False),
    )
    written = write(scene(link("base", visuals=shapes)))
    assert 'name="clear"' in written.text and 'diffuseColor="#ff000000"' in written.text
    assert "aside" not in written.text
    assert [each.subject for each in written.findings if each.code == "visual-hidden-ineffective"] == ["m::base::aside"]


def test_findings_about_planes_and_sensors_of_joints_name_the_one_that_they_concern() -> None:
    plane = ir.Plane(size=(2.0, 2.0))
    floor = link("base", collisions=(ir.Collision(name="floor", geometry=plane),), visuals=(ir.Visual(name="floor", geometry=plane),))
    sensors = (ir.Sensor(type="joint_state"), ir.Sensor(type="joint_state"))
    written = write(scene(floor, link("arm"), joint("elbow", "base", "arm", axes=(ir.Axis(xyz=(0.0, 1.0, 0.0)),), sensors=sensors)))
    subjects = {code: [each.subject for each in written.findings if each.code == code] for code in written.codes}
    assert subjects["plane-approximated"] == ["m::base::floor"]
    assert subjects["plane-size-ineffective"] == ["m::base::floor"]
    assert subjects["joint-sensor-unsupported-dropped"] == ["m::arm::joint_state", "m::arm::joint_state_2"]
