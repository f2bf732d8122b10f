"""Pages: they need nothing else, nothing of a model becomes markup or script, and in a browser they show what they should."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest

import scenec
from scenec import ir
from scenec.errors import WriteError
from scenec.view.draw import draw
from scenec.view.marks import HINGE
from scenec.view.page import MOST_PARTS, two_views, view_page
from scenec.view.raster import picture
from tests.scenes import kitchen_sink
from tests.view.browser import count_pixels, needs_browser, opened

FIXTURES = Path(__file__).parents[2] / "fixtures"
JACKET = (0.85, 0.25, 0.15)
WARNED = (0.95, 0.5, 0.05)
NASTY = "</script><script>alert(1)</script>\u2028\x1b[31m\"'"


def page_of(scene: ir.Scene, *shown: str) -> str:
    return view_page(draw(scene, title="robot"), shown or ("visuals",), azimuth=0.6, elevation=0.35)


def humanoid() -> ir.Scene:
    return scenec.read(FIXTURES / "humanoid" / "humanoid.ros2")[0]


def nasty() -> ir.Scene:
    visual = ir.Visual(name=NASTY, geometry=ir.Box(size=(1.0, 1.0, 1.0)))
    return ir.Scene(models=(ir.Model(id="m", name=NASTY),), links=(ir.Link(id="l", name=NASTY, model="m", visuals=(visual,)),))


def test_a_page_fetches_nothing_is_small_and_the_same_each_time() -> None:
    page = page_of(humanoid())
    assert "default-src 'none'" in page
    assert not re.search(r"<[^>]+\s(src|href)=", page)
    assert not re.search(r"https?:|import\(|fetch\(|XMLHttpRequest", page)
    assert len(page) < 250_000
    assert page == page_of(humanoid())


def test_nothing_of_a_model_becomes_markup_or_script() -> None:
    page = page_of(nasty())
    assert page.count("<script") == page.count("</script>") == 2, "the data and the program"
    assert "alert(1)<" not in page and "\x1b" not in page and "\u2028" not in page


def test_side_by_side_equal_surfaces_stand_on_the_page_once() -> None:
    one, two = page_of(humanoid()), two_views(humanoid(), humanoid(), {}, {})
    assert len(two) < 1.5 * len(one)


@pytest.mark.sweep
def test_too_large_a_scene_has_no_picture_and_says_so() -> None:
    visuals = tuple(ir.Visual(name=f"v{i}", geometry=ir.Sphere(radius=0.1)) for i in range(MOST_PARTS + 1))
    crowd = ir.Scene(models=(ir.Model(id="m", name="m"),), links=(ir.Link(id="l", name="l", model="m", visuals=visuals),))
    page = two_views(humanoid(), crowd, {}, {})
    assert "There is no 3D view: after has 8," in page and len(page) < 200


@pytest.mark.sweep
def test_names_that_grow_beyond_measure_stand_on_no_page_but_are_drawn() -> None:
    """Everything is called by the names of all models around it, several times on a page."""
    ids = [str(i) for i in range(150)]
    models = tuple(ir.Model(id=i, name=i.zfill(300), parent=outer) for i, outer in zip(ids, [None, *ids], strict=False))
    visuals = (ir.Visual(name="v", geometry=ir.Sphere(radius=0.1)),)
    links = tuple(ir.Link(id=f"l{n}", name=f"l{n}", model=ids[n % 150], visuals=visuals) for n in range(300))
    deep = ir.Scene(models=models, links=links)
    page = two_views(humanoid(), deep, {}, {})
    assert re.search("no 3D view: the names of 1,[0-9]{3} things in after, each with those of all models around it, have 34,", page)
    with pytest.raises(WriteError, match=r"names of 1,[0-9]{3} things in robot.*; draw a picture"):
        page_of(deep)
    assert picture(draw(deep, title="robot"), ("visuals",), (32, 24), 0.6, 0.35, None).any()


def test_a_page_counts_the_textures_that_it_shows_as_one_colour() -> None:
    scene, _ = scenec.read(FIXTURES / "core3.ros3")
    page = view_page(draw(scene), ("visuals",), azimuth=0.0, elevation=0.0)
    assert '<span id="total-textures">1</span> texture drawn as the mean colour' in page
    assert "Textures are drawn as their mean colour: checker.png." in page


LOOKED_AT = """(() => {
  const board = document.querySelector('.scenes').board, [view] = board.views;
  const told = () => ({...document.querySelector('.stage canvas').dataset});
  const first = told(), box = view.overlay.getBoundingClientRect();
  const middle = view.under({clientX: box.left + box.width / 2, clientY: box.top + box.height / 2});
  const row = document.querySelector('[data-link="Robin::Head"]');
  row.click();
  const chosen = told(), said = document.querySelector('.selected').textContent;
  row.click();
  const axes = document.querySelector('[data-layer=axes]');
  axes.click();
  return {first, chosen, said, again: told(), middle: middle.part.path};
})()"""


@needs_browser
def test_a_browser_draws_the_scene_and_its_counters_agree(tmp_path: Path) -> None:
    scene = humanoid()
    drawing = draw(scene)
    page = view_page(drawing, ("visuals",), azimuth=0.0, elevation=0.0, focus="Robin::Head")
    dom, measured = opened(page, tmp_path, then=LOOKED_AT)
    visuals, axes = ([part for part in drawing.parts if part.layer == layer] for layer in ("visuals", "axes"))
    assert measured["first"]["renderer"] == "webgl"
    assert (int(measured["first"]["parts"]), int(measured["first"]["triangles"])) == (len(visuals), drawing.triangles_of(visuals))
    assert int(measured["first"]["drawnPixels"]) > 20_000, "the head fills much of the picture"
    assert int(measured["first"]["highlightedPixels"]) == 0
    assert measured["middle"].startswith("Robin::Head::"), "what is under the pointer"
    assert int(measured["chosen"]["highlightedParts"]) == len([part for part in visuals if drawing.links[part.link].path == "Robin::Head"])
    assert int(measured["chosen"]["highlightedPixels"]) > 10_000
    assert measured["said"] == "Robin::Head: 0.5 kg"
    assert int(measured["again"]["parts"]) == len(visuals) + len(axes), "another layer is switched on"
    assert re.search(r'id="total-links">24<', dom) and re.search(r'id="total-joints">22<', dom)
    assert len(re.findall(r'type="range"', dom)) == 22, "a slider for each joint"
    assert count_pixels(tmp_path, HINGE[:3])[0] > 200, "the axes, on a screenshot"


MOVED = """(() => {
  const board = document.querySelector('.scenes').board, wanted = %s;
  for (const knob of document.querySelectorAll('.joints input')) {
    const position = (wanted[knob.dataset.joint] || [])[knob.dataset.axis];
    if (position !== undefined) { knob.value = position; knob.dispatchEvent(new Event('input')); }
  }
  return board.views[0].stage.X;
})()"""


@needs_browser
def test_sliders_move_links_as_the_physics_summary_does(tmp_path: Path) -> None:
    """Every type of joint there is, two-axis ones too."""
    scene = kitchen_sink()
    movable = [joint for joint in draw(scene).joints if joint.axes and not joint.follows]
    at = {}
    for number, joint in enumerate(movable):
        at[joint.path] = [0.05 * (number + 1) + 0.02 * i for i in range(len(joint.axes))]
        for axis, q in zip(joint.axes, at[joint.path], strict=True):
            assert (axis.lower is None or axis.lower <= q) and (axis.upper is None or q <= axis.upper), joint.path
    leader = next(joint for joint in draw(scene).joints if joint.follows)
    rule = leader.follows
    assert rule is not None
    q = rule.multiplier * (at[draw(scene).joints[rule.joint].path][rule.axis] - rule.reference) + rule.offset
    _, poses = opened(page_of(scene), tmp_path, then=MOVED % str(at).replace("'", '"'))
    for pose, link in zip(poses, scene.physics({**at, leader.path: [q]}).links, strict=True):
        assert pose["p"] == pytest.approx(link.pose[:3], abs=1e-9), link.path
        matrix = ir.Rotation.from_quat(*link.pose[3:]).matrix()
        assert pose["r"] == pytest.approx([entry for row in matrix for entry in row], abs=1e-9), link.path


@needs_browser
def test_without_webgl_the_same_scene_is_painted_on_a_canvas(tmp_path: Path) -> None:
    counters = "Object.assign({}, document.querySelector('.stage canvas').dataset)"
    _, measured = opened(page_of(humanoid()), tmp_path, "--disable-3d-apis", then=counters)
    assert measured["renderer"] == "canvas"
    assert count_pixels(tmp_path, JACKET)[0] > 1_000, "on a screenshot"
    assert int(measured["drawnPixels"]) > 20_000


CLICKED = """(() => {
  const told = () => [...document.querySelectorAll('.stage')].map(each => ({...each.querySelector('canvas').dataset}));
  const rows = [...document.querySelectorAll('tr[data-touched]')], first = told();
  const row = rows.find(each => each.textContent.includes('LeftElbow'));
  row.click();
  const chosen = told();
  row.click();
  const form = document.querySelector('form.filter');
  form.words.value = 'elbow';
  form.dispatchEvent(new Event('input'));
  return {first, chosen, again: told(), shown: document.querySelector('#shown').textContent,
    folded: [...document.querySelectorAll('details.code')].filter(each => !each.hidden).map(each => each.open)};
})()"""


@needs_browser
def test_a_report_shows_before_and_after_with_what_findings_are_about(tmp_path: Path) -> None:
    report = scenec.convert(FIXTURES / "humanoid" / "humanoid.ros2", tmp_path / "robot.sdf")
    dom, measured = opened(report.text("html"), tmp_path, then=CLICKED)
    assert re.search(rf'id="total-values">{report.totals["values"]}<', dom)
    assert re.search(r'id="total-warnings">22<', dom), "motors"
    for before, after in ((measured[key][0], measured[key][1]) for key in ("first", "chosen", "again")):
        assert before["triangles"] == after["triangles"] and int(before["drawnPixels"]) > 20_000
        assert abs(int(before["drawnPixels"]) - int(after["drawnPixels"])) < 50, "the result looks like the source"
    highlighted = {key: [int(each["highlightedParts"]) for each in measured[key]] for key in ("first", "chosen", "again")}
    assert highlighted["first"] == highlighted["again"] == [66, 66], "22 joints: shaft, tip and hub"
    assert highlighted["chosen"] == [3, 3], "one joint"
    assert all(int(each["highlightedPixels"]) > 20 for key in ("first", "chosen") for each in measured[key])
    assert all(count > 50 for count in count_pixels(tmp_path, WARNED)), "both sides, on a screenshot"
    assert measured["shown"] == f"2 of {len(report.findings)} findings" and measured["folded"] == [True], (
        "what the words are in is unfolded"
    )


def test_the_camera_stands_where_it_is_reported() -> None:
    assert f'"azimuth":{math.pi / 2}' in view_page(draw(humanoid()), (), azimuth=math.pi / 2, elevation=0.0)


def test_the_picture_of_a_confined_source_opens_nothing_else(tmp_path: Path) -> None:
    """A mesh file outside of what may be read is not in the report, although the result still refers to it."""
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    for folder in (inside, outside):
        folder.mkdir()
    (outside / "secret.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", encoding="utf-8")
    mesh = f"<mesh><uri>{outside / 'secret.obj'}</uri></mesh>"
    model = f'<model name="m"><link name="l"><visual name="v"><geometry>{mesh}</geometry></visual></link></model>'
    (inside / "m.sdf").write_text(f'<sdf version="1.7">{model}</sdf>', encoding="utf-8")
    confined = scenec.convert(inside / "m.sdf", inside / "out.sdf", confine=str(inside)).text("html")
    assert confined.count("drawn as a box") == 2
    assert scenec.convert(inside / "m.sdf", inside / "out.sdf").text("html").count("drawn as a box") == 0
