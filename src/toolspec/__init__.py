"""toolspec: write down how an agent must use its tools, and see at once whether it did."""
