"""The specification as data: what exists when, and what it means when left out."""

from __future__ import annotations

import pytest

from scenec.converters.sdformat import vocabulary
from scenec.converters.sdformat.profile import WRITABLE


@pytest.mark.parametrize(
    ("path", "first"),
    [
        ("joint/axis/mimic", "1.11"),
        ("geometry/capsule", "1.8"),
        ("geometry/cone/radius", "1.11"),
        ("pose/@relative_to", "1.7"),
        ("joint/screw_thread_pitch", "1.10"),
        ("joint/axis/xyz/@expressed_in", "1.7"),
        ("model/model", "1.5"),
        ("light/intensity", "1.8"),
        ("inertial/@auto", "1.11"),
        ("nothing/of/this", ""),
    ],
)
def test_since(path: str, first: str) -> None:
    assert vocabulary.since(path) == first


def test_paths_run_through_includes_and_model_nesting() -> None:
    assert vocabulary.available("sdf/world/model/model/link/collision/surface/friction/ode/mu", "1.9")
    assert not vocabulary.available("sdf/world/model/model/link", "1.4")
    assert vocabulary.available("sensor/camera/image/width", "1.4")


def test_what_was_removed_is_gone_and_says_since_when() -> None:
    assert vocabulary.removed("joint/axis/use_parent_model_frame") == "1.7"
    assert vocabulary.available("joint/axis/use_parent_model_frame", "1.6")
    assert not vocabulary.available("joint/axis/use_parent_model_frame", "1.7")
    assert vocabulary.removed("joint/axis/xyz") == ""


def test_defaults_follow_the_version() -> None:
    assert vocabulary.default("joint/axis/limit/lower", "1.9") == "-1e16"
    assert vocabulary.default("joint/axis/limit/lower", "1.10") == "-inf"
    assert vocabulary.default("joint/axis/limit/effort", "1.4") == "-1"
    assert vocabulary.default("joint/axis/limit/effort", "1.12") == "inf"
    assert vocabulary.default("joint/axis") is None


def test_children_and_attributes_are_those_of_the_version() -> None:
    assert vocabulary.children("geometry", "1.7").count("capsule") == 0
    assert {"capsule", "ellipsoid", "box"} <= set(vocabulary.children("geometry", "1.8"))
    assert vocabulary.children("link/inertial/inertia") == ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
    assert vocabulary.attributes("joint/pose", "1.7") == ("relative_to",)
    assert vocabulary.attributes("joint/pose", "1.9") == ("relative_to", "rotation_format", "degrees")


def test_facts_state_limits_deprecation_and_free_content() -> None:
    fov = vocabulary.fact("camera/horizontal_fov")
    assert fov is not None and (fov.minimum, fov.maximum) == ("0.001", "6.283186")
    pitch = vocabulary.fact("joint/thread_pitch")
    assert pitch is not None and pitch.deprecated
    plugin = vocabulary.fact("world/plugin")
    assert plugin is not None and plugin.include == "plugin"
    assert vocabulary.fact("plugin").free  # type: ignore[union-attr]  # it is known


def test_a_row_has_its_default_as_a_value() -> None:
    size = vocabulary.row("geometry/box/size")
    assert size is not None and size.default == (1.0, 1.0, 1.0) and size.since == "1.4"
    assert vocabulary.row("geometry/box") is None


@pytest.mark.parametrize("version", WRITABLE)
def test_every_default_of_every_version_is_a_value_of_its_kind(version: str) -> None:
    """Walks the whole specification once per version; recursion into nested models and states stops after one turn."""
    pending, seen, rows = ["sdf"], set(), 0
    while pending:
        path = pending.pop()
        found = vocabulary.fact(path, version)
        assert found is not None
        rows += vocabulary.row(path, version) is not None
        for name in vocabulary.attributes(path, version):
            rows += vocabulary.row(f"{path}/@{name}", version) is not None
        if found.include and found.include in seen:
            continue
        seen.add(found.include)
        pending += [f"{path}/{name}" for name in vocabulary.children(path, version)]
    assert rows > 300
