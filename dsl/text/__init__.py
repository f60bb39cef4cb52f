"""The text of a spec: its lines, its tokens, how they are laid out."""
