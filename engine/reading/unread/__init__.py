"""What looks like a call in places that no reader understands."""
