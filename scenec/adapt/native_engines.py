"""Whether a scene was made for the engine of the target, so that a step leaves it as it is."""

from __future__ import annotations

from scenec.ir.scene import Scene


def is_native(scene: Scene, engine: str) -> bool:
    """Return whether the physics settings of a scene name an engine ("": no engine)."""
    return bool(engine) and any(each.engine == engine for world in scene.worlds for each in world.profiles)
