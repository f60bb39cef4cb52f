"""From the tokens of a line to what they mean: its tree, its rule, its values."""
