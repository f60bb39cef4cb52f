"""What the checks share: what patterns have in common, and what a rule asks of a trace."""
