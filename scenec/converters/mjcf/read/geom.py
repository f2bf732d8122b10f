"""Geoms: shape, place, weight, and what of them is drawn and what touches (src/user/user_objects.cc, `mjCGeom::Compile`)."""

from __future__ import annotations

from typing import cast

import msgspec

from scenec import ir
from scenec.converters.mjcf.findings import reading as findings
from scenec.converters.mjcf.profile import DENSITY, FRICTION
from scenec.converters.mjcf.read.classes import Entry
from scenec.converters.mjcf.read.compiler import HERE, Compiler, ids_of_pose, pose_of, turned_to, within
from scenec.converters.mjcf.read.context import Reading, aside
from scenec.converters.mjcf.read.heightfields import HeightFields
from scenec.converters.mjcf.read.materials import Materials
from scenec.converters.mjcf.read.mesh_mass import MeshMass
from scenec.converters.mjcf.read.meshes import MeshAsset, Meshes
from scenec.converters.mjcf.read.solids import amount, inertia
from scenec.converters.mjcf.read.tree import Placed
from scenec.ir.inertia import Inertia, rotated
from scenec.ir.pose import ORIGIN, Pose, Vec3, norm, sub
from scenec.trace import Computed, Ids, TracedComputed, counted_by, derived, ids_of, merge, plain, traced, traced_each

SMALLEST = 1e-14
"""mjEPS: geoms that weigh less do not count; ends that are nearer are the same (kg, m)."""
SIZES = {"sphere": 1, "capsule": 2, "cylinder": 2, "ellipsoid": 3, "box": 3}
"""How many sizes a primitive needs."""
STRETCHED = ("capsule", "cylinder", "ellipsoid", "box")
"""Primitives that `fromto` can place."""
LAST_DRAWN = 2
"""MuJoCo's viewers hide geoms of higher groups unless one asks for them."""
Weight = tuple[float, Vec3, Inertia]
"""Mass (kg), centre of mass in the body (m), tensor about it along the body's axes (kg m^2)."""


class Geom(msgspec.Struct, eq=False, gc=False):
    """A geom of a body. X_BG: the pose of its shape in the body. weight: None if it weighs nothing. contype, conaffinity: the masks.
    own: attributes for MJCF alone; group: the one of its group. discarded: it is invisible and touches nothing."""

    entry: Entry
    kind: str
    shape: ir.Shape
    X_BG: Pose
    weight: Weight | None
    contype: int
    conaffinity: int
    drawn: bool
    surface: ir.Surface | None = None
    material: ir.Material | None = None
    own: tuple[ir.Extra, ...] = ()
    group: tuple[ir.Extra, ...] = ()
    shadow: bool | None = None
    weightless: Ids = ()
    discarded: bool = False

    @property
    def touches(self) -> bool:
        return bool(self.contype or self.conaffinity)


