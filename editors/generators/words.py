"""The words of the language, from the one place they are written: `dsl/toolspec.lark`.

It is put together from `dsl/base.lark` and the kinds in `engine/rules`, so a new kind's words
are in every editor as soon as it is written.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from generators.lark_rules import Grammar, Node, read
from toolspec.dsl.grammar import WHOLE
from toolspec.dsl.text.lexer import BLOCKS
from toolspec.engine.match.values import WORDS as VALUES


class Words(NamedTuple):
    """The words by where they can be, each list in the order of the grammar."""

    rules: tuple[str, ...]
    """First words of rules: the kinds' keywords."""
    lines: tuple[str, ...]
    """First words of the other lines: `tool`, `traces`, `case`."""
    modes: tuple[str, ...]
    """Words before a rule's colon."""
    later: tuple[str, ...]
    """Words after a tool pattern."""
    must: str
    constants: tuple[str, ...]
    values: tuple[str, ...] = ()
    """Words of values, such as `has` and `text`."""
    blocks: tuple[str, ...] = ()
    """First words of lines that open a block."""

    @property
    def firsts(self) -> tuple[str, ...]:
        """Words that begin a line."""
        return self.rules + self.lines

    @property
    def keywords(self) -> tuple[str, ...]:
        """All words but the constants."""
        return tuple(dict.fromkeys((*self.firsts, *self.modes, *self.later, self.must)))


_FIXED = re.compile(r"^/([a-z]+|<)(?:\(|/$)")
_PLURAL = re.compile(r"^/([a-z]+)(s)\?\(")


def whole_grammar() -> Grammar:
    """Return the language's grammar, base and kinds."""
    return read(WHOLE.read_text(encoding="utf-8"))


def fixed_text(terminal: str, grammar: Grammar) -> str:
    """Return the word or sign that a terminal always is, "" where it can be several.

    `STRICT_MODE: /strict(?=...)/` is always `strict`; what follows the word is only looked at.
    """
    pattern = grammar.terminals[terminal]
    if pattern.startswith('"'):
        return pattern[1:-1]
    found = _FIXED.match(pattern)
    return found[1] if found else ""


def both_numbers(terminal: str, grammar: Grammar) -> tuple[str, ...]:
    """Return the singular and the plural of a terminal that may be either; none of others."""
    found = _PLURAL.match(grammar.terminals[terminal])
    return (found[1], found[1] + found[2]) if found else ()


def words() -> Words:
    """Return all words."""
    grammar = whole_grammar()
    fixed = {name: fixed_text(name, grammar) for name in grammar.terminals}
    rules = _firsts(grammar, fixed, "_rule")
    lines = (*_firsts(grammar, fixed, "_line"), fixed[_terminals(grammar.rules["case_open"])[0]])
    modes = tuple(dict.fromkeys(fixed[name] for name in fixed if name.endswith("_MODE")))
    constants = tuple(fixed[name] for name in ("TRUE", "FALSE", "NULL"))
    plain = {word for name, word in fixed.items() if not name.endswith("_MODE")}
    taken = {*rules, *lines, *constants, fixed["MUST"], *(set(modes) - plain)}
    used = (
        word
        for rule in grammar.rules.values()
        for name in _terminals(rule)
        for word in (both_numbers(name, grammar) or (fixed[name],))
    )
    later = tuple(dict.fromkeys(word for word in used if word.isalpha() and word not in taken))
    values = tuple(word for word in VALUES if word not in constants)
    return Words(
        rules, lines, modes, later, fixed["MUST"], constants, values, tuple(sorted(BLOCKS))
    )


def _firsts(grammar: Grammar, fixed: dict[str, str], ending: str) -> tuple[str, ...]:
    """Return the first words of the rules whose names end so, in the order of the documentation."""
    named = [name for name in grammar.rules if name.endswith(ending)]
    return tuple(fixed[_terminals(grammar.rules[name])[0]] for name in named)


def _terminals(node: Node) -> list[str]:
    if node.kind == "terminal":
        return [node.text]
    return [name for part in node.parts for name in _terminals(part)]
