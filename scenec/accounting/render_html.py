"""The report as one HTML file that needs nothing else: totals, a table that can be filtered, and the lines findings speak of."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from scenec.accounting.finding import LEVELS, Finding
from scenec.accounting.render_text import header, safe, summary_line
from scenec.accounting.save import json_of
from scenec.accounting.spoken import about

if TYPE_CHECKING:
    from scenec.accounting.report import Report
    from scenec.source import Source

Lines = Callable[[str], Sequence[str] | None]
"""The lines of a source file as the report names it; None if it cannot be shown."""
Places = Mapping[str, tuple["Source | None", "Source | None"]]
"""Path of a part in pictures -> its place in the source and in the result, None where it is not there."""
AROUND = 2
"""Lines shown before and after the one a finding speaks of."""
LONGEST = 160

VIEWPORT = '<meta name="viewport" content="width=device-width, initial-scale=1">'
OPEN = 3
"""Warnings and errors of one code that are shown without being asked for; more, and notes, are folded away under their number."""
CLICK = (
    '<p class="quiet">Parts with warnings and errors are highlighted. '
    "Click a finding to highlight its parts, and again to highlight all.</p>"
)

STYLE = """
:root { color-scheme: light dark; --edge: color-mix(in srgb, currentColor 20%, transparent); }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; }
h1 { font-size: 1.3rem; } h2 { font-size: 1.1rem; } code, pre { font-family: ui-monospace, monospace; font-size: 13px; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid var(--edge); vertical-align: top; }
.findings { table-layout: fixed; overflow-wrap: anywhere; } col.where { width: 15rem; } col.short { width: 6rem; }
.totals td, .totals th, .number { text-align: right; } .totals { width: auto; }
.level { font-weight: 600; } .error .level { color: #d32f2f; } .warning .level { color: #b26a00; } .note .level { color: gray; }
.code { border-bottom: 1px solid var(--edge); padding: .3rem 0; } .code summary { overflow-wrap: anywhere; }
.code .many { display: inline-block; min-width: 3.5rem; text-align: right; margin-right: .6rem; font-variant-numeric: tabular-nums; }
tr[data-touched] { cursor: pointer; } tr.chosen { outline: 2px solid #f21aa6; outline-offset: -2px; }
pre { margin: .3rem 0 0; padding: .4rem; border: 1px solid var(--edge); overflow-x: auto; } mark { display: block; }
form { margin: 1rem 0; display: flex; gap: 1rem; flex-wrap: wrap; } input[type=search] { flex: 1; min-width: 15rem; padding: .3rem; }
details summary { cursor: pointer; } .quiet { color: gray; } .wide { overflow-x: auto; }
@media (max-width: 48rem) { body { margin: 1rem auto; } .findings, .findings tbody, .findings tr { display: block; }
  .findings td { display: block; width: auto; }
  .findings td { border: 0; padding: .2rem .3rem; } .findings tr { border-bottom: 1px solid var(--edge); padding: .3rem 0; }
  .findings td.number { display: none; } input[type=search] { min-width: 0; flex-basis: 100%; } }
"""
SCRIPT = """(() => {
const rows = [...document.querySelectorAll('tr[data-level]')], codes = [...document.querySelectorAll('details.code')];
const form = document.querySelector('form.filter'), shown = document.querySelector('#shown');
const folded = new Map(codes.map(code => [code, code.open]));
function filter() {
  const words = form.words.value.toLowerCase(), levels = [...form.querySelectorAll('[name=level]:checked')].map(box => box.value);
  let count = 0;
  for (const row of rows) {
    row.hidden = !levels.includes(row.dataset.level) || (form.category.value && row.dataset.category !== form.category.value)
      || !(row.textContent + row.dataset.code).toLowerCase().includes(words);
    count += !row.hidden;
  }
  for (const code of codes) {
    code.hidden = !code.querySelector('tr[data-level]:not([hidden])');
    code.open = words ? true : folded.get(code);
  }
  for (const part of document.querySelectorAll('section.level-of')) part.hidden = !part.querySelector('details.code:not([hidden])');
  shown.textContent = count + ' of ' + rows.length + ' findings';
}
for (const code of codes) code.addEventListener('toggle', () => { if (!form.words.value) folded.set(code, code.open); });
form.addEventListener('input', filter); form.addEventListener('submit', event => event.preventDefault()); filter();
for (const row of rows) if (row.dataset.touched) row.addEventListener('click', event => {
  const scenes = document.querySelector('.scenes'), again = row.classList.contains('chosen');
  if (!scenes || !scenes.board || event.target.closest('a') || String(getSelection())) return;
  for (const each of rows) each.classList.toggle('chosen', each === row && !again);
  scenes.board.select(again ? null : JSON.parse(row.dataset.touched), row.dataset.code.startsWith('collision') ? ['collisions'] : []);
  if (!again) scenes.scrollIntoView({block: 'nearest', behavior: 'smooth'});
});
})();
"""


class Depicted(NamedTuple):
    """Pictures for a report. fragment: of HTML, with its own style and script; touched: per finding, the paths of what its parts are called
    in the pictures; places: where what the pictures show was read from."""

    fragment: str
    touched: Sequence[Sequence[str]] = ()
    places: Places = {}  # noqa: RUF012 - of a tuple, which is immutable


class FindingLinks(NamedTuple):
    """Links (HTML) from a finding to lines on the page. source: to its line, "" where that is not shown; result: to what became of it."""

    source: str = ""
    result: str = ""


class Texts(NamedTuple):
    """Source and result as texts for a report. section: of HTML, with its own style and script; links: per finding."""

    section: Sequence[str] = ()
    links: Sequence[FindingLinks] = ()


def html(report: Report, lines: Lines | None = None, depicted: Depicted | None = None, texts: Texts | None = None) -> str:
    """The report as a page. Every text is escaped: nothing in a model can become markup, style or script.

    lines: where the excerpts come from; None = there are none. depicted: what is shown of the scenes; a click on a finding highlights
    the parts it is about there. texts: source and result, to whose lines findings lead.
    """
    totals = report.shown_totals
    body = [
        f"<h1>{text(header(report) or 'Report')}</h1>",
        f"<p><strong>{text(summary_line(report))}</strong></p>",
        '<div class="wide"><table class="totals"><tr>' + "".join(f"<th>{name}</th>" for name in totals) + "</tr>",
        "<tr>" + "".join(f'<td id="total-{name.replace(" ", "-")}">{count:,}</td>' for name, count in totals.items()),
        "</tr></table></div>",
        *([depicted.fragment] if depicted else []),
        *([CLICK] if depicted and any(depicted.touched) else []),
        *findings_table(
            report.findings, functools.cache(lines) if lines else None, depicted.touched if depicted else (), texts.links if texts else ()
        ),
        *(texts.section if texts else ()),
    ]
    return page(header(report) or "Report", body)


def page(title: str, body: Iterable[str]) -> str:
    """A whole page; the policy in its head forbids everything that is not in the file."""
    policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"
    head = f'<meta charset="utf-8">{VIEWPORT}<meta http-equiv="Content-Security-Policy" content="{policy}"><title>{text(title)}</title>'
    return f'<!doctype html>\n<html lang="en"><head>{head}<style>{STYLE}</style></head>\n<body>\n' + "\n".join(body) + "\n</body></html>\n"


def findings_table(
    findings: Sequence[Finding], lines: Lines | None = None, touched: Sequence[Sequence[str]] = (), links: Sequence[FindingLinks] = ()
) -> list[str]:
    """The findings, worst level first, most frequent code first, with filters for level, category and words. touched: see `Depicted`;
    links: see `Texts`."""
    if not findings:
        return ["<p>No findings.</p>"]
    categories = sorted({finding.category for finding in findings})
    boxes = "".join(f'<label><input type="checkbox" name="level" value="{level}" checked> {level}s</label>' for level in reversed(LEVELS))
    choices = "".join(f"<option>{category}</option>" for category in categories)
    out = [
        f'<form class="filter">{boxes}<label>category <select name="category"><option value="">all</option>{choices}</select></label>',
        '<input type="search" name="words" placeholder="search findings" aria-label="search findings">',
        '<output id="shown" class="quiet"></output></form>',
    ]
    for level in reversed(LEVELS):
        codes: dict[str, list[int]] = {}
        for index, finding in enumerate(findings):
            if finding.level == level:
                codes.setdefault(finding.code, []).append(index)
        if not codes:
            continue
        counts = {code: sum(findings[index].count for index in some) for code, some in codes.items()}
        out.append(
            f'<section class="level-of {level}"><h2 class="level">{level}s: <span id="total-{level}s">{sum(counts.values()):,}</span></h2>'
        )
        for code in sorted(codes, key=lambda each: -counts[each]):
            rows = [_Row(findings[index], index, _at(touched, index), links[index] if links else None) for index in codes[code]]
            out += _of_code(rows, counts[code], lines)
        out.append("</section>")
    return [*out, f"<script>{SCRIPT}</script>"]


def _at(touched: Sequence[Sequence[str]], index: int) -> Sequence[str]:
    return touched[index] if index < len(touched) else ()


class _Row(NamedTuple):
    """A finding, its number in the report, and where it leads to on the page: see `Depicted.touched` and `Texts.links`."""

    finding: Finding
    number: int
    touched: Sequence[str]
    links: FindingLinks | None


def _of_code(rows: Sequence[_Row], count: int, lines: Lines | None) -> list[str]:
    """All findings of a code, of one level, folded away if there are many."""
    findings = [row.finding for row in rows]
    first, shown = findings[0], len(findings) <= OPEN and findings[0].level != "note"
    why = first.reason if len({finding.reason for finding in findings}) == 1 else ""
    title = first.title(count)
    sentence = (". " if ": " in title else ": ").join(each for each in (title, why) if each)
    summary = f'<span class="many">{count:,}</span>{text(sentence)} <code>{text(first.code)}</code>'
    return [
        f'<details class="code"{" open" if shown else ""}><summary>{summary}</summary>',
        '<table class="findings"><col><col class="where"><col class="short">',
        *(_row(row, lines) for row in rows),
        "</table></details>",
    ]


def _row(row: _Row, lines: Lines | None) -> str:
    finding, links = row.finding, row.links or FindingLinks()
    what = about(finding) + (f" → {finding.target}" if finding.target else "")
    said = [f"<strong>{text(finding.headline)}</strong>"] if finding.headline else []
    said += [text(each) for each in (what, finding.because, finding.consequence) if each]
    if finding.hint:
        said.append(f'<span class="quiet">What to do: {text(finding.hint)}</span>')
    excerpt = _excerpt(finding.source, lines) if finding.source is not None and lines is not None else ""
    where = [links.source or text(str(finding.source or ""))] + ([f"in the result: {links.result}"] if links.result else [])
    cells = [
        f"<td>{'<br>'.join(said)}{excerpt}</td>",
        f"<td>{'<br>'.join(where)}<br><span class=quiet>{finding.category}, {finding.fate}</span></td>",
        f'<td class="number">{f"{finding.count:,} times" if finding.count > 1 else ""}</td>',
    ]
    data = f'data-level="{finding.level}" data-category="{finding.category}" data-code="{text(finding.code)}"'
    if row.links is not None:
        data += f' id="f{row.number}"'
    if row.touched:
        data += f' data-touched="{text(json_of(list(row.touched)).decode())}"'
    return f'<tr class="{finding.level}" {data}>{"".join(cells)}</tr>'


def _excerpt(source: Source, lines: Lines) -> str:
    """The line in question, marked, with its neighbours."""
    known = lines(source.file) if source.line else None
    if not known or source.line > len(known):
        return ""
    first, last = max(source.line - AROUND, 1), min(source.line + AROUND, len(known))
    shown = []
    for number in range(first, last + 1):
        line = known[number - 1]
        cut = f"{number:6,}  {text(line[:LONGEST])}{'…' if len(line) > LONGEST else ''}"
        shown.append(f"<mark>{cut}</mark>" if number == source.line else cut + "\n")
    return f"<pre>{''.join(shown)}</pre>"


def text(raw: str) -> str:
    """Escape a text for a page."""
    return escape(safe(raw))


def in_script(data: object) -> str:
    """JSON that can stand in a script element: no character in it means anything to HTML or ends a line of JavaScript."""
    encoded = json_of(data).decode()
    for letter in "<>&\u2028\u2029":
        encoded = encoded.replace(letter, f"\\u{ord(letter):04x}")
    return encoded
