"""Whether two records can be of one result, each in the form of who wrote it.

An instrumentation writes a tool's result as it was returned, as text, or inside of a message; the
next request to the model holds it once more, in another form.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from toolspec.engine.json_value import Json, same
from toolspec.engine.reading.payloads.envelopes import (
    Content,
    function_response,
    llama_index_output,
    tool_message,
)
from toolspec.engine.reading.payloads.literal import read_literal
from toolspec.engine.result import Result, Unrecorded
from toolspec.engine.text.result_text import json_or_text

FORMS_MAX: Final = 24
"""Forms of one result that are compared: envelopes inside of envelopes are few."""

CUT_MIN: Final = 100
"""Text of so many characters may be the beginning of a longer one, cut by an exporter's limit."""

_AROUND: Final = frozenset(
    {"content", "data", "message", "output", "response", "result", "text", "value"}
)
"""The only key of an object that holds nothing but a result."""

_PROTOCOL: Final = frozenset({"_meta", "content", "isError", "meta", "structuredContent"})
_RESULTS: Final = ("function_call_output", "function_result", "tool-result", "tool_result")
"""The types of a message's parts that hold a result beside the id of its call."""

_WORDS: Final[Mapping[str, Json]] = {"False": False, "None": None, "True": True}


def alike(result: Result, other: Result) -> bool:
    """Tell whether two records can be of one result.

    >>> alike(Result('{"a": 1}'), Result({"a": 1})), alike(Result("sunny"), Result("rainy"))
    (True, False)
    >>> alike(Result("6"), Result([{"type": "text", "text": "6"}]))
    True
    """
    if same(result.recorded, other.recorded):
        return True
    forms = _forms(other)
    return any(_same_form(a, b) for a in _forms(result) for b in forms)


def _same_form(a: Json, b: Json) -> bool:
    if isinstance(a, str) and isinstance(b, str):
        return a == b or _is_cut_from(a, b) or _is_cut_from(b, a)
    return same(a, b)


def _is_cut_from(part: str, whole: str) -> bool:
    """Tell whether a text is the beginning of a longer one, and no more was written of it."""
    part = part.removesuffix("...").removesuffix("…")
    return CUT_MIN <= len(part) < len(whole) and whole.startswith(part)


def _forms(result: Result) -> list[Json]:
    """Return what a record holds, as it is and without each envelope around it."""
    pending = [result.recorded]
    if not isinstance(result.envelope, Unrecorded):
        pending.append(result.envelope)
    forms: list[Json] = []
    while pending and len(forms) < FORMS_MAX:
        value = pending.pop(0)
        forms.append(value)
        pending += _inside(value)
    return forms


def _inside(value: Json) -> Iterator[Json]:
    if isinstance(value, str):
        yield from _of_text(value)
    elif isinstance(value, Mapping):
        yield from _of_object(value)
    elif isinstance(value, Sequence):
        yield from _of_blocks(value)


def _of_text(text: str) -> Iterator[Json]:
    bare = text.strip()
    if bare != text:
        yield bare
    read = json_or_text(bare)
    if read != bare:
        yield read
    elif bare in _WORDS:
        yield _WORDS[bare]
    else:
        literal = read_literal(bare)
        if not isinstance(literal, Unrecorded):
            yield literal


def _of_object(result: Mapping[str, Json]) -> Iterator[Json]:
    openers = (tool_message, llama_index_output, function_response)
    opened: list[Content] = [
        content for opener in openers if (content := opener(result)) is not None
    ]
    yield from (content.value for content in opened)
    if len(result) == 1:
        yield from (value for key, value in result.items() if key in _AROUND)
    elif "content" in result and result.keys() <= _PROTOCOL:
        yield result["content"]
        if result.get("structuredContent") is not None:
            yield result["structuredContent"]
    elif result.get("type") == "text" and isinstance(result.get("text"), str):
        yield result["text"]
    elif result.get("type") in _RESULTS:
        yield from (result[key] for key in ("result", "content", "output") if key in result)


def _of_blocks(items: Sequence[Json]) -> Iterator[Json]:
    """Yield what a message's blocks hold: the text of all, or the JSON of the only one."""
    if len(items) == 1 and isinstance(items[0], str):
        yield items[0]
    blocks = [item for item in items if isinstance(item, Mapping)]
    if not blocks or len(blocks) < len(items):
        return
    if len(blocks) == 1 and set(blocks[0]) == {"json"}:
        yield blocks[0]["json"]
    texts = [text for block in blocks if isinstance(text := block.get("text"), str)]
    if len(texts) == len(blocks):
        yield "\n".join(texts)
        yield "".join(texts)
