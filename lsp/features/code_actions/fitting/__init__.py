"""Changes that make a rule fit the trace it is shown against: one file for each part of a rule."""

from __future__ import annotations

from toolspec.lsp.features.code_actions.fitting import (
    fit_args,
    fit_count,
    fit_each,
    fit_forbidden,
    fit_limit,
    fit_only,
    fit_order,
    fit_output,
    fit_require,
    fit_sequence,
    fit_text,
)

FITS = (
    fit_count,
    fit_order,
    fit_sequence,
    fit_args,
    fit_output,
    fit_require,
    fit_only,
    fit_limit,
    fit_each,
    fit_forbidden,
    fit_text,
)
"""In the order in which they are offered."""
