"""On every policy: each word has a hover, and the layout keeps meaning and comments."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from corpus import of_the_contract, of_the_repository
from cursor import cut, snapshot

from toolspec.dsl.format import format_text
from toolspec.dsl.read import read
from toolspec.dsl.text.lexer import Token
from toolspec.dsl.text.lines import lines
from toolspec.dsl.text.source import Source
from toolspec.engine.trace import called
from toolspec.lsp.features.hover import hover
from toolspec.lsp.text.line_tokens import code_words


def without_hover(texts: Iterator[str]) -> Iterator[str]:
    for text in texts:
        found = snapshot(text)
        for entry in found.reading.entries:
            for word in code_words(entry.line) if entry.line.kind == "code" else ():
                shown = hover(found, entry.line.start + word.start)
                if shown is None or not shown.markdown.strip():
                    yield f"{entry.line.text}: {word.text}"


def test_every_word_of_the_policies_has_a_hover(shared: Path) -> None:
    assert not [*without_hover(of_the_repository())]
    assert not [*without_hover(of_the_contract(shared))]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("any {\n  count pay >= <CURSOR>2\n}", "one has to pass: The agent makes at least 2"),
        ("per turn <CURSOR>{\n  forbid a\n}", "for each turn by itself"),
        ("per turn {\n  forbid a\n<CURSOR>}", "Ends `per turn`."),
        (
            "forbid pay <<CURSOR>to: /x/>",
            '`to`\n\nIn 1 of 1 call of recent traces, such as `"Ann"`',
        ),
        ("each pay: <t<CURSOR>o: /x/>", "In 1 of 1 call"),
        ("forbid pay by cl<CURSOR>erk", "`clerk` made 1 call in recent traces."),
        ("forbid pay by no<CURSOR>body", "No recent trace names `nobody` as an agent."),
        ('traces "<CURSOR>x"', "Name the traces"),
    ],
)
def test_what_has_no_score_says_what_it_is(text: str, said: str) -> None:
    plain, offset = cut(text)
    shown = hover(snapshot(plain, [called("pay", {"to": "Ann"})._replace(agent="clerk")]), offset)
    assert shown is not None and said in shown.markdown


def meaning(text: str) -> str:
    """Return all that a spec says: its rules, blocks and names, without how they are written."""
    said = [
        (entry.what, entry.case, entry.block, entry.rule and entry.rule.kind,
         entry.rule and entry.rule.clauses, entry.rule and entry.rule.name,
         [(part.label, part.value) for part in (*entry.parts, *entry.clauses)])
        for entry in read(text).entries
        if entry.line.kind == "code"
    ]  # fmt: skip
    # A kind holds its phrases also as they are written, with their spaces.
    without = re.sub(r"(line|column)=\d+", "", repr(said))
    without = re.sub(r"""source=(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")""", "", without)
    return re.sub(r",(?=[\]}>])", "", re.sub(r"\\+[nt]|\s", "", without))


def comments(text: str) -> list[str]:
    found = [line.comment for line in lines(Source(text)) if line.comment]
    inside = [word for line in lines(Source(text)) for word in line.words]
    return sorted(
        [*map(str.strip, found), *(w.text.strip() for w in inside if w.kind == "comment")]
    )


def laid_out(text: str, seed: int) -> str:
    """Return a text with other spaces, line ends and comments between its words."""
    draw = random.Random(seed)
    pieces: list[str] = []
    last = 0
    for line in lines(Source(text)):
        words = line.words if line.kind == "code" else ()
        for one, other in pairwise(words):
            start, end = line.start + one.end, line.start + other.start
            pieces += [text[last:start], _gap(draw, one, text[start:end])]
            last = end
    return "".join([*pieces, text[last:]])


def _gap(draw: random.Random, before: Token, gap: str) -> str:
    if before.kind == "comment" or "\n" in gap or draw.random() < 0.6:
        return gap
    if before.kind == "arrow" or (before.kind == "sign" and before.text in ",|"):
        return draw.choice(["", " ", "\n      ", f"  # why {draw.randrange(99)}\n      "])
    return draw.choice(["  ", "\t", "   "]) if gap else gap


def broken_layouts(texts: Iterator[str]) -> Iterator[str]:
    for text in texts:
        same = meaning(text)
        for number, other in enumerate([text, *(laid_out(text, seed) for seed in range(5))]):
            layout = format_text(other)
            if format_text(layout) != layout:
                yield f"not the same when laid out again ({number}): {other!r}"
            if meaning(other) != same or meaning(layout) != same:
                yield f"another meaning ({number}): {other!r} becomes {layout!r}"
            if comments(layout) != comments(other):
                yield f"a comment is lost ({number}): {other!r} becomes {layout!r}"


def test_the_layout_of_every_policy_keeps_its_meaning_and_its_comments(shared: Path) -> None:
    assert not [*broken_layouts(of_the_repository())]
    assert not [*broken_layouts(of_the_contract(shared))]
