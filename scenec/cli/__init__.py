"""The command line. Nothing is imported before it is needed: `main` loads the command, that the rest, and click what it is asked."""
