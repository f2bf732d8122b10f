"""``scenec convert EDITED --onto ORIGINAL``: brings the edits of a converted file home."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from scenec.cli.failure import DONE, LOSSY, put, say

if TYPE_CHECKING:
    from scenec.cli.settings import Settings


def bring_home(src: Sequence[str], output: str | None, wanted: Settings, options: dict[str, Any], conversion: dict[str, Any]) -> int:
    """Change the files of the original. conversion: the options of reading and writing. Returns the exit status.

    Raises UsageError for more than one source, or a stream.
    """
    from scenec.api import prepare_home
    from scenec.cli.changed_lines import changed_files, diff_of, lines_of
    from scenec.cli.plan import STREAM
    from scenec.cli.reporting import Reporting
    from scenec.errors import UsageError
    from scenec.files import within
    from scenec.output import commit

    if len(src) != 1 or STREAM in (*src, output):
        raise UsageError("--onto takes one edited file, and no stream", None, "EDITED --onto ORIGINAL")
    if options["base"] is not None and os.path.isdir(options["base"]):
        raise UsageError(f"--base {options['base']} is a folder", None, "the file that the edited one was made from")
    original, path = options["onto"], output or options["onto"]
    prepared, report = prepare_home(src[0], original, path, base=options["base"], from_=options["from_"], to=options["to"], **conversion)
    report = wanted.adjusted(report)
    changed = changed_files(prepared, os.path.abspath(original))
    if options["dry_run"]:
        put(diff_of(changed))
    else:
        with within(prepared.limit):
            report.files = commit(prepared, path, clobber=not options["no_clobber"])
    reporting = Reporting(options["reports"], options["ledger"], stdout_taken=False, quiet=options["quiet"], verbose=options["verbose"])
    reporting.add(report, src[0], path, several=False)
    reporting.finish()
    if not options["quiet"]:
        say(f"{'would change' if options['dry_run'] else 'changed'} {lines_of(changed)}")
    return LOSSY if report.failed(wanted.fail_on) else DONE
