"""The calls closest to a rule that matched none, for the fixes of several kinds."""

from __future__ import annotations

import json
from typing import Any, cast

from toolspec.dsl.text.spec_text import arguments, key_text, value, with_escapes
from toolspec.engine.json_value import Json
from toolspec.engine.match.tool_pattern import ToolPattern
from toolspec.engine.match.values import written_key
from toolspec.engine.syntax import Part
from toolspec.lsp.features.code_actions.ask import NAME_MAX, Ask
from toolspec.lsp.judge.messages import CallInfo
from toolspec.lsp.state.snapshot import RuleScore
from toolspec.lsp.text.answers import Edit, Span
from toolspec.lsp.text.escape import plain


def misses(ask: Ask, score: RuleScore, pattern: ToolPattern) -> list[CallInfo]:
    """Return the known calls of a tool that come closest to a rule."""
    if score.reason is None:
        return []
    near = [item.call for item in score.reason.evidence if item.role == "nearest"]
    known = {call.number: call for call in ask.calls}
    calls = [known[number] for number in near if number in known]
    return [call for call in calls if pattern.matches(call.tool)]


def given(call: CallInfo) -> dict[str, Json] | None:
    """Return a call's arguments; None if they are not recorded or were shortened."""
    value = parsed(call.arguments)
    return cast("dict[str, Json]", value) if isinstance(value, dict) else None


def parsed(text: str | None) -> Any:
    """Parse JSON; return Ellipsis if the text is not JSON or was shortened."""
    try:
        return json.loads(text or "", parse_constant=_refuse)
    except (ValueError, RecursionError):
        return ...


def _refuse(constant: str) -> Json:
    raise ValueError(constant)


def taken_from(span: Span, part: Part, call: CallInfo, *, free: bool) -> tuple[str, Edit] | None:
    """Return a title and the edit that replaces the arguments of a part by those of a call.

    `span` is the span of the part in the text. If other arguments are `free`, only the written ones
    are changed.
    """
    had = given(call)
    if had is None:
        return None
    written = [entry.key for entry in part.value.entries]
    kept = {key: had[key] for key in written if key in had} if free else had
    text = arguments(kept)
    if not kept and free:
        return None
    if text == part.source:
        return None
    which = f"call {call.number + 1}"
    only_key = next(iter(kept)) if len(written) == len(kept) == 1 else ""
    if only_key:
        key, new = (
            plain(written_key(only_key), NAME_MAX),
            plain(with_escapes(value(kept[only_key])), 60),
        )
        return f"Change {key} to {new}, as in {which}", Edit(span, text)
    return f"Change the arguments to those of {which}", Edit(span, text)


def allowing_any_value(span: Span, part: Part) -> tuple[str, Edit] | None:
    """Return the title and the edit that allow any value for each argument of a part."""
    keys = [entry.key for entry in part.value.entries]
    text = f"<{', '.join(f'{key_text(key)}: ...' for key in keys)}>"
    if not keys or text == part.source:
        return None
    which = plain(written_key(keys[0]), NAME_MAX) if len(keys) == 1 else "the arguments"
    return f"Let {which} have any value", Edit(span, text)
