"""The mass of a body: as stated, or the sum of its geoms, within the compiler's bounds (src/user/user_objects.cc, `mjCBody::Compile`)."""

from __future__ import annotations

import msgspec

from scenec import ir
from scenec.accounting.ledger import Ledger
from scenec.converters.mjcf import kinds
from scenec.converters.mjcf.findings import reading as findings
from scenec.converters.mjcf.read.compiler import Compiler, pose_of, within
from scenec.converters.mjcf.read.geom import Geom
from scenec.converters.mjcf.read.principal_axes import principal_axes
from scenec.converters.mjcf.read.tree import Body, Placed
from scenec.ir.inertia import NO_INERTIA, Inertia, compose, principal, rotated
from scenec.ir.pose import ORIGIN, Pose
from scenec.trace import Computed, Ids, derived, ids_of, merge, traced

SMALLEST = 1e-15
"""mjMINVAL: moving bodies need more than this (kg, kg m^2)."""
ROUNDING = 1e-12
"""How much of its trace a tensor that was summed up may violate A + B >= C by."""


def weighs_by_geoms(body: Body) -> bool:
    """Return whether a body takes its mass from its geoms."""
    if body.parent is None:
        return False
    way = body.home.compiler.from_geoms
    return way == "true" or (way == "auto" and body.inertial is None)


def may_weigh(geom: Geom, compiler: Compiler) -> bool:
    """Return whether a geom would add to the mass of a body that takes it from its geoms: it has a volume, its group counts, and neither
    its mass nor its density is 0."""
    first, last = compiler.groups
    if geom.kind == "plane" or not first <= int(geom.entry.integer("group")) <= last:
        return False
    text = geom.entry.peek("mass") or geom.entry.peek("density")
    return text is None or any(kinds.numbers(text))


def inertial_of(body: Body, geoms: list[Geom], ledger: Ledger) -> ir.Inertial:
    """Return mass and inertia of a body. Raises ReadError for what MuJoCo refuses."""
    compiler = body.home.compiler
    if body.inertial is not None or any(may_weigh(geom, compiler) for geom in geoms):
        compiler.asked.add("inertiafromgeom")
    if weighs_by_geoms(body):
        if body.inertial is not None:
            for name in body.inertial.entry.element.attributes:
                body.inertial.entry.ineffective(name, "a model whose compiler takes masses from geoms")
        found = _of_geoms(geoms, ledger)
    elif body.inertial is not None:
        found = _stated(body.inertial)
    else:
        found = ir.Inertial(mass=0.0, inertia=NO_INERTIA)
    if not (compiler.bound_mass or compiler.bound_inertia or compiler.balance):
        return _judged(found, body)
    return _bounded(found, body, compiler, ledger)


def _of_geoms(geoms: list[Geom], ledger: Ledger) -> ir.Inertial:
    weights = [geom.weight for geom in geoms if geom.weight is not None]
    weightless = traced(0.0, merge(*[geom.weightless for geom in geoms]))
    if not weights:
        return ir.Inertial(mass=weightless, inertia=NO_INERTIA)
    ledger.consumed(weightless)
    mass, com, tensor = compose(weights)
    if len(weights) == 1:
        return ir.Inertial(mass=mass, pose=None if com == ORIGIN and not ids_of(com) else Pose(com), inertia=tensor)
    ids = merge(*(ids_of(tensor.ixx) for _, _, tensor in weights), *(ids_of(mass) for mass, _, _ in weights))
    x, y, z = (traced(Computed(each), ids) for each in com)
    sums = Inertia(*(traced(Computed(each), ids) for each in tensor.entries))
    return ir.Inertial(mass=traced(Computed(mass), ids), pose=Pose((x, y, z)), inertia=sums)


def _stated(placed: Placed) -> ir.Inertial:
    entry = placed.entry
    pose = within(placed.X_BF, pose_of(entry, placed.home.compiler))
    mass = entry.number("mass")
    diagonal, full = entry.vector("diaginertia"), entry.vector("fullinertia")
    assert mass is not None
    if diagonal is not None and full is not None and any(diagonal):
        raise entry.element.error("diaginertia and fullinertia exclude each other", "fullinertia", "one of them")
    if full is not None:
        tensor = Inertia(*full)
        if min(principal(tensor)[0]) <= 0:
            raise entry.element.error("fullinertia has a principal moment that is not positive", "fullinertia", "the tensor of a body")
    else:
        tensor = Inertia(*diagonal) if diagonal is not None else NO_INERTIA
    if mass < 0 or min(tensor.entries[:3]) < 0:
        raise entry.element.error("mass or inertia is below 0", "mass" if mass < 0 else None, "at least 0")
    return ir.Inertial(mass=mass, pose=pose if not pose.is_identity or ids_of(pose) else None, inertia=tensor, origin=entry.origin)


