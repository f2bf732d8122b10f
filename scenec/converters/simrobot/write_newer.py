"""What SimRobotCore2 scenes lose on the way to the MuJoCo core although nothing is wrong with them: numbers of the other engine."""

from __future__ import annotations

from scenec.accounting.lens import mark_read, unwrap
from scenec.accounting.spoken import word_of_field
from scenec.converters.simrobot.write_context import Writing
from scenec.converters.simrobot.write_values import number
from scenec.ir.joint import Axis, Joint, Limits
from scenec.ir.physics_profile import PhysicsProfile, SolverSettings
from scenec.trace import ids_of

SOFTNESS = ("cfm", "erp", "contact_cfm", "contact_erp", "slip1", "slip2", "iterations", "iteration_skip")


def tell_solver(writing: Writing, profile: PhysicsProfile, solver: SolverSettings) -> None:
    """Settings of ODE, which MuJoCo has no use for."""
    bare = unwrap(solver)
    stated = [name for name in SOFTNESS if getattr(bare, name) is not None]
    mark_read(solver)
    if stated:
        writing.tell(
            profile,
            "solver-ode-dropped",
            "dropped",
            "note",
            "physics",
            about=tuple(getattr(bare, name) for name in stated),
            subject="solver",
            value=", ".join(f"{word_of_field(name)} {number(float(getattr(bare, name)))}" for name in stated),
            because="these are settings of ODE; MuJoCo solves contacts in its own way and SimRobot takes its defaults",
            consequence="contacts are as soft as MuJoCo makes them",
        )


def tell_ode_of_joint(writing: Writing, joint: Joint, axis: Axis) -> None:
    """Softness of an axis and of its stops under ODE."""
    dynamics, limits = axis.dynamics, axis.limits
    about: list[object] = []
    if dynamics is not None and unwrap(dynamics).cfm is not None:
        about.append(dynamics.cfm)
    if limits is not None and (unwrap(limits).stop_cfm, unwrap(limits).stop_erp) != (None, None):
        about += [limits.stop_cfm, limits.stop_erp]
    if about:
        writing.tell(
            joint,
            "joint-ode-dropped",
            "dropped",
            "note",
            "physics",
            about=tuple(value for value in about if value is not None),
            because="CFM and ERP are settings of ODE, which the MuJoCo core does not have",
            consequence="the joint and its stops are as soft as MuJoCo makes them",
        )


def tell_inactive_limits(writing: Writing, joint: Joint, limits: Limits) -> None:
    """Limits that do not hold cannot be said where all limits hold."""
    bare = unwrap(limits)
    mark_read(limits)
    writing.tell(
        joint,
        "joint-limit-inactive-dropped",
        "dropped",
        "warning",
        "physics",
        about=(bare.lower, bare.upper, bare.active) if ids_of((bare.lower, bare.upper, bare.active)) else None,
        subject=f"{writing.path(joint)}.axes[0].limits",
        value=f"{number(bare.lower or 0.0)} to {number(bare.upper or 0.0)}, inactive",
        target="no limits",
        because="the MuJoCo core enforces all limits, and isActive says that these are not to be",
        consequence="the joint moves as freely as in SimRobotCore2; its range is not in the result",
        hint="take isActive out of the source if the limits are to hold",
    )
