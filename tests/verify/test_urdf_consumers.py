"""Our summary of a robot as each of the programs that load URDF means the file."""

from __future__ import annotations

import scenec
from scenec.verify.agreement import Summary
from scenec.verify.urdf_consumers import as_drake_reads

LINK = '<link name="{}"><inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>'
ORIGIN = '<origin xyz="1 2 3" rpy="0 0 1.5707963267948966"/>'


def summary(content: str) -> Summary:
    scene, _ = scenec.read(f'<robot name="r">{content}</robot>'.encode(), format="urdf")
    found: Summary = scene.physics().to_json()
    return found


def test_drake_leaves_what_is_on_a_floating_joint_at_the_origin_of_the_world() -> None:
    links = '<link name="world"/>' + LINK.format("free") + LINK.format("arm")
    free = f'<joint name="f" type="floating"><parent link="world"/><child link="free"/>{ORIGIN}</joint>'
    arm = '<joint name="j" type="continuous"><parent link="free"/><child link="arm"/><origin xyz="5 0 0"/></joint>'
    seen = as_drake_reads(summary(links + free + arm))
    assert [link["path"] for link in seen["links"]] == ["r::free", "r::arm"]
    assert [link["pose"][:3] for link in seen["links"]] == [[0, 0, 0], [5, 0, 0]]
    (joint,) = seen["joints"]
    assert (joint["path"], joint["anchor"], joint["axes"][0]["axis"]) == ("r::j", [5, 0, 0], [1, 0, 0])
