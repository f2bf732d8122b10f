"""Parts of nodes and beside them: meshes, masks, materials, sensors, lights, and the forms of the file."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import msgspec
import pytest

from scenec import convert, ir
from scenec.ir.blocks import Block
from scenec.ir.inertia import Inertia
from scenec.ir.pose import Pose
from tests.converters.mars.writing import box, joint, link, read_back, robot, write

TETRAHEDRON = ir.MeshData(
    vertices=Block([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 3.0]]),
    groups=(ir.MeshGroup(name="all", faces=(ir.Faces(vertices=Block([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])),)),),
)


def with_mesh(shape: ir.MeshShape, mesh: ir.Mesh) -> ir.Scene:
    scene = robot([link("a", collisions=(ir.Collision(name="felt", geometry=shape),), visuals=(ir.Visual(name="seen", geometry=shape),))])
    return ir.Scene(worlds=scene.worlds, models=scene.models, links=scene.links, meshes=(mesh,))


# ---------------------------------------------------------------- meshes


def test_an_inline_mesh_is_written_with_y_up_and_measured() -> None:
    """MARS's loader turns (a, b, c) of a file into (a, -c, b), and stretches the physical mesh to `extend`."""
    written = write(with_mesh(ir.MeshShape(mesh="m1"), ir.Mesh(id="m1", name="tetra", data=TETRAHEDRON)))
    text = written.files["robot_assets/tetra.obj"].decode()
    vertices = [tuple(map(float, line.split()[1:])) for line in text.splitlines() if line.startswith("v ")]
    assert [(a, -c, b) for a, b, c in vertices] == [(0, 0, 0), (1, 0, 0), (0, 2, 0), (0, 0, 3)]
    felt = written.node("felt")
    assert (felt.keys["filename"], felt.vector("extend"), felt.vector("pivot")) == ("robot_assets/tetra.obj", (1, 2, 3), (0, 0, 0))
    assert list(written.files) == ["robot.scene", "robot_assets/tetra.obj"]


def test_a_mirrored_mesh_keeps_its_outside_out() -> None:
    shape = ir.MeshShape(mesh="m1", scale=(-1.0, 1.0, 1.0))
    text = write(with_mesh(shape, ir.Mesh(id="m1", name="tetra", data=TETRAHEDRON))).files["robot_assets/tetra.obj"].decode()
    assert "v -1 0 0" in text
    assert "f 2 3 1" in text.replace("//", " ") or "f 2 3 1" in text


@pytest.mark.parametrize(("centred", "codes"), [(True, ["mesh-centre-dropped"]), (False, [])])
def test_a_mesh_that_is_not_there_cannot_be_centred(centred: bool, codes: list[str]) -> None:
    shape = ir.MeshShape(mesh="m1", submesh="lid", center_submesh=centred)
    scene = robot([link("a", visuals=(ir.Visual(name="seen", geometry=shape),))])
    written = write(msgspec.structs.replace(scene, meshes=(ir.Mesh(id="m1", name="pot", uri="pot.dae"),)))
    assert [each.code for each in written.findings if each.code == "mesh-centre-dropped"] == codes


def test_an_obj_file_is_taken_over_and_its_node_turned_back(tmp_path: Path) -> None:
    """A file's z points to -y in MARS: turned back by a quarter about x it points up again."""
    file = tmp_path / "tetra.obj"
    file.write_text("v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")
    written = write(with_mesh(ir.MeshShape(mesh="m1"), ir.Mesh(id="m1", uri="tetra.obj", found=str(file))))
    assert written.copies == {"robot_assets/tetra.obj": str(file)}
    felt = written.node("felt")
    assert felt.vector("extend") == (1.0, 3.0, 2.0)
    shown = written.pose(felt).rotation.apply((0.0, -1.0, 0.0))  # where MARS's loader puts the file's z
    assert shown == pytest.approx((0.0, 0.0, 1.0))


# ---------------------------------------------------------------- who touches whom


def masks(scene: ir.Scene) -> dict[str, int]:
    return {node.name: int(node.keys["coll_bitmask"]) for node in write(scene).nodes if node.keys["coll_bitmask"] != "0"}


def chain(**model: bool) -> ir.Scene:
    """Three links in a row, with a box each, and the ground."""
    links = [link(name, collisions=(box(f"{name} box"),)) for name in ("one", "two", "three")]
    axis = ir.Axis(xyz=(0.0, 0.0, 1.0))
    scene = robot(links, [joint("one", "two", axes=[axis]), joint("two", "three", axes=[axis])], **model)
    ground = ir.Link(id="g", name="ground", model="still", collisions=(box("slab"),))
    still = ir.Model(id="still", name="still", static=True)
    return ir.Scene(worlds=scene.worlds, models=(*scene.models, still), links=(*scene.links, ground), joints=scene.joints)


