"""The SimRobot writer: .ros2, or .ros3 for the MuJoCo core.

Definitions come first (materials, lists of numbers), then the scene: its settings and lights, static parts in compounds, and the trees of
bodies, each at the pose of its model.
"""

from __future__ import annotations

from scenec.converters.common.findings import (
    MASS_INEFFECTIVE,
    MODEL_STATIC_INEFFECTIVE,
    SELF_COLLISION_APPROXIMATED,
    SELF_COLLISION_INEFFECTIVE,
)
from scenec.converters.format import WriteRequest, WriteResult
from scenec.converters.simrobot.findings.writing import MODEL_EMPTY_DROPPED, MODEL_LINKLESS_CONVERTED, SCENE_FRAMING_CONVERTED
from scenec.converters.simrobot.profile import CORE2, CORE3
from scenec.converters.simrobot.write.appearance import Appearances
from scenec.converters.simrobot.write.body import Bodies
from scenec.converters.simrobot.write.compound import Compounds, Nest
from scenec.converters.simrobot.write.context import Writing
from scenec.converters.simrobot.write.core3_findings import report_long_step, report_refusals
from scenec.converters.simrobot.write.light import write_default_lights, write_lights
from scenec.converters.simrobot.write.mesh import MeshLists
from scenec.converters.simrobot.write.number_range import keep_in_range
from scenec.converters.simrobot.write.shape import write_materials
from scenec.converters.simrobot.write.shared_definitions import Instance, instance_of, with_reuse
from scenec.converters.simrobot.write.structure import Structure
from scenec.converters.simrobot.write.world import step_of, write_empty_compound, write_scene_element
from scenec.errors import WriteError
from scenec.ir.base import WORLD, Id
from scenec.ir.joint import Joint
from scenec.ir.scene import Model
from scenec.syntax.element import Element
from scenec.syntax.simrobot_printing import print_simrobot
from scenec.syntax.simrobot_text import read_simrobot_text
from scenec.syntax.xml_printing import claims_of


def write(request: WriteRequest) -> WriteResult:
    """Write a scene. Raises WriteError for SimRobot's flat dialect, .ros2d, and for what its text cannot hold."""
    if request.suffix in (".ros2d", ".rsi2d"):
        raise WriteError("SimRobot's two-dimensional dialect (.ros2d) cannot be written", hint="write .ros2")
    version = request.options.version or (CORE3 if request.suffix in (".ros3", ".rsi3") else CORE2)
    writing = Writing(request, version)
    main = f"{request.stem}{request.suffix}"
    if writing.has_source:
        from scenec.converters.simrobot.write.kept import write_kept

        kept = write_kept(writing, main)
        if kept is not None:
            return kept
    parts, lists = Element("Simulation"), MeshLists(writing)
    scene = write_scene_element(writing, parts)
    report_framing(writing)
    write_lights(writing, scene)
    write_default_lights(writing, scene)
    plan = ScenePlan(writing, scene, Appearances(writing, lists))
    plan.write()
    instances = plan.instances
    del plan  # it knows a lot about each body, and what follows takes most memory
    if writing.core3:
        report_refusals(writing, step_of(scene))
        report_long_step(writing, step_of(scene))
    for extra in writing.scene.extras:
        if extra.format == "simrobot" and extra.key == "Compound" and extra.content:
            write_empty_compound(scene, extra)
    definitions = Element("Simulation")
    simulation = Element("Simulation", says=(write_materials(writing, definitions),))
    simulation.children = [*definitions.children, *lists.definitions(), *parts.children]
    keep_in_range(writing, simulation)
    files = {main: print_simrobot(simulation), **writing.images.files}
    expanded = WriteResult(main, files, version, writing.images.copies, claims={main: claims_of(simulation)}, read_back=read_simrobot_text)
    if writing.has_source:
        from scenec.converters.simrobot.write.kept import write_translated

        translated = write_translated(writing, expanded)
        if translated is not expanded:
            return translated
    return with_reuse(writing, simulation, expanded, instances)


def report_framing(writing: Writing) -> None:
    """Report that a model, light or actor becomes a scene."""
    framing = writing.scene.framing
    if framing != "world":
        writing.report(SCENE_FRAMING_CONVERTED, writing.scene, about=framing, subject="framing", value=framing, target="a scene")


