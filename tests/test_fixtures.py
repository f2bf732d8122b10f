"""The fixtures: what each shows, that they cover the format, and that they mean what their authors computed by hand."""

from __future__ import annotations

import math
import re
import subprocess
import sys
from pathlib import Path

import pytest

import scenec
from scenec.ir.summary import CollisionSummary, LinkSummary, PhysicsSummary
from tests.formats import READ_LENIENTLY, scene_files

ROOT = Path(__file__).parents[1]
FIXTURES = ROOT / "fixtures"
SCENES = sorted(path for suffix in ("ros2", "ros3") for path in FIXTURES.rglob(f"*.{suffix}"))

LOST_WITH_LEVEL_ERROR = {
    "scene_settings.ros2": {"world-moving-bodies-collide-dropped"},
    "shapes.ros2": {"collision-dropped"},  # a torus
}
"""Losses to SDFormat that change the behaviour of the scene; all other fixtures convert with exit status 0."""


def name_of(path: Path) -> str:
    return path.relative_to(FIXTURES).as_posix()


def physics(name: str) -> PhysicsSummary:
    scene, _ = scenec.read(FIXTURES / name)
    return scene.physics()


def link(summary: PhysicsSummary, path: str) -> LinkSummary:
    """The link of that path; of a model of one link of the same name, the model's name is enough."""
    return next(each for each in summary.links if each.path in (path, f"{path}::{path}"))


def collision(summary: PhysicsSummary, path: str) -> CollisionSummary:
    return next(each for one in summary.links for each in one.collisions if each.path == path)


# ---------------------------------------------------------------- all of them


def test_provenance_lists_every_fixture() -> None:
    listed = set(re.findall(r"^\| `([^`]+)` \|", (FIXTURES / "PROVENANCE.md").read_text(encoding="utf-8"), re.MULTILINE))
    others = {*scene_files(FIXTURES), *(FIXTURES / "sdformat" / "models").rglob("*.sdf")}
    parts = set((FIXTURES / "rsg" / "parts").rglob("*"))  # named with the scenes that import them
    assert listed == {*map(name_of, SCENES), *map(name_of, others - parts), "checker.png"}