def test_links_of_a_model_that_does_not_touch_itself_share_no_bit_but_all_touch_the_ground() -> None:
    found = masks(chain(self_collide=False))
    assert found["ground"] == 65535
    bits = [found[f"{name} box"] for name in ("one", "two", "three")]
    assert all(bits[i] & bits[j] == 0 for i in range(3) for j in range(i))
    assert all(0 < mask < 1 << 15 for mask in bits), "the sixteenth bit belongs to the rays of sensors"


def test_a_model_that_touches_itself_has_all_bits() -> None:
    assert set(masks(chain(self_collide=True)).values()) == {65535}


@pytest.mark.parametrize(("kind", "self_collide", "blind"), [("lidar", False, True), ("lidar", True, False), ("camera", False, False)])
def test_rays_that_do_not_meet_links_without_their_bit_are_reported(kind: str, self_collide: bool, blind: bool) -> None:
    scene = chain(self_collide=self_collide)
    eyed = msgspec.structs.replace(scene.links[0], sensors=(ir.Sensor(name="eye", type=kind),))
    written = write(msgspec.structs.replace(scene, links=(eyed, *scene.links[1:])))
    assert ("sensor-ray-approximated" in written.codes) == blind
    if blind:
        finding = written.finding("sensor-ray-approximated")
        assert (finding.level, finding.category, finding.subject) == ("warning", "sensing", "robot::one::eye")
        assert finding.target == "3 links"


ONE = ir.Inertial(mass=1.0, inertia=ir.Inertia(0.1, 0.1, 0.1))
"""Links without mass and joint would stand still."""


def test_two_models_touch_each_other_but_not_themselves() -> None:
    links = [ir.Link(id=f"{m}{i}", name=f"{m}{i}", model=m, inertial=ONE, collisions=(box(f"{m}{i} box"),)) for m in "ab" for i in range(3)]
    scene = ir.Scene(models=tuple(ir.Model(id=m, name=m, self_collide=False) for m in "ab"), links=tuple(links))
    found = masks(scene)
    for one in links:
        for other in links:
            if one is not other:
                touch = found[f"{one.name} box"] & found[f"{other.name} box"] != 0
                assert touch == (one.model != other.model), (one.name, other.name)


def test_where_fifteen_bits_do_not_suffice_it_is_reported_per_model() -> None:
    links = [ir.Link(id=f"{m}{i}", name=f"{m}{i}", model=m, inertial=ONE, collisions=(box("box"),)) for m in "ab" for i in range(5)]
    scene = ir.Scene(models=tuple(ir.Model(id=m, name=m, self_collide=False) for m in "ab"), links=tuple(links))
    finding = write(scene).finding("self-collision-approximated")
    assert (finding.level, finding.category, finding.subject) == ("error", "physics", "a")


# ---------------------------------------------------------------- looks and contacts


def test_nodes_of_equal_look_share_a_material() -> None:
    red = ir.Material(diffuse=(1.0, 0.0, 0.0, 1.0))
    visuals = tuple(ir.Visual(name=f"v{i}", geometry=ir.Sphere(radius=1.0), material=red) for i in range(3))
    written = write(robot([link("a", visuals=visuals)]))
    assert written.only("material").keys["id"] == "1"
    assert {node.keys.get("material_id") for node in written.nodes[1:]} == {"1"}


def test_opacity_is_written_as_the_transparency_that_mars_draws() -> None:
    glass = ir.Visual(name="glass", geometry=ir.Sphere(radius=1.0), material=ir.Material(diffuse=(0.0, 0.0, 1.0, 0.5)), transparency=0.5)
    material = write(robot([link("a", visuals=(glass,))])).only("material")
    assert material.number("transparency") == 0.75
    assert material.keys["diffuseFront"]["a"] == "1"


def test_friction_is_written_where_the_source_says_nothing() -> None:
    """The default 0.8 of MARS is that of no other format."""
    node = write(robot([link("a", collisions=(box("felt"),))])).node("felt")
    assert (node.number("cfriction1"), node.number("cfriction2")) == (1.0, 1.0)


