"""Spaces, names, who touches whom, sensors, lights, and what the world cannot say."""

from __future__ import annotations

from pathlib import Path

import pytest

import scenec
from scenec import ir
from tests.converters.rsg.writing import Written, joint, link, pose, scene, write

FIXTURES = Path(__file__).parents[3] / "fixtures"


def test_links_of_a_robot_stand_side_by_side_in_a_space() -> None:
    [space] = write(scene(link("base"), link("arm"), joint("elbow", "base", "arm"))).root.children
    assert (space.cls, space.name) == ("Space", "robot")
    assert [child.name for child in space.children] == ["base", "arm"]


@pytest.mark.parametrize(("collide", "said"), [(False, ("true",)), (True, None)])
def test_a_space_says_whether_its_bodies_touch(collide: bool, said: tuple[str, ...] | None) -> None:
    model = ir.Model(id="robot", name="robot", self_collide=collide)
    assert write(scene(model, link("base"))).root.first("Space").get("disableInnerCollision") == said


def test_a_link_that_touches_other_than_its_model_is_an_error() -> None:
    written = write(scene(link("a"), link("b"), link("c", self_collide=True)))
    assert written.finding("self-collision-approximated").subject == "robot::c"
    assert written.finding("self-collision-approximated").level == "error"


@pytest.mark.findings("joint-model-dropped")
def test_a_nested_model_shares_the_space_and_keeps_its_name() -> None:
    outer, inner = ir.Model(id="robot", name="robot"), ir.Model(id="tool", name="tool", parent="robot", pose=pose(0, 0, 1))
    [space] = write(scene(outer, inner, link("base"), link("grip", model="tool"), joint("wrist", "base", "grip"))).root.children
    assert [child.name for child in space.children] == ["base", "tool::grip"]
    assert space.first("HingeJoint").get("attach") == ("../body", "../../base/body")


def test_links_of_one_name_are_distinguished() -> None:
    written = write(scene(link("a", name="wheel"), link("b", name="wheel"), joint("axle", "a", "b")))
    assert [child.name for child in written.root.children[0].children] == ["wheel", "wheel_2"]
    assert written.root.first("HingeJoint").get("attach") == ("../body", "../../wheel/body")
    assert written.finding("name-made-unique").target == "wheel_2"


@pytest.mark.parametrize(
    ("name", "legal"),
    [("left arm", "left%20arm"), ("a/b", "a%2Fb"), ("$x", "%24x"), ('"quoted"', "%22quoted%22"), ("50%25 a", "50%2525%20a")],
)
def test_a_name_that_paths_and_messages_cannot_hold_is_escaped(name: str, legal: str) -> None:
    written = write(scene(link("a", name=name), link("b"), joint("j", "a", "b")))
    assert written.root.first("HingeJoint").get("attach") == ("../body", f"../../{legal}/body")
    assert written.finding("name-characters-escaped").value == name


def test_the_size_of_a_plane_to_touch_is_no_loss() -> None:
    """Gazebo's own collision planes have no end, so the file says as much as the source means."""
    floor = ir.Collision(name="floor", geometry=ir.Plane(size=(10.0, 10.0)))
    still = ir.Model(id="m", name="m", static=True)
    written = write(scene(still, link("ground", model="m", inertial=None, collisions=(floor,))))
    assert written.root.first("PlaneCollider").get("setParams") == ("0", "0", "1", "0")
    finding = written.finding("plane-size-ineffective")
    assert (finding.level, finding.subject, finding.value) == ("note", "m::ground::floor", "10 x 10 m")
    assert all("plane-size-dropped" not in each.code for each in written.findings)


def test_where_along_itself_a_lone_plane_stands_is_reported_to_mean_nothing(tmp_path: Path) -> None:
    """Numbers that the file states one by one: x and y do nothing where nothing is drawn, z is how high the floor is."""
    floor = """<SceneFile><nodelist><node name="floor"><origname>plane</origname><filename>PRIMITIVE</filename>
    <noVisual>true</noVisual><physicmode>plane</physicmode><position><x>1</x><y>2</y><z>-1</z></position><movable>false</movable></node></nodelist></SceneFile>"""
    (tmp_path / "floor.scene").write_text(floor)
    report = scenec.convert(tmp_path / "floor.scene", tmp_path / "floor.rsg")
    assert "(setParams 0 0 1 -1)" in (tmp_path / "floor.rsg").read_text()
    fates = {line.path.split("/")[-2]: line.fate for line in report.ledger if "/position" in line.path}
    assert fates == {"x[1]": "dropped", "y[1]": "dropped", "z[1]": "kept"}
    assert [finding.level for finding in report.findings if finding.code == "plane-position-ineffective"] == ["note"]