def test_generated_parts_are_as_the_script_makes_them() -> None:
    made = subprocess.run([sys.executable, ROOT / "scripts/generate_fixtures.py", "--check"], capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr


@pytest.mark.parametrize("path", SCENES, ids=name_of)
def test_every_fixture_converts_and_only_the_expected_loss_is_an_error(path: Path, tmp_path: Path) -> None:
    report = scenec.convert(path, tmp_path / "scene.sdf", lenient=path.name == READ_LENIENTLY)
    errors = {finding.code for finding in report.findings if finding.level == "error"}
    assert errors == LOST_WITH_LEVEL_ERROR.get(path.name, set())


def test_the_fixtures_use_every_element_of_simrobot() -> None:
    from scenec.converters.simrobot.vocabulary import vocabulary

    texts = [path.read_text(encoding="utf-8") for path in FIXTURES.rglob("*") if path.suffix in (".ros2", ".rsi2", ".ros3")]
    used = {tag for text in texts for tag in re.findall(r"<(\w+)", text)}
    assert used == set(vocabulary())


# ---------------------------------------------------------------- numbers worked out by hand


def test_masses_add_up() -> None:
    scene = physics("masses.ros2")
    ball = link(scene, "sphere")
    assert ball.inertia[0][0] == pytest.approx(0.4 * 0.75 * 0.06**2, rel=1e-12)
    composed = link(scene, "composed")
    assert composed.mass == pytest.approx(0.4 + 0.15 + 0.6, rel=1e-12)
    # the frame stands 0.1 above the body and is turned so that its z axis is the body's x axis
    assert composed.com == pytest.approx((3 + 0.15 * 0.15 / 1.15, 0, 1 + 0.1 * 0.55 / 1.15), rel=1e-12)


def test_an_inertia_matrix_is_moved_to_the_centre_of_mass() -> None:
    offset = link(physics("inertia_matrix.ros2"), "offset")
    m, (x, y, z) = 0.4, (0.01, -0.005, 0.03)
    assert offset.com == pytest.approx((0.5 + x, y, 1 + z), rel=1e-12)
    assert offset.inertia[0] == pytest.approx((720e-6 - m * (y * y + z * z), 20e-6 + m * x * y, -120e-6 + m * x * z), rel=1e-12)


def test_a_hinge_starts_at_its_initial_angle_and_counts_from_zero() -> None:
    scene = physics("hinges.ros2")
    elbow = next(joint for joint in scene.joints if joint.path == "arm::elbow")
    assert (elbow.axes[0].lower, elbow.axes[0].upper) == (math.radians(-10), math.radians(120))
    assert elbow.axes[0].initial == math.radians(35)
    angle = math.radians(35)
    assert link(scene, "arm::forearm").pose[:3] == pytest.approx((-0.15 * math.sin(angle), 0, 1 - 0.15 * math.cos(angle)), rel=1e-12)


def test_hinges_without_limits_in_force_have_none() -> None:
    joints = {joint.path: joint for joint in physics("hinges.ros2").joints}
    for path in ("arm::wrist", "arm::released"):
        assert (joints[path].axes[0].lower, joints[path].axes[0].upper) == (None, None)
    assert joints["arm::locked"].axes[0].lower == joints["arm::locked"].axes[0].upper == math.radians(15)


@pytest.mark.findings("capsule-degenerate")
def test_sizes_of_a_box_are_depth_width_and_height() -> None:
    table = collision(physics("shapes.ros2"), "furniture::furniture::table")
    assert table.size == {"x": 0.7, "y": 1.2, "z": 0.05}
    rail = collision(physics("shapes.ros2"), "furniture::furniture::rail")
    assert rail.size == {"radius": 0.03, "length": pytest.approx(0.6 - 2 * 0.03, rel=1e-12)}


def test_every_unit_is_applied_without_rounding_noise() -> None:
    scene = physics("units.ros2")
    assert link(scene, "lengths").pose[:3] == (1.1, 0.25, 0.35)
    assert scene.gravity == (0, 0, -9.81)
    slide = next(joint for joint in scene.joints if joint.path.endswith("slide"))
    assert (slide.axes[0].lower, slide.axes[0].upper, slide.axes[0].velocity) == (-0.05, 0.2, 1.0)


def test_own_values_beat_the_template_and_its_defaults_beat_the_scene() -> None:
    scene = physics("placeholders_sets.ros2")
    assert [link(scene, path).mass for path in ("default", "large", "green")] == [0.25, 2, 0.25]
    assert collision(scene, "large::large::hull-red").size == {"x": 0.2, "y": 0.2, "z": 0.2}
    assert collision(scene, "green::green::hull-green").size == {"x": 0.1, "y": 0.1, "z": 0.1}


def test_a_reference_replaces_single_children_and_adds_the_others() -> None:
    scene = physics("references_chains.ros2")
    assert link(scene, "stone").pose[:3] == (9, 9, 0.5)
    assert link(scene, "moved").pose[:3] == (0, 0, 2), "an own Translation replaces the template's as a whole"
    assert link(scene, "heavier").mass == 3, "an own mass comes on top"


def test_an_unused_template_is_no_part_of_the_scene_however_broken() -> None:
    scene, report = scenec.read(FIXTURES / "unused_templates.ros2")
    assert [each.path for each in scene.physics().links] == ["ball::ball"]
    assert report.lost == 0


def test_fork_attributes_are_refused_unless_asked_for() -> None:
    with pytest.raises(scenec.ReadError, match=r"fork_attributes\.ros2:3:"):
        scenec.read(FIXTURES / READ_LENIENTLY)


# ---------------------------------------------------------------- the humanoid


def test_the_humanoid_stands_on_the_ground() -> None:
    robot = physics("humanoid/humanoid.ros2")
    assert robot.total.joints == 22
    assert robot.total.mass == pytest.approx(5.09, rel=1e-12)
    soles = [each for one in robot.links for each in one.collisions if each.path.endswith("sole")]
    assert [sole.pose[2] - sole.size["z"] / 2 for sole in soles] == pytest.approx([0, 0], abs=1e-12)
    moving = [each for each in robot.links if not each.static]
    com = [sum(each.mass * each.com[i] for each in moving) / robot.total.mass for i in range(2)]
    assert all(abs(com[0] - sole.pose[0]) < sole.size["x"] / 4 for sole in soles), "its centre of mass is well above its feet"
    assert com[1] == pytest.approx(0, abs=1e-12), "left and right weigh the same"


def test_left_and_right_of_the_humanoid_are_mirrored() -> None:
    robot = physics("humanoid/humanoid.ros2")
    joints = {joint.path.rpartition("::")[2]: joint for joint in robot.joints}
    for name, joint in joints.items():
        if name.startswith("Left"):
            twin = joints[f"Right{name.removeprefix('Left')}"]
            x, y, z = joint.anchor
            assert twin.anchor == pytest.approx((x, -y, z), abs=1e-12)
            assert (twin.axes[0].lower, twin.axes[0].upper) == (joint.axes[0].lower, joint.axes[0].upper)


def test_the_humanoid_converts_without_an_error_and_its_report_fits_one_screen(tmp_path: Path) -> None:
    from scenec.accounting.render_text import screen

    report = scenec.convert(FIXTURES / "humanoid/humanoid.ros2", tmp_path / "robot.sdf")
    assert not report.failed("error")
    assert not [text for _, text in screen(report) if "more kinds" in text], "nothing had to be left out to fit"
    assert not [finding for finding in report.findings if finding.fate == "unresolved"]


@pytest.mark.findings("actuator-dropped")
def test_each_distinct_mesh_of_the_humanoid_is_written_once(tmp_path: Path) -> None:
    scenec.convert(FIXTURES / "humanoid/match.ros2", tmp_path / "match.sdf")
    meshes = sorted(path.name for path in (tmp_path / "match_assets").glob("*.obj"))
    assert len(meshes) == 5, meshes


def test_the_players_of_the_match_wear_the_colours_their_scene_gives_them() -> None:
    scene = physics("humanoid/match.ros2")
    jackets = {each.path: each.color for one in scene.links for each in one.visuals if each.path.endswith("jacket")}
    assert jackets == {
        "Robin::Robin::jacket": (0xD8 / 255, 0x45 / 255, 0x2E / 255, 1),
        "Wren::Wren::jacket": (0x2E / 255, 0x62 / 255, 0xC8 / 255, 1),
    }
