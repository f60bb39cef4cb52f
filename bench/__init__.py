"""Measure toolspec against its goals, and against UiPath's evaluators: `python3 dev.py bench`."""
