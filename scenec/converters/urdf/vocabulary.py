"""The vocabulary of URDF: its elements and their attributes.

Facts are those of urdfdom 9a1f5b4 (urdf_parser/src) and urdfdom_headers bde8d03, cited by file. Elements are found by name among the
children of their parent, in any order. Of an element that may stand once, the first counts.
"""

from __future__ import annotations

from typing import Any

from scenec.converters.urdf import kinds as k
from scenec.syntax.kinds import Kind
from scenec.syntax.vocabulary import Child, Element, Row


def _row(name: str, kind: Kind[Any], cite: str, default: Any = None, *, required: bool = False, since: str = "") -> Row[Any]:
    return Row(name=name, kind=kind, default=default, required=required, cite=cite, since=since)


_MODEL, _LINK, _JOINT, _POSE = "model.cpp", "link.cpp", "joint.cpp", "pose.cpp"

ROBOT_NAME = _row("name", k.TEXT, _MODEL, required=True)
VERSION = _row("version", k.TEXT, _MODEL, "1.0")
LINK_NAME = _row("name", k.TEXT, _LINK, required=True)
SHAPE_NAME = _row("name", k.TEXT, _LINK)
JOINT_NAME = _row("name", k.TEXT, _JOINT, required=True)
JOINT_TYPE = _row("type", k.TEXT, _JOINT, required=True)
END = _row("link", k.TEXT, _JOINT, required=True)
XYZ = _row("xyz", k.POSITION, _POSE, (0.0, 0.0, 0.0))
RPY = _row("rpy", k.ANGLES, _POSE, (0.0, 0.0, 0.0))
QUATERNION = _row("quat_xyzw", k.QUATERNION, _POSE, since="1.1")
MASS = _row("value", k.MASS, _LINK, required=True)
MOMENTS = tuple(_row(name, k.MOMENT, _LINK, required=True) for name in ("ixx", "ixy", "ixz", "iyy", "iyz", "izz"))
BOX_SIZE = _row("size", k.POSITION, _LINK, required=True)
RADIUS = _row("radius", k.LENGTH, _LINK, required=True)
LENGTH = _row("length", k.LENGTH, _LINK, required=True)
MESH_FILE = _row("filename", k.TEXT, _LINK, required=True)
MESH_SCALE = _row("scale", k.VECTOR, _LINK, (1.0, 1.0, 1.0))
MATERIAL_NAME = _row("name", k.TEXT, _LINK, required=True)
RGBA = _row("rgba", k.COLOUR, _LINK, required=True)
TEXTURE_FILE = _row("filename", k.TEXT, _LINK, required=True)
AXIS = _row("xyz", k.VECTOR, _JOINT)
LOWER = _row("lower", k.NUMBER, _JOINT, 0.0)
UPPER = _row("upper", k.NUMBER, _JOINT, 0.0)
EFFORT = _row("effort", k.NUMBER, _JOINT, required=True)
VELOCITY = _row("velocity", k.NUMBER, _JOINT, required=True)
RATES = tuple(_row(name, k.NUMBER, _JOINT, since="1.2") for name in ("acceleration", "deceleration", "jerk"))
DAMPING = _row("damping", k.NUMBER, _JOINT, 0.0)
FRICTION = _row("friction", k.NUMBER, _JOINT, 0.0)
THREAD_PITCH = _row("value", k.NUMBER, "Drake: detail_urdf_parser.cc", required=True)
LEADER = _row("joint", k.TEXT, _JOINT, required=True)
MULTIPLIER = _row("multiplier", k.NUMBER, _JOINT, 1.0)
OFFSET = _row("offset", k.NUMBER, _JOINT, 0.0)
SAFETY = (
    _row("soft_lower_limit", k.NUMBER, _JOINT, 0.0),
    _row("soft_upper_limit", k.NUMBER, _JOINT, 0.0),
    _row("k_position", k.NUMBER, _JOINT, 0.0),
    _row("k_velocity", k.NUMBER, _JOINT, required=True),
)
CALIBRATION = (_row("rising", k.NUMBER, _JOINT), _row("falling", k.NUMBER, _JOINT))

SHAPES = ("box", "sphere", "cylinder", "capsule", "mesh")


def _once(*tags: str) -> tuple[Child, ...]:
    return tuple(Child(tag, 0, 1) for tag in tags)


def _any(*tags: str) -> tuple[Child, ...]:
    return tuple(Child(tag) for tag in tags)


ELEMENTS: dict[str, Element] = {
    each.tag: each
    for each in (
        Element(
            "robot",
            (ROBOT_NAME, VERSION),
            (*_any("link", "joint", "material", "gazebo", "transmission", "ros2_control", "sensor"), *_once("origin")),
            cite=_MODEL,
        ),
        Element("link", (LINK_NAME,), (*_once("inertial"), *_any("visual", "collision")), cite=_LINK),
        Element("inertial", (), _once("origin", "mass", "inertia"), cite=_LINK),
        Element("origin", (XYZ, RPY, QUATERNION), cite=_POSE),
        Element("mass", (MASS,), cite=_LINK),
        Element("inertia", MOMENTS, cite=_LINK),
        Element("visual", (SHAPE_NAME,), _once("origin", "geometry", "material"), cite=_LINK),
        Element("collision", (SHAPE_NAME,), _once("origin", "geometry"), cite=_LINK),
        Element("geometry", (), _once(*SHAPES), cite=_LINK),
        Element("box", (BOX_SIZE,), cite=_LINK),
        Element("sphere", (RADIUS,), cite=_LINK),
        Element("cylinder", (RADIUS, LENGTH), cite=_LINK),
        Element("capsule", (RADIUS, LENGTH), cite=_LINK),
        Element("mesh", (MESH_FILE, MESH_SCALE), cite=_LINK),
        Element("material", (MATERIAL_NAME,), _once("color", "texture"), cite=_LINK),
        Element("color", (RGBA,), cite=_LINK),
        Element("texture", (TEXTURE_FILE,), cite=_LINK),
        Element(
            "joint",
            (JOINT_NAME, JOINT_TYPE),
            _once("origin", "parent", "child", "axis", "limit", "dynamics", "mimic", "safety_controller", "calibration"),
            cite=_JOINT,
        ),
        Element("parent", (END,), cite=_JOINT),
        Element("child", (END,), cite=_JOINT),
        Element("axis", (AXIS,), cite=_JOINT),
        Element("limit", (LOWER, UPPER, EFFORT, VELOCITY, *RATES), cite=_JOINT),
        Element("dynamics", (DAMPING, FRICTION), cite=_JOINT),
        Element("mimic", (LEADER, MULTIPLIER, OFFSET), cite=_JOINT),
        Element("safety_controller", SAFETY, cite=_JOINT),
        Element("calibration", CALIBRATION, cite=_JOINT),
    )
}
"""Tag -> element. <gazebo>, <transmission> and <ros2_control> have grammars of their own."""
