"""Poses and rotations: agreement with the definitions, and digits that survive."""

from __future__ import annotations

import itertools
import math
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenec.ir.pose import IDENTITY, Pose, Rotation, Vec3, clean, cross, dot, norm, sincos, sub, unit
from scenec.trace import derived, ids_of, traced

angles = st.floats(-math.pi, math.pi)
numbers = st.floats(-1e3, 1e3)
vectors = st.tuples(numbers, numbers, numbers)
rotations = st.builds(Rotation.from_rpy, angles, angles, angles)
poses = st.builds(Pose, vectors, rotations)


def near(a: tuple[float, ...], b: tuple[float, ...], tolerance: float = 1e-9) -> bool:
    return all(math.isclose(p, q, rel_tol=tolerance, abs_tol=tolerance) for p, q in zip(a, b, strict=True))


def rotations_close(a: Rotation, b: Rotation) -> bool:
    return all(near(p, q, 1e-14) for p, q in zip(a.matrix(), b.matrix(), strict=True))


def test_roll_pitch_yaw_turn_about_fixed_axes_in_this_order() -> None:
    quarter = math.pi / 2
    assert Rotation.from_rpy(quarter, 0, 0).apply((0.0, 1.0, 0.0)) == (0, 0, 1)
    assert Rotation.from_rpy(0, quarter, 0).apply((0.0, 0.0, 1.0)) == (1, 0, 0)
    assert Rotation.from_rpy(0, 0, quarter).apply((1.0, 0.0, 0.0)) == (0, 1, 0)
    roll, pitch, yaw = 0.3, -0.7, 2.1
    x, y, z = (Rotation.about(axis, angle) for axis, angle in (((1, 0, 0), roll), ((0, 1, 0), pitch), ((0, 0, 1), yaw)))
    assert rotations_close(Rotation.from_rpy(roll, pitch, yaw), z @ y @ x)


def test_quarter_turns_move_coordinates_without_rounding() -> None:
    reached = set()
    for turns in itertools.product(range(-4, 5), repeat=3):
        rotation = Rotation.from_rpy(*(k * math.pi / 2 for k in turns))
        assert sorted(map(abs, rotation.apply((0.1, 0.2, 0.3)))) == [0.1, 0.2, 0.3]
        assert Rotation.from_matrix(rotation.matrix()).matrix() == rotation.matrix()
        reached.add((rotation @ rotation.inverse() @ rotation).matrix())
    assert len(reached) == 24  # all orientations of a cube, and nothing close to one


@pytest.mark.parametrize(
    ("written", "sine", "cosine"), [("1.5707963267949", 1, 0), ("3.14159265358979", 0, -1), ("-4.71238898038469", 1, 0)]
)
def test_an_angle_written_with_15_digits_is_the_quarter_turn_it_means(written: str, sine: int, cosine: int) -> None:
    assert sincos(float(written)) == (sine, cosine)


def test_an_angle_written_with_fewer_digits_is_taken_at_its_word() -> None:
    assert sincos(1.5708)[1] == math.cos(1.5708) != 0


@given(rotations)
def test_computed_angles_give_the_same_rotation_again(rotation: Rotation) -> None:
    computed = Rotation(rotation).to_rpy()  # a plain copy has forgotten how it was written
    assert rotations_close(Rotation.from_rpy(*computed), rotation)


@pytest.mark.parametrize("pitch", [math.pi / 2, -math.pi / 2, math.pi / 2 - 1e-9, -math.pi / 2 + 1e-7])
def test_computed_angles_are_exact_near_gimbal_lock(pitch: float) -> None:
    rotation = Rotation.from_rpy(0.4, pitch, -1.1)
    roll, computed, yaw = Rotation(rotation).to_rpy()
    assert abs(computed - pitch) < 1e-14
    assert rotations_close(Rotation.from_rpy(roll, computed, yaw), rotation)


def test_written_angles_are_kept_until_something_turns_them() -> None:
    rotation = Rotation.from_rpy(0.1, 4.0, 1.5708)
    assert rotation.to_rpy() == rotation.with_ids((7,)).to_rpy() == (0.1, 4.0, 1.5708)
    assert pickle.loads(pickle.dumps(rotation)).to_rpy() == (0.1, 4.0, 1.5708)
    assert (IDENTITY @ rotation).to_rpy() == (rotation @ IDENTITY).to_rpy() == (0.1, 4.0, 1.5708)
    assert (rotation @ Rotation.about((0, 0, 1), 0.1)).rpy is None


@given(rotations)
def test_a_matrix_gives_the_same_rotation_again(rotation: Rotation) -> None:
    assert rotations_close(Rotation.from_matrix(rotation.matrix()), rotation)


