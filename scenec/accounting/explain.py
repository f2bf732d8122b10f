"""The meaning of finding codes: the rows of the core, of the formats, and those that settling makes of the scene's parts (`parts`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import msgspec

from scenec.accounting.code import Code
from scenec.accounting.finding import INEFFECTIVE, LOSSY_FATES, Category, Fate, Level
from scenec.accounting.parts import of_one_format, rows
from scenec.errors import UsageError
from scenec.syntax.vocabulary import nearest

DROPPED = "-dropped"


class Explanation(msgspec.Struct, frozen=True, gc=False):
    """A row in general, with slots in capitals. formats: the titles of the formats that report it, none = any may. level, category: usual
    ones, "" where they depend on the case."""

    code: str
    fate: Fate
    title: str
    because: str
    effect: str = ""
    advice: str = ""
    level: Level | str = ""
    category: Category | str = ""
    formats: tuple[str, ...] = ()

    @property
    def ineffective(self) -> bool:
        """Whether it is about values without effect, which no gate counts."""
        return self.code.endswith(INEFFECTIVE)

    @property
    def is_loss(self) -> bool:
        return self.fate in LOSSY_FATES and not self.ineffective


class Codes:
    """All codes there are. formats: name of each format -> the rows that its reader, writer and lints report by name. core: all other rows
    that are reported by name. titles: name of a format -> its title. of_parts: the rows that these formats make of a scene's parts."""

    def __init__(
        self,
        formats: Mapping[str, Mapping[str, Code]],
        core: Iterable[Mapping[str, Code]] = (),
        titles: Mapping[str, str] | None = None,
        of_parts: Callable[[], Iterable[Code]] = rows,
    ) -> None:
        self._formats = formats
        self._titles = titles or {}
        self._of_parts = of_parts
        self._core = {code: row for rows in core for code, row in rows.items()}
        self._named = {**{code: row for rows in formats.values() for code, row in rows.items()}, **self._core}
        self._made: dict[str, Code] | None = None

    def known(self) -> list[str]:
        """Every code that built-in formats report, sorted. Codes of values that only one format has (``<format>-<element>-dropped``) are
        countless, and left out."""
        return sorted({*self._named, *(row.code for row in self._of_parts())})

    def named(self) -> list[str]:
        """The codes that are reported by name, sorted."""
        return sorted(self._named)

    def owners(self, code: str) -> tuple[str, ...]:
        """The titles of the formats that alone report a code; none for codes of the core."""
        if code in self._core:
            return ()
        return tuple(self._titles.get(name, name) for name, rows in self._formats.items() if code in rows)

    def explain(self, code: str) -> Explanation:
        """Return what a code means. Raises UsageError, with the nearest code, if there is none of that name."""
        row = self._named.get(code) or self._of_the_scene().get(code) or self._of_one_format(code)
        if row is None:
            raise UsageError(f"no finding has the code {code!r}", None, "", nearest(code, self.known()))
        return Explanation(
            code,
            row.fate,
            row.title or f"{code[:1].upper()}{code[1:].replace('-', ' ')}",
            row.general(row.because),
            row.general(row.effect),
            row.general(row.advice),
            row.level,
            row.category,
            self.owners(code),
        )

    def require(self, code: str) -> None:
        """Raise UsageError, with the nearest code, if no finding can have this code."""
        if code not in self._named and self._of_one_format(code) is None:
            self.explain(code)

    def _of_one_format(self, code: str) -> Code | None:
        """Codes of values that are kept for one format only are made of its own words."""
        name = next((name for name in self._formats if code.startswith(f"{name}-")), None)
        if name is None or not code.endswith(DROPPED):
            return None
        key = code[len(name) + 1 : -len(DROPPED)]
        return of_one_format(name, key, self._titles.get(name, name))

    def _of_the_scene(self) -> dict[str, Code]:
        """Return what settling makes when a writer does not look at a node or field: one row each."""
        if self._made is None:
            self._made = {row.code: row for row in rows()}
        return self._made
