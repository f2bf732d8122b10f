"""``--split``: robots of equal structure share one file with parameters; executed, it is the scene that would be written out."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

import scenec
from scenec import ir
from scenec.converters.common import growth
from tests.converters.rsg.writing import write

LEG = (
    "(nd Transform (setName leg) {at} (nd RigidBody (setName body) (setBoxTotal 2 0.1 0.1 0.4)) "
    "(nd BoxCollider (setBoxLengths 0.1 0.1 0.4)))"
)
HIP = (
    "(nd Transform (setName hip) {at} (nd RigidBody (setName body) (setBoxTotal 1 0.2 0.2 0.1)) "
    "(nd HingeJoint (attach ../../leg/body ../body) (setAnchor 0 0 0) (setAxis 0)))"
)


def robot(name: str, *, x: float, z: float = 0.5, leg: str = LEG) -> str:
    hip, foot = f"(setLocalPos {x} 0 {z})" if x or z else "", f"(setLocalPos {x} 0 {z - 0.3})"
    return f"(nd Space (setName {name}) {leg.format(at=foot)} {HIP.format(at=hip)})"


def converted(tmp_path: Path, body: str, *, split: bool) -> Path:
    (tmp_path / "in.rsg").write_text(f"(RSG 0 1) ({body})")
    out = tmp_path / ("split" if split else "whole") / "out.rsg"
    out.parent.mkdir()
    scenec.convert(tmp_path / "in.rsg", out, split=split)
    return out


def physics(path: Path) -> object:
    """Return what a simulator would see, except the names that links of one name in one Space get, and last digits."""
    summary = scenec.read(path, search_path=[str(path.parent)])[0].physics()
    links = [(link.mass, rounded(link.pose), rounded(link.com), len(link.collisions)) for link in summary.links]
    joints = [(joint.type, rounded(joint.anchor), rounded(joint.axes[0].axis)) for joint in summary.joints]
    return sorted(links, key=str), sorted(joints, key=str)


def rounded(values: Iterable[float]) -> list[float]:
    return [round(value, 12) + 0.0 for value in values]


def test_equal_robots_share_a_file(tmp_path: Path) -> None:
    body = " ".join(robot(name, x=x) for name, x in (("anna", 1.0), ("bert", 2.0), ("carl", 0.0)))
    whole, split = converted(tmp_path, body, split=False), converted(tmp_path, body, split=True)
    assert split.read_text().count("importScene") == 3
    assert "RigidBody" not in split.read_text()
    assert "(templ $name $x)" in (split.parent / "out_assets" / "anna.rsg").read_text(), "called after what they are"
    assert physics(split) == physics(whole)


def test_no_file_is_imported_more_often_than_a_reader_follows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hundreds of robots of hundreds of lists are more than reading allows such files to become; these are few, and the bounds are low."""
    monkeypatch.setattr(growth, "ELEMENTS", 20)
    monkeypatch.setattr(growth, "ELEMENTS_PER_VALUE", 3)
    body = " ".join(robot(f"r{i}", x=float(i + 1), leg=LEG * 8) for i in range(20))
    whole, split = converted(tmp_path, body, split=False), converted(tmp_path, body, split=True)
    parts = sorted(path.name for path in (split.parent / "out_assets").glob("*.rsg"))
    assert parts == ["r0.rsg", "r12.rsg", "r15.rsg", "r18.rsg", "r3.rsg", "r6.rsg", "r9.rsg"]
    assert physics(split) == physics(whole)


def test_the_first_instance_says_where_it_is_for_the_others(tmp_path: Path) -> None:
    """At the origin nothing needs to be said; as a parameter it must."""
    body = " ".join(robot(name, x=x, z=0.0) for name, x in (("zero", 0.0), ("one", 1.0)))
    whole, split = converted(tmp_path, body, split=False), converted(tmp_path, body, split=True)
    assert "(importScene out_assets/zero.rsg zero 0)" in split.read_text()
    assert physics(split) == physics(whole)


def test_what_is_written_once_more_is_the_same(tmp_path: Path) -> None:
    split = converted(tmp_path, " ".join(robot(name, x=x) for name, x in (("a", 1.0), ("b", 2.0))), split=True)
    scenec.convert(split, tmp_path / "again" / "out.rsg", split=True)
    assert (tmp_path / "again" / "out.rsg").read_bytes() == split.read_bytes()


def test_another_robot_is_written_out(tmp_path: Path) -> None:
    other = LEG.replace("0.4)", "0.5)")
    body = " ".join([robot("anna", x=1.0), robot("bert", x=2.0), robot("carl", x=3.0, leg=other)])
    text = converted(tmp_path, body, split=True).read_text()
    assert text.count("importScene") == 2
    assert "(setName carl)" in text


@pytest.mark.findings("material-diffuse-approximated")
def test_a_material_of_a_mesh_keeps_the_scene_in_one_file(tmp_path: Path) -> None:
    """Calls of an imported file run first; the mesh that brings the material is loaded after them."""
    rust = ir.Material(name="rust", diffuse=(0.71, 0.25, 0.05, 1.0))
    block = ir.Visual(geometry=ir.Box(size=(1.0, 1.0, 1.0)), material=rust)
    links = tuple(ir.Link(id=name, model=f"model {name}", name=name, visuals=(block,)) for name in ("a", "b"))
    scene = ir.Scene(links=links, models=tuple(ir.Model(id=f"model {name}", name=name) for name in ("a", "b")))
    written = write(scene, split=True, materials="generate")
    assert "(setMaterial rust)" in written.text
    assert "importScene" not in written.text
    assert "importScene" in write(scene, split=True).text
