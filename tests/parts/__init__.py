"""Rules judged on parts of a trace: clauses and blocks."""
