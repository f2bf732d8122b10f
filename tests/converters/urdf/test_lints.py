"""Findings of `scenec check` about robots that simulators refuse."""

from __future__ import annotations

from pathlib import Path

import pytest

import scenec
from tests.converters.urdf.writing import ENDS, INERTIAL, LIMIT, codes, joined, robot

MASSLESS = '<link name="a"/><link name="b"/>'


def checked(data: bytes, folder: Path) -> set[str]:
    (folder / "r.urdf").write_bytes(data)
    return {code for code in codes(scenec.check(folder / "r.urdf")) if code.startswith("urdf-lint-")}


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (joined(LIMIT), set()),
        (
            robot(f'{MASSLESS}<joint name="j" type="revolute">{ENDS}{LIMIT}</joint>'),
            {"urdf-lint-massless-moving", "urdf-lint-massless-root"},
        ),
        (
            robot(f'<link name="a"/><link name="b">{INERTIAL}</link><joint name="j" type="fixed">{ENDS}</joint>'),
            {"urdf-lint-massless-root"},
        ),
        (joined(LIMIT).replace(b'name="j"', b'name="b"'), {"urdf-lint-joint-named-like-link"}),
        (joined("", "floating"), {"urdf-lint-floating-joint"}),
        (
            robot(
                '<link name="lidar"><inertial><mass value="4e-15"/><inertia ixx="2e-27" ixy="0" ixz="0" iyy="2e-27" iyz="0" izz="2e-27"/>'
                "</inertial></link>"
            ),
            {"urdf-lint-small-moment"},
        ),
        (joined(LIMIT).replace(b'"b"', b'"world"'), {"urdf-lint-world-not-root"}),
        (
            robot(f'<link name="a">{INERTIAL}<visual><geometry><box size="0 1 1"/></geometry></visual></link>'),
            {"urdf-lint-shape-flat"},
        ),
    ],
    ids=["sound", "massless", "massless root", "one name", "floating", "small moment", "world is no root", "flat"],
)
def test_what_simulators_refuse_is_reported(data: bytes, expected: set[str], tmp_path: Path) -> None:
    assert checked(data, tmp_path) == expected
