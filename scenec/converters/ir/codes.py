"""What the findings of the neutral scene's reader mean (`scenec explain`)."""

from __future__ import annotations

from collections.abc import Mapping

from scenec.accounting.codes import Code

CODES: Mapping[str, Code] = {
    "scene-source-ineffective": Code(
        "dropped",
        "A neutral scene says what format it was read from, and no format of that name is known here. It is taken for one that was made as "
        "it stands.",
        "Name a format that `scenec formats` lists, with its version (simrobot@core2), or leave it out.",
    ),
}
