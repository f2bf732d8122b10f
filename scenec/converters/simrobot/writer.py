"""Writes a scene as SimRobot's .ros2, or .ros3 for its MuJoCo core.

Definitions come first (materials, lists of numbers), then the scene: its settings and lights, what stands still in compounds, and
the trees of bodies, each where its model stands.
"""

from __future__ import annotations

from typing import Any

from scenec.accounting.lens import unwrap
from scenec.converters.format import WriteRequest, WriteResult
from scenec.converters.simrobot.fold import Instance
from scenec.converters.simrobot.write_appearance import Appearances
from scenec.converters.simrobot.write_body import Bodies
from scenec.converters.simrobot.write_compound import Compounds, Nest
from scenec.converters.simrobot.write_context import Writing
from scenec.converters.simrobot.write_kept import write_kept, write_translated
from scenec.converters.simrobot.write_light import write_lights
from scenec.converters.simrobot.write_mesh import MeshLists
from scenec.converters.simrobot.write_range import keep_in_range
from scenec.converters.simrobot.write_reuse import instance_of, with_reuse
from scenec.converters.simrobot.write_shape import write_materials
from scenec.converters.simrobot.write_structure import Structure
from scenec.converters.simrobot.write_world import write_empty_compound, write_scene_element
from scenec.errors import WriteError
from scenec.ir.base import WORLD, Id
from scenec.syntax.simrobot_printing import print_simrobot
from scenec.syntax.xml_printing import Out


def write(request: WriteRequest) -> WriteResult:
    """Write a scene. Raises WriteError for SimRobot's flat dialect, .ros2d, and for what its text cannot hold."""
    if request.suffix in (".ros2d", ".rsi2d"):
        raise WriteError("SimRobot's two-dimensional dialect (.ros2d) cannot be written", hint="write .ros2")
    version = request.options.version or ("core3" if request.suffix in (".ros3", ".rsi3") else "core2")
    writing = Writing(request, version)
    main = f"{request.stem}{request.suffix}"
    kept = write_kept(writing, main)
    if kept is not None:
        return kept
    simulation, definitions = Out("Simulation"), Out("Simulation")
    lists = MeshLists(writing)
    scene = write_scene_element(writing, simulation)
    tell_framing(writing)
    write_lights(writing, scene)
    plan = ScenePlan(writing, scene, Appearances(writing, lists))
    plan.write()
    instances = plan.instances
    del plan  # it knows a lot about each body, and what follows takes most memory
    for extra in request.scene.extras:
        bare = unwrap(extra)
        if bare.format == "simrobot" and bare.key == "Compound" and bare.content:
            _ = extra.key
            write_empty_compound(scene, extra)
    for mesh in request.scene.meshes:
        if unwrap(mesh).data is None and not writing.from_simrobot:
            writing.drop(
                mesh, "mesh-missing-dropped", "warning", "geometry", subject=str(unwrap(mesh).uri), value=str(unwrap(mesh).uri),
                because="SimRobot needs the numbers of a mesh, and its file is not there",
                consequence="what shows or touches as it is gone",
                hint="name the folder that holds it with --search-path",
            )  # fmt: skip
    write_materials(writing, definitions)
    simulation.children[:0] = [*definitions.children, *lists.definitions]
    keep_in_range(writing, simulation)
    expanded = WriteResult(main, {main: print_simrobot(simulation)}, version, writing.images.copies)
    translated = write_translated(writing, expanded)
    return with_reuse(writing, simulation, expanded, instances) if translated is expanded else translated


def tell_framing(writing: Writing) -> None:
    """Files of SimRobot are scenes."""
    framing = writing.scene.framing
    if framing == "world":
        return
    _ = writing.request.scene.framing
    writing.tell(
        writing.request.scene, "scene-framing-converted", "converted", "note", "metadata", about=framing, subject="framing", value=framing,
        target="a scene", because=f"files of SimRobot are scenes; this {framing} stands at the origin of one, alone",
        consequence="there is nothing to stand on and no light unless the file says so",
    )  # fmt: skip


