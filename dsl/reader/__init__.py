"""What reading a spec returns, and the other files that it names."""
