"""State of the writer while one scene is written: paths, poses, and findings.

The zero of every joint in MARS is its position in the file, so all poses here are those at the initial positions.
"""

from __future__ import annotations

from functools import cache

from scenec.converters.common.bounds import refuse_result_beyond
from scenec.converters.common.poses_in_frames import StartPoses
from scenec.converters.common.write_context import Placed
from scenec.converters.format import WriteRequest
from scenec.converters.mars import kinds
from scenec.converters.mars.vocabulary import keys, row
from scenec.converters.mars.write.values import flag, number, quaternion, vec, vector
from scenec.ir.base import WORLD, Extended, Extra, Id
from scenec.syntax.element import Element
from scenec.syntax.said import spelled
from scenec.syntax.sealed import SealedParts
from scenec.syntax.xml_printing import Out
from scenec.trace import is_flag

ENTRY_DEPTH = 2
"""An entry stands in its list, which stands in the file."""
_MEASURES = (kinds.POSITION, kinds.ANCHOR, kinds.VECTOR, kinds.LENGTH, kinds.MASS, kinds.DENSITY, kinds.INERTIA)


class Writing(StartPoses):
    """One run of the writer."""

    format = "mars"

    def __init__(self, request: WriteRequest) -> None:
        super().__init__(request)
        self._sealed = SealedParts()
        self._is_yaml = request.suffix == ".yml" or request.stem.lower().endswith((".yml", ".yaml"))

    @property
    def is_yaml(self) -> bool:
        """Whether the scene is written as YAML. Many formats have that suffix, so without ``.yml`` it takes --to mars."""
        return self._is_yaml

    def seal(self, entry: Element) -> None:
        """Complete an entry of one of the lists. Raises WriteError for numbers that overflow."""
        refuse_beyond(entry)
        if not self.is_yaml:  # made of the same entries
            entry.seal(ENTRY_DEPTH, self._sealed)

    # -- places

    def is_static(self, link_id: Id) -> bool:
        """Return whether a link never moves; so is the world."""
        link = self.by_id.get(link_id)
        return link_id == WORLD or link is None or link.model in self.static


def placed_text(holder: Element, placed: Placed, position: str = "position", rotation: str = "rotation") -> None:
    """Where a node is, completely."""
    pose = placed.pose
    vector(holder, position, vec(pose.position) if placed.computed else pose.position)
    quaternion(holder, rotation, pose.rotation, worked_out=placed.computed)


def restore(writing: Writing, out: Element, node: Extended, tag: str) -> None:
    """Write the values that only MARS has and that the scene stores."""
    for extra in node.extras:
        key = extra.key.rpartition("/")[2]
        if extra.format != "mars" or key not in keys(tag) or any(child.tag == key for child in out.children):
            continue
        if extra.content:
            _restore_content(out, key, extra)
            continue
        value = extra.value
        if isinstance(value, tuple):
            vector(out, key, value, "xyzw"[: len(value)] if len(value) < 4 else "rgba")
        elif is_flag(value):
            out.append(key, flag(value))
        elif isinstance(value, (int, float)):
            out.append(key, number(value))
        elif value is not None:
            out.append(key, spelled(value))


def _restore_content(out: Element, key: str, extra: Extra) -> None:
    """A key that is a map, with all that is in it."""
    above = [out.append(key, says=(extra,))]
    for item in extra.content:
        del above[item.depth + 1 :]
        if not item.tag:
            above[-1].say(spelled(item.text))
            continue
        above.append(above[-1].append(item.tag, spelled(item.text) if item.text else None))
        for name, text in item.attributes:
            above[-1].set(name, spelled(text))


@cache
def _measures_of(tag: str) -> frozenset[str]:
    """The keys of an entry that are measures."""
    return frozenset(key for key in keys(tag) if row(tag, key).kind in _MEASURES)


def refuse_beyond(entry: Out) -> None:
    """Look through an entry of one of the lists. Raises WriteError for positions, sizes, masses and moments that overflow."""
    measures = _measures_of(entry.tag)
    for out in entry.children:
        if out.tag in measures:
            for part in (out, *out.children):
                refuse_result_beyond(f"{out.tag} of a {entry.tag}", part.text or "")
