"""Where MuJoCo looks for the meshes of a robot with its extension (src/xml/xml_urdf.cc, `mjXURDF::Geom`): in `meshdir`, and with
`strippath` by the bare name of the file.

Releases differ in what they do without `strippath`: MuJoCo 4.0 keeps the folders of a name, earlier ones drop them. So both are tried.
A file that ROS's rules find comes first, since all other readers show that one.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from scenec.converters.common.mujoco_extension import TAG
from scenec.syntax.tree import SourceNode

_FOLDERS = re.compile(r".*[/\\]", re.DOTALL)


def mujoco_names(robot: SourceNode, uri: str) -> Iterator[str]:
    """Yield the names of a mesh file beside the robot that MuJoCo makes of a reference. None for a robot without the extension."""
    extension = _first(robot, TAG)
    if extension is None:
        return
    compiler = _first(extension, "compiler")
    stated = compiler.attributes if compiler is not None else {}
    folder, strips, uri = str(stated.get("meshdir", stated.get("assetdir", ""))), stated.get("strippath"), str(uri).strip()
    if strips != "true" and "://" not in uri:
        yield os.path.join(folder, uri)
    if strips != "false":
        yield os.path.join(folder, _FOLDERS.sub("", uri))


def _first(holder: SourceNode, tag: str) -> SourceNode | None:
    return next((child for child in holder.children if child.tag == tag), None)
