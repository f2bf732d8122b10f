"""Random scenes: legal ones of any make-up, for properties that must hold for all scenes.

`scenes` are random in structure: models in models, links, joints of all types, poses relative to anything. `excerpts` say any part of all
that the neutral scene can say: the kitchen sink, in which a random choice of fields says nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import msgspec
from hypothesis import strategies as st

from scenec import ir
from scenec.checks.scene import check
from scenec.ir.walk import at_path, is_node, is_nodes, with_value
from tests.scenes import kitchen_sink

AXES = {"revolute": 1, "continuous": 1, "prismatic": 1, "universal": 2, "revolute2": 2, "screw": 1, "gearbox": 2}

lengths = st.sampled_from([0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0])
numbers = st.floats(-3, 3).map(lambda value: round(value, 3))
angles = st.one_of(st.sampled_from([0.0, 1.5707963267948966, 3.141592653589793, -0.7853981633974483]), numbers)
names = st.one_of(st.none(), st.sampled_from(["arm", "leg", "head", "a b", "arm::tip", "world", "ä"]))
colors = st.tuples(*[st.sampled_from([0.0, 0.25, 0.5, 1.0])] * 4)
vectors = st.tuples(numbers, numbers, numbers)
sizes = st.tuples(lengths, lengths, lengths)
directions = st.one_of(st.sampled_from([(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, -1.0)]), vectors.filter(any))


@st.composite
def poses(draw: st.DrawFn) -> ir.Pose | None:
    if draw(st.booleans()):
        return None
    return ir.Pose(draw(vectors), ir.Rotation.from_rpy(draw(angles), draw(angles), draw(angles)))


shapes: st.SearchStrategy[ir.Shape] = st.one_of(
    st.builds(ir.Box, size=sizes),
    st.builds(ir.Sphere, radius=lengths),
    st.builds(ir.Cylinder, radius=lengths, length=lengths),
    st.builds(ir.Capsule, radius=lengths, length=lengths),
    st.builds(ir.Ellipsoid, radii=sizes),
    st.builds(ir.Cone, radius=lengths, length=lengths),
    st.builds(ir.Torus, major_radius=st.just(1.0), minor_radius=st.just(0.1)),
    st.builds(ir.Plane, normal=st.just((0.0, 0.0, 1.0)), size=st.one_of(st.none(), st.tuples(lengths, lengths))),
)

surfaces = st.builds(ir.Surface, name=st.sampled_from([None, "rubber", "ice"]), mu=st.one_of(st.none(), lengths), restitution=st.just(0.0))
collisions = st.builds(ir.Collision, name=names, pose=poses(), geometry=shapes, surface=st.one_of(st.none(), surfaces))
materials = st.builds(ir.Material, name=names, diffuse=colors)
visuals = st.builds(ir.Visual, name=names, pose=poses(), geometry=shapes, material=st.one_of(st.none(), materials))
sensors = st.builds(ir.Sensor, name=names, type=st.sampled_from(ir.SENSOR_TYPES), pose=poses(), update_rate=st.one_of(st.none(), lengths))


@st.composite
def inertials(draw: st.DrawFn) -> ir.Inertial:
    """Of a solid box, so that some body can have it."""
    mass, (x, y, z) = draw(lengths), draw(sizes)
    tensor = ir.Inertia(mass * (y * y + z * z) / 12, mass * (x * x + z * z) / 12, mass * (x * x + y * y) / 12)
    return ir.Inertial(mass=mass, pose=draw(poses()), inertia=tensor)


def some(parts: st.SearchStrategy[Any], most: int = 2) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(parts, max_size=most).map(tuple)


@st.composite
def axes(draw: st.DrawFn, frames: Sequence[str]) -> ir.Axis:
    low, high = sorted((draw(numbers), draw(numbers)))
    limits = ir.Limits(lower=low, upper=high, effort=draw(lengths)) if draw(st.booleans()) else None
    expressed_in = draw(st.sampled_from([None, *frames]))
    return ir.Axis(xyz=draw(directions), expressed_in=expressed_in, limits=limits, initial=draw(st.one_of(st.none(), st.just(low))))


@st.composite
def joints(draw: st.DrawFn, number: int, model: str, parent: str, child: str, earlier: Sequence[str]) -> ir.Joint:
    kind = draw(st.sampled_from(ir.JOINT_TYPES))
    return ir.Joint(
        id=f"joint{number}",
        name=draw(names),
        model=model,
        type=kind,
        parent=parent,
        child=child,
        pose=draw(poses()),
        relative_to=draw(st.sampled_from([None, *earlier])),
        axes=tuple(draw(axes(earlier)) for _ in range(AXES.get(kind, 0))),
        screw_pitch=0.01 if kind == "screw" else None,
        gear_ratio=2.0 if kind == "gearbox" else None,
    )


@st.composite
def scenes(draw: st.DrawFn, most_links: int = 5) -> ir.Scene:
    """A world of models (nested at random), links and joints of all types; each pose relative to anything that came before."""
    models: list[ir.Model] = []
    for i in range(draw(st.integers(1, 3))):
        parent = draw(st.sampled_from([None, *(model.id for model in models)]))
        static = draw(st.sampled_from([None, False, True])) if parent is None else None
        models.append(ir.Model(id=f"model{i}", name=draw(names), world="world1", parent=parent, pose=draw(poses()), static=static))
    links: list[ir.Link] = []
    made: list[ir.Joint] = []
    earlier: list[str] = [ir.WORLD, *(model.id for model in models)]
    for i in range(draw(st.integers(0, most_links))):
        link = draw(_links(i, models, earlier))
        if draw(st.booleans()) and (links or draw(st.booleans())):
            parent = draw(st.sampled_from([ir.WORLD, *(each.id for each in links)]))
            joint = draw(joints(i, link.model, parent, link.id, earlier))
            if joint.relative_to is not None and draw(st.booleans()):  # the link stands where its joint is
                link = ir.Link(**{name: getattr(link, name) for name in link.__struct_fields__} | {"relative_to": joint.id})
                earlier.append(joint.id)
            made.append(joint)
        links.append(link)
        earlier.append(link.id)
    world = ir.World(id="world1", name=draw(names), gravity=(0.0, 0.0, -9.81), profiles=(ir.PhysicsProfile(step=0.01),))
    return ir.Scene(name=draw(names), worlds=(world,), models=tuple(models), links=tuple(links), joints=tuple(made))


@st.composite
def _links(draw: st.DrawFn, number: int, models: Sequence[ir.Model], earlier: Sequence[str]) -> ir.Link:
    return ir.Link(
        id=f"link{number}",
        name=draw(names),
        model=draw(st.sampled_from([model.id for model in models])),
        pose=draw(poses()),
        relative_to=draw(st.sampled_from([None, *earlier])),
        inertial=draw(inertials()),
        collisions=draw(some(collisions)),
        visuals=draw(some(visuals)),
        sensors=draw(some(sensors)),
    )


# ---------------------------------------------------------------- any part of everything


def _silences(node: msgspec.Struct, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """(path, default) of every field below a node that says something and need not."""
    for field in msgspec.structs.fields(type(node)):
        value = getattr(node, field.name)
        if field.default in (None, ()) and value != field.default and field.name != "origin":
            yield (*path, field.name), field.default
        if is_node(value):
            yield from _silences(value, (*path, field.name))
        elif is_nodes(value):
            for i, each in enumerate(value):
                yield from _silences(each, (*path, field.name, i))


@cache
def _kitchen(law: str) -> tuple[ir.Scene, list[tuple[tuple[Any, ...], Any]]]:
    scene = kitchen_sink(law)
    return scene, [(path, default) for path, default in _silences(scene) if len(path) > 1]  # what others refer to stays


@st.composite
def excerpts(draw: st.DrawFn) -> ir.Scene:
    """The kitchen sink without some of what it says."""
    scene, places = _kitchen(draw(st.sampled_from(["table", "min"])))
    for path, default in draw(st.lists(st.sampled_from(places), max_size=30)):
        try:
            silent = with_value(scene, path, default)
            at_path(silent, path)
        except (AttributeError, IndexError, TypeError):
            continue  # went with what it was part of
        if not any(problem.level == "error" for problem in check(silent)):
            scene = silent
    return scene
