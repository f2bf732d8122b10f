"""The reader of RubySceneGraph scenes. `scene.read` is its entry, `program` executes the file, other modules read the parts they are named
for."""
