"""The writer of RubySceneGraph scenes. `scene.write` is its entry, other modules write the parts they are named for."""
