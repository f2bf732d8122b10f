"""State shared by the parts of a writer for one scene: nodes by id, their names in reports, and how to report."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from scenec.accounting.code import Code
from scenec.accounting.findings import INERTIA_ROTATION_INEFFECTIVE, LINK_POSE_INEFFECTIVE
from scenec.accounting.ledger import Within
from scenec.converters.common.findings import MODEL_PLACEMENT_CONVERTED
from scenec.converters.format import WriteOptions, WriteRequest
from scenec.ir.base import Id
from scenec.ir.geometry import Mesh, MeshShape
from scenec.ir.joint import Joint
from scenec.ir.kinematics import Kinematics, static_models
from scenec.ir.link import Collision, Link, Visual
from scenec.ir.names import part_paths, scene_paths
from scenec.ir.pose import IDENTITY, Pose
from scenec.ir.scene import Model, Scene
from scenec.trace import Sources, ids_of, made_of, steered_by, with_all

HERE = Pose()


class Placed(NamedTuple):
    """A pose to be written. computed: it was worked out, so it is printed with 15 digits."""

    pose: Pose
    computed: bool = False

    def __matmul__(self, other: Placed) -> Placed:
        """The product of poses; one that moves nothing leaves the other unchanged, with the sources of both."""
        if other.pose.is_identity:
            return Placed(_as_well(self.pose, other), self.computed or (other.computed and self.pose.is_identity))
        if self.pose.is_identity:
            return Placed(_as_well(other.pose, self), other.computed)
        product = self.pose @ other.pose
        return Placed(pose_made_of(product, (self.pose, other.pose.position), (self.pose.rotation, other.pose.rotation)), computed=True)

    def inverse(self) -> Placed:
        """The pose the other way round; computed unless it moves nothing."""
        pose = self.pose
        if pose.is_identity:
            return self
        return Placed(pose_made_of(pose.inverse(), pose, pose.rotation), computed=True)


def pose_made_of(pose: Pose, position: object, rotation: object) -> Pose:
    """A pose whose position and rotation were worked out of these values (or poses)."""
    place, turn = made_of(pose.position, position), made_of(pose.rotation, rotation)
    return pose if place is pose.position and turn is pose.rotation else Pose(place, turn)


def _as_well(pose: Pose, other: Placed) -> Pose:
    """A pose that is also made of what another one is, which moves nothing: with other numbers it would."""
    place, turn = ids_of(other.pose.position), ids_of(other.pose.rotation)
    if not place and not turn:
        return pose
    x, y, z = (with_all(each, (*ids_of(each), *place, *turn)) for each in pose.position)
    return Pose((x, y, z), pose.rotation.steered(turn) if turn else pose.rotation)


def stated_pose(pose: Pose | None, relative_to: object) -> Pose:
    """A pose of the scene, whose numbers also know the leaf of what they are relative to."""
    if pose is None:
        return HERE if relative_to is None else pose_made_of(HERE, relative_to, relative_to)
    return pose if relative_to is None else pose_made_of(pose, (pose.position, relative_to), (pose.rotation, relative_to))


def claim_idle(request: WriteRequest, values: object) -> None:
    """Values (or nodes) of the scene need not be printed, and nothing is to be said of them: they have no effect."""
    request.uses.report(ids_of(values))


class WriteContext:
    """One run of a writer. format: its name."""

    format: ClassVar[str]

    def __init__(self, request: WriteRequest) -> None:
        self.request = request
        self.scene: Scene = request.scene
        self._links: dict[Id, list[Link]] | None = None

    @cached_property
    def kinematics(self) -> Kinematics:
        return Kinematics(self.scene)

    @cached_property
    def static(self) -> set[Id]:
        """The ids of models of which nothing ever moves."""
        return static_models(self.scene)

    @cached_property
    def by_id(self) -> dict[Id, Any]:
        """The models, links, joints, frames and meshes of the scene."""
        scene = self.scene
        return {node.id: node for group in (scene.models, scene.links, scene.joints, scene.frames, scene.meshes) for node in group}

    @property
    def is_own(self) -> bool:
        """Whether the scene is one of the format that is written: see `WriteRequest.is_of`."""
        return self.request.is_of(self.format)

    @property
    def options(self) -> WriteOptions:
        return self.request.options

    @cached_property
    def missing_meshes(self) -> frozenset[Id]:
        """Meshes that are neither in the scene nor in a file that was found."""
        return frozenset(mesh.id for mesh in self.scene.meshes if mesh.data is None and mesh.found is None)

    def has_shape(self, part: Collision | Visual) -> bool:
        """Return whether a visual or collision has a shape of which more is known than its name."""
        return not isinstance(part.geometry, MeshShape) or part.geometry.mesh not in self.missing_meshes

    def with_mesh(self, part: Collision | Visual) -> tuple[Collision | Visual, Mesh]:
        """Return a visual or collision of an unreadable mesh, and the mesh: the finding about the one is about the other, too."""
        assert isinstance(part.geometry, MeshShape)
        return part, self.by_id[part.geometry.mesh]

    @cached_property
    def starts(self) -> dict[Id, tuple[float, ...]]:
        """Joint -> initial position of each axis (rad or m), for joints that do not start at zero. Numbers know their leaves."""
        starting = [joint for joint in self.scene.joints if any(axis.initial for axis in joint.axes)]
        return {joint.id: tuple([axis.initial or 0.0 for axis in joint.axes]) for joint in starting}

    def start_of(self, joint: Id, axis: int) -> float:
        """Return the initial position of an axis (rad or m), 0 for an axis that the joint does not have."""
        return dict(enumerate(self.starts.get(joint, ()))).get(axis, 0.0)

    @cached_property
    def displaced(self) -> dict[Id, Pose]:
        """How far links are from joint zero where the scene starts, for those that are elsewhere: a motion of the world."""
        return self.kinematics.moved({joint: tuple(map(float, q)) for joint, q in self.starts.items()}) if self.starts else {}

    def steered_to_start(self, pose: Pose, body: Id) -> Pose:
        """A pose of something on a body at the start: its numbers also change with the joints that have moved the body. body: a link."""
        moving = self._moving.get(body)
        return pose if moving is None else Pose(steered_by(pose.position, moving), steered_by(pose.rotation, moving))

    def steered_to_place(self, pose: Pose, model_id: Id) -> Pose:
        """The pose of a model that a thing in it places: it changes with the poses on the way to that thing."""
        if getattr(self.by_id[model_id], "placement_frame", None) is None:  # nearly all
            return pose
        ways: list[object] = []
        waiting, known = [model_id], set[tuple[Id, Id]]()
        while waiting:
            model = waiting.pop()
            at = getattr(self.by_id[model], "placement_frame", None)
            while at is not None and at != model and at in self.by_id and (model, at) not in known:
                known.add((model, at))
                node = self.by_id[at]
                ways.append(() if node.pose is None else (node.pose.position, node.pose.rotation))
                waiting += [at] if getattr(node, "placement_frame", None) is not None else []
                at = self.kinematics.reference(at)
        return Pose(steered_by(pose.position, *ways), steered_by(pose.rotation, *ways)) if ways else pose

    @cached_property
    def _moving(self) -> dict[Id, Sources]:
        """Link -> one leaf for the axes, places and initial positions of the joints that have moved it."""
        uses, found = self.request.uses, dict[Id, Sources]()
        if not self.displaced:
            return found
        for joint, parent, child in self.kinematics.tree():
            above = found.get(parent)
            if joint.id in self.starts:
                place = () if joint.pose is None else (joint.pose.position, joint.pose.rotation)
                says = (above, place, *((axis.xyz, axis.initial) for axis in joint.axes))
                above = Sources(uses.join(ids_of(says)))
            if above is not None:
                found[child] = above
        return found

    @cached_property
    def paths(self) -> dict[Id, str]:
        """Return what reports call models, links, joints and frames, by id."""
        return scene_paths(self.scene)

    @cached_property
    def parts(self) -> dict[int, str]:
        """Return what reports call shapes and sensors, which have no id, by identity."""
        return part_paths(self.scene)

    def connected(self, joint: Joint) -> dict[str, Any]:
        """Return what reports call the two links of a joint, as slots of a finding."""
        first, second = (self.kinematics.body_of(end) for end in (joint.parent, joint.child))
        return {"first": self.paths.get(first, first), "second": self.paths.get(second, second)}

    def path(self, node: Any) -> str:
        """Return what reports call a node: its path if it has one, else its name, else what it is."""
        found = self.paths.get(getattr(node, "id", ""), "") or self.parts.get(id(node), "") or self._inner.get(id(node), "")
        return found or str(getattr(node, "name", "") or type(node).__name__.lower())

    @cached_property
    def _inner(self) -> dict[int, str]:
        """Return the paths of actuators and of the lights of links, by identity."""
        motors = [(joint.id, each, each.name or each.kind) for joint in self.scene.joints for each in joint.actuators]
        lights = [(link.id, each, each.name or each.type) for link in self.scene.links for each in link.lights]
        return {id(each): f"{self.paths[owner]}::{name}" for owner, each, name in (*motors, *lights)}

    def report(
        self,
        row: Code,
        node: Any,
        /,
        *,
        at: str = "",
        subject: str = "",
        **said: Any,
    ) -> None:
        """Report something about a node of the scene, or about the field `at` in it; `Ledger.report` says what the words mean."""
        subject = subject or ".".join(filter(None, (self.path(node), at)))
        within = Within(self.parts.get(id(node), ""))
        self.request.ledger.report(row, node, at=at, subject=subject, within=within, **said)

    def source_of(self, value: object) -> Sources:
        """Return the values of the source that a value came from, for findings about what is printed all the same."""
        return Sources(self.request.uses.sources_of(value))

    def report_unless_own(self, row: Code, node: Any, /, **said: Any) -> None:
        """Report how the result differs from the source, which a scene of this format does not: there it stood so."""
        if not self.is_own:
            self.report(row, node, **said)

    def report_idle_rotation(self, link: Link) -> None:
        """Report the rotation of the inertial frame of a link whose tensor is the same about all axes. A tensor along the axes of the link
        shows nothing of it."""
        inertial = link.inertial
        if inertial is None or inertial.inertia is None or inertial.pose is None or inertial.pose.rotation == IDENTITY:
            return
        if inertial.inertia.is_round:
            self.report(INERTIA_ROTATION_INEFFECTIVE, link, about=inertial.pose.rotation)

    def report_placement(self, model: Model) -> None:
        """Report a model that a thing in it places, in a format that places bodies. Where that is its only link, the place of the link
        in the model does not matter."""
        if model.placement_frame is None:
            return
        self.report(MODEL_PLACEMENT_CONVERTED, model, about=model.placement_frame, value=self.paths.get(str(model.placement_frame), ""))
        if self._links is None:
            self._links = {}
            for link in self.scene.links:
                self._links.setdefault(link.model, []).append(link)
        links = self._links.get(model.id, [])
        if len(links) == 1 and links[0].id == model.placement_frame and links[0].pose is not None:
            self.report(LINK_POSE_INEFFECTIVE, links[0], about=links[0].pose)
