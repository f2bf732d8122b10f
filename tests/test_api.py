"""The three verbs as a program uses them."""

from __future__ import annotations

import gc
import io
import os
import threading
from pathlib import Path

import pytest

import scenec
from scenec import ir
from scenec.errors import ReadError, UnknownFormatError, UsageError, WriteError
from tests.scenes import arm

SCENE = b"""<Simulation>
  <Include href="ball.rsi2"/>
  <Scene name="field" controller="">
    <Body ref="ball" name="one"/>
  </Scene>
</Simulation>
"""
BALL = b"""<Simulation>
  <Body name="ball"><SphereMass value="0.05kg" radius="50mm"/><SphereGeometry radius="50mm"/></Body>
</Simulation>
"""

ROOT = Path(__file__).parent.parent


@pytest.fixture
def field(tmp_path: Path) -> Path:
    (tmp_path / "field.ros2").write_bytes(SCENE)
    (tmp_path / "ball.rsi2").write_bytes(BALL)
    return tmp_path / "field.ros2"


# ---------------------------------------------------------------- input


def test_a_path_bytes_and_an_open_file_are_the_same_scene(field: Path) -> None:
    expected, _ = scenec.read(field)
    assert scenec.read(str(field))[0] == expected
    assert scenec.read(SCENE, format="simrobot", base=field.parent)[0] == expected
    assert scenec.read(bytearray(SCENE), format="simrobot", base=field.parent)[0] == expected
    with field.open("rb") as file:
        assert scenec.read(file)[0] == expected
    assert scenec.read(io.BytesIO(SCENE), base=field.parent)[0] == expected


def test_an_open_file_has_the_folder_and_the_suffix_of_its_name(field: Path) -> None:
    with field.open("rb") as file:
        scene, report = scenec.read(file)
    assert report.source.files == ("field.ros2", "ball.rsi2")
    assert len(scene.links) == 1


def test_a_stream_is_called_what_its_reader_calls_it(field: Path) -> None:
    _, report = scenec.read(SCENE, base=field.parent, name="upload.ros2")
    assert report.source.files[0] == "upload.ros2"
    with pytest.raises(ReadError, match=r"^upload\.ros2:1:\d+"):
        scenec.read(b"<Simulation", format="simrobot", name="upload.ros2")


def test_the_content_decides_the_format_where_the_name_does_not(field: Path) -> None:
    renamed = field.rename(field.with_suffix(".xml"))
    assert scenec.read(renamed)[1].source.format == "simrobot"


def test_a_file_opened_as_text_is_refused_with_advice(field: Path) -> None:
    with field.open() as file, pytest.raises(UsageError, match="binary"):
        scenec.read(file)  # type: ignore[arg-type]  # wrong on purpose


@pytest.mark.parametrize("name", ["gone.ros2", ".", "a\0b.ros2", "x" * 300 + ".ros2"])
def test_what_cannot_be_read_is_named(tmp_path: Path, name: str) -> None:
    with pytest.raises(ReadError, match="cannot be read"):
        scenec.read(f"{tmp_path}/{name}", format="simrobot")


def test_a_pipe_is_refused_rather_than_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.ros2")
    with pytest.raises(ReadError, match="not a regular file"):
        scenec.read(tmp_path / "pipe.ros2")


# ---------------------------------------------------------------- formats and options


def test_an_unknown_format_names_the_nearest(field: Path) -> None:
    with pytest.raises(UnknownFormatError, match="did you mean simrobot"):
        scenec.read(field, format="simrobt")
    with pytest.raises(UnknownFormatError, match="did you mean sdformat"):
        scenec.convert(field, field.with_suffix(".out"), to="sdfromat")
    with pytest.raises(UnknownFormatError, match=r"unknown version '1\.99' of sdformat"):
        scenec.convert(field, field.with_suffix(".out"), to="sdf@1.99")


def test_an_unknown_suffix_asks_for_the_format(field: Path) -> None:
    with pytest.raises(UnknownFormatError, match=r"'field\.out' does not say which format to write"):
        scenec.convert(field, field.with_suffix(".out"))
    with pytest.raises(UnknownFormatError, match="the format is recognised neither"):
        scenec.read(b"hello")


