"""Files that SimRobot's scenes include: they have no scene, so they are read through one."""

from __future__ import annotations

import re

from scenec.converters.simrobot.vocabulary import GRAMMAR
from scenec.errors import ReadError
from scenec.syntax.simrobot_text import read_simrobot_text
from scenec.syntax.tree import SourceNode

_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)
_SCENE = re.compile(rb"<Scene[\s/>]")
_INCLUDE = re.compile(rb"<Include\s[^<>]*?href\s*=\s*\"([^\"<>]*)\"")
_IN_A_BODY = '<Body name="fragment"><BoxMass value="1kg" width="1m" height="1m" depth="1m"/>{}</Body>'


def is_fragment(data: bytes) -> bool:
    """Return whether a file has no scene of its own."""
    return _SCENE.search(_COMMENT.sub(b"", data)) is None


def included(data: bytes) -> list[str]:
    """Return the names of the files that a file includes, relative to its folder."""
    return [name.decode("utf-8", "surrogateescape").replace("\\", "/") for name in _INCLUDE.findall(_COMMENT.sub(b"", data))]


def scene_around(data: bytes, name: str) -> bytes:
    """Return a scene that includes a fragment and uses each of its definitions that needs no parameters. name: of the fragment's file."""
    try:
        definitions = read_simrobot_text(data, name).root.children
    except ReadError:
        definitions = []
    used = "".join(_use(each) for each in definitions if each.tag in GRAMMAR and not _has_parameters(each))
    return f'<Simulation><Include href="{name}"/><Scene name="fragment" stepLength="0.01">{used}</Scene></Simulation>'.encode()


def _use(node: SourceNode) -> str:
    """Return an element that uses a definition, within what may hold such an element."""
    kind, name = GRAMMAR[node.tag].element_class, node.attributes.get("name", "")
    use = f'<{node.tag} ref="{name}"/>'
    if not name or '"' in name:
        return ""
    if kind in (*GRAMMAR["Scene"].many, *GRAMMAR["Scene"].optional):
        return use
    return _IN_A_BODY.format(use) if kind in (*GRAMMAR["Body"].many, *GRAMMAR["Body"].optional) else ""


def _has_parameters(node: SourceNode) -> bool:
    """Return whether a definition has a placeholder (``$``), so that it means nothing by itself."""
    waiting = [node]
    while waiting:
        each = waiting.pop()
        if "$" in each.text or any("$" in value for value in each.attributes.values()):
            return True
        waiting.extend(each.children)
    return False
