"""The balance of a migration as a page: what failed, a table of all files that can be searched and sorted, and the kinds of findings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from urllib.parse import quote

from scenec.accounting.finding import LEVELS
from scenec.batch.rows import HEADINGS, NUMBERS, Link, Row, cells

if TYPE_CHECKING:
    from scenec.batch.summary import Summary

SCRIPT = """(() => {
const table = document.querySelector('table.files'), body = table.tBodies[0], rows = [...body.rows];
const words = document.querySelector('#file-words'), shown = document.querySelector('#files-shown');
function search() {
  const wanted = words.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let count = 0;
  for (const row of rows) {
    const text = row.textContent.toLowerCase();
    row.hidden = !wanted.every(word => text.includes(word));
    count += !row.hidden;
  }
  shown.textContent = count + ' of ' + rows.length + ' files';
}
words.addEventListener('input', search);
for (const head of table.tHead.rows[0].cells) head.firstChild.addEventListener('click', () => {
  const up = head.getAttribute('aria-sort') !== 'ascending', column = head.cellIndex;
  for (const each of head.parentNode.cells) each.removeAttribute('aria-sort');
  head.setAttribute('aria-sort', up ? 'ascending' : 'descending');
  const key = row => row.cells[column].dataset.key ?? row.cells[column].textContent;
  const compare = new Intl.Collator(undefined, {numeric: true}).compare;
  body.append(...rows.sort((a, b) => (up ? 1 : -1) * compare(key(a), key(b))));
});
search();
})();
"""
STYLE = """<style>
.files th button { all: unset; cursor: pointer; } .files th button:focus-visible { outline: 2px solid; }
.files th[aria-sort=ascending] button::after { content: " \\25b2"; } .files th[aria-sort=descending] button::after { content: " \\25bc"; }
.files td { overflow-wrap: anywhere; } .wide { overflow-x: auto; }
</style>"""


def summary_page(summary: Summary, link: Link) -> str:
    """The page. link: where the reports of the files are."""
    from scenec.accounting.render_html import findings_table, page, text

    body = [f"<h1>{text(summary.title)}</h1>", f"<p><strong>{text(summary.counts())}</strong><br>{text(summary.balance())}</p>"]
    if summary.troubles:
        rows = (f"<tr class=error><td class=level>{status}</td><td>{text(error)}</td></tr>" for status, _, error in summary.troubles)
        more = f"<p>and {summary.untold:,} more</p>" if summary.untold else ""
        body += ["<h2>Files not converted</h2>", f"<table>{''.join(rows)}</table>{more}"]
    if summary.rows:
        body += _files(summary.rows, link)
    body += ["<h2>Findings</h2>", *findings_table(summary.examples())]
    return page(summary.title, body)


def _files(rows: Sequence[Row], link: Link) -> list[str]:
    heads = "".join(f'<th scope="col"{_numeric(name)}><button type="button">{name}</button></th>' for name in HEADINGS)
    search = '<input type="search" id="file-words" placeholder="search files" aria-label="search files">'
    return [
        STYLE,
        "<h2>Files</h2>",
        f'<p>{search} <output id="files-shown" class="quiet"></output></p>',
        f'<div class="wide"><table class="files"><thead><tr>{heads}</tr></thead><tbody>',
        *(_row(row, link) for row in rows),
        "</tbody></table></div>",
        f"<script>{SCRIPT}</script>",
    ]


def _row(row: Row, link: Link) -> str:
    from scenec.accounting.render_html import text

    file, status, level, lost, known, place = cells(row, link)
    rank = LEVELS.index(row.level) + 1 if row.level in LEVELS else 0
    target = f'<a href="{text(quote(place.encode("utf-8", "surrogateescape")))}">report</a>' if place else ""
    why = f"<br><span class=quiet>{text(row.error)}</span>" if row.error else ""
    found = [
        f"<td>{text(file)}{why}</td><td>{status}</td>",
        f'<td class="level" data-key="{rank}">{level}</td>',
        f'<td class="number" data-key="{row.lost}">{lost}</td><td class="number" data-key="{row.known}">{known}</td><td>{target}</td>',
    ]
    return f'<tr class="{row.level}">{"".join(found)}</tr>'


def _numeric(name: str) -> str:
    return ' class="number"' if name in NUMBERS else ""
