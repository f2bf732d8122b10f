"""Writes scenes for MARS, and works out from the text alone what MARS would make of it: the rules of NodePhysics and NodeManager, not
those of our reader."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scenec import ir
from scenec.accounting.finding import Finding
from scenec.accounting.ledger import Ledger
from scenec.converters.format import ReadOptions, ReadRequest, SourceFormat, WriteOptions
from scenec.converters.mars import FORMAT
from scenec.ir.inertia import Inertia, compose, rotated, solid_box, solid_capsule, solid_cylinder, solid_sphere
from scenec.ir.pose import Pose, Rotation, Vec3
from tests.printing import printed

ONE_KILOGRAM = ir.Inertial(mass=1.0, inertia=Inertia(0.1, 0.1, 0.1))


@dataclass
class Node:
    """A node as MARS's map has it: key -> text, vectors as tuples."""

    name: str
    keys: dict[str, Any]

    def number(self, key: str, default: float = 0.0) -> float:
        return float(self.keys.get(key, default))

    def vector(self, key: str) -> Vec3:
        x, y, z = (float(self.keys[key][axis]) for axis in "xyz")
        return (x, y, z)

    @property
    def written_pose(self) -> Pose:
        w, x, y, z = (float(self.keys["rotation"][part]) for part in "wxyz")
        return Pose(self.vector("position"), Rotation.from_quat(w, x, y, z))


@dataclass
class Written:
    """One output."""

    files: dict[str, bytes]
    copies: dict[str, str]
    findings: list[Finding]
    root: ET.Element

    @property
    def codes(self) -> set[str]:
        return {finding.code for finding in self.findings}

    def finding(self, code: str) -> Finding:
        return next(finding for finding in self.findings if finding.code == code)

    def entries(self, tag: str) -> list[Node]:
        """The entries of a list, as `getGenericConfig` maps them."""
        found = []
        for element in self.root.iterfind(f"./{tag}list/{tag}"):
            keys: dict[str, Any] = dict(element.attrib)
            for child in element:
                value = {part.tag: part.text for part in child} if len(child) else child.text
                keys.setdefault(child.tag, value)
            found.append(Node(keys.get("name", ""), keys))
        return found

    @property
    def nodes(self) -> list[Node]:
        return self.entries("node")

    def node(self, name: str) -> Node:
        return next(node for node in self.nodes if node.name == name)

    def only(self, tag: str) -> Node:
        (entry,) = self.entries(tag)
        return entry

    def pose(self, node: Node) -> Pose:
        """`getAbsFromRel`: relative to the node of `relativeid`, which must stand before; of a visual, to that of `vizLink`."""
        above = node.keys.get("relativeid") or node.keys.get("vizLink")
        if above is None:
            return node.written_pose
        earlier = self.nodes[: self.nodes.index(node)]
        return self.pose(next(each for each in earlier if each.keys["index"] == above)) @ node.written_pose

    def body(self, name: str) -> tuple[float, Vec3, Inertia]:
        """Mass, centre and tensor (world axes) of the group whose first node has this name: `addMassToCompositeBody`."""
        first = self.node(name)
        members = [node for node in self.nodes if node.keys.get("groupid") == first.keys["groupid"] and "noPhysical" not in node.keys]
        parts = []
        for node in members:
            assert node.keys["movable"] == "true" and node.keys["density"] == "0", "density beats mass, and defaults to 1"
            mass, tensor = mass_of(node)
            assert mass > 0, "a member without mass would jump to the centre of mass"
            X_W = self.pose(node)
            parts.append((mass, X_W.position, rotated(tensor, X_W.rotation)))
        return compose(parts)


def mass_of(node: Node) -> tuple[float, Inertia]:
    """`NodePhysics::create*` with density 0: the stated tensor, else that of an even solid of the mass."""
    mass = node.number("mass")
    if node.keys.get("inertia") == "true":
        entries = {(i, j): node.number(f"i{i}{j}") for i in range(3) for j in range(3)}
        assert all(entries[i, j] == entries[j, i] for i in range(3) for j in range(3))
        return mass, Inertia(entries[0, 0], entries[1, 1], entries[2, 2], entries[0, 1], entries[0, 2], entries[1, 2])
    x, y, z = node.vector("extend")
    match node.keys["physicmode"]:
        case "sphere":
            return mass, solid_sphere(mass, x)
        case "cylinder":
            return mass, solid_cylinder(mass, x, y)
        case "capsule":
            return mass, solid_capsule(mass, x, y)
    return mass, solid_box(mass, (x, y, z))


def write(scene: ir.Scene, source_format: str = "", suffix: str = ".scene", **options: Any) -> Written:
    """Write a scene and settle what became of its values."""
    assert FORMAT.adaptations_for is not None
    asked = WriteOptions(**options)
    steps = FORMAT.adaptations_for(asked, SourceFormat(file=source_format))
    made = printed(FORMAT, scene, steps=steps, options=asked, suffix=suffix, source_format=source_format)
    made.settle("MARS")
    main, result, ledger = made.main, made.result, made.ledger
    root = ET.fromstring(main) if suffix == ".scene" else ET.Element("none")
    return Written(result.files, result.copies, [entry.template for entry in ledger.entries], root)


def read_back(written: Written, folder: Path) -> ir.Scene:
    """Return what our reader makes of it, with the files beside it."""
    assert FORMAT.read is not None
    for name, content in written.files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    main = next(name for name in written.files if "/" not in name)
    request = ReadRequest(
        data=written.files[main],
        name=main,
        shown=main,
        path=str(folder / main),
        folder=str(folder),
        version="",
        options=ReadOptions(),
        ledger=Ledger(),
        open=lambda path: Path(path).read_bytes(),
    )
    return FORMAT.read(request).scene


def robot(links: Iterable[ir.Link], joints: Iterable[ir.Joint] = (), **model: Any) -> ir.Scene:
    """A world with one model, `m`, whose id the links name."""
    return ir.Scene(
        worlds=(ir.World(id="w"),), models=(ir.Model(id="m", name="robot", world="w", **model),), links=tuple(links), joints=tuple(joints)
    )


def link(name: str, **fields: Any) -> ir.Link:
    return ir.Link(id=name, name=name, model="m", **{"inertial": ONE_KILOGRAM, **fields})


def box(name: str, x: float = 0.0, y: float = 0.0, z: float = 0.0, size: Vec3 = (0.2, 0.3, 0.4), **fields: Any) -> ir.Collision:
    return ir.Collision(name=name, pose=Pose((x, y, z)), geometry=ir.Box(size=size), **fields)


def joint(parent: str, child: str, type: str = "revolute", axes: Iterable[Any] = (), **fields: Any) -> ir.Joint:  # noqa: A002 - the field's name
    return ir.Joint(
        id=f"{parent}-{child}", name=f"{parent}-{child}", model="m", type=type, parent=parent, child=child, axes=tuple(axes), **fields
    )
