"""What a rule kind must offer, and what the engine does with a rule of any kind."""
