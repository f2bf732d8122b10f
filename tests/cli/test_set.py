"""``scenec set``: values are changed where they stand, and the command says how many lines that are."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT, Scenec

FIXTURES = ROOT / "fixtures"


@pytest.fixture
def rover(tmp_path: Path) -> Path:
    return Path(shutil.copy(FIXTURES / "urdf" / "rover.urdf", tmp_path / "rover.urdf"))


def test_a_mass_is_one_line(scenec: Scenec, rover: Path) -> None:
    before = rover.read_text()
    done = scenec("set", rover, "rover::chassis.inertial.mass=13")
    assert (done.status, done.err) == (0, "changed 1 line in 1 file\n")
    assert rover.read_text() == before.replace('<mass value="12"/>', '<mass value="13"/>')


def test_a_dry_run_shows_the_lines_and_writes_nothing(scenec: Scenec, rover: Path) -> None:
    before = rover.read_text()
    done = scenec("set", rover, "rover::chassis.inertial.mass=13", "--dry-run")
    lines = [line for line in done.out.splitlines() if line[:1] in "+-" and line[:3] not in ("---", "+++")]
    assert lines == ['-      <mass value="12"/>', '+      <mass value="13"/>']
    assert (done.err, rover.read_text()) == ("would change 1 line in 1 file\n", before)


def test_an_included_file_is_changed_and_the_others_stay(scenec: Scenec, tmp_path: Path) -> None:
    shutil.copytree(FIXTURES / "humanoid", tmp_path / "h")
    done = scenec("set", tmp_path / "h" / "humanoid.ros2", "Robin::HeadPitch.axes[0].limits.upper=25degree")
    assert done.err == "changed 1 line in 1 file\n"
    changed = [path.name for path in (tmp_path / "h").iterdir() if path.read_bytes() != (FIXTURES / "humanoid" / path.name).read_bytes()]
    assert changed == ["head.rsi2"]


def test_several_values_are_one_change(scenec: Scenec, rover: Path) -> None:
    before = rover.read_text()
    done = scenec("set", rover, "rover::chassis.inertial.mass=13", "rover::chassis.inertial.mas=14")
    assert done.status == 2
    assert rover.read_text() == before
    scenec("set", rover, "rover::chassis.inertial.mass=13", "rover::wheel.inertial.mass=500g")
    assert ('<mass value="13"/>' in rover.read_text(), '<mass value="0.5"/>' in rover.read_text()) == (True, True)


def test_elsewhere_the_files_go_along(scenec: Scenec, tmp_path: Path) -> None:
    target = tmp_path / "out" / "humanoid.ros2"
    done = scenec("set", FIXTURES / "humanoid" / "humanoid.ros2", "Robin::HeadPitch.axes[0].limits.upper=25degree", "-o", target)
    assert done.status == 0
    assert (target.parent / "leg.rsi2").read_bytes() == (FIXTURES / "humanoid" / "leg.rsi2").read_bytes()
    assert (target.parent / "head.rsi2").read_bytes() != (FIXTURES / "humanoid" / "head.rsi2").read_bytes()


@pytest.mark.parametrize(
    ("assignment", "words"),
    [
        (
            "rover::chasis.inertial.mass=1",
            "no part of the scene is called 'rover::chasis'; expected PATH.field; did you mean rover::chassis?",
        ),
        (
            "rover::chassis.inertial.mas=1",
            "Inertial has no field 'mas'; expected mass, pose, inertia, auto, density, added_mass; did you mean mass?",
        ),
        ("rover::chassis.inertial.mass=heavy", "'heavy' is no number; expected a number, with a unit if need be: 1.2, 30degree, 5mm"),
        ("rover::chassis.inertial.mass=1 stone", "unknown unit 'stone'; expected SI units, or one of these"),
        ("rover::chassis", "'rover::chassis' assigns nothing; expected PATH.field=VALUE, such as arm::upper.inertial.mass=1.2"),
        ("rover::chassis.collisions[7].name=x", "'collisions[7].name' has no number 7; expected 0 to 1"),
        ("rover::chassis.collisions[0].geometry.size=1 2", "'1 2' has 2 numbers; expected 3 numbers, between blanks or commas"),
    ],
)
def test_what_is_no_part_field_or_value_is_a_usage_error(scenec: Scenec, rover: Path, assignment: str, words: str) -> None:
    done = scenec("set", rover, assignment)
    assert (done.status, done.err) == (2, f"scenec: error: {words}\n")


def test_what_cannot_be_said_where_it_stands_is_refused(scenec: Scenec, tmp_path: Path) -> None:
    mass = '<BoxMass value="1kg" width="1m" height="1m" depth="1m"/>'
    file = tmp_path / "m.ros2"
    file.write_text(f'<Simulation><Scene name="s"><Compound name="m"><Body name="b">{mass}{mass}</Body></Compound></Scene></Simulation>')
    before = file.read_bytes()
    done = scenec("set", file, "b::b.inertial.mass=3")
    assert (done.status, file.read_bytes()) == (4, before)
    assert done.err.startswith("scenec: error: the value cannot be changed where it stands: ")


def test_a_tensor_that_the_file_works_out_of_the_mass_follows_it_and_is_named(scenec: Scenec, tmp_path: Path) -> None:
    box = '<BoxMass value="{}" width="1m" height="1m" depth="1m"/>'
    text = f'<Simulation><Scene name="s"><Body name="b">{box}</Body></Scene></Simulation>'
    (tmp_path / "box.ros2").write_text(text.format("2kg"))
    done = scenec("set", "box.ros2", "b::b.inertial.mass=500g")
    assert (tmp_path / "box.ros2").read_text() == text.format("0.5kg")
    assert done.status == 0
    assert "warning" in done.err
    assert "inertia.ixx, and 2 more" in done.err


def test_a_centre_of_mass_stays_in_the_unit_of_each_of_its_numbers(scenec: Scenec, tmp_path: Path) -> None:
    """Also where the tensor, which is about the origin, follows."""
    file, tensor = tmp_path / "m.ros2", 'ixx="1" iyy="1" izz="1"'
    mass = f'<InertiaMatrixMass value="1kg" x="{{}}" y="2mm" z="{{}}" {tensor}/>'
    text = f'<Simulation><Scene name="s"><Body name="b">{mass}</Body></Scene></Simulation>'
    file.write_text(text.format("1mm", "0.3cm"))
    assert scenec("set", file, "b::b.inertial.pose.position=0.004 0.002 0.06").status == 0
    assert file.read_text() == text.format("4mm", "6cm")
