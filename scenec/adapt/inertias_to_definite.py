"""Inertia tensors that no engine can invert, for a target that needs to: the smallest principal moment is raised. For a target that refuses
tensors that no body has, so are moments whose sum is below the third. A body that states no tensor gets that of a ball, since what its
simulator would take is not known and every target needs one."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

import msgspec

from scenec.adapt.findings import LINK_INERTIA_APPROXIMATED, LINK_INERTIA_BALANCED, LINK_INERTIA_DEFAULTED
from scenec.adapt.native_engines import is_native
from scenec.adapt.welded_links import nested_links, welded_links
from scenec.ir.base import Id
from scenec.ir.inertia import Inertia, principal, rotated, solid_sphere
from scenec.ir.kinematics import static_models
from scenec.ir.link import Inertial, Link
from scenec.ir.pose import IDENTITY, clean
from scenec.ir.scene import Scene
from scenec.syntax.kinds import shown
from scenec.trace import Computed, derived

if TYPE_CHECKING:
    from collections.abc import Callable

    from scenec.accounting.ledger import Ledger

SMALLEST = 1e-9
"""Of the largest principal moment."""
SINGULAR = 1e-12
"""Share of the largest moment below which a solver takes a moment as zero."""
ROUNDING = 1e-9
"""Part of the largest moment by which it may exceed the sum of the others: no result shows it."""
MARGIN = 1e-9
"""Part of the largest moment by which the sum of the others exceeds it, so that the printed digits and the target's own sums hold, too."""
SUMS = 1e-11
"""Part of the largest moment by which computing moments from a printed tensor may be off."""
SINGLE = 1e-6
"""Both parts for a target that reads numbers in single precision, whose rounding is 6e-8 of the largest entry."""
LARGEST_SINGLE = 3e38
POINT = 1e-6
"""kg m^2 per kg of a body whose tensor is zero throughout: one of a millimetre."""
RADIUS = 0.1
"""m, of the ball whose tensor a body gets that states none."""


def adapt(
    scene: Scene,
    ledger: Ledger,
    target: str,
    *,
    triangle: bool = False,
    least: float = 0.0,
    nesting: bool = False,
    weightless: bool = False,
    as_stated: bool = False,
    accepts: Callable[[float, Inertia], bool] | None = None,
    single: bool = False,
    slack: float = 0.0,
    native_engine: str = "",
) -> Scene:
    """The scene whose moving bodies have tensors, all positive definite. triangle: the target refuses a moment that exceeds the sum of the
    others; least: and moments below this (kg m^2). nesting: bodies of the target nest, so that a tensor of zeros may stay where a link is
    welded to one with a definite tensor. weightless: what the target refuses it refuses of moving links without mass, too. as_stated: the
    target takes any tensor, so that only missing ones are made. accepts: whether the target's own check passes a mass (kg) and tensor,
    which it asks of links that stand still or weigh nothing, too. single: the target reads numbers in single precision. slack: part of the
    largest moment by which it may exceed the sum, since the writer evens that out. native_engine: scenes for this engine stay as they are.
    Reports `link-inertia-approximated` or `link-inertia-unbalanced-approximated`, with both tensors, and `link-inertia-defaulted`, per
    link."""
    if is_native(scene, native_engine):
        return scene
    static = static_models(scene)
    held = nested_links(scene, welded_links(scene, static, lambda link: _is_definite(link, least))) if nesting else set[Id]()
    links: list[Link] = []
    for link in scene.links:
        inertial = link.inertial
        if inertial is None:
            links.append(link)
            continue
        weighs = inertial.mass is not None and inertial.mass > 0
        idle = link.model in static or not (weighs or (weightless and inertial.inertia is not None and _exceeds(inertial, single, slack)))
        if idle and (accepts is None or _is_accepted(inertial, accepts)):
            links.append(link)
            continue
        if inertial.inertia is None:
            links.append(_filled(link, inertial, ledger))
            continue
        enough = as_stated or (link.id in held and not any(inertial.inertia.entries))
        raised = None if enough else definite(inertial, triangle=triangle, least=least, accepts=accepts, single=single, slack=slack)
        if raised is not None:
            ledger.report(
                LINK_INERTIA_BALANCED if triangle and _exceeds(inertial, single, slack) else LINK_INERTIA_APPROXIMATED,
                link,
                at="inertial.inertia",
                level="note" if _is_slight(inertial.inertia, raised, SINGLE if single else MARGIN) else None,
                about=inertial.inertia.entries,
                value=tensor_text(inertial.inertia),
                target=tensor_text(raised),
            )
            sources = inertial.inertia.entries if any(inertial.inertia.entries) else (inertial.inertia.entries, inertial.mass)
            exact = Inertia(*(derived(Computed(entry), sources) for entry in clean(raised.entries)))
            link = msgspec.structs.replace(link, inertial=msgspec.structs.replace(inertial, inertia=exact))
        links.append(link)
    unchanged = all(one is other for one, other in zip(links, scene.links, strict=True))
    return scene if unchanged else msgspec.structs.replace(scene, links=tuple(links))


