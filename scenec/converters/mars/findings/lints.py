"""Scenes that MARS refuses, crashes on or simulates differently: findings of `scenec check` and --verify."""

from __future__ import annotations

from scenec.accounting.code import Code, by_code

# A row of this table starts with its code, fate, level and category in one line: a formatter would give each a line.
# fmt: off

CONTROLLER_LIBRARY = Code(
    "mars-controller-library", "kept", "warning", "control",
    headline="Controller library suspicious: {value}",
    because="MARS loads `dylib_path` as a library. This name has no suffix of a library.",
    effect="MARS does not start the controller.",
    advice="Name a library, or leave `dylib_path` out.",
    many="controller libraries suspicious",
)
DRIVEN_HINGE_STOPS = Code(
    "mars-driven-hinge-stops", "kept", "warning", "physics",
    headline="Stops of a driven hinge ignored: motor of type {value}",
    because="MARS removes the stops of a hinge that a motor drives.",
    effect="{outcome}",
    advice="Add a second hinge between the same nodes, with the stops and without a motor.",
    many="stops of driven hinges ignored",
)
HINGE2_AT_WORLD = Code(
    "mars-hinge2-at-world", "kept", "error", "physics",
    headline="Static end of a hinge2 joint crashes MARS",
    because="The engine of MARS has hinge2 joints between two moving bodies only.",
    effect="MARS crashes when it creates the joint.",
    advice="Use a universal joint.",
    many="hinge2 joints at the world",
)
HINGE2_PARALLEL_AXES = Code(
    "mars-hinge2-parallel-axes", "kept", "error", "physics",
    headline="Axis of a hinge2 joint crashes MARS: axis1 {value}",
    because="The axis is parallel to y of the second body. The engine uses y as axis 2 until MARS sets another.",
    effect="MARS crashes when it creates the joint.",
    advice="Make the chassis node1 and the steering axis axis1.",
    many="hinge2 joints with parallel axes",
)
JOINT_STOPS_NOT_SET = Code(
    "mars-joint-stops-not-set", "kept", "warning", "physics",
    headline="Joint stops not set: axis {axis}, {value}",
    because="{why}",
    effect="The joint moves beyond its stops.",
    advice="{fix}",
    many="joint stops not set",
)
LIDAR_MULTILEVEL = Code(
    "mars-lidar-multilevel", "kept", "error", "sensing",
    headline="MultiLevelLaserRangeFinder crashes MARS",
    because="With one row MARS divides 0 by 0. With several rows it looks for node 0.",
    effect="MARS crashes when it creates the sensor.",
    advice="Use a RotatingRaySensor.",
    many="sensors of type MultiLevelLaserRangeFinder crash MARS",
)
LIDAR_WITHOUT_HEIGHT = Code(
    "mars-lidar-without-height", "kept", "error", "sensing",
    headline="Lidar hangs MARS: opening_height is {value}",
    because="A RotatingRaySensor divides its `opening_height` among its lasers.",
    effect="MARS never completes a scan and hangs.",
    advice="Write an `opening_height` above 0, or use a RaySensor.",
    many="lidars without an opening height",
)
MESH_FILE_MISSING = Code(
    "mars-mesh-file-missing", "kept", "error", "geometry",
    headline="Mesh file missing: {value}",
    because="MARS loads the mesh of every node of physicmode mesh, also of nodes that are only drawn.",
    effect="MARS loads no further nodes.",
    advice="Put the file there. For a node that is only drawn, physicmode box is enough.",
    many="mesh files missing", together=True,
)
RELATIVE_POSE_IGNORED = Code(
    "mars-relative-pose-ignored", "kept", "warning", "physics",
    headline="Relative pose ignored: {keys}",
    because="An exporter of August 2012 wrote these keys. MARS reads `position` and `rotation` only.",
    effect="The node stands at the node that it is relative to.",
    advice="Rename the keys to `position` and `rotation`.",
    many="relative poses ignored",
)
VIZLINK_TO_NO_VISUAL = Code(
    "mars-vizlink-to-no-visual", "kept", "warning", "appearance",
    headline="Visual attached to a node without a visual: {value}",
    because="MARS makes no draw object for a node with `noVisual`, so `vizLink` attaches to nothing.",
    effect="The visual stays at the origin of the world.",
    advice="Write `visualType` empty at that node instead of `noVisual`.",
    many="visuals attached to nodes without a visual",
)

CODES = by_code(globals().values())