def _judged(inertial: ir.Inertial, body: Body) -> ir.Inertial:
    """Raise ReadError for a tensor that no body can have."""
    if inertial.inertia is not None and not _plausible(inertial.inertia):
        body.home.compiler.asked.add("balanceinertia")
        assert body.entry is not None
        hint = 'state it again, or set balanceinertia="true" in <compiler>'
        at = body.inertial.entry.element if body.inertial is not None else body.entry.element
        raise at.error("the inertia does not satisfy A + B >= C", None, "", "", hint)
    return inertial


def _plausible(tensor: Inertia) -> bool:
    xx, yy, zz, xy, xz, yz = map(float, tensor.entries)
    across = abs(xy) + abs(xz) + abs(yz)
    if min(xx + yy - zz, xx + zz - yy, yy + zz - xx) >= 4 * across:  # moments are within `across` of the diagonal (Weyl)
        return True
    small, middle, large = sorted(tensor.entries[:3] if not any(tensor.entries[3:]) else principal(tensor)[0])
    return small + middle >= large - ROUNDING * (small + middle + large)


def _bounded(inertial: ir.Inertial, body: Body, compiler: Compiler, ledger: Ledger) -> ir.Inertial:
    """The compiler's lower bounds, for static bodies too, and a round tensor for an impossible one."""
    mass, tensor = inertial.mass or 0.0, inertial.inertia or NO_INERTIA
    replaced: Ids = ()
    if mass < compiler.bound_mass:
        compiler.asked.add("boundmass")
        replaced = ids_of(mass)
        mass = derived(compiler.bound_mass, compiler.stated.get("boundmass", ""))
    moments, turn = principal(tensor)
    least = compiler.bound_inertia
    if max(moments) < least:
        compiler.asked.add("boundinertia")
        replaced = merge(replaced, *map(ids_of, tensor.entries))
        tensor = derived(Inertia(least, least, least), compiler.stated.get("boundinertia", ""))
    elif min(moments) < least:
        compiler.asked.add("boundinertia")
        raised = Inertia(*(max(each, least) for each in moments))
        tensor = derived(rotated(raised, turn), tensor, compiler.stated.get("boundinertia", ""))
    if replaced:
        name = str(body.entry.name or "body") if body.entry is not None else "world"
        about, origin = traced("", replaced), inertial.origin or (body.entry.origin if body.entry is not None else None)
        ledger.report(findings.INERTIAL_INEFFECTIVE, about=about, origin=origin, subject=name)
    if not _plausible(tensor):
        compiler.asked.add("balanceinertia")
        if not compiler.balance:
            return _judged(msgspec.structs.replace(inertial, mass=mass, inertia=tensor), body)
        mean = sum(principal(tensor)[0]) / 3
        tensor = derived(Inertia(mean, mean, mean), tensor, compiler.stated.get("balanceinertia", ""))
    return msgspec.structs.replace(inertial, mass=mass, inertia=tensor)


def is_heavy(inertial: ir.Inertial) -> bool:
    """Return whether MuJoCo lets a body of this mass move."""
    tensor = inertial.inertia
    if tensor is None or (inertial.mass or 0.0) < SMALLEST:
        return False
    xx, yy, zz, xy, xz, yz = tensor.entries
    across = abs(xy) + abs(xz) + abs(yz)
    return min(xx, yy, zz) - across >= SMALLEST or min(principal(tensor)[0]) >= SMALLEST


def principal_pose(body: Body, inertial: ir.Inertial, geoms: list[Geom]) -> Pose:
    """Return the inertial frame of a body, its axes as MuJoCo orders them."""
    weighing = [geom for geom in geoms if geom.weight is not None]
    if not weighs_by_geoms(body):
        pose, tensor = inertial.pose or Pose(), inertial.inertia or NO_INERTIA
        if not any(tensor.entries[3:]):
            return pose
        return derived(pose @ Pose(rotation=principal_axes(tensor)[1]), pose, tensor)
    if len(weighing) == 1 and not isinstance(weighing[0].shape, ir.MeshShape):
        return weighing[0].X_BG
    at = (inertial.pose or Pose()).position
    return derived(Pose(at, principal_axes(inertial.inertia or NO_INERTIA)[1]), inertial.pose, inertial.inertia)


def scaled_to(links: list[ir.Link], total: float, stated: str) -> list[ir.Link]:
    """Return links that weigh so much together (kg), for `settotalmass`."""
    whole = sum(float(link.inertial.mass or 0.0) for link in links if link.inertial is not None)
    if not whole:
        return links
    factor = total / whole
    found = []
    for link in links:
        inertial = link.inertial
        if inertial is not None and inertial.mass:
            tensor = inertial.inertia
            if tensor is not None:
                tensor = derived(Inertia(*(float(each) * factor for each in tensor.entries)), tensor, stated)
            changed = msgspec.structs.replace(inertial, mass=derived(float(inertial.mass) * factor, inertial.mass, stated), inertia=tensor)
            link = msgspec.structs.replace(link, inertial=changed)
        found.append(link)
    return found
