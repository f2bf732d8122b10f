"""A comparison as one HTML file that needs nothing else: both scenes in 3D with what differs highlighted, and a table to filter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from scenec.accounting.render_html import page, text
from scenec.accounting.save import json_of
from scenec.difference.item import CHANGES, Item
from scenec.difference.render_text import Names, called, sentence, summary_line

if TYPE_CHECKING:
    from scenec.difference.result import Difference

STYLE = """
.removed .sign { color: #d32f2f; } .added .sign { color: #2e7d32; } .moved .sign, .changed .sign { color: #b26a00; }
.renamed .sign, .restructured .sign { color: gray; } .sign { font-weight: 600; white-space: nowrap; }
td.what { width: 60%; } .place { color: gray; font-size: 13px; } .differences { overflow-wrap: anywhere; }
"""
SCRIPT = """(() => {
const rows = [...document.querySelectorAll('tr[data-change]')], form = document.querySelector('form.filter');
const shown = document.querySelector('#shown'), parts = [...document.querySelectorAll('.differences tbody')];
function filter() {
  const words = form.words.value.toLowerCase(), changes = [...form.querySelectorAll('[name=change]:checked')].map(box => box.value);
  let count = 0;
  for (const row of rows) {
    row.hidden = !changes.includes(row.dataset.change) || (form.category.value && row.dataset.category !== form.category.value)
      || !(row.textContent + row.dataset.owner).toLowerCase().includes(words);
    count += !row.hidden;
  }
  for (const part of parts) part.hidden = !part.querySelector('tr[data-change]:not([hidden])');
  shown.textContent = count + ' of ' + rows.length + ' differences';
}
form.addEventListener('input', filter); form.addEventListener('submit', event => event.preventDefault()); filter();
for (const row of rows) row.addEventListener('click', () => {
  const scenes = document.querySelector('.scenes'), again = row.classList.contains('chosen');
  if (!scenes || !scenes.board || String(getSelection())) return;
  for (const each of rows) each.classList.toggle('chosen', each === row && !again);
  scenes.board.select(again ? null : JSON.parse(row.dataset.touched));
  if (!again) scenes.scrollIntoView({block: 'nearest', behavior: 'smooth'});
});
})();
"""
CLICK = '<p class="quiet">Differences are highlighted. Click a difference to highlight its parts, and again to highlight all.</p>'


def html(difference: Difference, names: Names | None = None) -> str:
    """The comparison as a page; every text from a file is escaped. names: what to call the two files."""
    a, b = names or (None, None)
    title = f"{called(difference.a, a)} and {called(difference.b, b)}"
    totals = difference.totals
    body = [
        f"<style>{STYLE}</style>",
        f"<h1>{text(title)}</h1>",
        f"<p><strong>{text(summary_line(difference))}</strong></p>",
        '<table class="totals"><tr>' + "".join(f"<th>{change}</th>" for change in CHANGES) + "</tr>",
        "<tr>" + "".join(f'<td id="total-{change}">{totals[change]:,}</td>' for change in CHANGES) + "</tr></table>",
    ]
    if difference.scenes is not None:
        from scenec.view.page import two_views

        before, after = difference.scenes
        titles = (f"A: {a or _entry(difference, 0)}", f"B: {b or _entry(difference, 1)}")
        body += [two_views(before, after, *highlighted(difference), titles=titles), CLICK if difference.items else ""]
    return page(title, [*body, *_table(difference)])


def _entry(difference: Difference, side: int) -> str:
    files = (difference.a, difference.b)[side].files
    return files[0] if files else "a scene"


def highlighted(difference: Difference) -> tuple[dict[str, str], dict[str, str]]:
    """For each scene the paths of what differs, and in which way it is shown."""
    found: tuple[dict[str, str], dict[str, str]] = ({}, {})
    for item in sorted(difference.items, key=lambda item: -CHANGES.index(item.change)):  # the worst last, so that it wins
        word = {"renamed": "note", "restructured": "note"}.get(item.change, item.change)
        for follower in item.along if item.kind == "link" else ():
            found[0].setdefault(follower, word)
        for side, path in enumerate((item.a, item.b)):
            if path:
                found[side][path] = word
    return found


def _table(difference: Difference) -> Iterator[str]:
    if difference.equal:
        return
    boxes = "".join(
        f'<label><input type="checkbox" name="change" value="{change}" checked> {change}</label>'
        for change in CHANGES
        if difference.totals[change]
    )
    categories = sorted({item.category for item in difference.items})
    choices = "".join(f"<option>{category}</option>" for category in categories)
    yield f'<form class="filter">{boxes}<label>category <select name="category"><option value="">all</option>{choices}</select></label>'
    yield '<input type="search" name="words" placeholder="search differences" aria-label="search differences">'
    yield '<output id="shown" class="quiet"></output></form>'
    yield '<table class="differences">'
    owner: str | None = None
    for item in difference.items:
        if item.owner != owner:
            yield ("</tbody>" if owner is not None else "") + f'<tbody><tr><th colspan="2">{text(item.owner or "the scene")}</th></tr>'
            owner = item.owner
        yield _row(item)
    yield f"</tbody></table><script>{SCRIPT}</script>"


def _row(item: Item) -> str:
    sign, _, words = sentence(item).partition(" ")
    places = [f"{side} {source}" for side, source in (("A", item.source_a), ("B", item.source_b)) if source is not None]
    touched = [path for path in (item.a, item.b) if path]
    data = f'data-change="{item.change}" data-category="{item.category}" data-owner="{text(item.owner)}"'
    data += f' data-touched="{text(json_of(list(dict.fromkeys(touched))).decode())}"'
    what = f'<td class="what"><span class="sign" title="{item.change}">{text(sign)}</span> {text(words)}</td>'
    return f'<tr class="{item.change}" {data}>{what}<td class="place">{"<br>".join(text(place) for place in places)}</td></tr>'
