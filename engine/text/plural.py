"""Numbers with the word they count."""

from __future__ import annotations


def plural(count: int, word: str, words: str = "") -> str:
    """Return a count with its word; `words` is for several, where an `s` would not do.

    >>> plural(1, "trace"), plural(2, "trace"), plural(2, "entry", "entries")
    ('1 trace', '2 traces', '2 entries')
    """
    return f"{count} {word}" if count == 1 else f"{count} {words or word + 's'}"
