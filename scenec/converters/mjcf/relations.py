"""How MJCF files of a library include each other. What a scene includes is often a robot of its own, and sometimes only a part of one."""

from __future__ import annotations

import os
import re

from scenec.converters.format import FileRelations

_COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)
_INCLUDE = re.compile(rb"""<include\s[^>]*?\bfile\s*=\s*["']([^"'<>]+)["']""")


def relations_of(path: str, data: bytes, search_path: tuple[str, ...]) -> FileRelations:
    """Return the relations of a file (see `RelationRules`). Names start from the folder of the file that includes."""
    names = [each.decode("utf-8", "replace").strip() for each in _INCLUDE.findall(_COMMENT.sub(b"", data))]
    places = [os.path.normpath(os.path.join(os.path.dirname(path), name)) for name in names if "\0" not in name]
    return FileRelations(patterns=tuple(map(re.escape, places)))
