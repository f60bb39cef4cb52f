"""Make a rule that forbids calls fit the shown trace: let it mean fewer calls.

A rule is limited to what it was likely meant for: other tools, other values, calls that succeed,
the time until another call. Each asks for less than was written, and says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from toolspec.dsl.text.spec_text import key_text, tool_name, value, with_escapes
from toolspec.engine.match.tool_pattern import AnyOf
from toolspec.engine.match.values import written_key
from toolspec.engine.syntax import Part
from toolspec.lsp.features.code_actions.ask import NAME_MAX, Ask, ScoredRule
from toolspec.lsp.features.code_actions.nearest import given
from toolspec.lsp.judge.messages import CallInfo
from toolspec.lsp.text.answers import Action, Edit
from toolspec.lsp.text.escape import plain
from toolspec.lsp.text.line_tokens import angles, code_words, key_of

KIND = "quickfix"

KEYS_MAX = 2
"""Arguments of a phrase by which calls are excepted."""

VALUES_MAX = 3
"""Values of such an argument."""

TEXT_MAX = 40
"""Characters of such a value."""


class Forbidden(NamedTuple):
    """A phrase of the rule, and the calls that it found."""

    phrase: Part
    calls: Sequence[CallInfo]


def actions(ask: Ask) -> Iterator[Action]:
    """Yield the changes; whether they help is tried out later."""
    scored = ask.not_passed
    if scored is None or scored.score.status != "fail" or scored.score.reason is None:
        return
    kind = scored.rule.kind
    if kind.part_of_offender(scored.score.reason) != "forbidden" or kind.syntax.entry:
        return
    for forbidden in _found(ask, scored):
        for title, edit in _narrowed(ask, scored, forbidden):
            yield Action(title, (edit,), KIND, (scored.score.status,), weaker=True)


def _found(ask: Ask, scored: ScoredRule) -> list[Forbidden]:
    """Return the phrases with the calls they found; of calls in an order one for each phrase."""
    assert scored.score.reason is not None
    evidence = scored.score.reason.evidence
    known = {call.number: call for call in ask.calls}
    calls = [
        known[item.call] for item in evidence if item.role == "offender" and item.call in known
    ]
    rule = scored.entry.parts[0]
    if rule.get("pattern") is not None:
        return [Forbidden(rule, calls)] if calls else []
    phrases = [part for part in rule.parts if part.get("pattern") is not None]
    if len(phrases) != len(calls):
        return []
    return [Forbidden(phrase, [call]) for phrase, call in zip(phrases, calls, strict=True)]


def _narrowed(ask: Ask, scored: ScoredRule, forbidden: Forbidden) -> Iterator[tuple[str, Edit]]:
    """Yield the changes of a phrase, those that leave most forbidden first."""
    phrase, calls = forbidden
    pattern = phrase.one("pattern")
    if not all(pattern.value.matches(call.tool) for call in calls):
        return
    yield from _without_values(scored, phrase, calls)
    yield from _without_tools(scored, pattern, calls)
    if all(call.status == "error" for call in calls) and phrase.get("status") is None:
        written = phrase.get("result") or phrase.get("arguments") or pattern
        end = scored.entry.span(written)[1]
        yield "Forbid only calls that succeed: ok", Edit((end, end), " ok")
    if phrase is scored.entry.parts[0]:
        yield from _until(ask, scored, calls)


def _without_tools(
    scored: ScoredRule, pattern: Part, calls: Sequence[CallInfo]
) -> Iterator[tuple[str, Edit]]:
    """Yield the pattern without the tools that were called, where it names several."""
    if not isinstance(pattern.value, AnyOf):
        return
    tools = pattern.value.patterns
    if " | ".join(map(str, tools)) != " ".join(pattern.source.split()):
        return  # a name stands for them
    off = [tool for tool in tools if any(tool.matches(call.tool) for call in calls)]
    kept = [str(tool) for tool in tools if tool not in off]
    if kept:
        named = plain(", ".join(map(str, off)), 2 * NAME_MAX)
        yield f"Allow {named}", Edit(scored.entry.span(pattern), " | ".join(kept))


def _without_values(
    scored: ScoredRule, phrase: Part, calls: Sequence[CallInfo]
) -> Iterator[tuple[str, Edit]]:
    """Yield the phrase without calls that have these values of an argument."""
    had = [arguments for call in calls if (arguments := given(call)) is not None]
    if len(had) < len(calls):
        return
    written = phrase.get("arguments")
    asked = {entry.key: entry for entry in written.value.entries} if written is not None else {}
    changes: list[tuple[int, str, Edit]] = []
    for key in had[0]:
        texts = _texts([arguments.get(key, ...) for arguments in had])
        if not texts:
            continue
        excepted = texts[0] if len(texts) == 1 else f"({' | '.join(texts)})"
        edit = _excepting(scored, phrase, key, with_escapes(excepted))
        if edit is not None:
            name = plain(written_key(key), NAME_MAX)
            title = f"Except calls with {name}: {plain(with_escapes(excepted), 2 * NAME_MAX)}"
            changes.append((len(texts) - (key in asked), title, edit))
    changes.sort(key=lambda change: change[0])
    for _, title, edit in changes[:KEYS_MAX]:
        yield title, edit


def _texts(values: Sequence[Any]) -> list[str]:
    """Return plain values as they are written, each once; none where one cannot be excepted."""
    if any(item is ... or isinstance(item, dict | list) for item in values):
        return []
    texts = list(dict.fromkeys(value(item) for item in values))
    return texts if len(texts) <= VALUES_MAX and max(map(len, texts)) <= TEXT_MAX else []


def _excepting(scored: ScoredRule, phrase: Part, key: str, text: str) -> Edit | None:
    """Return the edit that excepts values of an argument; None where it cannot be asked for."""
    entry = scored.entry
    written = phrase.get("arguments")
    if written is None:
        end = entry.span(phrase.one("pattern"))[1]
        return Edit((end, end), f" <{key_text(key)}: not {text} | absent>")
    start, end = entry.span(written)
    if written.value.exact:
        return None
    if all(argument.key != key for argument in written.value.entries):
        return Edit((end - 1, end - 1), f", {key_text(key)}: not {text} | absent")
    at_line = entry.line.start
    words = code_words(entry.line)
    for angle in angles(entry.line):
        if words[angle.first].start + at_line != start:
            continue
        for named, asked in angle.keys:
            if key_of(named) == key and asked:
                first, last = asked[0].start + at_line, asked[-1].end + at_line
                return _with_both(entry.line.text[first - at_line : last - at_line], text, first)
    return None


def _with_both(asked: str, text: str, start: int) -> Edit | None:
    """Return the edit of a value that is asked for, so that others than this one match."""
    span = (start, start + len(asked))
    if asked == "...":
        return Edit(span, f"not {text}")
    if asked == text:
        return None  # nothing would be forbidden any more
    either = f"({asked})" if "|" in asked else asked
    return Edit(span, f"{either} & not {text}")


def _until(ask: Ask, scored: ScoredRule, calls: Sequence[CallInfo]) -> Iterator[tuple[str, Edit]]:
    """Yield the rule until the call of another tool that came last before all it found."""
    first = min(call.number for call in calls)
    tools = {call.tool for call in calls}
    before = [call.tool for call in ask.calls if call.number < first and call.tool not in tools]
    if scored.rule.clauses or not before:
        return
    name = tool_name(before[-1])
    end = scored.entry.line.end
    yield f"Forbid only until {plain(name, NAME_MAX)}", Edit((end, end), f" until {name}")
