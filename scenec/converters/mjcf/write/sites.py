"""Sites: named frames, and the places of sensors."""

from __future__ import annotations

from typing import Any

from scenec.converters.common.write_context import Placed
from scenec.converters.mjcf.write.context import Writing
from scenec.converters.mjcf.write.names import Names
from scenec.converters.mjcf.write.values import place
from scenec.ir.base import Id
from scenec.syntax.element import Element


def write_frame(writing: Writing, names: Names, out: Element, frame: Any, body: Id) -> None:
    """Write a named frame (as the writer sees it) as a site. body: the link that carries it, or WORLD."""
    site = out.append("site", says=(frame.attached_to, frame.model, frame.world))
    name = names.give("site", frame, model=frame.model, word="frame")
    assert name is not None
    site.set("name", name)
    names.given["site", str(frame.id)] = name.text
    place(site, writing.relative(str(frame.id), body))


def write_site(names: Names, out: Element, part: Any, placed: Placed, owner: Id) -> tuple[Element, str]:
    """Write the site of a sensor; returns it with its name."""
    site = out.append("site")
    name = names.give("site", None, owner=owner, word=str(part.name or part.type))
    assert name is not None
    site.set("name", name)
    place(site, placed)
    return site, name.text
