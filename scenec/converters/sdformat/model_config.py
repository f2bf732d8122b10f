"""The ``model.config`` of a model directory: what tools that list models show."""

from __future__ import annotations

from scenec.syntax.xml_printing import Out, print_xml


def model_config(name: str, main: str, version: str) -> bytes:
    """name: of the model as listed; main: the SDF file beside it; version: of its specification."""
    root = Out("model")
    for tag, text in (("name", name), ("version", "1.0"), ("sdf", main), ("description", f"{name}, written by scenec.")):
        element = Out(tag)
        element.text = text
        root.children.append(element)
    root.children[2].attributes["version"] = version
    return print_xml(root)
