"""The forms of a MARS scene: XML, YAML, and an archive of either with all its files."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

_LONG_AGO = (1980, 1, 1, 0, 0, 0)


def archive(files: Mapping[str, bytes]) -> bytes:
    """A zip file, flat as MARS unpacks it, in the order given. The same files give the same bytes: no times, no owners."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as pack:
        for name, content in files.items():
            member = zipfile.ZipInfo(name, _LONG_AGO)
            member.compress_type = zipfile.ZIP_DEFLATED
            member.external_attr = 0o644 << 16
            member.create_system = 3
            pack.writestr(member, content)
    return target.getvalue()
