"""Arguments, results and token counts, as the values of a trace hold them."""