def _filled(link: Link, inertial: Inertial, ledger: Ledger) -> Link:
    ball = solid_sphere(float(inertial.mass or 0.0), RADIUS)
    ledger.report(LINK_INERTIA_DEFAULTED, link, at="inertial.inertia", target=f"that of a solid ball of {shown(RADIUS)} m radius")
    tensor = Inertia(*(derived(Computed(entry), inertial.mass) for entry in ball.entries))
    return msgspec.structs.replace(link, inertial=msgspec.structs.replace(inertial, inertia=tensor))


def _is_definite(link: Link, least: float) -> bool:
    """Whether a link has a mass and a tensor that need no raising."""
    inertial = link.inertial
    return inertial is not None and inertial.inertia is not None and bool(inertial.mass) and definite(inertial, least=least) is None


def exceeds(inertia: Inertia) -> bool:
    """Return whether one principal moment exceeds the sum of the others by more than rounding."""
    small, middle, large = sorted(map(float, principal(inertia)[0]))
    return small + middle < large * (1 - ROUNDING)


def _exceeds(inertial: Inertial, single: bool, slack: float) -> bool:
    """Whether one principal moment exceeds the sum of the others once the tensor is printed and summed up again. MuJoCo refuses an excess
    of the last digit. single: in single precision. slack: see `adapt`."""
    assert inertial.inertia is not None
    if single and not _is_turned(inertial):
        small, middle, large = sorted(map(_in_single_precision, inertial.inertia.entries[:3]))
        return small + middle < large
    if not single and not _is_turned(inertial) and not any(isinstance(entry, Computed) for entry in inertial.inertia.entries[:3]):
        small, middle, large = sorted(map(float, inertial.inertia.entries[:3]))
        return small + middle < large * (1 - slack)
    small, middle, large = sorted(map(float, principal(inertial.inertia)[0]))
    return small + middle < large * (1 - slack if slack else 1 + (SINGLE if single else SUMS) / 2)


def _is_turned(inertial: Inertial) -> bool:
    """Whether a tensor is printed with products of inertia. Then a small moment is the difference of large numbers."""
    assert inertial.inertia is not None
    return any(inertial.inertia.entries[3:]) or (inertial.pose is not None and inertial.pose.rotation != IDENTITY)


def _in_single_precision(number: float) -> float:
    return float(struct.unpack("f", struct.pack("f", number))[0]) if abs(number) < LARGEST_SINGLE else number


def _is_accepted(inertial: Inertial, accepts: Callable[[float, Inertia], bool]) -> bool:
    return inertial.inertia is None or bool(inertial.auto) or accepts(max(float(inertial.mass or 0.0), 0.0), inertial.inertia)


def definite(
    inertial: Inertial,
    *,
    triangle: bool = False,
    least: float = 0.0,
    accepts: Callable[[float, Inertia], bool] | None = None,
    single: bool = False,
    slack: float = 0.0,
) -> Inertia | None:
    """The tensor with its small principal moments raised; None if that is not needed. The options are those of `adapt`."""
    assert inertial.inertia is not None
    moments, axes = principal(inertial.inertia)
    largest = max(moments)
    if largest <= 0:
        moment = max(POINT * float(inertial.mass or 0.0), least)
        return Inertia(moment, moment, moment)
    is_rounded = single and _is_turned(inertial)
    unbalanced = triangle and (_exceeds(inertial, single, slack) if accepts is None else not _is_accepted(inertial, accepts))
    if min(moments) > (SINGLE / 2 if is_rounded else SINGULAR) * largest and min(moments) >= least and not unbalanced:
        return None
    smallest = SINGLE if is_rounded else SMALLEST
    x, y, z = (max(float(moment), smallest * largest, least) for moment in moments)
    if unbalanced:
        missing = max(0.0, (2 + (SINGLE if single else MARGIN)) * max(x, y, z) - (x + y + z))
        x, y, z = (moment if moment == max(x, y, z) else moment + missing / 2 for moment in (x, y, z))
    return rotated(Inertia(x, y, z), axes)


def _is_slight(stated: Inertia, raised: Inertia, margin: float) -> bool:
    """Whether no motion shows the difference of two tensors."""
    return max(abs(a - b) for a, b in zip(stated.entries, raised.entries, strict=True)) <= 10 * margin * max(raised.entries)


def tensor_text(inertia: Inertia) -> str:
    """Return the entries of a tensor with their names, for findings (kg m^2)."""
    return ", ".join(
        f"{name} {shown(float(f'{value:.6g}'))}" for name, value in zip(inertia.__struct_fields__, inertia.entries, strict=True)
    )
