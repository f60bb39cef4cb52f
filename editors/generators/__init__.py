"""What the editors' files are generated with: the words, and one module per kind of file."""
