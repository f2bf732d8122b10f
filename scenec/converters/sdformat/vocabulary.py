"""The vocabulary of SDFormat, version by version, as data.

`vocabulary.json` holds one row per element and attribute of the specifications 1.4 to 1.12, grouped by definition (the
specification is split into definitions that include each other: `link` includes `visual`, `visual` includes `geometry`).
A row is its path in its definition and the spans of versions in which its facts held; null means that the row was gone.

Paths are written as in the specification, from any element downward: ``joint/axis/limit/lower``, ``visual/material/@name``,
``sdf/world/model/link``. Includes are followed wherever they stand. An element is named by its tag; two tags have a
definition of another name (`rfid` and `rfidtag` name each other's), which `visual/geometry/box`-like paths never show.

Of versions before 1.4 only the first appearance of each row in its definition is known; facts are those of 1.4.
"""

from __future__ import annotations

import os
from functools import cache, lru_cache

import msgspec

from scenec.converters.sdformat.kinds import kind_named
from scenec.converters.sdformat.versions import KNOWN, LATEST, order
from scenec.syntax.vocabulary import Row


class Fact(msgspec.Struct, frozen=True, gc=False, rename={"minimum": "min", "maximum": "max"}):
    """The row of one element or attribute in one version.

    required: ``0`` optional, ``1`` exactly one, ``+`` one or more, ``*`` any number, ``-1`` deprecated.
    type: the SDF type of its text or value, "" for elements without text. default: its text when left out.
    include: the definition its children come from. free: its content is anything (plugin).
    """

    required: str
    type: str = ""
    default: str | None = None
    minimum: str | None = None
    maximum: str | None = None
    include: str = ""
    free: bool = False

    @property
    def deprecated(self) -> bool:
        return self.required == "-1"


OWN = "."
"""The path of a definition's own element, as its rows spell it; all other rows are relative to it."""

INTRINSICS = ("fx", "fy", "cx", "cy", "s")
PROJECTION = ("p_fx", "p_fy", "p_cx", "p_cy", "tx", "ty")
CUSTOM = ("c1", "c2", "c3", "f")
"""The numbers of a camera's lens, in the order of the specification."""
ADDED_MASS = tuple("xx xy xz xp xq xr yy yz yp yq yr zz zp zq zr pp pq pr qq qr rr".split())
"""The numbers of `<fluid_added_mass>`, row by row."""
SURFACE = (
    ("restitution", "bounce/restitution_coefficient"),
    ("bounce_threshold", "bounce/threshold"),
    ("mu", "friction/ode/mu"),
    ("mu2", "friction/ode/mu2"),
    ("direction", "friction/ode/fdir1"),
    ("slip1", "friction/ode/slip1"),
    ("slip2", "friction/ode/slip2"),
    ("bullet_friction", "friction/bullet/friction"),
    ("bullet_friction2", "friction/bullet/friction2"),
    ("bullet_direction", "friction/bullet/fdir1"),
    ("rolling_friction", "friction/bullet/rolling_friction"),
    ("spinning_friction", "friction/torsional/coefficient"),
    ("use_patch_radius", "friction/torsional/use_patch_radius"),
    ("patch_radius", "friction/torsional/patch_radius"),
    ("surface_radius", "friction/torsional/surface_radius"),
    ("torsional_slip", "friction/torsional/ode/slip"),
    ("collide_without_contact", "contact/collide_without_contact"),
    ("collide_without_contact_bitmask", "contact/collide_without_contact_bitmask"),
    ("soft_cfm", "contact/ode/soft_cfm"),
    ("soft_erp", "contact/ode/soft_erp"),
    ("stiffness", "contact/ode/kp"),
    ("damping", "contact/ode/kd"),
    ("max_correcting_velocity", "contact/ode/max_vel"),
    ("min_depth", "contact/ode/min_depth"),
)
"""Field of a surface -> element below <surface>. Restitution needs a threshold: SDFormat's default of 100 km/s means no bounce."""
REFERENCES = frozenset(
    (
        *("uri", "filename", "diffuse", "normal", "albedo_map", "roughness_map", "metalness_map", "specular_map", "glossiness_map"),
        *("environment_map", "ambient_occlusion_map", "normal_map", "emissive_map", "light_map"),
    )
)
"""Tags of elements whose text may refer to a file. Those of a `<texture>` are colours and directions elsewhere."""

_Spans = list[tuple[str, Fact | None]]


