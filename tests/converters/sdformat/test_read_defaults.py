"""Saying what SDFormat takes by default changes nothing that a simulator sees."""

from __future__ import annotations

import pytest

from scenec.converters.sdformat import vocabulary
from tests.converters.sdformat.reading import read_model

SHAPE = '<link name="a"><collision name="c"><geometry><{0}>%s</{0}></geometry></collision></link>'
HOLDERS = {
    "model": '<link name="a"/>%s',
    "link": '<link name="a">%s</link>',
    "inertial": '<link name="a"><inertial>%s</inertial></link>',
    "inertial/inertia": '<link name="a"><inertial><inertia>%s</inertia></inertial></link>',
    "collision": '<link name="a"><collision name="c"><geometry><sphere/></geometry>%s</collision></link>',
    "surface/friction/ode": '<link name="a"><collision name="c"><surface><friction><ode>%s</ode></friction></surface></collision></link>',
    "surface/bounce": '<link name="a"><collision name="c"><surface><bounce>%s</bounce></surface></collision></link>',
    "visual": '<link name="a"><visual name="v"><geometry><sphere/></geometry>%s</visual></link>',
    "light": '<link name="a"><light name="l" type="spot">%s</light></link>',
    "joint/axis/limit": '<link name="a"/><link name="b"/><joint name="j" type="revolute"><parent>a</parent><child>b</child>'
    "<axis><xyz>0 1 0</xyz><limit>%s</limit></axis></joint>",
    "joint/axis/dynamics": '<link name="a"/><link name="b"/><joint name="j" type="revolute"><parent>a</parent><child>b</child>'
    "<axis><xyz>0 1 0</xyz><dynamics>%s</dynamics></axis></joint>",
    **{f"geometry/{shape}": SHAPE.format(shape) for shape in ("box", "sphere", "cylinder", "capsule", "ellipsoid", "cone", "plane")},
}
"""Element -> a model with one, open for a child."""

DEFAULTS = [
    (path, tag, fact.default)
    for path in HOLDERS
    for tag in vocabulary.children(path)
    if (fact := vocabulary.fact(f"{path}/{tag}")) is not None and fact.type and fact.default not in (None, "", "__default__")
]


def test_there_are_many() -> None:
    assert len(DEFAULTS) > 50


@pytest.mark.parametrize(("path", "tag", "default"), DEFAULTS, ids=lambda value: str(value).replace("/", "."))
def test_saying_a_default_is_saying_nothing(path: str, tag: str, default: str) -> None:
    silent, said = (read_model(HOLDERS[path] % text, "1.12") for text in ("", f"<{tag}>{default}</{tag}>"))
    assert said.physics == silent.physics, f"<{tag}>{default}</{tag}> in <{path}>"
    assert said.errors == silent.errors
