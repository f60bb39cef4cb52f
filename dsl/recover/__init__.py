"""What is wrong with a line that does not parse, and what to write instead."""
