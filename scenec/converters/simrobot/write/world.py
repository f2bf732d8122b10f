"""The scene element: its attributes, solver, and user inputs."""

from __future__ import annotations

from scenec.accounting.findings import GRAVITY_DEFAULTED, STEP_DEFAULTED
from scenec.converters.common.single_robot import single_robot
from scenec.converters.simrobot.findings.writing import CONTACTS_APPROXIMATED, GRAVITY_APPROXIMATED, PHYSICS_STEP_DROPPED
from scenec.converters.simrobot.kinds import ACCELERATION, ANGLE, ANGULAR_VELOCITY, LENGTH, VELOCITY, split_number
from scenec.converters.simrobot.profile import GRAVITY, STEP
from scenec.converters.simrobot.write.context import Writing
from scenec.converters.simrobot.write.core3_findings import report_solver_settings
from scenec.converters.simrobot.write.values import count, number, number_text, spelled
from scenec.ir.base import Extra
from scenec.ir.physics_profile import PhysicsProfile, World
from scenec.ir.scene import Scene, UserInput
from scenec.syntax.element import Element
from scenec.syntax.said import Said, constant
from scenec.syntax.said import spelled as as_it_is
from scenec.trace import ids_of

UNITS = {"length": LENGTH, "velocity": VELOCITY, "acceleration": ACCELERATION, "angle": ANGLE, "angularVelocity": ANGULAR_VELOCITY}

SETTINGS = (
    ("CFM", "cfm"),
    ("ERP", "erp"),
    ("contactSoftCFM", "contact_cfm"),
    ("contactSoftERP", "contact_erp"),
    ("slip1", "slip1"),
    ("slip2", "slip2"),
)


def write_scene_element(writing: Writing, simulation: Element) -> Element:
    scene = writing.scene
    out = simulation.append("Scene", name=scene_name(writing, scene))
    for controller in scene.controllers[:1]:
        if controller.library is not None:
            out.set("controller", spelled(controller.library))
    worlds = scene.worlds
    if worlds:
        write_world(writing, out, worlds[0])
    write_simulator_defaults(writing, out)
    for one in scene.user_inputs:
        write_user_input(writing, out, one)
    return out


def scene_name(writing: Writing, scene: Scene) -> Said:
    """Return the name of the scene, else of the world, else of the only robot, else of the file: SimRobot needs one."""
    of_world = scene.worlds[0].name if scene.worlds else None
    robot = single_robot(scene.models)
    of_robot = robot.name if robot is not None and not scene.name and not of_world else None
    own = scene.name or of_world or of_robot or writing.request.stem
    return Said(spelled(own).text, ids_of((scene.name, of_world if of_world == own else None, of_robot)))


def write_world(writing: Writing, out: Element, world: World) -> None:
    background = world.look.background if world.look is not None else None
    if background is not None:
        if background != (0.0, 0.0, 0.0, 0.0):
            out.set("color", writing.colour(world, background, "background"))
        else:
            out.omit(background, (0.0, 0.0, 0.0, 0.0))
    profile = next((each for each in world.profiles if each.default), world.profiles[0] if world.profiles else None)
    if profile is not None:
        write_profile(writing, out, profile)
    if world.gravity is not None:
        write_gravity(writing, out, world)
    write_contacts(writing, out, world)


def write_contacts(writing: Writing, out: Element, world: World) -> None:
    """Write whether moving bodies touch each other. SimRobot has no switch for what they touch of static models."""
    off = world.contacts is not None and not world.contacts
    if off:
        out.set("bodyCollisions", Said("false", ids_of((world.contacts, world.moving_bodies_collide))))
        touching = [link for link in writing.scene.links if any(not each.sensing_only for each in link.collisions)]
        static = [link for link in touching if link.model in writing.static]
        if static and len(static) < len(touching):
            writing.report(
                CONTACTS_APPROXIMATED,
                world,
                about=world.contacts,
                subject="contacts",
                value="off",
                target=f"on for the collisions of {len(static)} static link{'s' * (len(static) > 1)}",
            )
        return
    if world.contacts is not None:
        out.omit(world.contacts, True)
    if world.moving_bodies_collide is None:
        return
    if world.moving_bodies_collide:
        out.omit(world.moving_bodies_collide, True)
    else:
        out.set("bodyCollisions", Said("false", ids_of(world.moving_bodies_collide)))


