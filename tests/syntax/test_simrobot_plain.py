"""Plain files of SimRobot, which are read as XML is: to the same tree, with the same places, and again when the tree was given away."""

from __future__ import annotations

import pytest

from scenec.syntax.simrobot_plain import read_plain
from scenec.syntax.simrobot_text import MAXIMUM_ATTRIBUTES, MAXIMUM_DEPTH, read_simrobot_text
from scenec.syntax.tree import Document

BODY = '  <Body name="b{i}"><Translation x = "{i}"/>\n   <Vertices >\n 1 > 0\n 2 </Vertices ></Body>\n'
LARGE = f'<Simulation>\n<Scene name="" >\n{"".join(BODY.format(i=i) for i in range(6000))}</Scene></Simulation>\n'.encode()
"""Larger than what is read otherwise; the values of no two bodies are the same."""


def slowly(data: bytes) -> Document:
    """As every file is read that is not plain; a comment behind the root makes no difference to the tree."""
    return read_simrobot_text(data + b"<!-- -->", "scene.ros2")


def content(document: Document) -> list[object]:
    """All values of a document: their numbers, paths, places and texts."""
    document.number(5)
    return [each for path, node in document.walk() for each in document.values(path, node)]


@pytest.mark.sweep
def test_a_large_plain_file_gives_the_same_values_in_the_same_places() -> None:
    document = read_simrobot_text(LARGE, "scene.ros2")
    assert document.can_be_read_again, "it is read as a plain one"
    expected = content(slowly(LARGE))
    assert content(document) == expected
    node = document.root.children[0].children[7]
    origin = document.origin(node)
    document.give_away()
    assert content(document) == expected
    assert origin.source.path == "/Simulation[1]/Scene[1]/Body[8]"
    assert origin.place[1] is document.root.children[0].children[7] is not node


@pytest.mark.parametrize(
    "odd",
    [
        b"<!-- note -->",
        b'<Body name="a\\"/>',
        b"<Body name='a'/>",
        b'<Body\nname="a"/>',
        b'<Body name="a" name="b"/>',
        b'<Body name="&amp;"/>',
        b'<Body name="\xc3\xa4"/>',
        b"<Body--></Body-->",
        b"<Body/>text",
        b"\r\n",
        b"<Body>",
        b"<Body %s/>" % b" ".join(b'a%d=""' % i for i in range(MAXIMUM_ATTRIBUTES + 1)),
    ],
)
def test_what_the_two_readers_may_take_otherwise_is_not_plain(odd: bytes) -> None:
    data = b"<Simulation>\n%s</Simulation>\n" % odd
    assert read_plain(data, "a.ros2", "a.ros2", None, MAXIMUM_DEPTH, MAXIMUM_ATTRIBUTES) is None
