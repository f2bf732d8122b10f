"""What the parts of the SimRobot reader share while a scene is read: the ledger, the options, and what was made so far."""

from __future__ import annotations

import os

import msgspec

from scenec import ir
from scenec.accounting.finding import Category, Level
from scenec.accounting.ledger import Ledger
from scenec.converters.format import ReadOptions
from scenec.converters.simrobot.colours import COLOUR, FRACTIONAL_COLOUR, missing_components
from scenec.converters.simrobot.cursor import SceneCursor
from scenec.converters.simrobot.read_friction import Frictions
from scenec.converters.simrobot.read_mesh import Meshes
from scenec.files import absence, first, was_refused
from scenec.ir import Color, Id
from scenec.syntax.kinds import KindError


class Reading(msgspec.Struct):
    """One run of the reader. `folder`: what file names are relative to. Lists are in document order. used_by: id() of an
    instantiated element -> its use."""

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
        """`link1`, `link2`, ... in document order."""
        number = self.counts[kind] = self.counts.get(kind, 0) + 1
        return f"{kind}{number}"

    def use(self, cursor: SceneCursor) -> Id | None:
        """The use of the template that an element refers to, None if it refers to none."""
        if not cursor.element.templates:
            return None
        name = cursor.element.templates[0]
        key = (name, cursor.tag)
        if key not in self.assets:
            file = cursor.element.parts[1].document.name
            self.assets[key] = ir.Asset(id=self.new_id("asset"), name=name, kind=cursor.tag, file=file)
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
        """A colour, with a finding where SimRobot would show another one than people expect or refuses it today."""
        text = cursor.element.attributes.get(attribute)
        if text is None:
            return cursor.colour(attribute, COLOUR)
        lenient = self.options.lenient
        value = cursor.colour(attribute, FRACTIONAL_COLOUR if lenient else COLOUR)
        if missing_components(text) > 0:
            self.ledger.report(
                "colour-component-missing",
                "converted",
                "warning",
                "appearance",
                about=value,
                subject=f"{cursor.tag}@{attribute}",
                value=str(text),
                target="a missing alpha is taken as 1, a missing colour as 0",
                because="SimRobot leaves components that are not written undefined",
                consequence="SimRobot shows a random value there",
                hint="write all components",
            )
        if lenient and _refused_today(text):
            self.ledger.report(
                "colour-fractional",
                "converted",
                "note",
                "appearance",
                about=value,
                subject=f"{cursor.tag}@{attribute}",
                value=str(text),
                because="releases up to 2017 read fractional components; later ones refuse them",
            )
        return value

    def opaque_colour(self, cursor: SceneCursor, attribute: str) -> Color:
        """A colour of the MuJoCo core, which refuses one with an alpha where it has another word for it."""
        value = self.colour(cursor, attribute)
        assert value is not None
        if value[3] != 1.0:
            raise cursor.error("Color has alpha", attribute, expected="a colour without a fourth component")
        return value

    def texture(self, cursor: SceneCursor, attribute: str) -> ir.Texture | None:
        """An image file; not finding it is no error for SimRobot, which then draws without it."""
        uri = cursor.string(attribute)
        if not uri:
            cursor.consumed(uri)
            return None
        found = first([os.path.join(self.folder or "", uri)], uri)
        if found is None:
            self.ledger.report(
                "texture-not-found",
                "unresolved",
                "error" if was_refused(uri) else "warning",
                "appearance",
                about=uri,
                subject=f"{cursor.tag}@{attribute}",
                value=str(uri),
                because=absence(uri, "the image file does not exist"),
                consequence="SimRobot shows the plain colour, and so will the result",
                hint="put the file where the scene expects it",
            )
        return ir.Texture(uri=uri, found=found, origin=cursor.origin)

    def ineffective(
        self, code: str, about: object, subject: str, because: str, level: Level = "note", category: Category = "metadata"
    ) -> None:
        """Report values that have no effect under SimRobot's own rules."""
        self.ledger.report(
            f"{code}-ineffective",
            "dropped",
            level,
            category,
            about=about,
            subject=subject,
            because=because,
            consequence="nothing: it has no effect in SimRobot either",
        )

    def extra(self, cursor: SceneCursor, key: str, value: str | float | bool) -> ir.Extra:
        return ir.Extra(format="simrobot", key=key, value=value, origin=cursor.origin)


def _refused_today(text: str) -> bool:
    try:
        COLOUR.parse(text)
    except KindError:
        return True
    return False
