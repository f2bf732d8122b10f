"""``scenec simulate``: whether a scene stands, falls, sinks or explodes in MuJoCo."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from scenec.cli import options as shared
from scenec.cli.failure import put, say
from scenec.cli.format_options import SceneCommand

if TYPE_CHECKING:
    from scenec.simulate.simulation import Simulation

EPILOG = """\b
Examples:
  scenec simulate nao.ros2
  scenec simulate nao.ros2 --seconds 5 -o nao.html      (a page that plays the motion)
  scenec simulate arm.urdf --at elbow=0.5 -o arm.json
  scenec simulate robot.urdf --ready                    (on a floor, which the file lacks)
"""
LONGEST = 600.0
"""Seconds of simulated time."""
FORMS = (".json", ".png", ".html")


@click.command("simulate", cls=SceneCommand, epilog=EPILOG)
@click.argument("src", metavar="FILE")
@click.option("--seconds", type=float, default=2.0, show_default=True, metavar="S", help="Simulated time, up to 600 s.")
@click.option(
    "--at",
    "positions",
    multiple=True,
    metavar="JOINT=POSITION",
    help="Start a joint at this position (rad, m); a position servo is commanded to hold it. Repeatable.",
)
@click.option("--ready", is_flag=True, help="Add a floor and a light where there is none.")
@click.option(
    "-o", "--output", metavar="DST", help="File to write: the motion (.json), a strip of pictures (.png) or a page that plays it (.html)."
)
@shared.options(shared.source_format, shared.reading, shared.base, shared.quiet)
def command(src: str, seconds: float, positions: tuple[str, ...], ready: bool, output: str | None, **options: Any) -> int:
    """Run a scene in MuJoCo and judge the motion.

    Converts the scene to MJCF in a temporary folder and runs it. Each robot or object gets a verdict: stands, falls, lands, drops, sinks,
    explodes, moves, holds. Joints that leave their limits are listed. Where the conversion changed contacts, forces or gains, the
    verdict does not hold for the original, and the output says so. Needs the extra `mujoco`.
    """
    import tempfile
    from functools import partial

    from scenec.cli.check import opened
    from scenec.cli.convert import base_of_stdin, reading_options
    from scenec.errors import UsageError
    from scenec.simulate.simulation import simulate

    if not 0 < seconds <= LONGEST:
        raise UsageError(f"--seconds {seconds:g} is no time to simulate", None, f"a number above 0, at most {LONGEST:g}")
    if output is not None and os.path.splitext(output)[1].lower() not in FORMS:
        raise UsageError(f"-o {output!r} does not say what to write", None, f"a name that ends with {', '.join(FORMS)}")
    at = _positions(positions)
    base = base_of_stdin(options["base"], [src])
    with tempfile.TemporaryDirectory(prefix="scenec-simulate-") as folder:
        run = partial(simulate, folder=folder, seconds=seconds, at=at, ready=ready)
        found = opened(run, src, options["from_"], reading_options(options), base)
        if output is not None:
            from scenec.accounting.save import write_whole

            write_whole(output, [_written(found, output, src)])
    put(found.text())
    if output is not None and not options["quiet"]:
        say(f"{src} -> {output}")
    return 0


def _written(found: Simulation, output: str, src: str) -> bytes:
    suffix = os.path.splitext(output)[1].lower()
    if suffix == ".json":
        from scenec.accounting.save import json_of

        return json_of(found.to_json()) + b"\n"
    from scenec.simulate.pictures import motion_page, strip

    return (strip if suffix == ".png" else motion_page)(found, os.path.basename(src))


def _positions(asked: tuple[str, ...]) -> dict[str, float]:
    from scenec.cli.inspect import positions_at
    from scenec.errors import UsageError

    at = positions_at(asked)
    for name, found in at.items():
        if len(found) > 1:
            raise UsageError(f"--at {name!r} has {len(found)} positions", None, "one: MuJoCo has a joint for each axis")
    return {name: found[0] for name, found in at.items()}
