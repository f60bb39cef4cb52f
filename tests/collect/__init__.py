"""A collector of traces, and what is sent to it."""
