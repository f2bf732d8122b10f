"""Findings about scenes for the MuJoCo core: settings of ODE that it lacks, and scenes that it refuses or cannot hold steady."""

from __future__ import annotations

from scenec.accounting.amounts import range_text
from scenec.accounting.spoken import word_of_field
from scenec.converters.common.findings import JOINT_LIMIT_INACTIVE_DROPPED
from scenec.converters.simrobot.core3_rules import GAIN, Mechanism, Range, commands_velocity, refused_capsules, refused_masses
from scenec.converters.simrobot.core3_servos import step_that_works
from scenec.converters.simrobot.findings.writing_core3 import (
    ACTUATOR_VELOCITY_UNSTABLE,
    CAPSULE_DEGENERATE_REFUSED,
    JOINT_LIMIT_WIDENED,
    JOINT_ODE_DROPPED,
    LINK_INERTIA_REFUSED,
    SOLVER_ODE_DROPPED,
    STEP_UNSTABLE,
)
from scenec.converters.simrobot.profile import CORE3
from scenec.converters.simrobot.write.context import Writing
from scenec.converters.simrobot.write.values import number_text
from scenec.ir.joint import Axis, Joint, Limits
from scenec.ir.link import Link
from scenec.ir.physics_profile import PhysicsProfile, SolverSettings

SOFTNESS = ("cfm", "erp", "contact_cfm", "contact_erp", "slip1", "slip2", "iterations", "iteration_skip")


def report_solver_settings(writing: Writing, profile: PhysicsProfile, solver: SolverSettings) -> None:
    """Report settings of ODE, which MuJoCo has no use for."""
    stated = [name for name in SOFTNESS if getattr(solver, name) is not None]
    if stated:
        writing.report(
            SOLVER_ODE_DROPPED,
            profile,
            about=(solver.type, *(getattr(solver, name) for name in stated)),
            subject="solver",
            value=", ".join(f"{word_of_field(name)} {number_text(float(getattr(solver, name)))}" for name in stated),
        )


def report_ode_settings(writing: Writing, joint: Joint, axis: Axis) -> None:
    """Report CFM and ERP of an axis and of its stops, which only ODE has."""
    dynamics, limits = axis.dynamics, axis.limits
    about: list[object] = []
    if dynamics is not None and dynamics.cfm is not None:
        about.append(dynamics.cfm)
    if limits is not None and (limits.stop_cfm, limits.stop_erp) != (None, None):
        about += [limits.stop_cfm, limits.stop_erp]
    if about:
        writing.report(JOINT_ODE_DROPPED, joint, about=tuple(value for value in about if value is not None))


def report_inactive_limits(writing: Writing, joint: Joint, limits: Limits) -> None:
    """Report limits that are switched off. This core enforces all limits."""
    writing.report(
        JOINT_LIMIT_INACTIVE_DROPPED,
        joint,
        level="warning",
        about=(limits.lower, limits.upper, limits.active),
        subject=f"{writing.path(joint)}.axes[0].limits",
        value=range_text(limits.lower or 0.0, limits.upper or 0.0, joint.type, 10),
        target="no limits",
    )


def report_widened_range(writing: Writing, joint: Joint, limits: Limits, stated: Range, written: Range) -> None:
    """Report the narrow range of a locked joint. This core refuses an empty one."""
    unit = "m" if joint.type == "prismatic" else "rad"
    writing.report(
        JOINT_LIMIT_WIDENED,
        joint,
        about=(limits.lower, limits.upper),
        value=range_text(*stated, joint.type, 10),
        target=f"a range of {written[1] - written[0]:.3g} {unit}",
    )


def report_refusals(writing: Writing, step: float) -> None:
    """Report scenes that the core refuses, and unstable motors. step: s. Scenes made for this core are left out."""
    if writing.is_own and writing.request.source_version == CORE3:
        return
    mechanism = Mechanism(writing.scene)
    for joint, inertia in mechanism.unstable_motors(step, lambda joint: has_velocity_motor(writing, joint)):
        _report_unstable_motor(writing, joint, inertia, step)
    _report_refused_bodies(writing)


def report_long_step(writing: Writing, step: float) -> None:
    """Report a step (s) with which servos are unstable. Scenes made for this core are left out."""
    if writing.is_own and writing.request.source_version == CORE3:
        return
    works = step_that_works(writing.scene, step)
    if works is not None:
        world = writing.scene.worlds[0] if writing.scene.worlds else writing.scene
        writing.report(STEP_UNSTABLE, world, subject="step", value=f"{number_text(step)} s", limit=f"{number_text(works)} s")


def _report_unstable_motor(writing: Writing, joint: Joint, inertia: float, step: float) -> None:
    about = f"{inertia:.3g} {'kg' if joint.type == 'prismatic' else 'kg m^2'}"
    writing.report(
        ACTUATOR_VELOCITY_UNSTABLE,
        joint,
        value=about,
        gain=number_text(GAIN),
        inertia=about,
        step=number_text(step),
        limit=f"{2 * inertia / GAIN:.1g}",
    )


def has_velocity_motor(writing: Writing, joint: Joint) -> bool:
    """Return whether a joint is written with a VelocityMotor."""
    if joint.actuators or writing.options.motors != "velocity":
        return commands_velocity(joint)
    limits = joint.axes[0].limits
    return limits is not None and None not in (limits.effort, limits.velocity)


def _report_refused_bodies(writing: Writing) -> None:
    for link, why in refused_masses(writing.scene):
        writing.report(LINK_INERTIA_REFUSED, link, why=why)
    for link, collision in refused_capsules(writing.scene):
        writing.report(CAPSULE_DEGENERATE_REFUSED, collision, subject=f"{_path(writing, link)}::{collision.name or 'capsule'}")


def _path(writing: Writing, link: Link) -> str:
    return writing.paths.get(link.id, link.id)
