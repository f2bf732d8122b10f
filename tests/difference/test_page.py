"""The page of a comparison: both scenes with what differs highlighted, a table that can be filtered and clicked, nothing from elsewhere."""

from __future__ import annotations

from pathlib import Path

import scenec
from scenec import ir
from tests.difference.test_compare import with_joint, with_link
from tests.difference.test_matching import arm, changed
from tests.view.browser import needs_browser, opened


def page() -> str:
    """An arm whose hand is gone, whose base is heavier, and whose lower arm has a box."""
    shape = ir.Visual(name="shell", geometry=ir.Box(size=(0.1, 0.1, 0.1)))
    before = arm()
    for i in range(4):
        before = with_link(before, i, visuals=(shape,))
    after = with_link(before, 0, inertial=changed(before.links[0].inertial, mass=9.0))
    after = with_joint(after, 0, axes=(ir.Axis(xyz=(0.0, 1.0, 0.0), limits=ir.Limits(upper=1.0)),))
    after = changed(after, links=after.links[:3], joints=after.joints[:2])
    return scenec.diff(before, after).text("html")


def test_a_page_needs_nothing_else_and_says_how_much_differs() -> None:
    text = page()
    assert "default-src 'none'" in text
    assert 'id="total-removed">2<' in text
    assert text == page()


def test_nothing_of_a_model_becomes_markup() -> None:
    nasty = "<img src=x onerror=alert(1)>"
    other = changed(arm(), models=(changed(arm().models[0], name=nasty),))
    text = scenec.diff(arm(), other).text("html")
    assert "<img" not in text
    assert "<img" not in scenec.diff(arm(), other).text("md")


@needs_browser
def test_a_reader_sees_both_scenes_with_what_differs_and_can_filter(tmp_path: Path) -> None:
    then = """(() => {
      const rows = () => [...document.querySelectorAll('tr[data-change]')].filter(row => !row.hidden).length;
      const found = {rows: rows(), canvases: document.querySelectorAll('.stage canvas').length,
                     totals: document.querySelector('#total-removed').closest('tr').hidden,
                     drawn: document.querySelector('.scenes').board.views.map(view => Object.entries(view.stage.highlighted))};
      document.querySelector('[name=change][value=removed]').click();
      found.without = rows();
      document.querySelector('[name=words]').value = 'mass';
      document.querySelector('form.filter').dispatchEvent(new Event('input'));
      found.mass = rows();
      const row = document.querySelector('tr[data-change=changed]:not([hidden])');
      row.click();
      found.selected = [...document.querySelector('.scenes').board.selected];
      return found;
    })()"""
    _, found = opened(page(), tmp_path, then=then)
    assert (found["rows"], found["without"], found["mass"], found["totals"]) == (4, 2, 1, False)
    assert found["canvases"] == 4, "a scene and its marks, twice"
    before, after = (dict(pairs) for pairs in found["drawn"])
    assert before["arm::hand"] == "removed"
    assert "arm::hand" not in after
    assert after["arm::base"] == "changed"
    assert found["selected"] == ["arm::base"]
