"""Files in archives: a path of a zip file, a sign that no path has, and the name of a member."""

from __future__ import annotations

import io
from zipfile import ZipFile

BEHIND = "\0"


def member_of(data: bytes, name: str) -> bytes:
    """The content of a member."""
    with ZipFile(io.BytesIO(data)) as archive:
        return archive.read(name)


def with_member(data: bytes, name: str, content: bytes) -> bytes:
    """The archive with another content of a member. All others stay, with their times and in their order."""
    target = io.BytesIO()
    with ZipFile(io.BytesIO(data)) as before, ZipFile(target, "w") as after:
        after.comment = before.comment
        for member in before.infolist():
            after.writestr(member, content if member.filename == name else before.read(member))
    return target.getvalue()
