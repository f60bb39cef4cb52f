"""Texts that hold calls or pieces of traces: what a model wrote, log lines, unreadable bytes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import islice
from typing import Final

from toolspec.engine.json_value import Json
from toolspec.engine.reading.unread.encoded import decoded_words
from toolspec.engine.reading.unread.json_texts import json_inside
from toolspec.engine.reading.unread.pieces import piece_of_trace
from toolspec.engine.reading.unread.sightings import (
    DEPTH_MAX,
    call_in_lines,
    sightings,
)
from toolspec.engine.trace import Place

_TAG: Final = (
    r"<(?:(?:tool_call|function_call|tool_use|invoke|use_mcp_tool)\b"
    r"|\|(?:tool|python_tag)|(?i:\|start_action\|>|execute_[a-z]+>|end_code>)"
    r"|(?i:[|｜]?(?:[a-z0-9]{1,20}[_▁:|｜-]){0,4}(?:tools?|toolcalls?|functions?|invoke)"
    r"(?:[_▁:|｜-][a-z0-9]{1,20}){0,4}[|｜]?(?:>|\s+name=|=))"
    r"|[a-z][a-z0-9]*_[a-z0-9_]{1,40}>\s*<[a-z][a-z0-9_]{0,40}>)"
)
"""Begins with a plain letter, so that looking for it costs little."""

_KEYS: Final = (
    r"\"(?:name|tool|tool[_.]name|function|function_name|recipient_name|action)\"\s{0,20}:"
    r"\s{0,20}\"[^\"\n]{1,200}\"\s{0,20},\s{0,20}"
    r"\"(?:arguments|(?:tool\.)?args|parameters|kwargs|action_input|tool_input)\""
)
_WAYS: Final = (
    (("<",), _TAG),
    (("<code>",), r"^<code>[ \t]*\n"),
    (("Action",), r"^[ \t]*Action(?: Input)?[ \t]*:"),
    (("[TOOL_CALLS]",), r"\[TOOL_CALLS\]"),
    (("functools[",), r"functools\["),
    (("to=functions.",), r"to=functions\.\w"),
    (("@",), r"^@[A-Za-z_][\w-]{0,80}\([\w-]{1,80}\):[ \t]?\{"),
    (("```",), r"```(?:tool_code|tool_call|mswea_bash_command)\b"),
    (("Code:",), r"^Code:[ \t]*\n"),
    (("arg", "param", "input"), _KEYS),
)
"""How models write calls into text, each looked for where one of some words is in there."""

_PYTHON: Final = r"\s*\[[A-Za-z_][\w.]{0,80}\([^\n]*\)\]\s*"
_NAME: Final = r"([A-Za-z_][\w.:/-]{0,127})"
_NAMED: Final = (
    r"[\"'](?:name|tool|tool_name|function|function_name|recipient_name|action)[\"']\s{0,20}:"
    rf"\s{{0,20}}[\"']{_NAME}[\"']|<[^<>\s]{{1,60}}\s{{1,20}}name=[\"']?{_NAME}|<function={_NAME}"
    rf"|to=functions\.{_NAME}|^[ \t]{{0,40}}Action[ \t]{{0,20}}:[ \t]{{0,20}}{_NAME}"
    rf"|call[|>▁｜]{{1,9}}\s{{0,9}}{_NAME}|(?:sep[|｜]?>|\bcall:|functions\.){_NAME}"
    rf"|[\[\n;][ \t]{{0,40}}{_NAME}\(|python_tag[|｜]>\s{{0,9}}([A-Za-z_]\w{{0,127}})"
    r"|<([a-z][a-z0-9]*_[a-z0-9_]{1,40})>(?=\s{0,40}<[a-z])"
    rf"|^@{_NAME}\([\w-]{{1,80}}\):[ \t]?\{{"
)
NAMES_MAX: Final = 100
_FENCE: Final = r"```(?:bash|sh|shell|console|python|py)?[ \t]*\n"


def call_in_prose(text: str) -> str | None:
    """Return how a model's text writes what may be a call, None where it does not.

    Hermes, Cline, ReAct, gptme and others write calls so, and some writers keep all content as
    JSON text. What of it was run is not known.

    >>> call_in_prose("Action: search"), call_in_prose("I like tools.")
    ('Action:', None)
    """
    for words, way in _WAYS:
        for word in words:
            if word in text:
                match = re.search(way, text, re.MULTILINE)
                if match is not None:
                    return match[0].strip()[:40]
                break
    if text[-3:].rstrip().endswith(")]") and re.fullmatch(_PYTHON, text) is not None:
        return text.strip()[:40]
    text = _unquoted(text)
    written = json_inside(text)
    looks = None if written is None else next(sightings(written, Place()), None)
    return None if looks is None else text.strip()[:40]


def _unquoted(text: str) -> str:
    """Return the JSON text that a text is as JSON, or the text itself."""
    if text[:2] in ('"{', '"['):
        with suppress(ValueError):
            return str(json.loads(text))
    return text


def names_in_prose(text: str) -> list[str]:
    """Return the tools that a model's text names in what may be calls, once for each time.

    >>> names_in_prose('<tool_call>{"name": "search"}</tool_call>'), names_in_prose("Action: go")
    (['search'], ['go'])
    """
    if call_in_prose(text) is None:
        return []
    text = _unquoted(text)
    matches = islice(re.finditer(_NAMED, text, re.MULTILINE), NAMES_MAX)
    names = (name for match in matches for name in match.groups() if name)
    return [re.sub(r"^call:|[:./-]+\d*$", "", name) for name in names]


def call_in_text(text: str) -> bool:
    """Tell whether a text that should be a record holds words of a call, encoded ones too.

    >>> call_in_text("said: {'tool_calls': [{'name': 'go'}]}"), call_in_text("I like tools.")
    (True, False)
    """
    call = call_in_prose(text) or piece_between(text) or re.search(_RECORD, text)
    return call is not None


_RECORD: Final = r"(?i)[\"']\s{0,9}(?:call_?id|function|tool)\s{0,9}\\*[\"']\s{0,9}[:=]"


def calls_after_words(value: Json) -> Iterator[str]:
    """Yield the words of calls in JSON that other words are before, in the texts of a value.

    >>> list(calls_after_words({"log": 'INFO {"tool_calls": []}', "text": '{"tool_calls": []}'}))
    ['tool_calls']
    """
    pending: list[tuple[Json, int]] = [(value, 0)]
    while pending:
        item, depth = pending.pop()
        if isinstance(item, str):
            begins = item.find('{"')
            word = piece_between(item[begins:]) if begins > 0 else None
            if word is not None:
                yield word
        elif depth < DEPTH_MAX and isinstance(item, Mapping | list):
            inner = item.values() if isinstance(item, Mapping) else item
            pending.extend((each, depth + 1) for each in inner)


def has_fence(text: str) -> bool:
    """Tell whether a text holds a fenced block of commands, which some agents run."""
    return re.search(_FENCE, text) is not None


_UNQUOTED: Final = (
    r"(?m:^[ \t-]*|[{,][ \t]*)(?:tool_?[cC]alls?|tool_?[uU]se|function_?[cC]all|tool_name|toolName"
    r"|type[ \t]*:[ \t]*[\"']?(?:tool_use|tool_call|function_call|tool-call))[\"']?[ \t]*(?::|$)"
    r"|[\"'](?:name|tool|action)\\*[\"'][ \t]*:[ \t]*\\*[\"'][^\"'\n]{1,200}[\"'][ \t]*,[ \t]*"
    r"\\*[\"'](?:arguments|args|parameters|input|action_input)\\*[\"']"
)


_WORDS: Final = (
    r"\b(?:gen_ai\.(?:operation|output|tool)[a-z_.]*|(?:openinference|traceloop)\.span\.kind"
    r"|tool[._]name|toolName|tool_call(?:s|_id)?|toolCallId|tool_use_id|function_call)"
    r"[ \t]*[:=][ \t]*[^\s:=]|\bexecute_tool [\w.-]"
    r"|\b(?:[A-Z][A-Za-z]{0,40})?(?:FunctionCall|ToolCall|ToolInvocation|ToolRequest|ToolUse)"
    r"[A-Za-z]{0,20}\("
)
"""As logs and printers write pieces of traces."""


def piece_between(text: str) -> str | None:
    """Return the first word in text between records that only traces have, None for none.

    Also where it is written as in YAML or JavaScript.

    >>> piece_between("- tool_calls:"), piece_between("{'name': 'x', 'args': {}}")
    ('tool_calls', "name': 'x', 'args")
    """
    word = piece_of_trace(text)
    if word is not None:
        return word
    for pattern in (_UNQUOTED, _TAG, _WORDS):
        match = re.search(pattern, text, re.MULTILINE)
        if match is not None:
            return match[0].strip("\\\"'{,-: \t")[:40]
    for inner in decoded_words(text):
        word = piece_of_trace(inner) or call_in_lines(inner)
        if word is not None:
            return word
    return None


_AGENTS: Final = (
    r'(?i)"\s*(?:gen[_-]?ai\.[a-z0-9_.-]+|openinference\.[a-z0-9_.-]+|traceloop\.[a-z0-9_.-]+'
    r"|ai\.toolCall\.[a-z]+|tool\.name|llm\.[a-z_-]+\.[a-z_.0-9-]+|mcp\.[a-z_.-]+"
    r"|gcp\.vertex\.agent[a-z_.-]*|mlflow\.span[a-z]+)\s*\\*\""
)


def attributes_in_text(text: str) -> str | None:
    """Return the attribute by which JSON text says that a tool was called, as spans do.

    >>> attributes_in_text('{"gen_ai.tool.name": "go"}'), attributes_in_text('{"tool": "go"}')
    ('gen_ai.tool.name', None)
    """
    match = re.search(_ATTRIBUTES, text) if "tool" in text else None
    return None if match is None else match[1]


_ATTRIBUTES: Final = (
    r'"\s{0,9}(?:attributes\.)?(gen_ai\.(?:choice|completion|output)[\w.]{0,100}|gcp\.vertex\.agent\.(?:llm_response|tool_call)\w{0,20}'
    r"|(?:gen_ai|llm|mcp|ai|traceloop)\.(?:[\w.]{0,100}\.)?tool(?:_?[cC]alls?)?"
    r"(?:\.(?!definitions)[\w.]{0,100})?|tool\.(?:name|args))\s{0,9}\\*\"\s{0,9}:"
)


def words_of_agents(written: str) -> str | None:
    """Return the first attribute in JSON text that only agents' instrumentations write."""
    match = re.search(_AGENTS, written)
    return None if match is None else match[0].strip('\\"')
