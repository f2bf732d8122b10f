"""Scenes of the shared corpus whose results are excused where they do not run in the simulator of the target, with the reasons."""

from __future__ import annotations

from typing import NamedTuple


class CannotRun(NamedTuple):
    """Scenes with one reason. files: below the corpus; targets: formats of the results, none for all."""

    reason: str
    files: tuple[str, ...]
    targets: tuple[str, ...] = ()


MODELS = "sdformat/models/"
BOOSTER = "simrobot/bhuman-2025-k1/Scenes/K1/"
CANNOT_RUN = (
    CannotRun(
        "The scene includes models that its folder lacks. libsdformat refuses the source too.",
        tuple(
            f"{MODELS}{name}/model.sdf"
            for name in (
                "drc_practice_wheel_valve_large_wall",
                "iris_with_standoffs_demo",
                "metal_peg_board",
                "simple_arm_gripper",
                "stop_light_post",
                "turtlebot",
                "wooden_case_metal_peg",
                "wooden_case_wooden_peg",
            )
        ),
        ("sdformat",),
    ),
    CannotRun(
        "A link has a tensor that no rigid body can have. libsdformat refuses the source too, and the same format keeps what it states.",
        (f"{MODELS}create/model.sdf", f"{MODELS}simple_arm/model.sdf"),
        ("sdformat",),
    ),
    CannotRun(
        "A joint is called `world`, so libsdformat refuses the source. The joint closes a chain at the world, on which DART aborts.",
        (f"{MODELS}fire_hose_long_curled/model.sdf",),
        ("sdformat",),
    ),
    CannotRun(
        "The scene has attributes that MuJoCo 4.0 no longer reads, or muscles whose lengths it cannot find. MuJoCo refuses the source too.",
        (
            "mjcf/real/IsaacGymEnvs/assets/mjcf/open_ai_assets/hand/manipulate_egg.xml",
            "mjcf/real/mujoco/model/flex/cloth_sdf.xml",
            "mjcf/real/mujoco/mjx/mujoco/mjx/test_data/actuator/arm26.xml",
            "mjcf/real/mujoco_warp/mujoco_warp/test_data/flex/moving_base_strain.xml",
        ),
        ("mjcf",),
    ),
    CannotRun(
        "All links stay below 13 m/s. The judge takes the speed of a link at the centre of mass of its tree, which is faster for links that"
        " turn quickly or are far away.",
        (
            *(f"{BOOSTER}{name}.ros2" for name in ("Booster", "BoosterGame", "BoosterRemote", "BoosterRemoteJoystick", "BoosterReplay")),
            "urdf/real/sdformat/test/integration/urdf_gazebo_extensions.urdf",
        ),
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
