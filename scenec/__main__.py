"""The command `scenec`, also as ``python -m scenec``. `--version` is answered before anything else is imported."""

from __future__ import annotations

import os
import sys


def main() -> int:
    if sys.argv[1:] == ["--version"]:
        return _print_version()
    import gc

    # The threads that numpy's linear algebra keeps ready take a tenth of the conversion of a robot with meshes, and have nothing to do.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Looking for cycles after every 700 objects takes a tenth of a small conversion, most of it while importing.
    gc.set_threshold(200_000)
    from scenec.cli.main import main as run

    status = run()
    # The process ends: what is left goes with it. Looking for cycles in all of it once more takes a seventh of a small conversion.
    gc.freeze()
    return status


def _print_version() -> int:
    from scenec import __version__

    try:
        sys.stdout.write(f"scenec {__version__}\n")
        sys.stdout.flush()
    except OSError as error:
        # What is still buffered must not fail a second time when the interpreter ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0 if isinstance(error, BrokenPipeError) else 4
    return 0


if __name__ == "__main__":
    sys.exit(main())
