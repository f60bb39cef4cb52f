"""The grammar: generated files are current, and whole files read as their lines do."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from hypothesis import HealthCheck, given, settings

from tests.language.texts import conformance, documented
from tests.language.written import specs
from toolspec.dsl import grammar
from toolspec.dsl.parsing.tree import Node, node_of
from toolspec.dsl.read import read
from toolspec.dsl.recover.kind_mistakes import mistakes_in
from toolspec.dsl.recover.stop import FORMS
from toolspec.dsl.text.lexer import COMPARING, KEYWORDS, Token
from toolspec.engine.rules import kinds


@lru_cache(maxsize=1)
def _file_parser() -> Any:
    return grammar.build(grammar.WHOLE.read_text(encoding="utf-8"), "file")


def test_the_whole_grammar_is_current() -> None:
    assert grammar.WHOLE.read_text(encoding="utf-8") == grammar.assemble(kinds())


def test_the_tables_are_those_of_the_grammar() -> None:
    tables = json.loads(grammar.TABLES.read_text(encoding="utf-8"))
    assert tables["grammar"] == grammar.WHOLE.read_text(encoding="utf-8")


def test_the_kept_tables_read_as_newly_built_ones_do() -> None:
    built: Any = grammar.build(grammar.WHOLE.read_text(encoding="utf-8"), "line")
    kept: Any = grammar.line_parser()
    for text in documented():
        for entry in read(text).entries:
            if entry.line.kind == "code":
                line = entry.line.text
                assert built.parse(line) == kept.parse(line)


def test_the_words_of_the_scanner_are_the_grammars() -> None:
    assert set(grammar.first_words(kinds())) == KEYWORDS
    for kind in kinds():
        syntax = kind.syntax
        assert syntax.keyword not in COMPARING
        assert ("mode" in syntax.grammar) == bool(syntax.modes)
    assert set(FORMS) <= KEYWORDS


def test_the_own_words_of_the_kinds_are_known_to_the_messages() -> None:
    for kind in kinds():
        text = kind.syntax.grammar
        for word in mistakes_in(kind.syntax.keyword).own_words:
            assert word in text or word == "result"


def test_the_sample_of_a_kind_is_a_rule_of_it() -> None:
    for kind in kinds():
        sample = kind.syntax.sample
        assert not sample or (sample.startswith(kind.syntax.keyword) and not read(sample).errors)


def _agree(text: str) -> None:
    from toolspec.dsl.document import line_parser as analysis

    reading = read(text)
    assert reading.errors == ()
    whole: Any = _file_parser().parse(text)
    found = iter([child.children[0] for child in whole.children if hasattr(child, "data")])
    for entry in reading.entries:
        if entry.line.kind == "code":
            tree = analysis.syntax(entry.line).tree
            words: list[Token] = []
            assert tree is not None
            assert _nested(tree.top, tree.words) == _nested(node_of(next(found), words), words)
    assert next(found, None) is None


def _nested(node: Node, words: Sequence[Token]) -> object:
    tokens = [(kind, words[at].text) for kind, at in node.tokens]
    return node.label, node.first, tokens, [_nested(inside, words) for inside in node.nodes]


def test_a_whole_file_reads_as_its_lines_do() -> None:
    for text in documented():
        _agree(text)
    for name in ("language", "uipath", "vally"):
        for text in conformance(name)[:60]:
            _agree(text)


@settings(
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
@given(specs())
def test_a_whole_written_file_reads_as_its_lines_do(text: str) -> None:
    _agree(text)


def test_words_are_cut_as_the_parser_cuts_them() -> None:
    for name in ("language", "vally"):
        for text in conformance(name)[:100]:
            for entry in read(text).entries:
                if entry.line.kind != "code":
                    continue
                parser: Any = grammar.line_parser()
                tree = parser.parse(entry.line.text)
                tokens = [str(token) for token in tree.scan_values(_is_token)]
                words = [word.text for word in entry.line.words if word.kind != "comment"]
                assert words == tokens


def _is_token(value: object) -> bool:
    return hasattr(value, "type")


def test_a_unit_in_the_singular_gives_no_other_word_its_meaning() -> None:
    assert not read("each a: after b within 1 call").errors
    assert read("each a: after b within 5 seconds").errors
