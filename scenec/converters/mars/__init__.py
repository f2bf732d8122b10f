"""MARS scenes: .scene, zipped .scn and .yml of DFKI's simulator "Machina Arte Robotum Simulans"."""

from __future__ import annotations

import re

from scenec.accounting.spoken import ElementNames
from scenec.converters.common.options import MOTORS, SHAPE_DENSITY
from scenec.converters.format import Format, SourceFormat, WriteOptions
from scenec.converters.mars.profile import DEFAULT_LIGHT, GRAVITY, STEP, VERSION, adaptations
from scenec.converters.options import Option

_LIST_IN_YAML = re.compile(rb"^(?:nodelist|jointlist|materiallist)[ \t]*:", re.MULTILINE)
_BEFORE_ROOT = re.compile(rb"\s*(?:<\?.*?\?>\s*|<!--.*?-->\s*|<!DOCTYPE[^>\[]*>\s*)*", re.DOTALL)


def _sniff(data: bytes) -> bool:
    """XML whose outermost element is `SceneFile`, YAML with one of MARS's lists, or an archive that holds a .scene."""
    if data.startswith(b"PK\x03\x04"):
        return b".scene" in data
    data = data.removeprefix(b"\xef\xbb\xbf")
    before = _BEFORE_ROOT.match(data)
    if before and data.startswith(b"<SceneFile", before.end()):
        return True
    return not data.lstrip().startswith(b"<") and _LIST_IN_YAML.search(data) is not None


POSES = Option(
    name="poses",
    when="writing",
    kind="choice",
    choices=("relative", "absolute"),
    default="relative",
    help="State shapes of a body relative to its first node (default), or in the world as older scenes do.",
)

FORMAT = Format(
    name="mars",
    package=__name__,
    title="MARS",
    simulator="MARS",
    suffixes={".scene": "", ".scn": ""},
    by_content=(".yml",),
    versions=(VERSION,),
    default_version=VERSION,
    sniff=_sniff,
    options=(MOTORS, POSES, SHAPE_DENSITY),
    says=(("light", "ambient"), ("joint", "reported offset")),
    elements=ElementNames(named_by=("@name", "name")),
    adaptations=adaptations(WriteOptions(), SourceFormat()),
    adaptations_for=adaptations,
    gravity=GRAVITY,
    step=STEP,
    needs_mass="each",
    lights=(DEFAULT_LIGHT,),
    carried="scenec.converters.mars.carried",
    numbers="scenec.converters.mars.numbers",
)