def write_simulator_defaults(writing: Writing, out: Element) -> None:
    """State gravity and step that the source leaves to its simulator, where SimRobot's defaults differ."""
    source = writing.request.source_format
    if not source or writing.is_own:
        return
    from scenec.converters import load

    record, worlds = load(source), writing.scene.worlds
    profiles = worlds[0].profiles if worlds else ()
    if (not worlds or worlds[0].gravity is None) and record.gravity is not None and record.gravity[2] != GRAVITY:
        value = number_text(record.gravity[2])
        out.set("gravity", constant(f"{value}m/s^2"))
        writing.report(GRAVITY_DEFAULTED, writing.scene, subject="gravity", target=f"{value} m/s^2")
    if not any(profile.step is not None for profile in profiles) and record.step is not None and record.step != STEP:
        value = number_text(record.step)
        out.set("stepLength", constant(f"{value}s"))
        writing.report(STEP_DEFAULTED, writing.scene, subject="step", target=f"{value} s")


def step_of(out: Element) -> float:
    """Return the step (s) of a written scene."""
    return float(split_number(str(out.attributes["stepLength"]))[0]) if "stepLength" in out.attributes else STEP


def write_gravity(writing: Writing, out: Element, world: World) -> None:
    assert world.gravity is not None
    x, y, z = world.gravity
    if z != GRAVITY:
        out.set("gravity", number(z, "m/s^2"))
    else:
        out.omit(z, GRAVITY)
    if not (x or y):
        out.omit((x, y), (0.0, 0.0))
        return
    writing.report(
        GRAVITY_APPROXIMATED,
        world,
        about=(x, y),
        subject="gravity",
        value=(float(x), float(y), float(z)),
        target=f"(0, 0, {number_text(z)})",
    )


def write_profile(writing: Writing, out: Element, profile: PhysicsProfile) -> None:
    """Write the engine settings of SimRobotCore2. Its successor has only the step."""
    engine, step = profile.engine, profile.step
    if engine is not None:
        out.omit_if(engine, "mujoco" if writing.core3 else "ode")
    if step is not None and step <= 0:
        writing.report(PHYSICS_STEP_DROPPED, profile, about=step, value=f"{number_text(step)} s", target=f"{number_text(STEP)} s")
    elif step is not None:
        if step != STEP:
            out.set("stepLength", number(step, "s"))
        else:
            out.omit(step, STEP)
    solver = profile.solver
    if solver is not None and writing.core3 and engine == "ode":
        report_solver_settings(writing, profile, solver)
    if solver is None or writing.core3 or engine not in (None, "ode"):
        return
    for attribute, field in SETTINGS:
        value = getattr(solver, field)
        if value is not None and 0 <= value <= 1:
            out.set(attribute, number(value))
    if solver.type == "quick":
        quick = out.append("QuickSolver", says=(solver.type,))
        for attribute, value, default in (("iterations", solver.iterations, 0), ("skip", solver.iteration_skip, 1)):
            if value is not None and value > default:
                quick.set(attribute, count(value))
            elif value is not None:
                quick.omit_if(value, default)


def write_user_input(writing: Writing, out: Element, one: UserInput) -> None:
    kind = UNITS.get(one.type)
    if kind is None:
        return
    element = out.append("UserInput")
    writing.name(element, one, without="UserInput")
    element.set("type", as_it_is(one.type))
    for attribute, value in (("min", one.lower), ("max", one.upper), ("default", one.default)):
        if attribute != "default" or value:
            element.set(attribute, number(value, kind.unit))
        else:
            element.omit(value, 0.0)


def write_empty_compound(scene: Element, extra: Extra) -> None:
    """Write a compound without any part, as it was."""
    opened: list[Element] = [scene]
    for item in extra.content:
        del opened[item.depth + 1 :]
        text = as_it_is(item.text) if item.text else None
        element = opened[-1].append(str(item.tag), text, says=(item.depth, item.tag, item.text if text is None else None))
        for name, value in item.attributes:
            element.set(str(name), as_it_is(value))
        opened.append(element)
