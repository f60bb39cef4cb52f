"""Names of values in `each`, written without their `$`, or in other words."""

from __future__ import annotations

from toolspec.dsl.problem import Fix, LineDiagnostic, shown
from toolspec.dsl.recover.row import Row
from toolspec.dsl.recover.stop import Stop
from toolspec.dsl.text.lexer import Token, depths
from toolspec.engine.rules import traits


def variable(place: Stop, word: Token) -> LineDiagnostic | None:
    """`each a <id: o>: after b <id: o>`: one word for a value before the colon and after it."""
    known = next((other for other in place.words if other.text == f"${word.text}"), None)
    if known is not None and has_demands(place.keyword) and known.start < word.start:
        fix = Fix(f"Write {shown(known.text)}", word.start, word.end, known.text)
        hint = f"the same value as in the call before the colon is `{shown(known.text)}`"
        return place.found("bare_word_value", fix, word=shown(word.text), hint=hint, any_value="")
    same = [other for other in place.words if _is_value(place, other) and other.text == word.text]
    colon = _colon(place)
    if colon is None or not any(other.start > colon for other in same) or word.start > colon:
        return None
    text, name = place.line.text, f"${word.text}"
    start, end = same[0].start, same[-1].end
    corrected, at = "", start
    for other in same:
        corrected += text[at : other.start] + name
        at = other.end
    fix = Fix(f"Write {shown(name)}", start, end, corrected)
    hint = f"the same value as in the call before the colon has a name: `{shown(name)}`"
    problem = place.found("bare_word_value", fix, word=shown(word.text), hint=hint, any_value="")
    return problem._replace(start=word.start, end=word.end)


def has_demands(keyword: str) -> bool:
    """Tell whether the rules that begin with a word bind values by name: `each`."""
    return "each_demands" in traits(keyword).syntax.grammar


def _has_demands(place: Stop) -> bool:
    return has_demands(place.keyword)


def _is_value(place: Stop, word: Token) -> bool:
    at = place.words.index(word)
    return word.kind in ("key", "name") and place.words[at - 1].text in (":", "[", "|", "&")


def _colon(place: Stop) -> int | None:
    """Return where the colon between a call and its demands is."""
    if not has_demands(place.keyword):
        return None
    deep = depths(place.words, place.keyword)
    colons = (
        word.start for word, depth in zip(place.words, deep, strict=True)
        if not depth and word.text == ":"
    )  # fmt: skip
    return next(colons, None)


ALL = (
    Row("«{ key=KEY ^ }»", "bare_word_value", "each a <id: {o}>: after b <id: $o>",
        "each a <id: $o>: after b <id: $o>", fix="${key}", bracket="{", where=_has_demands,
        hint="a value that has a name is written `{corrected}`", more={"any_value": ""}),
    Row("«^ var=VARIABLE : key=KEY»", "key_expected", "each a <$o: id>: after b <id: $o>",
        "each a <id: $o>: after b <id: $o>", fix="{key}: {var}", bracket="<",
        more={"found": "`{var}`"}),
    Row("«^ var=VARIABLE» ,/>", "key_expected", "each a <$o>: after b <id: $o>",
        "each a <id: $o>: after b <id: $o>", bracket="<",
        hint="write the key before it: `key: {var}`"),
    Row("key=KEY «^ as/is/into» VARIABLE", "missing_key_colon",
        "each a <id as $o>: after b <id: $o>", "each a <id: $o>: after b <id: $o>", fix=":",
        bracket="*", more={"key": "`{key}`"}),
)  # fmt: skip
"""In the order they are asked."""