@cache
def fact(path: str, version: str = LATEST) -> Fact | None:
    """Return what `version` says about the element or attribute at `path`, or None if it has none."""
    place = _place(path, version)
    return _fact_of(_definition(place[0]), place[1], version) if place else None


def available(path: str, version: str) -> bool:
    """Return whether `version` has the element or attribute at `path`."""
    return fact(path, version) is not None


@cache
def spoken(path: str, version: str, later: bool = False) -> str | None:
    """The version whose words the element or attribute at `path` is written in: `version`, or with `later` the first newer one that
    has it; None if there is none. (Libraries read a file of an older version with what is new since.)"""
    for each in KNOWN[KNOWN.index(version) :] if later else (version,):
        if fact(path, each) is not None:
            return each
    return None


def since(path: str) -> str:
    """The first version that has `path`, or "" if none has."""
    return next((version for version in KNOWN if fact(path, version)), "")


@lru_cache(maxsize=1000)
def removed(path: str) -> str:
    """The first version that no longer has `path`, or "" if the latest has it or none ever had."""
    have = [version for version in KNOWN if fact(path, version)]
    if not have or have[-1] == LATEST:
        return ""
    return KNOWN[KNOWN.index(have[-1]) + 1]


def default(path: str, version: str = LATEST) -> str | None:
    """The text that an absent element or attribute stands for, or None where there is none."""
    found = fact(path, version)
    return found.default if found else None


def children(path: str, version: str = LATEST) -> tuple[str, ...]:
    """The tags of the elements that may stand in `path`, in the order of the specification."""
    return tuple(name for name in _below(path, version) if not name.startswith("@"))


def attributes(path: str, version: str = LATEST) -> tuple[str, ...]:
    """The names of the attributes of the element at `path`."""
    return tuple(name[1:] for name in _below(path, version) if name.startswith("@"))


def row(path: str, version: str = LATEST) -> Row[object] | None:
    """The row of an attribute, or of an element's text, with its kind and its default parsed; None if there is no value."""
    found = fact(path, version)
    if found is None or not found.type:
        return None
    kind = kind_named(found.type)
    stated = found.default not in (None, "", "__default__") or found.type == "string"
    return Row(
        name=path.rpartition("/@")[2] if "/@" in path else "",
        kind=kind,
        default=kind.parse(found.default or "")[0] if stated else None,
        required=found.required in ("1", "+") and found.default in (None, "__default__"),
        cite=f"SDFormat {version} {path}",
        since=since(path),
        until="",
    )


def _below(path: str, version: str) -> list[str]:
    place = _place(path, version)
    if place is None:
        return []
    name, inner = place
    names = _direct(name, inner, version)
    found = _fact_of(_definition(name), inner, version)
    if found and found.include:
        names += [other for other in _direct(found.include, OWN, version) if other not in names]
    return names


def _direct(name: str, inner: str, version: str) -> list[str]:
    rows = _definition(name)
    start = "" if inner == OWN else inner + "/"
    names = [path[len(start) :] for path in rows if path.startswith(start) and path != OWN]
    return [name for name in names if "/" not in name and _fact_of(rows, start + name, version)]


def _place(path: str, version: str) -> tuple[str, str] | None:
    """The definition that holds the row of `path`, and the row's path there."""
    first, *steps = path.split("/")
    name = _file().tags.get(first, "")
    if not name:
        return None
    inner = OWN
    for step in steps:
        rows = _definition(name)
        below = step if inner == OWN else f"{inner}/{step}"
        if _fact_of(rows, below, version):
            inner = below
            continue
        here = _fact_of(rows, inner, version)
        if here is None or not here.include:
            return None
        name, inner = here.include, step
    return name, inner


def _fact_of(rows: dict[str, _Spans], inner: str, version: str) -> Fact | None:
    found = None
    wanted = order(version)
    for start, span in rows.get(inner, ()):
        if order(start) > wanted:
            break
        found = span
    return found


class _File(msgspec.Struct, frozen=True):
    """The data file: the definition that an element's tag opens, and the definitions, decoded only when asked for."""

    tags: dict[str, str]
    definitions: dict[str, msgspec.Raw]


@cache
def _file() -> _File:
    with open(os.path.join(os.path.dirname(__file__), "vocabulary.json"), "rb") as file:
        return msgspec.json.decode(file.read(), type=_File)


@cache
def _definition(name: str) -> dict[str, _Spans]:
    return dict(msgspec.json.decode(_file().definitions[name], type=list[tuple[str, _Spans]]))
