"""Reading the neutral scene from JSON."""
