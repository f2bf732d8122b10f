"""Small files that ask for much: templates that use each other twice, texts that double, chains, depth, width, entities, aliases."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

from benchmarks.fuzz.case import Case
from scenec.converters import NEUTRAL

Files = dict[str, str]
"""name -> content; the first is the entry."""

_BODY = '<SphereMass value="1" radius="1"/>'


def bomb(source: str, target: str, rng: random.Random) -> Case:
    """One of the bombs of a format (of the neutral scene for a format without any), of a size that a bound must make harmless."""
    make = rng.choice(BOMBS.get(source, BOMBS[NEUTRAL]))
    size = rng.choice((3, 10, 40, 150, 400))
    return exploding(make, source if source in BOMBS else NEUTRAL, target, size)


def exploding(make: Callable[[int], Files], source: str, target: str, size: int) -> Case:
    files = {name: content.encode() for name, content in make(size).items()}
    entry = next(iter(files))
    data = files.pop(entry)
    return Case(source, target, entry, data, files, made=f"{make.__name__.strip('_')} of {size}")


# ---------------------------------------------------------------- SimRobot


def _scene(before: str, inside: str) -> Files:
    return {"bomb.ros2": f'<Simulation>{before}<Scene name="s">{inside}</Scene></Simulation>'}


def _templates_twice(size: int) -> Files:
    levels = "".join(f'<Compound name="t{n}"><Compound ref="t{n - 1}"/><Compound ref="t{n - 1}"/></Compound>' for n in range(1, size))
    return _scene(f'<Compound name="t0"><Body>{_BODY}</Body></Compound>{levels}', f'<Compound ref="t{size - 1}"/>')


def _empty_templates_twice(size: int) -> Files:
    levels = "".join(f'<Compound name="t{n}"><Compound ref="t{n - 1}"/><Compound ref="t{n - 1}"/></Compound>' for n in range(1, size))
    return _scene(f'<Compound name="t0"/>{levels}', f'<Compound ref="t{size - 1}"/>')


def _doubling_sets(size: int) -> Files:
    sets = "".join(f'<Set name="v{n}" value="$v{n - 1}$v{n - 1}"/>' for n in range(1, size))
    return _scene("", f'<Set name="v0" value="aaaaaaaa"/>{sets}<Compound name="$v{size - 1}"/>')


def _self_references(size: int) -> Files:
    ring = "".join(f'<Body name="t{n}" ref="t{(n + 1) % size}"/>' for n in range(size))
    return _scene(ring, '<Body ref="t0"/>')


def _nested_bodies(size: int) -> Files:
    return _scene("", f"<Body>{_BODY}<Hinge><Axis x='1'/>" * size + f"<Body>{_BODY}</Body>" + "</Hinge></Body>" * size)


def _equal_names(size: int) -> Files:
    return _scene("", f'<Body name="a">{_BODY}</Body>' * size)


def _include_rings(size: int) -> Files:
    files = _scene("".join(f'<Include href="i{n}.rsi2"/>' for n in range(min(size, 40))), f"<Body>{_BODY}</Body>")
    return files | {
        f"i{n}.rsi2": f'<Simulation><Include href="i{n + 1}.rsi2"/><Include href="bomb.ros2"/></Simulation>' for n in range(min(size, 40))
    }


# ---------------------------------------------------------------- SDFormat


def _sdf(inside: str, name: str = "bomb.sdf") -> Files:
    return {name: f'<sdf version="1.9">{inside}</sdf>'}


def _includes_twice(size: int) -> Files:
    count = min(size, 40)
    files = _sdf('<world name="w"><include><uri>i0.sdf</uri></include></world>')
    for n in range(count):
        twice = "".join(f"<include><name>{letter}</name><uri>i{n + 1}.sdf</uri></include>" for letter in "ab")
        inside = twice if n + 1 < count else ""
        files |= _sdf(f'<model name="m"><link name="l"/>{inside}</model>', f"i{n}.sdf")
    return files


def _frame_chain(size: int) -> Files:
    frames = "".join(f'<frame name="f{n}" attached_to="f{n + 1}"><pose>1 0 0 0 0 1</pose></frame>' for n in range(size * 5))
    return _sdf(f'<model name="m"><link name="f{size * 5}"/>{frames}</model>')


def _frame_ring(size: int) -> Files:
    frames = "".join(f'<frame name="f{n}" attached_to="f{(n + 1) % size}"/>' for n in range(size))
    return _sdf(f'<model name="m"><link name="l"/>{frames}</model>')


def _joint_chain(size: int) -> Files:
    links = "".join(
        f'<link name="l{n}"><pose relative_to="j{n}">0 0 1 0 0 0</pose></link>' if n else '<link name="l0"/>' for n in range(size)
    )
    joints = "".join(
        f'<joint name="j{n}" type="revolute"><pose relative_to="l{n - 1}">1 0 0 0 0 0</pose>'
        f"<parent>l{n - 1}</parent><child>l{n}</child><axis/></joint>"
        for n in range(1, size)
    )
    return _sdf(f'<model name="m">{links}{joints}</model>')


def _joint_clique(size: int) -> Files:
    count = min(size, 14)
    links = "".join(f'<link name="l{n}"/>' for n in range(count))
    pairs = [(a, b) for a in range(count) for b in range(count) if a != b]
    joints = "".join(f'<joint name="j{a}_{b}" type="ball"><parent>l{a}</parent><child>l{b}</child></joint>' for a, b in pairs)
    return _sdf(f'<model name="m">{links}{joints}</model>')


def _nested_models(size: int) -> Files:
    return _sdf('<model name="m"><link name="l"/>' * size + "</model>" * size)


def _equal_links(size: int) -> Files:
    return _sdf('<world name="w">' + "".join(f'<model name="m"><link name="l{n}"/></model>' for n in range(size)) + "</world>")


def _huge_counts(size: int) -> Files:
    most = "9" * (size % 20 + 1)
    ray = f"<ray><scan><horizontal><samples>{most}</samples></horizontal><vertical><samples>{most}</samples></vertical></scan></ray>"
    image = f"<camera><image><width>{most}</width><height>{most}</height></image></camera>"
    population = f'<population name="p"><model_count>{most}</model_count><model name="q"><link name="l"/></model></population>'
    inside = f'<sensor name="a" type="ray">{ray}</sensor><sensor name="b" type="camera">{image}</sensor>'
    return _sdf(f'<world name="w"><model name="m"><link name="l">{inside}</link></model>{population}</world>')


# ---------------------------------------------------------------- MARS


def _mars(inside: str) -> Files:
    return {"bomb.scene": f"<SceneFile>{inside}</SceneFile>"}


def _node(number: int, more: str) -> str:
    return (
        f"<node name='n'><index>{number}</index><physicmode>box</physicmode><filename>PRIMITIVE</filename><movable>true</movable>{more}"
        "<extend><x>1</x><y>1</y><z>1</z></extend></node>"
    )


def _relative_chain(size: int) -> Files:
    return _mars("<nodelist>" + "".join(_node(n, f"<relativeid>{n - 1}</relativeid>") for n in range(1, size)) + "</nodelist>")


def _relative_ring(size: int) -> Files:
    return _mars("<nodelist>" + "".join(_node(n, f"<relativeid>{n % size + 1}</relativeid>") for n in range(1, size + 1)) + "</nodelist>")


def _one_group(size: int) -> Files:
    return _mars("<nodelist>" + "".join(_node(n, "<groupid>1</groupid>") for n in range(1, size)) + "</nodelist>")


def _hinge_chain(size: int) -> Files:
    hinges = "".join(
        f"<joint><index>{n}</index><type>hinge</type><nodeindex1>{n}</nodeindex1><nodeindex2>{n + 1}</nodeindex2>"
        "<axis1><x>1</x><y>0</y><z>0</z></axis1></joint>"
        for n in range(1, size)
    )
    return _mars(f"<nodelist>{''.join(_node(n, '') for n in range(1, size + 1))}</nodelist><jointlist>{hinges}</jointlist>")


def _aliases(size: int) -> Files:
    levels = "".join(f" - &a{n} {{k: [*a{n - 1}, *a{n - 1}, *a{n - 1}]}}\n" for n in range(1, size))
    return {"bomb.yml": f"nodelist:\n - &a0 {{name: a}}\n{levels}"}


def _entities(size: int) -> Files:
    declared = "".join(f'<!ENTITY e{n} "&e{n - 1};&e{n - 1};">' for n in range(1, size))
    return {"bomb.scene": f'<!DOCTYPE a [<!ENTITY e0 "a">{declared}]><SceneFile>&e{size - 1};</SceneFile>'}


def _deep_yaml(size: int) -> Files:
    return {"bomb.yml": "nodelist: " + "{a: " * size * 5 + "1" + "}" * size * 5 + "\n"}


# ---------------------------------------------------------------- RubySceneGraph


def _rsg(inside: str) -> Files:
    return {"bomb.rsg": f"(RSG 0 1)({inside})"}


def _doubling_variables(size: int) -> Files:
    return _rsg(
        "(def $v0 aaaaaaaa)"
        + "".join(f"(def $v{n} (join $v{n - 1} $v{n - 1}))" for n in range(1, size))
        + f"(nd Transform (setName $v{size - 1}))"
    )


def _imports_itself_twice(_size: int) -> Files:
    return _rsg("(importScene bomb.rsg)(importScene bomb.rsg)(nd Transform)")


def _imports_twice(size: int) -> Files:
    count = min(size, 40)
    files = _rsg("(nd Transform (importScene i0.rsg)(importScene i0.rsg))")
    return files | {f"i{n}.rsg": f"(RSG 0 1)((nd Transform (importScene i{n + 1}.rsg)(importScene i{n + 1}.rsg)))" for n in range(count)}


def _towers(size: int) -> Files:
    power = " ** ".join(["9"] * size)
    return _rsg(f"(def $a (eval {power}))(nd Transform (setLocalPos $a (eval {'9' * size} * {'9' * size}) 0))")


def _deep_expressions(size: int) -> Files:
    return _rsg(f"(nd Transform (setLocalPos (eval {'(' * size}1{')' * size}) (eval {'-' * size}1) (eval {'1+' * size * 5}1)))")


def _deep_nodes(size: int) -> Files:
    return _rsg("(nd Transform (setLocalPos 1 0 0) (nd RigidBody) " * size + ")" * size)


def _unfinished_lists(size: int) -> Files:
    return {"bomb.rsg": "(RSG 0 1)" + "(" * size * 10}


def _repeated_calls(size: int) -> Files:
    return _rsg(
        "(nd Transform " + "(setLocalPos 1 2 3)(setName a)" * size + "(nd RigidBody " + "(addSphereTotal 1 1)(setMass 2)" * size + "))"
    )


# ---------------------------------------------------------------- neutral scenes


def _ir(scene: dict[str, object]) -> Files:
    return {"bomb.scene.json": json.dumps({"schema": "scenec.scene/1", "scene": scene})}


def _relative_links(size: int) -> Files:
    links = [{"id": f"l{n}", "model": "m", "relative_to": f"l{(n + 1) % size}", "pose": {"position": [1, 0, 0]}} for n in range(size)]
    return _ir({"models": [{"id": "m"}], "links": links})


def _link_chain(size: int) -> Files:
    links = [
        {"id": f"l{n}", "model": "m", "relative_to": f"l{n + 1}" if n + 1 < size else None, "pose": {"position": [1, 0, 0]}}
        for n in range(size)
    ]
    joints = [{"id": f"j{n}", "model": "m", "type": "ball", "parent": f"l{n}", "child": f"l{n + 1}"} for n in range(size - 1)]
    return _ir({"models": [{"id": "m"}], "links": links, "joints": joints})


def _models_in_models(size: int) -> Files:
    models = [{"id": f"m{n}", "parent": f"m{(n + 1) % size}"} for n in range(size)]
    return _ir({"models": models, "links": [{"id": "l", "model": "m0"}]})


def _deep_json(size: int) -> Files:
    return {"bomb.scene.json": '{"schema": "scenec.scene/1", "scene": ' + '{"a":' * size * 5 + "[" * size * 20}


BOMBS: dict[str, tuple[Callable[[int], Files], ...]] = {
    "simrobot": (_templates_twice, _empty_templates_twice, _doubling_sets, _self_references, _nested_bodies, _equal_names, _include_rings),
    "sdformat": (_includes_twice, _frame_chain, _frame_ring, _joint_chain, _joint_clique, _nested_models, _equal_links, _huge_counts),
    "mars": (_relative_chain, _relative_ring, _one_group, _hinge_chain, _aliases, _entities, _deep_yaml),
    "rsg": (
        _doubling_variables,
        _imports_itself_twice,
        _imports_twice,
        _towers,
        _deep_expressions,
        _deep_nodes,
        _unfinished_lists,
        _repeated_calls,
    ),
    "ir": (_relative_links, _link_chain, _models_in_models, _deep_json),
}
