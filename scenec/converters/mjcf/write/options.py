"""The settings of a whole file: units, gravity, step, integrator, and the classes of geoms."""

from __future__ import annotations

import math
from typing import Any

from scenec.accounting.findings import GRAVITY_DEFAULTED, STEP_DEFAULTED
from scenec.converters.mjcf.findings import writing as findings
from scenec.converters.mjcf.profile import GRAVITY, STEP
from scenec.converters.mjcf.write.context import Writing
from scenec.converters.mjcf.write.geoms import CLASSES
from scenec.converters.mjcf.write.restoring import setting
from scenec.converters.mjcf.write.values import count, number, vector
from scenec.ir.overlap import Solids
from scenec.syntax.element import Element
from scenec.syntax.kinds import shown
from scenec.syntax.said import Said, constant, spelled
from scenec.trace import ids_of

SOLVERS = ("PGS", "CG", "Newton")
INTEGRATOR = "implicitfast"
"""Integrates damping and gains of velocity implicitly, so that servos may be stiff."""


def step_of(writing: Writing) -> float:
    """Return the step (s) that the scene states, else that of its simulator."""
    worlds = writing.scene.worlds
    profiles = worlds[0].profiles if worlds else ()
    chosen = next((profile for profile in profiles if profile.default), profiles[0] if profiles else None)
    if chosen is not None and chosen.step and chosen.step > 0:
        return chosen.step
    kept = setting(writing.scene, "option/@timestep")
    return float(kept) if kept is not None else _default(writing, "step") or STEP


def _default(writing: Writing, what: str) -> Any:
    """Return the defaults of the source's simulator, None where the scene keeps a setting instead."""
    if setting(writing.scene, f"option/@{what}") is not None:
        return None
    if not writing.request.source_format or writing.is_own:
        return None
    from scenec.converters import load

    return getattr(load(writing.request.source_format), what)


def write_compiler(writing: Writing, root: Element) -> None:
    """State the units of angles, that Euler angles turn about fixed axes, as they do elsewhere, and that no shape weighs anything, unless
    the scene keeps another setting."""
    out = root.append("compiler", angle=constant("radian"), eulerseq=constant("XYZ"))
    if setting(writing.scene, "compiler/@inertiafromgeom") is None:
        out.set("inertiafromgeom", constant("false"))


def write_option(writing: Writing, root: Element, step: float) -> None:
    """Write gravity and step; what the source leaves to its simulator is stated where MuJoCo's default is another.

    step: that of the scene, or MuJoCo's default where that is less (s).
    """
    out = Element("option")
    worlds = writing.scene.worlds
    world = worlds[0] if worlds else None
    profiles = world.profiles if world is not None else ()
    chosen = next((profile for profile in profiles if profile.default), profiles[0] if profiles else None)
    stated = chosen.step if chosen is not None and chosen.step and chosen.step > 0 else None
    kept = setting(writing.scene, "option/@timestep") if stated is None else None
    if step < step_of(writing):
        value, target = f"{step_of(writing):g} s", f"{step:g} s"
        if step != STEP:
            out.set("timestep", constant(f"{step:g}"))
        at, about = chosen or writing.scene, stated or kept
        writing.report(findings.STEP_REDUCED, at, about=about, subject="step", value=value, target=target)
    elif stated is not None:
        if stated == STEP:
            out.omit(stated, STEP)
        else:
            out.set("timestep", number(stated))
    elif kept is not None:
        out.set("timestep", spelled(kept))
    elif (default := _default(writing, "step")) is not None and default != STEP:
        out.set("timestep", number(default))
        writing.report(STEP_DEFAULTED, writing.scene, subject="step", target=f"{default:g} s")
    if world is not None and world.gravity is not None:
        if tuple(world.gravity) == GRAVITY:
            out.omit(tuple(world.gravity), GRAVITY)
        else:
            out.set("gravity", vector(world.gravity))
    elif (gravity := _default(writing, "gravity")) is not None and tuple(gravity) != GRAVITY:
        out.set("gravity", vector(gravity))
        writing.report(GRAVITY_DEFAULTED, writing.scene, subject="gravity", target=f"{gravity[2]:g} m/s^2")
    if world is not None and world.wind is not None and any(world.wind):
        out.set("wind", vector(world.wind))
    if world is not None and world.magnetic_field is not None:
        out.set("magnetic", vector(world.magnetic_field))
    solver = chosen.solver if chosen is not None else None
    if solver is not None and solver.type in SOLVERS:
        out.set("solver", spelled(solver.type))
    if solver is not None and solver.iterations is not None and writing.is_own:
        out.set("iterations", count(solver.iterations))
    if world is not None and world.contacts is not None:
        if world.contacts:
            out.omit(world.contacts, True)
        else:
            out.append("flag", contact=Said("disable", ids_of(world.contacts)))
    root.children.append(out)


def state_integrator(writing: Writing, root: Element) -> None:
    """State the integrator unless the scene keeps one: behind what it keeps, so that writing again keeps the order."""
    out = next((child for child in root.children if isinstance(child, Element) and child.tag == "option"), None)
    if out is not None and not writing.is_own and "integrator" not in out.attributes:
        out.set("integrator", constant(INTEGRATOR))


def write_statistic(writing: Writing, root: Element) -> None:
    """State the middle and the size (m) of what can move, which viewers and cameras go by. MuJoCo would take the floor into account."""
    scene = writing.scene
    bounds = Solids.at_start(scene).bounds(link.id for link in scene.links if not writing.is_static(link.id))
    if bounds is None:
        return
    low, high = bounds
    center = tuple(round((a + b) / 2, 3) for a, b in zip(low, high, strict=True))
    extent = round(math.dist(low, high), 3)
    if extent > 0:
        text = " ".join(map(shown, center)), shown(extent)
        root.append("statistic", center=constant(text[0]), extent=constant(text[1]))
        writing.report(findings.STATISTIC_DEFAULTED, scene, subject="statistic", target=f"{text[1]} m around {text[0]}")


def write_defaults(root: Element, classes: set[str]) -> None:
    """Write the classes that geoms have."""
    if not classes:
        return
    out = root.append("default")
    for name, attributes in CLASSES.items():
        if name in classes:
            made = out.append("default")
            made.set("class", constant(name))
            geom = made.append("geom")
            for key, value in attributes.items():
                geom.set(key, constant(value))
