"""One finding: what became of something, why, and what it means to the user."""

from __future__ import annotations

import re
from typing import Any, Literal

import msgspec

from scenec.source import Source

Fate = Literal["kept", "converted", "approximated", "carried", "dropped", "unresolved", "invalid", "defaulted"]
Level = Literal["error", "warning", "note"]
Category = Literal["physics", "geometry", "appearance", "sensing", "control", "naming", "metadata"]

SUMMED_FATES: tuple[Fate, ...] = ("kept", "converted", "approximated", "carried", "dropped", "unresolved", "invalid")
"""The fates a source value can have, from best to worst; their counts add up to the number of values."""

LOSSY_FATES = frozenset({"approximated", "carried", "dropped", "unresolved", "invalid"})
LEVELS: tuple[Level, ...] = ("note", "warning", "error")
CATEGORIES: tuple[Category, ...] = ("physics", "geometry", "appearance", "sensing", "control", "naming", "metadata")
INEFFECTIVE = "-ineffective"
SENTENCE_END = re.compile(r"(?<=[.!?]) +(?=[A-Z])")


class Finding(msgspec.Struct, frozen=True, gc=False):
    """code: stable, kebab-case. source: where in the input, None if nothing there says it. subject: the IR path of what it is about
    (`spoken.who` says it in words). value: as written. target: what became of it. headline: what happened to what. because,
    consequence, hint: whole sentences. count: how many equal findings this one stands for (source, subject, value and headline are those
    of the first). many: the title of several such findings. subjects: all parts that it is about, where places do
    not lead to them. row: the `accounting.code.Code` it was made of; reports in files do not have
    it."""

    code: str
    fate: Fate
    level: Level
    category: Category
    source: Source | None = None
    subject: str = ""
    value: str = ""
    target: str = ""
    headline: str = ""
    because: str = ""
    consequence: str = ""
    hint: str = ""
    count: int = 1
    many: str = ""
    subjects: tuple[str, ...] = ()
    row: Any = None

    def title(self, count: int) -> str:
        """Return what happened, in few words: the headline of one, for several the title of their kind."""
        if count == 1:
            return self.headline
        title = self.headline.partition(":")[0]
        return self.many or f"{title[:1].lower()}{title[1:]}"

    @property
    def reason(self) -> str:
        """The first sentence of why it happened, without its full stop."""
        return SENTENCE_END.split(self.because, maxsplit=1)[0].rstrip(".")

    def what_and_why(self) -> str:
        """Return what happened and why, as whole sentences."""
        headline = f"{self.headline}." if self.headline and not self.headline.endswith((".", "?", "!")) else self.headline
        return " ".join(each for each in (headline, self.because) if each)

    def description(self) -> str:
        """All it says but the advice, as whole sentences."""
        return " ".join(each for each in (self.what_and_why(), self.consequence) if each)

    @property
    def ineffective(self) -> bool:
        """Whether the value had no effect under its own format's rules: it is reported, but is no loss and fails
        nothing."""
        return self.code.endswith(INEFFECTIVE)

    @property
    def is_loss(self) -> bool:
        return self.fate in LOSSY_FATES and not self.ineffective

    @property
    def identity(self) -> tuple[str, ...]:
        """Return what makes it the same finding in two reports of one file."""
        return self.code, self.fate, self.subject, self.value, self.because

    def fingerprint(self) -> str:
        """Return its identity in few letters: the code and a hash."""
        from hashlib import blake2b

        content = "\0".join(self.identity).encode("utf-8", "surrogatepass")
        return f"{self.code}:{blake2b(content, digest_size=8).hexdigest()}"

    def sentence(self) -> str:
        """One line of plain words, without the place."""
        value = f" = {self.value}" if self.value else ""
        times = f" (x{self.count:,})" if self.count > 1 else ""
        target = f" -> {self.target}" if self.target else ""
        because = f": {self.because}" if self.because else ""
        return f"{self.fate}: {self.subject or self.code}{value}{target}{because}{times}"

    def to_json(self) -> dict[str, Any]:
        """As interfaces describes it; `source` is null or file, line, column, path, and where macros made it their calls."""
        place: dict[str, Any] | None = None
        if self.source is not None:
            place = {"file": self.source.file, "line": self.source.line, "column": self.source.column, "path": self.source.path}
            if self.source.trail:
                place["trail"] = list(self.source.trail)
        return {
            "code": self.code,
            "fate": self.fate,
            "level": self.level,
            "category": self.category,
            "source": place,
            "subject": self.subject,
            "value": self.value,
            "target": self.target,
            "headline": self.headline,
            "because": self.because,
            "consequence": self.consequence,
            "hint": self.hint,
            "count": self.count,
            **({"subjects": list(self.subjects)} if self.subjects else {}),
        }


def as_sentence(text: str) -> str:
    """A part of a line as a whole sentence."""
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."


def excerpt(value: object, limit: int = 80) -> str:
    """A value for people: numbers shortest, long texts cut with their length said."""
    if isinstance(value, float):
        from scenec.syntax.kinds import shown

        return shown(value)
    if isinstance(value, tuple):
        numbers = all(isinstance(item, int | float) for item in value)
        return (" " if numbers else ", ").join([*(excerpt(item, 20) for item in value[:12]), *(["..."] if len(value) > 12 else [])])
    text = str(value).lower() if isinstance(value, bool) else str(value)
    if len(text) <= limit:
        return text
    return f"{' '.join(text[:limit].split())}... ({len(text):,} characters)"
