"""Writes a robot: materials, links, joints, drives, blocks for Gazebo."""

from __future__ import annotations

from scenec.converters.common.findings import GRAVITY_DROPPED, STEP_DROPPED
from scenec.converters.common.options import READY
from scenec.converters.format import WriteRequest, WriteResult
from scenec.converters.urdf.findings import writing as findings
from scenec.converters.urdf.options import PACKAGE_NAME
from scenec.converters.urdf.profile import GROUND, VERSIONS
from scenec.converters.urdf.write.assets import Assets
from scenec.converters.urdf.write.context import Writing
from scenec.converters.urdf.write.control import Drives
from scenec.converters.urdf.write.controllers import driven, parameters, run_by_plugins
from scenec.converters.urdf.write.extras import restore
from scenec.converters.urdf.write.frames import write_frames
from scenec.converters.urdf.write.gazebo import write_robot_tags
from scenec.converters.urdf.write.joint import Joints
from scenec.converters.urdf.write.kept_text import keep_findings, kept_text
from scenec.converters.urdf.write.link import Links
from scenec.converters.urdf.write.loops import write_loops
from scenec.converters.urdf.write.materials import Materials
from scenec.converters.urdf.write.meshes import Meshes
from scenec.converters.urdf.write.package import package_files, package_name
from scenec.converters.urdf.write.shape import Shapes
from scenec.converters.urdf.write.tree import Tree
from scenec.converters.urdf.write.values import write_origin
from scenec.ir.base import Id
from scenec.ir.joint import Joint
from scenec.ir.link import Link
from scenec.ir.names import Unique
from scenec.ir.scene import Model, Scene
from scenec.syntax.claims import Claims
from scenec.syntax.element import Element
from scenec.syntax.said import Said, constant
from scenec.syntax.sealed import SealedParts
from scenec.syntax.xml import read_xml
from scenec.syntax.xml_printing import print_xml, take_claims
from scenec.trace import ids_of

EARTH = 9.81
"""Gravity of the simulators that robots are loaded into (m/s^2)."""


def write(request: WriteRequest) -> WriteResult:
    """Write a robot. Raises WriteError for text that XML cannot hold."""
    is_package = request.options.layout == "package"
    package = package_name(PACKAGE_NAME.of(request.options), request.stem) if is_package else ""
    assets = Assets(request, package)
    kept = None if is_package else kept_text(request, assets.refer)
    of_ros = run_by_plugins(request.scene)
    said, beside, about = Claims(), dict[str, bytes](), dict[str, Claims]()
    if kept is not None:
        request.uses.claim_all()
        # A text that is reused stays unchanged.
        commands = driven(request.scene.joints, lambda joint: str(joint.name), of_ros, plugins=False)
        text, comments, version = kept.content, kept.comments, request.source_version or VERSIONS[0]
    else:
        assets, comments = Assets(request, package), 0
        robot = _Robot(request, assets)
        root = robot.element()
        text, said, version = print_xml(root), take_claims(root), robot.version
        commands = driven(robot.driven, lambda joint: robot.writing.joint_names[joint.id].text, of_ros, plugins=READY.of(request.options))
        if is_package:
            beside, about = package_files(package, root.attributes["name"], robot.writing, commands)
    if READY.of(request.options) and commands and not is_package:
        name = f"{request.stem}_controllers.yaml"
        beside[name] = parameters(commands)
        joints = sum(map(len, commands.values()))
        request.ledger.report(findings.CONTROLLERS_DEFAULTED, subject=name, target=name, joints=joints)
    if of_ros and (is_package or READY.of(request.options)):
        plugin = str(next(iter(of_ros.values())).filename)
        request.ledger.report(findings.CONTROLLERS_OF_PLUGIN, subject=plugin, plugin=plugin, joints=len(of_ros))
    if request.is_of("urdf"):
        keep_findings(request.ledger, is_kept=kept is not None)
    main = "robot.urdf" if is_package else f"{request.stem}.urdf"
    files = {main: text, **assets.files, **beside}
    same_text = {main: request.ledger.documents[0]} if kept is not None else {}
    claims = {main: said, **assets.claims, **about}
    return WriteResult(main, files, version, assets.copies, comments, claims, read_xml, same_text)


