"""``scenec set``: changes values of a scene where they stand."""

from __future__ import annotations

from typing import Any

import click

from scenec.cli import options as shared
from scenec.cli.failure import put, say
from scenec.cli.format_options import SceneCommand

EPILOG = """\b
Examples:
  scenec set arm.urdf 'arm::upper.inertial.mass=1.2'
  scenec set nao.ros2 'nao::HeadYaw.axes[0].limits.upper=90degree' --dry-run
  scenec set world.sdf 'box::link.collisions[0].geometry.size=1 2 0.5' -o new/world.sdf
"""


@click.command("set", cls=SceneCommand, epilog=EPILOG)
@click.argument("src", metavar="FILE")
@click.argument("assignments", metavar="PATH.field=VALUE", nargs=-1, required=True)
@click.option("-o", "--output", "dst", metavar="DST", help="Write to this file, and the files beside it to its folder. Default: in place.")
@click.option("--dry-run", is_flag=True, help="Show the changed lines and write nothing.")
@shared.options(shared.source_format, shared.reading, shared.quiet)
def command(src: str, assignments: tuple[str, ...], dst: str | None, dry_run: bool, **options: Any) -> int:
    """Change values of a scene where they stand. Every other byte stays.

    PATH is what reports and `scenec inspect` call a link, joint, model or frame; field is one of the neutral scene (docs/ir.md). Values are
    in SI units and radians, or have a unit: 30degree, 5mm. Several are one change: all or none. Values
    of the same part that the file works out of one that changes follow it, with a warning: the tensor of a box from its mass.
    Where other parts share a definition with this one, its use states the value, with a warning.
    """
    import scenec
    from scenec.cli.changed_lines import changed_files, diff_of, lines_of
    from scenec.cli.convert import reading_options
    from scenec.edits.assignments import assigned
    from scenec.edits.edited import NotKeptError
    from scenec.edits.write_edited import in_its_files
    from scenec.errors import WriteError
    from scenec.files import within
    from scenec.ir.read_from import boundary_of_scene, format_of_scene, reading_of_scene
    from scenec.output import commit

    scene, _ = scenec.read(src, format=options["from_"], **reading_options(options))
    edited, reading = assigned(scene, assignments), reading_of_scene(scene)
    if reading is None:
        raise WriteError(f"{src} is no file that can be edited", hint="name a file on the disk")
    with within(boundary_of_scene(scene)):
        try:
            output, report = in_its_files(edited, reading, format_of_scene(scene), dst or reading.path, follow=True)
        except NotKeptError as reason:
            raise WriteError(f"the value cannot be changed where it stands: {reason}", hint="edit the text") from None
        changed = changed_files(output, reading.path)
        if dry_run:
            put(diff_of(changed))
        else:
            commit(output, dst or reading.path)
    if not options["quiet"]:
        for finding in report.findings:
            more = f", and {finding.count - 1} more" if finding.count > 1 else ""
            say(f"scenec: {finding.level}: {finding.headline}{more}. {finding.because}")
        say(f"{'would change' if dry_run else 'changed'} {lines_of(changed)}")
    return 0
