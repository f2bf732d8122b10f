"""Keyframes of attached models come along as MuJoCo takes them: in the order of the whole model, under the prefix of the part."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import mujoco
import numpy as np
import pytest

import scenec

NUMBERS = ("key_time", "key_qpos", "key_qvel", "key_ctrl", "key_mpos", "key_mquat")
BALL = '<geom size=".1"/>'
CHILD = f"""<mujoco><worldbody>
<body name="a" pos="1 0 0"><joint name="j" ref="5"/>{BALL}<body name="b"><joint name="k" type="slide"/>{BALL}</body></body>
<body name="c"><freejoint/>{BALL}</body><body name="m" mocap="true" pos="3 4 5">{BALL}</body></worldbody>
<actuator><motor name="mj" joint="j"/><motor name="mk" joint="k"/></actuator>
<keyframe><key name="x" time="3" qpos="0.5 0.6 1 2 3 1 0 0 0" qvel="1 2 3 4 5 6 7 8" ctrl="0.7 0.8" mpos="9 8 7" mquat="0 1 0 0"/>
<key name="y" ctrl="1 2"/><key qpos="0.5"/></keyframe></mujoco>"""
MIDDLE = f"""<mujoco><asset><model name="c" file="child.xml"/></asset><worldbody>
<body name="n"><joint name="nj"/>{BALL}<attach model="c" body="a" prefix="in-"/>
<replicate count="2" sep="-"><body name="r"><joint name="rj"/>{BALL}</body></replicate></body></worldbody>
<actuator><motor joint="nj"/></actuator><keyframe><key name="mid" qpos="0.1 0.2 0.3 0.4 0.5" ctrl="0.6"/></keyframe></mujoco>"""
PLAIN = f"<body><joint/>{BALL}</body>"
OWN = f'<body name="o"><joint name="own"/>{BALL}</body>'
ASSET = '<asset><model name="c" file="child.xml"/></asset>'
PART_A = '<attach model="c" body="a" prefix="A_"/>'

MODELS = {
    "a part between other joints": f"{ASSET}<worldbody>{OWN}{PART_A}{PLAIN}</worldbody>",
    "the whole of a model": f'{ASSET}<worldbody>{OWN}<frame pos="0 0 9"><attach model="c" prefix="W_"/></frame></worldbody>',
    "twice": f'{ASSET}<worldbody><attach model="c" prefix="A_"/><attach model="c" prefix="B_"/></worldbody>',
    "parts that make up the model together": (f'{ASSET}<worldbody><attach model="c" body="c" prefix="C_"/>{PART_A}</worldbody>'),
    "a part, and one in it": f'{ASSET}<worldbody><attach model="c" body="b" prefix="B_"/>{PART_A}</worldbody>',
    "of replicas the first": (
        f'{ASSET}<worldbody>{OWN}<replicate count="2" sep="_"><body><joint/>{BALL}{PART_A}</body></replicate></worldbody>'
    ),
    "a model that attaches another": (
        f'<asset><model name="m" file="middle.xml"/></asset><worldbody>{OWN}<attach model="m" body="n" prefix="M_"/></worldbody>'
    ),
    "beside keyframes of its own": (f'{ASSET}<worldbody>{OWN}{PART_A}</worldbody><keyframe><key name="own" qpos="0.1"/></keyframe>'),
}


def compiled(path: Path) -> Any:
    return mujoco.MjModel.from_xml_path(str(path))


@pytest.mark.parametrize("inside", MODELS.values(), ids=MODELS)
def test_keyframes_written_again_are_the_same_to_mujoco(inside: str, tmp_path: Path) -> None:
    (tmp_path / "child.xml").write_text(CHILD)
    (tmp_path / "middle.xml").write_text(MIDDLE)
    source, target = tmp_path / "model.xml", tmp_path / "out" / "model.xml"
    source.write_text(f"<mujoco>{inside}</mujoco>")
    target.parent.mkdir()
    report = scenec.convert(source, target)
    before, after = compiled(source), compiled(target)
    assert [after.key(i).name for i in range(after.nkey)] == [before.key(i).name for i in range(before.nkey)]
    for name in NUMBERS:
        assert np.allclose(getattr(after, name), getattr(before, name), rtol=0, atol=1e-9), name
    assert report.lost == 0


def test_a_named_pose_of_an_attached_model_knows_its_joints(tmp_path: Path) -> None:
    (tmp_path / "child.xml").write_text(CHILD)
    source = tmp_path / "model.xml"
    source.write_text(f"<mujoco>{MODELS['a part between other joints']}</mujoco>")
    scene, _ = scenec.read(source)
    names = {joint.id: joint.name for joint in scene.joints}
    moved = {str(names[each.joint]): each.values for each in scene.named_poses[0].positions}
    assert scene.named_poses[0].name == "A_x"
    assert moved == {"A_j": (pytest.approx(0.5 - np.radians(5)),), "A_k": (0.6,)}


def test_numbers_for_more_joints_than_the_attached_model_has_are_refused(tmp_path: Path) -> None:
    (tmp_path / "child.xml").write_text(CHILD.replace('qpos="0.5"', 'qpos="1 2 3 4 5 6 7 8 9 10"'))
    source = tmp_path / "model.xml"
    source.write_text(f"<mujoco>{MODELS['twice']}</mujoco>")
    with pytest.raises(scenec.ReadError, match=r"child.xml:6.*qpos has 10 numbers"):
        scenec.read(source)