@pytest.mark.parametrize(("law", "word", "was"), [("min", "minimum", "0.2"), ("max", "maximum", "1")])
def test_another_law_of_friction_is_reported_where_it_matters(law: str, word: str, was: str) -> None:
    smooth, rough = (box(str(mu), surface=ir.Surface(mu=mu, mu2=mu)) for mu in (0.2, 1.0))
    equal = robot([link("a", collisions=(smooth,))])
    different = robot([link("a", collisions=(smooth, rough))])
    assert "friction-law-approximated" not in write(ir.Scene(models=equal.models, links=equal.links, friction_law=law)).codes
    finding = write(ir.Scene(models=different.models, links=different.links, friction_law=law)).finding("friction-law-approximated")
    assert (finding.value, finding.target) == (word, "mean")
    assert f"(0.2 and 1) have the friction 0.6, not {was}." in finding.consequence


# ---------------------------------------------------------------- sensors, lights


def test_a_camera_stands_where_it_stood() -> None:
    """Degrees in the file; the pose counts from the first node, which stands at the centre of mass."""
    camera = ir.Sensor(
        name="eye",
        type="camera",
        pose=Pose((0.5, 0.0, 0.0)),
        cameras=(ir.Camera(width=320, height=240, horizontal_fov=1.5707963267948966),),
    )
    heavy = ir.Inertial(mass=1.0, pose=Pose((0.1, 0.0, 0.0)), inertia=Inertia(0.1, 0.1, 0.1))
    sensor = write(robot([link("a", inertial=heavy, sensors=(camera,))])).only("sensor")
    assert (sensor.keys["type"], sensor.keys["opening_width"]) == ("CameraSensor", "90")
    assert sensor.vector("position_offset") == pytest.approx((0.4, 0.0, 0.0))


def test_a_camera_that_hangs_in_the_world_stands_on_a_node_of_its_own_and_has_the_usual_picture() -> None:
    eye = ir.Sensor(name="eye", type="camera", pose=Pose((0.0, 0.0, 2.0)))
    wall = robot([link("wall", inertial=None, sensors=(eye,))])
    written = write(msgspec.structs.replace(wall, models=(ir.Model(id="m", name="wall", static=True),)))
    sensor, node = written.only("sensor"), written.only("node")
    assert sensor.keys["attached_node"] == node.keys["index"] and node.keys["movable"] == "false"
    assert (node.keys["noPhysical"], node.keys["noVisual"]) == ("true", "true"), "it is neither touched nor seen"
    assert [sensor.keys[key] for key in ("width", "height", "opening_width")] == ["640", "480", "90"]
    assert sensor.vector("position_offset") == (0.0, 0.0, 2.0)
    assert node.vector("extend") == (0.0, 0.0, 0.0)


def test_values_of_a_sensor_that_mars_lacks_count_as_dropped(tmp_path: Path) -> None:
    source = tmp_path / "gps.sdf"
    sensor = '<sensor name="gps" type="navsat"><update_rate>5</update_rate></sensor>'
    source.write_text(f'<sdf version="1.9"><model name="a"><link name="a">{sensor}</link></model></sdf>')
    report = convert(str(source), str(tmp_path / "gps.scene"))
    reported = next(finding for finding in report.findings if finding.fate == "dropped" and finding.value == "navsat")
    assert (reported.source is not None, report.totals["dropped"]) == (True, 3), "its name, type and rate"


def test_the_pose_of_a_sensor_of_a_joint_is_reported() -> None:
    """Joints of MARS have no frame for a sensor."""
    torque = ir.Sensor(name="torque", type="force_torque", pose=Pose((0.1, 0.2, 0.3)))
    hinge = joint("a", "b", axes=(ir.Axis(xyz=(0.0, 0.0, 1.0)),), sensors=(torque,))
    written = write(robot([link("a"), link("b")], [hinge]))
    assert written.finding("sensor-pose-approximated").value == "0.1 0.2 0.3 m"


def test_any_other_sensor_that_stands_elsewhere_gets_a_node_of_its_own() -> None:
    scan = ir.Scan(samples=11, lower=-0.5, upper=0.5)
    laser = ir.Sensor(name="laser", type="lidar", pose=Pose((0.5, 0.0, 0.0)), update_rate=20.0, lidar=ir.Lidar(horizontal=scan))
    written = write(robot([link("a", sensors=(laser,), collisions=(box("felt"),))]))
    node = written.node("laser")
    sensor = written.only("sensor")
    assert sensor.keys["attached_node"] == node.keys["index"]
    assert (sensor.number("rate"), sensor.number("opening_width"), sensor.keys["width"]) == (50.0, 1.0, "11")
    assert written.pose(node).position == pytest.approx((0.5, 0.0, 0.0))
    assert (node.keys["coll_bitmask"], node.vector("extend")) == ("0", (0.0, 0.0, 0.0))
    assert written.body("a")[0] == pytest.approx(1.0, rel=1e-15)


