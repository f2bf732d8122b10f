"""The reference library accepts what we write, in every version, and sees the scene that was meant."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scenec import ir
from scenec.converters.sdformat.profile import WRITABLE
from tests.consumers.sdf_consumers import ConsumerMissingError, differences, load_with_libsdformat, renamed
from tests.converters.sdformat.writing import joint, link, pose, scene, write
from tests.scenes import kitchen_sink

TURNED = (0.1, 0.2, 0.3)
BALL = ir.Sphere(radius=0.1)


def robot() -> ir.Scene:
    """Frames within frames, turned axes, a nested model, shapes of all versions."""
    models = (ir.Model(id="m", name="m", pose=pose(1.0, 2.0, 3.0, TURNED)), ir.Model(id="n", name="n", parent="m", pose=pose(0.0, 0.5)))
    axis = ir.Axis(xyz=(0.0, 0.6, 0.8), limits=ir.Limits(lower=-1.0, upper=2.0))
    return scene(
        *models,
        link(
            "base",
            pose=pose(0.0, 0.0, 0.5, TURNED),
            collisions=(ir.Collision(name="c", geometry=BALL),),
            visuals=(ir.Visual(name="v", geometry=BALL),),
        ),
        link("arm", relative_to="shoulder", pose=pose(0.25, rpy=TURNED)),
        link("hand", relative_to="marker", pose=pose(0.0, 0.1)),
        link("inside", "n", pose=pose(0.0, 0.0, 0.7, TURNED)),
        joint("shoulder", "base", "arm", relative_to="base", pose=pose(0.0, 0.0, 0.2, TURNED), axes=(axis,)),
        joint("wrist", "arm", "hand", "prismatic", axes=(ir.Axis(xyz=(1.0, 0.0, 0.0), expressed_in="base"),)),
        joint("weld", "base", "inside", "fixed", pose=pose(0.1)),
        ir.Frame(id="marker", name="marker", model="m", attached_to="arm", pose=pose(0.0, 0.0, 0.3, TURNED)),
    )


def read_by_libsdformat(data: bytes, folder: Path) -> dict[str, Any]:
    path = folder / "robot.sdf"
    path.write_bytes(data)
    try:
        return load_with_libsdformat(path)
    except ConsumerMissingError as missing:
        pytest.skip(str(missing))


@pytest.mark.parametrize("version", WRITABLE)
def test_the_reference_library_sees_the_same_robot(version: str, tmp_path: Path) -> None:
    out = write(robot(), version, as_="world")
    seen = read_by_libsdformat(out.files["robot.sdf"], tmp_path)
    assert seen["errors"] == []
    ours = robot().physics().to_json()
    assert differences(ours, renamed(seen, ours) if version == "1.4" else seen) == []  # 1.4 has no nested models


@pytest.mark.parametrize("version", ["1.4", "1.5", "1.6", "1.7", "1.8", "1.9"])
def test_the_reference_library_takes_everything_a_scene_can_hold(version: str, tmp_path: Path) -> None:
    """Up to 1.9, which is what the common version of the library knows."""
    assert read_by_libsdformat(write(kitchen_sink("min"), version).files["robot.sdf"], tmp_path)["errors"] == []
