"""URDF, the robot description of ROS: the record of the format. Its parts are loaded when it is used."""

from __future__ import annotations

import re

from scenec.converters.common.options import ADAPT_JOINTS, LAYOUT, LENIENT, MOTORS, PARAMETERS, READY, SHAPE_DENSITY
from scenec.converters.format import Format, Layout
from scenec.converters.urdf.options import ALLOW_ENV, PACKAGE_NAME, SRDF
from scenec.converters.urdf.profile import ADAPTATIONS, VERSIONS, adaptations

_BEFORE_ROOT = re.compile(rb"\s*(?:<\?.*?\?>\s*|<!--.*?-->\s*|<!DOCTYPE[^>\[]*>\s*)*", re.DOTALL)


def _sniff(data: bytes) -> bool:
    """Return whether the outermost element of a file is `robot`."""
    data = data.removeprefix(b"\xef\xbb\xbf")
    before = _BEFORE_ROOT.match(data)
    return before is not None and re.match(rb"<robot[\s>/]", data[before.end() : before.end() + 7]) is not None


def _is_entry(path: str) -> bool:
    """Return whether a file describes a robot. Programs that make an SRDF, which is about a robot, have the suffix of both."""
    return not path.lower().endswith(".srdf.xacro")


FORMAT = Format(
    name="urdf",
    package=__name__,
    title="URDF",
    simulator="ROS",
    suffixes={".urdf": "", ".xacro": "", ".urdf.xacro": ""},
    versions=VERSIONS,
    default_version=VERSIONS[0],
    sniff=_sniff,
    layouts={"package": Layout(main="urdf/robot.urdf", assets="../meshes", marker="package.xml")},
    options=(
        LENIENT,
        PARAMETERS.doing("NAME:=VALUE for an argument of a xacro file"),
        ALLOW_ENV,
        SRDF,
        LAYOUT.doing("`package` is a ROS package, DST/<name>/ with package.xml, urdf/, meshes/, launch/ and config/", choices=("package",)),
        PACKAGE_NAME,
        MOTORS,
        SHAPE_DENSITY,
        READY.doing("a file of controllers for ros2_control"),
        ADAPT_JOINTS.doing("joints that close loops as joints of Gazebo, since the joints of URDF are a tree"),
    ),
    adaptations=ADAPTATIONS,
    adaptations_for=adaptations,
    is_entry=_is_entry,
    relations="scenec.converters.urdf.relations",
    carried="scenec.converters.common.carried_comment",
    consumers=("urdfdom", "Drake", "MuJoCo"),
    verified_by="scenec.verify.urdf_consumers:urdf_verdicts",
)
