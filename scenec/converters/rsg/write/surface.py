"""Contact handlers: children of the collider, or of the TransformCollider around it.

A collider without a handler gets SimSpark's default, which bounces (0.8) and never slides. So each collider has a handler with the values
of the source.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from scenec.converters.rsg.write.extras import write_calls, write_nodes
from scenec.converters.rsg.write.values import UNLIMITED, flag, named, number
from scenec.ir.link import Collision, Link
from scenec.ir.surface import Surface
from scenec.syntax.said import Said, constant
from scenec.syntax.sexp_printing import SList
from scenec.trace import made_of


class ContactSensors(NamedTuple):
    """The contact sensors of a link. contact: a TouchPerceptor. force: a ForceResistancePerceptor. They stand before the colliders, whose
    handlers look for them when they are made."""

    contact: bool = False
    force: bool = False


NO_CONTACT_SENSORS = ContactSensors()


def contact_sensors_of(link: Link) -> ContactSensors:
    """Return the contact sensors of a link. For a source of RubySceneGraph, whose handlers are known, see `write_handlers`."""
    types = {str(sensor.type) for sensor in link.sensors}
    return ContactSensors("contact" in types, "force_torque" in types)


def write_handlers(collider: SList, collision: Collision, sensors: ContactSensors) -> None:
    """Write the contact handlers of a collision. One that only senses gets a handler that makes no force."""
    known = [extra for extra in collision.extras if extra.format == "rsg"]
    if collision.sensing_only:
        if not any(extra.content for extra in known):
            kind = constant("PerceptorHandler" if sensors.contact else "RecorderHandler")
            collider.add("nd", kind, says=(collision.sensing_only,))
        write_nodes(collider, collision.extras, collision.sensing_only)
        return
    handler = collider.add("nd", handler_class(collision, sensors))
    write_calls(handler, collision.extras)
    _write_surface(handler, collision)
    if sensors.contact and not any(extra.key == "PerceptorHandler" for extra in known):
        collider.add("nd", constant("PerceptorHandler"))
    write_nodes(collider, collision.extras)


def handler_class(collision: Collision, sensors: ContactSensors) -> Said:
    """Return the handler class of the source, else the one that feeds the sensors of the link."""
    for extra in collision.extras:
        if extra.format == "rsg" and extra.key == "handler":
            return named(str(extra.value), extra.value)
    return constant("TouchPerceptorHandler" if sensors.force else "ContactJointHandler")


def _write_surface(handler: SList, collision: Collision) -> None:
    surface = collision.surface
    if surface is None:
        handler.add("setContactBounceMode", flag(False))
        return
    _write_bounce(handler, surface)
    _write_friction(handler, surface)
    if surface.soft_erp is not None:
        handler.add("setContactSoftERPMode", flag(True))
        handler.add("setContactSoftERP", number(surface.soft_erp))
    if surface.soft_cfm is not None and surface.soft_cfm:
        handler.add("setContactSoftCFMMode", flag(True))
        handler.add("setContactSoftCFM", number(surface.soft_cfm))


def _write_bounce(handler: SList, surface: Surface) -> None:
    """Write restitution. A value does not switch its mode on, so the mode is written, too."""
    restitution = surface.restitution
    handler.add("setContactBounceMode", flag(restitution))
    if not restitution:
        return
    handler.add("setContactBounceValue", number(restitution))
    if surface.bounce_threshold is not None:
        handler.add("setMinBounceVel", number(surface.bounce_threshold))


def _write_friction(handler: SList, surface: Surface) -> None:
    """Write the friction, which is the same in all directions. No value means that nothing slides."""
    mu = surface.mu
    if mu is not None:
        says = (mu, surface.mu2 if surface.mu2 == mu else None)
        if mu < UNLIMITED:
            handler.add("setContactMu", number(made_of(mu, says)))
        else:
            handler.omit(made_of(math.inf, says), math.inf)
    slip = surface.slip1
    if slip and slip == surface.slip2:
        handler.add("setContactSlipMode", flag(True))
        handler.add("setContactSlip", number(made_of(slip, (slip, surface.slip2))))
