"""Values that are no numbers (NaN) are carried as any others, wherever a plain conversion accepts them."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

import scenec
from scenec.carry.value_equality import value_is_equal
from scenec.carry.values import encoded, parsed
from scenec.errors import ScenecError
from scenec.ir.blocks import Block
from tests.carry.there_and_back import SUFFIXES, WAY_BACK
from tests.formats import others

LINK = '<link name="l"><inertial><mass>1</mass></inertial>{}</link>'
MODEL = '<sdf version="1.9"><model name="m">{}</model></sdf>'
JOINT = """<link name="k"/><joint name="j" type="revolute"><parent>l</parent><child>k</child>
  <axis><xyz>0 0 1</xyz><limit>{}</limit><dynamics>{}</dynamics></axis></joint>"""
BOX = "<geometry><box><size>1 1 1</size></box></geometry>"
SOURCES = {
    "damping": MODEL.format(LINK.format("") + JOINT.format("", "<damping>nan</damping><friction>-inf</friction>")),
    "limits": MODEL.format(LINK.format("") + JOINT.format("<lower>nan</lower><upper>nan</upper><effort>nan</effort>", "")),
    "friction": MODEL.format(
        LINK.format(f'<collision name="c">{BOX}<surface><friction><ode><mu>nan</mu></ode></friction></surface></collision>')
    ),
    "colour": MODEL.format(LINK.format(f'<visual name="v">{BOX}<material><diffuse>nan 0 0 1</diffuse></material></visual>')),
    "polyline": MODEL.format(
        LINK.format(
            '<collision name="c"><geometry><polyline><point>0 0</point><point>1 nan</point><point>0 1</point><height>1</height>'
            "</polyline></geometry></collision>"
        )
    ),
    "sensor": MODEL.format(
        LINK.format('<sensor name="s" type="camera"><update_rate>nan</update_rate><camera><clip><near>nan</near></clip></camera></sensor>')
    ),
    "world": '<sdf version="1.9"><world name="w"><gravity>0 0 nan</gravity></world></sdf>',
    "wind": '<sdf version="1.9"><world name="w"><wind><linear_velocity>nan 0 0</linear_velocity></wind></world></sdf>',
}


@WAY_BACK
@pytest.mark.parametrize("target", SUFFIXES)
@pytest.mark.parametrize("name", SOURCES)
def test_what_a_plain_conversion_accepts_carrying_accepts_too(tmp_path: Path, name: str, target: str) -> None:
    source = tmp_path / "a.sdf"
    source.write_text(SOURCES[name], encoding="utf-8")
    there = tmp_path / f"there{SUFFIXES[target]}"
    try:
        scenec.convert(source, there)
    except ScenecError:
        with pytest.raises(ScenecError):
            scenec.convert(source, there, carry=True)
        return
    scenec.convert(source, there, carry=True)
    scenec.convert(there, tmp_path / "back.sdf", carry=True)


@pytest.mark.findings("model-name-unstored-dropped", "number-infinite-dropped")
@pytest.mark.parametrize("target", others("sdformat"))
def test_it_comes_back(tmp_path: Path, target: str) -> None:
    source, there = tmp_path / "a.sdf", tmp_path / f"there{SUFFIXES[target]}"
    source.write_text(SOURCES["damping"], encoding="utf-8")
    scenec.convert(source, there, carry=True)
    restored, _ = scenec.read(there, carry=True)
    (axis,) = restored.joints[0].axes
    assert axis.dynamics is not None
    assert math.isnan(axis.dynamics.damping or 0.0)
    assert axis.dynamics.friction == -math.inf


def test_tables_and_values_with_it_are_plain_data_and_equal_to_themselves() -> None:
    block = Block([[math.nan, 1.0, math.inf]])
    assert encoded(block) == [["NaN", 1, "Infinity"]]
    assert encoded((math.nan, -math.inf)) == ["NaN", "-Infinity"]
    assert parsed('["NaN"]') == ["NaN"]
    assert value_is_equal(math.nan, math.nan) and value_is_equal(block, Block([[math.nan, 1.0, math.inf]]))
    assert not value_is_equal(math.nan, 1.0) and not value_is_equal((math.nan, 1.0), (math.nan, 2.0))