def test_an_unknown_option_names_the_nearest(field: Path) -> None:
    for call in (lambda **o: scenec.read(field, **o), lambda **o: scenec.convert(field, field.with_suffix(".sdf"), **o)):
        with pytest.raises(UsageError, match=r"unknown option 'lenent'; did you mean lenient\?"):
            call(lenent=True)
    with pytest.raises(UsageError, match=r"unknown option 'mesh_formt'; did you mean mesh_format\?"):
        scenec.convert(field, field.with_suffix(".sdf"), mesh_formt="obj")  # type: ignore[call-arg]  # the mistake that is tested
    with pytest.raises(UsageError, match=r"unknown option 'layuot'; did you mean layout\?"):
        scenec.write(arm(), field.with_suffix(".sdf"), layuot="model")  # type: ignore[call-arg]  # the mistake that is tested


def test_a_value_that_an_option_does_not_have_names_those_it_has(field: Path) -> None:
    with pytest.raises(UsageError, match=r"mesh_format cannot be 'objj'; expected one of obj, stl, glb, dae; did you mean obj\?"):
        scenec.convert(field, field.with_suffix(".sdf"), mesh_format="objj")  # type: ignore[arg-type]  # the mistake that is tested
    with pytest.raises(UsageError, match="old_light cannot be 'spot'"):
        scenec.read(field, old_light="spot")  # type: ignore[arg-type]  # the mistake that is tested


def test_one_folder_is_a_search_path_too(field: Path) -> None:
    """A path where a list of paths is wanted must not be read as a list of letters."""
    from scenec.converters.format import ReadOptions
    from scenec.options import checked_options

    for given in ("models", Path("models"), ["models"], (Path("models"),)):
        assert checked_options({"search_path": given}, ReadOptions) == {"search_path": ("models",)}


# ---------------------------------------------------------------- output


def test_a_conversion_writes_what_it_says(field: Path) -> None:
    report = scenec.convert(field, field.with_suffix(".sdf"))
    assert report.files == (str(field.with_suffix(".sdf")),)
    assert field.with_suffix(".sdf").read_bytes().startswith(b"<?xml")
    assert report.target.format == "sdformat"
    assert report.totals["values"] == len(list(report.ledger)) > 8


def test_a_scene_that_was_read_can_be_changed_and_written(field: Path) -> None:
    scene, _ = scenec.read(field)
    path = scene.physics().links[0].path
    report = scenec.write(scene.replace(path, mass=0.25), field.with_suffix(".sdf"))
    assert b"<mass>0.25</mass>" in field.with_suffix(".sdf").read_bytes()
    assert report.totals["values"] == 0  # nothing was read
    assert "surface-name-dropped" not in {finding.code for finding in report.findings}


def test_reading_and_writing_report_the_same_losses_as_converting(tmp_path: Path) -> None:
    humanoid = ROOT / "fixtures" / "humanoid" / "humanoid.ros2"
    scene, reading = scenec.read(humanoid)
    writing = scenec.write(scene, tmp_path / "written.sdf")
    converting = scenec.convert(humanoid, tmp_path / "converted.sdf")
    codes = {finding.code for finding in (*reading.findings, *writing.findings)}
    assert codes == {finding.code for finding in converting.findings} - {"comments-dropped"}


def test_a_changed_scene_keeps_what_only_its_format_has(tmp_path: Path) -> None:
    """Settings and actuators of MuJoCo, which no other format has, come home as with `convert`."""
    body = '<body name="arm"><joint name="hinge"/><geom name="rod" size=".1"/></body>'
    motor = '<general name="motor" joint="hinge" dyntype="filter" dynprm="0.1" gainprm="3"/>'
    (tmp_path / "arm.xml").write_text(
        f'<mujoco><option cone="elliptic"/><worldbody>{body}</worldbody><actuator>{motor}</actuator></mujoco>'
    )
    scene, _ = scenec.read(tmp_path / "arm.xml")
    report = scenec.write(scene.replace("arm::arm", mass=2.0), tmp_path / "heavy.xml", format="mjcf")
    text = (tmp_path / "heavy.xml").read_text()
    assert 'mass="2"' in text
    assert 'cone="elliptic"' in text
    assert 'dyntype="filter"' in text
    assert report.lost == 0


