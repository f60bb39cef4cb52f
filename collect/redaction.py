"""What is taken out of spans before they are written: whole attributes by key, text by pattern.

Whatever is replaced becomes `__REDACTED__`, the word that OpenInference's own masking writes.
"""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Sequence
from typing import Any, Final, cast

import msgspec

REPLACEMENT: Final = "__REDACTED__"


class RedactionError(Exception):
    """A rule cannot be used; its text says which, and why."""


class Redaction:
    """Rules that are applied to every span, event, resource and scope."""

    def __init__(self, keys: Sequence[str] = (), patterns: Sequence[str] = ()) -> None:
        """Take globs of attributes' keys, and regexes of text. Raises RedactionError."""
        import re2

        library: Any = re2
        globs = "|".join(fnmatch.translate(key) for key in keys)
        self._key = re.compile(globs) if keys else None
        self._texts: list[Any] = []
        for pattern in patterns:
            try:
                self._texts.append(library.compile(pattern))
            except library.error as error:
                raise RedactionError(f"the regex `{pattern}` cannot be read: {error}") from None

    def __bool__(self) -> bool:
        return bool(self._key or self._texts)

    def __call__(self, value: Any) -> Any:
        """Return OTLP/JSON without what the rules take out."""
        if isinstance(value, dict):
            fields = cast("dict[str, Any]", value)
            key = fields.get("key")
            if self._key is not None and isinstance(key, str) and self._key.match(key):
                return {**fields, "value": {"stringValue": REPLACEMENT}}
            return {
                name: field if name in _STRUCTURE else self(field) for name, field in fields.items()
            }
        if isinstance(value, list):
            return [self(item) for item in cast("list[Any]", value)]
        return self._text(value) if isinstance(value, str) and self._texts else value

    def _text(self, text: str) -> str:
        """Return a text without what the patterns match; JSON in it stays JSON."""
        if text[:1] in ("{", "["):
            try:
                value = msgspec.json.decode(text)
            except (msgspec.DecodeError, RecursionError):
                pass
            else:
                kept = self._inside(value)
                return text if kept == value else msgspec.json.encode(kept).decode()
        for pattern in self._texts:
            text = pattern.sub(REPLACEMENT, text)
        return text

    def _inside(self, value: Any) -> Any:
        if isinstance(value, dict):
            fields = cast("dict[str, Any]", value)
            return {self._text(name): self._inside(inner) for name, inner in fields.items()}
        if isinstance(value, list):
            return [self._inside(item) for item in cast("list[Any]", value)]
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, int | float) and not isinstance(value, bool):
            # A number that a pattern matches, such as one of a card, is text from then on.
            kept = self._text(str(value))
            return value if kept == str(value) else kept
        return value


_STRUCTURE: Final = frozenset(
    {"traceId", "spanId", "parentSpanId", "startTimeUnixNano", "endTimeUnixNano", "timeUnixNano"}
    | {"observedTimeUnixNano", "eventName", "key", "kind", "flags", "schemaUrl", "bytesValue"}
)
"""What holds no text of the run, and would be broken by a pattern that matches digits."""
