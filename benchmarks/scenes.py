"""Generated scenes to measure with: humanoids of 23 bodies whose shapes are written out as vertices, normals and triangles.

One robot is about 2.8 MB in 108,000 lines, which is what real SimRobot descriptions of a NAO have. The same call writes the same bytes.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

RINGS, SEGMENTS = 34, 35


class Part(NamedTuple):
    name: str
    parent: str
    axis: str
    x: float
    y: float
    z: float
    mass: float


def _limbs() -> Iterator[Part]:
    yield Part("torso", "", "", 0.0, 0.0, 0.34, 1.05)
    yield Part("neck", "torso", "z", 0.0, 0.0, 0.12, 0.08)
    yield Part("head", "neck", "y", 0.0, 0.0, 0.05, 0.61)
    for side, sign in (("left", 1), ("right", -1)):
        outer = f"{side}Shoulder"
        yield Part(outer, "torso", "y", 0.0, 0.098 * sign, 0.1, 0.09)
        for name, axis, x, mass in (("UpperArm", "z", 0.02, 0.16), ("Elbow", "x", 0.1, 0.08), ("ForeArm", "z", 0.01, 0.2)):
            yield Part(f"{side}{name}", outer, axis, x, 0.0, 0.0, mass)
            outer = f"{side}{name}"
        outer = "torso"
        leg = (
            ("Hip", "z", 0.07),
            ("Pelvis", "x", 0.14),
            ("Thigh", "y", 0.39),
            ("Shank", "y", 0.3),
            ("Ankle", "y", 0.13),
            ("Foot", "x", 0.17),
        )
        for name, axis, mass in leg:
            drop = {"Hip": -0.085, "Shank": -0.1, "Ankle": -0.103}.get(name, 0.0)
            yield Part(f"{side}{name}", outer, axis, 0.0, 0.05 * sign if name == "Hip" else 0.0, drop, mass)
            outer = f"{side}{name}"


PARTS = tuple(_limbs())


def _shape(part: Part, robot: int) -> str:
    """A bumpy ellipsoid, different for every part of every robot."""
    number = PARTS.index(part) + len(PARTS) * robot
    vertices, normals, triangles = [], [], []
    for ring in range(RINGS):
        polar = math.pi * (ring + 0.5) / RINGS
        for segment in range(SEGMENTS):
            turn = 2 * math.pi * segment / SEGMENTS
            nx, ny, nz = math.sin(polar) * math.cos(turn), math.sin(polar) * math.sin(turn), math.cos(polar)
            radius = 0.04 + 0.004 * math.sin(5 * turn + number) * math.sin(3 * polar)
            vertices.append(f"{nx * radius:.5f} {ny * radius:.5f} {nz * radius * 1.3:.5f}")
            normals.append(f"{nx:.5f} {ny:.5f} {nz:.5f}")
            if ring + 1 < RINGS:
                a, b = ring * SEGMENTS + segment, ring * SEGMENTS + (segment + 1) % SEGMENTS
                c, d = a + SEGMENTS, b + SEGMENTS
                triangles += [f"{a} {a} {c} {c} {d} {d}", f"{a} {a} {d} {d} {b} {b}"]
    blocks = (("Vertices", vertices), ("Normals", normals), ("Triangles", triangles))
    inner = "\n".join(f"<{tag}>\n" + "\n".join(lines) + f"\n</{tag}>" for tag, lines in blocks)
    return f'<ComplexAppearance name="{part.name}Shape">\n<Surface ref="shell"/>\n{inner}\n</ComplexAppearance>'


def _body(part: Part, robot: int, inner: str) -> str:
    moment = f"{part.mass * 0.0008:.9f}"
    return f"""<Body name="{part.name}">
<Translation x="{part.x}" y="{part.y}" z="{part.z}"/>
<InertiaMatrixMass value="{part.mass}kg" x="0.001" ixx="{moment}" ixy="0" ixz="0" iyy="{moment}" iyz="0" izz="{moment}"/>
<SphereGeometry radius="0.04"/>
{_shape(part, robot)}
{inner}</Body>
"""


def _hinge(part: Part, body: str) -> str:
    return f"""<Hinge name="{part.name}Joint">
<Translation x="{part.x}" y="{part.y}" z="{part.z}"/>
<Axis {part.axis}="1">
<ServoMotor maxVelocity="360degree/s" maxForce="10" p="20" i="0.1" d="0.3"/>
<Deflection min="-90degree" max="90degree"/>
</Axis>
{body}</Hinge>
"""


def _robot(robot: int) -> str:
    inner = dict.fromkeys((part.name for part in PARTS), "")
    for part in reversed(PARTS):  # parts stand after their parents
        body = _body(part, robot, inner[part.name])
        if not part.parent:
            return f'<Compound name="robot{robot}">\n<Translation y="{robot}m"/>\n{body}</Compound>\n'
        inner[part.parent] = _hinge(part, body) + inner[part.parent]
    raise AssertionError("no part without a parent")


def humanoids(robots: int) -> str:
    """A SimRobot scene with that many humanoids, none of which shares a shape with another."""
    return f"""<Simulation>
<Surface name="shell" diffuseColor="rgb(90%, 90%, 95%)" shininess="20"/>
<Scene name="Humanoids" controller="none" stepLength="0.01" gravity="-9.81">
<DirLight z="-1"/>
{"".join(_robot(robot) for robot in range(robots))}</Scene>
</Simulation>
"""


PENDULUM = """<Simulation>
<Scene name="Pendulum" stepLength="0.01" gravity="-9.81">
<Body name="base">
<SphereMass value="1kg" radius="0.1"/>
<BoxGeometry width="0.2" height="0.1" depth="0.2"/>
<Hinge name="swing">
<Axis y="1"/>
<Body name="bob">
<Translation z="-0.5"/>
<SphereMass value="0.2kg" radius="0.05"/>
<SphereGeometry radius="0.05"/>
</Body>
</Hinge>
</Body>
</Scene>
</Simulation>
"""


def write_scene(path: Path, robots: int) -> Path:
    """Write a scene of that many humanoids; 0 gives a pendulum of two bodies."""
    path.write_text(humanoids(robots) if robots else PENDULUM, encoding="utf-8", newline="\n")
    return path


if __name__ == "__main__":
    write_scene(Path(sys.argv[1]), int(sys.argv[2]))
