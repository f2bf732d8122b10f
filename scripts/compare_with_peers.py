"""Writes docs/comparison.md: what becomes of 49 features of SDFormat, 26 of MJCF and 48 of URDF, converted by scenec to each format,
beside what other tools did.

    compare_with_peers.py [--check]     --check: only tell whether the page and the line in README.md are current

The scenes, one feature each, and what other tools did with them lie in ../shared/peers and are not ours to ship. What scenec does is
measured here, from outside (`scripts/feature_cells.py`).
"""

from __future__ import annotations

import argparse
import csv
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))  # the checkout beside this script, installed or not

from scripts import controller_probes, text_probes  # noqa: E402  # found from the line above
from scripts.feature_cells import Cell, features, measured, targets_of  # noqa: E402  # found from the line above

PEERS = ROOT.parent / "shared" / "peers"
PAGE = ROOT / "docs" / "comparison.md"
README = ROOT / "README.md"


class Probes(NamedTuple):
    """Scenes of a format. title: behind the headings of their tables; folder: in PEERS; record: what other tools did with them."""

    format: str
    title: str
    folder: str
    record: str
    suffix: str

    @property
    def targets(self) -> tuple[str, ...]:
        return tuple(targets_of(self.format))


SDFORMAT = Probes("sdformat", "", "sdf", "verdicts_sdf.csv", ".sdf")
PROBES = (
    SDFORMAT,
    Probes("mjcf", " of MJCF", "mjcf", "verdicts_mjcf.csv", ".xml"),
    Probes("urdf", " of URDF", "urdf", "verdicts_urdf.csv", ".urdf"),
    Probes("urdf", " of URDF with extensions", "urdf2", "verdicts_urdf2.csv", ".urdf"),
)
TARGETS = SDFORMAT.targets
LETTERS = {
    "K": "kept",
    "P": "partly, silent",
    "S": "silent",
    "X": "wrong, silent",
    "W": "reported",
    "I": "log only",
    "E": "refused",
    "N": "-",
}
"""How the records of other tools say it."""
QUIET = "PSX"


def measure(probes: Probes) -> dict[str, dict[str, Cell]]:
    """Scene -> target -> what becomes of its feature. Scenes that no other tool was given are left out."""
    suffix, (_, recorded) = probes.suffix, peers(probes)
    texts = {path.stem: path.read_text(encoding="utf-8") for path in sorted((PEERS / probes.folder).glob(f"*{suffix}"))}
    found: dict[str, dict[str, Cell]] = {}
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        (folder / "meshes").mkdir()
        (folder / "result").mkdir()
        meshes = PEERS / probes.folder / "meshes"
        for mesh in meshes.iterdir() if meshes.is_dir() else ():
            (folder / "meshes" / mesh.name).write_bytes(mesh.read_bytes())
        for name, mine in features(texts).items():
            if name not in recorded:
                continue
            source = folder / f"{name}{suffix}"
            source.write_text(texts[name], encoding="utf-8")
            found[name] = {target: measured(source, texts[name], mine, target, folder) for target in probes.targets}
    return found


# ---------------------------------------------------------------- the page


def peers(probes: Probes = SDFORMAT) -> tuple[list[str], dict[str, list[str]]]:
    """The names of the other tools, and per feature a letter each, as recorded."""
    with (PEERS / probes.record).open(encoding="utf-8") as file:
        head, *rows = csv.reader(file)
    return head[1:], {row[0]: row[1:] for row in rows}


def page(found: Mapping[Probes, dict[str, dict[str, Cell]]]) -> str:
    lines = [
        "# scenec beside other tools, on 49 features of SDFormat, 26 of MJCF and 48 of URDF",
        "",
        "*Made by `python scripts/compare_with_peers.py`; do not edit.*",
        "",
        "Each row is a small scene with one feature that converters get wrong. The columns `to ...` are measured by this command:",
        "each value that makes the scene different from the others is changed in turn, and the result is read back and compared. The other",
        "columns are what was recorded, by hand and once, of other tools with the same files.",
        "",
        "SDFormat went into whatever each of them makes of it (drake 1.51.1, pybullet 3.2.7: loaded; rod 0.5.0, phobos 2.0.2: to URDF;",
        "sdformat-mjcf 0.1.2: to MJCF). MJCF was loaded by drake, pybullet and newton 1.8.0, and made USD by mujoco-usd-converter 0.8.0.",
        "URDF was loaded by drake, pybullet, newton and yourdfpy 0.0.60, made SDFormat by libsdformat 12 and 13, phobos and",
        "robot-format-converter 1.0.0, made MJCF by MuJoCo 4.0.0, urdf2any 0.3.0 and cyberwave-robot-format 0.1.8,",
        "USD by urdf-usd-converter 0.3.4, and a Webots robot by urdf2webots 2025.0.0.",
        "The scenes were chosen for being trouble, so the shares say nothing of everyday models.",
        "",
        "| word | means |",
        "|---|---|",
        "| kept | is in the result and means the same there |",
        "| adapted | is in the result with a meaning that differs; a finding says how |",
        "| reported | is not in the result, or not all of it; a finding (of another tool: a warning) says so |",
        "| refused | nothing is converted |",
        "| silent, partly | is lost, in part or altogether, without a word |",
        "| wrong | is in the result with another meaning, without a word |",
        "| - | was not judged |",
        "",
        *(line for probes, cells in found.items() for line in (*tables(probes, cells), "")),
        *controller_probes.section(PEERS, LETTERS),
        "",
        *text_probes.section(PEERS / "verdicts_urdf.csv"),
    ]
    return "\n".join(lines) + "\n"


