"""The plan guard: every tool, argument and reference of a plan held against the registry before anything runs."""
