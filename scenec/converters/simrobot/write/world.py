"""The scene element: its attributes, solver, and user inputs."""

from __future__ import annotations

from typing import Any

from scenec.accounting.lens import unwrap
from scenec.converters.common.findings import GRAVITY_DEFAULTED, STEP_DEFAULTED
from scenec.converters.simrobot.findings.writing import GRAVITY_APPROXIMATED, PHYSICS_STEP_DROPPED
from scenec.converters.simrobot.kinds import ACCELERATION, ANGLE, ANGULAR_VELOCITY, LENGTH, VELOCITY, split_number
from scenec.converters.simrobot.profile import GRAVITY, STEP
from scenec.converters.simrobot.write.context import Writing
from scenec.converters.simrobot.write.core3_findings import report_solver_settings
from scenec.converters.simrobot.write.values import count, number, spelled
from scenec.ir.base import Extra
from scenec.ir.physics_profile import PhysicsProfile, World
from scenec.ir.scene import Scene, UserInput
from scenec.syntax.xml_printing import Out

UNITS = {"length": LENGTH, "velocity": VELOCITY, "acceleration": ACCELERATION, "angle": ANGLE, "angularVelocity": ANGULAR_VELOCITY}

SETTINGS = (
    ("CFM", "cfm"),
    ("ERP", "erp"),
    ("contactSoftCFM", "contact_cfm"),
    ("contactSoftERP", "contact_erp"),
    ("slip1", "slip1"),
    ("slip2", "slip2"),
)


def write_scene_element(writing: Writing, simulation: Out) -> Out:
    scene = writing.request.scene
    out = Out("Scene", None, name=scene_name(writing, scene))
    simulation.children.append(out)
    for controller in scene.controllers[:1]:
        library = unwrap(controller).library
        if library is not None:
            out.attributes["controller"] = spelled(controller.library or "")
    worlds = scene.worlds
    if worlds:
        write_world(writing, out, worlds[0])
    write_simulator_defaults(writing, out)
    for one in scene.user_inputs:
        write_user_input(writing, out, one)
    return out


def scene_name(writing: Writing, scene: Scene) -> str:
    """Return the name of the scene, else of the world, else of the file: SimRobot needs one."""
    own = scene.name or (unwrap(scene).worlds[0].name if unwrap(scene).worlds else None) or writing.request.stem
    if unwrap(scene).worlds and unwrap(scene).worlds[0].name in (None, own):
        _ = scene.worlds[0].name
    return spelled(str(own))


def write_world(writing: Writing, out: Out, world: World) -> None:
    bare = unwrap(world)
    if bare.look is not None and bare.look.background is not None and world.look is not None:
        background = world.look.background
        assert background is not None
        if background != (0.0, 0.0, 0.0, 0.0):
            out.attributes["color"] = writing.colour(world, background, "background")
    profile = next((each for each in world.profiles if unwrap(each).default), world.profiles[0] if world.profiles else None)
    if profile is not None:
        write_profile(writing, out, profile)
    if bare.gravity is not None:
        write_gravity(writing, out, world)
    if world.moving_bodies_collide is not None and not world.moving_bodies_collide:
        out.attributes["bodyCollisions"] = "false"


def write_simulator_defaults(writing: Writing, out: Out) -> None:
    """State gravity and step that the source leaves to its simulator, where SimRobot's defaults differ."""
    source = writing.request.source_format
    if not source or writing.from_simrobot:
        return
    from scenec.converters import load

    record, worlds = load(source), writing.scene.worlds
    profiles = worlds[0].profiles if worlds else ()
    if (not worlds or worlds[0].gravity is None) and record.gravity is not None and record.gravity[2] != GRAVITY:
        text = out.attributes["gravity"] = f"{number(record.gravity[2])}m/s^2"
        writing.tell(writing.request.scene, GRAVITY_DEFAULTED, subject="gravity", target=text)
    if not any(profile.step is not None for profile in profiles) and record.step is not None and record.step != STEP:
        text = out.attributes["stepLength"] = f"{number(record.step)}s"
        writing.tell(writing.request.scene, STEP_DEFAULTED, subject="step", target=text)


def step_of(out: Out) -> float:
    """Return the step (s) of a written scene."""
    return float(split_number(str(out.attributes["stepLength"]))[0]) if "stepLength" in out.attributes else STEP


def write_gravity(writing: Writing, out: Out, world: World) -> None:
    assert world.gravity is not None
    x, y, z = world.gravity
    if z != GRAVITY:
        out.attributes["gravity"] = f"{number(z)}m/s^2"
    if x or y:
        writing.tell(
            world,
            GRAVITY_APPROXIMATED,
            about=(x, y),
            subject="gravity",
            value=(float(x), float(y), float(z)),
            target=f"(0, 0, {number(z)})",
        )


def write_profile(writing: Writing, out: Out, profile: PhysicsProfile) -> None:
    """Write the engine settings of SimRobotCore2. Its successor has only the step."""
    engine = unwrap(profile).engine
    if engine == ("mujoco" if writing.core3 else "ode"):
        _ = profile.engine
    step = unwrap(profile).step
    if step is not None and step <= 0:
        writing.tell(profile, PHYSICS_STEP_DROPPED, about=step, value=f"{number(step)} s", target=f"{number(STEP)} s")
    elif profile.step is not None and profile.step != STEP:
        out.attributes["stepLength"] = f"{number(profile.step)}s"
    solver = profile.solver
    if solver is not None and writing.core3 and engine == "ode":
        report_solver_settings(writing, profile, solver)
    if solver is None or writing.core3 or engine not in (None, "ode"):
        return
    for attribute, field in SETTINGS:
        value = getattr(unwrap(solver), field)
        if value is not None and 0 <= value <= 1:
            out.attributes[attribute] = number(getattr(solver, field))
    if unwrap(solver).type == "quick":
        _ = solver.type
        quick = out.add("QuickSolver")
        if solver.iterations is not None and solver.iterations > 0:
            quick.attributes["iterations"] = count(solver.iterations)
        if solver.iteration_skip is not None and solver.iteration_skip > 1:
            quick.attributes["skip"] = count(solver.iteration_skip)


def write_user_input(writing: Writing, out: Out, one: UserInput) -> None:
    kind = UNITS.get(unwrap(one).type)
    if kind is None:
        return
    element = out.add("UserInput")
    writing.name(element, one, without="UserInput")
    element.attributes["type"] = str(one.type)
    for attribute, value in (("min", one.lower), ("max", one.upper), ("default", one.default)):
        if attribute != "default" or value:
            element.attributes[attribute] = f"{number(value)}{kind.unit}"


def write_empty_compound(scene: Out, extra: Extra) -> None:
    """Write a compound without any part, as it was."""
    opened: list[Out] = [scene]
    for item in extra.content:
        element: Any = Out(str(item.tag))
        for name, value in item.attributes:
            element.attributes[str(name)] = str(value)
        element.text = str(item.text) or None
        del opened[item.depth + 1 :]
        opened[-1].children.append(element)
        opened.append(element)
