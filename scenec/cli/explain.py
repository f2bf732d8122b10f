"""``scenec explain``: what a finding means, and what one format cannot take from another."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from scenec.cli.failure import put
from scenec.cli.options import complete_code, complete_format

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from scenec.accounting.explain import Explanation

EPILOG = """\b
Examples:
  scenec explain actuator-dropped
  scenec explain simrobot sdformat
"""


def complete_word(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """A code or a format; after a format another one."""
    formats = complete_format(context, parameter, incomplete)
    return formats if context.params.get("words") else [*formats, *complete_code(context, parameter, incomplete)]


@click.command("explain", epilog=EPILOG)
@click.argument("words", nargs=-1, required=True, metavar="CODE | FMT_A FMT_B", shell_complete=complete_word)
def command(words: tuple[str, ...]) -> None:
    """Explain a finding, or the losses between two formats.

    CODE is the code that a report shows for a finding. With two formats: the fate of each feature of A in a conversion to B (lost,
    adapted, the same), the reason and what to do; then the codes of the losses in reports.
    """
    from scenec.errors import UsageError

    if len(words) > 2:
        raise UsageError("too many words", None, "one CODE or two formats")
    if len(words) == 2:
        from scenec.cli.pairs import pair_text

        put(pair_text(*words))
        return
    from scenec.accounting.render_text import safe
    from scenec.cli.codes import all_codes

    put("".join(safe(line) + "\n" for line in _lines(all_codes().explain(words[0]))))


def _lines(found: Explanation) -> list[str]:
    kind = ", ".join(each for each in (found.fate, found.level, found.category) if each)
    owner = f" of {' and '.join(found.formats)}" if found.formats else ""
    lines = [f"{found.code} ({kind}){owner}", "", f"{found.title}."]
    lines += [each for each in (found.because, f"Effect: {found.effect}" if found.effect else "") if each]
    if found.advice:
        lines.append(f"What to do: {found.advice}")
    if found.ineffective:
        return [*lines, "", "Does not count for --fail-on: the value has no effect in the source."]
    how = f"--severity {found.code}=LEVEL gives it another level, --ignore {found.code} lets it pass."
    return [*lines, "", f"Counts for --fail-on. {how}"]
