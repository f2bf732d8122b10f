"""No value is lost silently, in any version: each change of a scene changes the result, or a finding names the value."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scenec import ir
from scenec.converters.format import SourceFormat, WriteOptions, WriteResult
from scenec.converters.sdformat import FORMAT
from scenec.converters.sdformat.profile import WRITABLE, reshaping
from scenec.ir.inertia import Inertia
from scenec.ir.walk import at_path
from scenec.trace import Ids
from tests.converters.sdformat.writing import link, scene, write
from tests.perturbing import other_leaves
from tests.printing import printed
from tests.scenes import kitchen_sink
from tests.tracing import Path, Traced, dotted

PLACING = {"parent", "child", "relative_to", "attached_to", "expressed_in", "placement_frame", "position", "rotation"}
Change = tuple[Path, Ids, ir.Scene]


@cache
def whole() -> Traced:
    """A scene that holds everything, with friction as SDFormat means it, so that no adaptation comes before the writer."""
    return Traced(kitchen_sink("min"))


@cache
def changes() -> list[Change]:
    """The scene with one value changed, for every value. Whose and which an extra is, is lost or kept with its value."""
    made = whole().scene
    return [
        change
        for change in other_leaves(made)
        if not (isinstance(at_path(made, change[0][:-1]), ir.Extra) and change[0][-1] in ("format", "key"))
    ]


def written(scene_: ir.Scene, version: str, joint_zero: str) -> tuple[WriteResult, Callable[[], set[int]]]:
    """Return what is written, and a function that tells which values the findings name."""
    options = WriteOptions(version=version, joint_zero=joint_zero)
    made = printed(FORMAT, scene_, whole().ledger(), steps=reshaping(options, SourceFormat()), options=options, suffix=".sdf")

    def named_in() -> set[int]:
        made.settle()
        return {value_id for entry in made.ledger.entries for value_id in entry.ids}

    return made.result, named_in


@cache
def written_scene(version: str, joint_zero: str) -> tuple[WriteResult, set[int]]:
    result, names = written(whole().scene, version, joint_zero)
    return result, names()


@pytest.mark.sweep
@settings(max_examples=100)
@given(st.data(), st.sampled_from(["", *WRITABLE]), st.sampled_from(["keep", "shift"]))
def test_a_change_shows_or_is_named(data: st.DataObject, version: str, joint_zero: str) -> None:
    path, ids, changed = changes()[data.draw(st.integers(0, len(changes()) - 1))]
    lost = silently_lost(path, ids, changed, version, joint_zero)
    assert not lost, lost


def has_equal_meaning(path: Path, changed: ir.Scene) -> bool:
    """Where frames are worked out, another frame may lead to the same place: the model's instead of its first link's."""
    return path[-1] in PLACING and rounded(changed) == rounded(whole().scene)


def rounded(scene_: ir.Scene) -> object:
    """Return what a simulator sees, to 12 digits."""
    return json.loads(json.dumps(scene_.physics().to_json()), parse_float=lambda text: round(float(text), 12))


def silently_lost(path: Path, ids: Ids, changed: ir.Scene, version: str, joint_zero: str) -> str:
    before, named = written_scene(version, joint_zero)
    if named.issuperset(ids):
        return ""
    after, names = written(changed, version, joint_zero)
    if after != before or names().issuperset(ids) or has_equal_meaning(path, changed):
        return ""
    return f"{dotted(path)} = {at_path(whole().scene, path)!r} -> {at_path(changed, path)!r}"


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
