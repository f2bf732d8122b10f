"""The state of the SimRobot reader that its parts share: the ledger, the options, and the nodes made so far."""

from __future__ import annotations

import os
from typing import Any

import msgspec

from scenec import ir
from scenec.accounting.code import Code
from scenec.accounting.finding import Level
from scenec.accounting.ledger import Ledger
from scenec.converters.format import ReadOptions
from scenec.converters.simrobot.colours import COLOUR, FRACTIONAL_COLOUR, missing_components
from scenec.converters.simrobot.findings.reading import COLOUR_COMPONENT_MISSING, COLOUR_FRACTIONAL, TEXTURE_NOT_FOUND
from scenec.converters.simrobot.read.cursor import SceneCursor
from scenec.converters.simrobot.read.friction import Frictions
from scenec.converters.simrobot.read.mesh import Meshes
from scenec.files import OUTSIDE, first, was_refused
from scenec.ir import Color, Id
from scenec.syntax.kinds import KindError


class Reading(msgspec.Struct):
    """One run of the reader. folder: where relative file names start. Lists are in document order. used_by: id() of an instantiated
    element -> its use."""

    ledger: Ledger
    options: ReadOptions
    core3: bool
    folder: str | None
    frictions: Frictions
    meshes: Meshes
    models: list[ir.Model] = msgspec.field(default_factory=list)
    links: list[ir.Link] = msgspec.field(default_factory=list)
    joints: list[ir.Joint] = msgspec.field(default_factory=list)
    frames: list[ir.Frame] = msgspec.field(default_factory=list)
    user_inputs: list[ir.UserInput] = msgspec.field(default_factory=list)
    extras: list[ir.Extra] = msgspec.field(default_factory=list)
    assets: dict[tuple[str, str], ir.Asset] = msgspec.field(default_factory=dict)
    uses: list[ir.Use] = msgspec.field(default_factory=list)
    used_by: dict[int, Id] = msgspec.field(default_factory=dict)
    counts: dict[str, int] = msgspec.field(default_factory=dict)

    def new_id(self, kind: str) -> Id:
        """Return `link1`, `link2`, ... in document order."""
        number = self.counts[kind] = self.counts.get(kind, 0) + 1
        return f"{kind}{number}"

    def use(self, cursor: SceneCursor) -> Id | None:
        """Return the use of the template that an element refers to, None if it refers to none."""
        if not cursor.element.templates:
            return None
        name = cursor.element.templates[0]
        key = (name, cursor.tag)
        if key not in self.assets:
            document, node = cursor.element.parts[1].document, cursor.element.parts[1].node
            self.assets[key] = ir.Asset(
                id=self.new_id("asset"), name=name, kind=cursor.tag, file=document.name, origin=document.origin(node)
            )
        outer = cursor.element.outer
        while outer is not None and id(outer) not in self.used_by:
            outer = outer.outer
        use = ir.Use(
            id=self.new_id("use"),
            asset=self.assets[key].id,
            name=cursor.name,
            parent=self.used_by[id(outer)] if outer is not None else None,
            arguments=tuple(cursor.element.arguments.items()),
            origin=cursor.origin,
        )
        self.uses.append(use)
        self.used_by.setdefault(id(cursor.element), use.id)
        return use.id

    def colour(self, cursor: SceneCursor, attribute: str) -> Color | None:
        """Return a colour. Reports one that SimRobot shows at random or refuses today."""
        text = cursor.element.attributes.get(attribute)
        if text is None:
            return cursor.colour(attribute, COLOUR)
        lenient = self.options.lenient
        value = cursor.colour(attribute, FRACTIONAL_COLOUR if lenient else COLOUR)
        if missing_components(text) > 0:
            self.ledger.report(
                COLOUR_COMPONENT_MISSING,
                about=value,
                subject=f"{cursor.tag}@{attribute}",
                value=str(text),
                target="0 for a missing colour, 1 for a missing alpha",
            )
        if lenient and _refused_today(text):
            self.ledger.report(COLOUR_FRACTIONAL, about=value, subject=f"{cursor.tag}@{attribute}", value=str(text))
        return value

    def opaque_colour(self, cursor: SceneCursor, attribute: str) -> Color:
        """Return a colour of the MuJoCo core, which refuses an alpha where it has another attribute for it."""
        value = self.colour(cursor, attribute)
        assert value is not None
        if value[3] != 1.0:
            raise cursor.error("Color has alpha", attribute, expected="a colour without a fourth component")
        return value

    def texture(self, cursor: SceneCursor, attribute: str) -> ir.Texture | None:
        """Return an image file, None without a name. A missing file is no error: SimRobot draws without it."""
        uri = cursor.string(attribute)
        if not uri:
            cursor.consumed(uri)
            return None
        found = first([os.path.join(self.folder or "", uri)], uri)
        if found is None:
            refused = was_refused(uri)
            self.ledger.report(
                TEXTURE_NOT_FOUND,
                level="error" if refused else None,
                about=uri,
                subject=f"{cursor.tag}@{attribute}",
                value=str(uri),
                why=f"The image {OUTSIDE}." if refused else "The image does not exist.",
            )
        return ir.Texture(uri=uri, found=found, origin=cursor.origin)

    def ineffective(self, row: Code, about: object, subject: str, *, level: Level | None = None, **slots: Any) -> None:
        """Report values that have no effect under SimRobot's own rules. level: another than the row's; slots: of its texts."""
        self.ledger.report(row, level=level, about=about, subject=subject, **slots)

    def extra(self, cursor: SceneCursor, key: str, value: str | float | bool) -> ir.Extra:
        """Return a value that only SimRobot has."""
        return ir.Extra(format="simrobot", key=key, value=value, origin=cursor.origin)


def _refused_today(text: str) -> bool:
    try:
        COLOUR.parse(text)
    except KindError:
        return True
    return False
