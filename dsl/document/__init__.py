"""The lines of a spec in their file: names, cases, blocks, comments."""
