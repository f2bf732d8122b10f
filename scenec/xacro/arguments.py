"""The arguments of a xacro file, as ``--parameter name:=value`` gives them."""

from __future__ import annotations

from collections.abc import Iterable

from scenec.errors import UsageError


def arguments_of(parameters: Iterable[str]) -> dict[str, str]:
    """Return name -> value of texts like ``name:=value``; the last one of a name counts, as with ROS's xacro. Blanks around both do not.

    Raises UsageError for a text of another form.
    """
    found = {}
    for given in parameters:
        name, separator, value = given.partition(":=")
        if not separator or not name.strip():
            raise UsageError(f"the parameter {given!r} has no name", None, "NAME:=VALUE", "", "for example --parameter prefix:=left_")
        found[name.strip()] = value.strip()
    return found
