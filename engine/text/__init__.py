"""Text for reports: numbers with their nouns, scores, results, invisible characters shown."""
