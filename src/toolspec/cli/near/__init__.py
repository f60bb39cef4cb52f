"""Names and keys in specs that no trace has, while it has one that is nearly the same."""
