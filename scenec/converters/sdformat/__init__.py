"""SDFormat, the format of Gazebo and Drake: the record of the format. Its parts are loaded when it is used."""

from __future__ import annotations

from typing import Any

from scenec.converters.format import Adaptation, Format, ReadRequest, ReadResult, WriteOptions, WriteRequest, WriteResult
from scenec.converters.sdformat.versions import DEFAULT, WRITABLE


def _read(request: ReadRequest) -> ReadResult:
    from scenec.converters.sdformat.read import read

    return read(request)


def _write(request: WriteRequest) -> WriteResult:
    from scenec.converters.sdformat.writer import write

    return write(request)


def _implied(version: str) -> dict[tuple[str, str], Any]:
    from scenec.converters.sdformat.implied import implied

    return implied(version)


def _sniff(data: bytes) -> bool:
    """Whether the first element is <sdf>, or the <gazebo version="1.2"> of old."""
    head = data[:4096].lstrip(b"\xef\xbb\xbf \t\r\n")
    return head.startswith(b"<") and any(tag in head for tag in (b"<sdf ", b"<sdf>", b"<gazebo version"))


def _is_entry(path: str) -> bool:
    """In a model directory only the file that its model.config names (for the newest version) is a model to be used."""
    import os

    from scenec.converters.sdformat.locate import ModelLocator
    from scenec.files import read_file

    chosen = ModelLocator((), read_file).model_file(os.path.dirname(path))
    return chosen is None or os.path.normpath(chosen) == os.path.normpath(path)


def _adaptations(options: WriteOptions, source_format: str, restored: bool) -> tuple[Adaptation, ...]:
    """What SDFormat cannot say. Its own files may hold any number."""
    finite: tuple[Adaptation, ...] = ("numbers_to_finite",) if source_format != "sdformat" else ()
    return (*finite, "friction_table_to_surfaces", "colours_to_range")


FORMAT = Format(
    name="sdformat",
    title="SDFormat",
    simulator="Gazebo",
    suffixes={".sdf": "", ".world": ""},
    versions=WRITABLE,
    default_version=DEFAULT,
    aliases=("sdf",),
    sniff=_sniff,
    read=_read,
    write=_write,
    adaptations=_adaptations(WriteOptions(), "", False),
    adaptations_for=_adaptations,
    is_entry=_is_entry,
    implied=_implied,
    gravity=(0.0, 0.0, -9.8),
    step=0.001,
    carried="scenec.converters.sdformat.carried",
)
