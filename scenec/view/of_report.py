"""Before and after of a conversion, side by side, with what its findings are about."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from scenec.accounting.finding import LEVELS, Level
from scenec.accounting.render_html import Depicted, Places, text
from scenec.errors import ScenecError
from scenec.ir.names import joint_paths, link_paths, part_paths
from scenec.view.draw import draw
from scenec.view.drawing import Drawing
from scenec.view.page import LARGEST_OF_TWO, side_by_side, too_much

if TYPE_CHECKING:
    from scenec.accounting.report import Report
    from scenec.ir.scene import Scene
    from scenec.source import Source

STRIKING = ("warning", "error")
"""Findings of these levels are highlighted from the start."""


def depicted(report: Report, before: Scene, read_back: Callable[[], Scene]) -> Depicted:
    """The source as it was read beside the result as it is read back. Where a side cannot be drawn, a sentence says why."""
    sources: tuple[tuple[str, Callable[[], Scene]], ...] = (("before", lambda: before), ("after", read_back))
    drawings: list[Drawing] = []
    scenes: list[Scene] = []
    for title, made in sources:
        try:
            scenes.append(made())
            drawing = draw(scenes[-1], title=title, largest=LARGEST_OF_TWO, textures=True)
        except ScenecError as problem:
            return not_shown(title, problem)
        reason = too_much(drawing)
        if reason:
            return Depicted(reason)
        drawings.append(drawing)
    known = Shown(drawings)
    touched = [_known(subjects, known) for subjects in report.subjects]
    words: dict[str, Level] = {}
    for finding, paths in zip(report.findings, touched, strict=False):
        for path in paths:
            if finding.level in STRIKING and LEVELS.index(finding.level) > LEVELS.index(words.get(path, "note")):
                words[path] = finding.level
    return Depicted(side_by_side(drawings[0], drawings[1], words, words), touched, _places(scenes[0], scenes[1]))


def not_shown(title: str, problem: ScenecError) -> Depicted:
    """The sentence that stands in place of the pictures. title: which of the two scenes cannot be shown."""
    return Depicted(f'<p class="quiet left-out">There is no 3D view: {title}, {text(problem.what)}.</p>')


def _places(before: Scene, after: Scene) -> Places:
    """Where what is drawn was read from, on both sides."""
    first, second = _read_from(before), _read_from(after)
    return {path: (first.get(path), second.get(path)) for path in (*first, *(path for path in second if path not in first))}


def _read_from(scene: Scene) -> dict[str, Source]:
    """Path of a link, shape, sensor or joint -> where it was read from."""
    by_link, by_joint, by_part = link_paths(scene), joint_paths(scene), part_paths(scene)
    origins = [(by_link[link.id], link.origin) for link in scene.links]
    for link in scene.links:
        origins += [(by_part[id(part)], part.origin) for part in (*link.collisions, *link.visuals, *link.sensors)]
    for joint in scene.joints:
        origins += [(by_part[id(sensor)], sensor.origin) for sensor in joint.sensors if id(sensor) in by_part]
    origins += [(by_joint[joint.id], joint.origin) for joint in scene.joints]
    nodes: dict[Any, list[Any]] = {}
    for _, origin in origins:
        document, node = origin.reference if origin is not None else (None, None)
        if document is not None:
            nodes.setdefault(document, []).append(node)
    for document, wanted in nodes.items():
        document.find_paths(wanted)
    return {path: origin.source for path, origin in reversed(origins) if origin is not None}


class Shown:
    """Items that can be highlighted in the pictures: parts, links, joints, and the models around them. The paths of models are not written
    out, as a name of thousands of `::` has thousands of them."""

    def __init__(self, drawings: Iterable[Drawing]) -> None:
        self._paths = sorted(
            {each.path for drawing in drawings for group in (drawing.parts, drawing.links, drawing.joints) for each in group} - {""}
        )

    def __contains__(self, path: str) -> bool:
        """Whether something has the path, or one below it."""
        for wanted in (path, f"{path}::"):
            place = bisect_left(self._paths, wanted)
            if place < len(self._paths) and (self._paths[place] == path or self._paths[place].startswith(f"{path}::")):
                return True
        return False


def _known(subjects: tuple[str, ...], known: Shown) -> list[str]:
    """Return what is drawn of the subjects: a field's owner, a sensor's link."""
    found: dict[str, None] = {}
    for subject in subjects:
        path = subject
        while path and path not in known:
            path = path[: max(path.rfind("."), path.rfind("::"), 0)].removesuffix(":")
        if path:
            found[path] = None
    return list(found)
