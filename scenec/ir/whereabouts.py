"""Where in a scene the values of some ids are: the paths that findings name as their subject."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from typing import Any

import msgspec

from scenec.ir.base import Extra
from scenec.ir.link import Collision, Visual
from scenec.ir.names import part_paths, scene_paths
from scenec.ir.scene import Scene
from scenec.ir.walk import fields_of, ids_below, is_node, is_nodes


def subjects(scene: Scene, wanted: Set[int], called: Mapping[str, str]) -> dict[int, tuple[str, str]]:
    """Value id -> (path of the field that holds it, path of the link, joint, shape or sensor that this is a part of, "" if it is in none).
    Of a value in several fields the first counts; what only one format has goes by the path of the node it belongs to. called: what models,
    links, joints and frames are called otherwise (by id)."""
    paths = {**scene_paths(scene), **called}
    found: dict[int, tuple[str, str]] = {}
    for subject, owner, value in _leaves(scene, paths, part_paths(scene)):
        for value_id in ids_below((value,)) & wanted:
            found.setdefault(value_id, (subject, owner))
    return found


def _leaves(scene: Scene, paths: Mapping[str, str], parts: Mapping[int, str]) -> Iterator[tuple[str, str, Any]]:
    stack: list[tuple[msgspec.Struct, str, str]] = [(scene, "", "")]
    while stack:
        node, subject, owner = stack.pop()
        inner = []
        for name, value in fields_of(node):
            here = f"{subject}.{name}" if subject and not isinstance(node, Extra) else subject or name
            if is_node(value):
                inner.append((value, here, owner))
            elif is_nodes(value):
                for i, each in enumerate(value):
                    path = paths.get(getattr(each, "id", ""), "") or parts.get(id(each), "")
                    step = subject if isinstance(each, Extra) else f"{here}[{getattr(each, 'name', None) or i}]"
                    inner.append((each, path if path and not isinstance(each, Collision | Visual) else step, path or owner))
            else:
                yield here, owner, value
        stack.extend(reversed(inner))
