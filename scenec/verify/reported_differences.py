"""Find out whether the writer reported a difference: by a finding about the same part and the same aspect of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from scenec.accounting.finding import Category, Finding
from scenec.accounting.ledger import Entry
from scenec.comparison.pairing import last_name
from scenec.verify.difference import Difference, Kind

CATEGORIES: Mapping[Kind, frozenset[Category]] = {
    "link": frozenset({"physics", "geometry"}),
    "joint": frozenset({"physics", "control"}),
    "collision": frozenset({"physics", "geometry"}),
    "visual": frozenset({"geometry", "appearance"}),
    "sensor": frozenset({"sensing"}),
    "light": frozenset({"appearance", "sensing"}),
    "world": frozenset({"physics"}),
}

_LIMIT = "limit limits stop stops lower upper min max position initial"
_SPRING = "spring stiffness dynamics reference"
_WORDS: Mapping[str, str] = {
    "mass": "mass density inertial",
    "centre of mass": "com centre mass inertial",
    "inertia tensor": "inertia inertial tensor mass",
    "self collision": "collide collides mask self bitmask",
    "presence": "link body mass merged split empty static removed loop",
    "axis": "axis axes direction sign",
    "anchor": "anchor pose position frame",
    "lower limit": _LIMIT,
    "upper limit": _LIMIT,
    "maximum effort": "effort force torque motor actuator max",
    "maximum velocity": "velocity speed motor actuator max",
    "initial position": "initial position start angle",
    "damping": "damping dynamics",
    "friction": "friction mu mu2 surface dynamics material",
    "restitution": "restitution bounce surface material",
    "spring stiffness": _SPRING,
    "spring reference": _SPRING,
    "motor": "motor actuator drive controller",
    "pitch": "pitch screw",
    "ratio": "ratio gear gearbox",
    "mimic": "mimic gear gearbox coupling",
    "colour": "color colour diffuse ambient emissive specular transparency material look texture alpha",
}
"""Aspect -> words of the codes of findings about it. Aspects of shapes, sensors and lights that are not listed (type, size, place) are
covered by any finding about the part that is not about one of these."""


class ReportedDifferences:
    """Differences that findings reported. entries: those made since the scene that was compared came to be."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._by_name: dict[str, list[tuple[Category, frozenset[str]]]] = {}
        for entry in entries:
            self._add(entry.template, entry.within.owner)

    @staticmethod
    def by(findings: Iterable[Finding]) -> ReportedDifferences:
        """Return what the findings of a report say."""
        reported = ReportedDifferences()
        for finding in findings:
            reported._add(finding, "")
        return reported

    def _add(self, finding: Finding, owner: str) -> None:
        if finding.fate == "kept":
            return
        said = finding.category, frozenset(finding.code.split("-"))
        for name in {each for text in (finding.subject, owner, finding.target) for each in _names(text)}:
            self._by_name.setdefault(name, []).append(said)

    def speaks_of(self, difference: Difference) -> bool:
        wanted = _WORDS.get(difference.aspect)
        for name in {each for path in difference.names for each in (path, last_name(path), path.rpartition("/")[2])}:
            for category, words in self._by_name.get(name, ()):
                if category in CATEGORIES[difference.kind] and (words & set(wanted.split()) if wanted else not words & _PARTICULAR):
                    return True
        return False


_PARTICULAR = frozenset(
    word for aspect in ("mass", "damping", "friction", "restitution", "motor", "colour") for word in _WORDS[aspect].split()
)


def _names(text: str) -> Iterable[str]:
    """Return the names of a subject: its path, the path of what it is a part of (``arm::elbow`` of ``arm::elbow.axes[0]``), its own name
    (``lamp`` of ``rig::head.lights[lamp]``)."""
    whole = re.split(r"\.(?=[a-z_]+(?:\[|\.|$))", text, maxsplit=1)[0] if text else ""
    return {text, whole, last_name(text), last_name(whole), *re.findall(r"\[([^\]]+)\]", text)} - {""}
