"""Converts robot and scene descriptions into each other and accounts for every value.

``import scenec`` loads nothing but this file; each name below is loaded when it is first used. The verbs read, write, convert, compare and
check scenes; the other names are the nodes that a scene is made of (`scenec.ir` has them all), for reading, editing and building one.
"""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; importing `typing` for it would be most of this module's cost
if TYPE_CHECKING:
    from scenec.accounting.report import Report
    from scenec.api import apply_edits, check, convert, diff, mesh_arrays, read, write
    from scenec.batch.migrate import migrate
    from scenec.errors import ReadError, ScenecError, UnknownFormatError, UsageError, WriteError
    from scenec.ir import (
        Actuator,
        Axis,
        Box,
        Camera,
        Capsule,
        Channel,
        Collision,
        Cone,
        Cylinder,
        Damping,
        Dynamics,
        Ellipsoid,
        Faces,
        Frame,
        Gains,
        Inertia,
        Inertial,
        Joint,
        Lidar,
        Light,
        Limits,
        Link,
        Material,
        Mesh,
        MeshData,
        MeshGroup,
        MeshShape,
        Mimic,
        Model,
        Noise,
        Plane,
        Pose,
        Range,
        Rotation,
        Scan,
        Scene,
        Sensor,
        Sphere,
        Surface,
        Texture,
        Torus,
        Visual,
        World,
    )

__version__ = "0.1.0"

__all__ = [
    "Actuator",
    "Axis",
    "Box",
    "Camera",
    "Capsule",
    "Channel",
    "Collision",
    "Cone",
    "Cylinder",
    "Damping",
    "Dynamics",
    "Ellipsoid",
    "Faces",
    "Frame",
    "Gains",
    "Inertia",
    "Inertial",
    "Joint",
    "Lidar",
    "Light",
    "Limits",
    "Link",
    "Material",
    "Mesh",
    "MeshData",
    "MeshGroup",
    "MeshShape",
    "Mimic",
    "Model",
    "Noise",
    "Plane",
    "Pose",
    "Range",
    "ReadError",
    "Report",
    "Rotation",
    "Scan",
    "Scene",
    "ScenecError",
    "Sensor",
    "Sphere",
    "Surface",
    "Texture",
    "Torus",
    "UnknownFormatError",
    "UsageError",
    "Visual",
    "World",
    "WriteError",
    "__version__",
    "apply_edits",
    "check",
    "convert",
    "diff",
    "mesh_arrays",
    "migrate",
    "read",
    "write",
]

_HOME = {
    "ReadError": "scenec.errors",
    "Report": "scenec.accounting.report",
    "ScenecError": "scenec.errors",
    "UnknownFormatError": "scenec.errors",
    "UsageError": "scenec.errors",
    "WriteError": "scenec.errors",
    "apply_edits": "scenec.api",
    "check": "scenec.api",
    "convert": "scenec.api",
    "diff": "scenec.api",
    "mesh_arrays": "scenec.api",
    "migrate": "scenec.batch.migrate",
    "read": "scenec.api",
    "write": "scenec.api",
}
"""The module of each name; what is not listed is a node of `scenec.ir`."""


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'scenec' has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(_HOME.get(name, "scenec.ir")), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
