# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
"""Specs as people write them, for property tests: every kind, clause, value and sort of name."""

from __future__ import annotations

import json

from hypothesis import strategies as st

from toolspec.engine.rules import KEYWORDS

CLAUSE_WORDS = ("weight", "pass", "as", "min", "final", "at", "before", "step", "result", "subset")

BARE = st.one_of(
    st.sampled_from([*KEYWORDS, *CLAUSE_WORDS, "strict", "case", "tool", "traces", "must", "true"]),
    st.sampled_from(["fs/read:file", "mcp__github.create-issue", "a", "b", "get_weather", "a-"]),
    st.from_regex(r"[a-z_][a-z0-9_./]{0,8}", fullmatch=True),
)
GLOBS = st.sampled_from(["*", "*_email", "get_*", "a*b", "mcp__*:x", "*/read"])
TEXT = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), max_size=8)
QUOTED = st.one_of(
    TEXT.map(lambda text: json.dumps(text, ensure_ascii=False)),
    TEXT.map(json.dumps),
    st.sampled_from(
        ['"#"', '"a -> b"', '"\\u00e9"', '"\\ud83d\\ude00"', '"/x/"', '"say \\"hi\\"\\n"']
    ),
)
REGEXES = st.sampled_from(
    ["/^a/", "/a|b/", r"/\/read/", "/#/i", "/(?i)x{1,3}/", '/["<>]/', "/->,/", "/a+$/ms"]
)
TOOLS = st.one_of(BARE, GLOBS, QUOTED, REGEXES)
PATTERNS = st.lists(TOOLS, min_size=1, max_size=3).map(" | ".join)
NUMBERS = st.one_of(
    st.integers(-(10**20), 10**20).map(str),
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.sampled_from(["0", "-0", "1E5", "1e-3", "2.50"]),
).filter(lambda text: "inf" not in text)
KEYS = st.one_of(st.sampled_from(["to", "path", "must", "true", "not", "user-id", "_"]), QUOTED)
PLAIN = st.one_of(QUOTED, NUMBERS, REGEXES, st.sampled_from(["true", "false", "null"]))


def _keyed(opening: str, closing: str, members: list[tuple[str, str]], comma: bool) -> str:
    seen: dict[str, str] = {}
    for key, value in members:
        name = json.loads(key) if key.startswith('"') else key
        seen.setdefault(name, f"{key}: {value}")
    return opening + ", ".join(seen.values()) + (", " if comma and seen else "") + closing


def _nested(values: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    member = st.tuples(KEYS, st.one_of(values, st.just("...")))
    return st.one_of(
        st.lists(values, max_size=3).map(lambda items: f"[{', '.join(items)}]"),
        st.builds(
            lambda members, comma: _keyed("{", "}", members, comma),
            st.lists(member, max_size=3), st.booleans(),
        ),
    )  # fmt: skip


VALUES = st.recursive(PLAIN, _nested, max_leaves=6)


@st.composite
def arguments(draw: st.DrawFn, least: int = 1) -> str:
    """Write a `<...>`; one that may be empty belongs to `args`, which knows no `must`."""
    values = st.one_of(VALUES, st.just("..."))
    members = draw(st.lists(st.tuples(KEYS, values), min_size=least, max_size=3))
    must = draw(st.booleans()) and least
    text = _keyed("<", ">", members, draw(st.booleans()))
    return text.replace("<", "<must ", 1) if must else text


COUNTS = st.integers(0, 9)
COUNTED = st.tuples(PATTERNS, st.sampled_from(["=", "==", "!=", "<", "<=", ">", ">="]), COUNTS).map(
    lambda entry: f"{entry[0]} {entry[1]} {entry[2]}"
)
LOOKED = st.one_of(
    PATTERNS, st.tuples(PATTERNS, arguments()).map(" ".join),
)  # fmt: skip
ARGUED = st.tuples(PATTERNS, arguments(0)).map(" ".join)
RETURNED = st.tuples(PATTERNS, VALUES).map(" = ".join)


def _several(
    keyword: str, entries: st.SearchStrategy[str], modes: list[str]
) -> st.SearchStrategy[str]:
    listed = st.builds(
        lambda mode, items: f"{keyword}{mode}: {', '.join(items)}",
        st.sampled_from(modes), st.lists(entries, min_size=1, max_size=3),
    )  # fmt: skip
    return st.one_of(listed, entries.map(lambda entry: f"{keyword} {entry}"))


STEPS = st.sampled_from(["", " at step 0", " before step 3", " at step 1 before step 2"])
RULES = st.one_of(
    st.builds(
        lambda mode, items: f"order{mode}: {' -> '.join(items)}",
        st.sampled_from(["", " strict"]), st.lists(PATTERNS, min_size=1, max_size=4),
    ),
    st.lists(LOOKED, min_size=1, max_size=3).map(lambda items: f"sequence: {' -> '.join(items)}"),
    _several("count", COUNTED, ["", " strict"]),
    _several("args", ARGUED, ["", " strict", " subset", " strict subset"]),
    _several("output", RETURNED, ["", " strict"]),
    st.builds(
        lambda what, result, least, final, steps: f"require {what}{result}{least}{final}{steps}",
        LOOKED, st.sampled_from(["", " result /ok/"]), st.sampled_from(["", " min 2"]),
        st.sampled_from(["", " final"]), STEPS,
    ),
    st.builds(
        lambda what, result: f"forbid {what}{result}", LOOKED, st.sampled_from(["", " result /x/i"])
    ),
)  # fmt: skip

CLAUSES = st.permutations(['as "a name"', "weight 2.5"]).flatmap(
    lambda items: st.integers(0, 2).map(lambda count: " ".join(items[:count]))
)
COMMENTS = st.sampled_from(["", "", "  # why", " ## -> , <x>", "# toolspec: ignore TS302"])
LINES = st.builds(
    lambda above, rule, clauses, comment: f"{above}{rule} {clauses} {comment}".rstrip(),
    st.sampled_from(["", "", "## said of it\n", "# plain\n", "\n\n"]), RULES, CLAUSES, COMMENTS,
)  # fmt: skip


@st.composite
def specs(draw: st.DrawFn) -> str:
    """Write a whole file that reads without an error."""
    parts = draw(st.lists(LINES, max_size=4))
    if draw(st.booleans()):
        parts.insert(0, 'traces "runs/*.json", "x"')
    if draw(st.booleans()):
        parts.append("tool @x = " + draw(PATTERNS))
        parts.append("forbid @x | " + draw(TOOLS))
    for name in draw(st.lists(st.sampled_from(["alpha", "b c"]), max_size=2, unique=True)):
        inner = "\n".join(draw(st.lists(LINES, max_size=2)))
        parts.append(f'case "{name}" {{\n{inner}\n}}')
    return "\n".join(parts) + draw(st.sampled_from(["", "\n"]))
