"""Compounds: groups of parts. Their fixed parts become a static model, every tree of bodies a model of its own.

A model of bodies is named after its root body: compounds group many robots, and which of them are alone in one changes from scene to scene.
Names of compounds that name nothing are kept as values of SimRobot (`compound_label`). A compound's static parts are one link of the static
model of the outermost compound. A joint in a compound hangs from the world (SIM/Compound.cpp).
"""

from __future__ import annotations

import msgspec

from scenec import ir
from scenec.converters.simrobot.compound_label import FORMAT, Labels, key_of
from scenec.converters.simrobot.read.appearance import read_visuals
from scenec.converters.simrobot.read.body import read_tree
from scenec.converters.simrobot.read.container import Home
from scenec.converters.simrobot.read.context import Reading
from scenec.converters.simrobot.read.cursor import SceneCursor
from scenec.converters.simrobot.read.expansion import Expanded
from scenec.converters.simrobot.read.pose import HERE, composed, pose_or_none, read_pose
from scenec.converters.simrobot.read.sensor import read_sensors
from scenec.converters.simrobot.read.shape import read_collisions
from scenec.converters.simrobot.read.user_input import read_user_inputs
from scenec.ir import WORLD, Id, Pose

_FIXED = frozenset(("geometry", "appearance", "inward sensor", "outward sensor"))


class Place(msgspec.Struct):
    """A compound (or the scene, without cursor) on the way down.

    X_WC: its pose in the world. X_MC: in the static model of the outermost compound. movers, fixed: how many trees of bodies and how many
    compounds with static parts it holds, itself included. names_something: whether a model or link has its name. label: of the innermost
    compound around it, itself included, whose name no model or link has; marks: the values that refer to it.
    """

    cursor: SceneCursor | None
    outer: Place | None
    X_WC: Pose = HERE
    X_MC: Pose = HERE
    movers: int = 0
    fixed: int = 0
    names_something: bool = False
    label: str = ""
    marks: tuple[ir.Extra, ...] = ()

    def called(self) -> str | None:
        """Return the name of the innermost compound that has one."""
        place: Place | None = self
        while place is not None and place.cursor is not None:
            if place.cursor.name:
                return place.cursor.name
            place = place.outer
        return None


def read_world_content(scene: SceneCursor, reading: Reading, world: Id) -> None:
    """Return all models of a scene, in document order."""
    outline = {id(place.cursor.element): place for place in survey(scene, reading) if place.cursor}
    root = Place(None, None)
    stack: list[tuple[SceneCursor, Place]] = [(child, root) for child in reversed(movable(scene))]
    static: Id = ""
    labels = Labels()
    while stack:
        cursor, outer = stack.pop()
        if cursor.tag != "Compound":
            read_mover(cursor, outer, reading, world)
            continue
        place = outline[id(cursor.element)]
        if not place.movers and not place.fixed:
            reading.extras.append(read_empty_compound(cursor, reading))
            continue
        label(place, reading, labels)
        reading.user_inputs += read_user_inputs(cursor)
        if place.outer is None and place.fixed:
            static = read_static_model(place, reading, world)
        if has_fixed_parts(cursor.element):
            reading.links.append(read_static_link(place, reading, static))
        stack.extend((child, place) for child in reversed(movable(cursor)))


def movable(owner: SceneCursor) -> list[SceneCursor]:
    """Return the children that make models: compounds, bodies, joints."""
    return [SceneCursor.at(child, owner.ledger) for child in owner.element.children if child.element_class in ("compound", "body", "joint")]


def survey(scene: SceneCursor, reading: Reading) -> list[Place]:
    """Return all compounds with their poses and counts. Parents come before their children."""
    places: list[Place] = []
    stack: list[tuple[Expanded, Place | None]] = [(child, None) for child in reversed(scene.element.children) if child.tag == "Compound"]
    while stack:
        element, outer = stack.pop()
        cursor = SceneCursor.at(element, reading.ledger)
        pose = read_pose(cursor)
        X_WC = composed(outer.X_WC, pose) if outer else pose
        X_MC = composed(outer.X_MC, pose) if outer else HERE
        place = Place(cursor, outer, X_WC, X_MC)
        place.movers = sum(child.element_class in ("body", "joint") for child in element.children)
        place.fixed = int(has_fixed_parts(element))
        places.append(place)
        stack.extend((child, place) for child in reversed(element.children) if child.tag == "Compound")
    for place in reversed(places):
        if place.outer:
            place.outer.movers += place.movers
            place.outer.fixed += place.fixed
    for place in places:
        place.names_something = bool(place.fixed) if place.outer is None else has_fixed_parts(element_of(place))
    return places


