"""What happens when a collider touches something: its handler, a child of the collider.

A collider without one gets SimSpark's: it bounces (0.8) and never slides. So each has its own, which says what the source does.
"""

from __future__ import annotations

from scenec.accounting.lens import unwrap
from scenec.converters.rsg.write_extras import write_calls, write_nodes
from scenec.converters.rsg.write_values import ENDLESS, flag, number
from scenec.ir.link import Collision
from scenec.ir.surface import Surface
from scenec.syntax.sexp_printing import SList


def write_handler(collider: SList, collision: Collision, *, felt: bool) -> None:
    """felt: a touch sensor of the link listens to it. A collider that only senses has a handler that records and makes no force."""
    if unwrap(collision).sensing_only:
        _ = collision.sensing_only
        if not any(extra.format == "rsg" and extra.content for extra in unwrap(collision).extras):
            collider.add("nd", "RecorderHandler")
        write_nodes(collider, collision.extras)
        return
    handler = collider.add("nd", handler_class(collision, felt=felt))
    write_calls(handler, collision.extras)
    _write_surface(handler, collision)
    write_nodes(collider, collision.extras)


def handler_class(collision: Collision, *, felt: bool) -> str:
    """As the source has it, else by whether somebody listens."""
    for extra in collision.extras:
        if unwrap(extra).format == "rsg" and unwrap(extra).key == "handler":
            return str(extra.value)
    return "TouchPerceptorHandler" if felt else "ContactJointHandler"


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
    """Values do not switch their mode on: it is said."""
    restitution = surface.restitution
    handler.add("setContactBounceMode", flag(restitution))
    if not restitution:
        return
    handler.add("setContactBounceValue", number(restitution))
    if surface.bounce_threshold is not None:
        handler.add("setMinBounceVel", number(surface.bounce_threshold))


def _write_friction(handler: SList, surface: Surface) -> None:
    """One coefficient for all directions; none means that nothing slides."""
    bare = unwrap(surface)
    mu = surface.mu
    if mu is not None and mu < ENDLESS:
        handler.add("setContactMu", number(mu))
    if bare.mu2 == bare.mu:
        _ = surface.mu2
    if bare.slip1 is not None and bare.slip1 == bare.slip2:
        _ = surface.slip2
        if surface.slip1:
            handler.add("setContactSlipMode", flag(True))
            handler.add("setContactSlip", number(surface.slip1))
