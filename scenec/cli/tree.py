"""The outline of a scene as an indented tree with totals and assets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scenec.accounting.render_text import safe

DEEPEST = 30
"""Indentation stops here; the tree goes on."""


def tree_text(outline: dict[str, Any]) -> str:
    """The whole text, safe to show on a terminal."""
    source, totals = outline["source"], outline["totals"]
    lines = [f"{source['files'][0]} ({source['format']} {source['version']})".replace(" )", ")")]
    lines += [each for each in (_world(outline),) if each]
    lines += _Tree(outline).lines()
    lines += [f"light {light['path']}: {light['type']}" for light in outline["lights"]]
    lines += ["", f"totals  {_totals(totals)}"]
    lines += _assets(outline)
    return "".join(safe(line) + "\n" for line in lines)


def number(value: float) -> str:
    """A number for people: six digits."""
    return f"{value:.6g}"


def _world(outline: dict[str, Any]) -> str:
    gravity, step = outline["gravity"], outline["step"]
    parts = [f"gravity {' '.join(number(each) for each in gravity)} m/s^2"] if gravity is not None else []
    return ", ".join([*parts, *([f"step {number(step)} s"] if step is not None else [])])


class _Tree:
    """Links hang below the joints that move them, within their model; what closes a loop or leads to another model is named."""

    def __init__(self, outline: dict[str, Any]) -> None:
        self.outline = outline
        self.links = {link["path"]: link for link in outline["links"]}
        self.joints: dict[str, list[dict[str, Any]]] = {}
        for joint in outline["joints"]:
            self.joints.setdefault(joint["parent"], []).append(joint)
        moved = {
            joint["child"]
            for joint in outline["joints"]
            if joint["parent"] in self.links and self._model(joint["parent"]) == self._model(joint["child"])
        }
        self.roots: dict[str | None, list[dict[str, Any]]] = {}
        self.inside: dict[str | None, list[dict[str, Any]]] = {}
        for link in outline["links"]:
            self.inside.setdefault(link["model"], []).append(link)
            if link["path"] not in moved:
                self.roots.setdefault(link["model"], []).append(link)
        self.shown: set[str] = set()

    def _model(self, path: str) -> str | None:
        link = self.links.get(path)
        return link["model"] if link else None

    def lines(self) -> Iterator[str]:
        nested: dict[str | None, list[dict[str, Any]]] = {}
        for model in self.outline["models"]:
            nested.setdefault(model["parent"], []).append(model)
        waiting = [(model, 0) for model in reversed(nested.get(None, []))]
        while waiting:
            model, depth = waiting.pop()
            yield f"{_indent(depth)}model {model['path']}{' (static)' if model['static'] else ''}"
            for root in self.roots.get(model["path"], []):
                yield from self._below(root, depth + 1)
            for link in self.inside.get(model["path"], []):  # of a loop without a first link
                if link["path"] not in self.shown:
                    yield from self._below(link, depth + 1)
            waiting += [(inner, depth + 1) for inner in reversed(nested.get(model["path"], []))]
        for joint in self.joints.get("world", []):
            yield f"joint {_joint(joint)}: world -> {joint['child']}"

    def _below(self, root: dict[str, Any], depth: int) -> Iterator[str]:
        waiting: list[tuple[str, dict[str, Any], int]] = [("link", root, depth)]
        while waiting:
            kind, item, depth = waiting.pop()
            if kind == "link":
                self.shown.add(item["path"])
                yield from self._link(item, depth)
                waiting += [("joint", joint, depth + 1) for joint in reversed(self.joints.get(item["path"], []))]
                continue
            child = item["child"]
            here = child in self.links and child not in self.shown and self._model(child) == self._model(item["parent"])
            yield f"{_indent(depth)}joint {_joint(item)}" + ("" if here else f" -> {child}")
            if here:
                waiting.append(("link", self.links[child], depth + 1))

    def _link(self, link: dict[str, Any], depth: int) -> Iterator[str]:
        mass = "" if link["static"] else f"  {number(link['mass'])} kg"
        yield f"{_indent(depth)}link {_last(link['path'], link['model'])}{mass}"
        inner = _indent(depth + 1)
        for kind, shapes in (("collision", link["collisions"]), ("visual", link["visuals"])):
            for shape in shapes:
                name = "" if shape["name"].partition("_")[0] == shape["type"] else f" {shape['name']}"
                yield f"{inner}{kind}{name}: {_shape(shape)}"
        for sensor in link["sensors"]:
            yield f"{inner}sensor {_last(sensor['path'], link['path'])}: {sensor['type']}"


def _indent(depth: int) -> str:
    return "  " * min(depth, DEEPEST)


def _last(path: str, above: str | None) -> str:
    return path.removeprefix(f"{above}::")


def _shape(shape: dict[str, Any]) -> str:
    size, kind = shape["size"], shape["type"]
    if kind == "mesh":
        faces = f"{int(size['faces']):,} triangles" if "faces" in size else "not measured"
        return f"mesh {shape['uri']}, {faces}" if shape["uri"] else f"mesh, {faces}"
    if kind == "box":
        return f"box {number(size['x'])} x {number(size['y'])} x {number(size['z'])} m"
    words = ", ".join(f"{name} {number(value)}" for name, value in size.items())
    return f"{kind} {words}".strip()


def _joint(joint: dict[str, Any]) -> str:
    parts = [_last(joint["path"], joint["model"]) + ": " + joint["type"]]
    unit = "m" if joint["type"] == "prismatic" else "rad"
    for axis in joint["axes"]:
        low, high = axis["lower"], axis["upper"]
        if low is not None or high is not None:
            parts.append(f"{'-inf' if low is None else number(low)} to {'inf' if high is None else number(high)} {unit}")
        if axis["initial"]:
            parts.append(f"starts at {number(axis['initial'])} {unit}")
    parts += [f"motor {motor['name']}" for motor in joint["actuators"]]
    if joint["mimic"]:
        parts.append(f"follows {joint['mimic']}")
    return ", ".join(parts)


def _totals(totals: dict[str, Any]) -> str:
    joints = sum(totals["joints"].values())
    kinds = ", ".join(f"{count:,} {kind}" for kind, count in totals["joints"].items())
    parts = [
        _many(totals["models"], "model"),
        f"{_many(totals['links'], 'link')} ({totals['dynamic_links']:,} moving, {number(totals['mass'])} kg)",
        _many(joints, "joint") + (f" ({kinds})" if kinds else ""),
    ]
    parts += [_many(totals[f"{name}s"], name) for name in ("actuator", "collision", "visual", "sensor", "light") if totals[f"{name}s"]]
    return ", ".join([*parts, f"{totals['values']:,} values read"])


def _many(count: int, name: str) -> str:
    return f"{count:,} {name}" + ("s" if count != 1 else "")


def _assets(outline: dict[str, Any]) -> Iterator[str]:
    """Files first, then meshes, textures and definitions with how often they are used."""
    files = outline["source"]["files"]
    if len(files) > 1:
        yield f"files   {' '.join(files)}"
    for mesh in outline["assets"]["meshes"]:
        what = f"{mesh['vertices']:,} vertices, {mesh['faces']:,} triangles" if mesh["faces"] is not None else "not measured"
        yield f"mesh    {mesh['name']}: {what}, {_used(mesh['uses'])}"
    for texture in outline["assets"]["textures"]:
        yield f"texture {texture['uri']}: {_used(texture['uses'])}{'' if texture['found'] else ', not found'}"
    for each in outline["assets"]["definitions"]:
        yield f"defined {each['kind']} {each['name']}: {_used(each['uses'])}"


def _used(uses: int) -> str:
    return {0: "not used", 1: "used once"}.get(uses, f"used {uses:,} times")
