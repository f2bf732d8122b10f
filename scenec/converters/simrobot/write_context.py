"""What all parts of the writer share while one scene is written: who is who, where things are, what was told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import islice
from typing import Any

from scenec.accounting.finding import Category, Level
from scenec.accounting.lens import mark_read, unwrap
from scenec.converters.common.numbers import Computed
from scenec.converters.common.write_context import HERE, Placed, WriteContext
from scenec.converters.format import WriteRequest
from scenec.converters.simrobot.write_assets import Images
from scenec.converters.simrobot.write_values import angle, is_exact_colour, length, spelled
from scenec.converters.simrobot.write_values import colour as colour_text
from scenec.ir.base import WORLD, Color, Id
from scenec.ir.kinematics import LONGEST_WALK
from scenec.ir.pose import Pose, Vec3, clean
from scenec.syntax.xml_printing import Out
from scenec.trace import derived, ids_of

NO_TURN, NO_WAY = 1e-15, 1e-15


class Writing(WriteContext):
    """One run of the writer."""

    def __init__(self, request: WriteRequest, version: str) -> None:
        super().__init__(request)
        self.version = version
        self.core3 = version == "core3"
        self._marked: set[Id] = set()
        self.images = Images(request)
        self.materials: dict[str, None] = {}  # of the shapes that were written

    @property
    def from_simrobot(self) -> bool:
        return self.request.source_format == "simrobot"

    @cached_property
    def paths(self) -> dict[Id, str]:
        """As they were read: the steps that take some out would renumber those without a name of their own."""
        return {**super().paths, **self.request.ledger.paths}

    def drop(
        self,
        seen: Any,
        code: str,
        level: Level,
        category: Category,
        *,
        node: Any = None,
        subject: str = "",
        value: object = "",
        because: str,
        consequence: str,
        hint: str = "",
    ) -> None:
        """Leave out a whole part of the scene (through the lens), with the words for it. node: what it belongs to."""
        bare = unwrap(seen)
        self.tell(node if node is not None else seen, code, "dropped", level, category, about=bare, subject=subject, value=value,
                  because=because, consequence=consequence, hint=hint)  # fmt: skip
        mark_read(seen)

    # -- names and colours

    def name(self, out: Out, node: Any, *, without: str = "") -> None:
        """Give an element the name of a node, unless it is what SimRobot calls it anyway (`without`)."""
        given = node.name
        if given is None or given in ("", without):
            return
        legal = str(given) if self.from_simrobot and not any(c in given for c in '"\\\0') else spelled(given)
        out.attributes["name"] = legal
        if legal != given:
            self.tell(
                node,
                "name-characters-escaped",
                "converted",
                "note",
                "naming",
                about=given,
                subject=f"{self.path(node)}.name",
                value=str(given),
                target=legal,
                because="SimRobot cannot write quotes and backslashes, and fills in dollar signs",
                consequence="programs must ask for the new name",
            )

    def colour(self, node: Any, value: Color, what: str) -> str:
        """A colour, with a note if 8 bit are too few for it."""
        text = colour_text(value)
        if not is_exact_colour(value) and (ids_of(value) or not self.request.ledger.value_count):  # of a mesh file nobody counts colours
            outside = not all(0.0 <= part <= 1.0 for part in value)
            self.tell(
                node,
                "colour-approximated" if outside else "colour-rounded",
                "approximated" if outside else "converted",
                "note",
                "appearance",
                about=value,
                subject=what,
                value=value,
                target=text,
                because="colours of SimRobot are 8 bit deep",
                consequence="it looks different" if outside else "nobody sees the difference",
            )
        return text

    # -- places

    def place(self, out: Out, placed: Placed) -> None:
        """Write where an element is, as its first children."""
        pose = placed.pose
        position, rotation = pose.position, pose.rotation
        angles = rotation.to_rpy()
        if placed.computed or rotation.rpy is None:
            angles = _computed(_without_noise(angles, NO_TURN))
        if placed.computed:
            position = _computed(_without_noise(position, NO_WAY))
        elif any(len(ids_of(component)) > 1 for component in position):
            position = clean(position)
        children = []
        if any(position):
            children.append(_axes("Translation", position, length))
        if any(angles):
            children.append(_axes("Rotation", angles, angle))
        out.children[:0] = children

    def along(self, thing_id: Id, base: Id | None) -> Placed:
        """The pose of a model, link, joint or frame in another (None: the world); the poses on the way count as read."""
        if base in (WORLD, *(world.id for world in self.scene.worlds)):
            base = None
        self.kinematics.at_zero(thing_id)  # refuses poses that are relative to each other in a circle
        above_base = dict.fromkeys(islice(self._references(base), LONGEST_WALK))
        steps, at, walked = list[Pose](), self._id_or_world(thing_id), 0
        while at is not None and at not in above_base:
            at, walked = self._step(at, steps), walked + 1
            if walked > LONGEST_WALK or (at is None and len(above_base) == LONGEST_WALK):
                self._mark_way(at)
                self._mark_way(base)
                return Placed(self.kinematics.at_zero(base).inverse() @ self.kinematics.at_zero(thing_id), computed=True)
        back, here = list[Pose](), base
        while here is not None and here != at:
            here = self._step(here, back)
        if not back:
            return chained(steps[::-1])
        X_BA = chained(back[::-1]).pose.inverse()
        return Placed(derived(X_BA @ chained(steps[::-1]).pose, *back, *steps), computed=True)

    def _id_or_world(self, thing_id: Id | None) -> Id | None:
        return thing_id if thing_id in self.seen else None

    def _references(self, thing_id: Id | None) -> Iterator[Id]:
        """A thing and all that its pose is told relative to, up to the world."""
        at = self._id_or_world(thing_id)
        while at is not None:
            yield at
            at = self._id_or_world(self.kinematics.reference(at))

    def _mark_way(self, thing_id: Id | None) -> None:
        """The poses from a thing to the world count as read; what was marked before is not walked again."""
        at = self._id_or_world(thing_id)
        while at is not None and at not in self._marked:
            self._marked.add(at)
            at = self._step(at, [])

    def _step(self, thing_id: Id, steps: list[Pose]) -> Id | None:
        """Add the pose of a thing to those on the way; returns what it is relative to."""
        node = self.seen[thing_id]
        local = self.kinematics._local(thing_id)
        mark_read(node.pose)
        _ = node.relative_to
        if not local.is_identity:
            steps.append(local)
        return self._id_or_world(self.kinematics.reference(thing_id))

    def within(self, node: Any, owner: Id) -> Placed:
        """Where a part of a link (or joint) is in it. node: through the lens."""
        bare = unwrap(node)
        pose = bare.pose or HERE
        mark_read(node.pose)
        reference = node.relative_to
        if reference is None or reference == owner:
            return Placed(pose)
        outer = self.along(str(reference), owner)
        return chained([outer.pose, pose], outer.computed)


def chained(steps: list[Pose], computed: bool = False) -> Placed:
    """The product of poses; a single one stays as it is."""
    telling = [step for step in steps if not step.is_identity]
    if len(telling) <= 1 and not computed:
        return Placed(telling[0] if telling else HERE)
    X = HERE
    for step in telling:
        X = X @ step
    return Placed(derived(X, *telling), computed=True)


def _without_noise(vector: Vec3, nothing: float) -> Vec3:
    """Without what only rounding made: far below the other components, or below what is nothing."""
    x, y, z = (0.0 if abs(component) < nothing else component for component in clean(vector))
    return (x, y, z)


def _computed(values: Vec3) -> Vec3:
    x, y, z = (Computed(value) for value in values)
    return (x, y, z)


def _axes(tag: str, values: Vec3, show: Callable[[float], str]) -> Out:
    out = Out(tag)
    for axis, value in zip("xyz", values, strict=True):
        if value:
            out.attributes[axis] = show(value)
    return out
