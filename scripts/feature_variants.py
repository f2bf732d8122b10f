"""Changes scenes of MJCF or URDF by a seed, and tells whether every value of the changed ones still ends in each target or in a finding.

    feature_variants.py [--from mjcf|urdf] [--count 20] [--seed 1] [--to FORMAT ...] [SCENE ...]

SCENE: default: those in ../shared/peers. Of each variant all numbers are other ones, names have changed, and its bodies may stand in a
frame that is turned (MJCF), or its joints may be turned (URDF). MuJoCo or urdfdom loads every variant. All values of it are then changed
one by one (`scripts/feature_cells.py`). --features: the scenes are not changed, and only what makes one different from the others is looked
at. Exit status 1 if a value is lost without a word, or a result means something else.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple
from xml.dom import minidom

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))  # the checkout beside this script, installed or not

from scenec.converters.mjcf import vocabulary  # noqa: E402  # found from the line above
from scenec.verify.compiled import NotCompiledError, urdfdom_loader  # noqa: E402  # found from the line above
from scripts.feature_cells import Cell, Value, features, measured, targets_of, values  # noqa: E402  # found from the line above

PEERS = ROOT.parent / "shared" / "peers"
FOLDERS = {"mjcf": ("mjcf",), "urdf": ("urdf", "urdf2")}
"""Format -> where its scenes are."""
SUFFIXES = {"mjcf": ".xml", "urdf": ".urdf"}
ATTEMPTS = 50
"""Draws until MuJoCo, or urdfdom, takes one."""
UNCHANGED = frozenset({"version", "rgba"})
"""Attributes of URDF whose numbers are no quantities, or have a range."""


class Variant(NamedTuple):
    """A changed scene. name: that of the scene it was made of, and its number. folder: of that scene."""

    name: str
    text: str
    folder: Path


def variants(scenes: Sequence[Path], count: int, seed: int, source: str = "mjcf") -> Iterator[Variant]:
    """Yield changed scenes that MuJoCo or urdfdom loads, made of the scenes in turn. The same seed gives the same ones."""
    order = sorted(scenes)
    random.Random(seed).shuffle(order)
    for number in range(count):
        scene = order[number % len(order)]
        text = scene.read_text(encoding="utf-8")
        for attempt in range(ATTEMPTS):
            made = changed_by(random.Random(f"{seed} {number} {attempt}"), text, source)
            if loads(made) if source == "mjcf" else parses(made):
                yield Variant(f"{scene.stem}_{number + 1}", made, scene.parent)
                break
        else:
            raise SystemExit(f"{scene}: none of {ATTEMPTS} variants is loaded")


def loads(text: str) -> bool:
    """Return whether MuJoCo compiles a model."""
    import mujoco

    try:
        mujoco.MjModel.from_xml_string(text)
    except ValueError:
        return False
    return True


def parses(text: str) -> bool:
    """Return whether urdfdom reads a robot without an error. Where it is not installed, our reader is asked, which refuses the same."""
    import scenec

    try:
        loader = urdfdom_loader()
    except NotCompiledError:
        try:
            report = scenec.read(text.encode(), format="urdf", name="r.urdf")[1]
        except scenec.ReadError:
            return False
        return not any(finding.level == "error" for finding in report.findings)
    with tempfile.TemporaryDirectory() as made:
        (Path(made) / "r.urdf").write_text(text, encoding="utf-8")
        done = subprocess.run([loader, f"{made}/r.urdf"], capture_output=True, text=True, check=True)
    return not json.loads(done.stdout)["errors"]


def changed_by(rng: random.Random, text: str, source: str = "mjcf") -> str:
    """Return a scene with other numbers and names, perhaps in a frame or with other angles of joints."""
    document = minidom.parseString(text)
    root = document.documentElement
    assert root is not None
    elements = [each for each in document.getElementsByTagName("*") if each is not root]
    names = {each.getAttribute("name") for each in elements if each.hasAttribute("name")} - {""}
    renamed = {name: f"{name}{rng.choice(['_x', '.1', ' b', '-2'])}" for name in sorted(names) if rng.random() < 0.5}
    whole = _whole_attributes() if source == "mjcf" else UNCHANGED
    for element in elements:
        for attribute, value in list(element.attributes.items()):
            if value in renamed:
                element.setAttribute(attribute, renamed[value])
            elif attribute not in whole:
                element.setAttribute(attribute, _other_numbers(rng, value))
    if rng.random() < 0.5:
        (_put_in_frame if source == "mjcf" else _turn_joints)(rng, document)
    return str(root.toxml())


def _whole_attributes() -> frozenset[str]:
    """The attributes that take whole numbers in any element."""
    return frozenset(
        name for known in vocabulary.elements().values() for name, attribute in known.attributes.items() if attribute.type == "int"
    )


def _other_numbers(rng: random.Random, text: str) -> str:
    """The numbers of a text, each up to a third larger or smaller. A text that is none comes back."""
    try:
        numbers = [float(word) for word in text.split()]
    except ValueError:
        return text
    return " ".join(f"{number * rng.uniform(0.67, 1.33):.4g}" for number in numbers)


def _put_in_frame(rng: random.Random, document: minidom.Document) -> None:
    """Put what stands in the world into a frame. A free body, which must stand in the world itself, may stand in one, too."""
    for world in document.getElementsByTagName("worldbody"):
        frame = document.createElement("frame")
        frame.setAttribute("pos", " ".join(f"{rng.uniform(-1, 1):.3f}" for _ in range(3)))
        frame.setAttribute("quat", " ".join(f"{rng.uniform(0.1, 1):.3f}" for _ in range(4)))
        for child in list(world.childNodes):
            frame.appendChild(child)
        world.appendChild(frame)


def _turn_joints(rng: random.Random, document: minidom.Document) -> None:
    """Give the origins of joints other angles."""
    for origin in document.getElementsByTagName("origin"):
        if origin.parentNode is not None and origin.parentNode.nodeName == "joint" and not origin.hasAttribute("quat_xyzw"):
            origin.setAttribute("rpy", " ".join(f"{rng.uniform(-1.5, 1.5):.3f}" for _ in range(3)))


def unchanged(scenes: Sequence[Path]) -> Iterator[tuple[Variant, list[Value]]]:
    """Yield the scenes as they are, with the values that make each different from the others of its folder."""
    for folder in dict.fromkeys(scene.parent for scene in scenes):
        texts = {scene.stem: scene.read_text(encoding="utf-8") for scene in scenes if scene.parent == folder}
        for name, mine in features(texts).items():
            yield Variant(name, texts[name], folder), mine


def cells(variant: Variant, targets: Sequence[str], source: str = "mjcf", mine: list[Value] | None = None) -> dict[str, Cell]:
    """Return what becomes of the values of a variant, per target. mine: the values to look at, default: all."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        (folder / "result").mkdir()
        if (variant.folder / "meshes").is_dir():
            shutil.copytree(variant.folder / "meshes", folder / "meshes")
        scene = folder / f"scene{SUFFIXES[source]}"
        scene.write_text(variant.text, encoding="utf-8")
        chosen = list(values(variant.text)) if mine is None else mine
        return {target: measured(scene, variant.text, chosen, target, folder) for target in targets}


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenes", nargs="*", type=Path, metavar="SCENE")
    parser.add_argument("--from", dest="source", choices=sorted(FOLDERS), default="mjcf")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--features", action="store_true", help="look at the scenes as they are")
    parser.add_argument("--to", action="append", help="a target; repeatable; default: all")
    options = parser.parse_args(arguments)
    source: str = options.source
    scenes = options.scenes or sorted(path for name in FOLDERS[source] for path in (PEERS / name).glob(f"*{SUFFIXES[source]}"))
    if not scenes:
        sys.stderr.write(f"{PEERS} is not here\n")
        return 2
    targets = options.to or list(targets_of(source))
    tried = list[tuple[Variant, list[Value] | None]]()
    if options.features:
        tried += unchanged(scenes)
    else:
        tried += ((variant, None) for variant in variants(scenes, options.count, options.seed, source))
    bad = 0
    for variant, mine in tried:
        found = cells(variant, targets, source, mine)
        sys.stdout.write(f"{variant.name}: {', '.join(f'{target} {cell.state}' for target, cell in found.items())}\n")
        sys.stdout.flush()
        bad += sum(cell.state in ("silent", "wrong") for cell in found.values())
    sys.stdout.write(f"{len(tried)} scenes, {len(tried) * len(targets)} conversions: {bad} silent or wrong\n")
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main())
