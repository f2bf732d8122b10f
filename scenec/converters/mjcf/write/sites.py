"""Sites: named frames, and the places of sensors."""

from __future__ import annotations

from scenec.converters.common.write_context import Placed
from scenec.converters.mjcf.findings import writing as findings
from scenec.converters.mjcf.write.context import Writing
from scenec.converters.mjcf.write.names import Names
from scenec.converters.mjcf.write.restoring import restore
from scenec.converters.mjcf.write.values import place
from scenec.ir.base import Id
from scenec.ir.scene import Frame
from scenec.ir.sensor import Sensor
from scenec.syntax.element import Element


def write_frame(writing: Writing, names: Names, out: Element, frame: Frame, body: Id) -> None:
    """Write a named frame as a site. body: the link that carries it, or WORLD."""
    carrier = writing.by_id.get(body)
    says: list[object] = [frame.model] if carrier is None or frame.model == carrier.model else []
    if frame.world in {world.id for world in writing.scene.worlds[:1]}:
        says.append(frame.world)
    if frame.attached_to == body:
        says.append(frame.attached_to)
    elif frame.attached_to is not None:
        path = writing.paths.get(str(frame.attached_to), str(frame.attached_to))
        writing.report(findings.REFERENCE_CONVERTED, frame, about=frame.attached_to, value=path)
    site = out.append("site", says=says)
    name = names.give("site", frame, model=frame.model, otherwise="frame")
    if name is not None:
        site.set("name", name)
        names.given["site", str(frame.id)] = name.text
    place(site, writing.relative(str(frame.id), body))
    restore(site, frame)


def write_site(names: Names, out: Element, part: Sensor, placed: Placed, owner: Id) -> tuple[Element, str]:
    """Write the site of a sensor; returns it with its name."""
    site = out.append("site")
    name = names.give("site", None, owner=owner, word=str(part.name or part.type))
    assert name is not None
    site.set("name", name)
    place(site, placed)
    return site, name.text
