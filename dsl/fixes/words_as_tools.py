"""Words of the language that a line, as the parser reads it, takes for the names of tools."""

from __future__ import annotations

from typing import Any

from toolspec.dsl.recover.token_classes import WORDS


def words_as_tools(text: str) -> list[str]:
    """Return the bare words that the parser takes for tools, up to where it stops.

    >>> words_as_tools("forbid a after b | after"), words_as_tools('forbid a | "after"')
    (['after'], [])
    """
    from lark.exceptions import UnexpectedInput

    from toolspec.dsl.grammar import line_parser

    whole: Any = line_parser()
    parser = whole.parse_interactive(text)
    names: list[str] = []
    try:
        for token in parser.lexer_thread.lex(parser.parser_state):
            parser.feed_token(token)
            if token.type == "NAME" and str(token).lower() in WORDS:
                names.append(str(token))
    except UnexpectedInput:
        pass
    return names
