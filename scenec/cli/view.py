"""``scenec view``: a scene in three dimensions, as a page or a still picture."""

from __future__ import annotations

import math
import os
import re
from typing import TYPE_CHECKING, Any

import click

from scenec.cli import options as shared
from scenec.cli.failure import put, say
from scenec.cli.format_options import SceneCommand

if TYPE_CHECKING:
    from scenec.ir.scene import Scene
    from scenec.view.drawing import Drawing

EPILOG = """\b
Examples:
  scenec view nao.ros2                          (opens a page in the browser)
  scenec view nao.ros2 -o nao.html
  scenec view nao.ros2 -o nao.png --show visuals,axes --at nao::HeadYaw=0.5
  scenec view - --from sdformat --png < arm.sdf > arm.png
"""
LARGEST_PICTURE = 4096
"""Pixels of a picture, in each direction."""


@click.command("view", cls=SceneCommand, epilog=EPILOG)
@click.argument("src", metavar="FILE")
@click.option("-o", "--output", metavar="DST", help="File to write: a page (.html) or a picture (.png); `-` is stdout.")
@click.option("--png", "as_png", is_flag=True, help="Write a picture instead of a page, to stdout if there is no -o.")
@click.option(
    "--show",
    metavar="WHAT,...",
    shell_complete=shared.complete_layers,
    help="Parts that are visible at first: visuals, collisions, inertia, axes, sensors, lights, frames. Default: visuals, else collisions.",
)
@click.option(
    "--at",
    "positions",
    multiple=True,
    metavar="JOINT=POSITION",
    help="Move a joint first (rad, m; two axes: Q0,Q1). Others stay at their initial position. Repeatable.",
)
@click.option("--focus", metavar="PATH", help="Model, link or shape to look at; `world` is everything. Default: all parts that can move.")
@click.option("--azimuth", type=float, default=35.0, show_default=True, metavar="DEGREES", help="Azimuth of the camera: 0 is +x, 90 is +y.")
@click.option("--elevation", type=float, default=20.0, show_default=True, metavar="DEGREES", help="Angle of the camera above the horizon.")
@click.option("--size", default="800x600", show_default=True, metavar="WIDTHxHEIGHT", help="Size of a picture, in pixels.")
@shared.options(shared.source_format, shared.reading, shared.base, shared.quiet)
def command(src: str, **options: Any) -> int:
    """Show a scene in three dimensions.

    Writes one self-contained HTML page, without -o a temporary one that is opened in the browser: shapes, inertia, axes, sensors, lights
    and frames can be switched on and off, joints moved. Or a picture, which needs neither graphics card nor display. Parts that
    cannot be drawn are listed on the page and on stderr.
    """
    from scenec.cli.check import read
    from scenec.cli.convert import reading_options
    from scenec.cli.inspect import positions_at, print_warnings
    from scenec.view.draw import draw
    from scenec.view.page import LARGEST

    form = _form(options["output"], options["as_png"])
    size, at = _size(options["size"]), positions_at(options["positions"])
    wanted = _layers(options["show"])
    scene, report = read(src, options["from_"], reading_options(options), options["base"])
    drawing = draw(
        scene, at, title=_titled(scene, report.source.files[0]), largest=LARGEST if form == "html" else None, textures=form == "html"
    )
    if wanted is None:
        wanted = ("visuals",) if any(part.layer == "visuals" for part in drawing.parts) else ("collisions",)
    if options["focus"] is not None:
        _check_focus(options["focus"], drawing)
    data = _drawn(drawing, form, wanted, size, options)
    if not options["quiet"]:
        print_warnings(report, src)
        for note in drawing.notes:
            say(f"{src}: {note}")
    if (options["output"] in ("-", None) and form == "png") or options["output"] == "-":
        put(data)
    elif options["output"] is not None:
        from scenec.accounting.save import write_whole

        write_whole(options["output"], [data])
    else:
        _open(data, os.path.basename(src), quiet=options["quiet"])
    return 0


def _titled(scene: Scene, file: str) -> str:
    """The file, and the names of the models in it that move, if they are few."""
    from scenec.ir.kinematics import static_models

    static = static_models(scene)
    moving = list(dict.fromkeys(str(model.name) for model in scene.models if model.id not in static and not model.parent and model.name))
    return f"{file}: {', '.join(moving)}" if 0 < len(moving) <= 3 else file


def _drawn(drawing: Drawing, form: str, shown: tuple[str, ...], size: tuple[int, int], options: dict[str, Any]) -> bytes:
    azimuth, elevation = math.radians(options["azimuth"]), math.radians(options["elevation"])
    if form == "html":
        from scenec.view.page import view_page

        return view_page(drawing, shown, azimuth=azimuth, elevation=elevation, focus=options["focus"]).encode()
    from scenec.view.png import png
    from scenec.view.raster import picture

    return png(picture(drawing, shown, size, azimuth, elevation, options["focus"]))


def _form(output: str | None, as_png: bool) -> str:
    from scenec.errors import UsageError

    suffix = os.path.splitext(output or "")[1].lower()
    if as_png:
        if suffix == ".html":
            raise UsageError(f"--png writes no page, and -o {output!r} is one", None, "a name that ends with .png")
        return "png"
    if suffix not in (".html", ".png") and output not in (None, "-"):
        raise UsageError(f"-o {output!r} does not say what to draw", None, "a name that ends with .html or .png, or --png")
    return suffix[1:] or "html"


def _layers(show: str | None) -> tuple[str, ...] | None:
    from scenec.errors import UsageError, nearest
    from scenec.view.drawing import LAYERS

    if show is None:
        return None
    words = [word.strip() for word in show.split(",") if word.strip()]
    for word in words:
        if word not in LAYERS:
            raise UsageError(f"--show has no layer {word!r}", None, f"of {', '.join(LAYERS)}", nearest(word, LAYERS))
    return tuple(words)


def _size(text: str) -> tuple[int, int]:
    from scenec.errors import UsageError

    sides = re.fullmatch("([0-9]{1,5})x([0-9]{1,5})", text.lower())
    width, height = (int(sides[1]), int(sides[2])) if sides else (0, 0)
    if not (1 <= width <= LARGEST_PICTURE and 1 <= height <= LARGEST_PICTURE):
        raise UsageError(f"--size {text!r} is no size", None, f"WIDTHxHEIGHT in pixels, each up to {LARGEST_PICTURE:,}, like 800x600")
    return width, height


def _check_focus(path: str, drawing: Drawing) -> None:
    from scenec.errors import UsageError, nearest
    from scenec.view.raster import is_part_of

    if not any(is_part_of(part, drawing, path) for part in drawing.parts):
        known = {part.path for part in drawing.parts} | {link.path for link in drawing.links}
        raise UsageError(f"--focus {path!r} is not in the scene", None, "", nearest(path, sorted(known)))


def _open(data: bytes, name: str, *, quiet: bool) -> None:
    """A page in the browser, where there is a display; else only where it is."""
    import sys
    import tempfile

    from scenec.accounting.save import write_whole

    path = os.path.join(tempfile.mkdtemp(prefix="scenec-"), f"{os.path.splitext(name)[0] or 'scene'}.html")
    write_whole(path, [data])
    has_display = sys.platform in ("win32", "darwin") or any(os.environ.get(word) for word in ("DISPLAY", "WAYLAND_DISPLAY"))
    if has_display:
        import webbrowser
        from pathlib import Path

        has_display = webbrowser.open(Path(path).as_uri())
    if not quiet:
        say(f"opened {path}" if has_display else f"no browser to open; the page is {path}")
