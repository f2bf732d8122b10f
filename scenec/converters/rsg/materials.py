"""The materials that SimSpark's scripts define. A scene can only name them. A shape whose material is not defined is invisible.

Sources: `spark/data/scripts/materials.rb`, `rcssserver3d/data/scripts/rcs-materials.rb` (the plain colour of its textured variants),
`rsgedit-materials.rb`; defaults as in kerosin's MaterialSolid.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from scenec.ir.base import Color

AMBIENT: Color = (0.2, 0.2, 0.2, 1.0)
BLACK: Color = (0.0, 0.0, 0.0, 1.0)
SHININESS = 128.0


class Standard(msgspec.Struct, frozen=True, gc=False):
    """The colours of one material. Colours that a script leaves out have the defaults of MaterialSolid."""

    diffuse: Color
    ambient: Color = AMBIENT
    specular: Color = BLACK
    emissive: Color = BLACK


DEFAULT = Standard((1.0, 1.0, 1.0, 1.0))
"""The material named ``default``, used for visuals that name none."""

_LEFT = Standard((0.0, 0.75, 1.0, 1.0), (0.0, 0.2, 0.15, 1.0))
_RIGHT = Standard((1.0, 0.0, 0.75, 1.0), (0.2, 0.0, 0.15, 1.0))

STANDARD: Mapping[str, Standard] = {
    "default": DEFAULT,
    "matYellow": Standard((1.0, 1.0, 0.0, 1.0), (0.2, 0.2, 0.0, 1.0)),
    "matOrange": Standard((1.0, 0.03, 0.0, 1.0), (0.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0)),
    "matRed": Standard((1.0, 0.0, 0.0, 1.0), (1.0, 0.0, 0.0, 1.0)),
    "matRedGlow": Standard((1.0, 0.0, 0.0, 1.0), emissive=(0.5, 0.0, 0.0, 1.0)),
    "matMagenta": Standard((1.0, 0.0, 0.75, 1.0)),
    "matBlue": Standard((0.0, 0.0, 1.0, 1.0), (0.0, 0.0, 0.2, 1.0)),
    "matLightBlue": Standard((0.0, 0.75, 1.0, 1.0)),
    "matGreen": Standard((0.1, 0.6, 0.1, 1.0), (0.1, 0.3, 0.1, 1.0)),
    "matSelect": Standard((1.0, 0.0, 0.0, 0.5), (1.0, 0.0, 0.0, 0.5), (1.0, 0.2, 0.2, 0.5)),
    "matWhite": Standard((1.0, 1.0, 1.0, 1.0)),
    "matGrey": Standard((0.2, 0.2, 0.2, 1.0)),
    "matDarkGrey": Standard((0.05, 0.05, 0.05, 1.0)),
    "matBall": Standard((1.0, 0.3, 0.0, 1.0), (0.2, 0.06, 0.0, 1.0)),
    "matTrack": Standard((1.0, 0.64, 0.4, 1.0), (0.2, 0.01, 0.0, 1.0)),
    "matGrass": Standard((0.1, 0.6, 0.1, 1.0), (0.1, 0.3, 0.1, 1.0)),
    "matLeft": _LEFT,
    "matRight": _RIGHT,
    **{f"matLeft{number}": _LEFT for number in range(1, 12)},
    **{f"matRight{number}": _RIGHT for number in range(1, 12)},
    "matSelected": Standard((0.9, 0.1, 0.9, 0.9)),
}

ALWAYS = tuple(name for name in STANDARD if name not in ("default", "matSelect", "matSelected") and not name[-1].isdigit())
"""The names that a writer may choose from: those of every SimSpark and rcssserver3d, without the numbered ones and those of the editor."""
