"""The summary in colour. Loaded only where stderr is a terminal: rich costs more than a small conversion."""

from __future__ import annotations

from collections.abc import Sequence
from shutil import get_terminal_size

from scenec.accounting.render_text import Line

STYLES = {"head": "bold", "error": "bold red", "warning": "yellow", "note": "dim", "total": "bold", "": "dim"}


def size(width: int, height: int) -> tuple[int, int]:
    """Columns and lines to fill: the terminal's, a line kept for the prompt; never more than the given width is comfortable."""
    columns, lines = get_terminal_size((width, height + 1))
    return max(40, min(columns, 160)), max(10, min(lines - 1, 40))


def print_lines(lines: Sequence[Line], *, stderr: bool = True) -> None:
    """Print the lines, each in the colour of its level."""
    from rich.console import Console
    from rich.text import Text

    console = Console(stderr=stderr, highlight=False, soft_wrap=True)
    for what, text in lines:
        console.print(Text(text, style=STYLES[what]))
