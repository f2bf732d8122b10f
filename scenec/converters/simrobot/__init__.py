"""SimRobot scenes: .ros2 and .rsi2 of SimRobotCore2, .ros3 and .rsi3 of its MuJoCo successor."""

from __future__ import annotations

from typing import Any

from scenec.converters.format import Format, ReadRequest, ReadResult, WriteRequest, WriteResult


def _read(request: ReadRequest) -> ReadResult:
    from scenec.converters.simrobot.read import read

    return read(request)


def _write(request: WriteRequest) -> WriteResult:
    from scenec.converters.simrobot.writer import write

    return write(request)


def _implied(version: str) -> dict[tuple[str, str], Any]:
    from scenec.converters.simrobot.write_implied import implied

    return implied(version)


def _sniff(data: bytes) -> bool:
    """A scene has `Simulation` as its outermost element; only comments may come before it."""
    start = data.find(b"<Simulation")
    before = data[: max(start, 0)]
    return start >= 0 and before.count(b"<") == before.count(b"<!--")


def _is_entry(path: str) -> bool:
    """What scenes include is called .rsi2 or .rsi3."""
    return not path.lower().endswith((".rsi2", ".rsi3"))


FORMAT = Format(
    name="simrobot",
    title="SimRobot",
    suffixes={".ros2": "", ".rsi2": "", ".ros3": "core3", ".rsi3": "core3"},
    versions=("core2", "core3"),
    default_version="core2",
    aliases=("ros2", "ros3"),
    sniff=_sniff,
    read=_read,
    write=_write,
    adaptations=("merge_fixed_joints", "surfaces_to_friction_table"),
    implied=_implied,
    is_entry=_is_entry,
)
