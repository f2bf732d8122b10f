"""`--ready` adds a world, a floor and a light where a scene has none, and only there."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from msgspec.structs import replace

import scenec
from scenec import ir
from scenec.checks.scene import check
from tests.adapt.jointed import adapted, body, joint, mechanism

BOX = ir.Collision(name="c", geometry=ir.Box(size=(1.0, 1.0, 0.4)))
SUN = ir.Light(type="directional", name="lamp")


def ready(scene: ir.Scene) -> tuple[ir.Scene, list[str]]:
    scene, findings = adapted("floor_and_light", scene)
    assert {finding.fate for finding in findings} <= {"defaulted"}
    return scene, [finding.code for finding in findings]


def floor_of(scene: ir.Scene) -> ir.Model | None:
    return next((model for model in scene.models if model.name == "ground_plane"), None)


def model_file(*parts: ir.Link | ir.Joint) -> ir.Scene:
    return replace(mechanism(*parts), framing="model")


def test_a_model_file_becomes_a_world_with_a_floor_and_a_light() -> None:
    scene, codes = ready(model_file(body("a", collisions=(BOX,))))
    assert codes == ["ready-world-defaulted", "ready-floor-defaulted", "ready-light-defaulted"]
    assert scene.framing == "world"
    assert {model.world for model in scene.models} == {scene.worlds[0].id} == {light.world for light in scene.lights}
    floor = floor_of(scene)
    assert floor is not None and floor.static
    assert [problem for problem in check(scene) if problem.level == "error"] == []


def test_a_second_run_adds_nothing() -> None:
    scene, _ = ready(model_file(body("a", collisions=(BOX,))))
    assert ready(scene) == (scene, [])


@pytest.mark.parametrize(
    ("lifted", "height"),
    [(0.0, -0.2), (0.2, 0.0), (5.0, 0.0), (-0.00001, -0.2001)],
    ids=["below the origin", "just on it", "above it", "below it by less than the floor's raster"],
)
def test_the_floor_lies_at_the_origin_or_below_the_lowest_shape(lifted: float, height: float) -> None:
    link = body("a", collisions=(replace(BOX, pose=ir.Pose((0.0, 0.0, lifted))),))
    floor = floor_of(ready(model_file(link))[0])
    assert floor is not None
    assert math.isclose((floor.pose or ir.Pose()).position[2], height, abs_tol=1e-12)


def test_the_floor_lies_below_a_leg_as_it_stands_at_the_start() -> None:
    leg = body("leg", collisions=(ir.Collision(geometry=ir.Box(size=(0.1, 0.1, 2.0))),))
    lying = ir.Axis(xyz=(1.0, 0.0, 0.0), initial=math.pi / 2)
    floor = floor_of(ready(model_file(body("a"), leg, joint("hip", "a", "leg", lying)))[0])
    assert floor is not None and floor.pose is not None
    assert floor.pose.position[2] == pytest.approx(-0.05, abs=1e-4)


@pytest.mark.parametrize("gravity", [(0.0, 0.0, 0.0), (0.0, 0.0, 9.8)])
def test_nothing_falls_without_gravity(gravity: ir.Vec3) -> None:
    scene = replace(mechanism(body("a", collisions=(BOX,))), worlds=(ir.World(id="w", gravity=gravity),), lights=(SUN,))
    assert ready(scene) == (scene, [])


def test_an_arm_on_a_fixed_base_needs_no_floor() -> None:
    arm = model_file(body("a", collisions=(BOX,)), joint("mount", "world", "a", type="fixed"))
    assert ready(arm)[1] == ["ready-world-defaulted", "ready-light-defaulted"]


def test_a_shape_that_stands_still_may_be_the_floor() -> None:
    scene = mechanism(body("a", collisions=(BOX,)), body("table", collisions=(BOX,)))
    table = ir.Model(id="s", name="s", static=True)
    links = (scene.links[0], replace(scene.links[1], model="s"))
    scene = replace(scene, worlds=(ir.World(id="w"),), models=(*scene.models, table), links=links, lights=(SUN,))
    assert ready(scene) == (scene, [])


def test_names_that_are_taken_get_a_number() -> None:
    scene = model_file(body("a", collisions=(BOX,)))
    scene = replace(scene, models=(*scene.models, ir.Model(id="floor", name="ground_plane"), ir.Model(id="sun", name="sun")))
    made, _ = ready(scene)
    assert [made.models[-1].name, made.models[-1].id, made.links[-1].name] == ["ground_plane_2", "floor_2", "ground_plane_2"]
    assert [light.name for light in made.lights] == ["sun_2"]


@pytest.mark.parametrize("suffix", ["ros2", "ros3"])
def test_what_a_target_cannot_say_of_an_added_light_is_no_loss(tmp_path: Path, suffix: str) -> None:
    """SimRobot has no names of lights, and its MuJoCo core no specular colours. The source states none."""
    ball = b'<mujoco><worldbody><body><freejoint/><geom size="0.1"/></body></worldbody></mujoco>'
    report = scenec.convert(ball, tmp_path / f"ball.{suffix}", from_="mjcf", ready=True)
    assert [each.code for each in report.findings if "light" in each.code.split("-")] == ["ready-light-defaulted"]
    lit = ball.replace(b"<body>", b'<light name="lamp"/><body>')
    report = scenec.convert(lit, tmp_path / f"lit.{suffix}", from_="mjcf", ready=True)
    assert "light-name-dropped" in {each.code for each in report.findings}
