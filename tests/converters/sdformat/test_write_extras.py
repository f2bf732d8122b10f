"""Plugins, foreign content, extras of this format, actors."""

from __future__ import annotations

from scenec import ir
from tests.converters.sdformat.writing import link, pose, scene, write

CONTENT = (
    ir.RawItem(depth=0, tag="gains", attributes=(("mode", "pid"),)),
    ir.RawItem(depth=1, tag="p", text="10 < 20"),
    ir.RawItem(depth=0, tag="topic", text="/cmd"),
)


def test_plugins_keep_their_content() -> None:
    plugin = ir.Plugin(name="drive", filename="libdrive.so", content=CONTENT)
    out = write(scene(ir.Model(id="m", name="m", plugins=(plugin,)), link("a")))
    assert (out.attribute(".//plugin", "name"), out.attribute(".//plugin", "filename")) == ("drive", "libdrive.so")
    assert out.attribute(".//plugin/gains", "mode") == "pid" and out.text(".//plugin/gains/p") == "10 < 20"
    assert out.text(".//plugin/topic") == "/cmd" and not out.findings


def test_plugins_of_links_have_no_place() -> None:
    assert write(scene(link("a", plugins=(ir.Plugin(name="p", filename="f"),)))).codes == {"plugin-dropped"}


def test_extras_of_this_format_go_back_where_they_came_from() -> None:
    extras = (
        ir.Extra(format="sdformat", key="projector/texture", value="logo.png"),
        ir.Extra(format="sdformat", key="projector/@name", value="p"),
        ir.Extra(format="sdformat", key="audio_sink", content=(ir.RawItem(depth=0, tag="audio_sink", text="x"),)),
    )
    out = write(scene(link("a", extras=extras)))
    assert out.text(".//link/projector/texture") == "logo.png" and out.attribute(".//link/projector", "name") == "p"
    assert out.text(".//link/audio_sink") == "x"
    assert not out.findings


def test_extras_of_others_are_named_once_each() -> None:
    out = write(scene(link("a", extras=(ir.Extra(format="simrobot", key="colour", value="red"),))))
    assert out.codes == {"simrobot-colour-dropped"} and b"colour" not in out.files["robot.sdf"]


def test_actors() -> None:
    path = ir.Trajectory(number=1, type="walk", tension=0.5, waypoints=(ir.Waypoint(time=2.0, pose=pose(3.0)),))
    walk = ir.Animation(name="walk", uri="walk.dae", scale=2.0, interpolate_x=True)
    actor = ir.Actor(name="ann", pose=pose(0.0, 1.0), skin="walk.dae", skin_scale=1.5, animations=(walk,), loop=False, trajectories=(path,))
    out = write(scene(actors=(actor,), models=()))
    assert out.attribute("world/actor", "name") == "ann" and out.text("world/actor/pose") == "0 1 0 0 0 0"
    assert (out.text(".//skin/filename"), out.text(".//skin/scale")) == ("walk.dae", "1.5")
    assert out.text(".//animation[@name='walk']/interpolate_x") == "true" and out.text(".//script/loop") == "false"
    assert out.attribute(".//trajectory", "tension") == "0.5" and out.text(".//waypoint/pose") == "3 0 0 0 0 0"
    assert out.codes == {"uri-relative-kept"}
