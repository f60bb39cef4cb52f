"""Find out what is wrong with a line that does not parse.

First what its words show by themselves (strange characters, lost quotes and brackets), then its
first word, then the place where the parser stopped, with what it would have taken there:
`refusals`.
"""

from __future__ import annotations

from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any

from toolspec.dsl.problem import Fix, LineDiagnostic, shown
from toolspec.dsl.recover import ends as refused_ends
from toolspec.dsl.recover import in_round as refused_round
from toolspec.dsl.recover import phrases as refused_phrases
from toolspec.dsl.recover import signs as refused_signs
from toolspec.dsl.recover import words as refused_words
from toolspec.dsl.recover.chars import strange
from toolspec.dsl.recover.counted import Numbered
from toolspec.dsl.recover.kind_mistakes import mistakes_in
from toolspec.dsl.recover.mistakes import (
    alternatives,
    late_arguments,
    messages,
    negations,
    relations,
    value_words,
    variables,
)
from toolspec.dsl.recover.mistakes import clauses as refused_clauses
from toolspec.dsl.recover.mistakes import habits as refused_habits
from toolspec.dsl.recover.mistakes import values as refused_values
from toolspec.dsl.recover.mistakes.one_line import one_line_block
from toolspec.dsl.recover.mistakes.thousands import thousands
from toolspec.dsl.recover.no_keyword import contracted, no_keyword, sentence
from toolspec.dsl.recover.row import Row, Teller, first_told
from toolspec.dsl.recover.stop import Stop, quoted_word
from toolspec.dsl.text.lexer import (
    BLOCKS,
    COMPARING,
    DEPTH_MAX,
    MEANT_AS_BLOCKS,
    OPENS,
    Lexer,
    Token,
)
from toolspec.dsl.text.lines import LogicalLine
from toolspec.engine.rules import KEYWORDS as KINDS
from toolspec.engine.rules import traits

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def before_parsing(line: LogicalLine) -> list[LineDiagnostic]:
    """Return the problems that the words of a line show by themselves."""
    whole = sentence(line)
    whole = whole or contracted(line) or one_line_block(line)
    if whole is not None:
        return [whole]
    problems = strange(line, _first)
    if problems:
        return problems
    words = [word for word in line.words if word.kind != "comment"]
    if line.depth > DEPTH_MAX:
        return [_too_deep(words, line.first)]
    if not line.first and words[0].text != "}":
        return [no_keyword(line, words)]
    if line.first in MEANT_AS_BLOCKS:
        return [refused_clauses.block_of_another_language(line)]
    before = mistakes_in(line.first).before
    problem = before(words) if before is not None else None
    if problem is not None:
        return [problem]
    opens = traits(line.first).syntax.opens_block and "{" in [word.text for word in words]
    if line.first in BLOCKS or opens:
        own = 2 if [word.text for word in words[-2:]] == ["{", "}"] else 1
        words = words[:-own]  # without the block's own braces
    return _brackets(words, line.first)


def _first(line: LogicalLine) -> LineDiagnostic:
    """Return the first problem of a line that is not a rule."""
    problems = before_parsing(line)
    return problems[0] if problems else refused(line)


_BOUNDS = ("least", "most")
"""The words that `at` begins a number of calls with: `at least 2`."""

_FIRST = (refused_words.comment, refused_round.in_round_brackets, thousands)

_ROWS = (
    *variables.ALL, *late_arguments.ALL, *negations.ALL, *messages.ALL, *alternatives.ALL,
    *refused_clauses.ALL, *refused_phrases.ALL, *relations.ALL, *refused_signs.ALL,
    *value_words.ALL, *refused_habits.ALL,
)  # fmt: skip

_LAST = (*refused_words.ALL, *refused_values.ALL, *refused_ends.ALL)


@cache
def _tellers(keyword: str) -> tuple[Row | Teller, ...]:
    """Return the rows and functions that may know a mistake in a line with this first word."""
    own = mistakes_in(keyword)
    tellers = (*_FIRST, *own.rows, *_ROWS, *own.late, *_LAST)
    return tuple(
        teller for teller in tellers if not isinstance(teller, Row) or teller.is_about(keyword)
    )