class Geoms:
    """Reads geoms. paired: names of geoms that a `contact/pair` names, so that they touch with any masks."""

    def __init__(self, reading: Reading, meshes: Meshes, materials: Materials, fields: HeightFields) -> None:
        self.reading, self.meshes, self.materials, self.fields = reading, meshes, materials, fields

    def read(self, placed: Placed, *, weighs: bool) -> Geom:
        """Return a geom. weighs: whether its body takes its mass from its geoms. Raises ReadError for what MuJoCo refuses."""
        entry, home = placed.entry, placed.home
        kind = entry.word("type")
        entry.consume("type")
        group = int(entry.integer("group"))
        group_extras = _kept(entry, "group")
        first, last = home.compiler.groups
        if weighs:
            home.compiler.asked.add("inertiagrouprange")
        weighs = weighs and first <= group <= last
        shape, X_GS, size, mesh = self._shape(entry, placed, kind)
        X_BG = within(placed.X_BF, self._pose(entry, kind, home.compiler, fitted=mesh is not None and kind not in ("mesh", "sdf")))
        X_BS = X_BG if X_GS is HERE else within(X_BG, X_GS)
        weight: Weight | None = None
        weightless: Ids = ()
        if weighs:
            X_BV = X_BS if mesh is None or kind not in ("mesh", "sdf") else X_BG
            weight, weightless = self._weight(placed, kind, size, X_BV, mesh)
        condim = int(entry.integer("condim", 3))
        if condim not in (1, 3, 4, 6):
            raise entry.element.error(f"condim={condim} is none that MuJoCo has", "condim", "1, 3, 4 or 6")
        material = self.materials.look(entry, home)
        alpha = material.diffuse[3] if material.diffuse is not None else 1.0
        contype, conaffinity = entry.integer("contype", 1), entry.integer("conaffinity", 1)
        surface = self._surface(entry, condim)
        shadow = entry.flag("castshadow") if entry.has("castshadow") else None
        extra = surface[1]
        if kind == "sdf":  # collides by distances, to others it is a mesh
            extra += _kept(entry, "type")
        if entry.element.children:
            extra += tuple(aside(each, "plugin") for each in entry.element.each("plugin"))
        return Geom(
            entry,
            kind,
            shape,
            X_BS,
            weight,
            contype,
            conaffinity,
            group <= LAST_DRAWN and alpha > 0,
            surface[0],
            material,
            extra,
            group_extras,
            shadow,
            weightless,
        )

    # ---------------------------------------------------------------- shape

    def _shape(self, entry: Entry, placed: Placed, kind: str) -> tuple[ir.Shape, Pose, tuple[float, ...], MeshAsset | None]:
        """The shape, where it stands in the frame of the geom, MuJoCo's sizes, and the mesh that it shows or was fitted to."""
        name = entry.text("mesh")
        if kind in ("mesh", "sdf"):
            if name is None:
                raise entry.element.error("a geom of this type has no mesh", None, "mesh")
            if entry.flag("shellinertia"):
                raise entry.element.error("a mesh is made hollow in its asset", "shellinertia", "inertia of <mesh>")
            mesh = self.meshes.get(name, entry, placed.home)
            for unused in ("size", "fitscale"):
                entry.ineffective(unused, "a geom that shows a mesh")
            return ir.MeshShape(mesh=mesh.mesh, scale=mesh.scale, submesh=mesh.part), mesh.X_GM, (), mesh
        if kind == "hfield":
            field = self.fields.get(entry, placed.home)
            entry.ineffective("size", "a height field")
            return field.shape, field.X_GS, field.size, None
        if entry.has("hfield"):
            raise entry.element.error(f"a {kind} has a height field", "hfield", 'type="hfield"')
        if name is not None:
            mesh = self.meshes.get(name, entry, placed.home, shown=False)
            return self._fitted(entry, kind, mesh, placed.home.compiler)
        if kind == "plane":
            return self._plane(entry)
        size = self._size(entry, kind)
        return _solid(kind, size), HERE, size, None

    def _plane(self, entry: Entry) -> tuple[ir.Shape, Pose, tuple[float, ...], None]:
        size = entry.vector("size", (0.0, 0.0, 0.0)) or (0.0, 0.0, 0.0)
        if not size[2] > 0:
            raise entry.element.error("a plane has no spacing of its grid", "size", "a third number above 0")
        x, y = _twice(size[0]), _twice(size[1])
        extent = (x, y) if x > 0 and y > 0 else None
        entry.taken.discard("size")  # the spacing of the grid, and the length of a plane that is endless in one direction
        return ir.Plane(size=extent), Pose(), (), None

    def _size(self, entry: Entry, kind: str) -> tuple[float, ...]:
        """The sizes of a primitive, of one between two points with the length that they give it."""
        wanted = SIZES[kind]
        size = list(entry.vector("size", (0.0, 0.0, 0.0)) or ())
        if len(size) > wanted:
            self.reading.ledger.consumed(*size[wanted:])
        ends = entry.together("fromto")
        if ends is not None:
            if kind not in STRETCHED:
                raise entry.element.error(f"a {kind} cannot have fromto", "fromto", f"a {', '.join(STRETCHED)}")
            half = norm(sub((ends[0], ends[1], ends[2]), (ends[3], ends[4], ends[5]))) / 2
            if 2 * half < SMALLEST:
                raise entry.element.error("the points of fromto are the same", "fromto", "two points")
            length = derived(half, ends)
            size = [size[0], length] if wanted == 2 else [size[0], size[0], length]
        for number, each in enumerate(size[:wanted], 1):
            if not each > 0:
                raise entry.element.error(f"size {number} of a {kind} is missing or not positive", "size", f"{wanted} numbers above 0")
        return tuple(size[:wanted])

    def _fitted(self, entry: Entry, kind: str, mesh: MeshAsset, compiler: Compiler) -> tuple[ir.Shape, Pose, tuple[float, ...], MeshAsset]:
        """A primitive that MuJoCo makes of a mesh: of the same inertia, or around it (`FitGeom`)."""
        if kind not in SIZES:
            raise entry.element.error(f"a {kind} cannot be fitted to a mesh", "mesh", ", ".join(SIZES))
        if entry.has("fromto"):
            raise entry.element.error("fromto and mesh exclude each other", "fromto", "one of them")
        factor = entry.number("fitscale", 1.0) or 1.0
        entry.ineffective("size", "a geom that is fitted to a mesh")
        mass = self.meshes.mass(mesh, entry)
        if mass is None:
            return ir.Empty(), Pose(), (0.0, 0.0, 0.0), mesh
        compiler.asked.add("fitaabb")
        size, middle = _box_fit(kind, mass) if compiler.fit_boxes else (_inertia_fit(kind, mass), ORIGIN)
        ids = merge(entry.ids("mesh", "fitscale"), mesh.element.all_ids())
        size = tuple(traced(float(each) * float(factor), ids) for each in size)
        X_GS = Pose(mass.com, mass.axes) @ Pose(middle)
        return _solid(kind, size), derived(X_GS, traced("", ids)), size, mesh

    # ---------------------------------------------------------------- place

    def _pose(self, entry: Entry, kind: str, compiler: Compiler, *, fitted: bool) -> Pose:
        """The pose of the frame of a geom. Of one between two points z leads from the second to the first."""
        if kind in STRETCHED and not fitted:
            ends = entry.together("fromto")
            if ends is not None:
                position = entry.together("pos")
                if position is not None and any(position):
                    raise entry.element.error("pos and fromto exclude each other", "pos", "one of them")
                for name in ("quat", "axisangle", "xyaxes", "zaxis", "euler"):
                    entry.ineffective(name, "a geom between two points")
                a, b = (ends[0], ends[1], ends[2]), (ends[3], ends[4], ends[5])
                ids = ids_of(ends)
                x, y, z = (traced(Computed(one / 2 + other / 2), ids) for one, other in zip(a, b, strict=True))
                return Pose((x, y, z), turned_to(sub(a, b)).with_ids(ids))
        return pose_of(entry, compiler)

    # ---------------------------------------------------------------- weight

    def _weight(self, placed: Placed, kind: str, size: tuple[float, ...], X_BS: Pose, mesh: MeshAsset | None) -> tuple[Weight | None, Ids]:
        """Return what it adds to its body, and the ids of what says that this is nothing. X_BS: where its volume is; of a mesh the frame
        that geoms show it in."""
        entry, counted = placed.entry, placed.home.compiler.stated.get("inertiagrouprange", "")
        mass, density = entry.number("mass"), entry.number("density", DENSITY)
        if mass is not None:
            entry.ineffective("density", "a geom with a mass")
        hollow = entry.flag("shellinertia")
        shell = bool(hollow)
        of_place = ids_of_pose(X_BS) if X_BS is not HERE else ()
        ids = merge(ids_of(mass if mass is not None else density), ids_of(hollow), ids_of(size), of_place, ids_of(counted))
        whole = self.meshes.mass(mesh, entry) if mesh is not None else None
        if mesh is not None and whole is None:
            self._report_unweighed(entry, mass, density, mesh)
            return None, ()
        if kind not in ("mesh", "sdf"):
            whole = None
        elif mesh is not None:
            of_place = merge(of_place, mesh.element.all_ids(), entry.ids("mesh"))
            ids = merge(ids, of_place)
        volume = whole.amount if whole is not None else amount(kind, size, shell=shell)
        assert density is not None
        total = float(density) * volume if mass is None else float(mass) if volume > SMALLEST else 0.0
        if total < 0 or (mass is None and density < 0):
            raise entry.element.error("the geom has a negative mass", "mass" if mass is not None else "density", "at least 0")
        if mass is not None and mass > SMALLEST and volume <= SMALLEST:
            entry.ineffective("mass", "a geom without volume")
            return None, ()
        if total <= SMALLEST:
            return None, ids_of(mass if mass is not None else density)
        if whole is not None:
            com = X_BS.apply(whole.com)
            tensor = rotated(_scaled(whole.inertia, total / whole.amount), X_BS.rotation)
        else:
            com = X_BS.position
            tensor = rotated(inertia(kind, size, total, shell=shell), X_BS.rotation)
        weight = traced(Computed(total), ids) if mass is None else counted_by(mass, counted)
        return (weight, _vector(com, of_place), Inertia(*_worked_out(tensor.entries, ids))), ()

    def _report_unweighed(self, entry: Entry, mass: float | None, density: float | None, mesh: MeshAsset) -> None:
        """Report the mass or density of a geom whose mesh cannot be read, where it states one."""
        stated, unit = (mass, "kg") if mass is not None else (density, "kg/m^3")
        if stated is not None and ids_of(stated):
            subject = f"{entry.element.tag}@{'mass' if mass is not None else 'density'}"
            value = f"{float(stated):g} {unit}"
            self.reading.ledger.report(
                findings.MASS_UNRESOLVED, about=stated, origin=entry.origin, subject=subject, value=value, why=mesh.why
            )

    # ---------------------------------------------------------------- contact

    def _surface(self, entry: Entry, condim: int) -> tuple[ir.Surface | None, tuple[ir.Extra, ...]]:
        """Friction. Torsional and rolling count only from `condim` 4 and 6 on, so that otherwise they are kept for MJCF alone."""
        stated = entry.vector("friction", FRICTION) or FRICTION
        extras = _kept(entry, "condim")
        slide, spin, roll = stated[0], stated[1], stated[2]
        idle = () if stated is FRICTION else merge(ids_of(spin) if condim < 4 else (), ids_of(roll) if condim < 6 else ())
        text = entry.joined_text("friction") if idle else None
        if text is not None:
            extras += (ir.Extra(format="mjcf", key="@friction", value=traced(plain(text), idle), origin=entry.origin),)
        surface = ir.Surface(
            mu=slide,
            mu2=slide,
            torsional_friction=spin if condim >= 4 else None,
            rolling_friction=roll if condim >= 6 else None,
            origin=entry.origin,
        )
        return surface, extras


