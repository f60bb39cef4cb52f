"""What the text alone tells an editor: folding, selection, symbols, semantic tokens."""