def rows() -> Iterator[Row]:
    """Yield every row: its example is its test."""
    own = [mistakes_in(kind) for kind in KINDS]
    of_kinds = chain.from_iterable([*mistake.rows, *mistake.late] for mistake in own)
    for teller in (*of_kinds, *_ROWS, *_LAST):
        if isinstance(teller, Numbered):
            yield from teller.rows
        elif isinstance(teller, Row):
            yield teller


def refused(line: LogicalLine) -> LineDiagnostic:
    """Return the problem for which the parser refused a line."""
    place = _stopped(line)
    if place.before.text == "exactly" and place.taken and place.taken[-1][0] == "EXACTLY":
        # Without arguments it is no word of the call: `count a exactly 2`.
        place = _earlier(place) if place.word is not None else place
    if (
        place.before.text == "at"
        and place.at > 2
        and place.word is not None
        and place.word.text in _BOUNDS
    ):
        place = _earlier(place)
    # Each of these knows one sort of mistake; the most certain are asked first.
    problem = first_told(_tellers(place.keyword), place)
    if problem is not None:
        return _expecting(place, problem)
    if place.word is None:
        return place.found("unfinished", _without_last(place), last=quoted_word(place.before.text))
    return place.found("unexpected")


def _earlier(place: Stop) -> Stop:
    """Return the place before the last token that the parser took."""
    kept = len(place.taken) - 1
    return place.earlier(kept, _accepted(place.taken[:kept]))


def _expecting(place: Stop, problem: LineDiagnostic) -> LineDiagnostic:
    """Return a problem with what was expected where it begins, if that is before the stop."""
    kept = sum(1 for word in place.words[: len(place.taken)] if word.start < problem.start)
    if "expectation" not in problem.fields or not 0 < kept < len(place.taken):
        return problem
    earlier = place.earlier(kept, _accepted(place.taken[:kept]), problem.start)
    return problem._replace(fields={**problem.fields, **earlier.expected()})


def _without_last(place: Stop) -> Fix | None:
    """Remove the sign that nothing follows, where no comment would go with it."""
    last, before = place.line.words[-1], place.line.words[-2:-1]
    if last.text not in ("->", ",", "|") or not before or before[0].kind == "comment":
        return None
    return Fix(f"Remove {last.text}", before[0].end, last.end, "")


def _stopped(line: LogicalLine) -> Stop:
    """Parse once more, a token at a time, and return the place where that ends."""
    from lark.exceptions import UnexpectedInput

    from toolspec.dsl.grammar import line_parser

    words = [word for word in line.words if word.kind != "comment"]
    whole: Any = line_parser()
    parser = whole.parse_interactive(line.text)
    taken: list[tuple[str, str]] = []
    stop = len(line.text)
    try:
        for token in parser.lexer_thread.lex(parser.parser_state):
            stop = token.start_pos or 0
            parser.feed_token(token)
            taken.append((token.type, str(token)))
            stop = len(line.text)
    except UnexpectedInput as error:
        place: Any = error
        stop = min(stop, place.pos_in_stream if place.pos_in_stream is not None else stop)
    return Stop(line, words, taken, stop, _accepted(taken))


def _accepted(taken: Sequence[tuple[str, str]]) -> frozenset[str]:
    """Return the terminals that may follow these tokens.

    A parser that has seen the refused token cannot tell: it may have closed what could go on.
    """
    import lark

    from toolspec.dsl.grammar import line_parser

    whole: Any = line_parser()
    parser = whole.parse_interactive("")
    for kind, text in taken:
        parser.feed_token(lark.Token(kind, text))
    return frozenset(parser.accepts())


