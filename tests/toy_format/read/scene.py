"""Reading a toy file: each box is a link of a model of its own."""

from __future__ import annotations

import math

from scenec.accounting.cursor import Cursor
from scenec.converters.format import ReadRequest, ReadResult
from scenec.ir.geometry import Box
from scenec.ir.inertia import solid_box
from scenec.ir.link import Collision, Inertial, Link
from scenec.ir.pose import Pose
from scenec.ir.scene import Model, Scene
from scenec.syntax.xml import read_xml
from scenec.trace import Computed, derived, ids_of
from tests.toy_format import DENSITY
from tests.toy_format.vocabulary import AT, MASS, NAME, SIZE


def read(request: ReadRequest) -> ReadResult:
    document = request.ledger.add(read_xml(request.data, request.name, shown=request.shown, path=request.path))
    root = Cursor(document.root, document, request.ledger)
    if root.tag != "toy":
        raise root.error(f"Unexpected element <{root.tag}>", expected="<toy>")
    parts = [read_box(box, number, DENSITY.of(request.options)) for number, box in enumerate(root.children("box"))]
    return ReadResult(Scene(models=tuple(model for model, _ in parts), links=tuple(link for _, link in parts)), "1", (request.name,))


def read_box(box: Cursor, number: int, density: float) -> tuple[Model, Link]:
    name, size, stated = box.take(NAME), box.take(SIZE), box.take_optional(MASS)
    mass = stated if stated is not None else derived(Computed(density * math.prod(size)), size)
    inertial = Inertial(mass=mass, inertia=solid_box(float(mass), size).with_ids(ids_of(mass)), origin=box.origin)
    shape = Collision(geometry=Box(size=size, origin=box.origin), origin=box.origin)
    model = Model(id=f"m{number}", name=name, self_collide=False, origin=box.origin)
    pose = Pose(position=box.take(AT))
    return model, Link(id=f"l{number}", model=model.id, name=name, pose=pose, inertial=inertial, collisions=(shape,), origin=box.origin)
