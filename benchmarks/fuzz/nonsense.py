"""Files that keep to their format's grammar and say nothing sensible, made from its vocabulary."""

from __future__ import annotations

import random
from collections.abc import Callable

from benchmarks.fuzz.case import SUFFIXES, Case
from benchmarks.fuzz.nonsense_ir import scene_json
from benchmarks.fuzz.nonsense_mars import mars_xml, mars_yaml
from benchmarks.fuzz.nonsense_rsg import rsg_program
from benchmarks.fuzz.nonsense_sdformat import sdf_file
from benchmarks.fuzz.nonsense_simrobot import core3_scene, simrobot_scene
from benchmarks.fuzz.values import Wild

_SHARES = (0.0, 0.0, 0.005, 0.02, 0.05, 0.2)
_MAKERS: dict[str, tuple[Callable[[Wild], str], ...]] = {
    "simrobot": (simrobot_scene, simrobot_scene, core3_scene),
    "sdformat": (sdf_file,),
    "mars": (mars_xml, mars_xml, mars_yaml),
    "rsg": (rsg_program,),
    "ir": (scene_json,),
}


def nonsense(source: str, target: str, rng: random.Random) -> Case:
    wild = Wild(rng, rng.choice(_SHARES))
    make = rng.choice(_MAKERS[source])
    text = make(wild)
    suffix = ".yml" if make is mars_yaml else SUFFIXES[source]
    spec = "simrobot@core3" if make is core3_scene else source
    return Case(spec, target, f"nonsense{suffix}", text.encode("utf-8", "surrogatepass"), made=f"{make.__name__}, {wild.share:.1%} wild")
