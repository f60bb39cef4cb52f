"""Pairs of rules that no trace can pass both: one file for each way to exclude each other.

Only what is certain counts: rules for the same trace, that pass only as a whole.
"""
