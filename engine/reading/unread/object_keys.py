"""What the keys of an object tell of it where calls are looked for, worked out once for a shape."""

from __future__ import annotations

from typing import Final, NamedTuple

from toolspec.engine.reading.unread.call_words import (
    DEFINITIONS,
    EXPECTED,
    by_keys,
    is_plain_call_word,
    plain_word,
)
from toolspec.engine.reading.unread.parts_of_spans import keys_of_spans
from toolspec.engine.reading.unread.shapes import Shape, shape_of

CALLS: Final = ("toolcall", "toolcalls", "functioncall", "functioncalls", "toolrequests")
ARGUMENTS: Final = frozenset(
    {"action", "actioninput", "args", "arguments", "input", "inputs", "kwargs", "parameters"}
    | {"inputparameters", "mlflowspaninputs"}
    | {"params", "partialargs", "rawinput", "toolargs", "toolinput"}
)
HOLDING: Final = (
    *("block", "blocks", "choice", "choices", "chunk", "chunks", "entries", "item"),
    *("calls", "data", "events", "history", "items", "messages", "parts", "spans", "steps"),
    *("payload", "properties", "spandata"),
    *("trajectories", "trajectory", "turns", "uses"),
)
"""How keys end under which there are records; a text there is none."""

_SPOKEN: Final = (
    *(
        "content",
        "description",
        "diff",
        "error",
        "instructions",
        "log",
        "logs",
        "message",
        "output",
    ),
    *("patch", "prompt", "query", "response", "snapshot", "stderr", "stdout", "summary", "system"),
    *("goal", "input", "question", "task", "text", "thinking", "thought", "title"),
)
"""How keys end under which there is text of somebody's, which may be JSON with calls in it."""

OF_CALL: Final = frozenset(
    {
        "attributes",
        "function",
        "functioncall",
        "state",
        "toolcall",
        "toolinvocation",
        "tooluse",
        "value",
    }
)
"""Keys of a call under which its arguments and its result may be; below others are records."""

_RESULTS: Final = ("observation", "observations", "result", "results", "tooloutput")
_IN_RESULTS: Final = frozenset(
    {"content", "details", "display", "error", "output", "outputs", "response", "responses"}
    | {"mlflowspanoutputs", "value"}
)
NAMING: Final = frozenset({"function", "functionname", "name", "toolname"})
_ALSO_NAMING: Final = frozenset({"action", "functionname", "name", "toolname"})
ANSWERING: Final = frozenset({"callid", "toolcallid", "toolid", "tooluseid"})


class Key(NamedTuple):
    """A key that is looked into, and what a value under it may be.

    `is_call_word` where only calls and results have it. A text under it is looked into where
    `is_text`: there may be a call, or one in place of a record. Else it is not where it `is_spoken`
    by somebody. `is_of_call` where what is in a call goes on.
    """

    key: str = ""
    is_call_word: bool = False
    is_text: bool = False
    is_spoken: bool = False
    is_of_call: bool = False


class Keys(NamedTuple):
    """The keys of an object, as far as they tell what it is and what is looked into.

    `in_call` are those of an object that is a call or inside of one. `answers` where it has a key
    that only answers to calls have; `may_answer` where it may be an answer that names its tool.
    `of_spans` are those that only spans have, `defined` those for definitions, `naming` those for a
    tool's name or for what was done, `naming_answer` and `answering` those for the tool's name and
    the call's id in an answer, the surest first; `has_key` as attributes of OTLP's. `tells_more`
    where one of these may tell of a call, and `is_quiet` where no key does, whatever the values.
    `named` is the key for the tool's name where nothing else tells of a call but that and its
    arguments; `around` the key of an object that is to tell of them, where nothing beside it does,
    and `beside` what is looked into then. `is_nameless` where none of this can name a tool.
    """

    outside: tuple[Key, ...]
    in_call: tuple[Key, ...]
    shape: Shape
    answers: bool
    may_answer: bool
    of_spans: tuple[str, ...]
    defined: tuple[str, ...]
    naming: tuple[str, ...]
    naming_answer: tuple[str, ...]
    answering: tuple[str, ...]
    has_key: bool
    has_role: bool
    tells_more: bool
    is_quiet: bool
    named: str
    around: str
    beside: tuple[Key, ...]
    is_nameless: bool


@by_keys
def keys_of(words: tuple[str, ...]) -> Keys:
    """Return what the keys of an object tell of it."""
    plain = [plain_word(word) for word in words]
    outside: list[Key] = []
    in_call: list[Key] = []
    for word, known in zip(words, plain, strict=True):
        is_call = known in CALLS
        if not is_call and (known in DEFINITIONS or known in EXPECTED or is_result(known)):
            continue
        key = Key(
            word,
            is_plain_call_word(known),
            is_call or known.endswith(HOLDING),
            known.endswith(_SPOKEN),
            known in OF_CALL,
        )
        outside.append(key)
        # In a call not into what it was given, and what it gave back.
        if is_call or not (known in ARGUMENTS or known in _IN_RESULTS):
            in_call.append(key)
    answers, names = not ANSWERING.isdisjoint(plain), not NAMING.isdisjoint(plain)
    may_answer = names and (answers or "role" in plain or "response" in plain)
    shape, of_spans, has_key = shape_of(words), keys_of_spans(words), "key" in words
    by_word = dict(zip(plain, words, strict=True))
    is_defining = not DEFINITIONS.isdisjoint(plain)
    naming = tuple(word for word, known in zip(words, plain, strict=True) if known in _ALSO_NAMING)
    tells_more = bool(may_answer or of_spans or has_key or naming)
    named = around = ""
    if not (of_spans or has_key or "role" in words or is_defining or shape.has_method):
        if len(shape.names) == 1 and not shape.calls and set(naming) <= set(shape.names):
            named = "" if shape.arguments is None or shape.is_schema else shape.names[0]
        elif len(shape.calls) == 1 and set(shape.names) <= set(shape.calls) and not naming:
            around = shape.calls[0] if outside == in_call and shape.given is None else ""
    return Keys(
        tuple(outside),
        tuple(in_call),
        shape,
        answers,
        may_answer,
        of_spans,
        tuple(word for word, known in zip(words, plain, strict=True) if known in DEFINITIONS),
        naming,
        tuple(by_word[known] for known in sorted(NAMING, reverse=True) if known in by_word),
        tuple(by_word[known] for known in sorted(ANSWERING) if known in by_word),
        has_key,
        "role" in words,
        tells_more,
        shape.is_quiet and not tells_more,
        named,
        around,
        tuple(key for key in in_call if key.key != around),
        not (tells_more or shape.has_method or shape.calling)
        and not (shape.names or shape.calls or shape.part),
    )


def is_of_result(plain: str) -> bool:
    """Tell whether a key of a call is for what it gave back."""
    return is_result(plain) or plain in _IN_RESULTS


def is_result(plain: str) -> bool:
    """Tell whether a key is for results wherever it stands, also one of several: `result_2`."""
    return plain.rstrip("0123456789").endswith(_RESULTS)
