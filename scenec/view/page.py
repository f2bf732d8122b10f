"""Drawings as pages that need nothing else: a view of one scene, or a fragment with two side by side."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from html import escape
from importlib import resources
from typing import TYPE_CHECKING, Any

import msgspec

from scenec.accounting.render_html import in_script, page, text
from scenec.errors import WriteError
from scenec.ir.pose import Pose
from scenec.view.draw import draw
from scenec.view.drawing import LAYERS, Drawing, Part, Surface
from scenec.view.marks import GRID

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scenec.ir.scene import Scene

LARGEST = 200_000
"""Triangles that the surfaces of a page may have; finer meshes are thinned out."""
LARGEST_OF_TWO = 60_000
"""The same for each of two scenes side by side."""
MOST_PARTS = 8_000
"""Shapes, axes and sensors that each of two scenes side by side may have; with more there is no picture."""
CHARACTERS, CHARACTERS_PER_NAME = 20_000_000, 300
"""Largest total length of the names on a page, each counted once; the page has each several times."""
BESIDE = ("visuals", "collisions", "axes", "sensors", "lights", GRID)
"""The layers of scenes that stand side by side."""
AZIMUTH, ELEVATION = 0.6, 0.35
SCRIPTS = ("page.css", "scene.js", "paint.js", "motion.js", "controls.js")
STEPS = 65_535
HOW_TO = "Drag to turn, shift-drag or two fingers to slide, wheel or pinch to zoom. Click a part to see its link."
FIND = '<input type="search" class="find" placeholder="Find a link or joint" aria-label="Find a link or joint">'
FIT = """<button type="button" data-fit="moving">fit moving parts</button> <button type="button" data-fit="everything">fit all</button>"""
SELECTED = '<p class="selected" aria-live="polite"></p>'
MOTION = """<details open><summary>Motion</summary><p><button type="button" class="play">play</button> <output class="time"></output></p>
<input type="range" class="moment" min="0" step="any" value="0" aria-label="Time of the motion in seconds"></details>"""
JOINTS = """<summary>Joints</summary><p><button type="button" class="reset">reset</button></p><div class="joints"></div>"""
PRECISION_NOTE = "Vertices are drawn to 1/65,535 of the size of their mesh."


def view_page(
    drawing: Drawing,
    shown: Collection[str],
    *,
    azimuth: float,
    elevation: float,
    focus: str | None = None,
    motion: tuple[Sequence[float], NDArray[Any]] | None = None,
) -> str:
    """One scene on a page of its own. shown: the layers that are visible at first. azimuth, elevation: of the camera (rad). focus: the path
    of what it looks at, `world` for everything; None: what can move. motion: times (s) and poses in the world (frames, links, 7), which the
    page plays instead of moving joints. Raises WriteError for too long names."""
    if reason := too_long(drawing):
        raise WriteError(reason, None, "no more than a page can show", hint="draw a picture (.png) instead")
    triangles = drawing.triangles_of(part for part in drawing.parts if part.layer in ("visuals", "collisions"))
    links = "".join(_link_row(drawing, index) for index in range(len(drawing.links)))
    controls = [
        _layers(LAYERS),
        SELECTED,
        FIND,
        MOTION if motion is not None else f"<details open>{JOINTS}</details>",
        f'<details open><summary>Links</summary><ul class="links">{links}</ul></details>',
        f"<details open><summary>Notes</summary>{_notes(drawing.notes)}</details>",
    ]
    totals = ", ".join(
        (
            _counted("links", len(drawing.links)),
            _counted("joints", len(drawing.joints)),
            f"{_total('mass', sum(link.mass or 0.0 for link in drawing.links if not link.static))} kg moving mass",
            _counted("triangles", triangles),
            *([f"{_counted('textures', drawing.averaged)} drawn as the mean colour"] if drawing.averaged else []),
        )
    )
    data = _data([drawing], [{}], (*LAYERS, GRID), shown, azimuth, elevation, focus, motion)
    body = [
        f"<h1>{text(drawing.title or 'scene')}</h1>",
        f'<p class="totals-line">{totals}. {HOW_TO}</p>',
        f'<main class="scenes one">{_stage(drawing, "")}<aside>{"".join(controls)}</aside>{data}</main>',
        program(),
    ]
    return page(drawing.title or "scene", body)


def two_views(
    before: Scene,
    after: Scene,
    highlighted_before: Mapping[str, str],
    highlighted_after: Mapping[str, str],
    *,
    titles: tuple[str, str] = ("before", "after"),
) -> str:
    """Two scenes side by side, as a fragment of HTML (style, markup, data, script) for a page whose policy allows inline ones.

    Camera, layers and joints (of the same path) move together. highlighted_before, highlighted_after: paths, as physics summaries have
    them, of models, links, shapes or joints, and how each is shown: ``error``, ``warning``, ``note``, ``added``, ``removed``, ``changed``
    or ``moved``; all else is faded then. A page's script highlights others with ``document.querySelector('.scenes').board.select(paths)``,
    and goes back with ``select(null)``. Where a scene has too much to show, the fragment is a sentence that says so.
    """
    drawings = [
        draw(scene, title=title, largest=LARGEST_OF_TWO, textures=True) for scene, title in zip((before, after), titles, strict=True)
    ]
    left_out = next(filter(None, map(too_much, drawings)), "")
    return left_out or side_by_side(drawings[0], drawings[1], highlighted_before, highlighted_after)


def too_much(drawing: Drawing) -> str:
    """A sentence (HTML) if a drawing has too many parts to stand beside another, or too long names for any page, else nothing."""
    count = sum(part.layer in BESIDE for part in drawing.parts)
    reason = too_long(drawing)
    if count > MOST_PARTS:
        reason = f"{drawing.title} has {count:,} shapes, axes and sensors, more than {MOST_PARTS:,}"
    if not reason:
        return ""
    return f'<p class="quiet left-out">There is no 3D view: {text(reason)}.</p>'


def too_long(drawing: Drawing) -> str:
    """Why the names in a drawing cannot stand on a page, if they cannot: each has those of all models around it, and stands there often."""
    paths = [each.path for group in (drawing.parts, drawing.links, drawing.joints) for each in group]
    length = sum(map(len, paths))
    if length <= CHARACTERS + CHARACTERS_PER_NAME * len(paths):
        return ""
    return f"the names of {len(paths):,} things in {drawing.title}, each with those of all models around it, have {length:,} characters"


def side_by_side(
    before: Drawing,
    after: Drawing,
    highlighted_before: Mapping[str, str],
    highlighted_after: Mapping[str, str],
    *,
    azimuth: float = AZIMUTH,
    elevation: float = ELEVATION,
) -> str:
    """Return what `two_views` gives, of drawings."""
    drawings = (before, after)
    notes = [f"{drawing.title}: {note}" for drawing in drawings for note in drawing.notes]
    controls = _layers(("visuals", "collisions", "axes", "sensors", "lights")) + SELECTED + f"<details>{JOINTS}</details>" + _notes(notes)
    stages = "".join(_stage(drawing, drawing.title) for drawing in drawings)
    data = _data(drawings, [highlighted_before, highlighted_after], BESIDE, ("visuals",), azimuth, elevation)
    return f'<section class="scenes two">{stages}<div class="controls">{controls}</div>{data}</section>\n{program()}'


def program() -> str:
    """Style and script of scenes on a page."""
    folder = resources.files("scenec.view").joinpath("script")
    style, *scripts = (folder.joinpath(name).read_text(encoding="utf-8") for name in SCRIPTS)
    return f"<style>{style}</style>\n<script>(() => {{\n{''.join(scripts)}}})();</script>"


def _stage(drawing: Drawing, caption: str) -> str:
    label = escape(f"3D view of {drawing.title or 'the scene'}; arrow keys turn it")
    shown = f'<div class="caption">{text(caption)}</div>' if caption else ""
    return f'<div class="stage"><canvas></canvas><canvas class="overlay" tabindex="0" aria-label="{text(label)}"></canvas>{shown}\
<div class="tip" hidden></div></div>'


def _layers(names: Sequence[str]) -> str:
    boxes = "".join(f'<label><input type="checkbox" data-layer="{name}"> {name}</label>' for name in names)
    return f"<fieldset>{boxes}{FIT}</fieldset>"


def _link_row(drawing: Drawing, index: int) -> str:
    link = drawing.links[index]
    path, mass = text(link.path), "" if link.static or link.mass is None else f"{link.mass:.4g} kg"
    return f'<li><button type="button" data-link="{path}"><span>{path}</span><span class="quiet">{mass}</span></button></li>'


def _notes(notes: Sequence[str]) -> str:
    return f'<ul class="notes">{"".join(f"<li>{text(note)}</li>" for note in (*notes, PRECISION_NOTE))}</ul>'


def _counted(name: str, count: int) -> str:
    return f"{_total(name, count)} {name if count != 1 else name[:-1]}"


def _total(name: str, count: float) -> str:
    return f'<span id="total-{name}">{f"{count:,}" if isinstance(count, int) else f"{count:.6g}"}</span>'


def _data(
    drawings: Sequence[Drawing],
    highlighted: Sequence[Mapping[str, str]],
    layers: Collection[str],
    shown: Collection[str],
    azimuth: float,
    elevation: float,
    focus: str | None = None,
    motion: tuple[Sequence[float], NDArray[Any]] | None = None,
) -> str:
    """Return what the script draws, as JSON in which nothing can end the element it stands in. Equal surfaces stand in it once."""
    pool: dict[bytes, int] = {}
    images: dict[str, int] = {}
    views = []
    for drawing, words in zip(drawings, highlighted, strict=True):
        parts = [part for part in drawing.parts if part.layer in layers]
        places = {}
        textured = {part.surface for part in parts if part.texture is not None}
        for number in sorted({part.surface for part in parts}):
            encoded = msgspec.json.encode(_surface(drawing.surfaces[number], textured=number in textured))
            places[number] = pool.setdefault(encoded, len(pool))
        copies = [images.setdefault(copy, len(images)) for copy in drawing.images]
        views.append(_view(drawing, parts, places, words, copies))
    surfaces = [msgspec.Raw(encoded) for encoded in pool]
    camera = {"azimuth": azimuth, "elevation": elevation, "focus": focus}
    played = {} if motion is None else {"motion": {"times": list(motion[0]), "poses": _base64(motion[1].astype("<f4"))}}
    whole = {"surfaces": surfaces, "images": list(images), "views": views, "shown": list(shown), **camera, **played}
    return f'<script type="application/json">{in_script(whole)}</script>'


def _view(
    drawing: Drawing, drawn: Sequence[Part], places: Mapping[int, int], highlighted: Mapping[str, str], copies: Sequence[int]
) -> dict[str, Any]:
    links = [{"path": link.path, "mass": link.mass, "static": link.static, "zero": _seven(link.zero)} for link in drawing.links]
    joints = [
        {
            "path": joint.path,
            "place": joint.place,
            "type": joint.type,
            "parent": joint.parent,
            "child": joint.child,
            "anchor": joint.anchor,
            "pitch": joint.pitch,
            "placing": joint.placing,
            "follows": None
            if joint.follows is None
            else {name: getattr(joint.follows, name) for name in ("joint", "axis", "multiplier", "offset", "reference")},
            "axes": [{name: getattr(axis, name) for name in ("direction", "lower", "upper", "position")} for axis in joint.axes],
        }
        for joint in drawing.joints
    ]
    parts = [
        (
            part.path,
            part.kind,
            part.layer,
            part.link,
            places[part.surface],
            _seven(part.pose),
            _short(part.scale),
            _short(part.color),
            part.bounded,
            None if part.texture is None else (copies[part.texture.image], _short(part.texture.tint), part.texture.repeats),
        )
        for part in drawn
    ]
    return {"title": drawing.title, "links": links, "joints": joints, "parts": parts, "highlighted": dict(highlighted)}


def _surface(surface: Surface, *, textured: bool) -> dict[str, Any]:
    """Positions (and texture coordinates) as steps of a 65,535th of the size in each direction, normals as 127ths, indices as narrow as
    they may be."""
    import numpy as np

    vertices = surface.vertices
    steps, low, step = _in_steps(vertices)
    around = {}
    if textured and surface.texcoords is not None:
        places, first, size = _in_steps(surface.texcoords)
        around = {"texcoords": _base64(places.astype("<u2")), "first": first.tolist(), "size": size.tolist()}
    wide = len(vertices) > 65_535
    return {
        "vertices": _base64(steps.astype("<u2")),
        "normals": _base64(np.round(surface.normals * 127).astype("i1")),
        "triangles": _base64(surface.triangles.astype("<u4" if wide else "<u2")),
        "low": low.tolist(),
        "step": step.tolist(),
        "wide": wide,
        **around,
    }


def _in_steps(table: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """A table of vectors as whole steps from the lowest of each column, that lowest, and the size of a step."""
    import numpy as np

    if not len(table):
        return table, np.zeros(table.shape[1]), np.zeros(table.shape[1])
    low = table.min(axis=0)
    step = (table.max(axis=0) - low) / STEPS
    return np.round((table - low) / np.where(step > 0, step, 1.0)), low, step


def _base64(table: NDArray[Any]) -> str:
    from base64 import b64encode

    return b64encode(table.tobytes()).decode("ascii")


def _seven(X: Pose) -> list[float]:
    return [float(v) + 0.0 for v in (*X.position, *X.rotation)]


def _short(numbers: Sequence[float]) -> list[float]:
    return [float(f"{float(number):.9g}") for number in numbers]
