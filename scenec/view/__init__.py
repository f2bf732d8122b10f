"""Pictures of scenes: a page that can be turned and moved, and a still image. Nothing here is imported before a picture is asked for."""