def test_a_scene_made_by_hand_can_be_written(tmp_path: Path) -> None:
    report = scenec.write(arm(), tmp_path / "arm.sdf")
    assert (tmp_path / "arm.sdf").exists()
    assert {finding.category for finding in report.findings if finding.level == "error"} == set()


def test_nothing_is_written_when_something_is_wrong(field: Path) -> None:
    before = sorted(os.listdir(field.parent))
    for src, dst in ((b"<Simulation", "a.sdf"), (SCENE, "field.ros2/a.sdf")):
        with pytest.raises((ReadError, WriteError)):
            scenec.convert(src, field.parent / dst, from_="simrobot", base=field.parent)
    assert sorted(os.listdir(field.parent)) == before


def test_nothing_is_printed(field: Path, capfd: pytest.CaptureFixture[str]) -> None:
    scenec.convert(field, field.with_suffix(".sdf"))
    scenec.write(scenec.read(field)[0], field.with_suffix(".sdf"))
    with pytest.raises(ReadError):
        scenec.read(b"<Simulation", format="simrobot")
    assert capfd.readouterr() == ("", "")


# ---------------------------------------------------------------- threads and the collector


def test_threads_convert_in_parallel_and_the_collector_is_back_afterwards(field: Path) -> None:
    expected = scenec.convert(field, field.with_suffix(".sdf")).to_json()
    content, results = field.with_suffix(".sdf").read_bytes(), []

    def work(number: int) -> None:
        target = field.parent / f"out{number}" / "field.sdf"
        for _ in range(3):
            report = scenec.convert(field, target)
        results.append((report.to_json(), target.read_bytes()))

    threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [(expected, content)] * 8
    assert gc.isenabled()


def test_the_collector_is_paused_once_for_nested_conversions() -> None:
    from scenec.collector import collector_paused

    with collector_paused():
        assert not gc.isenabled()
        with collector_paused():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_a_collector_that_was_off_stays_off(field: Path) -> None:
    gc.disable()
    try:
        scenec.read(field)
        with pytest.raises(ReadError):
            scenec.read(field.parent / "gone.ros2")
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_a_failed_conversion_switches_the_collector_on_again(field: Path) -> None:
    with pytest.raises(ReadError):
        scenec.read(b"<Simulation", format="simrobot")
    assert gc.isenabled()


def test_the_package_exports_its_documented_names() -> None:
    assert scenec.Scene is ir.Scene
    assert set(scenec.__all__) <= set(dir(scenec)) | {"__version__"}
    with pytest.raises(AttributeError, match="no attribute 'raed'"):
        scenec.raed  # noqa: B018 - asking is what fails


def test_a_flag_takes_only_true_and_false(field: Path) -> None:
    with pytest.raises(UsageError, match="adapt_joints cannot be 'yes'; expected True or False"):
        scenec.convert(field, field.with_suffix(".sdf"), adapt_joints="yes")  # type: ignore[arg-type]  # the mistake that is tested


def test_the_types_of_the_options_are_those_that_formats_declare() -> None:
    """Type checkers need them written down; what is written down is what the records say."""
    from typing import get_args, get_type_hints

    from scenec.converters import BUILT_IN, load
    from scenec.converters.format import ReadOptions, WriteOptions
    from scenec.converters.options import declared_options
    from scenec.options import COMMON, ConvertingOptions, ReadingOptions, WritingOptions

    declared = {name: each.option for name, each in declared_options(load(name) for name in BUILT_IN).items()}
    for when, record, typed in (("reading", ReadOptions, ReadingOptions), ("writing", WriteOptions, WritingOptions)):
        own = {name: option for name, option in declared.items() if option.when == when}
        assert set(typed.__annotations__) == {*COMMON[record], *own}
        assert {*COMMON[record], "own"} <= set(record.__struct_fields__)
        hints = get_type_hints(typed)
        for name, option in own.items():
            words = {word for part in (hints[name], *get_args(hints[name])) for word in get_args(part) if isinstance(word, str) and word}
            assert words == set(option.choices), name
            assert (hints[name] is bool) == (option.kind == "flag"), name
            assert option.of(record()) == option.default_of, name
    assert set(ConvertingOptions.__annotations__) == {*ReadingOptions.__annotations__, *WritingOptions.__annotations__, "assets_dir"}
