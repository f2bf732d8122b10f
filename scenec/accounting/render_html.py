"""The report as one HTML file that needs nothing else: totals, a table that can be filtered, and the lines findings speak of."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

from scenec.accounting.finding import LEVELS, SUMMED_FATES, Finding
from scenec.accounting.render_text import header, safe, summary_line

if TYPE_CHECKING:
    from scenec.accounting.report import Report
    from scenec.source import Source

Lines = Callable[[str], Sequence[str] | None]
"""The lines of a source file as the report names it; None if it cannot be shown."""
AROUND = 2
"""Lines shown before and after the one a finding speaks of."""
LONGEST = 160

STYLE = """
:root { color-scheme: light dark; --edge: color-mix(in srgb, currentColor 20%, transparent); }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; }
h1 { font-size: 1.3rem; } code, pre { font-family: ui-monospace, monospace; font-size: 13px; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid var(--edge); vertical-align: top; }
.findings { table-layout: fixed; overflow-wrap: anywhere; } col.short { width: 6rem; } col.where { width: 15rem; }
.totals td, .totals th, .number { text-align: right; } .totals { width: auto; }
.level { font-weight: 600; } .error .level { color: #d32f2f; } .warning .level { color: #b26a00; } .note .level { color: gray; }
pre { margin: .3rem 0 0; padding: .4rem; border: 1px solid var(--edge); overflow-x: auto; } mark { display: block; }
form { margin: 1rem 0; display: flex; gap: 1rem; flex-wrap: wrap; } input[type=search] { flex: 1; min-width: 15rem; padding: .3rem; }
details summary { cursor: pointer; } .quiet { color: gray; }
"""
SCRIPT = """
const rows = [...document.querySelectorAll('tr[data-level]')];
const form = document.querySelector('form'), shown = document.querySelector('#shown');
function filter() {
  const words = form.words.value.toLowerCase(), levels = [...form.querySelectorAll('[name=level]:checked')].map(box => box.value);
  let count = 0;
  for (const row of rows) {
    row.hidden = !levels.includes(row.dataset.level) || (form.category.value && row.dataset.category !== form.category.value)
      || !row.textContent.toLowerCase().includes(words);
    count += !row.hidden;
  }
  shown.textContent = count + ' of ' + rows.length + ' findings';
}
form.addEventListener('input', filter); form.addEventListener('submit', event => event.preventDefault()); filter();
"""


def html(report: Report, lines: Lines | None = None) -> str:
    """The report as a page. Every text is escaped: nothing in a model can become markup, style or script.

    lines: where the excerpts come from; None = there are none.
    """
    totals = ("values", *SUMMED_FATES, "defaulted")
    body = [
        f"<h1>{text(header(report) or 'Report')}</h1>",
        f"<p><strong>{text(summary_line(report))}</strong></p>",
        '<table class="totals"><tr>' + "".join(f"<th>{name}</th>" for name in totals) + "</tr>",
        "<tr>" + "".join(f'<td id="total-{name}">{report.totals.get(name, 0):,}</td>' for name in totals) + "</tr></table>",
        *findings_table(report.findings, functools.cache(lines) if lines else None),
    ]
    return page(header(report) or "Report", body)


def page(title: str, body: Iterable[str]) -> str:
    """A whole page; the policy in its head forbids everything that is not in the file."""
    policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"
    head = f'<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{policy}"><title>{text(title)}</title>'
    return f'<!doctype html>\n<html lang="en"><head>{head}<style>{STYLE}</style></head>\n<body>\n' + "\n".join(body) + "\n</body></html>\n"


def findings_table(findings: Sequence[Finding], lines: Lines | None = None) -> list[str]:
    """A table with filters for level, category and words."""
    if not findings:
        return ["<p>There is nothing to tell.</p>"]
    categories = sorted({finding.category for finding in findings})
    boxes = "".join(f'<label><input type="checkbox" name="level" value="{level}" checked> {level}s</label>' for level in reversed(LEVELS))
    choices = "".join(f"<option>{category}</option>" for category in categories)
    out = [
        f'<form>{boxes}<label>about <select name="category"><option value="">everything</option>{choices}</select></label>',
        '<input type="search" name="words" placeholder="words in a finding"><output id="shown" class="quiet"></output></form>',
        '<table class="findings"><col class="short"><col><col class="where"><col class="short">',
        "<tr><th>level</th><th>finding</th><th>where</th><th class=number>count</th></tr>",
    ]
    out += [_row(finding, lines) for finding in findings]
    return [*out, "</table>", f"<script>{SCRIPT}</script>"]


def _row(finding: Finding, lines: Lines | None) -> str:
    what = finding.subject + (f" = {finding.value}" if finding.value else "") + (f" → {finding.target}" if finding.target else "")
    said = [f"<code>{text(finding.code)}</code> <strong>{text(what)}</strong>"]
    said += [f"<br>{text(each)}" for each in (finding.because, finding.consequence) if each]
    if finding.hint:
        said.append(f'<br><span class="quiet">What to do: {text(finding.hint)}</span>')
    if finding.source is not None and lines is not None:
        said.append(_excerpt(finding.source, lines))
    cells = [
        f'<td class="level">{finding.level}</td>',
        f"<td>{''.join(said)}</td>",
        f"<td>{text(str(finding.source or ''))}<br><span class=quiet>{finding.category}, {finding.fate}</span></td>",
        f'<td class="number">{finding.count:,}</td>',
    ]
    return f'<tr class="{finding.level}" data-level="{finding.level}" data-category="{finding.category}">{"".join(cells)}</tr>'


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
    """A text that is only text on a page, whatever it holds."""
    return escape(safe(raw))
