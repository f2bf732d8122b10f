"""Write the ``model.config`` of a model directory, which tools show in lists of models."""

from __future__ import annotations

from scenec.syntax.element import Element
from scenec.syntax.said import constant
from scenec.syntax.xml_printing import print_xml


def model_config(name: str, main: str, version: str) -> bytes:
    """Return the file. name: of the model in lists. main: the SDF file in the same folder. version: of its specification."""
    root = Element("model")
    root.append("name", constant(name))
    root.append("version", constant("1.0"))
    root.append("sdf", constant(main), version=constant(version))
    root.append("description", constant(f"{name}, written by scenec."))
    return print_xml(root)
