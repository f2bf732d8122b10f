"""``scenec inspect``: what is in a scene."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from scenec.cli import options as shared
from scenec.cli.failure import put, say
from scenec.cli.format_options import SceneCommand

if TYPE_CHECKING:
    from scenec.accounting.report import Report
    from scenec.ir.summary import PhysicsSummary

EPILOG = """\b
Examples:
  scenec inspect nao.ros2
  scenec inspect nao.ros2 --physics --format json > nao.physics.json
  scenec inspect arm.sdf --physics --at arm::elbow=0.5 --at arm::wrist=0.1,-0.2
"""


@click.command("inspect", cls=SceneCommand, epilog=EPILOG)
@click.argument("src", metavar="FILE")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="Form of the output. Default: text.")
@click.option("--physics", is_flag=True, help="Show poses, masses, inertia tensors and joints, in the world frame.")
@click.option(
    "--at",
    "positions",
    multiple=True,
    metavar="JOINT=POSITION",
    help="Move a joint first (rad, m; two axes: Q0,Q1). Others stay at their initial position. Repeatable; for --physics.",
)
@shared.options(shared.source_format, shared.reading, shared.base, shared.quiet)
def command(src: str, form: str, physics: bool, positions: tuple[str, ...], **options: Any) -> int:
    """Show what is in a scene: models, links, joints, shapes, sensors, with totals and assets.

    SI units and radians.
    """
    from scenec.cli.check import read
    from scenec.cli.convert import reading_options
    from scenec.errors import UsageError

    if positions and not physics:
        raise UsageError("--at moves joints for --physics", None, "", "", "add --physics")
    at = positions_at(positions)
    scene, report = read(src, options["from_"], reading_options(options), options["base"])
    summary = _named(scene.physics(at), report)
    if physics and form == "json":
        from scenec.accounting.save import json_of

        put(json_of(summary.to_json(), indent=1) + b"\n")
    elif physics:
        from scenec.cli.physics_text import physics_text

        put(physics_text(summary))
    else:
        _put_outline(form, scene, summary, report)
    if not options["quiet"]:
        print_warnings(report, src)
    return 0


def _put_outline(form: str, scene: Any, summary: PhysicsSummary, report: Report) -> None:
    from scenec.cli.outline import outline

    found = outline(scene, summary, report)
    if form == "json":
        from scenec.accounting.save import json_of

        put(json_of(found, indent=1) + b"\n")
    else:
        from scenec.cli.tree import tree_text

        put(tree_text(found))


def positions_at(options: tuple[str, ...]) -> dict[str, list[float]]:
    """Return what `--at` says, each time it is given. Raises UsageError."""
    return dict(_position(each) for each in options)


def _position(option: str) -> tuple[str, list[float]]:
    """``arm::elbow=0.5`` or ``arm::wrist=0.1,-0.2``; a joint's name may hold a ``=``."""
    from math import isfinite

    from scenec.errors import UsageError

    joint, _, text = option.rpartition("=")
    try:
        positions = [float(each) for each in text.split(",")]
    except ValueError:
        positions = []
    if not joint or not positions or not all(isfinite(each) for each in positions):
        raise UsageError(f"--at {option!r} names no position", None, "JOINT=POSITION, like arm::elbow=0.5")
    return joint, positions


def _named(summary: PhysicsSummary, report: Report) -> PhysicsSummary:
    import msgspec

    return msgspec.structs.replace(summary, source={"file": report.source.files[0], "format": report.source.format})


def print_warnings(report: Report, src: str) -> None:
    """Print the worst warnings of reading, one line each, so that a broken scene is not trusted."""
    from scenec.accounting.render_text import screen

    grave = [finding for finding in report.findings if finding.level != "note"]
    if grave:
        more = f"scenec check {src}"
        for what, text in screen(report, folder=os.path.dirname(src), height=12, more=more):
            if what != "total":  # nothing is lost by looking at a scene
                say(text)