class _Robot:
    """One robot in the making."""

    def __init__(self, request: WriteRequest, assets: Assets) -> None:
        self.request = request
        self.writing = Writing(request)
        self.assets = assets
        self._texts = SealedParts()
        self.tree = Tree(self.writing)
        self.members: dict[Id, list[object]] = {}
        """Model -> what its links, joints and frames say of it: that they are in it."""
        for group in (request.scene.links, request.scene.joints, request.scene.frames):
            for each in group:
                if each.model is not None:
                    self.members.setdefault(str(each.model), []).append(each.model)

    @property
    def driven(self) -> list[Joint]:
        """The joints that ros2_control may drive: those of the tree."""
        return [joint for joint in self.writing.scene.joints if self.tree.written(joint)]

    @property
    def version(self) -> str:
        """The version asked for, or the first that has everything that is written."""
        asked = self.request.options.version
        needed = f"{self.writing.version[0]}.{self.writing.version[1]}"
        return max(asked or VERSIONS[0], needed, key=VERSIONS.index)

    def element(self) -> Element:
        """Return the whole robot."""
        writing, tree, scene = self.writing, self.tree, self.request.scene
        main = self._main_model()
        writing.main = None if main is None else str(main.id)
        writing.name_all(has_world=tree.root is None or not writing.is_own or writing.by_id[tree.root].name == GROUND)
        name, says = self._name(main)
        root = Element("robot", says=says)
        root.set("name", name)
        materials = Materials(writing, self.assets)
        links = Links(writing, tree, Shapes(writing, materials, Meshes(writing, self.assets)))
        joints = Joints(writing, tree, links)
        bodies = [Element("link", name=constant("world"))] if tree.has_world and tree.ground is None else []
        bodies += [self._complete(links.write(link)) for link in scene.links]
        held = joints.made()
        held += [self._complete(joints.write(joint)) for joint in scene.joints if tree.written(joint)]
        frames, fixed = write_frames(writing, links)
        write_loops(writing, joints, tree.cut)
        drives = Drives(writing, tree, name.text)
        write_robot_tags(writing, scene.models, all_static=tree.all_static)
        version = self.version
        if version != VERSIONS[0]:
            root.set("version", constant(version))
        if tree.root is not None:
            write_origin(root, writing.in_world(links.frames[tree.root]))
        root.children += [*materials.entries, *bodies, *frames, *held, *links.beside, *fixed, *drives.entries]
        for model in scene.models:
            restore(root, model.extras)
        root.children += writing.gazebo_blocks()
        self._report_world()
        return root

    def _complete(self, part: Element) -> Element:
        """A link or joint that will not change any more: its text is kept instead of its elements, which take many times as much."""
        part.seal(1, self._texts)
        return part

    # -- the robot as a whole

    def _main_model(self) -> Model | None:
        """Return the model that gives the robot its name: the first that moves, else the first."""
        models = self.request.scene.models
        for model in models:
            if model.id not in self.writing.static and model.parent is None:
                return model
        return models[0] if models else None

    def _name(self, main: Model | None) -> tuple[Said, list[object]]:
        """Return the name of the robot, and what the root says: which models and worlds its links are of."""
        writing, scene = self.writing, self.request.scene
        says: list[object] = [scene.framing]
        worlds = {world.id for world in scene.worlds[:1]}
        for model in scene.models:
            if model.world in worlds:
                says.append(model.world)
            if model.static and not self.tree.all_static and not self._is_of_ground(model):
                writing.report(findings.MODEL_STATIC_WELDED, model, about=model.static)
            writing.report_placement(model)
            if self._is_of_ground(model):
                says += (model.static, model.name, *self.members.get(model.id, ()))
            elif main is not None and model.id != main.id:
                self._report_merged(model)
        if main is None:
            return constant(str(scene.name or self.request.stem)), [*says, scene.name]
        name = main.name
        text = str(name) if name is not None else self.request.stem
        if scene.name is not None and scene.name == text:
            says.append(scene.name)
        for world in scene.worlds[:1]:
            if world.name is not None and world.name == text:
                says.append(world.name)
        return Said(text, ids_of(name)), says

    def _is_of_ground(self, model: Model) -> bool:
        """Return whether a model is the ground, which its link `world` says."""
        ground = self.tree.ground
        alone = len(self.members.get(model.id, ())) == 1 and model.name in (None, "world")
        return alone and ground is not None and self.writing.by_id[ground].model == model.id

    def _report_merged(self, model: Model) -> None:
        """A robot is one model. The links of others are in it, too."""
        about = (model.name, model.parent, *self.members.get(model.id, ()))
        self.writing.report(findings.MODEL_MERGED, model, about=about, value=str(model.name or "model"))

    def _report_world(self) -> None:
        """Report gravity, step and lights, which a robot cannot state."""
        unique = Unique()
        scene = self.request.scene
        holders: list[tuple[str, Scene | Link]] = [("", scene)]
        holders += [(f"{self.writing.paths[link.id]}::", link) for link in scene.links if link.lights]
        for above, holder in holders:
            for light in holder.lights:
                called = unique(f"{above}{light.name or light.type}")
                self.writing.report(findings.LIGHT_DROPPED, light, about=light, subject=called, value=called)
        for world in scene.worlds[:1]:
            if world.gravity is not None:
                difference = max(abs(a - b) for a, b in zip(world.gravity, (0.0, 0.0, -EARTH), strict=True))
                self.writing.report(
                    GRAVITY_DROPPED,
                    world,
                    level="note" if difference <= 0.01 * EARTH else "error",
                    about=world.gravity,
                    subject="gravity",
                    value=" ".join(f"{float(part):g}" for part in world.gravity) + " m/s^2",
                    target="the default of the simulator",
                    why="URDF describes a robot, not a world.",
                )
            chosen = next((i for i, profile in enumerate(world.profiles) if profile.default), 0)
            step = world.profiles[chosen].step if world.profiles else None
            if step is not None:
                self.writing.report(
                    STEP_DROPPED,
                    world,
                    level="note",
                    about=step,
                    subject="step",
                    value=f"{float(step):g} s",
                    target="the default of the simulator",
                    why="URDF describes a robot, not a world.",
                )
