"""Hover: docs of the tool, name or keyword under the mouse, or else of its rule."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types

from toolspec.dsl.document.spec_line import SpecLine
from toolspec.dsl.text.lexer import Token
from toolspec.engine.rule import Rule
from toolspec.engine.rules import KEYWORDS
from toolspec.lsp.feature import Feature
from toolspec.lsp.features.hover import line, rule, tool
from toolspec.lsp.features.hover.all_traces import on_all_traces
from toolspec.lsp.state.snapshot import Snapshot
from toolspec.lsp.text.answers import Hover, Span
from toolspec.lsp.text.escape import code
from toolspec.lsp.text.keyword_docs import docs_about
from toolspec.lsp.text.line_tokens import (
    angles,
    code_words,
    meant,
    patterns_in,
    subject_end,
    value_of_string,
    word_at,
)
from toolspec.lsp.text.markup import content
from toolspec.lsp.text.symbols_in_line import VALUE_WORDS
from toolspec.lsp.text.value_signs import sign_in_value

if TYPE_CHECKING:
    from toolspec.lsp.server import Server

LENGTH_MAX = 9500
"""Maximum characters of one hover; beyond 10 000 an editor cuts the Markdown anywhere."""

CALLS_SECONDS = 0.08
"""How long a hover waits for the calls of the trace and their drawing."""


def hover(
    snapshot: Snapshot,
    offset: int,
    calls: rule.Calls | None = None,
    now_ns: int = 0,
    sketch: str = "",
) -> Hover | None:
    """Return the hover at an offset; None if there is none.

    `calls` are the known calls of the shown trace by index, and `sketch` draws those that decide;
    `now_ns` is the current time, to tell how long ago a tool was called.
    """
    entry = None if snapshot.too_long else snapshot.document.entry_at(offset)
    if entry is None or entry.line.kind != "code" or not _inside(entry, offset):
        return None
    word = word_at(entry.line, offset)
    if word is None or word.kind == "comment":
        return (
            _rule(snapshot, entry, calls, sketch)
            if word is None and entry.rule is not None
            else None
        )
    span = (entry.line.start + word.start, entry.line.start + word.end)
    markdown = _word(snapshot, entry, word, now_ns)
    if markdown is not None:
        return Hover(span, joined([markdown]))
    rule_hover = _rule(snapshot, entry, calls, sketch)
    if rule_hover is not None:
        return rule_hover
    text = line.about_line(snapshot, entry)
    return Hover((entry.line.start, entry.line.end), text) if text else None


def decides(snapshot: Snapshot, offset: int) -> tuple[Rule | None, str]:
    """Return the rule that a hover explains, and the id of its trace, "" where it has none."""
    entry = None if snapshot.too_long else snapshot.document.entry_at(offset)
    score = snapshot.score_of(entry) if entry is not None else None
    if entry is None or entry.rule is None or score is None or score.reason is None:
        return None, ""
    info = snapshot.trace_of(entry.rule.case)
    return snapshot.as_scored(entry), (info.id if info is not None else "")


def joined(pieces: list[str]) -> str:
    """Join pieces of Markdown up to the maximum length; no piece is cut."""
    kept: list[str] = []
    length = 0
    for piece in pieces:
        length += len(piece) + 2
        if length > LENGTH_MAX:
            kept.append("*There is more: show the justification.*")
            break
        kept.append(piece)
    return "\n\n".join(kept)


def _inside(entry: SpecLine, offset: int) -> bool:
    return entry.line.start <= offset <= entry.line.end


def _rule(
    snapshot: Snapshot, entry: SpecLine, calls: rule.Calls | None, sketch: str
) -> Hover | None:
    pieces = rule.sections(snapshot, entry, calls or {}, sketch)
    elsewhere = on_all_traces(snapshot, entry) if pieces else ""
    pieces += [elsewhere] if elsewhere else []
    span: Span = (entry.line.start, entry.line.end)
    return Hover(span, joined(pieces)) if pieces else None


def _word(snapshot: Snapshot, entry: SpecLine, word: Token, now_ns: int) -> str | None:
    """Return the docs of a word; None if those of its rule are more useful."""
    words = code_words(entry.line)
    at = words.index(word)
    if at == 0:
        return None if word.text in KEYWORDS else _known(word.text)
    if entry.what == "case_open" and word.kind == "string" and entry.parts:
        return rule.about_case(snapshot, str(entry.parts[0].value)) or None
    if word.kind == "variable":
        return _bound(words, word)
    if word.text in snapshot.reading.names.given:
        pattern_given, file = snapshot.reading.names.given[word.text]
        return f"{code(f'{word.text} = {pattern_given}', 200)}, from {code(Path(file).name, 80)}"
    if word.text.startswith("@"):
        known = snapshot.reading.names.lines.get(word.text)
        written = known[0].line.text.partition("=")[2].strip() if known is not None else word.text
        pattern = snapshot.reading.names.patterns.get(word.text)
        return tool.about_pattern(snapshot, f"{word.text} = {written}", pattern, now_ns)
    text = line.about_key(snapshot, entry, word) or line.about_agent(snapshot, entry, word)
    if text:
        return text
    if _in_pattern(entry, word) or (
        not entry.what and word.kind == "name" and docs_about(word.text) is None
    ):
        if word.kind == "string" or (word.kind == "name" and "*" not in word.text):
            return tool.about_tool(snapshot, value_of_string(word.text), now_ns)
        return tool.about_pattern(snapshot, word.text, meant(snapshot.reading, [word]), now_ns)
    if not _is_sign(entry, words, at):
        return None
    in_value = sign_in_value(words, at, entry.line.first)
    return in_value.markdown if in_value is not None else _known(word.text, entry.line.first)


def _bound(words: list[Token], word: Token) -> str:
    """Return what a `$name` stands for."""
    at = next(at for at, other in enumerate(words) if other.text == word.text)
    key = words[at - 2].text if at > 1 and words[at - 1].text == ":" else ""
    of = f" its {code(key, 60)}" if key else " what is there"
    if at >= subject_end(words):
        return f"{code(word.text, 60)} is bound nowhere before the rule's colon."
    return f"{code(word.text, 60)} stands for{of}, of the call that the rule asks about."


def _known(text: str, keyword: str = "") -> str | None:
    known = docs_about(text, keyword)
    return known.markdown if known is not None else None


def _is_sign(entry: SpecLine, words: list[Token], at: int) -> bool:
    """Tell whether a word is a keyword or operator here; a `<` that opens arguments is not."""
    word = words[at]
    if word.kind in ("arrow", "dots", "name"):
        return True
    if word.kind == "key":
        follows = words[at + 1].text if at + 1 < len(words) else ""
        return word.text in VALUE_WORDS and follows != ":"
    if word.text not in ("<", ">"):
        return word.kind in ("sign", "compare")
    return not any(at in (pair.first, pair.last) for pair in angles(entry.line))


def _in_pattern(entry: SpecLine, word: Token) -> bool:
    return word.kind in ("name", "string", "regex") and any(
        part.span[0] <= word.start and word.end <= part.span[1] for part in patterns_in(entry)
    )


async def answer(server: Server, params: types.HoverParams) -> types.Hover | None:
    """Answer `textDocument/hover`, without the calls and their drawing if the judge is busy."""
    pair = server.snapshot(params.text_document.uri)
    if pair is None:
        return None
    snapshot, adapter = pair
    offset = adapter.offset(params.position)
    judged, trace_id = decides(snapshot, offset)
    calls: rule.Calls = {}
    sketch = ""
    if judged is not None and trace_id:
        drawn = asyncio.ensure_future(server.sketch(trace_id, judged))
        listed = asyncio.ensure_future(server.calls(trace_id))
        done, _ = await asyncio.wait((drawn, listed), timeout=CALLS_SECONDS)
        if listed in done:
            calls = {call.number: call for call in listed.result().calls}
        if drawn in done:
            sketch = drawn.result()
        for late in {drawn, listed} - done:
            late.cancel()
    answered = hover(snapshot, offset, calls, time.time_ns(), sketch)
    if answered is None:
        return None
    able = server.client_capabilities.text_document
    formats = able.hover.content_format if able and able.hover else None
    return types.Hover(content(answered.markdown, formats), adapter.range(answered.span))


FEATURES = (Feature(types.TEXT_DOCUMENT_HOVER, answer),)
