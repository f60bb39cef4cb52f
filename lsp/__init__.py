"""The language server: positions and edits in an editor."""
