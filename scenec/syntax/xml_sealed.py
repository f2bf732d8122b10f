"""Elements of XML whose text is there already, and what else both printers (`xml_printing` and `xml_lxml_printing`) have in common."""

from __future__ import annotations

from io import BytesIO

from scenec.syntax.sealed import Printed

PLACE = "sealed"
"""The processing instruction that holds, for lxml, the place of an element whose text is there already."""

Scope = dict["str | None", str]
"""Prefix -> namespace, where a name stands; None is the prefix of names without one."""


def has_no_prefix_but_colons(name: str) -> bool:
    """Whether a name has colons that no namespace makes sense of, such as ``gz::name``. XML 1.0 allows it and TinyXML, which SDFormat is
    read with, takes it for a name like others; lxml refuses it."""
    return ":" in name and (name.count(":") > 1 or name[0] == ":" or name[-1] == ":")


def comment_text(text: str) -> str:
    """Return what stands between the dashes of a comment."""
    while "--" in text:
        text = text.replace("--", "- -")
    return f" {text.strip()} ".replace(f"<?{PLACE}", f"< ?{PLACE}")


def move(between: str, row: list[Printed], file: BytesIO) -> None:
    """Append the texts of sealed elements, which the elements then no longer have."""
    separator = between.encode()
    for i, each in enumerate(row):
        if i:
            file.write(separator)
        each.move(file)
