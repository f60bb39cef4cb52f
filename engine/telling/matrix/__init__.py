"""The rules of a spec on all its traces, as one table for editors, terminal and pages."""
