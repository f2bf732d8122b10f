"""A pipeline in Python: robots are read, made ready for a payload, written for two simulators, and their masses compared.

python examples/pipeline.py robots/ prepared/
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import scenec

PAYLOAD = 0.25
"""kg that every robot carries in its heaviest link."""


def main(robots: Path, prepared: Path) -> int:
    masses: dict[str, dict[str, float]] = {}
    lossy = []
    for file in sorted([*robots.glob("*.ros2"), *robots.glob("*.sdf")]):
        scene, _ = scenec.read(file)
        moving = [link for link in scene.physics().links if not link.static]
        if not moving:
            continue
        heaviest = max(moving, key=lambda link: link.mass)
        scene = scene.update(scene.link(heaviest.path).with_mass(heaviest.mass + PAYLOAD))
        masses[file.stem] = {"before": sum(link.mass for link in moving), "after": scene.physics().total.mass}
        for suffix in ("sdf", "scene"):
            report = scenec.write(scene, prepared / f"{file.stem}.{suffix}")
            if report.failed(fail_on=["error"]):
                lossy.append(f"{file.stem}.{suffix}")
    (prepared / "masses.json").write_text(json.dumps(masses, indent=1) + "\n", encoding="utf-8")
    for name in lossy:
        print(f"look at the report of {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