def test_what_stands_still_and_states_no_mass_loses_none() -> None:
    """SDFormat gives every link a mass, which nothing that is static needs."""
    shape = ir.Collision(geometry=ir.Sphere(radius=1.0))
    house = link("stone", model="m", collisions=(shape,), inertial=ir.Inertial(mass=1.0))
    written = write(scene(ir.Model(id="m", name="house", static=True), house))
    assert written.finding("mass-ineffective").level == "note"
    assert "inertial-dropped" not in written.codes


def test_what_never_moves_has_no_body() -> None:
    shapes = (
        ir.Collision(name="step", geometry=ir.Box(size=(1.0, 1.0, 0.1)), pose=pose(0, 0, 0.5)),
        ir.Collision(geometry=ir.Sphere(radius=1.0)),
    )
    house = write(
        scene(ir.Model(id="m", name="house", static=True), link("stairs", model="m", pose=pose(2), collisions=shapes))
    ).root.first("Space")
    assert "RigidBody" not in {node.cls for node in house.walk()}
    assert [child.get("setLocalPos") for child in house.children] == [("2", "0", "0.5"), ("2", "0", "0"), ("2", "0", "0")]
    assert house.children[-1].name == "stairs"  # a named place beside them


def test_a_named_place_is_a_transform_that_the_importer_keeps() -> None:
    mount = ir.Frame(id="f", name="mount", model="robot", attached_to="base", pose=pose(0, 0, 0.25))
    place = write(scene(link("base"), mount)).root.named("mount")
    assert place.get("setLocalPos") == ("0", "0", "0.25")
    assert [child.cls for child in place.children] == ["BaseNode"]


def test_the_first_joint_of_a_file_is_no_slider() -> None:
    root = write(scene(link("base"), link("arm"), joint("rail", "base", "arm", "prismatic"))).root
    assert [node.cls for node in root.walk() if node.cls.endswith("Joint")] == ["BallJoint", "SliderJoint"]
    assert root.first("BallJoint").name == "unused"


# ---------------------------------------------------------------- sensors and lights


@pytest.mark.findings("sensor-render-server-needed")
def test_a_camera_looks_along_y_of_its_transform() -> None:
    eye = ir.Sensor(name="eye", type="camera", pose=pose(0.1), cameras=(ir.Camera(width=320, height=240, horizontal_fov=1.0),))
    head = write(scene(link("head", sensors=(eye,)))).root.named("head")
    assert head.children[-1].calls == [("setLocalPos", ("0.1", "0", "0")), ("setLocalRotation", ("0", "0", "-90"))]
    assert head.first("ImagePerceptor").get("setResolution") == ("320", "240")


def test_an_imu_is_a_gyroscope_and_an_accelerometer() -> None:
    written = write(scene(link("torso", sensors=(ir.Sensor(name="imu", type="imu"),))))
    assert [written.root.first(cls).name for cls in ("GyroRatePerceptor", "Accelerometer")] == ["imu", "imu"]
    assert "sensor-imu-split" in written.codes


def test_a_touch_sensor_is_fed_by_the_colliders_of_its_link() -> None:
    foot = link("foot", sensors=(ir.Sensor(name="touch", type="contact"),), collisions=(ir.Collision(geometry=ir.Sphere(radius=0.1)),))
    root = write(scene(foot)).root
    assert root.first("TouchPerceptor").name == "touch"
    assert [child.cls for child in root.first("SphereCollider").children] == ["ContactJointHandler", "PerceptorHandler"]
    order = root.named("foot").order
    assert order.index("nd TouchPerceptor") < order.index("nd SphereCollider")


def test_a_force_sensor_is_made_before_the_handler_that_looks_for_it() -> None:
    """A TouchPerceptorHandler looks for its perceptor once, when it is made: all NAO feet were dead."""
    foot = link("foot", sensors=(ir.Sensor(name="f", type="force_torque"),), collisions=(ir.Collision(geometry=ir.Sphere(radius=0.1)),))
    root = write(scene(foot)).root
    assert [child.cls for child in root.first("SphereCollider").children] == ["TouchPerceptorHandler"]
    order = root.named("foot").order
    assert order.index("nd ForceResistancePerceptor") < order.index("nd SphereCollider")


