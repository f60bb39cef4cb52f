"""About a rule: its score on the shown trace, why, and the calls that decided."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from pygls import uris

from toolspec.dsl.read import Entry
from toolspec.engine.json_value import Json
from toolspec.engine.score_text import score_text
from toolspec.engine.spec import Rule
from toolspec.engine.verdict import Evidence, Explanation
from toolspec.lsp.deciding import TOLD_WHOLE, behind, placed
from toolspec.lsp.feature import RESTART
from toolspec.lsp.features.hover import alignment
from toolspec.lsp.judge.messages import CallInfo, RuleScore, TraceInfo
from toolspec.lsp.shown import block, code, escaped
from toolspec.lsp.unmatched import Unmatched, unmatched
from toolspec.lsp.view import View
from toolspec.lsp.words import of_kind

MARKS = {"pass": "✓", "fail": "✗", "unknown": "?", "error": "!", "skip": "-"}

CALLS_MAX = 8
"""Deciding calls that are listed."""

MATCHES = ("lcs_indexes", "call_indexes", "calls_taken", "matching_calls")
"""The fields of a justification that list every call which did what it should."""

ENTRIES_MAX = 8
"""Entries whose value is shown against the expected one."""

SHORT = 160
"""Characters of a call's arguments, or of one value."""

_TOLD = re.compile(r"Actual: (.*), Expected: (.*), Score: (.*)", re.DOTALL)
_NUMBERED = re.compile(r"_\d+$| #\d+$")
_WORDS = {"True": "true", "False": "false", "None": "null"}
_PYTHON = re.compile(
    r"""'(?:[^'\\]|\\.)*' | "(?:[^"\\]|\\.)*" | /(?:[^/\\]|\\.)+/[a-z]* |
    \b(?:True|False|None)\b""",
    re.VERBOSE,
)
_PHRASE = re.compile(r"call (\d+), (.*)", re.DOTALL)

Calls = Mapping[int, CallInfo]


def sections(view: View, entry: Entry, calls: Calls, *, whole: bool = False) -> list[str]:
    """Return what there is to say of a rule, piece by piece, the most important first.

    A hover has the status, a sentence, what was expected against what came, and the deciding calls,
    nothing twice; the `whole` page has what the rule is for and every entry as well.
    """
    rule = entry.rule
    if rule is None:
        return []
    said: list[str] = []
    if whole and rule.description:
        said.append("\n\n".join(escaped(line) for line in rule.description.split("\n")))
    if whole:
        name = f"**{escaped(rule.name, 200)}**: " if rule.name else ""
        said.append(f"{name}{of_kind(rule.kind.syntax.keyword).title}")
    score = view.score_of(entry)
    if score is None:
        return [*said, _unscored(view, entry)]
    info = view.trace_of(rule.case)
    said.append(verdict(score, info))
    reason = score.reason
    if reason is not None:
        said.append(escaped(_sentence(reason, rule.kind.syntax.keyword)))
        drawing = _drawing(rule, reason)
        said += [block(drawing)] if drawing else []
        if whole or rule.kind.syntax.keyword != "count":
            said += _values(reason, whole=whole)
        said += _calls(rule, score, reason, info, calls)
    return said


def _unscored(view: View, entry: Entry) -> str:
    if view.stopped:
        return (
            "*Scoring has stopped: it ended unexpectedly several times.* The command "
            f"`{RESTART}` starts it again."
        )
    if view.scored.waiting:
        return "*The score is being made.*"
    if view.loading is not None:
        return "*The traces are being read.*"
    alone = unmatched(view, entry.case)
    if alone is not None:
        return case_without_trace(alone)
    if view.matching_nothing:
        paths = ", ".join(code(path, 80) for path in sorted(view.matching_nothing)[:3])
        return f"*No trace to score against*: no file matches {paths}."
    return "*No trace to score against.*"


def about_case(view: View, name: str) -> str:
    """Say which trace a case is scored against; "" where there is nothing to say."""
    alone = unmatched(view, name)
    if alone is not None:
        return case_without_trace(alone)
    info = view.trace_of(name)
    return f"The rules in it are scored against {trace_link(info)}." if info is not None else ""


def case_without_trace(alone: Unmatched) -> str:
    """Say that no trace is for a case."""
    guess = f"; did you mean {code(alone.near, 80)}?" if alone.near else "."
    return f"No recent trace is named {code(alone.name, 80)}{guess}"


def verdict(score: RuleScore, info: TraceInfo | None) -> str:
    """Say how a rule did, and on which trace."""
    known = score.status in ("pass", "fail")
    number = score_text(score.score) if known else score.status
    against = f" against {trace_link(info)}" if info is not None else ""
    return f"**{MARKS[score.status]} {number}**{against}"


def trace_link(info: TraceInfo, shown_by: Callable[[str, int], str] = escaped) -> str:
    """Name a trace, with a link to its file."""
    shown = shown_by(trace_name(info), 80)
    uri = uris.from_fs_path(info.path)
    return f"[{shown}]({link(uri)})" if uri else shown


def trace_name(info: TraceInfo) -> str:
    """Return what a trace is called: its own name, else its file's."""
    return info.name or Path(info.path).name


def link(uri: str) -> str:
    """Return a URI as the target of a link, which a bracket in a file's name must not end."""
    return uri.replace("(", "%28").replace(")", "%29").replace(" ", "%20").replace("<", "%3C")


