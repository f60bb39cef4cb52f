"""From the bytes of a file to JSON documents: containers, encodings, broken text."""
