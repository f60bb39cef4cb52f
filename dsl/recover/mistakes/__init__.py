"""Tables of mistakes that people make: a file for each part of a rule, a row for each mistake."""
