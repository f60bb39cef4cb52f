"""Quick fixes that are tried out before they are offered."""
