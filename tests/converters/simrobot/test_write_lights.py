"""Light where the source has none: what its own simulator shines, since SimRobot would show almost black."""

from __future__ import annotations

from pathlib import Path

import pytest

import scenec
from scenec.accounting.report import Report

BALL = """<SceneFile><version>0.2</version><nodelist>
<node name="ball"><index>1</index><physicmode>sphere</physicmode><movable>true</movable><density>1</density>
<extend><x>0.2</x><y>0.2</y><z>0.2</z></extend><material_id>1</material_id></node></nodelist>
<materiallist><material><id>1</id><diffuseFront><r>1</r><g>0</g><b>0</b><a>1</a></diffuseFront>AMBIENT</material></materiallist>
LIGHT</SceneFile>"""
LAMP = "<lightlist><light name='lamp'><type>1</type><position><x>0</x><y>0</y><z>3</z></position></light></lightlist>"
GREY = "<ambientFront><r>0</r><g>0</g><b>0</b><a>1</a></ambientFront>"
AGENT = "(RSG 0 1)((nd Transform (nd RigidBody (setSphereTotal 1 0.1)) (nd Sphere (setRadius 0.1) (setMaterial matRed))))"


def converted(folder: Path, name: str, text: str, target: str = "out.ros2") -> tuple[str, Report]:
    (folder / name).write_text(text)
    report = scenec.convert(folder / name, folder / target)
    return (folder / target).read_text(), report


@pytest.mark.parametrize("target", ["out.ros2", "out.ros3"])
def test_a_scene_of_mars_without_light_gets_the_one_that_mars_adds(tmp_path: Path, target: str) -> None:
    text, report = converted(tmp_path, "dark.scene", BALL.replace("AMBIENT", "").replace("LIGHT", ""), target)
    assert text.count("Light") == 1 and '<PointLight x="2m" y="2m" z="10m"/>' in text
    [finding] = [each for each in report.findings if each.code == "light-defaulted"]
    assert (finding.fate, finding.level, finding.category, finding.subject) == ("defaulted", "note", "appearance", "point")


def test_a_scene_of_simspark_gets_the_light_of_its_monitor(tmp_path: Path) -> None:
    text, report = converted(tmp_path, "dark.rsg", AGENT)
    assert '<PointLight ambientColor="#808080" specularColor="#1a1a1a" z="50m"/>' in text
    assert "light-defaulted" in {each.code for each in report.findings}


def test_a_scene_with_a_light_keeps_that_one_alone(tmp_path: Path) -> None:
    text, report = converted(tmp_path, "lit.scene", BALL.replace("AMBIENT", "").replace("LIGHT", LAMP))
    assert text.count("Light") == 1 and 'z="3m"' in text
    assert "light-defaulted" not in {each.code for each in report.findings}


def test_a_dark_scene_of_simrobot_stays_dark(tmp_path: Path) -> None:
    body = '<Body><SphereMass value="1" radius="1"/><SphereAppearance radius="1"><Surface diffuseColor="#f00"/></SphereAppearance></Body>'
    text, _ = converted(tmp_path, "dark.ros2", f'<Simulation><Scene name="s">{body}</Scene></Simulation>', "again.ros2")
    assert "Light" not in text


@pytest.mark.findings("collision-*-mask-dropped", "friction-floor-approximated", "surface-contact-dropped")
def test_an_unstated_ambient_colour_is_a_share_of_the_diffuse_one(tmp_path: Path) -> None:
    """SimRobot takes the diffuse colour, of which it shows a fifth without light."""
    text, _ = converted(tmp_path, "plain.scene", BALL.replace("AMBIENT", "").replace("LIGHT", ""))
    assert '<Surface diffuseColor="#ff0000"/>' in text
    text, _ = converted(tmp_path, "black.scene", BALL.replace("AMBIENT", GREY).replace("LIGHT", ""))
    assert '<Surface diffuseColor="#ff0000" ambientColor="#000000"/>' in text
