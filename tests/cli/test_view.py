"""`scenec view`: a page or a picture of a scene."""

from __future__ import annotations

import struct
import sys
import tempfile
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT, Scenec, put

HUMANOID = ROOT / "fixtures" / "humanoid" / "humanoid.ros2"


def size_of(data: bytes) -> tuple[int, int]:
    """Width and height of a PNG file, from its header."""
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def test_the_suffix_says_whether_it_is_a_page_or_a_picture(scenec: Scenec, arm: str, tmp_path: Path) -> None:
    assert scenec("view", arm, "-o", "pages/arm.html") == (0, "", "")
    assert "<title>arm.ros2: base</title>" in (tmp_path / "pages" / "arm.html").read_text(encoding="utf-8")
    assert scenec("view", arm, "-o", "arm.png", "--size", "64x48") == (0, "", "")
    assert size_of((tmp_path / "arm.png").read_bytes()) == (64, 48)


def test_a_picture_goes_to_stdout_if_asked_for_without_a_file(arm: str, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    from scenec.cli.main import main

    assert main(["view", str(tmp_path / arm), "--png", "--size", "32x24"]) == 0
    assert size_of(capfdbinary.readouterr().out) == (32, 24)


def test_a_page_goes_to_stdout_with_a_dash(scenec: Scenec, arm: str) -> None:
    assert scenec("view", arm, "-o", "-").out.startswith("<!doctype html>")


def test_without_a_display_no_browser_is_opened_and_the_page_is_named(
    scenec: Scenec, arm: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    for word in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(word, raising=False)
    done = scenec("view", arm)
    place = done.err.strip().removeprefix("no browser to open; the page is ")
    assert done.status == 0 and Path(place).name == "arm.html"
    assert "<title>arm.ros2: base</title>" in Path(place).read_text(encoding="utf-8")


def test_joints_are_moved_as_inspect_moves_them(scenec: Scenec, tmp_path: Path) -> None:
    for at in ("0", "-1"):
        options = ("--at", f"Robin::LeftShoulderPitch={at}", "--size", "80x60")
        assert scenec("view", HUMANOID, "-o", f"at{at}.png", *options).status == 0
    assert (tmp_path / "at0.png").read_bytes() != (tmp_path / "at-1.png").read_bytes()
    assert (
        scenec("view", HUMANOID, "-o", "x.png", "--at", "Robin::HeadYow=1").error
        == "no joint 'Robin::HeadYow'; did you mean Robin::HeadYaw?"
    )


def test_a_focus_fills_the_picture(scenec: Scenec, tmp_path: Path) -> None:
    for name, focus in (("head.png", "Robin::Head"), ("all.png", "world")):
        assert scenec("view", HUMANOID, "-o", name, "--focus", focus, "--size", "80x60").status == 0
    assert (tmp_path / "head.png").read_bytes() != (tmp_path / "all.png").read_bytes()
    assert scenec("view", HUMANOID, "-o", "x.png", "--focus", "Robin::Heat").error.endswith("did you mean Robin::Head?")


def test_a_scene_without_visuals_shows_its_collisions(scenec: Scenec, arm: str, tmp_path: Path) -> None:
    assert scenec("view", arm, "-o", "arm.html").status == 0
    assert '"shown":["collisions"]' in (tmp_path / "arm.html").read_text(encoding="utf-8")
    assert scenec("view", arm, "-o", "arm.html", "--show", "visuals,axes").status == 0
    assert '"shown":["visuals","axes"]' in (tmp_path / "arm.html").read_text(encoding="utf-8")


def test_what_is_not_drawn_is_reported_on_stderr(scenec: Scenec, tmp_path: Path) -> None:
    put(tmp_path, "box.sdf", '<sdf version="1.7"><model name="m"><link name="l"/></model></sdf>')
    done = scenec("view", "box.sdf", "-o", "box.html")
    assert (done.status, done.err) == (0, "box.sdf: The scene has no shapes.\n")
    assert scenec("view", "box.sdf", "-o", "box.html", "--quiet").err == ""


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("-o", "x.jpg"), "-o 'x.jpg' does not say what to draw; expected a name that ends with .html or .png, or --png"),
        (("-o", "x.html", "--png"), "--png writes no page, and -o 'x.html' is one; expected a name that ends with .png"),
        (("--png", "--size", "0x600"), "--size '0x600' is no size; expected WIDTHxHEIGHT in pixels, each up to 4,096, like 800x600"),
        (
            ("--png", "--size", f"{'9' * 5000}x600"),
            f"--size '{'9' * 5000}x600' is no size; expected WIDTHxHEIGHT in pixels, each up to 4,096, like 800x600",
        ),
        (
            ("--png", "--show", "visual"),
            "--show has no layer 'visual'; expected of visuals, collisions, inertia, axes, sensors, lights, frames; did you mean visuals?",
        ),
        (("--png", "--at", "elbow"), "--at 'elbow' names no position; expected JOINT=POSITION, like arm::elbow=0.5"),
    ],
)
def test_wrong_options_are_refused_before_anything_is_read(scenec: Scenec, arguments: tuple[str, ...], error: str) -> None:
    done = scenec("view", "not-there.ros2", *arguments)
    assert (done.status, done.error) == (2, error)


def test_an_unreadable_file_is_named(scenec: Scenec) -> None:
    assert scenec("view", "not-there.ros2", "--png").status == 3
