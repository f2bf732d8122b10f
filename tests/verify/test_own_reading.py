"""Comparison by our own reader: everything a simulator sees, and no framing of the format."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

import scenec
from scenec.verify.difference import Difference
from scenec.verify.own_reading import differences

MACHINE = """<sdf version="1.9"><world name="w">
  <light name="lamp" type="point"><pose>0 0 5 0 0 0</pose></light>
  <model name="arm">
    <link name="base"><inertial><mass>2</mass><inertia><ixx>1</ixx><iyy>1.5</iyy><izz>1.2</izz></inertia></inertial>
      <collision name="foot"><geometry><box><size>1 2 3</size></box></geometry>
        <surface><friction><ode><mu>0.7</mu></ode></friction></surface></collision>
      <visual name="skin"><geometry><cylinder><radius>0.1</radius><length>0.5</length></cylinder></geometry>
        <material><diffuse>1 0 0 1</diffuse></material></visual>
      <sensor name="eye" type="camera"/></link>
    <link name="fore"><pose>1 0 0 0 0 0</pose>
      <inertial><mass>3</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial></link>
    <joint name="elbow" type="revolute"><parent>base</parent><child>fore</child>
      <axis><xyz>0 1 0</xyz><limit><lower>-1</lower><upper>2</upper><effort>5</effort></limit>
        <dynamics><damping>0.1</damping></dynamics></axis>
    </joint>
  </model></world></sdf>"""


def compared(before: str, after: str, tmp_path: Path) -> list[Difference]:
    found = []
    for name, text in (("before.sdf", before), ("after.sdf", after)):
        (tmp_path / name).write_text(text)
        found.append(scenec.read(tmp_path / name)[0].physics())
    return differences(*found)


@pytest.mark.parametrize(
    ("old", "new", "kind", "aspect"),
    [
        ("<mass>2<", "<mass>2.000001<", "link", "mass"),
        ("<iyy>1.5<", "<iyy>1.6<", "link", "inertia tensor"),
        ("<pose>1 0 0 0 0 0<", "<pose>1 0.001 0 0 0 0<", "link", "centre of mass"),
        ("<size>1 2 3<", "<size>1 2 3.01<", "collision", "size"),
        ("<mu>0.7<", "<mu>0.6<", "collision", "friction"),
        ("<radius>0.1<", "<radius>0.11<", "visual", "size"),
        ("<diffuse>1 0 0 1<", "<diffuse>0.9 0 0 1<", "visual", "colour"),
        ('type="camera"', 'type="lidar"', "sensor", "type"),
        ("<xyz>0 1 0<", "<xyz>0 0 1<", "joint", "axis"),
        ("<upper>2<", "<upper>2.1<", "joint", "upper limit"),
        ("<effort>5<", "<effort>6<", "joint", "maximum effort"),
        ("<damping>0.1<", "<damping>0.2<", "joint", "damping"),
        pytest.param("<child>fore<", "<child>world<", "joint", "type", marks=pytest.mark.findings("joint-child-world-invalid")),
        ("<pose>0 0 5 0 0 0<", "<pose>0 0 6 0 0 0<", "light", "place"),
    ],
)
def test_a_change_that_a_simulator_sees_is_named(old: str, new: str, kind: str, aspect: str, tmp_path: Path) -> None:
    assert old in MACHINE
    found = compared(MACHINE, MACHINE.replace(old, new), tmp_path)
    assert (kind, aspect) in {(each.kind, each.aspect) for each in found}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('<visual name="skin">', '<visual name="skin"><pose>0 0 0 0 0 1</pose>'),  # a cylinder turned about itself
        ("<geometry><box><size>1 2 3<", "<pose>0 0 0 0 0 1.5707963267948966</pose><geometry><box><size>2 1 3<"),
        ('name="foot"', 'name="sole"'),
        ('<joint name="elbow" type="revolute"><parent>', '<joint name="elbow" type="revolute"><pose>0 0.5 0 0 0 0</pose><parent>'),
    ],
    ids=["a spin", "edges in another order", "another name", "an anchor along its axis"],
)
def test_a_change_that_no_simulator_sees_is_none(old: str, new: str, tmp_path: Path) -> None:
    assert old in MACHINE
    assert compared(MACHINE, MACHINE.replace(old, new), tmp_path) == []


def test_links_that_a_fixed_joint_welds_together_are_one_body(tmp_path: Path) -> None:
    one = """<sdf version="1.9"><model name="m"><link name="a"><inertial><pose>0.5 0 0 0 0 0</pose><mass>2</mass>
      <inertia><ixx>2</ixx><iyy>2.5</iyy><izz>2.5</izz></inertia></inertial></link></model></sdf>"""
    two = """<sdf version="1.9"><model name="m"><link name="a"><inertial><mass>1</mass>
      <inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial></link>
      <link name="b"><pose>1 0 0 0 0 0</pose><inertial><mass>1</mass>
        <inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial></link>
      <joint name="weld" type="fixed"><parent>a</parent><child>b</child></joint></model></sdf>"""
    assert [each.kind for each in compared(one, two, tmp_path)] == ["joint"]


def test_many_equal_things_with_names_of_their_own_are_not_confused(tmp_path: Path) -> None:
    links = [f'<link name="l{i}"><pose>{i} 0 0 0 0 0</pose></link>' for i in range(40)]
    text = '<sdf version="1.9"><model name="m">{}</model></sdf>'
    assert compared(text.format("".join(links)), text.format("".join(reversed(links))), tmp_path) == []


def chain(names: dict[str, str], flag: str) -> str:
    """A world with three links in a row, one model per name, and the joints between them."""
    mass = "<inertial><mass>1</mass></inertial><collision name='c'><geometry><sphere><radius>.6</radius></sphere></geometry></collision>"
    models = dict.fromkeys(names.values(), "")
    for i, (link, model) in enumerate(names.items()):
        models[model] += f"<link name='{link}'><pose>{i} 0 0 0 0 0</pose>{mass}</link>"
    places = [f"{model}::{link}" for link, model in names.items()]
    axis = "<axis><xyz>0 1 0</xyz><limit><lower>-1</lower><upper>1</upper></limit></axis>"
    joints = "".join(
        f"<joint name='j{i}' type='revolute'><parent>{parent}</parent><child>{child}</child>{axis}</joint>"
        for i, (parent, child) in enumerate(pairwise(places))
    )
    made = "".join(f"<model name='{name}'><self_collide>{flag}</self_collide>{inside}</model>" for name, inside in models.items())
    return f"<sdf version='1.10'><world name='w'>{made}{joints}</world></sdf>"


@pytest.mark.parametrize("flag", ["true", "false"])
def test_links_that_touch_are_compared_over_all_models_of_a_machine(flag: str, tmp_path: Path) -> None:
    """Formats differ in what they call one model: links of two models touch, those of one if the model says so."""
    apart, together = chain({"a": "arm", "b": "arm", "c": "hand"}, flag), chain({"a": "arm", "b": "arm", "c": "arm"}, flag)
    found = [each for each in compared(apart, together, tmp_path) if each.aspect == "self collision"]
    assert [each.names[0] for each in found] == ([] if flag == "true" else ["arm::a", "hand::c"])
