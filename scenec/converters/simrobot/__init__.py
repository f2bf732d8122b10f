"""SimRobot scenes: .ros2 and .rsi2 of SimRobotCore2, .ros3 and .rsi3 of its MuJoCo successor."""

from __future__ import annotations

from typing import Any

from scenec.converters.format import Adaptation, Format, ReadRequest, ReadResult, WriteOptions, WriteRequest, WriteResult


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


JOINTS = ("revolute", "continuous", "prismatic")
"""The joints that can carry a body."""


TOUCHED = ("Box", "Sphere", "Cylinder", "Capsule", "Torus", "Plane")
"""Shapes that collide (a plane as a large box); the newer core has no torus."""


def _adaptations(options: WriteOptions, source_format: str, restored: bool) -> tuple[Adaptation, ...]:
    """What SimRobot cannot say. Its own scenes are in its range, even where they say what it objects to: bodies without mass come home
    (`restored`) as they were."""
    friction: tuple[Adaptation, ...] = ("surfaces_to_friction_table",)
    if options.version == "core3":
        to_table: Adaptation = ("surfaces_to_friction_table", {"native_law": "max"})
        friction = (to_table, ("friction_table_to_surfaces", {"law": "max", "unsaid": True, "native_engine": "mujoco"}))
    touched = ("Box", "Sphere", "Cylinder", "Capsule", "Plane") if options.version == "core3" else TOUCHED
    if source_format == "simrobot":
        return (("collisions_to_primitives", {"touched": touched}), *friction) if options.version == "core3" else friction
    chains: tuple[Adaptation, ...] = ("joints_to_chains",) if options.adapt_joints else ()
    return (
        "numbers_to_finite",
        ("collisions_to_primitives", {"touched": touched}),
        "visuals_to_meshes",
        "mesh_files_to_inline",
        "merge_fixed_joints",
        *chains,
        ("joints_to_tree", {"kinds": JOINTS}),
        *(() if restored else ("massless_links",)),
        "inertias_to_definite",
        *friction,
    )


FORMAT = Format(
    name="simrobot",
    title="SimRobot",
    simulator="SimRobot",
    suffixes={".ros2": "", ".rsi2": "", ".ros3": "core3", ".rsi3": "core3"},
    versions=("core2", "core3"),
    default_version="core2",
    aliases=("ros2", "ros3"),
    sniff=_sniff,
    read=_read,
    write=_write,
    adaptations=_adaptations(WriteOptions(), "", False),
    adaptations_for=_adaptations,
    implied=_implied,
    is_entry=_is_entry,
    gravity=(0.0, 0.0, -9.80665),
    step=0.01,
    carried="scenec.converters.simrobot.carried",
)
