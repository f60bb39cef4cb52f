"""Refusals of words that people bring along: modes too late, `and`, `with`, `contains`."""

from __future__ import annotations

from collections.abc import Callable

from toolspec.dsl.problem import Fix, LineDiagnostic, shown
from toolspec.dsl.recover.expected import either
from toolspec.dsl.recover.stop import MODES, Stop, quoted
from toolspec.dsl.text.lexer import TOOLS, Token
from toolspec.dsl.text.suggest import nearest

_ARGUMENTS = (
    "with",
    "where",
    "when",
    "if",
    "whose",
    "args",
    "arguments",
    "params",
    "having",
    "using",
    "given",
)
_PARTS = ("contains", "contain", "includes", "matches", "like", "has", "returning")
_COUNTING = ("max", "min", "at", "up", "no", "more", "less", "fewer")
_ALTERNATIVES = "alternatives are separated by `|`"


def early_mode(place: Stop) -> LineDiagnostic | None:
    """`count strict a = 1`, `order: strict a -> b`, `args a strict <x: 1>`."""
    word, modes = place.word, MODES.get(place.keyword, ())
    if word is None or place.bracket:
        return None
    before = place.before
    later = any(other.text == ":" for other in place.words[place.at : place.at + 3])
    if not later:
        found = _uncoloned(place, modes)
        if found is not None:
            return found
    form = f"write `{place.keyword} {{}}: ...`"
    if before.text in modes and place.at == 3 and place.words[1].text == ":":
        if word.kind not in TOOLS:
            return None
        start = place.words[1].start
        fix = Fix("Write it before the colon", start, before.end, f" {before.text}:")
        hint = f"a mode is written before the colon: {form.format(before.text)}"
        found = place.found("unexpected", fix, found=quoted(before.text), hint=hint)
        return found._replace(start=before.start, end=before.end)
    if word.text in modes and word.text != "subset" and place.at > 1 and not later:
        written = place.words[1].text
        if written == word.text and "COLON" in (name for name, _ in place.taken[:4]):
            fix = Fix(f"Remove {word.text}", before.end, word.end, "")
            return place.found("unexpected", fix, hint="remove it: it is before the colon already")
        has = f"{word.text} subset" if written == "subset" else word.text
        hint = f"a mode is written before the colon: {form.format(has)}"
        return place.found("unexpected", _moved(place, word), hint=hint)
    if word.text == "subset" and before.text == ">" and place.keyword == "args":
        hint = "`subset` is written before the `<...>`"
        opened = next(other.start for other in place.words if other.text == "<")
        mended = f"subset {place.line.text[opened : before.end]}"
        fix = Fix("Write it before the <...>", opened, word.end, mended)
        if any(other.text == ":" for other in place.words[1:4]):
            fix = _moved(place, word)
        return place.found("unexpected", fix, hint=hint)
    return None


def _moved(place: Stop, word: Token) -> Fix:
    """Move a mode to its place after the keyword, with a colon if there is none."""
    start = len(place.keyword)
    colon = "" if any(other.text == ":" for other in place.words[1:4]) else ":"
    between = place.line.text[start : place.before.end]
    title = f"Write {place.keyword} {word.text}: ..."
    return Fix(title, start, word.end, f" {word.text}{colon}{between}")


def _uncoloned(place: Stop, modes: tuple[str, ...]) -> LineDiagnostic | None:
    """`count strict a = 1`, `args strict sbset a <>`: words before the tool, and no colon."""
    texts: list[str] = []
    for word, tool in zip(place.words[1:3], place.words[2:4], strict=False):
        near = nearest(word.text, modes)
        if word.kind != "name" or tool.kind not in TOOLS or not near or near in texts:
            break
        texts.append(near)
    if not len(texts) + 2 > place.at > 0 < len(texts) or texts == ["subset", "strict"]:
        return None
    start, end = place.words[1].start, place.words[len(texts)].end
    written, meant = place.line.text[start:end], " ".join(texts)
    if written.split() == texts:
        if "COLON" in place.accepts:
            return None
        fix = Fix("Write the colon", end, end, ":")
        found = place.found("missing_colon", fix, mended=f"{place.keyword} {meant}: ...")
        # Without its colon `strict` is a tool: the fault is no earlier. And `subset` is one of its
        # words.
        return found if len(texts) > 1 else found._replace(start=start, end=end)
    fix = Fix(f"Write {meant}:", start, end, f"{meant}:")
    why_not = f"its modes are {either([f'`{one}`' for one in modes])}"
    hint = f"did you mean `{place.keyword} {meant}: ...`?"
    found = place.found("unknown_mode", fix, word=shown(written), why_not=why_not, hint=hint)
    return found._replace(start=start, end=end)


