"""Which calls and which values a rule means."""
