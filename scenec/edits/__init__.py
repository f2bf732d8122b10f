"""Edits that keep the files of a scene: what changed is printed where it stands, and every other byte stays."""
