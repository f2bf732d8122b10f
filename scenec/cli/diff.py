"""``scenec diff``: what differs between two scenes."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import click

from scenec.cli import options as shared
from scenec.cli.failure import DONE, LOSSY, put
from scenec.cli.format_options import SceneCommand

if TYPE_CHECKING:
    from scenec.difference.result import Difference

EPILOG = """\b
Examples:
  scenec diff nao.ros2 nao.sdf
  scenec diff arm.sdf arm-edited.sdf -o difference.html
  scenec diff old.scene new.scene --format json --tolerance 1e-6

\b
Exit status: 0 equal, 1 different, 2 wrong usage, 3 a file cannot be read.
"""
_FORMAT = shared.row(
    "-f",
    "--from",
    "from_",
    section="Reading",
    metavar="FMT",
    shell_complete=shared.complete_format,
    help="Format of both files. Default: each by its suffix, else by its content.",
)
_VERBOSE = shared.row(
    "-v", "--verbose", section="Messages", is_flag=True, help="List every difference by itself, with its places in the files."
)


@click.command("diff", cls=SceneCommand, epilog=EPILOG)
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@click.option(
    "--tolerance",
    type=click.FloatRange(0),
    default=1e-9,
    show_default=True,
    metavar="NUMBER",
    help="Relative tolerance: numbers that differ by less are equal.",
)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="Form of the output. Default: text.")
@click.option(
    "-o",
    "--output",
    "--report",
    "reports",
    multiple=True,
    metavar="FILE",
    help="Write the comparison; the suffix .html (with both scenes in 3D), .json, .md or .txt chooses the form. Repeatable.",
)
@shared.options(_FORMAT, shared.reading, shared.quiet, _VERBOSE)
def command(a: str, b: str, tolerance: float, form: str, reports: tuple[str, ...], **options: Any) -> int:
    """Compare the meaning of two scenes, in the same or in different formats.

    Physics (masses, places, shapes, joints, limits) and settings (motors, sensors, colours, lights, plugins) are compared. Notation is
    not: order, names of frames, units, joints written from the other side. A renamed part is one difference. A moved part is one
    difference, together with the parts that hang on it.

    + is in B only, - in A only, ~ differs, = is the same under another name or in another structure. SI units and radians.
    """
    from scenec import api
    from scenec.cli.convert import reading_options

    _check(reports)
    difference = api.diff(a, b, tolerance=tolerance, format=options["from_"], **reading_options(options))
    for name in reports:
        difference.save(name, _short(a, b))
    if form == "json":
        put(difference.text("json"))
    elif not options["quiet"]:
        _print_difference(difference, (a, b), verbose=options["verbose"])
    return DONE if difference.equal else LOSSY


def _short(a: str, b: str) -> tuple[str, str]:
    """Return the names of the two files: as given, but of absolute paths only as many folders as distinguish them."""
    if not (os.path.isabs(a) or os.path.isabs(b)):
        return a, b
    ours, theirs = (os.path.abspath(each).split(os.sep)[1:] for each in (a, b))
    depth = next((depth for depth in range(1, max(len(ours), len(theirs)) + 1) if ours[-depth:] != theirs[-depth:]), 1)
    return "/".join(ours[-depth:]), "/".join(theirs[-depth:])


def _check(reports: tuple[str, ...]) -> None:
    """Raise UsageError for a file whose suffix says no form."""
    from scenec.difference.result import FORMS
    from scenec.errors import UsageError
    from scenec.syntax.vocabulary import nearest

    for name in reports:
        suffix = os.path.splitext(name)[1].lower()
        if suffix.removeprefix(".") not in FORMS:
            known = [f".{form}" for form in FORMS]
            raise UsageError(f"{name!r} does not say its form", None, f"a suffix of {', '.join(known)}", nearest(suffix, known))


def _print_difference(difference: Difference, names: tuple[str, str], *, verbose: bool) -> None:
    """The text on stdout, in colour on a terminal."""
    from scenec.difference.render_text import lines, plain_text

    if sys.stdout and sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb":
        from scenec.cli.terminal import print_lines

        print_lines(list(lines(difference, names, verbose=verbose)), stderr=False)
    else:
        put(plain_text(difference, names, verbose=verbose))