def label(place: Place, reading: Reading, labels: Labels) -> None:
    """Label a compound whose name names nothing, and keep the name. The place around it was labelled before."""
    if place.outer is not None:
        place.label, place.marks = place.outer.label, place.outer.marks
    compound = place.cursor
    if compound is None or not compound.name or place.names_something:
        return
    around, place.label = place.label, labels.of(compound.name)
    reading.extras.append(reading.extra(compound, key_of(place.label, around), compound.name))
    place.marks = (ir.Extra(format=FORMAT, key=key_of(place.label), origin=compound.origin),)


def element_of(place: Place) -> Expanded:
    assert place.cursor is not None
    return place.cursor.element


def has_fixed_parts(element: Expanded) -> bool:
    return any(child.element_class in _FIXED for child in element.children)


def read_mover(root: SceneCursor, outer: Place, reading: Reading, world: Id) -> None:
    """Return a model of one tree of bodies: a free body, or a joint that hangs from the world."""
    model = reading.new_id("model")
    hanging = root.element.element_class == "joint"
    X_WP = outer.X_WC
    reading.models.append(
        ir.Model(
            id=model,
            name=model_name(root, outer),
            world=world,
            pose=pose_or_none(X_WP if hanging else composed(X_WP, read_pose(root))),
            static=False,
            self_collide=False,
            extras=outer.marks,
            use=reading.use(root),
            origin=root.origin,
        )
    )
    read_tree(root, reading, model, WORLD if hanging else None)


def model_name(root: SceneCursor, outer: Place) -> str:
    """Return the name of the root body, else of the innermost compound with a name."""
    body = root.only("body") if root.element.element_class == "joint" else root
    assert body is not None, "the expansion has checked that it is there"
    return body.name or outer.called() or body.tag


def read_static_model(place: Place, reading: Reading, world: Id) -> Id:
    assert place.cursor is not None
    compound = place.cursor
    model = reading.new_id("model")
    reading.models.append(
        ir.Model(
            id=model,
            name=compound.called,
            world=world,
            pose=pose_or_none(place.X_WC),
            static=True,
            self_collide=False,
            use=reading.use(compound),
            origin=compound.origin,
        )
    )
    return model


def read_static_link(place: Place, reading: Reading, model: Id) -> ir.Link:
    """Return the fixed parts of one compound as a link. Nested compounds have links of their own."""
    assert place.cursor is not None
    compound = place.cursor
    home = Home(reading.new_id("link"), model)
    collisions = read_collisions(compound, reading, home)
    visuals = read_visuals(compound, reading, home)
    sensors, sensing = read_sensors(compound, reading, home)
    return ir.Link(
        id=home.link,
        name=compound.called,
        model=model,
        pose=pose_or_none(place.X_MC),
        collisions=(*collisions, *sensing),
        visuals=tuple(visuals),
        sensors=tuple(sensors),
        extras=place.outer.marks if place.outer is not None else (),
        use=reading.use(compound) if place.outer else None,
        origin=compound.origin,
    )


def read_empty_compound(compound: SceneCursor, reading: Reading) -> ir.Extra:
    """Keep a compound without parts for SimRobot: programs read its name and those of the compounds in it."""
    items: list[ir.RawItem] = []
    stack = [(compound.element, 0)]
    while stack:
        element, depth = stack.pop()
        items.append(ir.RawItem(depth, element.tag, tuple(element.attributes.items())))
        if element.tag == "Compound":
            reading.user_inputs += read_user_inputs(SceneCursor.at(element, reading.ledger))
        stack.extend((child, depth + 1) for child in reversed(element.children) if child.element_class != "user input")
    return ir.Extra(format="simrobot", key="Compound", content=tuple(items), origin=compound.origin)
