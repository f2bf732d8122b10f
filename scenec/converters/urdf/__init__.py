"""URDF, the robot description of ROS: the record of the format. Its parts are loaded when it is used."""

from __future__ import annotations

import re

from scenec.converters.common.options import LENIENT
from scenec.converters.format import Format
from scenec.converters.urdf.options import SRDF
from scenec.converters.urdf.profile import ADAPTATIONS, VERSIONS

_BEFORE_ROOT = re.compile(rb"\s*(?:<\?.*?\?>\s*|<!--.*?-->\s*|<!DOCTYPE[^>\[]*>\s*)*", re.DOTALL)


def _sniff(data: bytes) -> bool:
    """Return whether the outermost element of a file is `robot`."""
    data = data.removeprefix(b"\xef\xbb\xbf")
    before = _BEFORE_ROOT.match(data)
    return before is not None and re.match(rb"<robot[\s>/]", data[before.end() : before.end() + 7]) is not None


FORMAT = Format(
    name="urdf",
    package=__name__,
    title="URDF",
    simulator="ROS",
    suffixes={".urdf": ""},
    refused=(".xacro",),
    versions=VERSIONS,
    default_version=VERSIONS[0],
    sniff=_sniff,
    options=(LENIENT, SRDF),
    adaptations=ADAPTATIONS,
    says_leaves=True,
    carried="scenec.converters.urdf.carried",
)