def _kept(entry: Entry, name: str) -> tuple[ir.Extra, ...]:
    """An attribute that steers the reading and says something to MJCF besides."""
    text = entry.joined_text(name)
    return () if text is None else (ir.Extra(format="mjcf", key=f"@{name}", value=text, origin=entry.origin),)


def _solid(kind: str, size: tuple[float, ...]) -> ir.Shape:
    """A primitive of the neutral scene, which counts whole lengths."""
    if kind == "sphere":
        return ir.Sphere(radius=size[0])
    if kind == "capsule":
        return ir.Capsule(radius=size[0], length=_twice(size[1]))
    if kind == "cylinder":
        return ir.Cylinder(radius=size[0], length=_twice(size[1]))
    if kind == "ellipsoid":
        return ir.Ellipsoid(radii=(size[0], size[1], size[2]))
    x, y, z = size
    return ir.Box(size=(_twice(x), _twice(y), _twice(z)))


def _twice(half: float) -> float:
    return traced(2 * half, ids_of(half))


def _inertia_fit(kind: str, mass: MeshMass) -> tuple[float, ...]:
    x, y, z = mass.half_sizes
    if kind == "sphere":
        return ((x + y + z) / 3,)
    if kind in ("capsule", "cylinder"):
        radius = (x + y) / 2
        return radius, max(0.0, z - radius / 2) if kind == "capsule" else z
    return x, y, z


