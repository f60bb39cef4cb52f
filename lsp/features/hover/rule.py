"""The hover of a rule: its score on the shown trace, the reason, and the deciding calls."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from pygls import uris

from toolspec.dsl.document.spec_line import SpecLine
from toolspec.engine.kinds.kind import Kind
from toolspec.engine.reading.running import names_running_trace
from toolspec.engine.rule import Rule
from toolspec.engine.text.score_text import score_text
from toolspec.engine.verdict import Evidence, Explanation
from toolspec.lsp.feature import RESTART
from toolspec.lsp.judge.messages import CallInfo, RuleScore, TraceInfo
from toolspec.lsp.state.snapshot import Snapshot
from toolspec.lsp.state.unmatched import Unmatched, unmatched
from toolspec.lsp.text.escape import code, escaped, in_fence
from toolspec.lsp.text.evidence_text import after_name, placed
from toolspec.lsp.text.keyword_docs import of_kind

MARKS = {"pass": "✓", "fail": "✗", "unknown": "?", "error": "!", "skip": "-"}

CALLS_MAX = 8
"""Maximum number of listed deciding calls."""

MATCHES = ("lcs_indexes", "call_indexes", "calls_taken", "matching_calls")
"""The fields of a justification that list all matching calls."""

ENTRIES_MAX = 8
"""Maximum number of entries with expected and actual value."""

MEANING = 600
"""Maximum characters of the sentence that says what a rule asks."""

SHORT = 160
"""Maximum characters of a call's arguments or of a value."""

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


def sections(
    snapshot: Snapshot, entry: SpecLine, calls: Calls, sketch: str = "", *, whole: bool = False
) -> list[str]:
    """Return the pieces of a rule's docs, the most important first.

    A hover has the status, a sentence, the `sketch` of what decides in the trace's timeline, the
    expected and actual values, the deciding calls, and last what the rule asks. The `whole` page
    begins with that and the rule's description, and has every entry.
    """
    rule = entry.rule
    if rule is None:
        return []
    pieces: list[str] = []
    if whole and rule.description:
        pieces.append("\n\n".join(escaped(line) for line in rule.description.split("\n")))
    if whole:
        name = f"**{escaped(rule.name, 200)}**: " if rule.name else ""
        pieces.append(f"{name}{of_kind(rule.kind.syntax.keyword).title}")
    words = rule.in_words()
    meaning = [with_code(words[:MEANING])] if words else []
    pieces += meaning if whole else []
    score = snapshot.score_of(entry)
    if score is None:
        return [*pieces, *([] if whole else meaning), _unscored(snapshot, entry)]
    info = snapshot.trace_of(rule.case)
    pieces.append(verdict(score, info))
    reason = score.reason
    if reason is not None:
        pieces.append(escaped(_sentence(reason, rule.kind)))
        pieces += [in_fence(sketch)] if sketch else []
        if whole or not rule.kind.counts_calls:  # its sentence has the numbers
            pieces += _values(reason, whole=whole)
        pieces += _calls(rule, score, reason, info, calls)
    return [*pieces, *([] if whole else meaning)]


def with_code(sentence: str) -> str:
    """Return a sentence as Markdown; what is between backquotes in it is code."""
    pieces = sentence.split("`")
    shown = [code(piece, 80) if at % 2 else escaped(piece) for at, piece in enumerate(pieces)]
    spaced = [
        piece if at % 2 else f"{' ' * plain.startswith(' ')}{piece}{' ' * plain.endswith(' ')}"
        for at, (piece, plain) in enumerate(zip(shown, pieces, strict=True))
    ]
    return "".join(spaced).strip()


def _unscored(snapshot: Snapshot, entry: SpecLine) -> str:
    if snapshot.stopped:
        return (
            "*Scoring has stopped: it ended unexpectedly several times.* The command "
            f"`{RESTART}` starts it again."
        )
    if snapshot.scored.waiting:
        return "*The rule is being scored.*"
    if snapshot.loading is not None:
        return "*The traces are being read.*"
    alone = unmatched(snapshot, entry.case)
    if alone is not None:
        return case_without_trace(alone)
    if snapshot.matching_nothing:
        paths = ", ".join(code(path, 80) for path in sorted(snapshot.matching_nothing)[:3])
        return f"*No trace to score against*: no file matches {paths}."
    return "*No trace to score against.*"


