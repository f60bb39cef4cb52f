"""A plain model of the language's second part, and random rules over random traces for it."""
