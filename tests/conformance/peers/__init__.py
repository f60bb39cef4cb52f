"""Checks of other tools as toolspec text: one translator for each tool."""
