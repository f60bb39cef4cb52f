"""From a file to traces: containers, documents, formats, dialects of spans."""
