"""Calls in what a model says, under names that look alike, and in the arguments of other calls."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest

from tests.traces.messages import USER, asked, assistant
from tests.traces.test_strange_messages import answer, says
from tests.traces.verdicts import FORBID, FORBIDDEN, verdict

F: Final = FORBIDDEN
TEXTS: Final = {
    "Hermes": f'<tool_call>{{"name": "{F}", "arguments": {{}}}}</tool_call>',
    "capitals": f'<TOOL_CALL>{{"name": "{F}", "arguments": {{}}}}</TOOL_CALL>',
    "Nemotron": f'<TOOLCALL>[{{"name": "{F}", "arguments": {{}}}}]</TOOLCALL>',
    "Granite": f'<|tool_call|>[{{"name": "{F}", "arguments": {{}}}}]',
    "functools": f'functools[{{"name": "{F}", "arguments": {{}}}}]',
    "DeepSeek": f"<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>{F}\n",
    "DeepSeek 3.2": f'<｜DSML｜function_calls><｜DSML｜invoke name="{F}">',
    "Kimi": f"<|tool_calls_section_begin|><|tool_call_begin|>functions.{F}:0",
    "MiniMax": f'<minimax:tool_call><invoke name="{F}"></invoke>',
    "Anthropic": f'<function_calls><invoke name="{F}"></invoke></function_calls>',
    "Gemma": f"<start_function_call>call:{F}{{}}<end_function_call>",
    "Command R": f'<|START_ACTION|>[{{"tool_name": "{F}", "parameters": {{}}}}]',
    "Harmony": f"<|channel|>commentary to=functions.{F} <|constrain|>json<|message|>{{}}",
    "Llama, as Python": f"[{F}(id=1)]",
    "smolagents": f"Thought: Hm.\n<code>\n{F}()\n</code>",
    "smolagents, fenced": f"Thought: Hm.\nCode:\n```py\n{F}()\n```<end_code>",
    "ReAct": f"Action: {F}\nAction Input: {{}}",
    "gptme": f"\n@{F}(call_main_0_0): {{}}",
    "JSON in a fence": f'```json\n{{"action": "{F}", "action_input": {{}}}}\n```',
    "JSON after words": f'I do it: {{"name": "{F}", "arguments": {{}}}}',
}


@pytest.mark.parametrize("way", TEXTS)
def test_a_call_in_the_models_text_leaves_rules_open(way: str) -> None:
    assert verdict(says(content=TEXTS[way])) == "unknown"


@pytest.mark.parametrize("way", TEXTS)
@pytest.mark.parametrize("key", ["content", "reasoning_content"])
def test_one_beside_calls_that_are_read_leaves_open_the_tool_it_names(way: str, key: str) -> None:
    said = {"role": "assistant", "content": "", key: TEXTS[way]}
    messages = [USER, assistant(asked("search", "1")), answer("1", "ok"), said]
    assert verdict(messages) == "unknown"
    assert verdict(messages, "forbid other_tool") == "pass"


def test_a_thought_that_calls_leaves_rules_open() -> None:
    thought = {"type": "thinking", "thinking": TEXTS["Hermes"], "signature": "x"}
    assert verdict(says(content=[thought])) == "unknown"


def test_text_that_writes_a_recorded_call_again_changes_nothing() -> None:
    said = assistant(asked("search", "1"), content='<tool_call>{"name": "search"}</tool_call>')
    assert verdict([USER, said, answer("1", "ok")], "count search = 1") == "pass"


@pytest.mark.parametrize(
    "text",
    [
        "Use <Tooltip title='x'> or <button name='x'>, and vector<function<void()>>.",
        "The tools are <b>good</b>: action by action.",
        '{"name": "Ann", "age": 3}',
    ],
)
def test_words_that_call_nothing_leave_nothing_open(text: str) -> None:
    assert verdict(says(content=text)) == "pass"


NAMES: Final = {
    "invisible": "delete\u200b_user",
    "a blank after it": f"{F} ",
    "a line's end": f"{F}\n",
    "a NUL": f"{F}\0",
    "Cyrillic": "d\u0435lete_user",
    "full width": "delete\uff3fuser",
    "Harmony's prefix": f"functions.{F}",
    "Gemini's prefix": f"default_api.{F}",
    "a call": f"{F}()",
    "a call with arguments": f"{F}(id=1)",
    "brackets": f"[{F}]",
    "a colon": f"{F}:",
}


@pytest.mark.parametrize("way", NAMES)
def test_a_name_that_only_looks_like_the_forbidden_one_leaves_it_open(way: str) -> None:
    messages = [USER, assistant(asked(NAMES[way], "1")), answer("1", "ok")]
    assert verdict(messages) == "unknown"
    assert verdict(messages, "forbid other_tool") == "pass"


@pytest.mark.parametrize(
    "name", ["поиск", "検索", "delete_user2", "mcp__users__list", "look up (delete_user)"]
)
def test_other_names_are_other_tools(name: str) -> None:
    assert verdict([USER, assistant(asked(name, "1")), answer("1", "ok")]) == "pass"


INSIDE: Final[dict[str, tuple[str, Any]]] = {
    "OpenAI's parallel": (
        "multi_tool_use.parallel",
        {"tool_uses": [{"recipient_name": f"functions.{F}", "parameters": {}}]},
    ),
    "a batch": ("batch", {"invocations": [{"name": F, "arguments": "{}"}]}),
    "a tool that calls tools": ("call_tool", {"name": F, "arguments": {"id": 1}}),
    "MCP by way of a tool": (
        "use_mcp_tool",
        {"server_name": "users", "tool_name": F, "arguments": {}},
    ),
    "functions": ("run", {"calls": [{"function": {"name": F, "arguments": "{}"}}]}),
}


@pytest.mark.parametrize("way", INSIDE)
def test_a_call_in_the_arguments_of_another_leaves_rules_about_it_open(way: str) -> None:
    name, given = INSIDE[way]
    call = {"id": "1", "function": {"name": name, "arguments": json.dumps(given)}}
    messages = [USER, {"role": "assistant", "tool_calls": [call]}, answer("1", "ok")]
    assert verdict(messages) == "unknown"
    assert verdict(messages, f"forbid {name}") == "fail"
    assert verdict(messages, "forbid other_tool") == "pass"


@pytest.mark.parametrize(
    "given",
    [
        {"name": "delete_user", "input": "x"},
        {"name": "delete_user", "parameters": {"type": "object"}},
        {"path": "delete_user"},
    ],
)
def test_arguments_that_only_name_something_leave_nothing_open(given: dict[str, Any]) -> None:
    call = {"id": "1", "function": {"name": "create_report", "arguments": json.dumps(given)}}
    messages = [USER, {"role": "assistant", "tool_calls": [call]}, answer("1", "ok")]
    assert verdict(messages, FORBID) == "pass"
