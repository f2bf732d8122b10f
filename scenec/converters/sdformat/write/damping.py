"""Write the damping of a link: <velocity_decay>, the share of its velocity that it loses in each step.

Gazebo Classic with ODE applies it (dBodySetLinearDamping). Gazebo Sim with DART, and Drake, ignore it.
"""

from __future__ import annotations

from scenec.accounting.code import Code
from scenec.converters.sdformat.findings.writing import DAMPING_APPROXIMATED, DAMPING_THRESHOLD_APPROXIMATED
from scenec.converters.sdformat.profile import STEP
from scenec.converters.sdformat.write.context import Context
from scenec.converters.sdformat.write.element_writer import ElementWriter
from scenec.converters.sdformat.write.values import number
from scenec.ir.link import Damping, Inertial, Link
from scenec.syntax.kinds import computed
from scenec.trace import Computed, made_of, steered_by

FIELDS = ("linear", "angular")


def write_damping(context: Context, holder: ElementWriter, link: Link, damping: Damping) -> None:
    """Write a share of the velocity as it is. A damping force becomes the share that it takes in one step."""
    decay = holder.later("velocity_decay")
    if damping.law == "rate":
        holder.leave_out(damping.law)  # that of the element
        decay.put(damping, "linear")
        decay.put(damping, "angular")
        below = damping.angular_below
        if below and damping.angular:
            _report(context, DAMPING_THRESHOLD_APPROXIMATED, link, below, "velocity_decay")
        return
    shares = _shares(context, damping, link.inertial)
    if damping.law != "force" or shares is None:
        return  # left unread
    holder.leave_out(damping.law)  # which the shares in the place of forces show
    written = [f"{field} {computed(share)}" for field, share in zip(FIELDS, shares, strict=True) if share]
    about = tuple(value for field in FIELDS if (value := getattr(damping, field)))
    resisting = (link.inertial.mass, link.inertial.inertia) if link.inertial is not None else (None, None)
    for field, share, inertia in zip(FIELDS, shares, resisting, strict=True):
        if share:
            decay.text(field, number(steered_by(made_of(Computed(share), getattr(damping, field)), inertia)))
    if written:
        _report(context, DAMPING_APPROXIMATED, link, about, ", ".join(written))


def _shares(context: Context, damping: Damping, inertial: Inertial | None) -> tuple[float, float] | None:
    """Return the shares of linear and angular velocity that a force takes in one step, at most 1. None without a mass."""
    if inertial is None or not inertial.mass or inertial.inertia is None or inertial.mass < 0:
        return None
    moment = sum(inertial.inertia.entries[:3]) / 3
    if damping.angular and not moment > 0:
        return None
    steps = [profile.step for world in context.scene.worlds for profile in world.profiles if profile.step]
    step = steps[0] if steps else STEP
    linear = (damping.linear or 0.0) * step / inertial.mass
    angular = (damping.angular or 0.0) * step / moment if damping.angular else 0.0
    return min(linear, 1.0), min(angular, 1.0)


def _report(context: Context, row: Code, link: Link, about: object, target: str) -> None:
    context.report(row, link, at="damping", about=about, value=about, target=target)
