"""What a finding code means: codes made of the scene's parts (`meanings`) and codes that are reported by name (`codes`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from scenec.accounting.codes import CODES, Code
from scenec.accounting.finding import INEFFECTIVE, LOSSY_FATES, Category, Fate, Level
from scenec.accounting.meanings import Meaning, meaning_of, of_one_format
from scenec.errors import UsageError
from scenec.syntax.vocabulary import nearest

DROPPED = "-dropped"


class Explanation(msgspec.Struct, frozen=True, gc=False):
    """meaning: what happened, in general. level, category: usual ones, "" where they depend on the case. consequence, hint: sentences."""

    code: str
    fate: Fate
    meaning: str
    level: Level | str = ""
    category: Category | str = ""
    consequence: str = ""
    hint: str = ""

    @property
    def is_loss(self) -> bool:
        return self.fate in LOSSY_FATES and not self.code.endswith(INEFFECTIVE)


class Codes:
    """All codes there are. formats: name of each format -> the codes that its reader and writer report by name."""

    def __init__(self, formats: Mapping[str, Mapping[str, Code]]) -> None:
        self._formats = formats
        self._named = {**CODES, **{code: row for rows in formats.values() for code, row in rows.items()}}
        self._made: dict[str, Meaning] | None = None

    def known(self) -> list[str]:
        """Every code, sorted, but those of values that only one format has (``<format>-<element>-dropped``): these are countless."""
        return sorted({*self._named, *self._of_the_scene()})

    def named(self) -> list[str]:
        """The codes that are reported by name, sorted."""
        return sorted(self._named)

    def explain(self, code: str) -> Explanation:
        """What a code means. Raises UsageError, with the nearest code, if there is none of that name."""
        if code in self._named:
            row = self._named[code]
            return Explanation(code, row.fate, row.meaning, row.level, row.category, row.consequence, row.hint)
        found = self._of_the_scene().get(code) or self._of_one_format(code)
        if found is None:
            raise UsageError(f"no finding has the code {code!r}", None, "", nearest(code, self.known()))
        meaning = f"The source says something about {found.label}, and the target has no place for it."
        return Explanation(code, "dropped", meaning, found.level, found.category, found.consequence, found.hint)

    def require(self, code: str) -> None:
        """Raise UsageError, with the nearest code, if no finding can have this code."""
        if code not in self._named and self._of_one_format(code) is None:
            self.explain(code)

    def _of_one_format(self, code: str) -> Meaning | None:
        """Codes of values that are kept for one format only are made of its own words."""
        name = next((name for name in self._formats if code.startswith(f"{name}-")), None)
        if name is None or not code.endswith(DROPPED):
            return None
        key = code[len(name) + 1 : -len(DROPPED)]
        return of_one_format(name, key)

    def _of_the_scene(self) -> dict[str, Meaning]:
        """What settling makes when a writer does not look at a node or field: one code each."""
        if self._made is None:
            self._made = {meaning.code: meaning for meaning in _meanings()}
        return self._made


def _meanings() -> Iterator[Meaning]:
    from typing import get_type_hints

    import scenec.ir
    from scenec.ir.base import UNACCOUNTED

    kinds = {kind.__name__: kind for kind in vars(scenec.ir).values() if isinstance(kind, type) and issubclass(kind, msgspec.Struct)}
    for generic in ("Node", "Extra"):
        kinds.pop(generic)
    for name, kind in kinds.items():
        owner, hints = _stand_in(name), get_type_hints(kind)
        for field in kind.__struct_fields__:
            inner = sorted(_names_in(hints[field]) & kinds.keys())
            if field in UNACCOUNTED or field == "extras":
                continue
            if len(inner) > 1:  # a choice of shapes, all lost alike
                yield msgspec.structs.replace(meaning_of(owner, field, _stand_in(inner[0])), label="a shape")
            elif inner:
                yield meaning_of(owner, field, _stand_in(inner[0]))
            else:
                yield meaning_of(owner, field)


def _names_in(hint: object) -> set[str]:
    """The names of all classes in a type."""
    from typing import get_args

    waiting, names = [hint], set()
    while waiting:
        each = waiting.pop()
        names.add(getattr(each, "__name__", ""))
        waiting.extend(get_args(each))
    return names


def _stand_in(name: str) -> msgspec.Struct:
    """An empty node of a class of that name: meanings go by the names of classes."""
    stand_in: msgspec.Struct = type(name, (msgspec.Struct,), {})()
    return stand_in
