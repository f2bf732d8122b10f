"""Expanding texts in tests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from scenec.syntax.tree import SourceNode
from scenec.xacro.document import ExpandedDocument
from scenec.xacro.expansion import expand

NAMESPACE = 'xmlns:xacro="http://www.ros.org/wiki/xacro"'


def robot(body: str) -> str:
    """A file whose first line is the outermost start tag, the second the first of the body."""
    return f'<robot name="r" {NAMESPACE}>\n{body}\n</robot>\n'


def expanded(
    body: str, folder: Path | None = None, *, arguments: Mapping[str, str] | None = None, environment: Iterable[str] = (), **files: str
) -> ExpandedDocument:
    """The document of a body, in ``main.xacro``. files: others beside it, by their names without suffix; those whose text begins with ``<``
    are bodies of xacro files."""
    if folder is not None:
        for name, text in files.items():
            is_xml = text.startswith("<")
            (folder / f"{name}{'.xacro' if is_xml else '.yaml'}").write_text(robot(text) if is_xml else text, encoding="utf-8")
    path = str(folder / "main.xacro") if folder is not None else None
    packages = {"pkg": str(folder)}
    return expand(
        robot(body).encode(),
        "main.xacro",
        opener=lambda each: Path(each).read_bytes(),
        path=path,
        arguments=arguments,
        allowed_environment=environment,
        find=packages.get,
    )


def shown(node: SourceNode) -> str:
    """A tree on one line: ``<a x="1">text<b/></a>``."""
    attributes = "".join(f' {name}="{value}"' for name, value in node.attributes.items())
    inner = node.text + "".join(shown(child) for child in node.children)
    return f"<{node.tag}{attributes}>{inner}</{node.tag}>" if inner else f"<{node.tag}{attributes}/>"


def result(body: str, folder: Path | None = None, *, arguments: Mapping[str, str] | None = None, **files: str) -> str:
    """Return what is in the outermost element of an expanded body, on one line."""
    return "".join(shown(child) for child in expanded(body, folder, arguments=arguments, **files).root.children)
