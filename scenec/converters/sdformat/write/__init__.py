"""Writes SDFormat scenes: `scene.write` is the writer, the other files hold the parts of a scene that they are named for."""