def _too_deep(words: Sequence[Token], first: str) -> LineDiagnostic:
    scanner = Lexer()
    scanner.first = first
    for word in words:
        scanner.nest(word)
        if scanner.depth > DEPTH_MAX:
            return LineDiagnostic("too_deep", word.start, word.end, {"most": str(DEPTH_MAX)})
    return LineDiagnostic("too_deep", words[0].start, words[0].end, {"most": str(DEPTH_MAX)})


def _brackets(words: Sequence[Token], first: str) -> list[LineDiagnostic]:
    """Return a problem for a bracket that is never closed, or closes nothing."""
    if first in ("case", "") or (first == "" and words[0].text == "}"):
        return []
    open_at: list[Token] = []
    for word in words:
        if word.kind != "sign":
            continue
        if word.text in OPENS and not (word.text == "<" and first in COMPARING):
            if open_at and _explains_itself(words, word):
                return [_inner_less(words, word)]
            open_at.append(word)
        elif word.text in ("]", "}", ">") and not (word.text == ">" and not open_at):
            if open_at and OPENS[open_at[-1].text] == word.text:
                open_at.pop()
                continue
            return [_wrong_bracket(word, open_at)]
    if traits(first).counts_calls and words[1:2] and words[1].kind == "number":
        return []  # `count 1 < a`
    if open_at and not _explains_itself(words, open_at[-1]):
        last = open_at[-1]
        closing = OPENS[last.text]
        return [
            LineDiagnostic(
                "unclosed_bracket", last.start, last.end, {"bracket": last.text, "closing": closing}
            )
        ]
    return []


_JOINTS = {"and": "&", "&&": "&", ",": "&", "or": "|", "||": "|"}
"""What is written between two comparisons of one value, and what the language has."""

_JOINED = {"&": "what must both hold is joined by", "|": "alternatives are separated by"}


def _inner_less(words: Sequence[Token], word: Token) -> LineDiagnostic:
    """`<x: < "a">`, `<x: <y: 1>>`: arguments inside others, or a comparison with no number."""
    at = words.index(word)
    before, after = words[at - 1], words[at + 1] if at + 1 < len(words) else word
    fields = {"found": quoted_word("<"), "hint": "compare a number: `key: < 5`"}
    fields["expectation"] = "`<` opens arguments, and these cannot be inside others"
    fixes: tuple[Fix, ...] = ()
    joint = _JOINTS.get(before.text)
    if joint is not None and after.kind == "number" and words[at - 2].kind == "number":
        # `<x: > 5 and < 9>`
        fix = Fix(f"Write {joint}", before.start, before.end, joint)
        if before.text == ",":
            fix = fix._replace(start=words[at - 2].end, text=" &")
        fields = {"sign": before.text, "corrected": joint}
        fields["hint"] = f"{_JOINED[joint]} `{joint}`"
        return LineDiagnostic("wrong_operator", before.start, before.end, fields, (fix,))
    if before.kind in ("key", "string") and after.kind == "number":
        fixes = (Fix("Write the colon", before.end, before.end, ":"),)
        fields["hint"] = f"write `{shown(before.text)}: < {shown(after.text)}`"
    return LineDiagnostic("unexpected", word.start, word.end, fields, fixes)


def _explains_itself(words: Sequence[Token], bracket: Token) -> bool:
    """Tell whether an open `<` is a comparison in a rule that has none: `forbid a < 3`."""
    after = next((word for word in words if word.start >= bracket.end), None)
    return bracket.text == "<" and after is not None and after.kind == "number"


def _wrong_bracket(word: Token, open_at: Sequence[Token]) -> LineDiagnostic:
    bracket = word.text
    if not open_at:
        fields = {"bracket": bracket, "why_not": "no bracket is open here", "hint": "remove it"}
        fix = Fix("Remove it", word.start, word.end, "")
        return LineDiagnostic("unopened_bracket", word.start, word.end, fields, (fix,))
    meant = OPENS[open_at[-1].text]
    why_not = f"the last bracket opened is `{open_at[-1].text}`"
    fields = {"bracket": bracket, "why_not": why_not, "hint": f"write `{meant}` here or before it"}
    return LineDiagnostic("unopened_bracket", word.start, word.end, fields)
