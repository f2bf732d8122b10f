"""State of the writer while one robot is written: names, poses at joint zero, the blocks for Gazebo, and findings."""

from __future__ import annotations

from collections import Counter

from scenec.converters.common.findings import NAME_MADE_UNIQUE
from scenec.converters.common.poses_in_frames import PosesInFrames
from scenec.converters.format import WriteRequest
from scenec.converters.urdf.findings import writing as findings
from scenec.converters.urdf.profile import GROUND
from scenec.ir.base import WORLD, Id
from scenec.ir.joint import Joint
from scenec.ir.link import Link
from scenec.ir.names import Unique
from scenec.ir.scene import Frame
from scenec.syntax.element import Element
from scenec.syntax.said import Said, constant, spelled
from scenec.trace import ids_of


class Writing(PosesInFrames):
    """One run of the writer. version: the least that can say what was written so far, as a pair that compares."""

    format = "urdf"

    def __init__(self, request: WriteRequest) -> None:
        super().__init__(request)
        self.version = (1, 0)
        self.link_names: dict[Id, Said] = {}
        self.joint_names: dict[Id, Said] = {}
        """The link or joint whose parts are written."""
        self.main: Id | None = None
        """The model that the robot is named after."""
        self.colliding = {model.id for model in self.scene.models if model.self_collide}
        """Models of which two links that share no joint touch."""
        self.ground: Id | None = next((link.id for link in self.scene.links if self._is_ground(link)), None)
        """The link that is written as `world` itself. It is no link of the robot for those who read it: no tag changes what touches it."""
        grounds = {link.model for link in self.scene.links if link.id == self.ground}
        sizes = Counter(link.model for link in self.scene.links if link.id != self.ground)
        self.merged = len(sizes) > 1
        """Whether links of several models are in the robot, which touch each other although they share no joint."""
        self.alone = {model for model, size in sizes.items() if size == 1}
        others = {model.id for model in self.scene.models if model.id in sizes or model.id not in grounds}
        self.all_collide = self.merged or (bool(self.colliding) and self.colliding >= others)
        self._gazebo: dict[str, Element] = {}

    def require_version(self, major: int, minor: int) -> None:
        """Raise the version of the result to one that has what was written."""
        self.version = max(self.version, (major, minor))

    # -- names

    def name_all(self, *, has_world: bool) -> None:
        """Give links and joints their names, each once. Tags of Gazebo refer to either by its name, and SDFormat has one scope for both, so
        a joint gets no link's name; a robot that was read from URDF keeps its own. has_world: the name of the ground is taken, which
        Drake and MuJoCo give to no other link."""
        links = Unique(("world",) if has_world else ())
        joints = Unique() if self.is_own else links
        for link in self.scene.links:
            if link.id == self.ground:
                self.link_names[link.id] = spelled(link.name or "world")
            else:
                wanted = self.paths[link.id].replace("::", "_") if self.merged else "link"  # by the path that findings call it by
                self.link_names[link.id] = self._named(link, wanted, links)
        for joint in self.scene.joints:
            self.joint_names[joint.id] = self._named(joint, "joint", joints)
        self.unique_joint = joints
        self.unique_link = links

    def _named(self, node: Link | Joint, otherwise: str, unique: Unique) -> Said:
        name = node.name
        wanted = str(name) if name is not None and (str(name) or self.is_own) else otherwise
        given = unique(wanted)
        if given != wanted and name is not None:
            self.report(NAME_MADE_UNIQUE, node, about=name, value=wanted, target=given)
        return Said(given, ids_of(name))

    def of_robot(self, node: Link | Joint | Frame) -> tuple[object, ...]:
        """Return what a link, joint or frame says by being in the robot: that it belongs to the model which the robot is named after."""
        return (node.model,) if self.main is not None and node.model == self.main else ()

    def report_end(self, node: Joint | Frame, end: Id, body: Id) -> None:
        """Report an end of a joint or a carrier of a frame that is no link itself."""
        if str(end) != body and end != WORLD:
            self.report(findings.END_RESOLVED, node, about=end, value=self.paths.get(str(end), str(end)))

    # -- blocks for Gazebo

    def gazebo(self, reference: str) -> Element:
        """Return the block of a link or joint ("": the robot)."""
        found = self._gazebo.get(reference)
        if found is None:
            found = self._gazebo[reference] = Element("gazebo")
            if reference:
                found.set("reference", constant(reference))
        return found

    def gazebo_blocks(self) -> list[Element]:
        """Return the blocks that say something, the robot's first."""
        blocks = sorted(self._gazebo.items(), key=lambda each: each[0] != "")
        return [block for _, block in blocks if block.has_children]

    # -- places

    def _is_ground(self, link: Link) -> bool:
        """Return whether a link is the world itself: a static one of that name, in the frame of the world."""
        return link.name == GROUND and self.is_static(link.id) and self.kinematics.at_zero(link.id).is_identity

    def is_static(self, link_id: Id) -> bool:
        """Return whether a link never moves; so is the world."""
        if link_id == WORLD:
            return True
        link = self.by_id.get(link_id)
        return link is not None and link.model in self.static
