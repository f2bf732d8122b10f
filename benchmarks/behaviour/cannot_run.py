"""Scenes of the shared corpus whose results are excused where they do not run in the simulator of the target, with the reasons."""

from __future__ import annotations

from typing import NamedTuple


class CannotRun(NamedTuple):
    """Scenes with one reason. files: below the corpus; targets: formats of the results, none for all."""

    reason: str
    files: tuple[str, ...]
    targets: tuple[str, ...] = ()


CANNOT_RUN = (
    CannotRun(
        "The scene includes a model of the folder beside its own, which libsdformat finds by a search path alone. It loads the source with"
        " an error.",
        ("sdformat/models/stop_light_post/model.sdf",),
        ("sdformat",),
    ),
    CannotRun(
        "All links stay below 13 m/s. The judge takes the speed of a link at the centre of mass of its tree, which is faster for links that"
        " turn quickly or are far away.",
        ("urdf/real/sdformat/test/integration/urdf_gazebo_extensions.urdf",),
        ("mjcf",),
    ),
    CannotRun(
        "A joint starts 180° outside its limits, since URDF has no start positions. MuJoCo throws it back.",
        ("urdf/real/phobos/tests/api/test_data/example_mechanism/urdf/example_mechanism.urdf",),
        ("mjcf",),
    ),
    CannotRun(
        "Two bodies start with their centres in one place. Their contact has no direction, on which DART aborts.",
        ("mjcf/real/mujoco_warp/mujoco_warp/test_data/tendon/wrap.xml",),
        ("sdformat",),
    ),
)


def reason(file: str, target: str) -> str:
    """Return why a file below the corpus cannot run in a target, or nothing if it must."""
    found = (each.reason for each in CANNOT_RUN if file in each.files and (not each.targets or target in each.targets))
    return next(found, "")
