"""Rules that begin in another order or with words that no rule has: what they say, rewritten.

`final pay`, `at most 3 search`, `must not delete`, `require any of a, b`, `forbid call rm`. A
rewritten line is offered only where it is a rule.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from toolspec.dsl.problem import LINE_SHOWN_MAX

ONE = r'(?:@?[A-Za-z_*](?:[\w./*:]|-(?!>))*|"[^"\\]*")'
_TOOL = rf"(?P<tool>{ONE}(?:[ ]?\|[ ]?{ONE})*)"
_ARGUMENTS = r"(?P<arguments>(?:[ ]?<[^<>]*>)?)"
_REST = r"(?P<rest>(?:[ ](?:result|min|final|at|before|weight|pass|as)[ ].*|[ ]final)?)"
_FILLER = r"(?:(?:any|all|every|each|tool|tools|call|calls|calling|use|using)[ ](?:to |of )?)"
CONTRACTED = "(?:[Dd]o|[Mm]ust|[Ss]hould|[Cc]a)n['’]?t"
"""`don't`, `dont`, `can't`."""

_BOUND = (
    r"(?P<bound>at most|at least|no more than|up to|maximum|max|minimum|min|exactly|only|limit)"
)
_NUMBER = r"(?P<number>[0-9]{1,6})(?:[ ](?:times|calls))?(?:[ ](?:of|to))?"
_SIGNS = {
    **dict.fromkeys(("at most", "no more than", "up to", "maximum", "max", "limit"), "<="),
    **dict.fromkeys(("at least", "minimum", "min"), ">="),
    **dict.fromkeys(("exactly", "only"), "="),
}


class Rewritten(NamedTuple):
    """A line that says the same as a refused one; up to `head` its words were not in order."""

    line: str
    head: int


Rewrite = Callable[[re.Match[str]], str]


def _required_last(match: re.Match[str]) -> str:
    return f"require {match['tool']}{match['arguments']} final{match['rest']}"


def _numbered(match: re.Match[str]) -> str:
    sign, number = _SIGNS[match["bound"]], match["number"]
    if match["arguments"] or match["required"]:
        return f"require {match['tool']}{match['arguments']} min {number}" if sign == ">=" else ""
    return f"count {match['tool']} {sign} {number}{match['rest']}"


def _either(match: re.Match[str]) -> str:
    tools = re.sub(r"[ ]?,[ ](?:or )?|[ ]or[ ]", " | ", match["tools"])
    return f"{match['kind']} {tools}{match['rest']}"


def _only(match: re.Match[str]) -> str:
    tools = re.sub(r"[ ]?,[ ](?:and )?|[ ]and[ ]", ", ", match["tools"])
    return f"only: {tools}{match['rest']}"


def _of(form: str) -> Rewrite:
    return lambda match: match.expand(form)


_END = rf"{_ARGUMENTS}{_REST}"
_REWRITES: tuple[tuple[re.Pattern[str], Rewrite], ...] = tuple(
    (re.compile(pattern), rewrite)
    for pattern, rewrite in (
        (rf"(?P<head>(?:(?:(?:must|should|may|can|shall|do)[ ])?(?:not|never)|{CONTRACTED})[ ]"
         rf"(?:(?:run|be)[ ])?{_FILLER}*){_TOOL}{_END}",
         _of(r"forbid \g<tool>\g<arguments>\g<rest>")),
        (rf"(?P<head>(?:allow|allows|permit|whitelist)[ :]*(?:only[ ])?{_FILLER}*)"
         rf"(?P<tools>{ONE}(?:(?:[ ]?,[ ](?:and )?|[ ]and[ ]|[ ]?\|[ ]?){ONE})*){_REST}",
         _only),
        (rf"(?P<head>(?:eventually|sometimes)[ ]{_FILLER}*){_TOOL}{_END}",
         _of(r"require \g<tool>\g<arguments>\g<rest>")),
        (rf"(?P<head>(?:require[ ])?(?:final|last)[ ]{_FILLER}*){_TOOL}{_END}", _required_last),
        (rf"(?P<head>(?:(?P<required>require)|count)?[ ]?{_BOUND}[ ]{_NUMBER}[ ]{_FILLER}*)"
         rf"{_TOOL}{_END}", _numbered),
        (rf"(?P<head>(?P<required>(?!))?{_BOUND}[ ]){_TOOL}{_ARGUMENTS}(?:[ ]to)?[ ]"
         rf"{_NUMBER}{_REST}", _numbered),
        (r"(?P<head>(?P<clause>(?:weight|pass)[ ][0-9.]+|as[ ]\"[^\"\\]*\")[ ])"
         r"(?P<rule>[a-z]+:?[ ].+)", _of(r"\g<rule> \g<clause>")),
        (rf"(?P<head>(?P<kind>require|forbid)[ ](?:any|one|either)[ ](?:of )?(?:{_FILLER})*)"
         rf"(?P<tools>{ONE}(?:(?:[ ]?,[ ](?:or )?|[ ]or[ ]|[ ]?\|[ ]?){ONE})+){_REST}", _either),
        (rf"(?P<head>(?P<kind>require|forbid)[ ]{_FILLER}+){_TOOL}{_END}",
         _of(r"\g<kind> \g<tool>\g<arguments>\g<rest>")),
        (rf"(?P<head>args[ ](?:exact|exactly|only|full)[ ])(?P<tool>{ONE})"
         rf"(?P<end>[ ]?<.*>{_REST})", _of(r"args \g<tool>\g<end>")),
        (rf"(?P<head>require[ ]{_TOOL}{_ARGUMENTS}[ ](?:is|be|comes|must be)[ ](?:the )?)"
         rf"(?:final|last){_REST}", _required_last),
        (r"(?P<head>(?P<kind>require|forbid)[ ]result[ ])(?P<result>/.*)",
         _of(r"\g<kind> * result \g<result>")),
        (rf"(?P<head>require[ ]{_TOOL}[ ]at[ ])least[ ]once{_REST}",
         _of(r"require \g<tool>\g<rest>")),
        (rf"(?P<head>require[ ]{_TOOL}[ ]result[ ]?[:=]?[ ]?)(?P<value>[{{\[].*)",
         _of(r"output \g<tool> = \g<value>")),
    )
)  # fmt: skip


def rewritten(text: str) -> Rewritten | None:
    """Return the rule that a line was most likely meant to be, None where none is certain."""
    if len(text) > LINE_SHOWN_MAX or not text.isprintable() or "#" in text:
        return None
    for pattern, rewrite in _REWRITES:
        match = pattern.fullmatch(text)
        corrected = rewrite(match) if match is not None else ""
        if match is not None and corrected and is_rule(corrected):
            return Rewritten(corrected, len(match["head"]))
    return None


def is_rule(text: str) -> bool:
    """Tell whether a line is one that the grammar takes."""
    from lark.exceptions import UnexpectedInput

    from toolspec.dsl.grammar import line_parser

    parser: object = line_parser()
    try:
        parser.parse(text)  # type: ignore[attr-defined]
    except UnexpectedInput:
        return False
    return True