def test_lights_are_points() -> None:
    lights = (
        ir.Light(name="bulb", type="point", pose=pose(0, 0, 3), diffuse=(1.0, 0.5, 0.25, 1.0)),
        ir.Light(name="sun", type="directional"),
    )
    written = write(scene(link("a"), lights=lights))
    assert written.root.first("Light").get("setDiffuse") == ("1", "0.5", "0.25", "1")
    assert written.finding("light-unsupported-dropped").subject == "sun"


# ---------------------------------------------------------------- the world


@pytest.mark.parametrize(
    ("gravity", "level"), [((0.0, 0.0, -9.81), "note"), ((0.0, 0.0, -9.80665), "warning"), ((0.0, 0.0, -1.62), "error")]
)
def test_gravity_is_reported_by_how_much_it_differs(gravity: ir.Vec3, level: str) -> None:
    written = write(scene(link("a"), worlds=(ir.World(id="w", gravity=gravity),)))
    assert written.finding("gravity-dropped").level == level


@pytest.mark.parametrize(("law", "name", "was"), [("min", "minimum", "0.5"), ("max", "maximum", "0.8")])
def test_one_law_of_friction_is_as_good_as_another_where_all_surfaces_are_the_same(law: str, name: str, was: str) -> None:
    def written(*mus: float) -> Written:
        shapes = tuple(ir.Collision(geometry=ir.Sphere(radius=1.0), surface=ir.Surface(mu=mu, mu2=mu)) for mu in mus)
        return write(scene(link("a", collisions=shapes), friction_law=law))

    assert "friction-law-approximated" not in written(0.8, 0.8).codes
    finding = written(0.8, 0.5).finding("friction-law-approximated")
    assert (finding.value, finding.target) == (name, "mean")
    assert f"(0.5 and 0.8) have the friction 0.65, not {was}." in finding.consequence


# ---------------------------------------------------------------- there and back


@pytest.mark.findings("*", reason="every kind of part; the second conversion is judged")
@pytest.mark.parametrize(
    "name", ["humanoid/humanoid.ros2", "hinges.ros2", "sliders.ros2", "shapes.ros2", "sensors.ros2", "sdformat/joints.sdf"]
)
def test_what_is_written_is_read_as_it_was_meant_and_written_again_as_it_was(name: str, tmp_path: Path) -> None:
    first, again = tmp_path / "a" / "s.rsg", tmp_path / "b" / "s.rsg"
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
    scenec.convert(FIXTURES / name, first)
    report = scenec.convert(first, again, search_path=[first.parent])
    assert again.read_text() == first.read_text()
    assert [finding.code for finding in report.findings if finding.level != "note" and not finding.ineffective] == []
    source, result = (scenec.read(path)[0].physics() for path in (FIXTURES / name, first))
    assert result.total.mass == pytest.approx(source.total.mass, rel=1e-9)
    assert {one.path.rpartition("::")[2]: pytest.approx(one.com, abs=1e-9) for one in source.links if not one.static} == {
        one.path.rpartition("::")[2]: one.com for one in result.links if not one.static
    }


def test_colours_can_have_a_material_file_of_their_own(tmp_path: Path) -> None:
    """SimSpark reads it with the mesh that names it, before the first shape asks for a material."""
    scene_file = tmp_path / "s.rsg"
    red = ir.Visual(name="hull", geometry=ir.Sphere(radius=1.0), material=ir.Material(diffuse=(0.8, 0.1, 0.2, 1.0)))
    report = scenec.write(scene(link("a", visuals=(red,))), scene_file, materials="generate")
    assert "material-diffuse-approximated" not in {finding.code for finding in report.findings}
    assert "(nd StaticMesh (load s_assets/materials.obj) (setVisible 0))" in scene_file.read_text().splitlines()[3]
    back, _ = scenec.read(scene_file)
    [hull] = [visual for one in back.physics().links for visual in one.visuals if visual.path.endswith("hull")]
    assert hull.color == (0.8, 0.1, 0.2, 1.0)
