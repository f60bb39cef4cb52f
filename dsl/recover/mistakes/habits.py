"""Refusals of words that people bring along: modes too late, `and`, `with`, `contains`."""

from __future__ import annotations

from toolspec.dsl.problem import Fix, LineDiagnostic, shown
from toolspec.dsl.recover.conditions import is_narrowed, takes_no_tool
from toolspec.dsl.recover.expected import either
from toolspec.dsl.recover.row import Row
from toolspec.dsl.recover.stop import Stop, quoted_word
from toolspec.dsl.text.lexer import DEFINING, TOOLS, Token
from toolspec.dsl.text.suggest import suggestion
from toolspec.engine.rules import traits


def _is_plain_name(place: Stop) -> bool:
    return place.word is not None and "*" not in place.word.text


def early_mode(place: Stop) -> LineDiagnostic | None:
    """`count strict a = 1`, `order: strict a -> b`, `args a strict <x: 1>`."""
    word, modes = place.word, traits(place.keyword).syntax.mode_words
    if word is None or place.bracket:
        return None
    before = place.before
    later = any(other.text == ":" for other in place.words[place.at : place.at + 3])
    if not later:
        problem = _uncoloned(place, modes)
        if problem is not None:
            return problem
    form = f"write `{place.keyword} {{}}: ...`"
    if before.text in modes and place.at == 3 and place.words[1].text == ":":
        if word.kind not in TOOLS:
            return None
        start = place.words[1].start
        fix = Fix("Write it before the colon", start, before.end, f" {before.text}:")
        hint = f"a mode is written before the colon: {form.format(before.text)}"
        problem = place.found("unexpected", fix, found=quoted_word(before.text), hint=hint)
        return problem._replace(start=before.start, end=before.end)
    if word.text in modes and word.text != "subset" and place.at > 1 and not later:
        written = place.words[1].text
        if written == word.text and "COLON" in (name for name, _ in place.taken[:4]):
            fix = Fix(f"Remove {word.text}", before.end, word.end, "")
            return place.found("unexpected", fix, hint="remove it: it is before the colon already")
        has = f"{word.text} subset" if written == "subset" else word.text
        hint = f"a mode is written before the colon: {form.format(has)}"
        return place.found("unexpected", _moved(place, word), hint=hint)
    if word.text == "subset" and before.text == ">" and word.text in modes:
        hint = "`subset` is written before the `<...>`"
        opened = next(other.start for other in place.words if other.text == "<")
        corrected = f"subset {place.line.text[opened : before.end]}"
        fix = Fix("Write it before the <...>", opened, word.end, corrected)
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
        near = suggestion(word.text, modes)
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
        problem = place.found("missing_colon", fix, corrected=f"{place.keyword} {meant}: ...")
        # Without its colon `strict` is a tool: the fault is no earlier. And `subset` is one of its
        # words.
        return problem if len(texts) > 1 else problem._replace(start=start, end=end)
    fix = Fix(f"Write {meant}:", start, end, f"{meant}:")
    why_not = f"its modes are {either([f'`{mode}`' for mode in modes])}"
    hint = f"did you mean `{place.keyword} {meant}: ...`?"
    problem = place.found("unknown_mode", fix, word=shown(written), why_not=why_not, hint=hint)
    return problem._replace(start=start, end=end)


def _defines(place: Stop) -> bool:
    return place.keyword in DEFINING


_ANOTHER = (
    Row("«^ and» require/forbid/order/sequence/count/each/only/limit/answer", "unexpected",
        "require a and require b", "require a", hint="write each rule on a line of its own",
        accepts="WEIGHT"),
    Row("«^ or»", "wrong_operator", "require a or b", "require a | b", fix="|", of="is_one_phrase",
        accepts="PIPE", hint="alternatives are separated by `|`"),
    Row("«^ or»", "wrong_operator", "tool @x = a or b", "tool @x = a | b", fix="|",
        accepts="PIPE", hint="alternatives are separated by `|`", where=_defines),
    Row("«^ text=STRING» END", "unexpected", 'require a "b"', 'require a as "b"',
        of="is_one_phrase", accepts="WEIGHT",
        hint="to name the rule write `as {text}`; a second tool follows a `|`"),
    Row("«^ and» max/min/at/up/no/more/less/fewer", "unexpected", "require a and max 3",
        "require a", hint="write a rule for each", of="is_one_phrase", accepts="WEIGHT"),
    Row("«^ ,/and/or» ANY", "unexpected", "forbid a <x: 1> and b <y: 2>", "forbid a <x: 1>",
        hint="write a rule for each", of="is_one_phrase", accepts="WEIGHT", where=is_narrowed),
)  # fmt: skip

_WORDS = (
    Row("«^ with/where/having» args=BRACKETS", "unknown_word", "require a with <x: 1>",
        "require a <x: 1>", fix="", accepts="LESS", where=takes_no_tool,
        hint="arguments follow the tool directly: remove `{text}`"),
    Row("«^ with/where/having key=TOOL =/==/: value=VALUE» END", "unknown_word",
        "require a where x = 5", "require a <x: 5>", fix="<{key}: {value}>", accepts="LESS",
        where=takes_no_tool),
    Row("«^ with/where/having key=TOOL sign=</<=/>/>= value=NUMBER» END", "unknown_word",
        "require a where x > 5", "require a <x: > 5>", fix="<{key}: {sign} {value}>",
        accepts="LESS", where=takes_no_tool),
    Row("«^ with/where/when/if/whose/args/arguments/params/having/using/given»", "unknown_word",
        "require a given x", "require a <x: 1>", accepts="LESS", where=takes_no_tool,
        hint="arguments follow the tool directly: `{tool} <key: ...>`"),
    Row("«^ contains/contain/includes/matches/like/has/returning»", "unknown_word",
        "require a contains b", "require a result /b/", of="is_one_phrase", where=takes_no_tool,
        hint="to look for a part of the result write `result /.../`"),
    Row("«^ name=NAME»", "unexpected", "tool reader = view", "tool @reader = view", fix="@{name}",
        hint="write `@{name}`", only="REFERENCE", where=_is_plain_name),
)  # fmt: skip

ALL = (early_mode, *_ANOTHER, *_WORDS)
"""In the order they are asked."""
