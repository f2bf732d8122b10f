"""``scenec report-bug``: what a bug report needs, without folders, hosts or contents of files."""

from __future__ import annotations

import re

import click

from scenec.cli.failure import put

EPILOG = """\b
Examples:
  scenec report-bug
  scenec report-bug -- convert robots/nao.ros2 -o nao.sdf
"""
DEPENDENCIES = ("click", "lxml", "msgspec", "numpy", "pillow", "pyyaml", "rich", "sexpdata", "trimesh")
EXTRAS = ("distributed", "mujoco", "watchfiles")
PROGRAMS = ("gz", "ign")
"""Programs that `--verify` asks."""
STEPS = """
Please add:

1. What you expected, and what happened instead. Run the command with SCENEC_DEBUG=1 if it ended with a bug in scenec.
2. The smallest file that shows it. Leave out every part that the fault does not need.
"""


@click.command("report-bug", epilog=EPILOG)
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="[-- COMMAND]")
def command(words: tuple[str, ...]) -> None:
    """Print the facts for a bug report: versions, platform, and the command.

    Copy it into an issue. The command is not run. Its paths are shortened to their last name, so that no folder of this machine is shown.
    """
    from scenec.accounting.render_text import safe

    put("".join(f"{safe(line)}\n" for line in (*_lines(words), *STEPS.splitlines())))


def _lines(words: tuple[str, ...]) -> list[str]:
    import platform
    import shutil

    from scenec import __version__

    found = [f"{name} {_version(name)}" for name in (*DEPENDENCIES, *EXTRAS)]
    programs = [name for name in PROGRAMS if shutil.which(name)]
    lines = [
        f"- scenec {__version__}",
        f"- {platform.python_implementation()} {platform.python_version()}, {platform.system()} {platform.release()}, {platform.machine()}",
        f"- packages: {', '.join(found)}",
        f"- programs for --verify: {', '.join(programs) or 'none'}",
    ]
    if words:
        lines.append(f"- command: scenec {' '.join(map(without_folders, words))}")
    return lines


def _version(name: str) -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def without_folders(word: str) -> str:
    """Return a word of a command line with each path in it shortened to its last name, and each URL to its scheme.

    `--report=/home/ann/x.html` becomes `--report=x.html`, `-o /tmp/out/` becomes `-o out/`, `tcp://host:1` becomes `tcp://...`.
    """
    option, equals, value = word.partition("=") if word.startswith("-") else ("", "", word)
    if re.match(r"[a-z][a-z0-9+.-]*://", value):
        value = f"{value.partition('://')[0]}://..."
    else:
        value = re.sub(r"[^\s:=]*[/\\](?=[^\s/\\])", "", re.sub(r"\b[A-Za-z]:(?=[/\\])", "", value))
    return f"{option}{equals}{value}"
