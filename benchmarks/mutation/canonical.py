"""The content of a result without what means nothing: the order of attributes, and of elements of different names where no reader of the
format looks at it. What a broken writer only prints in another order is no other result."""

from __future__ import annotations

import zipfile
from pathlib import Path
from xml.etree import ElementTree

UNORDERED = (".sdf", ".world", ".urdf", ".scene")
"""Suffixes of files in which elements of different names can stand in any order. Those of one name stay in theirs."""
ORDERED = (".xml", ".ros2", ".ros3")
"""Those in which only attributes can."""


def canonical(path: Path) -> bytes:
    """Return the content of a file, of an archive that of each file in it."""
    if path.suffix == ".scn":
        with zipfile.ZipFile(path) as archive:
            parts = [name.encode() + _text(Path(name).suffix, archive.read(name)) for name in sorted(archive.namelist())]
        return b"".join(parts)
    return _text(path.suffix, path.read_bytes())


def _text(suffix: str, data: bytes) -> bytes:
    if suffix not in (*UNORDERED, *ORDERED):
        return data
    parser = ElementTree.XMLParser(target=ElementTree.TreeBuilder(insert_comments=True))
    try:
        root = ElementTree.fromstring(data, parser)
    except ElementTree.ParseError:
        return data
    for element in root.iter():
        for child in element:
            child.tail = (child.tail or "").strip()
        if len(element):
            element.text = (element.text or "").strip()
        if suffix in UNORDERED:
            element[:] = sorted(element, key=_name)
    return ElementTree.canonicalize(ElementTree.tostring(root, encoding="unicode"), with_comments=True).encode()


def _name(element: ElementTree.Element) -> str:
    return element.tag if isinstance(element.tag, str) else ""
