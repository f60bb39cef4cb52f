"""Words for calls, their names, arguments and results, as keys and as types of parts."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final, TypeVar
from unicodedata import normalize

MERGED: Final = "(merged tools)"
"""What Google's kit calls one more span that it writes for several calls at once: no call."""

_SEPARATORS: Final = re.compile(r"[^a-z0-9]+").sub

_CALLS: Final = frozenset(
    {
        *("toolcall", "toolcalls", "tooluse", "tooluses", "toolrequest", "toolrequests"),
        *("toolinvocation", "toolinvocations", "toolexecution", "toolexecutions", "toolname"),
        *("functioncall", "functioncalls", "functionname", "callfunction", "toolargs"),
        *("toolinput", "toolparameters", "toolarguments", "toolkwargs", "actioninput"),
        *("toolresponse", "toolresponses", "functionresponse", "toolresult", "toolresults"),
        *("tooloutput", "tooloutputs", "toolcallid", "tooluseid", "mcpcall", "executetool"),
        *("functioncallname", "functioncallarguments", "functioncallargumentsjson"),
    }
)
"""Keys, and words for the type of a part, that only calls and their results have."""

_ENDINGS: Final = (
    *("toolcall", "toolcalls", "tooluse", "functioncall", "toolresult", "toolrequest"),
    *("toolname", "toolcallid", "toolcallname", "toolargs", "toolarguments"),
)

TYPES: Final = (
    *("type", "kind", "partkind", "event", "eventtype", "op", "object", "category", "spantype"),
)
NAMES: Final = (
    *("name", "toolname", "recipientname", "tool", "function", "functionname", "toolid"),
    *("action", "op", "toolcallname", "functioncallname"),
)
ARGUMENTS: Final = frozenset(
    {
        *("arguments", "args", "input", "parameters", "params", "kwargs", "toolinput", "rawinput"),
        *("toolargs", "toolparameters", "toolarguments", "actioninput", "inputs", "toolkwargs"),
        *("inputparameters", "functionargs"),
    }
)
DEFINITIONS: Final = frozenset(
    {
        *("tools", "functions", "toolchoice", "functiondeclarations", "tooldefinitions"),
        *("availabletools", "toolspecs", "toolschemas", "toolconfig", "allowedtools"),
        "toolsavailable",
    }
)
"""Keys whose value lists the tools there are; some writers list there what was called."""

EXPECTED: Final = frozenset({"expectedtoolcalls", "referencetoolcalls", "groundtruth"})
"""Keys whose value lists calls that should be made: they say nothing of those that were."""


LOOKS_LIKE: Final = str.maketrans(
    "АВЕЅІЈКМНОРСТУХаеорсуіјѕһԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧονρτυıɡ‐‑‒–—−",
    "ABESIJKMHOPCTYXaeopcyijshdqwABEZHIKMNOPTYXovptuig------",
)
"""Letters of other alphabets, and dashes, that look like those of tools' names."""

T = TypeVar("T")


def plain_word(word: object) -> str:
    """Return a key or a type without case and separators: `tool-call` and `toolCall` are alike."""
    if not isinstance(word, str):
        return ""
    return _plain(word) if len(word) <= REMEMBERED_MAX else _plain.__wrapped__(word)


REMEMBERED_MAX: Final = 64
"""Keys and types of so many characters are remembered: traces repeat few of them."""


@lru_cache(maxsize=4096)
def _plain(word: str) -> str:
    if not word.isascii():
        word = normalize("NFKC", word).translate(LOOKS_LIKE)
    return _SEPARATORS("", word.lower())


def by_keys(work_out: Callable[[tuple[str, ...]], T]) -> Callable[[tuple[str, ...]], T]:
    """Return a function of an object's keys that remembers what was worked out for usual ones."""
    remembered: dict[tuple[str, ...], T] = {}

    def function(keys: tuple[str, ...]) -> T:
        known = remembered.get(keys)
        if known is None:
            known = work_out(keys)
            if len("".join(keys)) <= KEYS_CHARACTERS_MAX:
                if len(remembered) >= KEYS_REMEMBERED_MAX:
                    remembered.clear()
                remembered[keys] = known
        return known

    return function


KEYS_REMEMBERED_MAX: Final = 1024

KEYS_CHARACTERS_MAX: Final = 1000
"""What is worked out of objects whose keys have so many characters together is remembered."""


def is_call_word(word: object) -> bool:
    """Tell whether a key, or the type of a part, is one that only calls and results have."""
    if not isinstance(word, str):
        return False
    return _is_call(word) if len(word) <= REMEMBERED_MAX else _is_call.__wrapped__(word)


@lru_cache(maxsize=4096)
def _is_call(key: str) -> bool:
    return is_plain_call_word(plain_word(key))


def is_plain_call_word(plain: str) -> bool:
    """Tell what `is_call_word` does of a word without case and separators."""
    word = plain.rstrip("0123456789")  # as of keys with numbers: `tool_name_2`
    if word in EXPECTED:
        return False
    return word in _CALLS or word.endswith(_ENDINGS) or is_list_of_used(word)


_USED: Final = ("used", "called", "invoked", "executed")


def is_list_of_used(plain: str) -> bool:
    """Tell whether a key is one for the tools that a run used: `tools_called`, `usedTools`."""
    return "tool" in plain and (plain.endswith(_USED) or plain.startswith(_USED))


def may_be_in_call(word: str) -> bool:
    """Tell whether an object with such a key can look like a call; `name` and `type` are such."""
    plain = plain_word(word)
    return (
        is_call_word(plain)
        or plain in NAMES
        or plain in TYPES
        or plain in ARGUMENTS
        or plain in DEFINITIONS
        or plain in EXPECTED
    )


def is_call_type(kind: str) -> bool:
    """Tell whether the type of a part or event is a call's: `tool-call`, `on_tool_start`."""
    plain = plain_word(kind)
    return ("tool" in plain and plain not in DEFINITIONS) or (
        "function" in plain and "call" in plain
    )


def is_kind_of_call(kind: str) -> bool:
    """Tell whether a type is some call, and not that of a model: `custom_call`, `shell-call`."""
    plain = plain_word(kind)
    return plain.endswith("call") and not plain.startswith(_OTHER_CALLS)


_OTHER_CALLS: Final = ("api", "http", "llm", "model", "phone", "re", "rpc")


def is_kind_of_model(kind: object) -> bool:
    """Tell whether a type is that of a model's response: `GENERATION`, `llm`, `chat_model`."""
    return isinstance(kind, str) and plain_word(kind) in _MODELS


_MODELS: Final = frozenset({"chat", "chatmodel", "completion", "generation", "llm", "model"})
