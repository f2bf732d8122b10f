"""The reports of the single files of a migration, in a folder beside its own report."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from scenec.accounting.report import Report
from scenec.cli.failure import say
from scenec.errors import WriteError
from scenec.files import Boundary, within

if TYPE_CHECKING:
    from scenec.batch.result import Migrated
    from scenec.batch.rows import Link

FOLDER = "_files"
"""Behind the name of the report of the migration, without its suffix."""


class OwnReports:
    """Writes the report of each file in the form of the migration's (for SARIF as JSON). names: of the migration's reports."""

    def __init__(self, src: str, names: Sequence[str], forms: Sequence[str]) -> None:
        self._src = src
        self._places = sorted({(_folder(name), _form(form)) for name, form in zip(names, forms, strict=True) if name != "-"})
        self._missing: set[tuple[str, str]] = set()

    def add(self, result: Migrated, report: Report, limit: Boundary) -> None:
        """Write the report of a file. limit: what may be read for its excerpts. A disk that refuses is reported once."""
        if not result.source or result.status in ("failed", "skipped"):
            return
        report.folder = os.path.dirname(os.path.join(os.path.abspath(self._src), result.source))
        for folder, form in self._places:
            if (folder, form) in self._missing:
                continue
            try:
                with within(limit):
                    report.save(os.path.join(folder, f"{result.source}.report.{form}"))
            except WriteError as problem:
                self._missing.add((folder, form))
                say(f"scenec: {problem}; the reports of single files are incomplete")

    def links(self, name: str, form: str) -> Link:
        """Return what rows of a report of the migration link to."""

        def link(file: str) -> str:
            folder, suffix = _folder(name), _form(form)
            path = os.path.join(folder, f"{file}.report.{suffix}")
            return f"{os.path.basename(folder)}/{file}.report.{suffix}" if name != "-" and os.path.isfile(path) else ""

        return link


def _folder(name: str) -> str:
    return os.path.splitext(name)[0] + FOLDER


def _form(form: str) -> str:
    return "json" if form == "sarif" else form
