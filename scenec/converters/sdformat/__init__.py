"""SDFormat, the format of Gazebo and Drake: the record of the format. Its parts are loaded when it is used."""

from __future__ import annotations

from scenec.converters.common.options import FLATTEN, LAYOUT, MERGE_FIXED, READY, SHAPE_DENSITY
from scenec.converters.format import Format, Layout, SourceFormat, WriteOptions
from scenec.converters.options import Option
from scenec.converters.sdformat import profile


def _sniff(data: bytes) -> bool:
    """Return whether a file begins like SDFormat: with <sdf>, or with the <gazebo version="1.2"> of 2012."""
    head = data[:4096].lstrip(b"\xef\xbb\xbf \t\r\n")
    return head.startswith(b"<") and any(tag in head for tag in (b"<sdf ", b"<sdf>", b"<gazebo version"))


def _is_entry(path: str) -> bool:
    """Return whether a file is converted by itself. Of a model directory that is the newest file that model.config names."""
    import os

    from scenec.converters.sdformat.locate import ModelLocator
    from scenec.files import read_file

    chosen = ModelLocator((), read_file).model_file(os.path.dirname(path))
    return chosen is None or os.path.normpath(chosen) == os.path.normpath(path)


AS = Option(name="as_", when="writing", kind="choice", choices=("world", "model"), help="Write a world or a model. Default: by content.")
JOINT_ZERO = Option(
    name="joint_zero",
    when="writing",
    kind="choice",
    choices=("keep", "shift"),
    default="keep",
    help="Keep the zero positions of joints (default), or move them to where the joints start.",
)
MESH_FORMAT = Option(
    name="mesh_format",
    when="writing",
    kind="choice",
    choices=("obj", "stl", "glb", "dae"),
    default="obj",
    help="Format of mesh files made from inline meshes. Default: obj.",
)

FORMAT = Format(
    name="sdformat",
    package=__name__,
    title="SDFormat",
    simulator="Gazebo",
    suffixes={".sdf": "", ".world": ""},
    versions=profile.WRITABLE,
    default_version=profile.DEFAULT_VERSION,
    aliases={"sdf": ""},
    layouts={"model": Layout(main="model.sdf", assets="meshes", marker="model.config")},
    options=(
        AS,
        LAYOUT.doing("`model` is a model directory, DST/<name>/ with model.sdf, model.config and meshes/", choices=("model",)),
        FLATTEN.doing("nested models as one with scoped names"),
        JOINT_ZERO,
        MERGE_FIXED,
        SHAPE_DENSITY,
        MESH_FORMAT,
        READY.doing(
            "plugins for actuators (servos for a robot without), rates and topics of sensors, systems of the world, and a world, "
            "a floor and a light where there is none"
        ),
    ),
    says=(("joint", "feedback"),),
    consumers=("libsdformat", "Drake"),
    verified_by="scenec.verify.consumers:sdformat_verdicts",
    sniff=_sniff,
    adaptations=profile.adaptations(WriteOptions(), SourceFormat()),
    adaptations_for=profile.adaptations,
    is_entry=_is_entry,
    gravity=profile.GRAVITY,
    step=profile.STEP,
    needs_mass="end",
    carried="scenec.converters.sdformat.carried",
    uses="scenec.converters.sdformat.uses",
)
