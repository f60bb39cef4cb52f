"""What several rule kinds share."""
