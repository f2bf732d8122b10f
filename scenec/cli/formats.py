"""``scenec formats``: what can be read and written."""

from __future__ import annotations

import click

from scenec.cli.failure import put

EPILOG = """\b
Examples:
  scenec formats
  scenec formats --matrix
"""


@click.command("formats", epilog=EPILOG)
@click.option("--matrix", is_flag=True, help="List the features of each format: full, adapted, carried or no.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="Form of the matrix. Default: text.")
def command(matrix: bool, form: str) -> None:
    """List the formats with their suffixes and versions, or their features.

    `name@version` asks for a version: `--to sdformat@1.9`, `--from simrobot@core3`.
    """
    if matrix:
        _put_matrix(form)
        return
    if form == "json":
        from scenec.errors import UsageError

        raise UsageError("--format json is for the matrix", None, "", "", "add --matrix")
    from scenec.converters import all_formats, broken_plugins

    lines = []
    for record in all_formats():
        name = record.name
        does = " and ".join(what for what, able in (("read", record.read), ("written", record.write)) if able) or "neither read nor written"
        lines.append(f"{name}  {record.title}, {does}")
        by_version: dict[str, list[str]] = {}
        for suffix, version in record.suffixes.items():
            by_version.setdefault(version, []).append(suffix)
        for version, suffixes in by_version.items():
            lines.append(f"  {' '.join(suffixes):<12}" + (f"  {name}@{version}" if version else ""))
        if record.by_content:
            lines.append(f"  {' '.join(record.by_content):<12}  by content")
        if record.versions:
            lines.append(f"  versions      {' '.join(record.versions)}" + (f" (default {record.default_version})" if record.write else ""))
        aliases = [f"{alias} = {name}@{version}" if version else f"{alias} = {name}" for alias, version in record.aliases.items()]
        if aliases:
            lines.append(f"  also called   {', '.join(aliases)}")
    lines += [f"{name}  {reason}" for name, reason in broken_plugins().items()]
    put("\n".join(line.rstrip() for line in lines) + "\n")


def _put_matrix(form: str) -> None:
    from scenec.cli.support import matrix_data, matrix_text

    if form == "json":
        from scenec.accounting.save import json_of

        put(json_of(matrix_data(), indent=1) + b"\n")
    else:
        put(matrix_text())
