"""Read a robot: links, joints, materials, Gazebo's tags and drives become the neutral scene."""

from __future__ import annotations

import re

from scenec import ir
from scenec.converters.common.kept_text import KeptText
from scenec.converters.format import ReadRequest, ReadResult
from scenec.converters.urdf import vocabulary as v
from scenec.converters.urdf.findings.reading import GAZEBO_SHAPELESS_INEFFECTIVE, MIMIC_INVALID, WORLD_MASS_INEFFECTIVE
from scenec.converters.urdf.options import SRDF
from scenec.converters.urdf.profile import DRAKE_JOINT, DRAKE_TYPES, GROUND, VERSIONS
from scenec.converters.urdf.read.context import Reading
from scenec.converters.urdf.read.control import Drives, read_drives
from scenec.converters.urdf.read.document import document_of, is_xacro
from scenec.converters.urdf.read.element import Part
from scenec.converters.urdf.read.gazebo import UNTAGGED, GazeboTags, JointTags, read_gazebo, read_plugins, with_tags
from scenec.converters.urdf.read.joint import JointContent, mimic_of, read_joint_content
from scenec.converters.urdf.read.link import MASSLESS, LinkContent, read_link_content
from scenec.converters.urdf.read.loops import read_loops
from scenec.converters.urdf.read.material import Materials
from scenec.converters.urdf.read.referenced_files import PackageLocator
from scenec.converters.urdf.read.shape import read_origin
from scenec.converters.urdf.read.srdf import Semantics, read_srdf, semantics_of
from scenec.converters.urdf.read.tree import Tree, read_links, tree_of
from scenec.errors import PartError, ReadError
from scenec.ir import WORLD, Id
from scenec.trace import ids_of, traced
from scenec.xacro.document import ExpandedDocument

MODEL, STATIC_MODEL, WORLD_ID, GROUND_LINK = "model1", "model2", "world1", "ground"


def read(request: ReadRequest) -> ReadResult:
    """Return the scene of a URDF file, as urdfdom 6 reads it.

    ReadError where urdfdom refuses the file. Where it reports an error and still gives a robot, a finding of level error is made.
    """
    try:
        return _read(request)
    except ReadError as error:
        place = error.source
        if place is None or not is_xacro(request.name) or place.file in (request.shown, request.name, SRDF.of(request.options)):
            raise
        what = f"{error.what}, in a file that {request.shown} includes"
        raise type(error)(what, place, error.expected, error.nearest, error.hint) from None


def _read(request: ReadRequest) -> ReadResult:
    document = document_of(request)
    locator = PackageLocator(request.options.search_path)
    reading = Reading(document, request.ledger, request.options, locator, request.folder)
    robot = reading.root
    if robot.tag != "robot":
        raise robot.error(f"the outermost element is <{robot.tag}>", expected="<robot>")
    if (
        isinstance(document, ExpandedDocument)
        and not robot.has(v.ROBOT_NAME)
        and not any(each.tag == "link" for each in document.root.children)
    ):
        error = robot.error("the file makes no robot: it has no name and no links", hint="convert the file that includes its macros")
        raise PartError(error.what, error.source, error.expected, error.nearest, error.hint)
    name = robot.take(v.ROBOT_NAME)
    version = _version(robot)
    made = _Robot(robot, name)
    srdf = SRDF.of(request.options)
    files = list(document.files) if isinstance(document, ExpandedDocument) else [document.name]
    if srdf:
        other, root = read_srdf(request, reading, srdf)
        made.semantics = semantics_of(root, str(name), made.link_ids, made.joint_ids)
        files.append(other.name)
    scene = made.scene()
    if not isinstance(document, ExpandedDocument):  # whose text is a program that makes the robot
        request.ledger.kept = KeptText(request.data, scene, reading.files)
    return ReadResult(scene, version, tuple(files))