@given(st.tuples(*[st.floats(-1e6, 1e6)] * 4))
def test_quaternions_of_any_length_become_unit(components: tuple[float, float, float, float]) -> None:
    assert math.isclose(math.hypot(*Rotation.from_quat(*components)), 1, rel_tol=1e-15)


@pytest.mark.parametrize("size", [1e308, 5e-324, 3e-310])
def test_directions_are_those_of_vectors_whose_length_is_beyond_what_a_double_holds(size: float) -> None:
    assert Rotation.from_quat(size, -size, size, size) == (0.5, -0.5, 0.5, 0.5)
    assert unit((size, 0.0, size)) == pytest.approx((math.sqrt(0.5), 0.0, math.sqrt(0.5)))


def test_a_zero_quaternion_is_no_rotation_and_a_zero_axis_is_refused() -> None:
    assert Rotation.from_quat(0, 0, 0, 0) == IDENTITY
    with pytest.raises(ValueError, match="direction"):
        Rotation.about((0, 0, 0), 1)


@given(vectors.filter(lambda vector: norm(vector) > 1e-3))
def test_the_turn_that_faces_a_direction_takes_z_there_and_spins_about_nothing_else(direction: Vec3) -> None:
    turn = Rotation.facing(direction)
    assert near(turn.apply((0.0, 0.0, 1.0)), unit(direction))
    assert turn[3] == 0


def test_the_turn_that_faces_down_is_about_x() -> None:
    assert Rotation.facing((0.0, 0.0, -2.0)) == (0.0, 1.0, 0.0, 0.0)


@given(rotations, vectors)
def test_turning_keeps_lengths(rotation: Rotation, vector: Vec3) -> None:
    assert math.isclose(norm(rotation.apply(vector)), norm(vector), rel_tol=1e-13)


@given(poses, poses, vectors)
def test_a_product_of_poses_applies_the_right_one_first(outer: Pose, inner: Pose, point: Vec3) -> None:
    assert near((outer @ inner).apply(point), outer.apply(inner.apply(point)))


@given(poses, vectors)
def test_an_inverse_pose_undoes_it(pose: Pose, point: Vec3) -> None:
    assert near(pose.inverse().apply(pose.apply(point)), point)
    assert near((pose @ pose.inverse()).position, (0, 0, 0))


def test_composing_with_the_identity_gives_the_very_object_back() -> None:
    pose = Pose((0.1, 0.2, 0.3), Rotation.from_rpy(0.1, 0.2, 0.3))
    assert pose @ Pose() is pose
    assert Pose() @ pose is pose


def test_values_read_from_a_file_keep_their_ids_until_computed_with() -> None:
    x = traced(0.1, (1,))
    pose = Pose((x, 0.0, 0.0), Rotation.from_rpy(traced(0.5, (2,)), 0, 0))
    assert ids_of(pose) == ids_of(pose @ Pose()) == (1, 2)
    moved = Pose((1.0, 0.0, 0.0)) @ pose
    assert ids_of(moved.position) == ()
    assert set(ids_of(derived(moved, pose))) == {1, 2}


def test_equality_is_of_values_only() -> None:
    rotation = Rotation.from_rpy(0.1, 0.2, 0.3)
    assert rotation.with_ids((1, 2)) == rotation == Rotation(rotation)
    assert {rotation.with_ids((1, 2))} == {rotation} == {tuple(rotation)}


def test_what_a_rotation_keeps_stays_with_it() -> None:
    rotation = Rotation.from_rpy(0.0, 0.0, 0.5, ids=(3,))
    w, x, y, z = rotation
    assert (rotation.ids, rotation.rpy, hasattr(rotation, "__dict__")) == ((3,), (0.0, 0.0, 0.5), False)
    for other in (rotation.inverse(), Rotation(rotation), Rotation((w, x, y, z))):
        assert (other.ids, other.rpy) == ((), None)


def test_clean_removes_noise_only() -> None:
    small = traced(1e-14, (3,))
    cleaned = clean((1.0, 1e-16, small))
    assert cleaned == (1.0, 0.0, 1e-14)
    assert cleaned[2] is small
    assert clean((1e-30, 0.0, 2e-30)) == (1e-30, 0, 2e-30)
    assert math.copysign(1, clean((-0.0, 1.0))[0]) == 1


@given(vectors, vectors)
def test_a_cross_product_is_at_right_angles(a: Vec3, b: Vec3) -> None:
    size = norm(a) * norm(b)
    assert abs(dot(cross(a, b), a)) <= 1e-13 * size * norm(a) + 1e-300


def test_unit_keeps_the_digits_of_unit_vectors() -> None:
    assert unit((0.6, 0.8, 0.0)) == (0.6, 0.8, 0)
    assert near(unit((1e-200, 1e-200, 0.0)), (math.sqrt(0.5), math.sqrt(0.5), 0))
    assert sub((1.0, 2.0, 3.0), (1.0, 2.0, 3.0)) == (0, 0, 0)
