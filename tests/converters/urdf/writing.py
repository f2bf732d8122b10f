"""Small robots as text, for tests of URDF."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import scenec

INERTIAL = '<inertial><mass value="1"/><inertia ixx="0.1" ixy="0" ixz="0" iyy="0.2" iyz="0" izz="0.25"/></inertial>'
LINKS = f'<link name="a">{INERTIAL}</link><link name="b">{INERTIAL}</link>'
ENDS = '<parent link="a"/><child link="b"/>'
LIMIT = '<limit lower="-1" upper="2" effort="3" velocity="4"/>'


def robot(content: str, attributes: str = 'name="r"') -> bytes:
    return f'<?xml version="1.0"?>\n<robot {attributes}>\n{content}\n</robot>\n'.encode()


def joined(inner: str, kind: str = "revolute") -> bytes:
    """Two links and a joint between them."""
    return robot(f'{LINKS}<joint name="j" type="{kind}">{ENDS}{inner}</joint>')


def read(content: str | bytes, **options: Any) -> tuple[scenec.Scene, scenec.Report]:
    data = content if isinstance(content, bytes) else robot(content)
    return scenec.read(data, format="urdf", name="r.urdf", **options)


def codes(report: scenec.Report) -> set[str]:
    return {finding.code for finding in report.findings}


def written(scene: scenec.Scene, folder: Path) -> str:
    scenec.write(scene, folder / "out.urdf")
    return (folder / "out.urdf").read_text(encoding="utf-8")
