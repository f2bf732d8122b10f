"""The program that is written is one that SimSpark executes as meant: known classes and methods, parameters that methods take, poses
before what reads them, `attach` before what an unattached joint forgets. What is wrong here, SimSpark passes over without a word."""

from __future__ import annotations

from pathlib import Path

import pytest

import scenec
from scenec.converters.rsg.vocabulary import IMMEDIATE, method_of, node_class
from tests.converters.rsg.writing import Node, program, write
from tests.scenes import arm, kitchen_sink

pytestmark = [pytest.mark.sweep, pytest.mark.findings("*", reason="every fixture; the program is judged by the rules of SimSpark")]
FIXTURES = Path(__file__).parents[3] / "fixtures"
SOURCES = sorted(
    [*FIXTURES.glob("*.ros2"), *FIXTURES.glob("humanoid/*.ros2"), *FIXTURES.glob("sdformat/*.sdf"), *FIXTURES.glob("sdformat/*.world")]
)


def programs() -> list[tuple[str, Node]]:
    return [("kitchen", write(kitchen_sink()).root), ("arm", write(arm()).root)]


@pytest.fixture(params=[None, *SOURCES], ids=lambda path: path.name if path else "scenes")
def written(request: pytest.FixtureRequest, tmp_path: Path) -> list[Node]:
    if request.param is None:
        return [root for _, root in programs()]
    scenec.convert(request.param, tmp_path / "s.rsg", lenient=True)
    return [program((tmp_path / "s.rsg").read_text())]


def test_every_call_is_one_that_simspark_takes(written: list[Node]) -> None:
    """A method that does not take its parameters does nothing, silently."""
    wrong = []
    for root in written:
        for node in list(root.walk())[1:]:
            cls = node_class(node.cls)
            if cls is None or cls.group == "stub":
                wrong.append(f"class {node.cls}")
                continue
            for method, parameters in node.calls:
                known = method_of(cls, method)
                if known is None or not any(form.takes(len(parameters)) for form in known.forms):
                    wrong.append(f"{node.cls} {method} {parameters}")
    assert wrong == []


def test_numbers_are_plain_and_flags_are_words(written: list[Node]) -> None:
    """`inf`, `True` and `1` for a flag would be taken for something else, or for nothing."""
    for root in written:
        for node in list(root.walk())[1:]:
            cls = node_class(node.cls)
            assert cls is not None
            for method, parameters in node.calls:
                known = method_of(cls, method)
                assert known is not None
                form = next(form for form in known.forms if form.takes(len(parameters)))
                for argument, text in zip(form.arguments, parameters, strict=False):
                    if argument.kind.name == "flag":
                        assert text in ("true", "false"), f"{node.cls} {method}"
                    elif argument.kind.name not in ("text", "node path", "file"):
                        float(text)
                        assert "inf" not in text and "nan" not in text, f"{node.cls} {method}"


def test_a_transform_stands_where_it_shall_before_anything_is_made_in_it(written: list[Node]) -> None:
    """A body takes the pose that its Transform has when it is made; a matrix would go unnoticed by it."""
    for root in written:
        for node in root.walk():
            posing = [i for i, each in enumerate(node.order) if each in IMMEDIATE]
            making = [i for i, each in enumerate(node.order) if each.startswith("nd ")]
            assert not posing or not making or max(posing) < min(making), node.order
            assert "setLocalTransform" not in node.order


def test_a_body_stands_before_its_colliders(written: list[Node]) -> None:
    """A collider that is made first is bound to nothing, and stays in the world."""
    for root in written:
        for node in root.walk():
            classes = [child.cls for child in node.children]
            if "RigidBody" in classes:
                assert "Collider" not in " ".join(classes[: classes.index("RigidBody")])


def test_a_joint_is_attached_first_and_to_bodies(written: list[Node]) -> None:
    """Anchor and axes of an unattached joint are lost, and a path that leads nowhere means the world."""
    for root in written:
        for place, node in placed(root):
            if not node.cls.endswith("Joint") or not node.get("attach"):
                continue
            methods = [method for method, _ in node.calls if method != "setName"]
            assert methods[0] == "attach"
            for path in node.get("attach") or ():
                assert resolved(place, path).cls == "RigidBody", path


def test_every_collider_says_how_it_touches(written: list[Node]) -> None:
    """Without a handler SimSpark adds its own, which bounces. Handlers stand beside the collider in a TransformCollider."""
    for root in written:
        for node in root.walk():
            inner = [child for child in node.children if node.cls == "TransformCollider" and child.cls.endswith("Collider")]
            assert not any(child.cls.endswith("Handler") for each in inner for child in each.children)
        outer = [node for node in root.walk() if node.cls.endswith("Collider")]
        inside = [id(child) for node in outer if node.cls == "TransformCollider" for child in node.children]
        for node in outer:
            if id(node) not in inside:
                handlers = [child for child in node.children if child.cls in ("ContactJointHandler", "TouchPerceptorHandler")]
                silent = [child for child in node.children if child.cls in ("RecorderHandler", "PerceptorHandler")]
                assert len(handlers) == 1 or (not handlers and silent), node
                assert all(handler.get("setContactBounceMode") is not None for handler in handlers)


def test_the_importer_removes_no_transform(written: list[Node]) -> None:
    """One that holds nothing is deleted, one that holds Transforms only is dissolved, and paths change."""
    for root in written:
        for node in root.walk():
            if node.cls == "Transform":
                assert any(child.cls != "Transform" for child in node.children), node


def test_names_are_unique_beside_each_other(written: list[Node]) -> None:
    for root in written:
        for node in root.walk():
            names = [child.name for child in node.children if child.cls in ("Transform", "Space") and child.name]
            assert len(names) == len(set(names)), names
            assert not any("/" in name or name.startswith("$") for name in names)


def test_the_first_joint_is_no_slider(written: list[Node]) -> None:
    """SimSpark crashes if the first joint it makes is one."""
    for root in written:
        joints = [node.cls for node in root.walk() if node.cls.endswith("Joint")]
        assert joints[:1] != ["SliderJoint"]


def placed(root: Node) -> list[tuple[list[Node], Node]]:
    """Every node with those around it, outermost first."""
    found, stack = [], [([root], child) for child in root.children]
    while stack:
        above, node = stack.pop()
        found.append((above, node))
        stack.extend(([*above, node], child) for child in node.children)
    return found


def resolved(above: list[Node], path: str) -> Node:
    """The node a path leads to from a node below `above`; names as its siblings have them."""
    chain: list[Node] = [*above, Node("", [], [], [])]
    for step in path.split("/"):
        if step == "..":
            chain.pop()
        else:
            chain.append(next(child for child in chain[-1].children if child.name == step))
    return chain[-1]
