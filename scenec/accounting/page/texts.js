// Source and result side by side: what is chosen on one side is marked on both, and the other side scrolls to it.
'use strict';
(() => {
const root = document.querySelector('.texts');
const {links, findings, parts, of} = JSON.parse(root.querySelector('script[type="application/json"]').textContent);
const panes = [...root.querySelectorAll('.pane')], status = root.querySelector('.status'), scenes = document.querySelector('.scenes');
const found = id => document.getElementById(id);
const back = [];  // spot of the result -> spots of the source
links.forEach((partners, i) => partners.forEach(j => (back[j] = back[j] || []).push(i)));
const rowOf = spot => spot.closest('.row'), paneOf = element => panes.findIndex(pane => pane.contains(element));
const spotsIn = row => [...row.querySelectorAll('a[id]')];
const placeOf = row => row.closest('.file').querySelector('code').textContent + ':' + row.querySelector('i').textContent;
const GONE = ['dropped', 'unresolved', 'invalid'];
let marked = [], focused = null, partners = [], turn = 0, telling = false;

// Scrolls a pane, but not the page, until a row stands in its upper third.
function reveal(element) {
  element.closest('details').open = true;
  const pane = panes[paneOf(element)], box = element.getBoundingClientRect(), around = pane.getBoundingClientRect();
  const hidden = box.top < around.top + 40 || box.bottom > around.bottom - 20;
  if (hidden) pane.scrollTop += box.top - around.top - pane.clientHeight / 3;
  if (box.left < around.left || box.left > around.right - 60) pane.scrollLeft += box.left - around.left - pane.clientWidth / 3;
}

function clear() {
  for (const element of marked) element.classList.remove('marked');
  marked = [];
  partners = [];
  turn = 0;
}

function show(elements) {
  for (const element of elements) for (const each of [element, rowOf(element)]) {
    each.classList.add('marked');
    marked.push(each);
  }
}

// Marks spots of one side and their partners on the other. pictures: also in the pictures.
function choose(row, spots, pictures = true) {
  clear();
  show(spots);
  row.classList.add('marked');
  marked.push(row);
  const own = paneOf(row), numbers = spots.map(spot => +spot.id.slice(1));
  const sources = own === 0 ? numbers : numbers.flatMap(j => back[j] || []);
  partners = [...new Set(own === 0 ? numbers.flatMap(i => links[i]).map(j => found('r' + j)) : sources.map(i => found('s' + i)))].filter(Boolean);
  show(partners);
  if (partners.length) reveal(partners[0]);
  tell(row, spots, sources, own);
  if (pictures) picture(sources);
}

// a:1, a:2, b:3 -> a:1, 2, b:3
function shortened(places) {
  const fileOf = place => place.slice(0, place.lastIndexOf(':'));
  return places.map((place, i) => i && fileOf(place) === fileOf(places[i - 1]) ? place.slice(place.lastIndexOf(':') + 1) : place);
}

function tell(row, spots, sources, own) {
  const places = shortened([...new Set(partners.map(spot => placeOf(rowOf(spot))))]);
  const fates = [...new Set(sources.map(i => found('s' + i)).filter(Boolean).map(spot => spot.classList[0] === 'marked' ? 'kept' : spot.classList[0]))];
  const elsewhere = spots.map(spot => spot.title).filter(Boolean);
  const where = places.length ? places.slice(0, 5).join(', ') + (places.length > 5 ? ` and ${places.length - 5} more lines` : '')
    : elsewhere.length ? `${elsewhere[0]}, which is not shown` : !spots.length || own ? 'nothing is linked to this line'
    : fates.some(fate => GONE.includes(fate)) ? 'nowhere' : 'no place is known';
  status.replaceChildren(`${placeOf(row)} ${own === 0 ? '→' : '←'} ${where}${fates.length ? ` (${fates.join(', ')})` : ''}`);
  for (const index of [...new Set(sources.map(i => findings[i]).filter(index => index !== null))].slice(0, 3)) {
    const said = found('f' + index), link = document.createElement('a');
    if (!said) continue;
    link.href = '#f' + index;
    link.textContent = said.querySelector('strong') ? said.querySelector('strong').textContent : said.dataset.code;
    status.append('; ', link);
  }
}

// What the chosen values belong to is highlighted in the pictures.
function picture(sources) {
  if (!scenes || !scenes.board) return;
  telling = true;
  const paths = [...new Set(sources.flatMap(i => of[i]).map(k => parts[k][0]))];
  scenes.board.select(paths.length ? paths : null);
  telling = false;
}

// What is chosen in the pictures is marked in both texts, and links lead there.
function pictured(paths) {
  if (telling) return;
  clear();
  const rows = parts.filter(([path]) => paths && paths.has(path)).flatMap(([, ...rows]) => rows).filter(Boolean).map(found);
  for (const row of rows) {
    row.classList.add('marked');
    marked.push(row);
  }
  for (const pane of [0, 1]) {
    const first = rows.find(row => paneOf(row) === pane);
    if (first) reveal(first);
  }
  const told = scenes.querySelector('.selected');
  if (told) for (const row of rows.slice(0, 2)) {
    const link = document.createElement('a');
    link.href = '#' + row.id;
    link.textContent = placeOf(row);
    told.append(told.textContent ? ', ' : '', link);
  }
}

// One stop of the Tab key per side; arrow keys move from line to line and from value to value.
function focus(element) {
  if (focused) focused.tabIndex = -1;
  focused = element;
  element.tabIndex = 0;
  element.closest('details').open = true;
  element.focus({preventScroll: true});
  reveal(element);
}

function chosen(element) {
  element.id && !element.matches('.row') ? choose(rowOf(element), [element]) : choose(element.closest('.row'), spotsIn(element.closest('.row')));
}

function step(pane, at, key) {
  const row = at && at.closest('.row');
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const links = row ? [...row.querySelectorAll('a')] : [], place = links.indexOf(at);
    if (!links.length) return null;
    return key === 'ArrowRight' ? links[Math.min(place + 1, links.length - 1)] : place > 0 ? links[place - 1] : row;
  }
  const rows = [...pane.querySelectorAll('.row:has(a)')];
  if (!row) return key === 'ArrowDown' ? rows[0] : null;
  if (key === 'ArrowDown') return rows.find(each => row.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING);
  return rows.reverse().find(each => row.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_PRECEDING);
}

for (const link of root.querySelectorAll('.row a')) link.tabIndex = -1;
root.addEventListener('click', event => {
  const row = event.target.closest('.row'), link = event.target.closest('a');
  if (!row || (link && !link.id) || String(getSelection())) return;
  event.preventDefault();
  focus(link || row);
  chosen(link || row);
});
for (const pane of panes) pane.addEventListener('keydown', event => {
  const at = event.target.closest('.row a, .row');
  if (event.target.matches('summary') || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key.startsWith('Arrow')) {
    const next = step(pane, at, event.key);
    if (!next) return;
    event.preventDefault();
    focus(next);
    chosen(next);
  } else if (event.key === 'Enter' && at && !at.matches('.flag')) {
    event.preventDefault();
    const across = partners;
    if (!across.length && at.hash && found(at.hash.slice(1))) location.hash = at.hash;
    if (across.length) { focus(across[0]); chosen(across[0]); }
  } else if (event.key === 'Escape') {
    clear();
    status.textContent = '';
    if (scenes && scenes.board) scenes.board.select(null);
  }
});
if (scenes) scenes.addEventListener('selected', event => pictured(event.detail));

// Links from findings, and from outside of the page.
function arrive() {
  const target = location.hash && found(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  for (let each = target.closest('details'); each; each = each.parentElement.closest('details')) each.open = true;
  target.scrollIntoView({block: 'center'});
  if (root.contains(target) && target.closest('.row')) { focus(target); chosen(target); }
}
window.addEventListener('hashchange', arrive);
arrive();
root.dataset.ready = '';
})();