def another(place: Stop) -> LineDiagnostic | None:
    """`require a, b`, `forbid a and b`, `require a or b`, `forbid a "b"`: a second pattern."""
    word, after = place.word, place.behind
    if word is None or place.bracket or place.keyword not in ("require", "forbid", "tool"):
        return None
    if "WEIGHT" not in place.accepts and place.keyword != "tool":
        return None
    if word.text == "or" and "PIPE" in place.accepts:
        fix = Fix("Write |", word.start, word.end, "|")
        return place.found("wrong_operator", fix, sign="or", mended="|", hint=_ALTERNATIVES)
    both = word.text in (",", "and")
    if word.kind == "string" and after is None and place.keyword != "tool":
        hint = f"to name the rule write `as {shown(word.text)}`; a second tool follows a `|`"
        return place.found("unexpected", hint=hint)
    if word.text == "and" and after is not None and after.text in _COUNTING:
        return place.found("unexpected", hint="write a rule for each")
    other = after if both else word if word.kind in ("string", "regex") else None
    if place.narrowed and word.text in (",", "and", "or") and after is not None:
        return place.found("unexpected", hint=_several(place, word.text))
    if other is None or other.kind not in TOOLS or place.keyword == "tool":
        return None
    hint = f"write a rule for each, or `{place.pattern} | {shown(other.text)}` for either of them"
    # To forbid each is to forbid either; to require each is another thing.
    fix = None
    if place.keyword == "forbid":
        end = word.end if both else word.start
        fix = Fix("Write |", place.before.end, end, " |" if both else " | ")
    return place.found("unexpected", fix, hint=hint)


def _several(place: Stop, sign: str) -> str:
    """`require a <x: 1> or b <y: 2>`: say whether a rule for each means the same."""
    if sign == "or" and place.keyword == "require":
        return (
            "that one of several calls is enough is said by a block: a line `any {`, a rule on "
            "each line, and `}`"
        )
    return "write a rule for each"


def habit(place: Stop) -> LineDiagnostic | None:
    """`require a with <...>`, `output a contains "x"`: a word that no rule has."""
    word = place.word
    if word is None or place.bracket or word.kind not in TOOLS or "NAME" in place.accepts:
        return None
    hint = _advice(place, word.text)
    return place.found("unknown_word", word=shown(word.text), hint=hint) if hint else None


def nameless(place: Stop) -> LineDiagnostic | None:
    """`tool reader = view`."""
    word = place.word
    if word is None or word.kind != "name" or not place.only("REFERENCE") or "*" in word.text:
        return None
    fix = Fix(f"Write @{shown(word.text)}", word.start, word.start, "@")
    return place.found("unexpected", fix, hint=f"write `@{shown(word.text)}`")


def _advice(place: Stop, word: str) -> str:
    tool = place.pattern
    if word in _ARGUMENTS and "LESS" in place.accepts:
        return f"arguments follow the tool directly: `{tool} <key: ...>`"
    if word in _PARTS and place.keyword in ("require", "forbid"):
        return "to look for a part of the result write `result /.../`"
    if word in _PARTS and place.keyword == "output":
        return f"an `output` is a whole result; for a part write `require {tool} result /.../`"
    return ""


ALL: tuple[Callable[[Stop], LineDiagnostic | None], ...] = (
    early_mode, another, habit, nameless,
)  # fmt: skip
"""In the order they are asked."""
