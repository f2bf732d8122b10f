"""Nothing is lost silently, in no version: whatever changes in a scene changes what is written, or a finding speaks of it."""

from __future__ import annotations

from functools import cache
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from scenec import ir
from scenec.accounting.ledger import Ledger
from scenec.accounting.lens import Reads, lens
from scenec.accounting.settle import settle
from scenec.converters.format import WriteOptions, WriteRequest
from scenec.converters.sdformat import FORMAT
from scenec.ir.blocks import Block
from scenec.ir.inertia import Inertia
from scenec.ir.walk import at_path, leaves, with_value
from scenec.trace import traced
from tests.converters.sdformat.writing import Written, link, scene, write
from tests.scenes import kitchen_sink

REFERENCES = {
    "mesh",
    "parent",
    "child",
    "model",
    "world",
    "relative_to",
    "attached_to",
    "expressed_in",
    "joint",
    "gear_reference",
    "canonical_link",
    "placement_frame",
    "palm",
    "fingers",
    "excluded",
    "targets",
    "type",
    "framing",
}
"""Names of other nodes and choices: changing them at random gives scenes that are no scenes."""

WITHOUT_EFFECT = {
    "smooth",  # beside normals
    "uri",  # of files that were found: the file counts
    "submesh",
    "vertices",
    "faces",
    "lower",
    "upper",  # measured in mesh files
    "shape",  # of a beam: cone or any unknown word
    "depth",  # of raw content: structure
}


def changed(value: Any) -> Any:
    """Another value of the same type, None if this test knows none."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        return value * 1.25 + 0.0625 if isinstance(value, float) else value + 1
    if isinstance(value, str):
        return value + "x"
    if isinstance(value, ir.Rotation):
        return ir.Rotation.from_rpy(*(angle + 0.11 for angle in value.to_rpy()))
    if isinstance(value, tuple) and value and not isinstance(value[0], tuple):
        return (changed(value[0]), *value[1:])
    return None


def fate_of(scene_: ir.Scene, path: tuple[Any, ...], version: str) -> str:
    """What becomes of the value at a path, if it comes from the source."""
    value = at_path(scene_, path)
    known = value.with_ids((0,)) if isinstance(value, (ir.Rotation, Block)) else traced(value, (0,))
    scene_ = with_value(scene_, path, known)
    ledger, reads = Ledger(), Reads()
    ledger._next_id = 1
    options = WriteOptions(version=version)
    assert FORMAT.write is not None and FORMAT.implied is not None
    result = FORMAT.write(
        WriteRequest(scene=lens(scene_, reads), stem="robot", suffix=".sdf", assets="robot_assets", options=options, ledger=ledger)
    )
    return settle(scene_, reads, ledger, target="SDFormat", implied=FORMAT.implied(result.version)).of(0)


WHOLE = kitchen_sink("min")
PATHS = [
    path for path, value in leaves(WHOLE) if not REFERENCES & set(path) and path[-1] not in WITHOUT_EFFECT and changed(value) is not None
]


@cache
def written_whole(version: str) -> Written:
    return write(WHOLE, version)


@settings(max_examples=60)
@given(st.sampled_from(PATHS), st.sampled_from(["", "1.4", "1.6", "1.9", "1.12"]))
def test_a_change_shows_or_is_spoken_of(path: tuple[Any, ...], version: str) -> None:
    before, after = written_whole(version), write(with_value(WHOLE, path, changed(at_path(WHOLE, path))), version)
    shows = (after.files, after.copies, after.findings) != (before.files, before.copies, before.findings)
    assert shows or fate_of(WHOLE, path, version) not in ("kept", "converted")


@given(st.floats(allow_nan=False, allow_infinity=False), st.floats(min_value=0, max_value=1e15))
def test_every_number_reads_back_equal(number: float, size: float) -> None:
    inertial = ir.Inertial(mass=size, inertia=Inertia(size, number, 1.0, number, 0.5, 0.25))
    ball = ir.Visual(name="v", geometry=ir.Box(size=(size, 1.0, 2.0)))
    out = write(scene(link("a", pose=ir.Pose((number, 0.0, number)), inertial=inertial, visuals=(ball,))), "1.7")
    assert [float(out.text(f".//{path}") or "x") for path in ("mass", "ixx", "iyy", "ixy")] == [size, size, number, number]
    assert list(map(float, (out.text(".//box/size") or "").split())) == [size, 1.0, 2.0]
    if number:
        assert list(map(float, (out.text(".//link/pose") or "").split()))[:3] == [number, 0.0, number]


def test_the_same_scene_gives_the_same_bytes() -> None:
    assert write(kitchen_sink("min")).files == write(kitchen_sink("min")).files
