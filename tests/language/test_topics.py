"""What `toolspec explain` says of the language: its specs are right, and so is its grammar."""

from __future__ import annotations

import random
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from lark import Lark
from lark.exceptions import UnexpectedInput

from tests.language.texts import conformance, documented
from toolspec.cli.prose import WIDTH, plain_page
from toolspec.cli.see_also import OTHER_WORDS, SEE_ALSO
from toolspec.dsl import topics
from toolspec.dsl.format import format_text
from toolspec.dsl.grammar import line_parser
from toolspec.dsl.read import read
from toolspec.dsl.specs import parse
from toolspec.engine.match.qualifiers import qualifiers
from toolspec.engine.match.values import WORDS
from toolspec.engine.rules import KEYWORDS, kinds

LINES = Path(__file__).parents[1] / "editors" / "corpus"

TERMINALS = r"""
NAME: /[A-Za-z_*](?:[A-Za-z0-9_.:\/*]|-(?!>))*(?<!:)/
REFERENCE: /@[A-Za-z_](?:[A-Za-z0-9_.:\/]|-(?!>))*(?<!:)/
KEY: /[A-Za-z_][A-Za-z0-9_-]*/
REGEX: /\/(?:[^\/\\\r\n]|\\[^\r\n])*\/[ims]*/
STRING: /"(?:[^"\\\r\n]|\\[^\r\n])*"/
NUMBER: /-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?:\.\.-?[0-9]+(?:\.[0-9]+)?)?/
VARIABLE: /\$[A-Za-z_][A-Za-z0-9_]*/
DURATION: /[0-9]+(?:\.[0-9]+)?(?:ms|s|m|h)/
SPACE: /[ \t\r\n]+/
COMMENT: /#[^\r\n]*/
%ignore SPACE
%ignore COMMENT
"""
"""The terminals, of which the page gives only the shape."""


@lru_cache(maxsize=1)
def shown_grammar() -> Lark:
    """Build a parser of one line from the grammar as it is printed."""
    (block,) = re.findall(r"```ebnf\n(.*?)```", topics.topic_text("language"), re.DOTALL)
    rules = block.partition("NAME  ")[0]
    text = re.sub(r"^file .*\n", "", rules, flags=re.MULTILINE).replace("::=", ":")
    text = re.sub(r"\n +", " ", text)
    text = re.sub(r'"([a-z]+)"', r"/\1(?![A-Za-z0-9_.\/*-])/", text)
    return Lark(text + TERMINALS, start="line", parser="earley", lexer="dynamic_complete")


def takes(parser: Any, line: str) -> bool:
    try:
        parser.parse(line)
    except UnexpectedInput:
        return False
    return True


def lines() -> list[str]:
    """Return lines of code of specs, each a whole one."""
    texts = [*documented(), *(path.read_text("utf-8") for path in LINES.rglob("*.toolspec"))]
    texts += [example.spec for kind in kinds() for example in kind.examples]
    texts += (LINES / "refused" / "lines.txt").read_text("utf-8").splitlines()
    found = [entry.line.text for text in texts for entry in read(text).entries
             if entry.line.kind == "code"]  # fmt: skip
    return list(dict.fromkeys(found))


def test_the_grammar_on_the_page_takes_what_the_language_takes() -> None:
    chance, seen = random.Random(3), {True: 0, False: 0}
    for line in lines():
        words = re.findall(r'\s+|"[^"]*"|/[^/ ]*/|->|[\w.:-]+|.', line)
        at = chance.choice([at for at, word in enumerate(words) if word.strip()])
        lost = "".join(words[:at] + words[at + 1 :])
        for text in (line, lost):
            # Whether a mode word is a tool is told by the words of the page, not by its grammar.
            if re.search(r"\b(strict|subset|must)\b", text) or not text.strip():
                continue
            taken = takes(line_parser(), text)
            assert takes(shown_grammar(), text) == taken, text
            seen[taken] += 1
    assert seen[True] > 60 and seen[False] > 40


def test_the_grammar_on_the_page_takes_the_shared_specs() -> None:
    for text in conformance("language")[:60]:
        for entry in read(text).entries:
            if entry.line.kind == "code":
                assert takes(shown_grammar(), entry.line.text), entry.line.text


def test_every_word_of_the_language_is_in_the_grammar_on_the_page() -> None:
    page = topics.topic_text("language")
    for kind in kinds():
        for word in (kind.syntax.keyword, *kind.syntax.words):
            assert f'"{word}"' in page
    assert len(page.partition("```ebnf")[2].partition("```")[0].splitlines()) < 85


@pytest.mark.parametrize("topic", topics.TOPICS)
def test_a_spec_that_a_topic_shows_is_right_and_laid_out(topic: str) -> None:
    for block in re.findall(r"```toolspec\n(.*?)```", topics.topic_text(topic), re.DOTALL):
        parse(block)
        assert format_text(block) == block


@pytest.mark.parametrize("topic", topics.TOPICS)
def test_a_topic_fits_a_terminal(topic: str) -> None:
    assert max(map(len, plain_page(topics.topic_text(topic)).splitlines())) <= WIDTH + 4


def test_every_topic_is_listed_and_every_name_means_one() -> None:
    files = {path.stem for path in topics.HERE.glob("*.md")}
    assert files == set(topics.TOPICS)
    names = [name for topic, others in topics.TOPICS.items() for name in (topic, *others)]
    assert len(names) == len(set(names))
    assert not set(names) & set(KEYWORDS)


def test_what_a_page_sends_to_is_there() -> None:
    known = {*topics.TOPICS, *KEYWORDS}
    for table in (SEE_ALSO, topics.SEVERAL):
        for name, others in table.items():
            assert known.issuperset(others)
            assert name not in others
    assert set(SEE_ALSO) <= known
    assert set(OTHER_WORDS.values()) <= known


def test_a_word_of_another_language_is_none_of_this_one() -> None:
    assert not set(OTHER_WORDS) & {*topics.TOPICS, *KEYWORDS}
    words = {other for others in topics.TOPICS.values() for other in others}
    assert not set(OTHER_WORDS) & {*words, *WORDS}


def test_each_word_of_a_qualifier_or_a_value_has_a_topic() -> None:
    words = {word for qualifier in qualifiers() for word in qualifier.syntax.words}
    assert all(topics.topic_of(word) for word in words)
    assert {topics.topic_of(word) for word in WORDS} == {"values"}
