"""Where bodies are and what they weigh. Numbers are those that SimSpark's own libraries gave for the same calls."""

from __future__ import annotations

import pytest

from scenec import ir
from tests.converters.rsg.conftest import BODY, Reader


def close(numbers: object) -> object:
    return pytest.approx(numbers, rel=1e-4, abs=1e-4)


def test_three_angles_turn_about_x_then_y_then_z(read: Reader) -> None:
    result = read(f"((nd Transform (setName a) (setLocalPos 1 2 3) (setLocalRotation 30 40 50) {BODY}))")
    pose = result.link("a").pose
    assert pose is not None
    rows = ((0.4924, -0.5868, 0.6428), (0.8700, 0.3105, -0.3830), (0.0252, 0.7478, 0.6634))
    assert [tuple(map(float, row)) for row in pose.rotation.matrix()] == [close(row) for row in rows]


def test_a_single_angle_is_a_quarter_turn_to_the_last_digit(read: Reader) -> None:
    pose = read(f"((nd Transform (setName a) (setLocalRotation 0 0 90) {BODY}))").link("a").pose
    assert pose is not None and pose.rotation.matrix() == ((0, -1, 0), (1, 0, 0), (0, 0, 1))


def test_a_matrix_is_written_column_by_column_and_moves_no_body(read: Reader) -> None:
    """setLocalTransform does not refresh the pose that bodies are made at."""
    matrix = "(SLT 0 1 0 0 -1 0 0 0 0 0 1 0 5 6 7 1)"
    drawn = read(f"((nd Transform (setName a) {matrix} (nd Box)))").link("a").pose
    assert drawn is not None and drawn.position == (5, 6, 7)
    assert drawn.rotation.matrix() == ((0, -1, 0), (1, 0, 0), (0, 0, 1))
    assert read(f"((nd Transform (setName a) {matrix} {BODY} (nd Box)))").link("a").pose is None


def test_a_pose_behind_the_body_comes_too_late_for_it(read: Reader) -> None:
    link = read(f"((nd Transform (setName c) {BODY} (setLocalPos 9 9 9) (nd Box)))").link_summary("c")
    assert link.pose[:3] == (0, 0, 0) and link.visuals[0].pose[:3] == (0, 0, 0)


@pytest.mark.parametrize(
    ("call", "mass", "diagonal"),
    [
        ("", 1, (1, 1, 1)),
        ("(setBoxTotal 1 1 2 3) (setMass 4)", 4, (4.3333, 3.3333, 1.6667)),
        ("(setBox 2 3 4 5)", 120, (410, 340, 250)),
        ("(setSphere 2 0.5)", 1.0472, (0.1047, 0.1047, 0.1047)),
        ("(setCylinderTotal 2 0.5 2)", 2, (0.7917, 0.7917, 0.25)),
        ("(setCapsuleTotal 2 0.5 2)", 2, (1.3313, 1.3313, 0.2375)),
        ("(setCapsule 2 0.5 2)", 4.1888, (2.7882, 2.7882, 0.4974)),
        ("(setBoxTotal 1 1 1 1) (translateMass 1 0 0)", 1, (0.1667, 0.1667, 0.1667)),
        ("(setSphereTotal 9 9) (setBoxTotal 1 1 1 1)", 1, (0.1667, 0.1667, 0.1667)),
        ("(setBoxTotal 1 1 1)", 1, (1, 1, 1)),
    ],
)
def test_masses(read: Reader, call: str, mass: float, diagonal: tuple[float, float, float]) -> None:
    link = read(f"((nd Transform (setName a) (nd RigidBody {call})))").link_summary("a")
    assert link.mass == close(mass)
    assert tuple(link.inertia[i][i] for i in range(3)) == close(diagonal)


def test_a_stated_tensor_is_taken_entry_by_entry(read: Reader) -> None:
    link = read("((nd Transform (setName a) (nd RigidBody (setMassParameters 2 0 0 0 0.1 0.2 0.3 0.01 0.02 0.03))))").link_summary("a")
    assert link.inertia == ((0.1, 0.01, 0.02), (0.01, 0.2, 0.03), (0.02, 0.03, 0.3))


def test_added_mass_moves_the_body_and_its_neighbours_stay(read: Reader) -> None:
    mass = "(nd RigidBody (setBoxTotal 1 1 1 1) (addBoxTotal 3 1 1 1 0 0 0.5 0 0 0))"
    inner = "(nd TransformCollider (nd BoxCollider (setLocalPosition 0 0 0.5)))"
    body = f"((nd Transform (setName a) (setLocalPos 10 0 1) {mass} (nd Box) (nd Transform (nd Sphere)) {inner}))"
    link = read(body).link_summary("a")
    assert link.mass == 4 and link.com == close((10, 0, 1.375))
    assert tuple(link.inertia[i][i] for i in range(3)) == close((0.8542, 0.8542, 0.6667))
    beside, wrapped = link.visuals
    assert beside.pose[:3] == close((10, 0, 1.375)), "what stands directly beside the body moves with it"
    assert wrapped.pose[:3] == close((10, 0, 1)), "what stands in a Transform stays where it was"
    assert link.collisions[0].pose[:3] == close((10, 0, 1.5))


