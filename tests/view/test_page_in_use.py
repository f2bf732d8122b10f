"""Pages as people use them: on a phone, in the dark, with textures, looking for a link, asking what a finding is about."""

from __future__ import annotations

import re
import tracemalloc
from pathlib import Path

import pytest
from PIL import Image

import scenec
from scenec import ir
from scenec.view.draw import draw
from scenec.view.of_report import Shown
from scenec.view.page import side_by_side, view_page
from scenec.view.raster import picture
from tests.view.browser import count_pixels, needs_browser, opened

FIXTURES = Path(__file__).parents[2] / "fixtures"
PHONE, DESK = "--window-size=390,844", "--window-size=1280,900"
LIGHT, DARK = "--blink-settings=preferredColorScheme=1", "--blink-settings=preferredColorScheme=0"
UNTIL_IMAGES = "--virtual-time-budget=3000"
HEAD = '<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"></head><body>'


def humanoid() -> ir.Scene:
    return scenec.read(FIXTURES / "humanoid" / "humanoid.ros2")[0]


def humanoid_page() -> str:
    return view_page(draw(humanoid(), title="humanoid", textures=True), ("visuals",), azimuth=0.6, elevation=0.35)


def of_visuals(*visuals: ir.Visual, **scene: object) -> ir.Scene:
    link = ir.Link(id="l", name="l", model="m", visuals=visuals)
    return ir.Scene(models=(ir.Model(id="m", name="m"),), links=(link,), **scene)  # type: ignore[arg-type]  # its fields


@needs_browser
@pytest.mark.parametrize("window", [PHONE, DESK])
@pytest.mark.parametrize("scheme", [LIGHT, DARK])
def test_a_page_fits_its_window_in_light_and_dark(window: str, scheme: str, tmp_path: Path) -> None:
    look = """(() => { const style = getComputedStyle(document.querySelector('.stage'));
      const top = (part, side) => document.querySelector(part).getBoundingClientRect()[side];
      return {wide: document.documentElement.scrollWidth - innerWidth, sky: style.backgroundImage, ink: style.color,
              stacked: top('aside', 'top') >= top('.stage', 'bottom')}; })()"""
    _, measured = opened(humanoid_page(), tmp_path, window, scheme, then=look)
    assert measured["wide"] <= 0, "nothing sticks out to the right"
    assert measured["stacked"] == (window == PHONE)
    brightness = sum(map(int, re.findall(r"\d+", measured["sky"])[:3]))
    assert (brightness < 300) == (scheme == DARK), "the background of the picture follows the scheme"


@needs_browser
def test_two_fingers_zoom_and_slide(tmp_path: Path) -> None:
    touch = """(() => {
      const view = document.querySelector('.scenes').board.views[0], camera = view.board.camera, surface = view.overlay;
      const finger = (type, id, x, y) =>
        surface.dispatchEvent(new PointerEvent(type, {pointerId: id, clientX: x, clientY: y, pointerType: 'touch'}));
      const first = {distance: camera.distance, target: [...camera.target], azimuth: camera.azimuth};
      finger('pointerdown', 1, 100, 100); finger('pointerdown', 2, 200, 100);
      finger('pointermove', 1, 50, 100); finger('pointermove', 2, 250, 100);
      const pinched = {distance: camera.distance, target: [...camera.target], azimuth: camera.azimuth};
      finger('pointermove', 1, 50, 160); finger('pointermove', 2, 250, 160);
      finger('pointerup', 1, 50, 160); finger('pointerup', 2, 250, 160);
      return {first, pinched, slid: [...camera.target], selected: view.board.selected};
    })()"""
    _, measured = opened(humanoid_page(), tmp_path, then=touch)
    assert measured["pinched"]["distance"] == pytest.approx(measured["first"]["distance"] / 2)
    assert measured["pinched"]["azimuth"] == measured["first"]["azimuth"], "two fingers do not turn"
    assert measured["slid"][2] > measured["first"]["target"][2], "the scene follows the fingers down"
    assert measured["selected"] is None, "a pinch is no click"


@needs_browser
def test_joints_are_folded_by_model_and_a_search_finds_one(tmp_path: Path) -> None:
    look = """(() => {
      const field = document.querySelector('.find'), groups = [...document.querySelectorAll('.joints details')];
      const before = groups.map(each => [each.querySelector('summary').textContent, each.open]);
      field.value = 'head yaw'; field.dispatchEvent(new Event('input'));
      const shown = selector => [...document.querySelectorAll(selector)].filter(each => each.getClientRects().length);
      return {before, joints: shown('.joints label').map(each => each.querySelector('input').dataset.joint),
              links: shown('[data-link]').map(each => each.dataset.link), open: groups[0].open};
    })()"""
    _, measured = opened(humanoid_page(), tmp_path, then=look)
    assert measured["before"] == [["Robin: 22 axes", False]]
    assert measured["joints"] == ["Robin::HeadYaw"] and measured["open"]
    assert measured["links"] == []


@needs_browser
def test_a_click_on_a_finding_shows_what_is_gone_as_a_ghost(tmp_path: Path) -> None:
    box = ir.Visual(name="box", geometry=ir.Box(size=(1.0, 1.0, 1.0)))
    hull = ir.Collision(name="hull", geometry=ir.Sphere(radius=0.8))
    before = of_visuals(box)
    before = before.replace("m::l", collisions=(hull,))
    after = of_visuals(box)
    fragment = side_by_side(draw(before, title="before"), draw(after, title="after"), {}, {})
    look = """(() => {
      const board = document.querySelector('.scenes').board;
      const told = () => board.views.map(view => view.parts().map(part => part.layer).sort());
      const first = told();
      board.select(['m::l::hull'], ['collisions']);
      const chosen = told(), color = board.views[1].parts().find(part => part.layer === 'collisions').shownColor;
      board.select(null);
      return {first, chosen, color, again: told()};
    })()"""
    _, measured = opened(f"{HEAD}{fragment}</body></html>", tmp_path, then=look)
    assert measured["first"] == measured["again"] == [["visuals"], ["visuals"]]
    assert measured["chosen"] == [["collisions", "visuals"], ["collisions", "visuals"]]
    assert measured["color"][0] > 0.8 and measured["color"][3] < 0.5, "a red ghost"


