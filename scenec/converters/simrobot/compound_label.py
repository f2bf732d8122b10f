"""How a scene keeps SimRobot's compounds that name nothing: each once, with its name, and what stands in one by a label.

The scene has an `ir.Extra` for each, whose value is its name and whose key is ``Compound[label]``, or ``Compound[outer/label]`` where
another such compound is the next around it. A model or link has at most one, ``Compound[label]``, without a value: the innermost that it
stands in. So 3,000 bodies in 900 compounds around each other take 3,900 of them. A label is the compound's name, which keeps differences
readable when another compound is put around or beside it; the second of a name is ``name#2``.
"""

from __future__ import annotations

from scenec import ir

FORMAT, KEY = "simrobot", "Compound"
_ESCAPED = str.maketrans({letter: f"%{ord(letter):02X}" for letter in "%#/[]"})


class Labels:
    """Gives labels, each once, in time proportional to the names."""

    def __init__(self) -> None:
        self._given: dict[str, int] = {}

    def of(self, name: str) -> str:
        """What stands for a compound of this name. The letters that labels need themselves are written in hexadecimal (``%2F``)."""
        plain = name.translate(_ESCAPED)
        number = self._given[plain] = self._given.get(plain, 0) + 1
        return plain if number == 1 else f"{plain}#{number}"


def key_of(label: str, outer: str = "") -> str:
    """The key of a compound (outer: the label of the next around it), and of what stands in it."""
    return f"{KEY}[{outer}/{label}]" if outer else f"{KEY}[{label}]"


def labels_in(extra: ir.Extra) -> tuple[str, str]:
    """(outer, label) of the key of a value; both are empty where it is none of these. A label alone has no outer one."""
    if extra.format != FORMAT or not extra.key.startswith(f"{KEY}[") or not extra.key.endswith("]"):
        return "", ""
    outer, _, label = extra.key[len(KEY) + 1 : -1].rpartition("/")
    return outer, label


def is_old(extra: ir.Extra) -> bool:
    """Whether a value is one that each thing in a compound had for every compound around it, as version 0.1 wrote scenes."""
    return extra.format == FORMAT and extra.key == KEY and extra.value is not None