class ScenePlan:
    """Writer of the models, in order."""

    def __init__(self, writing: Writing, scene: Element, appearances: Appearances) -> None:
        self.writing = writing
        self.structure = Structure(writing)
        self.bodies = Bodies(writing, self.structure, appearances)
        self.scene = scene
        self.compounds = Compounds(writing)
        self.nest = Nest(scene)
        self.instances: list[Instance] = []
        self.hanging: dict[Id, list[Joint]] = {}
        for joint in self.structure.carried.get(WORLD, ()):
            child = self.structure.links[self.structure.ends[joint.id][1]]
            self.hanging.setdefault(child.model, []).append(joint)

    def write(self) -> None:
        for model in self.writing.scene.models:
            self.writing.report_placement(model)
            if model.id in self.writing.static:
                self.write_static(model)
            else:
                self.write_moving(model)

    def _shown_by_parts(self, model: Model) -> list[object]:
        """Return what its links and the scene say of a model: its world, whether it moves, and its first link, which carries it. Reports
        what has no effect."""
        worlds = self.writing.scene.worlds
        says: list[object] = [model.static]
        if model.world is not None and worlds and model.world == worlds[0].id:
            says.append(model.world)
        if model.static is not None and model.parent in self.writing.static:
            self.writing.report(MODEL_STATIC_INEFFECTIVE, model, about=model.static, value="true" if model.static else "false")
        links = self.structure.by_model.get(model.id, [])
        if model.self_collide and (model.id in self.writing.static or len(links) < 2):
            why = "The model never moves." if model.id in self.writing.static else "The model has only one body."
            subject = self.writing.path(links[0]) if len(links) == 1 else ""
            self.writing.report(SELF_COLLISION_INEFFECTIVE, model, about=model.self_collide, value="true", why=why, subject=subject)
        if model.canonical_link is not None and links and links[0].id == model.canonical_link:
            says.append(model.canonical_link)
        return says

    def _report_linkless(self, model: Model) -> None:
        """Report a model without a link of its own. Nested models stand in the scene; without any, nothing of it is visible."""
        writing, shown = self.writing, self._shown_by_parts(model)
        inside = any(each.parent == model.id for each in writing.scene.models)
        writing.report(
            MODEL_LINKLESS_CONVERTED if inside else MODEL_EMPTY_DROPPED,
            model,
            about=(model.name, model.canonical_link, *shown),
            value=str(model.name or ""),
            target="the models in it" if inside else "",
        )

    def _report_apart(self, model: Model, trees: int) -> None:
        """Report several trees of one model, which touch each other in SimRobot in any case."""
        shaped = sum(bool(link.collisions) for link in self.structure.by_model.get(model.id, ()))
        if trees < 2 or shaped < 2 or model.self_collide is None or model.self_collide:
            return
        self.writing.report(
            SELF_COLLISION_APPROXIMATED,
            model,
            about=model.self_collide,
            value="no two links of it touch",
            target=f"links of its {trees} loose parts touch",
            why="Parts of a model that no joint connects are separate bodies in SimRobot.",
            what="The loose parts push each other where they meet.",
        )

    def write_static(self, model: Model) -> None:
        """Write a static model as a compound: the parts of the link at its frame, and a compound for every other link."""
        writing, links = self.writing, self.structure.by_model.get(model.id, [])
        if not links:
            self._report_linkless(model)
            return
        first = links[0]
        inside = writing.relative(first.id, model.id).pose
        is_first_own = inside.is_identity and first.name in (model.name, None)
        says = self._shown_by_parts(model)
        if is_first_own:
            says += [first.name, first.model, inside.position, inside.rotation]
        self.nest.close()
        outer = self.scene.append("Compound", says=says)
        writing.name(outer, model, without="Compound")
        writing.place(outer, writing.in_world(model.id))
        self.instances.append(instance_of(writing, model, outer))
        nest = Nest(outer)
        for i, link in enumerate(links):
            holder = outer
            if link.inertial is not None:
                writing.drop(link.inertial, MASS_INEFFECTIVE, node=link, why="The link never moves and needs no mass.")
            if i or not is_first_own:
                around = self.compounds.around(link)
                holder = nest.holder(around.chain).append("Compound", says=(link.model, around.says))
                writing.name(holder, link, without="Compound")
                writing.place(holder, writing.relative(link.id, model.id))
            self.bodies.write_parts(holder, link, moving=False)

    def write_moving(self, model: Model) -> None:
        """Write the trees of a model: free bodies and joints that the world holds."""
        writing, structure, model_id = self.writing, self.structure, model.id
        roots = [link for link in structure.by_model.get(model_id, ()) if link.id not in structure.hung]
        hanging = self.hanging.get(model_id, [])
        if not roots and not hanging:
            if model_id not in structure.by_model:
                self._report_linkless(model)
            return
        shown = self._shown_by_parts(model)
        self._report_apart(model, len(roots) + len(hanging))
        first = roots[0] if roots else structure.links[structure.ends[hanging[0].id][1]]
        around = self.compounds.of_model(model, first)
        says = (*shown, around.says)
        for number, root in enumerate(roots):
            holder = self.nest.holder(around.chain)
            body = self.bodies.write(holder, root.id, writing.in_world(root.id), says)
            self.instances.append(instance_of(writing, model, body, number))
        for joint in hanging:
            placed = writing.in_world(model_id)
            holder = self.nest.holder(around.chain)
            if holder is self.scene or not placed.pose.is_identity:
                holder = holder.append("Compound")
                writing.place(holder, placed)
            self.bodies.write_hanging(holder, joint, model_id, (*says, placed.pose.position, placed.pose.rotation))
