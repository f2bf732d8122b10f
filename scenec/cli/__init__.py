"""The command line. Nothing here is imported before it is needed: `main` loads click, each command loads the rest."""
