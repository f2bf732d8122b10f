"""A model that is used several times is written once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

import scenec
from scenec import ir
from tests.converters.simrobot.writing import link, scene, write

RED, BLUE = (1.0, 0.0, 0.0, 1.0), (0.0, 0.0, 1.0, 1.0)


def robots(*colours: ir.Color, asset: bool = True, **body: Any) -> ir.Scene:
    """As many robots, a metre apart, each with a coloured shell and an eye; said to be instances of one asset, or not."""
    parts: list[Any] = []
    uses = []
    for i, colour in enumerate(colours):
        shell = ir.Visual(name="shell", geometry=ir.Box(size=(1.0, 2.0, 3.0)), material=ir.Material(diffuse=colour))
        eye = ir.Visual(name="eye", geometry=ir.Sphere(radius=0.1), material=ir.Material(diffuse=(0.0, 0.0, 0.0, 1.0)))
        shape = ir.Collision(name="shape", geometry=ir.Box(size=(1.0, 2.0, 3.0)))
        parts.append(ir.Model(id=f"m{i}", name=f"robot{i}", pose=ir.Pose((float(i), 0.0, 0.0)), use=f"u{i}" if asset else None))
        parts.append(link(f"l{i}", f"m{i}", name="torso", visuals=(shell, eye), collisions=(shape,), **body))
        uses.append(ir.Use(id=f"u{i}", asset="a", name=f"robot{i}"))
    extra = {"assets": (ir.Asset(id="a", name="model://robot", kind="model"),), "uses": tuple(uses)} if asset else {}
    return scene(*parts, **extra)


@pytest.mark.parametrize("asset", [True, False])
def test_five_in_two_colours_are_one_definition_five_references_and_a_set(asset: bool) -> None:
    written = write(robots(RED, RED, BLUE, RED, RED, asset=asset))
    name = "robot" if asset else "torso"
    assert written.text.count(f'<Body name="{name}">') == 1
    assert written.text.count(f'<Body ref="{name}"') == 5
    assert '<Set name="diffuseColor" value="#ff0000"/>' in written.text, "most are red"
    assert written.text.count('<Set name="diffuseColor" value="#0000ff"/>') == 1
    assert written.text.count("<BoxGeometry") == 1
    colours = [one.visuals[0].material.diffuse for one in written.scene.links if one.visuals[0].material]
    assert colours == [RED, RED, BLUE, RED, RED]


def test_flatten_writes_all_of_them() -> None:
    assert "ref=" not in write(robots(RED, RED), flatten=True).text


def test_what_differs_in_more_than_values_stays_written_out() -> None:
    two = robots(RED, RED, RED)
    odd = msgspec.structs.replace(two.links[1], visuals=())
    written = write(msgspec.structs.replace(two, links=(two.links[0], odd, two.links[2])))
    assert written.text.count('<Body ref="robot"') == 2
    assert [len(one.visuals) for one in written.scene.links] == [2, 0, 2]


def test_values_that_differ_in_the_same_way_are_one_placeholder() -> None:
    both = robots(RED, BLUE)
    links = []
    for one in both.links:
        shell, eye = one.visuals
        links.append(msgspec.structs.replace(one, visuals=(shell, msgspec.structs.replace(eye, material=shell.material))))
    written = write(msgspec.structs.replace(both, links=tuple(links)))
    assert written.text.count('="$diffuseColor"') == 2
    assert written.text.count("<Set ") == 2, "the usual value, and the other one's"


def test_names_with_dollar_signs_are_never_filled_in() -> None:
    written = write(robots(RED, RED), source_format="simrobot")
    assert "ref=" in written.text
    cash = robots(RED, RED)
    cash = msgspec.structs.replace(cash, links=tuple(msgspec.structs.replace(one, name="$x") for one in cash.links))
    assert "ref=" not in write(cash, source_format="simrobot").text


def test_small_things_that_happen_to_be_equal_are_no_definition() -> None:
    parts: list[Any] = []
    for i in range(3):
        parts += [ir.Model(id=f"m{i}", name=f"m{i}"), link(f"l{i}", f"m{i}", name=f"ball{i}")]
    assert "ref=" not in write(scene(*parts)).text


def test_split_puts_every_model_in_a_file_even_if_it_is_used_once(tmp_path: Path) -> None:
    scenec.write(robots(RED), tmp_path / "one.ros2", split=True)
    text = (tmp_path / "one.ros2").read_text()
    assert '<Include href="one_assets/robot.rsi2"/>' in text and '<Body ref="robot"' in text
    assert '<Body name="robot">' in (tmp_path / "one_assets/robot.rsi2").read_text()


@pytest.mark.findings("physics-update-rate-dropped")
def test_models_that_an_sdf_world_includes_are_one_definition(tmp_path: Path) -> None:
    folder = tmp_path / "cart"
    folder.mkdir()
    (folder / "model.config").write_text('<model><name>cart</name><sdf version="1.7">model.sdf</sdf></model>')
    shape = "<collision name='c'><geometry><box><size>1 2 3</size></box></geometry></collision>"
    (folder / "model.sdf").write_text(f"<sdf version='1.7'><model name='cart'><link name='bed'>{shape}</link></model></sdf>")
    includes = "".join(f"<include><uri>model://cart</uri><name>c{i}</name><pose>{i} 0 0 0 0 0</pose></include>" for i in range(3))
    (tmp_path / "w.sdf").write_text(f"<sdf version='1.7'><world name='w'>{includes}</world></sdf>")
    scenec.convert(tmp_path / "w.sdf", tmp_path / "w.ros2", search_path=str(tmp_path))
    text = (tmp_path / "w.ros2").read_text()
    assert text.count('<Body name="cart">') == 1 and text.count('<Body ref="cart" name="bed"') == 3
    before, after = (scenec.read(tmp_path / name, search_path=str(tmp_path))[0].physics() for name in ("w.sdf", "w.ros2"))
    assert [each.pose for each in after.links] == [pytest.approx(each.pose) for each in before.links]
