"""Mistakes that people make in rules of one kind: a file for each kind, named after its keyword.

A kind without a file has no mistakes of its own; those of all lines are in `mistakes/`.
"""
