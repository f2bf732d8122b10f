"""When something is wrong: one line on stderr, an exit status that means something, never a traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from scenec.cli.main import COMMANDS
from tests.cli.conftest import ARM, ROOT, Scenec, put
from tests.formats import swept
from tests.processes import patience, started, until

COMMAND = [sys.executable, "-m", "scenec"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["convrt"], "no command 'convrt'; did you mean convert?; see scenec --help"),
        (["convert"], "missing argument 'SRC...'; see scenec convert --help"),
        (["convert", "arm.ros2"], "missing option '-o' / '--output'; see scenec convert --help"),
        (["convert", "--form", "sdf", "arm.ros2"], "no option --form; did you mean --from?; see scenec convert --help"),
        (["inspect", "--phisics", "arm.ros2"], "no option --phisics; did you mean --physics?; see scenec inspect --help"),
        (["convert", "arm.ros2", "-o", "a.sdf", "--as", "wrld"], "'wrld' is not one of 'world', 'model'"),
        (["convert", "arm.ros2", "-o", "a.sdf", "--to", "sdfromat"], "unknown format 'sdfromat'; expected one of simrobot, sdformat"),
        (["convert", "arm.ros2", "-o", "a.sdf", "--to", "sdformat@1.99"], "unknown version '1.99' of sdformat"),
        (["convert", "arm.ros2", "-o", "a.xyz"], "'a.xyz' does not say which format to write"),
        (["convert", "arm.ros2", "-o", "out/"], "a folder does not say which format to write; expected --to FMT"),
        (["convert", "arm.ros2", "arm.ros2", "b.ros2", "-o", "x.sdf"], "2 files go into a folder, and 'x.sdf' is a file's name"),
        (["convert", "arm.ros2", "-o", "a.sdf", "--search-path", "nowhere"], "Directory 'nowhere' does not exist"),
        (["convert", "arm.ros2", "-o", "a.sdf", "--constants", "arm.ros2"], "arm.ros2: --constants is no JSON"),
        (["inspect", "arm.ros2", "--at", "elbow=1"], "--at moves joints for --physics; add --physics"),
        (["inspect", "arm.ros2", "--physics", "--at", "elbow"], "--at 'elbow' names no position; expected JOINT=POSITION"),
        (["inspect", "arm.ros2", "--physics", "--at", "base::elbw=1"], "no joint 'base::elbw'; did you mean base::elbow?"),
        (["inspect", "arm.ros2", "--physics", "--at", "base::elbow=nan"], "names no position"),
        (["explain", "actuator-droped"], "no finding has the code 'actuator-droped'; did you mean actuator-dropped?"),
        (["explain", "sdformat", "simrobt"], "unknown format 'simrobt'"),
    ],
)
def test_wrong_usage_is_reported_with_the_nearest_right_one(scenec: Scenec, arm: str, arguments: list[str], complaint: str) -> None:
    done = scenec(*arguments)
    assert done.status == 2
    assert complaint in done.error


def test_no_arguments_show_what_there_is(scenec: Scenec) -> None:
    done = scenec()
    assert (done.status, done.out) == (2, "")
    assert all(name in done.err for name in COMMANDS)


@pytest.mark.parametrize("command", [["convert", "-o", "x.sdf"], ["inspect"], ["check"]])
@pytest.mark.parametrize(
    ("name", "content", "complaint"),
    [
        ("gone.ros2", None, "gone.ros2: cannot be read: no such file or directory"),
        ("empty.ros2", "", "empty.ros2:1:1: "),
        ("half.ros2", '<Simulation>\n  <Scene name="x">\n', "half.ros2:"),
        ("typo.ros2", '<Simulation>\n  <Scene name="x">\n    <Bdy/></Scene></Simulation>', "typo.ros2:3:"),
    ],
)
def test_an_unreadable_file_is_named_with_its_line(
    scenec: Scenec, tmp_path: Path, command: list[str], name: str, content: str | None, complaint: str
) -> None:
    if content is not None:
        put(tmp_path, name, content)
    done = scenec(*command, name)
    assert done.status == 3
    assert done.out == "" or (command == ["check"] and done.out.startswith(complaint)), "only a check lists faults as its data"
    assert done.error.startswith(complaint)
    assert not Path("x.sdf").exists()


def test_a_folder_and_a_pattern_without_files_cannot_be_read(scenec: Scenec) -> None:
    assert scenec("convert", ".", "-o", "x.sdf").status == 3
    done = scenec("convert", "*.ros2", "-o", "x.sdf")
    assert (done.status, done.error) == (3, "*.ros2: no file is called like this")


def test_output_that_cannot_be_written_leaves_nothing_behind(scenec: Scenec, arm: str) -> None:
    Path("file").write_text("")
    done = scenec("convert", arm, "-o", "file/arm.sdf")
    assert done.status == 4
    assert "cannot be written" in done.error
    assert sorted(os.listdir()) == ["arm.ros2", "file"]


def test_of_several_files_the_good_ones_are_converted(scenec: Scenec, arm: str, tmp_path: Path) -> None:
    put(tmp_path, "bad.ros2", "<Simulation>")
    done = scenec("convert", "bad.ros2", arm, "gone.ros2", "-o", "out", "--to", "sdformat", "-q")
    assert done.status == 5
    assert [line.split(":")[2].strip() for line in done.err.splitlines()] == ["bad.ros2", "gone.ros2"]
    assert os.listdir("out") == ["arm.sdf"]


def test_what_comes_from_a_file_cannot_steer_the_terminal(scenec: Scenec, tmp_path: Path) -> None:
    evil = "\x1b[2J\x9b31m\u202e"
    put(tmp_path, "evil.ros2", ARM.format(motor="").replace('"forearm"', f'"{evil}"'))
    put(tmp_path, "refused.ros2", f'<Simulation><Scene name="x"><{evil}/></Scene></Simulation>')
    for arguments in (
        ["inspect", "evil.ros2"],
        ["check", "evil.ros2", "-v"],
        ["check", "refused.ros2"],
        ["convert", f"{evil}.ros2", "-o", "x.sdf"],
    ):
        done = scenec(*arguments)
        assert not set(evil) - set("[2J31m") & set(done.out + done.err), arguments
    assert "\\x1b[2J\\x9b31m\\u202e" in scenec("inspect", "evil.ros2").out


def test_a_bug_is_one_line_and_can_be_looked_into(scenec: Scenec, arm: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise KeyError("hinge")

    monkeypatch.setattr("scenec.api.prepare", broken)
    done = scenec("convert", arm, "-o", "x.sdf")
    assert done.status == 70
    assert done.error.startswith("bug: KeyError: 'hinge' (scenec/cli/convert.py:")
    assert "SCENEC_DEBUG=1" in done.error
    monkeypatch.setenv("SCENEC_DEBUG", "1")
    assert "Traceback (most recent call last):" in scenec("convert", arm, "-o", "x.sdf").err


def test_being_interrupted_is_said_and_leaves_nothing(scenec: Scenec, arm: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("scenec.api.prepare", interrupted)
    done = scenec("convert", arm, "-o", "x.sdf")
    assert (done.status, done.err) == (130, "scenec: interrupted\n")


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_control_c_while_reading_a_stream_ends_with_130() -> None:
    with started([*COMMAND, "inspect", "-", "--from", "simrobot"], stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        process.stdin.write("<Simulation>")
        process.stdin.flush()
        until(lambda: _is_reading(process.pid), "the command reads its input")
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=patience())
    assert (process.returncode, err) == (130, "scenec: interrupted\n")


def _is_reading(pid: int) -> bool:
    """Whether a process sleeps in a system call with all it imports loaded."""
    status = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    return status == "S" and "msgspec" in Path(f"/proc/{pid}/maps").read_text()


@pytest.mark.skipif(os.name != "posix", reason="needs pipes of POSIX")
@pytest.mark.parametrize(
    "arguments", [["--help"], ["formats"], ["inspect", "scene.ros2", "-q"], ["convert", "scene.ros2", "-o", "-", "-t", "sdf", "-q"]]
)
def test_a_closed_pipe_ends_silently(arguments: list[str], tmp_path: Path) -> None:
    put(tmp_path, "scene.ros2", ARM.format(motor=""))
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([*COMMAND, *arguments], stdout=writer, stderr=subprocess.PIPE, env=ENVIRONMENT, cwd=tmp_path, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["formats"], ["inspect", "scene.ros2", "-q"]])
def test_a_full_disk_under_stdout_is_no_success(arguments: list[str], tmp_path: Path) -> None:
    put(tmp_path, "scene.ros2", ARM.format(motor=""))
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([*COMMAND, *arguments], stdout=full, stderr=subprocess.PIPE, env=ENVIRONMENT, cwd=tmp_path, check=False)
    assert done.returncode == 4
    assert b"Traceback" not in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="a working directory cannot be removed elsewhere")
@pytest.mark.parametrize("arguments", [["convert", "a.ros2", "-o", "a.sdf"], ["migrate", "in", "out", "--to", "sdf"], ["check", "a.ros2"]])
def test_a_working_directory_that_is_gone_is_reported_as_such(tmp_path: Path, arguments: list[str]) -> None:
    script = 'mkdir gone && cd gone && rmdir ../gone && exec "$@"'
    done = subprocess.run(
        ["sh", "-c", script, "sh", *COMMAND, *arguments], cwd=tmp_path, env=ENVIRONMENT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 3
    assert done.stderr == "scenec: error: the working directory does not exist any more; change to another folder\n"


@pytest.mark.skipif(sys.platform != "linux", reason="needs names that are no text")
@pytest.mark.parametrize("coerced", [swept("0"), "1"])
@pytest.mark.parametrize(
    "arguments",
    [
        [b"convert", b"gone\xff.ros2", b"-o", b"a.sdf"],
        [b"convert", b"--too\xff", b"a.ros2"],
        [b"conv\xff"],
        [b"explain", b"\xff"],
        [b"convert", b"a.ros2", b"-o", b"a.sdf", b"--to", b"\xff"],
        [b"migrate", b"in\xff", b"out\xff", b"--to", b"sdf"],
        [b"convert", b"a.ros2", b"-o", b"a.sdf", b"--search-path", b"\xff"],
        ["convert", "gone\u00e9.ros2", "-o", "a.sdf"],
    ],
)
def test_arguments_that_are_no_text_are_reported_in_one_line(tmp_path: Path, arguments: list[bytes | str], coerced: str) -> None:
    environment = {**ENVIRONMENT, "LC_ALL": "C", "PYTHONCOERCECLOCALE": coerced, "PYTHONUTF8": coerced}
    done = subprocess.run([*COMMAND, *arguments], cwd=tmp_path, env=environment, capture_output=True, check=False)
    assert done.returncode in (2, 3)
    assert done.stderr.startswith(b"scenec: error: ")
    assert done.stderr.count(b"\n") == 1
    assert b"bug" not in done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="needs names that are no text")
@pytest.mark.parametrize("target", [swept(each, each != "sdf") for each in ("sdf", "ros3", "rsg", "scene", "scene.json")])
def test_a_file_whose_name_is_no_text_is_converted_and_reported(tmp_path: Path, target: str) -> None:
    (tmp_path / os.fsdecode(b"a\xff.ros2")).write_text(ARM.format(motor=""))
    reports = [f"--report=r.{form}" for form in ("json", "html", "md", "txt", "sarif")]
    command: list[str | bytes] = [
        *COMMAND,
        "convert",
        b"a\xff.ros2",
        "-o",
        b"b\xff." + target.encode(),
        "-q",
        "--ledger",
        "l.jsonl",
        *reports,
        "--fail-on",
        "never",
    ]
    done = subprocess.run(command, cwd=tmp_path, env=ENVIRONMENT, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"])
@pytest.mark.parametrize(
    ("name", "text"), [("a.ros2", ARM.format(motor="")), ("a.sdf", "<sdf/>"), ("a.rsg", "(RSG 0 1)"), ("a.scene.json", "{}")]
)
def test_a_file_in_another_encoding_is_reported_as_such(scenec: Scenec, tmp_path: Path, encoding: str, name: str, text: str) -> None:
    (tmp_path / name).write_bytes(text.encode(encoding))
    done = scenec("inspect", name)
    assert done.status == 3
    assert done.error == f"{name}:1:1: {encoding[:6].upper()} text; expected UTF-8; save the file as UTF-8"


# ---------------------------------------------------------------- files that configure a run


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes")
@pytest.mark.parametrize("option", ["--baseline", "--constants"])
def test_a_pipe_is_no_baseline_and_no_constants(scenec: Scenec, arm: str, tmp_path: Path, option: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name in ("pipe", "/dev/zero"):
        done = scenec("convert", arm, "-o", "a.sdf", option, name)
        assert done.status == 2
        assert "cannot be read: not a regular file" in done.error


@pytest.mark.parametrize("option", ["--baseline", "--constants"])
@pytest.mark.parametrize(
    "content", [b"[" * 100_000, b'{"a":' * 100_000, b"\xff", b"", b"[]", b"3", b"null", b'{"schema": "scenec.report/1"}', b"NaN"]
)
def test_any_fault_of_a_baseline_or_of_constants_is_one_line(scenec: Scenec, arm: str, tmp_path: Path, option: str, content: bytes) -> None:
    (tmp_path / "x.json").write_bytes(content)
    done = scenec("convert", arm, "-o", "a.sdf", option, "x.json", "-q")
    assert done.status == (0 if option == "--constants" and content.startswith(b'{"schema') else 2)
    if done.status:
        assert done.error.startswith("x.json: ")


@pytest.mark.parametrize(
    "content",
    [
        b"[[tool.scenec]]\n",
        b"[tool.scenec]\nignore = " + b"[" * 5000,
        b"[tool.scenec]\nignore = [1]\n",
        b"[tool.scenec]\nignore = [[]]\n",
        b"[tool.scenec]\nbaseline = 3\n",
        b'[tool.scenec]\nbaseline = "a\\u0000b"\n',
        b'[tool.scenec]\nbaseline = "."\n',
        b"[tool.scenec]\nseverity = {a = 1}\n",
        b"[tool.scenec]\nfail-on = 1\n",
        b'[tool.scenec]\nfail-on = ["warnin"]\n',
        b"[tool.scenec.severity]\nx.y = 1\n",
        b"[tool.scenec]\n\xff",
    ],
)
def test_any_fault_of_a_projects_settings_is_one_line(scenec: Scenec, arm: str, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "pyproject.toml").write_bytes(content)
    done = scenec("convert", arm, "-o", "a.sdf", "-q")
    assert done.status == 2, done.err
    assert "bug" not in done.error


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes")
def test_a_pipe_in_the_place_of_the_settings_is_not_waited_for(scenec: Scenec, arm: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pyproject.toml")
    done = scenec("convert", arm, "-o", "a.sdf", "-q")
    assert (done.status, done.error) == (2, f"{tmp_path}/pyproject.toml: cannot be read: not a regular file")


def test_a_project_can_say_what_fails(scenec: Scenec, motor_arm: str, tmp_path: Path) -> None:
    for wanted, status in (('"warning"', 1), ('["control"]', 1), ('["geometry"]', 0), ('"never"', 0)):
        (tmp_path / "pyproject.toml").write_text(f"[tool.scenec]\nfail-on = {wanted}\n")
        assert scenec("convert", motor_arm, "-o", "a.sdf", "-q").status == status
        assert scenec("convert", motor_arm, "-o", "a.sdf", "-q", "--fail-on", "never").status == 0


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes")
def test_a_report_does_not_replace_a_pipe_or_a_device(scenec: Scenec, arm: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    for option in ("--report", "--ledger"):
        done = scenec("convert", arm, "-o", "a.sdf", "-q", option, "pipe.json")
        assert (done.status, done.error) == (4, "pipe.json: cannot be written: not a regular file")
    assert (tmp_path / "pipe.json").is_fifo()