def test_added_mass_counts_from_the_first_origin_each_time(read: Reader) -> None:
    adds = "(setBox 0.2 0.0445 0.0316 0.06) (addBox 0.075 0.0082 0.0272 0.057 -0.0158 0 -0.0625 0 0 0) "
    adds += "(addBox 0.05 0.0074 0.0272 0.02 0.0158 0 -0.044 0 0 0)"
    link = read(f"((nd Transform (setName a) (nd RigidBody {adds})))").link_summary("a")
    assert link.com == pytest.approx((-0.000659210, 0, -0.00379661), abs=1e-8)


def test_added_mass_is_turned(read: Reader) -> None:
    adds = "(setBoxTotal 1 1 1 1) (addBoxTotal 3 1 2 3 0 0 0 0 0 30)"
    inertia = read(f"((nd Transform (setName a) (nd RigidBody {adds})))").link_summary("a").inertia
    assert inertia == (close((3.2292, 0.3248, 0)), close((0.3248, 2.8542, 0)), close((0, 0, 1.4167)))


@pytest.mark.parametrize(
    ("box", "idle"),
    [
        ("0.4 0.1 0.1 0 0 0 45 0 0", True),
        ("0.1 0.4 0.1 0 0 0 0 45 0", True),
        ("0.1 0.1 0.4 0 0 0 0 0 45", True),
        ("0.4 0.1 0.1 0 0 0 45 20 0", False),
        ("0.4 0.1 0.1 0 0 0 0 45 0", False),
        ("0.1 0.4 0.1 0 0 0 0 45 20", False),
    ],
)
def test_a_turn_about_the_axis_of_a_square_box_has_no_effect_and_is_reported(read: Reader, box: str, idle: bool) -> None:
    def inertia(text: str) -> object:
        return read(body.format(text)).link_summary("a").inertia

    body = "((nd Transform (setName a) (nd RigidBody (setBoxTotal 1 1 1 1) (addBox 100 {}))))"
    result = read(body.format(box))
    assert ("mass-turn-ineffective" in result.codes) == idle
    assert (inertia(box.replace("45", "33")) == result.link_summary("a").inertia) == idle


def test_transforms_that_hold_only_transforms_go_and_what_they_place_stays(read: Reader) -> None:
    inner = f"(nd Transform (setName in) (setLocalPos 1 0 0) {BODY})"
    result = read(f"((nd Transform (setName out) (setLocalPos 0 0 5) (setLocalRotation 0 0 90) {inner}) (nd Transform (setName empty)))")
    pose = result.link("in").pose
    assert [link.name for link in result.scene.links] == ["in"]
    assert pose is not None and pose.position == pytest.approx((0, 1, 5))
    assert "node-removed-ineffective" in result.codes


def test_after_an_import_paths_no_longer_lead_through_such_transforms(read: Reader) -> None:
    files = {"in.rsg": f"(nd Transform (setName inner) (setLocalPos 1 0 0) {BODY})"}
    joints = "(nd HingeJoint (setName gone) (attach ../../outer/inner/body)) (nd HingeJoint (setName there) (attach ../../inner/body))"
    result = read(
        f"((nd Transform (setName outer) (setLocalPos 0 0 5) (importScene in.rsg)) (nd Transform (setName j) (nd Box) {joints}))", files
    )
    assert [joint.name for joint in result.scene.joints] == ["there"]
    assert {"joint-body-not-found", "joint-unattached-ineffective"} <= set(result.codes)


def test_drag_gravity_and_velocity_of_a_body(read: Reader) -> None:
    calls = "(useGravity false) (setVelocity 1 0 0) (nd DragController (setLinearDrag 0.1) (setAngularDrag 0.2))"
    link = read(f"((nd Transform (setName a) (nd RigidBody {calls})))").link("a")
    assert link.gravity == False  # noqa: E712  # a traced flag is an int
    assert link.damping == ir.Damping(law="force", linear=0.1, angular=0.2)
    assert [(extra.key, extra.value) for extra in link.extras] == [("RigidBody/setVelocity", "1 0 0")]


def test_models_are_what_joints_hold_together_named_after_the_outermost_node_that_holds_just_them(read: Reader) -> None:
    joint = "(nd HingeJoint (attach ../body ../../a/body) (setAnchor 0 0 0))"
    robot = f"(nd Transform (setName a) {BODY}) (nd Transform (setName b) {BODY} {joint})"
    two = f"(nd Space (setName two) (disableInnerCollision true) {robot})"
    result = read(f"((nd Space (setName one) {robot}) {two} (nd Transform (setName c) {BODY}))")
    assert [(model.name, bool(model.self_collide)) for model in result.scene.models] == [("one", True), ("two", False), ("c", True)]
