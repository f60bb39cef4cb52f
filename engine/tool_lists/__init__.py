"""Lists of tools, and whether arguments conform to their schemas."""
