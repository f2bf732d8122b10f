"""A finding code: one row that says everything about a kind of finding. Reports, `scenec explain`, docs and SARIF read it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from types import ModuleType

import msgspec

from scenec.accounting.finding import Category, Fate, Level, excerpt
from scenec.trace import plain

TARGET, SIMULATOR, SOURCE = "target", "simulator", "source"
"""Slots that the report fills: the title of the target format, the program that simulates it, the title of the source format."""
RESERVED = {TARGET: "\ue000", SIMULATOR: "\ue001", SOURCE: "\ue002"}
"""Placeholders for them until the report knows them."""
_OWN_REASON = re.compile(r"(?:^|(?<=\. ))\{(?:why|problem)\}\.?(?=\s|$)")
_SLOT = re.compile(r"\{(\w+)\}")
_ONLY_SLOTS = re.compile(r"(?:\{\w+\}[ .]?)+")
_LONG_FRACTION = re.compile(r"\.\d{6}")
_LONG_NUMBER = re.compile(r"(?<![\w./-])-?\d+\.\d{6,}(?:e[-+]?\d+)?(?![\w./-])")
VALUE, RESULT, SUBJECT = "value", "result", "subject"
"""Slots that every call fills: the value as written, what became of it, and what the finding is about."""


class Code(msgspec.Struct, frozen=True, gc=False):
    """One kind of finding.

    code: stable, kebab-case; one owner has it. fate, level, category: of its findings; a call may state another level. headline: what
    happened to what, in the past tense, without a full stop ("Joint type dropped: {type}"); what stands before a colon has no slots and
    is the title of the kind. because: one fact about the target or the source. effect: what the user will see. advice: what to do.
    many: the title for several of them ("actuators dropped"), "" = as for one. each: findings are never shown as one, as it matters which
    part each is about. together: findings with the same value are shown as one that lists its parts, also where places do not lead to them.

    Slots in braces are filled by the call that makes a finding; `{value}`, `{result}`, `{subject}`, `{target}`, `{simulator}` and
    `{source}` are always there.
    """

    code: str
    fate: Fate
    level: Level
    category: Category
    headline: str = ""
    because: str = ""
    effect: str = ""
    advice: str = ""
    many: str = ""
    each: bool = False
    together: bool = False

    @property
    def title(self) -> str:
        """Return its kind, in few words without slots: "Joint type dropped"."""
        return self.headline.partition(":")[0]

    @property
    def slots(self) -> frozenset[str]:
        """The names that a call must fill, beside those that are always there."""
        return _slots_in(self.headline, self.because, self.effect, self.advice) - {*RESERVED, VALUE, RESULT, SUBJECT}

    def general(self, text: str) -> str:
        """One of its texts with slots in capitals, for explanations: "Name changed: VALUE -> RESULT". Where all of a text, or the reason in
        it, is the finding's own, that is what it says."""
        text = _OWN_REASON.sub("Each finding says why.", text)
        if _ONLY_SLOTS.fullmatch(text):
            return "Each finding says it."
        return text.format_map({name: name.upper().replace("_", " ") for name in _slots_in(text)})


@cache
def _slots_in(*texts: str) -> frozenset[str]:
    return frozenset(name for text in texts for name in _SLOT.findall(text))


def rendered(row: Code, slots: Mapping[str, object]) -> tuple[str, str, str, str]:
    """Return headline, because, effect and advice of a finding. KeyError for a slot that is missing.

    slots: numbers are shown with six digits; the finding's value and target have all of them.
    """
    texts = (row.headline, row.because, row.effect, row.advice)
    if not any(map(_has_slots, texts)):
        return texts
    filled = {**RESERVED, **{name: each if type(each) is str else excerpt(plain(each)) for name, each in slots.items()}}
    headline, because, effect, advice = [_with_short_numbers(text.format_map(filled)) if _has_slots(text) else text for text in texts]
    return headline, because, effect, advice


def _has_slots(text: str) -> bool:
    return "{" in text


def _with_short_numbers(text: str) -> str:
    """Round long numbers to six digits, unless two different numbers of the text would look alike."""
    if not _LONG_FRACTION.search(text):  # most texts, and a search for a point is the quickest
        return text
    found = dict.fromkeys(_LONG_NUMBER.findall(text))
    short = {number: f"{float(number):.6g}" for number in found}
    if len(set(short.values())) < len(found):
        return text
    return _LONG_NUMBER.sub(lambda match: short[match[0]], text) if found else text


def by_code(rows: Iterable[object]) -> Mapping[str, Code]:
    """Code -> row, of all rows among some objects (the values of a module's namespace). ValueError where two rows have one code."""
    found: dict[str, Code] = {}
    for row in rows:
        if isinstance(row, Code) and found.setdefault(row.code, row) is not row:
            raise ValueError(f"two rows have the code {row.code}")
    return found


def codes_when_asked(package: str, *modules: str, shared: Iterable[Code] = ()) -> Callable[[str], Mapping[str, Code]]:
    """Return the `__getattr__` of a package of findings, whose ``CODES`` (code -> row) has the shared rows and those of its modules.

    The modules are loaded when ``CODES`` is first asked for: a conversion needs few of them.
    """

    @cache
    def codes() -> Mapping[str, Code]:
        from importlib import import_module

        loaded = [import_module(f"{package}.{name}") for name in modules]
        return by_code([*shared, *(row for module in loaded for row in _rows_of(module))])

    def get(name: str) -> Mapping[str, Code]:
        if name != "CODES":
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return codes()

    return get


def _rows_of(module: ModuleType) -> Iterable[object]:
    table: Mapping[str, Code] | None = getattr(module, "CODES", None)
    return [*vars(module).values(), *getattr(module, "ROWS", ())] if table is None else table.values()
