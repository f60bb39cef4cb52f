"""A trace as a picture: its calls in time, what a rule made of each, and all that as text."""