class ScenePlan:
    """Writes the models in order."""

    def __init__(self, writing: Writing, scene: Out, appearances: Appearances) -> None:
        self.writing = writing
        self.structure = Structure(writing)
        self.bodies = Bodies(writing, self.structure, appearances)
        self.scene = scene
        self.compounds = Compounds(writing)
        self.nest = Nest(scene)
        self.instances: list[Instance] = []
        self.hanging: dict[Id, list[Id]] = {}
        for joint in self.structure.carried.get(WORLD, ()):
            child = self.structure.links[self.structure.ends[joint.id][1]]
            self.hanging.setdefault(child.model, []).append(joint.id)

    def write(self) -> None:
        for model in self.writing.request.scene.models:
            if unwrap(model).id in self.writing.static:
                self.write_static(model)
            else:
                self.write_moving(model)

    def _read_model(self, model: Any) -> None:
        bare, worlds = unwrap(model), self.writing.scene.worlds
        if bare.world is not None and worlds and bare.world == worlds[0].id:
            _ = model.world
        _ = model.static
        if bare.static is not None and bare.parent in self.writing.static:
            self.writing.tell(
                model, "model-static-ineffective", "dropped", "note", "physics", about=bare.static,
                value="true" if bare.static else "false",
                because="the model around it stands still", consequence="nothing: it stands still with it",
            )  # fmt: skip
        links = self.structure.by_model.get(bare.id, [])
        if bare.self_collide and (bare.id in self.writing.static or len(links) < 2):
            self.writing.tell(
                model, "self-collision-ineffective", "dropped", "note", "physics", about=bare.self_collide, value="true",
                because="it does not move, or has one body only", consequence="nothing: no two parts of it could push each other",
            )  # fmt: skip
            _ = model.self_collide
        if bare.canonical_link is not None and links and links[0].id == bare.canonical_link:
            _ = model.canonical_link  # the first link carries the model anyway

    def _tell_linkless(self, model: Any) -> None:
        """A model without a link of its own: what is nested in it stands in the scene; without that, nothing of it shows."""
        self._read_model(model)
        _ = (model.name, model.canonical_link)
        bare, writing = unwrap(model), self.writing
        inside = any(each.parent == bare.id for each in writing.scene.models)
        writing.tell(
            model, "model-linkless-converted" if inside else "model-empty-dropped", "converted" if inside else "dropped",
            "note" if inside else "warning", "naming", about=(bare.name, bare.canonical_link, bare.static),
            value=bare.name or "", target="the models in it" if inside else "",
            because="only what has a body, a shape or a place has a name in SimRobot",
            consequence="the models in it go by their own names" if inside else "there was nothing in it to see or touch",
        )  # fmt: skip

    def _tell_placement(self, model: Any) -> None:
        """A model may be placed by a link of it, which becomes a place of the model itself."""
        bare = unwrap(model)
        if bare.placement_frame is None:
            return
        self.writing.tell(
            model,
            "model-placement-converted",
            "converted",
            "note",
            "physics",
            about=bare.placement_frame,
            value=self.writing.paths.get(bare.placement_frame, ""),
            because="SimRobot places bodies, not models by one of their parts",
        )
        self.writing.tell_only_link(bare)

    def _tell_apart(self, model: Any, trees: int) -> None:
        """Several trees of one model touch each other in SimRobot, whatever the model says."""
        bare = unwrap(model)
        shaped = sum(bool(link.collisions) for link in self.structure.by_model.get(bare.id, ()))
        if trees < 2 or shaped < 2 or bare.self_collide is None or bare.self_collide:
            return
        self.writing.tell(
            model, "self-collision-approximated", "approximated", "error", "physics", about=bare.self_collide,
            value="no two links of it touch", target=f"links of its {trees} loose parts touch",
            because="parts of a model that no joint connects are bodies of their own in SimRobot",
            consequence="they push each other where they meet", hint="connect them by joints",
        )  # fmt: skip

    def write_static(self, model: Any) -> None:
        """One compound: the parts of the link that stands where the model does, and a compound for every other link."""
        writing, links = self.writing, self.structure.by_model.get(unwrap(model).id, [])
        if not links:
            self._tell_linkless(model)
            return
        self._read_model(model)
        self.nest.close()
        outer = self.scene.add("Compound")
        writing.name(outer, model, without="Compound")
        writing.place(outer, writing.along(unwrap(model).id, None))
        self.instances.append(instance_of(writing, model, outer))
        nest = Nest(outer)
        for i, link in enumerate(links):
            seen = writing.seen[link.id]
            holder = outer
            placed = writing.along(link.id, unwrap(model).id)
            own = i == 0 and placed.pose.is_identity and (link.name == unwrap(model).name or link.name is None)
            _ = (seen.name, seen.model)
            if link.inertial is not None:
                writing.drop(
                    seen.inertial,
                    "mass-ineffective",
                    "note",
                    "physics",
                    node=link,
                    because="what never moves needs no mass",
                    consequence="nothing: it does not move",
                )
            if not own:
                holder = nest.holder(self.compounds.around(seen)).add("Compound")
                writing.name(holder, seen, without="Compound")
                writing.place(holder, placed)
            self.bodies.write_parts(holder, seen, link.id, moving=False)

    def write_moving(self, model: Any) -> None:
        """The trees of a model: free bodies and joints that the world holds."""
        writing, structure, model_id = self.writing, self.structure, unwrap(model).id
        roots = [link for link in structure.by_model.get(model_id, ()) if link.id not in structure.hung]
        hanging = self.hanging.get(model_id, [])
        if not roots and not hanging:
            if model_id not in structure.by_model:
                self._tell_linkless(model)
            return
        self._read_model(model)
        self._tell_placement(model)
        self._tell_apart(model, len(roots) + len(hanging))
        first = roots[0] if roots else structure.links[structure.ends[hanging[0]][1]]
        chain = self.compounds.of_model(model, writing.seen[first.id])
        for number, root in enumerate(roots):
            holder = self.nest.holder(chain)
            self.bodies.write(holder, root.id, writing.along(root.id, None))
            self.instances.append(instance_of(writing, model, holder.children[-1], number))
        for joint_id in hanging:
            placed = writing.along(model_id, None)
            holder = self.nest.holder(chain)
            if holder is self.scene or not placed.pose.is_identity:
                holder = holder.add("Compound")
                writing.place(holder, placed)
            self.bodies.write_hanging(holder, joint_id, model_id)