@needs_browser
def test_an_image_is_drawn_where_the_mesh_places_it(tmp_path: Path) -> None:
    flag = Image.new("RGB", (64, 64), (220, 10, 10))
    flag.paste((10, 10, 220), (32, 0, 64, 64))
    flag.save(tmp_path / "flag.png")
    (tmp_path / "flag.mtl").write_text("newmtl flag\nKd 1 1 1\nmap_Kd flag.png\n")
    corners = "v 0 -1 0\nv 0 1 0\nv 0 1 1\nv 0 -1 1\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n"
    (tmp_path / "flag.obj").write_text(f"mtllib flag.mtl\n{corners}usemtl flag\nf 1/1 2/2 3/3\nf 1/1 3/3 4/4\n")
    mesh = ir.Mesh(id="f", uri="flag.obj", found=str(tmp_path / "flag.obj"))
    scene = of_visuals(ir.Visual(name="flag", geometry=ir.MeshShape(mesh="f")), meshes=(mesh,))
    drawing = draw(scene, title="flag", textures=True)
    assert drawing.averaged == 0 and len(drawing.images) == 1
    page = view_page(drawing, ("visuals",), azimuth=0.0, elevation=0.0)
    opened(page, tmp_path, UNTIL_IMAGES)
    red, blue = count_pixels(tmp_path, (220, 10, 10)), count_pixels(tmp_path, (10, 10, 220))
    assert red[0] > 10_000 and blue[0] + blue[1] > 10_000, "both halves of the image, and not their mean"


def test_grey_images_with_transparency_have_a_colour(tmp_path: Path) -> None:
    Image.new("LA", (4, 4), (128, 255)).save(tmp_path / "grey.png")
    image = ir.Texture(uri="grey.png", found=str(tmp_path / "grey.png"))
    looks = ir.Material(diffuse_texture=image)
    drawing = draw(of_visuals(ir.Visual(geometry=ir.Box(size=(1.0, 1.0, 1.0)), material=looks)))
    assert drawing.averaged == 1
    assert [part.color for part in drawing.parts if part.layer == "visuals"] == [pytest.approx((0.5, 0.5, 0.5, 1.0), abs=0.01)]


def test_faces_without_area_are_no_reason_to_fail(tmp_path: Path) -> None:
    (tmp_path / "line.obj").write_text("v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n")
    mesh = ir.Mesh(id="f", uri="line.obj", found=str(tmp_path / "line.obj"))
    scene = of_visuals(ir.Visual(name="line", geometry=ir.MeshShape(mesh="f")), meshes=(mesh,))
    assert picture(draw(scene), ("visuals",), (40, 30), 0.6, 0.35).shape == (30, 40, 3)


def test_a_name_of_thousands_of_scopes_takes_no_more_memory_than_its_length() -> None:
    link = ir.Link(id="l", name="l", model="m", visuals=(ir.Visual(geometry=ir.Box(size=(1.0, 1.0, 1.0))),))
    drawing = draw(ir.Scene(models=(ir.Model(id="m", name="a::" * 5_000),), links=(link,)))
    tracemalloc.start()
    shown = Shown([drawing])
    assert "a::a" in shown and "b" not in shown and "a:" not in shown
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1_000_000


def test_lights_are_marked_where_they_stand() -> None:
    lamp = ir.Light(name="lamp", type="point", pose=ir.Pose((1.0, 2.0, 3.0)))
    sun = ir.Light(name="sun", type="directional", direction=(0.0, 0.0, -1.0))
    drawing = draw(of_visuals(ir.Visual(geometry=ir.Box(size=(1.0, 1.0, 1.0))), lights=(lamp, sun)))
    marks = {part.path: part for part in drawing.parts if part.layer == "lights" and part.kind != "arrow"}
    assert set(marks) == {"lamp", "sun"}
    lamps = [part for part in drawing.parts if part.path == "lamp"]
    assert [part.pose.position for part in lamps] == [(1.0, 2.0, 3.0)], "a ball alone: it shines every way"
    assert len([part for part in drawing.parts if part.path == "sun"]) == 3, "a ball and an arrow"


def test_the_frames_of_a_hall_are_no_larger_than_those_of_the_robot_in_it() -> None:
    big, small = (ir.Visual(geometry=ir.Box(size=(size, size, size))) for size in (50.0, 0.5))
    hall, robot = ir.Model(id="h", name="hall", static=True), ir.Model(id="r", name="robot")
    links = (ir.Link(id="a", name="a", model="h", visuals=(big,)), ir.Link(id="b", name="b", model="r", visuals=(small,)))
    drawing = draw(ir.Scene(models=(hall, robot), links=links))
    lengths = {part.path: max(part.scale) for part in drawing.parts if part.layer == "frames"}
    assert lengths["hall::a"] == lengths["robot::b"]


def test_one_link_is_no_links() -> None:
    page = view_page(draw(of_visuals(ir.Visual(geometry=ir.Box(size=(1.0, 1.0, 1.0))))), ("visuals",), azimuth=0.0, elevation=0.0)
    assert '<span id="total-links">1</span> link,' in page
    assert '<span id="total-joints">0</span> joints,' in page
