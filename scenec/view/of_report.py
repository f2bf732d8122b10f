"""Before and after of a conversion, side by side, with what its findings are about."""

from __future__ import annotations

from collections.abc import Callable
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
            drawing = draw(scene(), title=title, largest=LARGEST_OF_TWO)
        except ScenecError as problem:
            return Depicted(f'<p class="quiet left-out">There is no 3D view: {title}, {text(problem.what)}.</p>')
        reason = too_much(drawing)
        if reason:
            return Depicted(reason)
        drawings.append(drawing)
    known = set().union(*(_paths(drawing) for drawing in drawings))
    touched = [_known(subjects, known) for subjects in report.subjects]
    words: dict[str, Level] = {}
    for finding, paths in zip(report.findings, touched, strict=False):
        for path in paths:
            if finding.level in STRIKING and LEVELS.index(finding.level) > LEVELS.index(words.get(path, "note")):
                words[path] = finding.level
    return Depicted(side_by_side(drawings[0], drawings[1], words, words), touched)


def _paths(drawing: Drawing) -> set[str]:
    """Everything that can be highlighted: parts, links, joints, and the models around them."""
    paths = {part.path for part in drawing.parts} | {link.path for link in drawing.links} | {joint.path for joint in drawing.joints}
    around: set[str] = set()
    for path in paths:
        while (path := path.rpartition("::")[0]) not in around:  # what is around that is known then
            around.add(path)
    return (paths | around) - {""}


def _known(subjects: tuple[str, ...], known: set[str]) -> list[str]:
    """What is drawn of the subjects: a field's owner, a sensor's link."""
    found: dict[str, None] = {}
    for subject in subjects:
        path = subject
        while path and path not in known:
            path = path[: max(path.rfind("."), path.rfind("::"), 0)].removesuffix(":")
        if path:
            found[path] = None
    return list(found)
