"""Write the ``model.config`` of a model directory, which tools show in lists of models."""

from __future__ import annotations

from scenec.syntax.xml_printing import Out, print_xml


def model_config(name: str, main: str, version: str) -> bytes:
    """Return the file. name: of the model in lists. main: the SDF file in the same folder. version: of its specification."""
    root = Out("model")
    for tag, text in (("name", name), ("version", "1.0"), ("sdf", main), ("description", f"{name}, written by scenec.")):
        element = Out(tag)
        element.text = text
        root.children.append(element)
    root.children[2].attributes["version"] = version
    return print_xml(root)