def test_a_sensor_at_the_centre_of_mass_stays_there_beside_another_one() -> None:
    """The node of the other sensor has a mass, so that the node of the link moves by a billionth of the way to it."""
    imu = ir.Sensor(name="imu", type="imu")
    laser = ir.Sensor(name="laser", type="lidar", pose=Pose((0.0, 0.0, 2.0)), lidar=ir.Lidar(horizontal=ir.Scan(samples=11)))
    written = write(robot([link("a", sensors=(imu, laser), collisions=(box("felt"),))]))
    assert written.pose(written.node("a")).position == pytest.approx((0.0, 0.0, -2e-9), rel=1e-6)
    assert written.pose(written.node("imu")).position == pytest.approx((0.0, 0.0, 0.0), abs=1e-18)
    assert written.body("a")[1] == pytest.approx((0.0, 0.0, 0.0), abs=1e-15)


def test_parallel_light_is_a_position_that_it_comes_from() -> None:
    sun = ir.Light(name="sun", type="directional", direction=(0.5, 0.0, -1.0))
    light = write(ir.Scene(lights=(sun,))).only("light")
    assert light.keys["directional"] == "true"
    assert light.vector("position") == (-0.5, 0.0, 1.0)


def test_the_maps_of_a_workflow_are_the_textures_of_mars() -> None:
    """Textures that MARS has are written; the numbers of the workflow are lost by themselves."""
    maps = ir.Pbr(albedo_map=ir.Texture(uri="wood.png"), normal_map=ir.Texture(uri="grain.png"), roughness=0.3)
    look = ir.Material(pbr=(maps,))
    written = write(robot([link("a", visuals=(ir.Visual(name="seen", geometry=ir.Box(size=(1.0, 1.0, 1.0)), material=look),))]))
    (material,) = written.root.iter("material")
    assert (material.findtext("texturename"), material.findtext("bumpmap")) == ("wood.png", "grain.png")
    assert material.findtext("diffuseFront/r") == "1", "no colour is stated, so the image is drawn as it is"
    assert [each.code for each in written.findings if each.category == "appearance"] == ["material-pbr-roughness-dropped"]


def test_a_texture_that_is_stated_itself_comes_before_the_map_of_a_workflow() -> None:
    look = ir.Material(diffuse_texture=ir.Texture(uri="own.png"), pbr=(ir.Pbr(albedo_map=ir.Texture(uri="map.png")),))
    written = write(robot([link("a", visuals=(ir.Visual(name="seen", geometry=ir.Box(size=(1.0, 1.0, 1.0)), material=look),))]))
    (material,) = written.root.iter("material")
    assert material.findtext("texturename") == "own.png"
    assert "material-pbr-dropped" in written.codes


# ---------------------------------------------------------------- gravity, step, forms


@pytest.mark.parametrize(("gravity", "level"), [(-9.81, "note"), (-9.8, "warning"), (-1.62, "error")])
def test_another_gravity_than_the_simulators_is_reported_by_how_much_it_matters(gravity: float, level: str) -> None:
    written = write(ir.Scene(worlds=(ir.World(id="w", gravity=(0.0, 0.0, gravity)),)))
    assert written.finding("gravity-dropped").level == level


def test_an_archive_holds_a_scene_of_its_own_name_and_all_files_beside_it() -> None:
    """MARS unpacks it flat, and loads nothing that is called otherwise."""
    scene = with_mesh(ir.MeshShape(mesh="m1"), ir.Mesh(id="m1", name="tetra", data=TETRAHEDRON))
    data = write(scene, suffix=".scn").files["robot.scn"]
    with zipfile.ZipFile(io.BytesIO(data)) as pack:
        assert pack.namelist() == ["robot.scene", "tetra.obj"]
        assert b"<filename>tetra.obj</filename>" in pack.read("robot.scene")
    assert write(scene, suffix=".scn").files["robot.scn"] == data


def test_yaml_says_the_same_as_xml(tmp_path: Path) -> None:
    scene = chain(self_collide=False)
    as_xml, as_yaml = (read_back(write(scene, suffix=suffix), tmp_path) for suffix in (".scene", ".yml"))
    assert as_yaml.physics().links == as_xml.physics().links
    assert as_yaml.physics().joints == as_xml.physics().joints
