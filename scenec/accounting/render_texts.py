"""Source and result side by side on a page, each value linked to where it went or came from.

Links are plain ones to places on the page, so that they work without a script; `texts.js` marks and scrolls both sides instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import resources
from typing import TYPE_CHECKING

from scenec.accounting.finding import LEVELS, Finding
from scenec.accounting.linked_texts import LinkedTexts, Row, ShownFile, Spot, row_start
from scenec.accounting.render_html import FindingLinks, Places, Texts, in_script, text

if TYPE_CHECKING:
    from scenec.source import Source

MOST_PARTS = 50
"""Parts of the pictures that one value belongs to: a definition may have many uses."""
HOW_TO = (
    "Click a value or a line, or move with the arrow keys, to mark where it went and where it came from. "
    "Enter goes to the other side, Escape takes the marks away."
)
_EXTENT = re.compile(
    r"""[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*')   # an attribute
      | "[^"]*" | '[^']*'                    # a quoted text
      | </?[\w:.-]+                          # an element that says something by being there
      | [^<>"'()]+                           # anything else, up to what ends it in any syntax
    """,
    re.VERBOSE,
)


class _Side:
    """The source or the result. title: for people; letter: it has in the ids of its rows; spot, other: what begins the ids of spots here
    and there. flags: file and line -> the findings that speak of it, worst first."""

    def __init__(self, title: str, letter: str, spot: str, other: str, files: Sequence[ShownFile], spots: Sequence[Spot]) -> None:
        self.title, self.letter, self.spot, self.other = title, letter, spot, other
        self.files, self.spots = files, spots
        self.flags: dict[tuple[str, int], dict[int, None]] = {}
        self.by_row: dict[tuple[str, int, int], list[int]] = {}
        for number, each in enumerate(spots):
            name, line, column = each.place
            self.by_row.setdefault((name, line, row_start(column)), []).append(number)
        self.rows: dict[tuple[str, int], str] = {}
        """File and line -> the id of its row, of all that are shown."""
        for number, file in enumerate(files):
            self.rows.update({(file.name, row.line): f"{letter}{number}-{row.line}" for row in file.rows})

    def row_of(self, place: Source | None) -> str | None:
        """The id of the row of a place, if it is shown."""
        return self.rows.get((place.file, place.line)) if place is not None else None

    def flag(self, file: str, line: int, index: int) -> None:
        """A finding speaks of a line."""
        self.flags.setdefault((file, line), {})[index] = None

    def link(self, number: int) -> str:
        """A link to a spot."""
        file, line, _ = self.spots[number].place
        return f'<a href="#{self.spot}{number}">{text(file)}:{line}</a>'


def texts_beside(linked: LinkedTexts, findings: Sequence[Finding], target: str, places: Places) -> Texts:
    """Both sides as HTML, and the links of each finding to its lines. target: what the result's format is called, "" if there is no result.
    places: where the parts in the pictures of the page were read from."""
    source = _Side("Source", "a", "s", "r", linked.source, linked.sources)
    result = _Side("Result", "b", "r", "s", linked.result, linked.results)
    if not source.files:
        return Texts()
    links = []
    for index, finding in enumerate(findings):
        own, there = "", linked.of_findings.get(index, ())
        if finding.source is not None and finding.source.line:
            source.flag(finding.source.file, finding.source.line, index)
            row = source.row_of(finding.source)
            own = f'<a href="#{row}">{text(str(finding.source))}</a>' if row else ""
        for number in there:
            result.flag(*result.spots[number].place[:2], index)
        links.append(FindingLinks(own, ", ".join(result.link(number) for number in there)))
    panes = "".join(_pane(side, findings) for side in (source, result) if side.files)
    parts, of_spots = _parts(source, result, places)
    data = {
        "links": [spot.partners for spot in linked.sources],
        "findings": [spot.finding for spot in linked.sources],
        "parts": parts,
        "of": of_spots,
    }
    hint = HOW_TO if linked.known else _unknown(target)
    section = [
        f'<h2 id="texts">{"Source and result" if linked.known else "Source"}</h2>',
        f'<p class="quiet">{hint}{_left_out(linked)}</p>',
        f'<section class="texts{" two" if linked.known else ""}"><p class="status" aria-live="polite"></p>{panes}',
        f'<script type="application/json">{in_script(data)}</script></section>',
        _program(),
    ]
    return Texts(section, links)


def _left_out(linked: LinkedTexts) -> str:
    """Return what of the texts is not on the page."""
    parts = any(not file.whole and file.lines > len(file.rows) for file in (*linked.source, *linked.result))
    hint = " Large files are shown around what findings speak of, meshes by their first lines." if parts else ""
    return f"{hint} Not all values are linked." if linked.cut else hint


def _unknown(target: str) -> str:
    if not target:
        return "Lines that findings speak of are marked."
    return (
        f"Only the source is shown: places in the result are not known. The writer of {text(target)} does not keep them, "
        "or the conversion was not asked to (<code>trace=True</code>)."
    )


def _program() -> str:
    """Style and script of linked texts."""
    folder = resources.files("scenec.accounting").joinpath("page")
    style, script = (folder.joinpath(name).read_text(encoding="utf-8") for name in ("texts.css", "texts.js"))
    return f"<style>{style}</style>\n<script>{script}</script>"


def _pane(side: _Side, findings: Sequence[Finding]) -> str:
    files = "".join("".join(_file(side, number, file, findings)) for number, file in enumerate(side.files))
    return f'<div class="pane" role="region" aria-label="{side.title}" tabindex="0">{files}</div>'


def _file(side: _Side, number: int, file: ShownFile, findings: Sequence[Finding]) -> Iterator[str]:
    size = f"{file.lines:,} lines" if file.lines != 1 else "1 line"
    if not file.whole:
        shown = len({row.line for row in file.rows})
        size = f"{shown:,} of {size}" if shown else f"{size}, not shown"
    yield f'<details class="file" open><summary><code>{text(file.name)}</code> <span class="quiet">{size}</span></summary>'
    last = 0
    for row in file.rows:
        if row.line > last + 1:
            yield _gap(row.line - last - 1)
        first = row.line > last
        last = row.line
        own = f' id="{side.letter}{number}-{row.line}"' if first else ""
        flag = _flag(side.flags.get((file.name, row.line), ()), findings) if first else ""
        spots = side.by_row.get((file.name, row.line, row.start), ())
        yield f'<div class="row"{own}><i>{row.line if first else "…"}</i>{flag}{_row(side, row, spots)}</div>'
    if file.rows and last < file.lines:
        yield _gap(file.lines - last)
    yield "</details>"


def _gap(lines: int) -> str:
    return f'<div class="gap">{lines:,} {"lines" if lines > 1 else "line"} left out</div>'


def _flag(indices: Iterable[int], findings: Sequence[Finding]) -> str:
    """A link from a line to the worst finding that speaks of it."""
    ranked = sorted(indices, key=lambda index: -LEVELS.index(findings[index].level))
    if not ranked:
        return ""
    worst = findings[ranked[0]]
    title = (worst.headline or worst.code) + (f" and {len(ranked) - 1:,} more" if len(ranked) > 1 else "")
    return f'<a class="flag {worst.level}" href="#f{ranked[0]}" title="{text(title)}">{worst.level[0].upper()}</a>'


def _row(side: _Side, row: Row, numbers: Sequence[int]) -> str:
    """The text of a row, with its values as links."""
    ordered = sorted(numbers, key=lambda number: side.spots[number].place)
    starts = [min(side.spots[number].place[2] - 1 - row.start, len(row.text)) for number in ordered]
    out, at = [], 0
    for number, start, bound in zip(ordered, starts, [*starts[1:], len(row.text)], strict=False):
        end = _end(row.text, start, bound, side.spots[number].value)
        out += [_plain(row.text[at:start]), _link(side, number, _plain(row.text[start:end]))]
        at = end
    return "".join((*out, _plain(row.text[at:])))


def _end(line: str, start: int, bound: int, value: str) -> int:
    """Where a value ends that starts there. bound: where the next one starts; value: its text, as far as that is known."""
    if value and line.startswith(value, start):
        return min(start + len(value), bound)
    found = _EXTENT.match(line, start, bound)
    return start + len(found[0].rstrip()) if found else min(start + 1, bound)


def _link(side: _Side, number: int, shown: str) -> str:
    """A value: a link to the first place of the other side, or to the finding that tells why there is none."""
    spot = side.spots[number]
    known = f' id="{side.spot}{number}"' + (f' class="{spot.fate}"' if spot.fate != "kept" else "")
    if spot.partners:
        return f'<a{known} href="#{side.other}{spot.partners[0]}">{shown}</a>'
    if spot.finding is not None:
        return f'<a{known} href="#f{spot.finding}">{shown}</a>'
    return f'<a{known}{f""" title="{text(spot.elsewhere)}" """ if spot.elsewhere else ""}>{shown}</a>'


def _plain(piece: str) -> str:
    return "\t".join(text(each) for each in piece.split("\t"))


def _parts(source: _Side, result: _Side, places: Places) -> tuple[list[list[str | None]], list[list[int]]]:
    """Parts in the pictures, each with the rows where it begins on both sides; and of each spot of the source the numbers of its parts."""
    parts: list[list[str | None]] = []
    at: dict[tuple[str, str], list[int]] = {}
    for path, (before, after) in places.items():
        rows = [side.row_of(place) for side, place in ((source, before), (result, after))]
        if before is not None and len(some := at.setdefault((before.file, before.path), [])) < MOST_PARTS:
            some.append(len(parts))
        parts.append([path, *rows])
    known: dict[tuple[str, str], list[int]] = {}
    return parts, [_around(spot, at, known) for spot in source.spots]


def _around(spot: Spot, at: Mapping[tuple[str, str], list[int]], known: dict[tuple[str, str], list[int]]) -> list[int]:
    """The parts of the innermost element around a value that any was read from. known: of elements that were asked for before."""
    file, path = spot.place[0], spot.path.rpartition("/")[0]
    passed = []
    while path and (file, path) not in known and (file, path) not in at:
        passed.append((file, path))
        path = path.rpartition("/")[0]
    found = at.get((file, path)) or known.get((file, path), [])
    known.update(dict.fromkeys(passed, found))
    return found
