"""Put the grammar together from `base.lark` and the kinds' fragments; build a line's parser.

The clauses in engine/parts add theirs in the same way.

The fragments write the kinds' keywords as `"word"`; here each becomes a terminal that ends where
the word does, so that a tool called `min_price` is never read as `min`. LALR with Lark's
contextual lexer does the rest: a keyword is looked for only where one can be.

`python -m toolspec.dsl.grammar` writes `toolspec.lark`, the whole grammar, and `tables.json`, the
parse tables that Lark makes of it: readers need neither every kind nor the time to build them
(some 100 ms). Nothing is cached outside the package, so nobody else can write what is read. Tests
keep both current.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from toolspec.engine.match.qualifiers import qualifiers

if TYPE_CHECKING:
    from lark import Lark

    from toolspec.engine.json_value import Json
    from toolspec.engine.kinds.kind import Kind

HERE = Path(__file__).parent
WHOLE = HERE / "toolspec.lark"
TABLES = HERE / "tables.json"

HEAD = """\
// The toolspec language as one Lark grammar: LALR, contextual lexer, start `file` or `line`.
// Generated from dsl/base.lark and the kinds in engine/rules: python -m toolspec.dsl.grammar
"""

_WORD = re.compile(r'"([a-z]+)"')
_OWN_NAME = re.compile(r"^(\??)([a-z_]+)\s*:", re.MULTILINE)

FIRST_END = r"(?![A-Za-z0-9_.\/*-])"
"""What may not follow a line's first word: a colon may, it is the rule's."""

LATER_END = r"(?![A-Za-z0-9_.\/*-]|:+[A-Za-z0-9_.\/*-])"
"""What may not follow a keyword further on."""


def first_words(kinds: tuple[type[Kind], ...]) -> tuple[str, ...]:
    """Return the words a line can begin with, in the order of the documentation."""
    return (
        *(kind.syntax.keyword for kind in kinds),
        "tool",
        "value",
        "traces",
        "tools",
        "use",
        "case",
    )


def part_clauses() -> str:
    """Return the grammar of the clauses that say for which part of a trace a rule holds."""
    from toolspec.engine.parts import NAMES, clauses

    others = " | ".join(f"_{name}" for name in NAMES if name != "step_words")
    pieces = ["_part_clause: _step_words | _other_part", f"_other_part: {others}"]
    for name, clause in zip(NAMES, clauses(), strict=True):
        pieces.append(f"_{name}: " + " | ".join(clause.syntax.labels))
        pieces.append(clause.syntax.grammar)
    return "\n".join([*pieces, ""])


def assemble(kinds: tuple[type[Kind], ...]) -> str:
    """Return the whole grammar as Lark text. Raises ValueError where kinds share a word or name."""
    firsts = first_words(kinds)
    if len(set(firsts)) < len(firsts):
        raise ValueError("two kinds begin with the same word")
    base = (HERE / "base.lark").read_text(encoding="utf-8")
    parts = part_clauses()
    names = {match[2] for match in _OWN_NAME.finditer(base + parts)}
    names |= {qualifier.syntax.label for qualifier in qualifiers()}
    pieces = [base, _title("parts"), parts, _title("kinds")]
    pieces.append("rule: " + " | ".join(f"{kind.syntax.keyword}_rule" for kind in kinds) + "\n")
    labels = [qualifier.syntax.label for qualifier in qualifiers() if qualifier.syntax.grammar]
    pieces.append("_qualifier: " + " | ".join(labels))
    pieces.append("_qualifiers: _qualifier*")
    for qualifier in qualifiers():
        if qualifier.syntax.grammar:
            pieces.append(f"{qualifier.syntax.label}: {qualifier.syntax.grammar}")
    pieces.append("")
    for kind in kinds:
        keyword, grammar = kind.syntax.keyword, kind.syntax.grammar
        first, _, more = grammar.strip().partition("\n")
        own = {match[2] for match in _OWN_NAME.finditer(more)}
        if own & names:
            raise ValueError(f"{keyword} names rules that exist: {sorted(own & names)}")
        names |= own
        # A kind whose own words mix with clauses says itself where clauses may follow.
        clauses = "" if "_clause" in first else " _clauses"
        pieces.append(f'{keyword}_rule: "{keyword}" ({first}){clauses}')
        pieces.extend(line.strip() for line in more.splitlines() if line.strip())
        pieces.append("")
    text = "\n".join(pieces)
    words = dict.fromkeys(_WORD.findall(text))
    text = _WORD.sub(lambda match: match[1].upper(), text)
    later = [word for word in words if word not in firsts]
    return "\n".join(
        [
            HEAD,
            text + _title("words"),
            *(f"{word.upper()}: /{word}{FIRST_END}/" for word in firsts),
            *(f"{word.upper()}.1: /{word}{LATER_END}/" for word in later),
            "",
        ]
    )


def _title(name: str) -> str:
    return f"\n// {'-' * (96 - len(name))} {name}\n"


@lru_cache(maxsize=1)
def line_parser() -> Lark:
    """Return the parser of one logical line; the first call imports Lark.

    The tables serve the grammar and the release of Lark they were made by; for any other they are
    built.
    """
    import lark

    grammar = WHOLE.read_text(encoding="utf-8")
    tables = _kept_tables()
    if _current(tables, grammar):
        load: Any = getattr(lark.Lark, "_load_from_dict")  # noqa: B009 - a private name of a pinned release
        return load(_int_keys(tables["data"]), _int_keys(tables["memo"]))
    return build(grammar, "line")


def _kept_tables() -> dict[str, Any]:
    try:
        return json.loads(TABLES.read_text(encoding="utf-8"))  # type: ignore[no-any-return]
    except (OSError, ValueError):
        return {}


def _current(tables: dict[str, Any], grammar: str) -> bool:
    """Tell whether tables are of this grammar, made by the release of Lark that is installed."""
    import lark

    return tables.get("grammar") == grammar and tables.get("lark") == lark.__version__


def _int_keys(value: Json) -> object:
    """Turn the keys that JSON made text of back into the numbers they were."""
    if isinstance(value, list):
        return [_int_keys(item) for item in value]
    if isinstance(value, dict):
        return {
            (int(key) if key.isdigit() else key): _int_keys(item) for key, item in value.items()
        }
    return value


def tables_of(grammar: str) -> str:
    """Return the parse tables of the line's parser as JSON text."""
    import lark
    from lark.grammar import Rule
    from lark.lexer import TerminalDef

    parser: Any = build(grammar, "line")
    data, memo = parser.memo_serialize([TerminalDef, Rule])
    whole = {"lark": lark.__version__, "grammar": grammar, "data": data, "memo": memo}
    return json.dumps(whole, separators=(",", ":"), default=sorted) + "\n"


def build(grammar: str, start: str) -> Lark:
    """Build a parser whose trees keep every token, so that each piece knows its text."""
    from lark import Lark

    return Lark(
        grammar,
        start=start,
        parser="lalr",
        lexer="contextual",
        keep_all_tokens=True,
        maybe_placeholders=False,
        propagate_positions=False,
    )


def main() -> None:
    """Write the whole grammar."""
    from toolspec.engine.rules import kinds

    grammar = assemble(kinds())
    WHOLE.write_text(grammar, encoding="utf-8")
    # Tables of the same grammar differ from run to run, in an order that means nothing.
    if not _current(_kept_tables(), grammar):
        TABLES.write_text(tables_of(grammar), encoding="utf-8")


if __name__ == "__main__":
    main()
