"""What a call returned, and what there is where a trace does not say."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TYPE_CHECKING, Any, Final, Literal

from toolspec.engine.json_value import Json, compact, same
from toolspec.engine.text.result_text import json_or_text, with_unescaped


class Unrecorded(Enum):
    """The trace does not say. Not the same as empty: rules answer `unknown` where it matters."""

    UNRECORDED = "not recorded"

    def __bool__(self) -> Literal[False]:
        return False


UNRECORDED: Final = Unrecorded.UNRECORDED

NOT_SHOWN: Final = "(not shown)"
"""What a message shows instead of a recorded value that it does not show."""


class Result:
    r"""What a call returned: one value, and the texts a `result /regex/` looks through.

    Made from what was recorded: text that is JSON is that JSON, though its text stays as recorded;
    any other text is a JSON string. An object with only the key `content` counts as what that
    holds as well. `values` are the value and what that key holds. `texts` are the text of each, the
    text of the `envelope` an instrumentation put around them, and of JSON the same text with
    nothing escaped. Where the `envelope_counts`, nobody can tell that it is none, and it is one of
    the values too. `strings` are the texts, and what is text among the values; parsing waits until
    a rule asks.

    >>> Result('{"content": {"a": 1}}').values
    ({'content': {'a': 1}}, {'a': 1})
    >>> Result({"content": {"a": 1}}).texts
    ('{"content":{"a":1}}', '{"a":1}')
    >>> Result('{"city": "Z\\u00fcrich"}').texts[1]
    '{"city": "Zürich"}'
    """

    __slots__ = ("envelope", "envelope_counts", "recorded", "strings", "texts", "values")
    recorded: Json
    envelope: Json | Unrecorded
    envelope_counts: bool
    strings: tuple[str, ...]
    texts: tuple[str, ...]
    values: tuple[Json, ...]

    def __init__(
        self,
        recorded: Json,
        *,
        envelope: Json | Unrecorded = UNRECORDED,
        envelope_counts: bool = False,
    ) -> None:
        self.recorded, self.envelope, self.envelope_counts = recorded, envelope, envelope_counts

    @property
    def value(self) -> Json:
        """The result as one JSON value."""
        return self.values[0]

    @property
    def text(self) -> str:
        """The result as text: as recorded, or as compact JSON."""
        return self.texts[0]

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            # Where one of the slots is asked for the first time; from then on it is filled.
            if name in ("texts", "values"):
                self._read()
            elif name == "strings":
                texts = [value for value in self.values if isinstance(value, str)]
                self.strings = tuple(dict.fromkeys([*self._plain_texts(), *texts]))
            else:
                raise AttributeError(name)
            return getattr(self, name)

    def _read(self) -> None:
        recorded = self.recorded
        value = json_or_text(recorded) if isinstance(recorded, str) else recorded
        self.values = (value,)
        if isinstance(value, Mapping) and len(value) == 1 and "content" in value:
            content = value["content"]
            inner = json_or_text(content) if isinstance(content, str) else content
            self.values = (value, inner)
        if self.envelope_counts and not isinstance(self.envelope, Unrecorded):
            whole = self.envelope
            self.values += (json_or_text(whole) if isinstance(whole, str) else whole,)
        texts = self._plain_texts()
        if not isinstance(self.envelope, Unrecorded):
            texts = (*texts, _text(self.envelope))
        self.texts = with_unescaped(texts)

    def _plain_texts(self) -> tuple[str, ...]:
        recorded, value = self.recorded, self.values[0]
        if isinstance(value, Mapping) and len(value) == 1 and "content" in value:
            return _text(recorded), _text(value["content"])
        return (_text(recorded),)

    def __eq__(self, other: object) -> bool:
        # As the language compares, where `true` is not 1. So there is no hash: nobody asks for one.
        return isinstance(other, Result) and same(self.recorded, other.recorded)

    def __repr__(self) -> str:
        return f"Result({self.recorded!r})"


def _text(recorded: Json) -> str:
    return recorded if isinstance(recorded, str) else compact(recorded)
