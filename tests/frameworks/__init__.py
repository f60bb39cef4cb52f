"""Agents of real frameworks, run against a scripted model, and how toolspec reads them."""
