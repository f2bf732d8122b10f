"""Random scenes, written and then placed by SDFormat's own rules, stand where the scene says.

The rules are written down here once more, in matrices and without looking at ours: a pose is in the frame that `relative_to`
names within the model around it; else a link's is in its model, a joint's in its child, a frame's in what it is attached to, a
model's in the model or world around it.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from math import cos, sin

import numpy as np
import pytest
from hypothesis import given, settings
from msgspec.structs import replace
from numpy.typing import NDArray

from scenec import ir
from scenec.converters import load
from scenec.converters.format import WriteOptions
from scenec.ir.kinematics import Kinematics
from tests.printing import printed
from tests.strategies import scenes

Matrix = NDArray[np.float64]


def matrix(text: str | None) -> Matrix:
    """Of ``x y z roll pitch yaw``."""
    x, y, z, roll, pitch, yaw = (float(word) for word in (text or "0 0 0 0 0 0").split())
    about_x = np.array([[1, 0, 0], [0, cos(roll), -sin(roll)], [0, sin(roll), cos(roll)]])
    about_y = np.array([[cos(pitch), 0, sin(pitch)], [0, 1, 0], [-sin(pitch), 0, cos(pitch)]])
    about_z = np.array([[cos(yaw), -sin(yaw), 0], [sin(yaw), cos(yaw), 0], [0, 0, 1]])
    result = np.eye(4)
    result[:3, :3] = about_z @ about_y @ about_x
    result[:3, 3] = (x, y, z)
    return result


def of_ir(pose: ir.Pose) -> Matrix:
    result = np.eye(4)
    result[:3, :3] = pose.rotation.matrix()
    result[:3, 3] = pose.position
    return result


class Placed:
    """A written file: the pose of everything in the world, by its name from the outside in."""

    def __init__(self, data: bytes) -> None:
        self.local: dict[str, tuple[str, Matrix]] = {"": ("", np.eye(4))}
        self.elements: dict[str, ET.Element] = {}
        root = ET.fromstring(data)
        world = root.find("world")
        for path, scope, element in self.parts("", root if world is None else world):
            base = {"link": scope, "model": scope, "joint": self.child(scope, element), "frame": self.attached(scope, element)}[element.tag]
            pose = element.find("pose")
            relative_to = None if pose is None else pose.get("relative_to")
            if relative_to:
                base = self.named(scope, relative_to)
            self.local[path] = base, matrix(None if pose is None else pose.text)
            self.elements[path] = element

    def parts(self, scope: str, holder: ET.Element) -> Iterator[tuple[str, str, ET.Element]]:
        for element in holder:
            if element.tag in ("link", "joint", "frame", "model"):
                path = self.named(scope, element.attrib["name"])
                yield path, scope, element
                if element.tag == "model":
                    yield from self.parts(path, element)

    def named(self, scope: str, name: str) -> str:
        if name == "world":
            return ""
        if name == "__model__":
            return scope
        return f"{scope}::{name}" if scope else name

    def child(self, scope: str, joint: ET.Element) -> str:
        return self.named(scope, joint.findtext("child") or "") if joint.tag == "joint" else ""

    def attached(self, scope: str, frame: ET.Element) -> str:
        return self.named(scope, frame.get("attached_to") or "__model__")

    def in_world(self, path: str) -> Matrix:
        result = np.eye(4)
        for _ in self.local:
            base, pose = self.local[path]
            result, path = pose @ result, base
        assert path == "", f"{path} stands relative to itself"
        return result

    def axis_in_world(self, path: str, tag: str) -> Matrix:
        xyz = self.elements[path].find(f"{tag}/xyz")
        assert xyz is not None
        frame = xyz.get("expressed_in") or (
            "__model__" if self.elements[path].findtext(f"{tag}/use_parent_model_frame") == "true" else None
        )
        scope = path.rpartition("::")[0]
        turned = self.in_world(self.named(scope, frame) if frame else path)[:3, :3]
        direction = turned @ np.array([float(word) for word in (xyz.text or "").split()])
        return np.asarray(direction / np.linalg.norm(direction))


def with_plain_names(scene: ir.Scene) -> ir.Scene:
    """Everything is called by its id, so that it can be found again."""
    groups = {name: tuple(replace(each, name=each.id) for each in getattr(scene, name)) for name in ("models", "links", "joints")}
    return replace(scene, **groups)


def written(scene: ir.Scene, version: str) -> bytes:
    return printed(load("sdformat"), scene, options=WriteOptions(version=version)).main


@pytest.mark.sweep
@pytest.mark.parametrize("version", ["1.5", "1.7", "1.8", "1.12"])
@settings(max_examples=50)
@given(scene=scenes())
def test_every_link_joint_and_axis_stands_where_the_scene_says(version: str, scene: ir.Scene) -> None:
    scene = with_plain_names(scene)
    kinematics, placed = Kinematics(scene), Placed(written(scene, version))
    by_name = {path.rpartition("::")[2]: path for path in placed.local if path}
    for link in scene.links:
        here, there = of_ir(kinematics.at_zero(link.id)), placed.in_world(by_name[link.id])
        assert there == pytest.approx(here, abs=1e-9)
        pose, inertial = placed.elements[by_name[link.id]].findtext("inertial/pose"), link.inertial
        assert inertial is not None
        assert there @ matrix(pose) == pytest.approx(here @ of_ir(inertial.pose or ir.Pose()), abs=1e-9)
    for joint in scene.joints:
        if joint.id not in by_name:
            continue  # a kind that the version does not have
        assert placed.in_world(by_name[joint.id]) == pytest.approx(of_ir(kinematics.at_zero(joint.id)), abs=1e-9)
        for axis, tag in zip(joint.axes, ("axis", "axis2"), strict=False):
            direction = kinematics.at_zero(joint.id).rotation.apply(kinematics.joint_axis(joint, axis))
            assert placed.axis_in_world(by_name[joint.id], tag) == pytest.approx(np.array(direction), abs=1e-9)
