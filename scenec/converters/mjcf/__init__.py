"""MJCF, MuJoCo's format: the record of the format. Its parts are loaded when it is used."""

from __future__ import annotations

import re

from scenec.converters.common.options import FLATTEN, MOTORS, READY, SHAPE_DENSITY
from scenec.converters.format import Format, SourceFormat, WriteOptions
from scenec.converters.mjcf.profile import GRAVITY, STEP, VERSION, adaptations

_BEFORE_ROOT = re.compile(rb"\s*(?:<\?.*?\?>\s*|<!--.*?-->\s*|<!DOCTYPE[^>\[]*(?:\[[^\]]*\])?[^>]*>\s*)*", re.DOTALL)
_ROOT = re.compile(rb"<mujoco[\s/>]", re.IGNORECASE)


def _sniff(data: bytes) -> bool:
    """Return whether the outermost element is `mujoco`, in any case: MuJoCo looks for it so, and then insists on small letters."""
    data = data.removeprefix(b"\xef\xbb\xbf")
    before = _BEFORE_ROOT.match(data)
    return before is not None and _ROOT.match(data, before.end()) is not None


FORMAT = Format(
    name="mjcf",
    package=__name__,
    title="MJCF",
    simulator="MuJoCo",
    suffixes={".xml": ""},
    by_content=(".xml",),
    refused=(".mjb",),
    versions=(VERSION,),
    default_version=VERSION,
    sniff=_sniff,
    options=(
        FLATTEN.doing("no default classes, includes and frames, in the place of the source's text"),
        MOTORS,
        SHAPE_DENSITY,
        READY.doing("a floor and a light where there is none, servos for a robot without actuators"),
    ),
    adaptations=adaptations(WriteOptions(), SourceFormat()),
    adaptations_for=adaptations,
    relations="scenec.converters.mjcf.relations",
    consumers=("MuJoCo",),
    verified_by="scenec.verify.mujoco_verdicts:mujoco_verdicts",
    gravity=GRAVITY,
    step=STEP,
    needs_mass="each",
)
