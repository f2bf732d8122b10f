"""`scenec convert`: what is written where."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import ARM, Scenec, put


def test_a_file_is_converted_by_its_suffixes_and_stdout_stays_empty(scenec: Scenec, arm: str) -> None:
    done = scenec("convert", arm, "-o", "arm.sdf")
    assert (done.status, done.out) == (0, "")
    assert Path("arm.sdf").read_text().startswith('<?xml version="1.0" encoding="UTF-8"?>\n<sdf version="1.7">')


def test_the_summary_says_that_nothing_is_lost_and_how_many_values_were_looked_at(scenec: Scenec, arm: str) -> None:
    assert "\n0 lost, 16 values accounted for" in scenec("convert", arm, "-o", "arm.sdf").err


def test_the_summary_names_the_worst_first_with_count_and_place(scenec: Scenec, motor_arm: str) -> None:
    lines = scenec("convert", motor_arm, "-o", "arm.sdf").err.splitlines()
    assert lines[0] == "motor.ros2 (simrobot core2) -> arm.sdf (sdformat 1.7)"
    assert lines[1] == "warnings: 1"
    assert lines[2] == "      1  Actuator dropped: SDFormat has no motors  actuator-dropped  motor.ros2:6:65"
    assert lines[-1].startswith("3 lost (3 dropped), 21 values accounted for")


def test_the_summary_names_files_as_seen_from_the_working_directory(scenec: Scenec, tmp_path: Path) -> None:
    put(tmp_path, "scenes/motor.ros2", ARM.format(motor='<ServoMotor maxVelocity="1" maxForce="2" p="1" i="0" d="0"/>'))
    assert "  scenes/motor.ros2:6:65\n" in scenec("convert", "scenes/motor.ros2", "-o", "out/arm.sdf").err


def test_quiet_says_nothing_and_verbose_says_what_to_do(scenec: Scenec, motor_arm: str) -> None:
    assert scenec("convert", motor_arm, "-o", "arm.sdf", "--quiet").err == ""
    assert "What to do: Convert with --ready, " in scenec("convert", motor_arm, "-o", "arm.sdf", "--verbose").err


@pytest.mark.parametrize("folder", ["out/", "there"])
def test_a_folder_gets_a_file_of_the_same_name(scenec: Scenec, arm: str, folder: str) -> None:
    Path("there").mkdir()
    assert scenec("convert", arm, "-o", folder, "--to", "sdformat").status == 0
    assert Path(folder, "arm.sdf").is_file()


def test_the_suffix_in_a_folder_is_that_of_the_version(scenec: Scenec, arm: str) -> None:
    scenec("convert", arm, "-o", "out/", "--to", "sdf@1.9")
    assert '<sdf version="1.9">' in Path("out/arm.sdf").read_text()


def test_a_pattern_stands_for_all_files_of_it(scenec: Scenec, tmp_path: Path, arm: str) -> None:
    put(tmp_path, "more/legs.ros2", ARM.format(motor=""))
    done = scenec("convert", "**/*.ros2", "-o", "out", "--to", "sdformat")
    assert done.status == 0
    assert sorted(path.name for path in Path("out").iterdir()) == ["arm.sdf", "legs.sdf"]
    assert done.err.startswith("arm.ros2 -> out/arm.sdf: 0 lost, 16 values accounted for")
    assert done.err.rstrip().splitlines()[-1].startswith("0 lost, 32 values accounted for")


def test_files_of_one_name_do_not_replace_each_other(scenec: Scenec, tmp_path: Path) -> None:
    for folder in ("a", "b"):
        put(tmp_path, f"{folder}/arm.ros2", ARM.format(motor=""))
    assert scenec("convert", "a/arm.ros2", "b/arm.ros2", "-o", "out", "--to", "sdformat").status == 0
    assert sorted(path.name for path in Path("out").iterdir()) == ["a.sdf", "b.sdf"]


def test_a_model_directory_has_the_name_of_the_source(scenec: Scenec, roof: str) -> None:
    assert scenec("convert", roof, "-o", "models", "--layout", "model").status == 0
    written = {path.relative_to("models").as_posix() for path in Path("models").rglob("*.*")}
    assert written == {"roof/model.sdf", "roof/model.config", "roof/meshes/gable.obj"}
    assert "<name>roof</name>" in Path("models/roof/model.config").read_text()


def test_a_stream_goes_through(scenec: Scenec) -> None:
    done = scenec("convert", "-", "--from", "simrobot", "-o", "-", "--to", "sdformat@1.9", stdin=ARM.format(motor=""))
    assert done.status == 0
    assert done.out.startswith('<?xml version="1.0" encoding="UTF-8"?>\n<sdf version="1.9">')
    assert done.err.startswith("stdin (simrobot core2) -> - (sdformat 1.9)\n")


def test_a_stream_says_no_format(scenec: Scenec, arm: str) -> None:
    assert scenec("convert", "-", "-o", "arm.sdf").error == "standard input has no suffix; name its format with --from"
    assert scenec("convert", arm, "-o", "-").error == "standard output has no suffix; name the format to write with --to"


def test_files_beside_a_stream_need_a_folder(scenec: Scenec, roof: str) -> None:
    refused = scenec("convert", roof, "-o", "-", "--to", "sdformat")
    assert (refused.status, refused.out) == (2, "")
    assert "--assets-dir" in refused.error
    done = scenec("convert", roof, "-o", "-", "--to", "sdformat", "--assets-dir", "parts")
    assert "<uri>parts/gable.obj</uri>" in done.out
    assert Path("parts/gable.obj").is_file()


def test_the_main_file_finds_its_assets_from_where_it_lies(scenec: Scenec, roof: str) -> None:
    scenec("convert", roof, "-o", "out/roof.sdf", "--assets-dir", "parts")
    assert "<uri>../parts/gable.obj</uri>" in Path("out/roof.sdf").read_text()
    assert Path("parts/gable.obj").is_file()


def test_no_clobber_keeps_every_file_that_exists(scenec: Scenec, roof: str, tmp_path: Path) -> None:
    put(tmp_path, "roof_assets/gable.obj", "mine")
    done = scenec("convert", roof, "-o", "roof.sdf", "--no-clobber")
    assert done.status == 4
    assert done.error.endswith("roof_assets/gable.obj: exists already; leave out --no-clobber to replace it")
    assert Path("roof_assets/gable.obj").read_text() == "mine"
    assert not Path("roof.sdf").exists()


def test_the_format_can_be_said_where_the_suffix_is_another(scenec: Scenec, tmp_path: Path) -> None:
    put(tmp_path, "arm.xml", ARM.format(motor=""))
    assert scenec("convert", "arm.xml", "--from", "ros2", "-o", "arm.xml.out", "--to", "sdf").status == 0
    assert "<sdf " in Path("arm.xml.out").read_text()


def test_reading_and_writing_options_reach_the_formats(scenec: Scenec, roof: str, tmp_path: Path) -> None:
    assert scenec("convert", roof, "-o", "world.sdf", "--as", "world").status == 0
    assert "<world " in Path("world.sdf").read_text()
    assert scenec("convert", roof, "-o", "roof.sdf", "--mesh-format", "stl").status == 0
    assert Path("roof_assets/gable.stl").is_file()
    put(tmp_path, "fork.ros2", ARM.format(motor="").replace('name="arm"', 'name="arm" Kp="1"'))
    assert scenec("convert", "fork.ros2", "-o", "fork.sdf").status == 3
    assert scenec("convert", "fork.ros2", "-o", "fork.sdf", "--lenient").status == 0
