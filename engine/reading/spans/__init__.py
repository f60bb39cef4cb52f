"""From spans to the calls, steps and words of a run, and to what spans leave open."""
