"""Settings of the physics and of the viewer: what every simulator has goes into the world, the rest is kept for MJCF alone."""

from __future__ import annotations

from scenec import ir
from scenec.converters.mjcf import kinds
from scenec.converters.mjcf.findings import reading as findings
from scenec.converters.mjcf.profile import GRAVITY, STEP
from scenec.converters.mjcf.read.compiler import left_of_compiler
from scenec.converters.mjcf.read.context import WORLD_ID, Reading, aside
from scenec.converters.mjcf.read.elements import Element
from scenec.converters.mjcf.vocabulary import LINK_AFTER
from scenec.trace import derived, ids_of, traced

KEPT = ("size", "statistic", "visual")
"""Sections whose values are kept one by one."""
KEPT_WHOLE = ("extension", "custom", "deformable")
"""Sections whose elements are kept as they are."""


def read_world(root: Element, reading: Reading) -> ir.World:
    """Return the world with its gravity, step and what else `option` says. Later sections win."""
    stated: dict[str, tuple[Element, str]] = {}
    flags: dict[str, tuple[Element, str]] = {}
    for section in root.each("option"):
        _take(stated, section, reading)
        for flag in section.each("flag"):
            _take(flags, flag, reading)

    def vector(name: str) -> tuple[float, float, float] | None:
        if name not in stated:
            return None
        text = stated.pop(name)[1]
        x, y, z = (traced(each, ids_of(text)) for each in kinds.numbers(text))
        return (x, y, z)

    gravity = vector("gravity") or GRAVITY
    if "gravity" in flags:
        _, word = flags.pop("gravity")
        gravity = (derived(0.0, word, gravity), derived(0.0, word), derived(0.0, word)) if word == "disable" else gravity
        reading.ledger.consumed(word)
    contacts = None
    if "contact" in flags:
        word = flags.pop("contact")[1]
        contacts = traced(word != "disable", ids_of(word))
    step = kinds.numbers(stated["timestep"][1])[0] if "timestep" in stated else STEP
    if "timestep" in stated:
        owner, text = stated.pop("timestep")
        if step <= 0:
            raise owner.error("the step is not above 0", "timestep", "a number of seconds")
        step = traced(step, ids_of(text))
    solver = None
    if "solver" in stated or "iterations" in stated:
        kind, count = stated.pop("solver", None), stated.pop("iterations", None)
        solver = ir.SolverSettings(
            type=kind[1] if kind else None, iterations=traced(kinds.wholes(count[1])[0], ids_of(count[1])) if count else None
        )
    wind, magnetic = vector("wind"), vector("magnetic")
    keep(reading, "option", stated)
    keep(reading, "option/flag", flags)
    return ir.World(
        id=WORLD_ID,
        gravity=gravity,
        wind=wind,
        magnetic_field=magnetic,
        contacts=contacts,
        profiles=(ir.PhysicsProfile(engine="mujoco", step=step, solver=solver),),
    )


def _take(stated: dict[str, tuple[Element, str]], element: Element, reading: Reading) -> None:
    """Take settings over earlier ones, which have no effect then."""
    for name, text in element.attributes.items():
        if name in stated:
            reading.ledger.report(
                findings.ATTRIBUTE_INEFFECTIVE,
                about=stated[name][1],
                origin=stated[name][0].origin,
                subject=f"{element.tag}@{name}",
                value=stated[name][1],
                name=name,
                why="an earlier section, if a later one states it",
            )
        stated[name] = (element, text)


def keep(reading: Reading, path: str, stated: dict[str, tuple[Element, str]]) -> None:
    """Keep settings for MJCF alone."""
    for name, (element, text) in stated.items():
        reading.extras.append(ir.Extra(format="mjcf", key=f"{path}/@{name}", value=text, origin=element.origin))


def keep_sections(root: Element, reading: Reading) -> None:
    """Keep what has no place in the neutral scene."""
    for name, text in left_of_compiler(list(root.each("compiler"))).items():
        reading.extras.append(ir.Extra(format="mjcf", key=f"compiler/@{name}", value=text))
    settings: dict[str, dict[str, tuple[Element, str]]] = {}
    for section in root.each("compiler", *KEPT):
        for element in section.below():
            if element.path != "compiler":
                _take(settings.setdefault(element.path, {}), element, reading)
    for path, stated in settings.items():
        keep(reading, path, stated)
    for section in root.each(*KEPT_WHOLE):
        for each in section.children:
            joint = joint_before(each)
            if joint and joint not in reading.link_names:
                reading.link_names[joint] = each
            else:
                reading.extras.append(aside(each))


def joint_before(element: Element) -> str:
    """Return the joint that a `custom/text` names a link behind (`vocabulary.LINK_AFTER`), "" for any other element."""
    name = str(element.name or "")
    is_name = element.path == "custom/text" and name.startswith(LINK_AFTER) and element.attributes.get("data")
    return name[len(LINK_AFTER) :] if is_name else ""