def _version(robot: Part) -> str:
    """Return the version, 1.0 without one. ReadError for a version that urdfdom 6 does not support."""
    text = robot.take(v.VERSION)
    robot.consumed(text)
    if str(text) not in VERSIONS:
        fault = "is not known" if re.fullmatch(r"\d+\.\d+", text) else "is not MAJOR.MINOR"
        raise robot.error(f"version {str(text)!r} {fault}", "version", expected=", ".join(VERSIONS))
    major, minor = text.split(".")
    robot.reading.version = (int(major), int(minor))
    return str(text)


class _Robot:
    """The parts of one robot, and the scene that is made of them."""

    def __init__(self, robot: Part, name: str) -> None:
        self.robot = robot
        self.name = name
        self.reading = robot.reading
        self.materials = Materials()
        for part in robot.every("material"):
            self.materials.add_global(part)
        links = read_links(robot)
        self.contents: dict[str, LinkContent] = {each: read_link_content(part, self.materials) for each, part in links.items()}
        joints = self._joints()
        self.tree: Tree = tree_of(robot, links, joints)
        self.joint_ids: dict[str, Id] = {str(joint.name): f"joint{number + 1}" for number, joint in enumerate(self.tree.joints)}
        self.link_ids: dict[str, Id] = {each: f"link{number + 1}" for number, each in enumerate(self.tree.links)}
        if self.tree.ground:
            self.link_ids[GROUND] = WORLD
        self.tags: GazeboTags = read_gazebo(robot, self.tree.links, set(self.joint_ids))
        self.drives: Drives = read_drives(robot, {str(joint.name): str(joint.type) for joint in self.tree.joints})
        self.materials.report_unused()
        self.semantics = Semantics()

    def _joints(self) -> list[JointContent]:
        known: dict[str, JointContent] = {}
        for part in (*self.robot.every("joint"), *self._joints_of_drake()):
            joint = read_joint_content(part)
            if str(joint.name) in known:
                raise part.error(f"joint {str(joint.name)!r} is defined twice", "name", hint="rename one of them")
            known[str(joint.name)] = joint
        return list(known.values())

    def _joints_of_drake(self) -> list[Part]:
        """Return the joints that only Drake reads (--lenient). Those of other types are kept for URDF."""
        parts = self.robot.every(DRAKE_JOINT)
        read = [part for part in parts if self.reading.options.lenient and part.node.attributes.get("type") in DRAKE_TYPES]
        for part in parts:
            if part not in read:
                part.leave()
        return read

    def scene(self) -> ir.Scene:
        """Return the scene: one model, and the ground as a static one if it has shapes."""
        links = tuple(self._link(name, part) for name, part in self.tree.links.items() if not (self.tree.ground and name == GROUND))
        joints = [self._joint(joint) for joint in self.tree.joints]
        loops, other_loops = read_loops(self.tags.robot.joints, joints, self.link_ids, MODEL)
        joints += loops
        plugins, of_plugins = read_plugins(self.tags.robot.plugins, joints)
        ground = self._ground()
        world = WORLD_ID if ground is not None else None
        extras = (*of_plugins, *self.drives.extras, *self.tags.robot.extras, *other_loops, *self.robot.rest(), *self.semantics.extras)
        robot = ir.Model(
            id=MODEL,
            name=self.name,
            world=world,
            pose=read_origin(self.robot),
            **{"self_collide": False, **self.tags.robot.fields},
            plugins=plugins,
            extras=extras,
            origin=self.robot.origin,
        )
        models: tuple[ir.Model, ...] = (robot,)
        if ground is not None:
            still = ir.Model(id=STATIC_MODEL, name=GROUND, world=world, static=True, origin=ground.origin)
            models, links = (*models, still), (*links, ground)
        return ir.Scene(
            framing="world" if ground is not None else "model",
            worlds=(ir.World(id=WORLD_ID, origin=self.robot.origin),) if ground is not None else (),
            models=models,
            links=links,
            joints=tuple(joints),
            excluded_pairs=self.semantics.pairs,
            named_poses=self.semantics.poses,
            meshes=tuple(map(self.reading.mesh_uses.with_names, self.reading.meshes.values())),
            origin=self.robot.origin,
        )

    def _link(self, name: str, part: Part) -> ir.Link:
        content = self.contents[name]
        joint = self.tree.joint_to.get(name)
        link = ir.Link(
            id=self.link_ids[name],
            name=part.take(v.LINK_NAME),
            model=MODEL,
            pose=joint.pose if joint is not None else None,
            relative_to=self._end(joint.parent) if joint is not None and str(joint.parent) != self._ground_name else None,
            inertial=content.inertial,
            collisions=content.collisions,
            visuals=content.visuals,
            extras=part.rest(),
            origin=part.origin,
        )
        return with_tags(link, self.tags.links.get(name), link.id)

    @property
    def _ground_name(self) -> str | None:
        return GROUND if self.tree.ground else None

    def _end(self, name: str) -> Id:
        return traced(self.link_ids[name], ids_of(name))

    def _ground(self) -> ir.Link | None:
        """Return the world as a static link if it has something to show or to touch. Its mass never counts."""
        part = self.tree.links.get(GROUND) if self.tree.ground else None
        if part is None:
            return None
        content, tags = self.contents[GROUND], self.tags.links.get(GROUND)
        part.consumed(part.take(v.LINK_NAME))
        if content.inertial is not MASSLESS:
            about = (content.inertial, _inertial_values(part))
            part.report(WORLD_MASS_INEFFECTIVE, about=about, value=float(content.inertial.mass or 0.0))
        extras = part.rest()
        if not (content.visuals or content.collisions or extras or tags):
            return None
        link = ir.Link(
            id=GROUND_LINK,
            name=GROUND,
            model=STATIC_MODEL,
            collisions=content.collisions,
            visuals=content.visuals,
            extras=extras,
            origin=part.origin,
        )
        return with_tags(link, tags, link.id)

    # -- joints

    def _joint(self, joint: JointContent) -> ir.Joint:
        name = str(joint.name)
        tags = self.tags.joints.get(name, UNTAGGED)
        actuators = self.drives.actuators.get(name, ())
        axes = tuple([self._axis(joint, tags, xyz) for xyz in joint.axes])
        extras, origin = (*joint.extras, *tags.extras, *joint.part.rest()), joint.part.origin
        if not axes and (tags.limits or tags.dynamics):
            values = (*tags.limits.values(), *tags.dynamics.values())
            joint.part.report(GAZEBO_SHAPELESS_INEFFECTIVE, about=values, value=name, kind="axis")
        return ir.Joint(
            id=self.joint_ids[name],
            name=joint.name,
            model=MODEL,
            type=joint.type,
            parent=self._end(joint.parent),
            child=self._end(joint.child),
            axes=axes,
            screw_pitch=joint.pitch,
            feedback=tags.feedback,
            actuators=actuators,
            sensors=tags.sensors,
            extras=extras,
            origin=origin,
        )

    def _axis(self, joint: JointContent, tags: JointTags, xyz: ir.Vec3) -> ir.Axis:
        limits, dynamics = {**joint.limits, **tags.limits}, {**joint.dynamics, **tags.dynamics}
        origin = joint.part.origin
        return ir.Axis(
            xyz=xyz,
            limits=ir.Limits(**limits, origin=origin) if limits else None,
            dynamics=ir.Dynamics(**dynamics, origin=origin) if dynamics else None,
            mimic=self._mimic(joint),
            initial=self.drives.initial.get(str(joint.name)),
            origin=origin,
        )

    def _mimic(self, joint: JointContent) -> ir.Mimic | None:
        """Return how a joint follows another, None (and a finding) where that is not there, or itself."""
        if joint.mimic is None:
            return None
        part, leader, _, _ = joint.mimic
        target = self.joint_ids.get(str(leader))
        if target is None or str(leader) == str(joint.name):
            why = "The joint would follow itself." if target is not None else f"The robot has no joint {str(leader)!r}."
            part.report(MIMIC_INVALID, about=part.pass_over(), value=str(leader), why=why)
            return None
        return mimic_of(joint, traced(str(target), ids_of(leader)))


def _inertial_values(part: Part) -> str:
    inertial = part.first("inertial")
    return inertial.pass_over() if inertial is not None else ""
