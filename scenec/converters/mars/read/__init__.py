"""Reads MARS scenes: `scene.read` is the reader, the other files hold the parts of a scene that they are named for."""
