"""Labels for SimRobot's compounds that name nothing: each compound is kept once, and its parts refer to it by a label.

The scene has an `ir.Extra` for each, whose value is its name and whose key is ``Compound[label]``, or ``Compound[outer/label]`` where it is
inside another such compound. A model or link has at most one, ``Compound[label]``, without a value: its innermost compound. So 3,000 bodies
in 900 nested compounds need 3,900 of them. A label is the compound's name, which keeps differences readable when another compound is added
around or beside it. The second compound of a name is ``name#2``.
"""

from __future__ import annotations

from scenec import ir

FORMAT, KEY = "simrobot", "Compound"
_ESCAPED = str.maketrans({letter: f"%{ord(letter):02X}" for letter in "%#/[]"})


class Labels:
    """Maker of unique labels, in time proportional to the length of the names."""

    def __init__(self) -> None:
        self._given: dict[str, int] = {}

    def of(self, name: str) -> str:
        """Return a label for a compound of this name. The characters that labels need themselves are written in hexadecimal (``%2F``)."""
        plain = name.translate(_ESCAPED)
        number = self._given[plain] = self._given.get(plain, 0) + 1
        return plain if number == 1 else f"{plain}#{number}"


def key_of(label: str, outer: str = "") -> str:
    """Return the key of a compound and of its parts. outer: the label of the next compound around it."""
    return f"{KEY}[{outer}/{label}]" if outer else f"{KEY}[{label}]"


def labels_in(extra: ir.Extra) -> tuple[str, str]:
    """Return (outer, label) of a key, both empty if it is no key of a compound. A label alone has no outer one."""
    if extra.format != FORMAT or not extra.key.startswith(f"{KEY}[") or not extra.key.endswith("]"):
        return "", ""
    outer, _, label = extra.key[len(KEY) + 1 : -1].rpartition("/")
    return outer, label


def is_old(extra: ir.Extra) -> bool:
    """Return whether a value is of version 0.1, in which every part had one for each compound around it."""
    return extra.format == FORMAT and extra.key == KEY and extra.value is not None
