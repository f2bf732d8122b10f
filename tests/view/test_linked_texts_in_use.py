"""Source and result of a report in use: with a pointer, with keys, from the pictures, on a phone, in the dark, without a script."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import scenec
from tests.view.browser import needs_browser, opened

FIXTURES = Path(__file__).parents[2] / "fixtures"
PHONE, DESK = "--window-size=390,844", "--window-size=1280,900"
LIGHT, DARK = "--blink-settings=preferredColorScheme=1", "--blink-settings=preferredColorScheme=0"
TOOLS = """
const spots = side => [...document.querySelectorAll(`[aria-label=${side}] .row a[id]`)];
const spot = (side, text) => spots(side).find(each => each.textContent.includes(text));
const marks = side => [...document.querySelectorAll(`[aria-label=${side}] a.marked`)].map(each => each.textContent);
const seen = (pane, element) => { const box = element.getBoundingClientRect(), around = pane.getBoundingClientRect();
  return box.top >= around.top && box.bottom <= around.bottom; };
const press = key => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
const [source, result] = document.querySelectorAll('.pane'), status = () => document.querySelector('.texts .status').textContent;
"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The report of a humanoid: its page has pictures, and a source of several files."""
    folder = tmp_path_factory.mktemp("humanoid")
    return scenec.convert(FIXTURES / "humanoid" / "humanoid.ros2", folder / "humanoid.scene", trace=True).text("html")


def then(body: str) -> str:
    return f"(() => {{ {TOOLS} {body} }})()"


@needs_browser
def test_a_click_marks_and_shows_where_a_value_went_and_came_from(page: str, tmp_path: Path) -> None:
    look = """
    spot('Source', '52mm').click();
    const there = [marks('Source'), marks('Result'), seen(result, result.querySelector('a.marked')), status(), scrollY];
    result.querySelector('a.marked').click();
    return [...there, marks('Source'), seen(source, source.querySelector('a.marked'))];"""
    _, (own, other, shown, said, scrolled, back, source_shown) = opened(page, tmp_path, DESK, then=then(look))
    assert own == ["52mm"] and "52mm" in back
    assert "0.052" in " ".join(other) or len(other) >= 3
    assert shown and source_shown
    assert re.match(r"head\.rsi2:23 → humanoid\.scene:\d+", said)
    assert scrolled == 0, "panes scroll, the page does not"


@needs_browser
def test_a_click_beside_the_values_of_a_line_marks_all_of_them(page: str, tmp_path: Path) -> None:
    look = "const row = spot('Source', '18mm').closest('.row'); row.click(); return [marks('Source'), marks('Result').length];"
    _, (own, count) = opened(page, tmp_path, DESK, then=then(look))
    assert own == ["60g", "18mm", "30mm"]
    assert count >= 3


@needs_browser
def test_keys_move_from_line_to_line_and_to_the_other_side(page: str, tmp_path: Path) -> None:
    look = """
    source.focus();
    const told = [];
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp']) { press(key); told.push(document.activeElement.id); }
    const stops = document.querySelectorAll('.texts .row [tabindex="0"], .texts .row[tabindex="0"]').length;
    spot('Source', '54mm').click(); press('ArrowUp'); press('ArrowDown'); press('ArrowRight'); press('ArrowRight');
    const value = document.activeElement.textContent, marked = marks('Result').length;
    press('Enter');
    const across = result.contains(document.activeElement), back = marks('Source');
    press('Escape');
    return {told, stops, value, marked, across, back, left: document.querySelectorAll('.marked').length};"""
    _, found = opened(page, tmp_path, DESK, then=then(look))
    assert found["told"] == ["a0-3", "a0-4", "a0-3"]
    assert found["stops"] == 1, "one stop of the Tab key beside the panes"
    assert found["value"] == "54mm" and found["marked"] > 0
    assert found["across"] and "54mm" in found["back"]
    assert found["left"] == 0


@needs_browser
def test_values_and_parts_of_the_pictures_lead_to_each_other(page: str, tmp_path: Path) -> None:
    look = """
    const board = document.querySelector('.scenes').board;
    spot('Source', '52mm').click();
    const chosen = [...board.selected];
    board.select('Robin::Head');
    const rows = [...document.querySelectorAll('.row.marked')].map(row => row.textContent.trim());
    return {chosen, rows, links: document.querySelectorAll('.scenes .selected a').length};"""
    _, found = opened(page, tmp_path, DESK, then=then(look))
    assert found["chosen"] == ["Robin::Head::skull"]
    assert len(found["rows"]) == 2 and '<Body name="Head">' in found["rows"][0] and "<node" in found["rows"][1]
    assert found["links"] == 2


@needs_browser
@pytest.mark.parametrize("window", [PHONE, DESK])
@pytest.mark.parametrize("scheme", [LIGHT, DARK])
def test_both_sides_fit_the_window_in_light_and_dark(page: str, window: str, scheme: str, tmp_path: Path) -> None:
    look = """const style = getComputedStyle(document.querySelector('.texts summary'));
      return {wide: document.documentElement.scrollWidth - innerWidth, paper: style.backgroundColor, ink: style.color,
              stacked: result.getBoundingClientRect().top >= source.getBoundingClientRect().bottom};"""
    _, measured = opened(page, tmp_path, window, scheme, then=then(look))
    assert measured["wide"] <= 0, "nothing sticks out to the right"
    assert measured["stacked"] == (window == PHONE)
    paper, ink = (sum(map(int, re.findall(r"\d+", measured[each])[:3])) for each in ("paper", "ink"))
    assert (paper < ink) == (scheme == DARK)


@needs_browser
def test_without_a_script_links_lead_there_and_everything_can_be_read(page: str, tmp_path: Path) -> None:
    plain = re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL)
    look = """const link = spot('Source', '52mm'); location.hash = link.hash;
      const style = getComputedStyle(document.querySelector(link.hash));
      return [style.outlineStyle, document.querySelectorAll('.row').length, source.innerText.includes('<Simulation>')];"""
    _, (outline, rows, read) = opened(plain, tmp_path, DESK, then=then(look))
    assert outline == "solid"
    assert rows > 4000 and read
