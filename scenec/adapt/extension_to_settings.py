"""Settings for the target's simulator that the source holds in an extension of its own format, such as `<mujoco>` in URDF for MJCF.

Settings that a file of the target can state become settings of the scene for that format. Those that change masses and tensors are applied
to the links as well, as the simulator applies them to the source, so that later steps find nothing to repair.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

import msgspec

from scenec.accounting.code import Code
from scenec.adapt.extension_findings import (
    INERTIA_AVERAGED,
    MASS_BOUNDED,
    SETTING_DROPPED,
    SETTING_INEFFECTIVE,
    SETTING_INVALID,
    SETTING_PATH_INEFFECTIVE,
)
from scenec.adapt.inertias_to_definite import exceeds, tensor_text
from scenec.ir.base import Extra
from scenec.ir.inertia import NO_INERTIA, Inertia, principal, rotated
from scenec.ir.kinematics import static_models
from scenec.ir.link import Inertial, Link
from scenec.ir.pose import clean
from scenec.ir.scene import Model, Scene
from scenec.syntax.kinds import shown
from scenec.trace import Computed, derived

if TYPE_CHECKING:
    from scenec.accounting.ledger import Ledger

Judge = Callable[[str, str, str], tuple[str, str] | None]
"""Path of an element, attribute ("" for its text), value -> a word of `VERDICTS` for a setting that the result lacks, and why. None for one
that a file of the target states."""

VERDICTS: Mapping[str, Code] = {
    "ineffective": SETTING_INEFFECTIVE,
    "path": SETTING_PATH_INEFFECTIVE,
    "dropped": SETTING_DROPPED,
    "invalid": SETTING_INVALID,
}


class MassRules(msgspec.Struct, frozen=True, kw_only=True):
    """Settings that change masses and tensors, as texts with ids. least_mass: kg; least_moment: kg m^2; averages: a tensor with a principal
    moment above the sum of the others becomes that of a ball with the same sum of moments."""

    least_mass: str = "0"
    least_moment: str = "0"
    averages: str = ""


def adapt(
    scene: Scene,
    ledger: Ledger,
    target: str,
    *,
    extension: tuple[str, str] = ("", ""),
    home: str = "",
    judge: Judge = lambda path, name, text: None,
    rules: Mapping[str, str] = {},
) -> Scene:
    """The scene with the settings of its extension in force.

    extension: format and key of the `Extra` that holds it at a model; home: the format that the settings become; judge: see `Judge`; rules:
    field of `MassRules` -> key of the setting. Reports the findings of the judge, and `link-mass-bounded` and `link-inertia-averaged` per
    link.
    """
    models: list[Model] = []
    settings: list[Extra] = []
    links = scene.links
    for model in scene.models:
        mine = [each for each in model.extras if (each.format, each.key) == extension and each.content]
        if mine:
            stated = [each for extra in mine for each in _settings(extra, ledger, home, judge)]
            texts = {each.key: each.value for each in stated if isinstance(each.value, str)}
            found = MassRules(**{field: texts[key] for field, key in rules.items() if key in texts})
            settings += stated
            links = _ruled(scene, links, model.id, found, ledger)
            model = msgspec.structs.replace(model, extras=tuple(each for each in model.extras if each not in mine))
        models.append(model)
    if not settings and links is scene.links and tuple(models) == scene.models:
        return scene
    return msgspec.structs.replace(scene, models=tuple(models), links=links, extras=(*scene.extras, *settings))


def _settings(extra: Extra, ledger: Ledger, home: str, judge: Judge) -> Iterator[Extra]:
    """Yield the settings that the target states, one for each attribute. Report all others. The first of several alike counts."""
    above: list[str] = []
    seen: set[str] = set()
    for item in extra.content:
        del above[item.depth :]
        above.append(item.tag)
        path = "/".join(above[1:])
        texts = [*item.attributes, *([("", item.text)] if item.text else [])]
        for name, text in texts:
            key = f"{path}/@{name}"
            verdict = judge(path, name, str(text)) if key not in seen else ("invalid", "A second element of this name is refused.")
            seen.add(key)
            if verdict is None:
                yield Extra(format=home, key=key, value=text, origin=extra.origin)
                continue
            word, why = verdict
            value = f"{name}={text}" if name else text
            ledger.report(VERDICTS[word], extra, about=text, value=value, why=why, subject=key.removesuffix("/@"))


def _ruled(scene: Scene, links: tuple[Link, ...], model: str, rules: MassRules, ledger: Ledger) -> tuple[Link, ...]:
    """Return the links, those of a model as the rules change them."""
    if model in static_models(scene) or not (float(rules.least_mass) > 0 or float(rules.least_moment) > 0 or rules.averages == "true"):
        return links
    return tuple(_with_rules(each, rules, ledger) if each.model == model else each for each in links)


def _with_rules(link: Link, rules: MassRules, ledger: Ledger) -> Link:
    inertial = link.inertial
    if inertial is None or (not inertial.mass and inertial.origin is None):  # its centre is as far from it as it is from its parent
        inertial = msgspec.structs.replace(inertial or Inertial(), pose=link.pose)
    if not inertial.mass and (link.collisions or not float(rules.least_mass) > 0):  # weighs what its shapes weigh, or nothing
        return link
    bounded = _bounded(inertial, rules)
    if bounded is not inertial:
        ledger.report(
            MASS_BOUNDED,
            link,
            at="inertial",
            about=(inertial.mass, inertial.inertia),
            target=f"{shown(float(bounded.mass or 0.0))} kg, {tensor_text(bounded.inertia or NO_INERTIA)}",
        )
    tensor = bounded.inertia
    if rules.averages == "true" and tensor is not None and exceeds(tensor):
        mean = Computed(sum(map(float, principal(tensor)[0])) / 3)
        zero = derived(0.0, tensor.entries, rules.averages)
        moment = derived(mean, tensor.entries, rules.averages)
        averaged = Inertia(moment, moment, moment, zero, zero, zero)
        ledger.report(
            INERTIA_AVERAGED, link, at="inertial.inertia", about=tensor.entries, value=tensor_text(tensor), target=tensor_text(averaged)
        )
        bounded = msgspec.structs.replace(bounded, inertia=averaged)
    return link if bounded is link.inertial else msgspec.structs.replace(link, inertial=bounded)


def _bounded(inertial: Inertial, rules: MassRules) -> Inertial:
    """Return an inertial with at least the mass and the moments of the rules: the same one if it has them."""
    least_mass, least_moment = float(rules.least_mass), float(rules.least_moment)
    changes: dict[str, object] = {}
    if (inertial.mass or 0.0) < least_mass:
        changes["mass"] = derived(least_mass, inertial.mass, rules.least_mass)
    tensor = inertial.inertia or NO_INERTIA
    moments, axes = principal(tensor)
    if max(moments) < least_moment:
        moment = derived(least_moment, tensor.entries, rules.least_moment)
        changes["inertia"] = Inertia(moment, moment, moment)
    elif min(moments) < least_moment:
        raised = rotated(Inertia(*(max(float(each), least_moment) for each in moments)), axes)
        changes["inertia"] = Inertia(*(derived(Computed(each), tensor.entries, rules.least_moment) for each in clean(raised.entries)))
    return msgspec.structs.replace(inertial, **changes) if changes else inertial
