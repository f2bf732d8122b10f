"""What a finding says where whoever made it left it to the rule: what follows from a fate, and what can be done about it.

Hints come, in this order, from the finding, from its code (`codes`, which `scenec explain` shows), and from here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import msgspec

from scenec.accounting.finding import INEFFECTIVE, Category, Fate, Finding

if TYPE_CHECKING:
    from scenec.accounting.codes import Code

NOTHING = "nothing needs to be done"
"""How a hint begins that need not be told to somebody in a hurry."""
NO_EFFECT = f"{NOTHING}; take it out of the source if it misleads whoever reads it"

HINTS: Mapping[Fate, str] = {
    "kept": NOTHING,
    "converted": NOTHING,
    "defaulted": "state it in the source if another value is meant",
    "carried": "it is back after converting back; until then nothing uses it",
    "unresolved": "put the file where the source expects it, or name its folder with --search-path",
    "invalid": "correct it in the source",
}
LOST: Mapping[Category, str] = {
    "physics": "if it matters, set it where the result is simulated, or change the source so that nothing depends on it",
    "geometry": "if it matters, give the source a shape that the target has too",
    "appearance": "if the look matters, add it to the result by hand",
    "sensing": "let the programs that read the sensor allow for it",
    "control": "see to it in the program that drives the joints",
    "naming": "let programs ask for the name that the result has",
    "metadata": f"{NOTHING}, unless a program of yours reads it",
}
"""Of what is dropped or approximated."""

CONSEQUENCES: Mapping[Fate, str] = {
    "kept": "the result says the same",
    "converted": "it means the same",
    "defaulted": "the result says what the source leaves open",
    "carried": "the target does not use it",
    "unresolved": "what it refers to is not in the result",
    "invalid": "it is not in the result",
}
WITHOUT: Mapping[Category, str] = {
    "physics": "the scene moves differently",
    "geometry": "the shape is different",
    "appearance": "it looks different",
    "sensing": "the sensor reads differently",
    "control": "the joint is driven differently",
    "naming": "it goes by another name",
    "metadata": "nothing moves or looks different",
}
"""The consequence, where something is dropped or approximated."""


def completed(finding: Finding, explained: Callable[[str], Code | None]) -> Finding:
    """A finding that says all three: why, what it means, what to do. explained: what a code that a format reports by name means."""
    if finding.because and finding.consequence and finding.hint:
        return finding
    from scenec.accounting.codes import CODES

    row = explained(finding.code) or CODES.get(finding.code)
    no_effect = finding.code.endswith(INEFFECTIVE)
    consequence = "it has no effect" if no_effect else CONSEQUENCES.get(finding.fate) or WITHOUT[finding.category]
    rule = NO_EFFECT if no_effect else HINTS.get(finding.fate) or LOST[finding.category]
    return msgspec.structs.replace(
        finding,
        because=finding.because or (row.meaning.rstrip(".") if row else finding.code.replace("-", " ")),
        consequence=finding.consequence or consequence,
        hint=finding.hint or (lowered(row.hint) if row and row.hint else rule),
    )


def lowered(sentence: str) -> str:
    """A sentence of the explanations as the last part of a line: without its full stop and capital."""
    text = sentence.rstrip(".")
    return text if text[:2].isupper() or text.startswith("--") else text[:1].lower() + text[1:]
