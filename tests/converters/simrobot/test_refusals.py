"""Files that SimRobot refuses are refused, in its words and at the same place."""

from __future__ import annotations

import pytest

from scenec.errors import ReadError
from tests.converters.simrobot.conftest import MASS, Reader


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<Simulation></Simulation>", r'scene\.ros2:1:2: Expected element "Scene" as child'),
        ('<Scene name="a"/>', r'scene\.ros2:1:2: Unexpected element "Scene"; expected Simulation'),
        ('<sdf version="1.7"/>', r'scene\.ros2:1:2: Unexpected element "sdf".*this is no SimRobot scene'),
        ('<Simulation><Scene name="a"/><Scene name="b"/></Simulation>', r'scene\.ros2:1:31: Unexpected element "Scene"'),
        ('<Simulation><Simulation/><Scene name="a"/></Simulation>', r'scene\.ros2:1:14: Unexpected element "Simulation"'),
        ("<Simulation><Scene/></Simulation>", r'scene\.ros2:1:14: Expected attribute "name"'),
        ('<Simulation><Body/><Scene name="S"/></Simulation>', r'scene\.ros2:1:14: Expected attribute "name"'),
        ('<Simulation xmlns="urn:x"><Scene name="S"/></Simulation>', r'scene\.ros2:1:13: Unexpected attribute "xmlns"'),
        ('<Simulation><Include/><Scene name="S"/></Simulation>', r'scene\.ros2:1:14: Expected attribute "href"'),
        ('<Simulation><Include href="" q="1"/><Scene name="S"/></Simulation>', r'Unexpected attribute "q"'),
        ('<Simulation><Body name="x"><Foo/></Body><Scene name="S"/></Simulation>', r'scene\.ros2:1:29: Unexpected element "Foo"'),
        (
            '<Simulation><Scene name="S"><translation/></Scene></Simulation>',
            r'Unexpected element "translation"; did you mean Translation\?',
        ),
        ('<Simulation><Scene name="S">text</Scene></Simulation>', r"scene\.ros2:1:29: Unexpected text"),
        ('<Simulation>text<Scene name="S"/></Simulation>', r"scene\.ros2:1:13: Unexpected text"),
        ("", r"scene\.ros2"),
        ("not a scene", r"scene\.ros2:1:1: "),
        ('<Simulation><Scene name="S"></Simulation>', r"scene\.ros2:1:31: End tag does not match"),
    ],
)
def test_files_that_are_no_scene(read_file: Reader, text: str, message: str) -> None:
    with pytest.raises(ReadError, match=message):
        read_file(text)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (f'<Body name="b">{MASS}<Body name="c">{MASS}</Body></Body>', r'4:55: Unexpected element "Body"'),
        (f'<Body name="b">{MASS}<Compound name="c"/></Body>', r'4:55: Unexpected element "Compound"'),
        (
            f'<Body name="b">{MASS}<Translation x="1"/><Translation x="2"/></Body>',
            r'4:75: Unexpected element "Translation"; Body takes only one',
        ),
        ('<Hinge name="h"/>', r'4:2: Unexpected element "Hinge"'),
        (f'<Body name="b">{MASS}<BoxGeometry width="1" height="1"/></Body>', r'4:55: Expected attribute "depth"'),
        (f'<Body name="b">{MASS}<Translation X="1"/></Body>', r'4:67: Unexpected attribute "X"; did you mean x\?'),
        ('<UserInput name="u" type="force" min="0" max="1"/>', r'4:27: Unexpected user input type "force"'),
        ("<Body " + " ".join(f'a{i}="1"' for i in range(33)) + "/>", r"4:2: Only up to 32 attributes per element are supported"),
        ('<Body name="b"><SphereMass value="0kg" radius="1"/></Body>', r"4:35: A mass should be greater than zero"),
    ],
)
def test_elements_and_attributes_out_of_place(read_scene: Reader, content: str, message: str) -> None:
    with pytest.raises(ReadError, match=r"scene\.ros2:" + message):
        read_scene(content)


@pytest.mark.parametrize(
    ("attributes", "message"),
    [
        ('gravity="-9.81m/s"', r'3:26: Unexpected unit "m/s".*; expected one of "mm/s\^2, m/s\^2"'),
        ('stepLength="12ms"', r'Unexpected unit "ms".*; expected "s"; did you mean s\?'),
        ('slip1="2"', "Expected a value between 0 and 1 instead of 2"),
        ('bodyCollisions="yes"', "Expected boolean value"),
    ],
)
def test_values_of_the_scene(read_scene: Reader, attributes: str, message: str) -> None:
    with pytest.raises(ReadError, match=message):
        read_scene("", attributes=attributes)


def test_merged_attributes_count_too(read_scene: Reader) -> None:
    many = " ".join(f'a{i}="1"' for i in range(30))
    with pytest.raises(ReadError, match="Macro attribute combination results in more than 32 attributes"):
        read_scene('<Body ref="m" name="n" x="1" y="2"/>', f'<Body name="m" {many}/>')


def test_a_binary_file_and_a_folder_are_errors(read_file: Reader, tmp_path: object) -> None:
    import scenec

    with pytest.raises(ReadError):
        scenec.read(b"\x00\xff\xfe\x80", format="simrobot", name="x.ros2")
    with pytest.raises(scenec.ScenecError):
        scenec.read(str(tmp_path), format="simrobot")
