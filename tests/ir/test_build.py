"""Building a scene in Python: names become references, and what is wrong is refused where it is written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import scenec
from scenec import Axis, Box, Collision, Frame, Inertia, Inertial, Joint, Link, Mesh, MeshShape, Model, Pose, Rotation, Scene, Visual, World
from scenec.errors import UsageError
from tests.formats import DIALECTS

HINGE = (Axis(xyz=(0, 1, 0)),)


def arm() -> Scene:
    heavy = Inertial(mass=2.0, inertia=Inertia(0.4, 0.4, 0.1))
    scene = Scene().add(Model(name="arm")).add(Link(name="base"), Link(name="fore", inertial=heavy), model="arm")
    return scene.add(Joint(name="elbow", type="revolute", parent="base", child="fore", axes=HINGE), model="arm")


def test_a_joint_names_its_links_by_name_path_or_id() -> None:
    for parent in ("base", "arm::base", arm().link("arm::base").id):
        scene = arm().add(Joint(name="second", type="fixed", parent=parent, child="fore"), model="arm")
        assert scene.joint("arm::second").parent == arm().link("arm::base").id


def test_a_shape_names_its_mesh_and_a_frame_its_link() -> None:
    scene = arm().add(Mesh(name="hull", uri="hull.obj"))
    scene = scene.add(Link(name="skin", visuals=(Visual(geometry=MeshShape(mesh="hull")),)), model="arm")
    scene = scene.add(Frame(name="tip", attached_to="fore", pose=Pose((0, 0, 0.4))), model="arm")
    assert scene.frames[0].attached_to == scene.link("arm::fore").id
    shape = scene.link("arm::skin").visuals[0].geometry
    assert isinstance(shape, MeshShape)
    assert shape.mesh == scene.meshes[0].id


def test_a_link_and_a_joint_may_share_a_name() -> None:
    scene = arm().add(Joint(name="fore", type="fixed", parent="base", child="fore"), model="arm")
    assert scene.joint("arm::fore").child == scene.link("arm::fore").id


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (
            lambda s: s.add(Joint(name="x", type="fixed", parent="bas", child="fore"), model="arm"),
            r"Joint.parent names 'bas'.*did you mean base",
        ),
        (lambda s: s.add(Link(name="fore"), model="arm"), "already has a link 'arm::fore'"),
        (lambda s: s.add(Link(name="lost")), "the link 'lost' needs a model"),
        (lambda s: s.add(Link(name="x"), model="amr"), r"Link.model names 'amr'.*did you mean arm"),
        (lambda s: s.add(Box(size=(1, 1, 1))), "a Box cannot be added to a scene"),
        (lambda s: s.add(Link(name="x", collisions=(Collision(geometry=Box(size=(1, 1))),)), model="arm"), "Box.size cannot be"),  # type: ignore[arg-type]  # the mistake
        (lambda s: s.add(Link(name="x", visuals=[]), model="arm"), r"Link.visuals cannot be \[\]; expected a tuple"),  # type: ignore[arg-type]  # the mistake
        (lambda s: s.replace("arm::fore", mass="heavy"), "Inertial.mass cannot be 'heavy'; expected float or None"),
        (lambda s: s.replace("arm::elbow", axes=HINGE[0]), "Joint.axes cannot be"),
        (lambda s: s.link("arm::four"), r"no link 'arm::four'; did you mean arm::fore\?"),
        (lambda s: s.link("arm::fore").with_mass(-1), "Link.mass cannot be -1"),
        (lambda s: s.update(Link(id="nobody", model="arm")), "no link with the id 'nobody'"),
    ],
)
def test_a_mistake_is_refused_at_the_call(build: Callable[[Scene], object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        build(arm())


def test_a_scene_with_an_unknown_id_is_not_written(tmp_path: Path) -> None:
    broken = Scene(models=(Model(id="m", name="m"),), links=(Link(id="l", name="l", model="nobody"),))
    for suffix in DIALECTS:
        with pytest.raises(UsageError, match="Reference to a missing part: nobody"):
            scenec.write(broken, tmp_path / f"broken{suffix}")
    assert list(tmp_path.iterdir()) == []


def test_another_mass_keeps_the_distribution() -> None:
    inertial = arm().link("arm::fore").with_mass(3.0).inertial
    assert inertial is not None
    assert inertial.mass == 3.0
    assert inertial.inertia is not None
    assert inertial.inertia.ixx == pytest.approx(0.6)


@pytest.mark.findings("link-mass-defaulted")
def test_a_world_built_in_python_stays_a_world_and_a_model_a_model(tmp_path: Path) -> None:
    scenec.write(arm(), tmp_path / "model.sdf")
    assert scenec.read(tmp_path / "model.sdf")[0].framing == "model"
    world = Scene().add(World(name="lab", gravity=(0, 0, -1.6)), Model(name="arm")).add(Link(name="base"), model="arm")
    scenec.write(world, tmp_path / "world.sdf")
    back = scenec.read(tmp_path / "world.sdf")[0]
    assert (back.framing, back.worlds[0].name, back.worlds[0].gravity) == ("world", "lab", (0.0, 0.0, -1.6))


def test_the_matrix_of_a_pose_moves_points() -> None:
    turned = Pose((1, 2, 3), Rotation.from_rpy(0, 0, 1.5707963267948966))
    assert (turned.matrix @ [1, 0, 0, 1]).tolist() == [1, 3, 3, 1]


def test_the_arrays_of_a_mesh_are_its_triangles() -> None:
    scene, _ = scenec.read(Path(__file__).parents[2] / "fixtures" / "humanoid" / "humanoid.ros2")
    for mesh in scene.meshes:
        vertices, triangles = scenec.mesh_arrays(mesh)
        assert vertices.shape[1] == triangles.shape[1] == 3
        assert 0 <= triangles.min() <= triangles.max() < len(vertices)


def test_a_table_has_a_row_per_link_and_joint() -> None:
    links, joints = arm().to_dataframe(), arm().to_dataframe("joints")
    assert list(links["path"]) == ["arm::base", "arm::fore"]
    assert list(links["mass"]) == [0.0, 2.0]
    assert list(joints["type"]) == ["revolute"]
    with pytest.raises(UsageError, match="did you mean links"):
        arm().to_dataframe("link")


@pytest.mark.parametrize("name", sorted(set(scenec.__all__) - {"__version__"}))
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(scenec, name) is not None
