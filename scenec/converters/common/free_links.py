"""Links that are free because the target lacks the joint that held them: each is reported, with its visuals and sensors."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from scenec.converters.common.findings import APPEARANCE_SPLIT, LINK_PLACED_IN_WORLD, LINK_SPLIT, SENSOR_PLACED_IN_WORLD, SENSOR_SPLIT_OFF
from scenec.converters.format import WriteRequest
from scenec.ir.base import WORLD, Id
from scenec.ir.circles import Connections
from scenec.ir.joint import Joint
from scenec.ir.kinematics import Kinematics, static_models
from scenec.ir.link import Link
from scenec.ir.names import joint_paths, link_paths
from scenec.ir.scene import Scene

KIND_WORDS = {"revolute2": "two-axis"}
"""Names of joint types in reports, where they are not those of the scene."""


def report_free_links(request: WriteRequest, lost: Collection[Id]) -> None:
    """Report the links below joints that the result lacks, down each tree. A link below a floating joint was free before: its place counts
    from the world instead of from the link above. lost: the joints."""
    scene: Scene = request.scene
    if not lost:
        return
    links, joints = link_paths(scene), joint_paths(scene)
    for link, joint in _below(scene, lost):
        path, above = links[link.id], joints[joint.id]
        kind = KIND_WORDS.get(joint.type, joint.type)
        was_free = joint.type == "floating"
        if was_free:
            request.ledger.report(LINK_PLACED_IN_WORLD, origin=link.origin, subject=path, joint=above)
        else:
            value = f"moves with what {above} joins it to"
            request.ledger.report(LINK_SPLIT, origin=link.origin, subject=path, value=value, target="moves freely", joint=above, kind=kind)
        if link.visuals and not was_free:
            request.ledger.report(APPEARANCE_SPLIT, origin=link.origin, subject=path, joint=above, kind=kind)
        for sensor in link.sensors:
            row = SENSOR_PLACED_IN_WORLD if was_free else SENSOR_SPLIT_OFF
            request.ledger.report(row, origin=sensor.origin, subject=f"{path}::{sensor.name or sensor.type}", joint=above, kind=kind)


def _below(scene: Scene, lost: Collection[Id]) -> Iterator[tuple[Link, Joint]]:
    """Yield the links below the lost joints, each once, with the joint that was lost. Links that another joint holds are left out, and
    so are those that others still connect to the joint's parent, as the joint closed a loop."""
    kinematics, static = Kinematics(scene), static_models(scene)
    links = {link.id: link for link in scene.links if link.model not in static}
    below: dict[Id, list[Id]] = {}
    held: set[Id] = set()
    connections = Connections()
    for joint in scene.joints:
        if joint.id not in lost:
            parent, child = kinematics.body_of(joint.parent), kinematics.body_of(joint.child)
            below.setdefault(parent, []).append(child)
            held.add(child)
            connections.connect(parent, child)
    yielded: set[Id] = set()
    for joint in scene.joints:
        start, parent = kinematics.body_of(joint.child), kinematics.body_of(joint.parent)
        was_free = joint.type == "floating" and parent not in links
        is_held = start in held or connections.top(start) == connections.top(parent)
        waiting = [start] if joint.id in lost and not (was_free or is_held or start == WORLD) else []
        while waiting:
            link = waiting.pop()
            if link in links and link not in yielded:
                yielded.add(link)
                yield links[link], joint
                waiting += below.get(link, ())