def _drawing(rule: Rule, reason: Explanation) -> str:
    told = reason.justification
    actual = _names(told.get("actual_tool_calls_order"))
    expected = _names(told.get("expected_tool_calls_order"))
    lcs = _names(told.get("lcs"))
    if actual is None or expected is None or lcs is None:
        return ""
    taken = [item.call for item in reason.evidence if item.role == "match"]
    pairs = alignment.paired(rule.kind.patterns(), actual, lcs, taken)
    return alignment.drawn(alignment.columns(expected, actual, pairs))


def _names(value: Json) -> list[str] | None:
    if isinstance(value, str) or not isinstance(value, Sequence):
        return None
    return [str(item) for item in value]


def _values(reason: Explanation, *, whole: bool) -> list[str]:
    """Return value against value, for kinds that tell of each entry: those that missed, or all."""
    entries: list[tuple[float, str]] = []
    for told in reason.justification.values():
        if not isinstance(told, Mapping):
            continue
        found = [
            (name, match)
            for name, text in told.items()
            if isinstance(text, str) and (match := _TOLD.fullmatch(text)) is not None
        ]
        for at, (name, match) in enumerate(found, 1):
            mark = "✓" if match[3] == "1.0" else "✗"
            if mark == "✓" and not whole:
                continue
            lines = [
                f"{mark} {_cut(_NUMBERED.sub('', name))}" + (f", entry {at}" * (len(found) > 1)),
                f"    expected  {_cut(as_json(match[2]))}",
                f"    actual    {_cut(as_json(match[1]))}",
            ]
            entries.append((float(mark == "✓"), "\n".join(lines)))
    entries.sort(key=lambda item: item[0])
    shown = [text for _, text in entries[:ENTRIES_MAX]]
    if len(entries) > ENTRIES_MAX:
        shown.append(f"and {len(entries) - ENTRIES_MAX} more")
    return [block("\n".join(shown))] if shown else []


def as_json(text: str) -> str:
    """Return a value that a justification writes in Python's way as a spec writes it.

    >>> as_json("{'a': True, 'b': [None, 'it is']}"), as_json("< 2"), as_json("it's None")
    ('{"a": true, "b": [null, "it is"]}', '< 2', "it's None")
    """
    if text[:1] not in ("{", "[", "'", '"') and text not in _WORDS:
        return text
    return _PYTHON.sub(_json_word, text)


def _json_word(found: re.Match[str]) -> str:
    word = found[0]
    if word in _WORDS:
        return _WORDS[word]
    if word[0] == "/":
        return word
    try:
        return json.dumps(ast.literal_eval(word), ensure_ascii=False)
    except (ValueError, SyntaxError):
        return word


def _cut(text: str) -> str:
    flat = text[: SHORT * 2].replace("\n", " ").replace("\r", " ")
    return flat if len(flat) <= SHORT else flat[:SHORT] + "…"


def _calls(
    rule: Rule, score: RuleScore, reason: Explanation, info: TraceInfo | None, calls: Calls
) -> list[str]:
    deciding = placed(reason.evidence, score.places)
    listed = deciding[:CALLS_MAX]
    if not listed:
        return []
    phrases = _phrases(reason)
    kind = rule.kind.syntax.keyword
    lines = [
        _call(item, place, info, calls.get(item.call), phrases.get(item.call, ""))
        + behind(item, kind, lambda text: escaped(text, SHORT))
        for item, place in listed
    ]
    more = len(deciding) - len(listed) + _unlisted(reason)
    if more > 0:
        lines.append(f"- and {more} more")
    return ["\n".join(lines)]


def _sentence(reason: Explanation, keyword: str) -> str:
    """Return the summary, without what the list of calls below says of each of them again."""
    if keyword in TOLD_WHOLE:
        return reason.summary
    first, _, rest = reason.summary.partition("; ")
    listed = any(item.lacks and item.lacks in rest for item in reason.evidence[:CALLS_MAX])
    return first if listed else reason.summary


def _unlisted(reason: Explanation) -> int:
    """Return how many deciding calls the evidence leaves out: of those that match it has three."""
    told = reason.justification
    left_out = told.get("calls_not_listed")
    more = left_out if isinstance(left_out, int) else 0
    matches = sum(item.role == "match" for item in reason.evidence)
    for field in MATCHES if matches else ():
        found = told.get(field)
        if isinstance(found, Sequence) and not isinstance(found, str):
            return more + max(0, sum(one is not None for one in found) - matches)
    return more


def _call(
    item: Evidence,
    place: tuple[int, int],
    info: TraceInfo | None,
    call: CallInfo | None,
    phrase: str,
) -> str:
    shown = f"call {item.call + 1}"
    if call is not None:
        shown += f" {code(call.tool, 80)}"
        if call.arguments not in ("", "{}"):
            shown += f" {code(call.arguments, SHORT)}"
    elif phrase:
        shown += f" {code(phrase, SHORT)}"
    line = place[0] or (call.line if call is not None else 0)
    uri = uris.from_fs_path(info.path) if info is not None else None
    if line and uri:
        shown += f" [line {line}]({link(uri)}#L{line})"
    return f"- {shown}"


def _phrases(reason: Explanation) -> dict[int, str]:
    """Return what the justification calls each call by: `view <path: "a.env">`."""
    found: dict[int, str] = {}
    for told in reason.justification.values():
        if isinstance(told, str) or not isinstance(told, Sequence):
            continue
        for text in told:
            match = _PHRASE.fullmatch(text) if isinstance(text, str) else None
            if match is not None:
                found.setdefault(int(match[1]) - 1, match[2])
    return found
