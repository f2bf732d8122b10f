"""Writing the neutral scene as JSON."""
