"""What the server knows: open documents, their scores, recent traces, settings."""