def about_case(snapshot: Snapshot, name: str) -> str:
    """Return the trace a case is scored against as a sentence; "" if there is none."""
    alone = unmatched(snapshot, name)
    if alone is not None:
        return case_without_trace(alone)
    info = snapshot.trace_of(name)
    return f"The rules in it are scored against {trace_link(info)}." if info is not None else ""


def case_without_trace(alone: Unmatched) -> str:
    """Return the sentence that a case has no trace."""
    guess = f"; did you mean {code(alone.near, 80)}?" if alone.near else "."
    return f"No recent trace is named {code(alone.name, 80)}{guess}"


def verdict(score: RuleScore, info: TraceInfo | None) -> str:
    """Return the status or score of a rule, and its trace."""
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
    """Return a trace's name, or else the name of its file."""
    name = info.name or Path(info.path).name
    return f"{name.removesuffix('.running')}, running" if names_running_trace(info.path) else name


def link(uri: str) -> str:
    """Return a URI escaped as the target of a Markdown link."""
    return uri.replace("(", "%28").replace(")", "%29").replace(" ", "%20").replace("<", "%3C")


def _values(reason: Explanation, *, whole: bool) -> list[str]:
    """Return expected and actual values by entry: those that differ, or with `whole` all."""
    entries: list[tuple[float, str]] = []
    for field in reason.justification.values():
        if not isinstance(field, Mapping):
            continue
        explained = [
            (name, match)
            for name, text in field.items()
            if isinstance(text, str) and (match := _TOLD.fullmatch(text)) is not None
        ]
        for at, (name, match) in enumerate(explained, 1):
            mark = "✓" if match[3] == "1.0" else "✗"
            if mark == "✓" and not whole:
                continue
            lines = [
                f"{mark} {_cut(_NUMBERED.sub('', name))}"
                + (f", entry {at}" * (len(explained) > 1)),
                f"    expected  {_cut(as_json(match[2]))}",
                f"    actual    {_cut(as_json(match[1]))}",
            ]
            entries.append((float(mark == "✓"), "\n".join(lines)))
    entries.sort(key=lambda item: item[0])
    shown = [text for _, text in entries[:ENTRIES_MAX]]
    if len(entries) > ENTRIES_MAX:
        shown.append(f"and {len(entries) - ENTRIES_MAX} more")
    return [in_fence("\n".join(shown))] if shown else []


def as_json(text: str) -> str:
    """Convert a value in a justification from Python's syntax to JSON.

    >>> as_json("{'a': True, 'b': [None, 'it is']}"), as_json("< 2"), as_json("it's None")
    ('{"a": true, "b": [null, "it is"]}', '< 2', "it's None")
    """
    if text[:1] not in ("{", "[", "'", '"') and text not in _WORDS:
        return text
    return _PYTHON.sub(_json_word, text)


def _json_word(match: re.Match[str]) -> str:
    word = match[0]
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
    lines = [
        _call(item, place, info, calls.get(item.call), phrases.get(item.call, ""))
        + after_name(item, rule.kind, lambda text: escaped(text, SHORT))
        for item, place in listed
    ]
    more = len(deciding) - len(listed) + _unlisted(reason)
    if more > 0:
        lines.append(f"- and {more} more")
    return ["\n".join(lines)]


def _sentence(reason: Explanation, kind: Kind) -> str:
    """Return the summary, without the details that the list of calls repeats."""
    if kind.evidence_is_sentence:
        return reason.summary
    first, _, rest = reason.summary.partition("; ")
    listed = any(item.lacks and item.lacks in rest for item in reason.evidence[:CALLS_MAX])
    return first if listed else reason.summary


def _unlisted(reason: Explanation) -> int:
    """Return how many deciding calls are not in the evidence, which has at most three matches."""
    justification = reason.justification
    left_out = justification.get("calls_not_listed")
    more = left_out if isinstance(left_out, int) else 0
    matches = sum(item.role == "match" for item in reason.evidence)
    for field in MATCHES if matches else ():
        calls = justification.get(field)
        if isinstance(calls, Sequence) and not isinstance(calls, str):
            return more + max(0, sum(call is not None for call in calls) - matches)
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
    """Return the description of each call in the justification: `view <path: "a.env">`."""
    phrases: dict[int, str] = {}
    for field in reason.justification.values():
        if isinstance(field, str) or not isinstance(field, Sequence):
            continue
        for text in field:
            match = _PHRASE.fullmatch(text) if isinstance(text, str) else None
            if match is not None:
                phrases.setdefault(int(match[1]) - 1, match[2])
    return phrases