def tables(probes: Probes, found: dict[str, dict[str, Cell]]) -> list[str]:
    """The totals, the features one by one, and the findings."""
    of, (tools, recorded) = probes.title, peers(probes)
    columns = [f"to {target}" for target in probes.targets] + tools
    lines = [f"## Totals{of}", "", "| | " + " | ".join(columns) + " |", "|---|" + "---|" * len(columns)]
    for label, states in (
        ("kept", ("kept",)),
        ("told: adapted, reported, refused", ("adapted", "reported", "log only", "refused")),
        ("not told: silent, partly, wrong", ("silent", "partly, silent", "wrong", "wrong, silent")),
    ):
        own = [sum(cells[target].state in states for cells in found.values()) for target in probes.targets]
        others = [sum(LETTERS[row[i]] in states for row in recorded.values()) for i in range(len(tools))]
        lines.append(f"| {label} | " + " | ".join(map(str, own + others)) + " |")
    lines += ["", f"## Features{of}, one by one" if of else "## Feature by feature", ""]
    lines += ["| feature | " + " | ".join(columns) + " |", "|---|" + "---|" * len(columns)]
    for name, cells in found.items():
        words = [cells[target].state for target in probes.targets] + [
            LETTERS[letter].removesuffix(", silent") for letter in recorded.get(name, [])
        ]
        lines.append(f"| {name} | " + " | ".join(words) + " |")
    lines += [
        "",
        f"## What scenec reports{of}",
        "",
        "`scenec explain CODE` says more of each.",
        "",
        "| feature | target | findings |",
        "|---|---|---|",
    ]
    for name, cells in found.items():
        lines += [f"| {name} | {target} | {', '.join(cell.codes)} |" for target, cell in cells.items() if cell.codes]
    return lines


def summary(found: dict[str, dict[str, Cell]]) -> str:
    """The line for README.md."""
    states = Counter(cell.state for cells in found.values() for cell in cells.values())
    tools, recorded = peers()
    quiet = [sum(row[i] in QUIET for row in recorded.values()) for i in range(len(tools))]
    known = states["adapted"] + states["reported"] + states["refused"]
    return (
        f"- {len(found)} features of SDFormat that converters get wrong, to {len(TARGETS)} formats: {states['kept']} kept, {known} told, "
        f"{states['silent'] + states['wrong']} silent; five other tools are silent about {min(quiet)} to {max(quiet)} of the {len(found)} "
        "each ([comparison])."
    )


LINE = re.compile(r"^- \d+ features of SDFormat that converters get wrong.*$", re.MULTILINE)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args(arguments)
    if not PEERS.is_dir():
        sys.stderr.write(f"{PEERS} is not here\n")
        return 2
    found = {probes: measure(probes) for probes in PROBES}
    readme = README.read_text(encoding="utf-8")
    wanted, line = page(found), summary(found[SDFORMAT])
    if options.check:
        current = PAGE.is_file() and PAGE.read_text(encoding="utf-8") == wanted and line in readme
        sys.stdout.write("current\n" if current else "stale: run scripts/compare_with_peers.py\n")
        return 0 if current else 1
    PAGE.write_text(wanted, encoding="utf-8")
    README.write_text(LINE.sub(lambda _: line, readme), encoding="utf-8")
    sys.stdout.write(f"{line}\n")
    for name, cells in (pair for of_format in found.values() for pair in of_format.items()):
        for target, cell in cells.items():
            if cell.state in ("silent", "wrong"):
                sys.stdout.write(f"{name} -> {target}: {cell.state}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
