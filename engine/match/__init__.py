"""Which calls and which values a rule means: tool patterns, call patterns, regexes, pairing."""
