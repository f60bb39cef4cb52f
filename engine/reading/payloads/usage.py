"""How many tokens a model's response took, as APIs and instrumentations write it."""

from __future__ import annotations

from typing import Final

from toolspec.engine.json_value import OBJECTS, Json

_PAIRS: Final = (
    ("input_tokens", "output_tokens"),
    ("prompt_tokens", "completion_tokens"),
    ("inputTokens", "outputTokens"),
    ("promptTokens", "completionTokens"),
    ("prompt_token_count", "candidates_token_count"),
    ("promptTokenCount", "candidatesTokenCount"),
)
_TOTALS: Final = ("total_tokens", "totalTokens", "total_token_count", "totalTokenCount")
_BESIDE: Final = ("cache_creation_input_tokens", "cache_read_input_tokens")
"""What Anthropic's API counts beside the `input_tokens`, and not among them."""


def tokens_of(usage: Json) -> int | None:
    """Return the tokens of a response, input and output; None where they are not recorded.

    >>> tokens_of({"prompt_tokens": 100, "completion_tokens": 20})
    120
    >>> tokens_of({"input_tokens": 5, "cache_read_input_tokens": 90, "output_tokens": 5})
    100
    """
    if usage is None or not isinstance(usage, OBJECTS):
        return None
    for read, written in _PAIRS:
        tokens_in, tokens_out = number(usage.get(read)), number(usage.get(written))
        if tokens_in is not None and tokens_out is not None:
            beside = (number(usage.get(key)) for key in _BESIDE) if read == "input_tokens" else ()
            return tokens_in + tokens_out + sum(count or 0 for count in beside)
    return next(filter(None, (number(usage.get(key)) for key in _TOTALS)), None)


def number(value: Json) -> int | None:
    """Return a count of tokens: a whole number that is not negative, else None."""
    if isinstance(value, bool):
        return None
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return value if isinstance(value, int) and value >= 0 else None
