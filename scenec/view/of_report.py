"""Before and after of a conversion, side by side, with what its findings are about."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from scenec.accounting.finding import LEVELS, Level
from scenec.accounting.render_html import Depicted, text
from scenec.errors import ScenecError
from scenec.view.draw import draw
from scenec.view.drawing import Drawing
from scenec.view.page import LARGEST_OF_TWO, side_by_side, too_much

if TYPE_CHECKING:
    from scenec.accounting.report import Report
    from scenec.ir.scene import Scene

STRIKING = ("warning", "error")
"""Findings of these levels are highlighted from the start."""


def depicted(report: Report, before: Scene, read_back: Callable[[], Scene]) -> Depicted:
    """The source as it was read beside the result as it is read back. Where a side cannot be drawn, a sentence says why."""
    sources: tuple[tuple[str, Callable[[], Scene]], ...] = (("before", lambda: before), ("after", read_back))
    drawings: list[Drawing] = []
    for title, scene in sources:
        try:
            drawing = draw(scene(), title=title, largest=LARGEST_OF_TWO, textures=True)
        except ScenecError as problem:
            return Depicted(f'<p class="quiet left-out">There is no 3D view: {title}, {text(problem.what)}.</p>')
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
    return Depicted(side_by_side(drawings[0], drawings[1], words, words), touched)


class Shown:
    """What can be highlighted in the pictures: parts, links, joints, and the models around them. The paths of models are not written out,
    as a name of thousands of `::` has thousands of them."""

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
    """What is drawn of the subjects: a field's owner, a sensor's link."""
    found: dict[str, None] = {}
    for subject in subjects:
        path = subject
        while path and path not in known:
            path = path[: max(path.rfind("."), path.rfind("::"), 0)].removesuffix(":")
        if path:
            found[path] = None
    return list(found)
