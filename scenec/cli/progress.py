"""A progress bar on a terminal: files, bytes, findings so far, and how long it will still take."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING

from scenec.accounting.render_text import safe

if TYPE_CHECKING:
    from scenec.batch.result import Migrated
    from scenec.batch.summary import Summary


class Bar:
    """Shown on stderr while it is open."""

    def __init__(self, total: int) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        self._console = Console(stderr=True, highlight=False)
        self._bar = Progress(
            BarColumn(bar_width=30),
            MofNCompleteColumn(),
            TextColumn("{task.fields[said]}"),
            TimeRemainingColumn(),
            console=self._console,
            transient=True,
        )
        self._task = self._bar.add_task("", total=total, said="")
        self._bytes = 0

    def __enter__(self) -> Bar:
        self._bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None) -> None:
        self._bar.stop()

    def add(self, result: Migrated, summary: Summary) -> None:
        self._bytes += result.size
        findings = sum(kind.count for kind in summary.kinds.values())
        said = f"{self._bytes / 1e6:,.1f} MB  {findings:,} findings"
        if summary.troubles:
            said += f"  {len(summary.troubles) + summary.untold:,} failed"
        self._bar.update(self._task, advance=bool(result.source), said=said)
        if result.error:
            self.say(f"{result.status}: {result.error}")

    def say(self, text: str) -> None:
        from rich.text import Text

        self._console.print(Text(safe(text)), soft_wrap=True)
