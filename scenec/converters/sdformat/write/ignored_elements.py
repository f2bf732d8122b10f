"""Drop elements and attributes that the version of the source ignores and the written version would obey.

A reader converts an old file to the newest version step by step. So elements of any version from the written one on would take effect.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from scenec.converters.common.write_context import claim_idle
from scenec.converters.sdformat import vocabulary
from scenec.converters.sdformat.findings.writing import ATTRIBUTE_UNKNOWN_INEFFECTIVE, ELEMENT_UNKNOWN_INEFFECTIVE
from scenec.converters.sdformat.versions import KNOWN, LATEST
from scenec.converters.sdformat.write.element_writer import ElementWriter
from scenec.ir.base import Extra, RawItem
from scenec.trace import ids_of, traced

OPAQUE = "plugin"
"""A tag whose content has no meaning for SDFormat."""


def has_equal_meaning(part: ElementWriter, extra: Extra, path: str) -> bool:
    """Return whether an attribute means the same in the written version as in the source. Report it if not. path: of the attribute."""
    stated = _stated_version(extra, path, part.version)
    if stated is None or not _would_be_obeyed(path, stated, part.version):
        return True
    _report_dropped(part, extra, stated, f"{path.rpartition('/')[0].rpartition('/')[2]}@{path.rpartition('@')[2]}", extra.value)
    return False


def content_of_equal_meaning(part: ElementWriter, extra: Extra, content: Iterable[RawItem], path: str) -> list[RawItem]:
    """Return the items of an element without those that the source ignores and the written version would obey. path: of the element."""
    kept: list[RawItem] = []
    paths: list[str] = []  # of the elements around, "" where anything may stand
    dropped: int | None = None  # depth of the element that is left out
    for item in content:
        del paths[item.depth :]
        if dropped is not None and item.depth > dropped:
            _claim(part, item)
            continue
        dropped = None
        around = paths[-1] if paths else path.rpartition("/")[0]
        own = f"{around}/{item.tag}" if around and item.tag != OPAQUE and ":" not in item.tag else ""
        paths.append(own)
        stated = _stated_version(extra, own, part.version) if own else None
        if stated is not None and _would_be_obeyed(own, stated, part.version):
            dropped = item.depth
            _claim(part, item)
            _report_dropped(part, extra, stated, f"<{item.tag}>", traced("", _ids(extra, item)))
            continue
        kept.append(_item_of_equal_meaning(part, extra, item, own) if own and item.attributes else item)
    return kept


def _item_of_equal_meaning(part: ElementWriter, extra: Extra, item: RawItem, path: str) -> RawItem:
    """Return the item without attributes that the written version would obey."""
    attributes = []
    for name, value in item.attributes:
        stated = _stated_version(extra, f"{path}/@{name}", part.version)
        if stated is not None and _would_be_obeyed(f"{path}/@{name}", stated, part.version):
            _report_dropped(part, extra, stated, f"{item.tag}@{name}", value)
        else:
            attributes.append((name, value))
    return item if len(attributes) == len(item.attributes) else RawItem(item.depth, item.tag, tuple(attributes), item.text)


@cache
def _would_be_obeyed(path: str, source: str, target: str) -> bool:
    return vocabulary.spoken(path, source, later=True) is None and vocabulary.spoken(path, target, later=True) is not None


def _stated_version(extra: Extra, path: str, target: str) -> str | None:
    """Return the version of the file that holds an extra. None where it does not matter or is unknown."""
    if not _would_be_obeyed(path, LATEST, target):
        return None
    origin = extra.origin
    root = origin.document.root if origin is not None and origin.document is not None else None
    if root is None or root.tag not in ("sdf", "gazebo"):
        return None
    version = root.attributes.get("version", "").strip()
    return version if version in KNOWN else LATEST


def _ids(extra: Extra, top: RawItem) -> tuple[int, ...]:
    """Return the value ids of an item of an extra and of everything in it."""
    found: list[int] = []
    inside = False
    for item in extra.content:
        if item is top:
            inside = True
        elif inside and item.depth <= top.depth:
            break
        if inside:
            found.extend(each for _, value in item.attributes for each in ids_of(value))
            found.extend(ids_of(item.text))
    return tuple(found)


def _claim(part: ElementWriter, item: RawItem) -> None:
    if part.request is not None:
        claim_idle(part.request, item)


def _report_dropped(part: ElementWriter, extra: Extra, source: str, what: str, about: object) -> None:
    if part.request is None:
        return
    row = ELEMENT_UNKNOWN_INEFFECTIVE if what.startswith("<") else ATTRIBUTE_UNKNOWN_INEFFECTIVE
    part.request.ledger.report(row, about=about, origin=extra.origin, subject=what, stated=source, version=part.version)
