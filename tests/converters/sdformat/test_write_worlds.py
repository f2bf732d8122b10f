"""Worlds: gravity, engine settings, air, looks; and what makes a file a model instead."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from scenec import ir
from scenec.errors import WriteError
from scenec.trace import traced
from tests.converters.sdformat.writing import Written, link, pose, scene, write


def around(version: str = "", **fields: Any) -> Written:
    return write(ir.Scene(worlds=(ir.World(**({"id": "w", "name": "hall"} | fields)),)), version)


@pytest.mark.parametrize(
    ("version", "path"),
    [("1.4", "world/physics/gravity"), ("1.5", "world/physics/gravity"), ("1.6", "world/gravity"), ("1.12", "world/gravity")],
)
def test_gravity_is_always_stated(version: str, path: str) -> None:
    assert around(version, gravity=(0.0, 0.0, -9.8)).text(path) == "0 0 -9.8"
    profile = ir.PhysicsProfile(step=0.002)
    assert around(version, gravity=(0.0, 0.0, -1.62), profiles=(profile,)).texts(path) == ["0 0 -1.62"]


def test_the_step_and_real_time() -> None:
    """SDFormat counts steps per second: the default of 1000 would run any other step at another speed."""
    out = around(profiles=(ir.PhysicsProfile(step=0.01),))
    assert (out.text(".//max_step_size"), out.text(".//real_time_update_rate")) == ("0.01", "100")
    assert out.codes == {"physics-update-rate-defaulted"}
    assert not around(profiles=(ir.PhysicsProfile(step=0.001),)).findings
    assert around(profiles=(ir.PhysicsProfile(step=0.01, update_rate=50.0),)).text(".//real_time_update_rate") == "50"


def test_solver_settings() -> None:
    solver = ir.SolverSettings(
        type="world", iterations=100, cfm=0.01, erp=0.5, surface_layer=0.002, max_correcting_velocity=10.0, iteration_skip=3
    )
    out = around(profiles=(ir.PhysicsProfile(name="p", default=True, engine="ode", step=0.001, max_contacts=8, solver=solver),))
    assert (out.attribute(".//physics", "type"), out.attribute(".//physics", "name"), out.attribute(".//physics", "default")) == (
        "ode",
        "p",
        "true",
    )
    assert [out.text(f".//ode/solver/{tag}") for tag in ("type", "iters")] == ["world", "100"]
    tags = ("cfm", "erp", "contact_surface_layer", "contact_max_correcting_vel")
    assert [out.text(f".//ode/constraints/{tag}") for tag in tags] == ["0.01", "0.5", "0.002", "10"]
    assert out.text(".//physics/max_contacts") == "8"
    assert out.codes == {"solver-iteration-skip-dropped"}


def test_air_wind_magnetism_and_place() -> None:
    air = ir.Atmosphere(type="adiabatic", temperature=290.0, pressure=101325.0)
    place = ir.SphericalCoordinates(surface_model="EARTH_WGS84", latitude=0.5, longitude=-1.0, elevation=3.0)
    out = around(wind=(1.0, 0.0, 0.0), magnetic_field=(1e-6, 0.0, 0.0), atmosphere=air, spherical_coordinates=place)
    assert (out.text(".//wind/linear_velocity"), out.text(".//magnetic_field")) == ("1 0 0", "1e-06 0 0")
    assert out.text(".//atmosphere/temperature") == "290" and not out.has(".//atmosphere/pressure")
    assert float(out.text(".//latitude_deg") or 0) == pytest.approx(28.6478897565412)
    assert not out.findings
    assert around("1.5", atmosphere=air).codes == {"atmosphere-dropped"}


def test_another_planet_needs_1_10() -> None:
    moon = ir.SphericalCoordinates(surface_model="MOON_SCS", latitude=0.5)
    assert around(spherical_coordinates=moon).version == "1.10"
    old = around("1.9", spherical_coordinates=moon)
    assert not old.has(".//spherical_coordinates") and old.codes == {"spherical-coordinates-dropped"}


def test_the_look_of_the_world() -> None:
    look = ir.Look(
        ambient=(0.1, 0.2, 0.3, 1.0),
        shadows=False,
        grid=False,
        fog=ir.Fog(type="linear", end=50.0),
        sky=ir.Sky(time=15.0, cloud_speed=0.7),
        viewpoints=(ir.Viewpoint(name="eye", pose=pose(1.0)),),
    )
    out = around(look=look)
    for path, text in (
        ("scene/ambient", "0.1 0.2 0.3 1"),
        ("scene/shadows", "false"),
        ("scene/grid", "false"),
        ("scene/fog/type", "linear"),
        ("scene/fog/end", "50"),
        ("scene/sky/time", "15"),
        ("scene/sky/clouds/speed", "0.7"),
        ("gui/camera/pose", "1 0 0 0 0 0"),
    ):
        assert out.text(f"world/{path}") == text
    assert not out.findings


def test_a_world_is_named_by_itself_its_scene_or_the_file() -> None:
    assert around().attribute("world", "name") == "hall"
    assert write(ir.Scene(name="yard", worlds=(ir.World(id="w"),))).attribute("world", "name") == "yard"
    assert write(ir.Scene()).attribute("world", "name") == "robot"


def test_several_worlds_keep_what_is_theirs() -> None:
    worlds = (ir.World(id="w", name="w"), ir.World(id="x", name="x"))
    models = (ir.Model(id="m", name="m", world="x"), ir.Model(id="n", name="n", world="w"))
    out = write(scene(*models, worlds=worlds))
    assert out.attributes("world[@name='w']/model", "name") == ["n"] and out.attributes("world[@name='x']/model", "name") == ["m"]


# ---------------------------------------------------------------- world or model


def test_one_moving_model_and_nothing_else_is_a_model_file() -> None:
    assert write(scene(link("a"))).has("model")


@pytest.mark.parametrize(
    "more",
    [
        {"models": (ir.Model(id="m", name="m", static=True),)},
        {"models": (ir.Model(id="m", name="m"), ir.Model(id="n", name="n"))},
        {"lights": (ir.Light(name="sun", type="point"),)},
        {"worlds": (ir.World(id="w", name="w", gravity=(0.0, 0.0, traced(-9.81, (1,)))),)},  # the source speaks of gravity
    ],
)
def test_anything_more_is_a_world(more: dict[str, Any]) -> None:
    assert write(replace(scene(link("a")), **more)).has("world/model")


def test_as_asked_for() -> None:
    assert write(scene(link("a")), as_="world").has("world/model")
    assert write(scene(ir.Model(id="m", name="m"), lights=(ir.Light(name="sun", type="point"),)), as_="model").has("model")
    several = write(scene(ir.Model(id="m", name="m"), ir.Model(id="n", name="n")), as_="model")
    assert several.attribute("model", "name") == "robot" and several.attributes("model/model", "name") == ["m", "n"]
    with pytest.raises(WriteError, match="no model"):
        write(ir.Scene(), as_="model")


def test_a_light_or_an_actor_alone_stays_alone() -> None:
    lamp = scene(models=(), lights=(ir.Light(name="lamp", type="point"),), framing="light")
    assert write(lamp, source_format="sdformat").attribute("light", "name") == "lamp"
    actor = scene(models=(), actors=(ir.Actor(name="ann"),), framing="actor")
    assert write(actor, source_format="sdformat").attribute("actor", "name") == "ann"
    assert write(lamp).has("world/light")


def test_old_model_files_with_several_models_stay_so() -> None:
    several = scene(ir.Model(id="m", name="m"), ir.Model(id="n", name="n"), framing="model")
    assert write(several, "1.7", "sdformat").attributes("model", "name") == ["m", "n"]
    assert write(several, "1.8", "sdformat").attributes("model/model", "name") == ["m", "n"]


def test_a_model_without_a_link_is_static_as_sdformat_refuses_it_otherwise() -> None:
    empty = scene(ir.Model(id="m", name="m"), ir.Model(id="n", name="n", parent="m"), link("a"))
    out = write(empty, "1.9")
    assert out.texts(".//model[@name='n']/static") == ["true"] and not out.has(".//model[@name='m']/static")
    assert out.finding("model-static-defaulted").subject.endswith("m::n")


def test_a_name_that_was_escaped_once_stays() -> None:
    assert write(ir.Scene(worlds=(ir.World(id="w", name="world"),))).attribute("world", "name") == "%77orld"
    assert write(ir.Scene(worlds=(ir.World(id="w", name="%77orld"),)), source_format="sdformat").attribute("world", "name") == "%77orld"


def test_an_sdformat_file_stays_what_it_was() -> None:
    for framing in ("model", "world"):
        assert write(replace(scene(link("a")), framing=framing), source_format="sdformat").has(framing)


@pytest.mark.parametrize(("gravity", "level"), [(-9.8, "note"), (-9.81, "warning"), (-1.62, "error")])
def test_a_model_file_reports_the_gravity_that_it_drops(gravity: float, level: str) -> None:
    stated = (0.0, 0.0, traced(gravity, (1,)))
    world = ir.World(id="w", name="w", gravity=stated, profiles=(ir.PhysicsProfile(step=0.01),))
    parts = replace(scene(link("a")), worlds=(world,))
    out = write(parts, as_="model")
    assert out.finding("gravity-dropped").level == level
    assert out.finding("step-dropped").level == "note"  # the source said nothing of it


def test_a_model_directory() -> None:
    out = write(scene(link("a")), layout="model")
    assert sorted(out.files) == ["model.config", "model.sdf"] and out.has("model")
    config = out.files["model.config"].decode()
    assert "<name>robot</name>" in config and '<sdf version="1.7">model.sdf</sdf>' in config


# ---------------------------------------------------------------- what a source leaves to its simulator


def test_gravity_and_step_of_the_sources_simulator_are_stated() -> None:
    """Without values in a scene, MARS takes 9.81 m/s^2 and 10 ms; SDFormat's silence would mean 9.8 m/s^2 and 1 ms."""
    out = write(ir.Scene(worlds=(ir.World(id="w", name="hall"),)), source_format="mars", as_="world")
    assert (out.text("world/gravity"), out.text(".//max_step_size")) == ("0 0 -9.81", "0.01")
    assert out.text(".//real_time_update_rate") == "100"
    assert out.codes == {"gravity-defaulted", "step-defaulted"}
    assert {finding.fate for finding in out.findings} == {"defaulted"}


def test_before_1_6_it_stands_with_the_engine() -> None:
    out = write(ir.Scene(worlds=(ir.World(id="w", name="hall"),)), "1.5", source_format="mars", as_="world")
    assert out.text("world/physics/gravity") == "0 0 -9.81"


def test_an_unknown_step_is_sdformats_own() -> None:
    """SimSpark's step belongs to the simulator, not to its scenes."""
    out = write(ir.Scene(worlds=(ir.World(id="w", name="hall"),)), source_format="rsg", as_="world")
    assert (out.text("world/gravity"), out.text(".//max_step_size")) == ("0 0 -9.81", "0.001")
    assert "unknown" in out.finding("step-default-written").because


def test_what_is_stated_stays() -> None:
    world = ir.World(id="w", name="hall", gravity=(0.0, 0.0, -1.62), profiles=(ir.PhysicsProfile(step=0.002, update_rate=500.0),))
    out = write(ir.Scene(worlds=(world,)), source_format="mars", as_="world")
    assert (out.texts("world/gravity"), out.texts(".//max_step_size"), out.codes) == (["0 0 -1.62"], ["0.002"], set())
