"""Inertia and joints for which Gazebo or Drake refuse a whole file: reported as errors, not as notes."""

from __future__ import annotations

from pathlib import Path

import pytest

import scenec
from scenec import ir
from scenec.converters.sdformat.inertia_check import along_principal_axes, is_accepted
from scenec.ir.inertia import Inertia, plausible, rotated
from scenec.ir.pose import Rotation
from tests.converters.sdformat.writing import joint, link, scene, write

TURN = Rotation.from_rpy(0.3, -0.7, 1.1)


def body(ixx: float, iyy: float, izz: float, mass: float = 1.0) -> ir.Inertial:
    return ir.Inertial(mass=mass, inertia=Inertia(ixx, iyy, izz))


@pytest.mark.parametrize(
    ("inertial", "code"),
    [
        (body(1.0, 1.0, 5.0), "sdf-link-inertia-refused"),
        (body(1.0, 1.0, 5.0, mass=0.0), "sdf-link-inertia-refused"),
        (body(-1.0, 1.0, 1.0), "sdf-link-inertia-refused"),
        (body(1.0, 1.0, 1.0, mass=-1.0), "sdf-link-mass-refused"),
    ],
)
def test_an_inertia_that_libsdformat_refuses_is_an_error(inertial: ir.Inertial, code: str) -> None:
    finding = write(scene(link("a", inertial=inertial))).finding(code)
    assert finding.level == "error" and "refuse the whole file" in finding.consequence


def test_libsdformat_judges_what_never_moves_too() -> None:
    out = write(scene(ir.Model(id="m", name="m", static=True), link("a", inertial=body(1.0, 1.0, 5.0))))
    assert out.finding("sdf-link-inertia-refused").level == "error"


@pytest.mark.parametrize("inertial", [body(0.0, 0.0, 0.0, mass=0.0), body(0.0, 0.0, 0.0), body(1.0, 2.0, 3.0)])
def test_massless_links_and_flat_bodies_are_no_errors(inertial: ir.Inertial) -> None:
    assert not write(scene(link("a", inertial=inertial))).findings


def test_a_tensor_that_the_same_format_keeps_is_reported_as_refused(tmp_path: Path) -> None:
    """The note for every target becomes the error of this one. Of another format, the tensor would be raised."""
    tensor = "<mass>1</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>5</izz></inertia>"
    (tmp_path / "a.sdf").write_text(f"<sdf version='1.7'><model name='m'><link name='a'><inertial>{tensor}</inertial></link></model></sdf>")
    report = scenec.convert(tmp_path / "a.sdf", tmp_path / "b.sdf")
    assert ("sdf-link-inertia-refused", "error") in [(each.code, each.level) for each in report.findings]
    assert "<izz>5" in (tmp_path / "b.sdf").read_text()


@pytest.mark.findings("*", reason="--ready adds a world; the tensor is judged")
def test_a_tensor_that_the_same_format_states_is_raised_where_the_result_must_run(tmp_path: Path) -> None:
    tensor = "<mass>1</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>5</izz></inertia>"
    (tmp_path / "a.sdf").write_text(f"<sdf version='1.7'><model name='m'><link name='a'><inertial>{tensor}</inertial></link></model></sdf>")
    report = scenec.convert(tmp_path / "a.sdf", tmp_path / "b.sdf", ready=True)
    assert ("link-inertia-unbalanced-approximated", "approximated") in [(each.code, each.fate) for each in report.findings]
    moments = scenec.read(tmp_path / "b.sdf")[0].links[0].inertial
    assert moments is not None and moments.inertia is not None and is_accepted(1.0, moments.inertia)


# What libsdformat 12.3 said of these tensors, to the last digit.
ROD = rotated(Inertia(0.0, 7.0, 7.0), TURN)
REFUSED = Inertia(0.1, 0.2, 0.3 + 1e-14)


def test_a_turned_rod_is_written_along_its_own_axes() -> None:
    assert plausible(ROD, 1.0) is None and not is_accepted(1.0, ROD)
    out = write(scene(link("a", inertial=ir.Inertial(mass=1.0, inertia=ROD))))
    written = Inertia(*(float(out.text(f".//inertia/{tag}") or 0) for tag in ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")))
    roll, pitch, yaw = map(float, (out.text(".//inertial/pose") or "").split()[3:])
    assert is_accepted(1.0, written) and out.codes == {"inertial-axes-converted"}
    again = rotated(written, Rotation.from_rpy(roll, pitch, yaw))
    assert again.entries == pytest.approx(ROD.entries, abs=1e-13)


def test_rounding_dust_is_no_impossible_body_and_more_is() -> None:
    assert not is_accepted(1.0, REFUSED) and along_principal_axes(1.0, REFUSED) is not None
    assert along_principal_axes(1.0, Inertia(0.1, 0.2, 0.3 + 1e-9)) is None


@pytest.mark.parametrize("size", [1e-160, 1e155])
def test_numbers_beyond_measure_are_judged_too(size: float) -> None:
    assert not is_accepted(1.0, Inertia(size, size, 3 * size, size / 2)) and is_accepted(1.0, Inertia(1.0, 1.0, 1.0))


@pytest.mark.parametrize("kind", ["revolute2", "gearbox"])
def test_joints_that_dart_welds_are_reported(kind: str) -> None:
    axes = (ir.Axis(xyz=(0.0, 0.0, 1.0)), ir.Axis(xyz=(0.0, 1.0, 0.0)))
    finding = write(scene(link("a"), link("b"), joint("j", "a", "b", kind, axes=axes))).finding("joint-type-fixed-in-dart")
    assert finding.level == "warning" and "DART" in finding.because


def test_a_universal_joint_is_simulated_by_dart() -> None:
    axes = (ir.Axis(xyz=(0.0, 0.0, 1.0)), ir.Axis(xyz=(0.0, 1.0, 0.0)))
    assert not write(scene(link("a"), link("b"), joint("j", "a", "b", "universal", axes=axes))).findings
