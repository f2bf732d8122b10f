"""``scenec formats``: what can be read and written."""

from __future__ import annotations

import click

from scenec.cli.failure import put

EPILOG = """\b
Example:
  scenec formats
"""


@click.command("formats", epilog=EPILOG)
def command() -> None:
    """List the formats, their suffixes and versions.

    `name@version` asks for a version: `--to sdformat@1.9`, `--from simrobot@core3`.
    """
    from scenec.converters import ALIASES, BUILT_IN, load

    lines = []
    for name in BUILT_IN:
        record = load(name)
        does = " and ".join(what for what, able in (("read", record.read), ("written", record.write)) if able) or "neither read nor written"
        lines.append(f"{name}  {record.title}, {does}")
        by_version: dict[str, list[str]] = {}
        for suffix, version in record.suffixes.items():
            by_version.setdefault(version, []).append(suffix)
        for version, suffixes in by_version.items():
            lines.append(f"  {' '.join(suffixes):<12}" + (f"  {name}@{version}" if version else ""))
        if record.versions:
            lines.append(f"  versions      {' '.join(record.versions)}" + (f" (default {record.default_version})" if record.write else ""))
        aliases = [f"{alias} = {target}" for alias, target in ALIASES.items() if target.partition("@")[0] == name]
        if aliases:
            lines.append(f"  also called   {', '.join(aliases)}")
    put("\n".join(line.rstrip() for line in lines) + "\n")