def _box_fit(kind: str, mass: MeshMass) -> tuple[tuple[float, ...], Vec3]:
    """Sizes, and the middle of the box around the mesh from its centre of mass, along its axes."""
    lower, upper = mass.lower, mass.upper
    middle = ((lower[0] + upper[0]) / 2, (lower[1] + upper[1]) / 2, (lower[2] + upper[2]) / 2)
    x, y, z = sub(upper, middle)
    if kind == "sphere":
        return (max(x, y, z),), middle
    if kind in ("capsule", "cylinder"):
        radius = max(x, y)
        return (radius, z - radius if kind == "capsule" else z), middle
    return (x, y, z), middle


def _worked_out(numbers: tuple[float, ...], ids: Ids) -> list[float]:
    """Numbers that were computed, each traced."""
    if not ids:
        return list(map(Computed, numbers))
    one_or_more = ids if len(ids) > 1 else ids[0]
    made = list(map(TracedComputed, numbers))
    for each in made:
        each.one_or_more = one_or_more
    return cast("list[float]", made)


def _scaled(tensor: Inertia, factor: float) -> Inertia:
    return Inertia(*(entry * factor for entry in tensor.entries))


def _vector(vector: Vec3, ids: Ids) -> Vec3:
    return cast(Vec3, traced_each(tuple(map(float, vector)), ids))
