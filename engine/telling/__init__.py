"""A report in words: the same on a terminal, in a pipe, and as `str(report)`."""
