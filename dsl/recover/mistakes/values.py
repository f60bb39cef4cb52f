"""Mistakes where a value, a key, a colon or a comma between values is expected."""

from __future__ import annotations

from itertools import pairwise

from toolspec.dsl.problem import Fix, LineDiagnostic, shown
from toolspec.dsl.recover.mistakes.variables import variable
from toolspec.dsl.recover.row import Row
from toolspec.dsl.recover.spelled import glob_regex
from toolspec.dsl.recover.stop import Stop
from toolspec.dsl.text.lexer import SPACE, Token
from toolspec.dsl.text.suggest import suggestion
from toolspec.engine.rules import traits

_KEYWORDS = ("true", "false", "null")
_BRACKETS = "<[{"
_MUST = "`must` is written before the key: `<must key: ...>`"
_BARE = "bare_word_value"


def empty(place: Stop) -> LineDiagnostic | None:
    """`<x:>`, `<x: 1 | >`: a closing `>` where the parser waits for a value."""
    word, before = place.word, place.before
    valued = word is not None and word.kind in ("string", "regex", "variable")
    if before.text != ">" or before.kind != "sign" or not place.only_numbers or valued:
        return None
    earlier = place.earlier(len(place.taken) - 1, frozenset({"TRUE", "DOTS"}))
    return earlier.found("unexpected")


def _only_numbers(place: Stop) -> bool:
    return place.only_numbers


_COMPARED = (
    Row("</<=/>/>= ^", "unexpected", 'require a <x: > "a">', "require a <x: > 5>", bracket="*",
        hint="comparisons are of numbers: write `> 5`", where=_only_numbers),
    Row("«^ and» KEY :", "wrong_operator", "require a <x: 1 and y: 2>", "require a <x: 1, y: 2>",
        fix=",", hint="values are separated by commas", bracket="*", accepts="AMPERSAND"),
    Row("«^ and»", "wrong_operator", "require a <x: text and /y/>", "require a <x: text & /y/>",
        fix="&", hint="what must both hold is joined by `&`", bracket="*", accepts="AMPERSAND"),
    Row("has «first=VALUE ^ or/|| other=VALUE»", "wrong_operator",
        'require a <x: has "a" or "b">', 'require a <x: has ("a" | "b")>',
        fix="({first} | {other})", hint="write `has {corrected}`", bracket="*", accepts="AMPERSAND",
        more={"sign": "or", "corrected": "|"}),
    Row("not «first=VALUE ^ or/|| other=VALUE»", "wrong_operator",
        "require a <x: not 1 or 2>", "require a <x: not (1 | 2)>",
        fix="({first} | {other})", hint="write `not {corrected}`", bracket="*", accepts="AMPERSAND",
        more={"sign": "or", "corrected": "|"}),
    Row("list of «first=VALUE ^ or/|| other=VALUE»", "wrong_operator",
        'require a <x: list of "a" or "b">', 'require a <x: list of ("a" | "b")>',
        fix="({first} | {other})", hint="write `list of {corrected}`", bracket="*",
        accepts="AMPERSAND", more={"sign": "or", "corrected": "|"}),
    Row("length «^ =/==» value=NUMBER›", "unexpected", "require a <x: length = 5>",
        "require a <x: length 5>", fix="{value}", bracket="*", hint="write `length {value}`"),
    Row("length COMPARES? NUMBER «^ chars/characters/letters/items/keys/long»", "unexpected",
        "require a <x: length <= 5 chars>", "require a <x: length <= 5>", fix="", bracket="*"),
    Row("word=inside/length VALUE «^ or/||» VALUE", "wrong_operator",
        'require a <x: inside "a" or "b">', 'require a <x: inside "a" | inside "b">',
        fix="| {word}", hint="alternatives are separated by `|`, each a value of its own",
        bracket="*", accepts="AMPERSAND", more={"sign": "or"}),
    Row("«^ or/||»", "wrong_operator", "require a <x: 1 or 2>", "require a <x: 1 | 2>", fix="|",
        hint="alternatives are separated by `|`", bracket="*", accepts="AMPERSAND"),
    Row("key=KEY «^ sign=</<=/>/>=» n=NUMBER›", "unexpected", "require a <x > 3>",
        "require a <x: > 3>", fix=": {sign} {n}", title="Write {key}: {sign} {n}",
        hint="write `{key}: {sign} {n}`", bracket=_BRACKETS, accepts="COLON"),
    Row("key=KEY «^ !=» n=NUMBER›", "unexpected", "require a <x != 3>", "require a <x: not 3>",
        fix=": not {n}", title="Write {key}: not {n}", hint="write `{key}: not {n}`",
        bracket=_BRACKETS, accepts="COLON"),
    Row("«^ !=»", "unexpected", "require a <x: != 3>", "require a <x: not 3>", fix="not",
        hint="write `not` before what a value must not be", bracket=_BRACKETS, accepts="TRUE"),
    Row("«^ =/==»", "unexpected", "require a <x: = 3>", "require a <x: 3>", fix="",
        hint="remove `{text}`: a value is compared", bracket=_BRACKETS, accepts="TRUE"),
)  # fmt: skip


def spaced_range(place: Stop) -> LineDiagnostic | None:
    """`<x: 1.. 10>`: a range with a space in it."""
    word, before = place.word, place.before
    if word is None or not before.kind == word.kind == "number" or before.text[-2:] != "..":
        return None
    text = before.text + word.text
    fix = Fix(f"Write {shown(text)}", before.start, word.end, text)
    hint = f"a range is one word, without spaces: `{shown(text)}`"
    written = shown(place.line.text[before.start : word.end])
    diagnostic = place.found("bad_number", fix, number=written, hint=hint)
    return diagnostic._replace(start=before.start, end=word.end)


def dated(place: Stop) -> LineDiagnostic | None:
    """`<x: 2026-11-20>`: several numbers without a space."""
    word, before = place.word, place.before
    if word is None or not place.bracket or "COMMA" not in place.accepts:
        return None
    if not before.kind == word.kind == "number" or before.end != word.start:
        return None
    end = before.end
    for other in place.words[place.at :]:
        if other.start != end:
            break
        end = other.end if other.kind == "number" else end
    text = place.line.text[before.start : end]
    fix = Fix(f'Write "{text}"', before.start, end, f'"{text}"')
    hint = f'put text in quotes: `"{shown(text)}"`'
    low, _, high = text.partition("-")
    if low.isdigit() and high.isdigit():  # as likely a range
        fix, hint = None, f"a range is written `{shown(low)}..{shown(high)}`; {hint}"
    problem = place.found("bad_number", fix, number=shown(text), hint=hint)
    return problem._replace(start=before.start, end=end)


def _touches(place: Stop) -> bool:
    """Tell whether no space comes after the refused word."""
    return place.following is not None and place.word is not None and (
        place.word.end == place.following.start
    )  # fmt: skip


_VALUES = (
    Row("list «^ VALUE»", "unexpected", "require a <x: list 1>", "require a <x: list of 1>",
        fix="of {text}", bracket="*", accepts="OF"),
    Row("kind=text/number/integer/boolean/object «^ of VALUE»", "unexpected",
        "require a <x: number of 5>", "require a <x: number>", bracket="*",
        hint="only a list is `of` something: write `{kind}`, or `list of {kind}`"),
    Row("not «^ ...»", "misplaced_dots", "require a <x: not ...>", "require a <x: absent>",
        hint="write `absent` for a key that is not there", bracket="*", accepts="TRUE"),
    Row("«^ ...»", "misplaced_dots", "require a <x: 1 | ...>", "require a <x: ...>",
        hint="write `...` alone, as the key's whole value", bracket=_BRACKETS, accepts="TRUE"),
    Row("answer «^ ...»", "misplaced_dots", "answer ...", 'answer "x"', accepts="TRUE",
        hint="write what the answer must have in it: `answer \"...\"`"),
    Row("result «^ ...»", "misplaced_dots", "forbid a result ...", "forbid a", accepts="TRUE",
        hint="leave `result` out: a call with any result is meant by `{tool}` alone"),
    Row("«^ ...»", "misplaced_dots", "output a = ...", "require a", accepts="TRUE",
        hint="for a call with any result write `require {tool}`"),
    Row("«^ must»", "unexpected", "require a <x: must>", "require a <must x: 1>", hint=_MUST,
        bracket="*", accepts="TRUE"),
    Row("«^ None/NONE/nil/Null/NULL»", _BARE, "require a <x: None>", "require a <x: null>",
        fix="null", bracket="*", accepts="TRUE"),
    Row("«^ True/TRUE»", _BARE, "require a <x: True>", "require a <x: true>", fix="true",
        bracket="*", accepts="TRUE"),
    Row("«^ False/FALSE»", _BARE, "require a <x: False>", "require a <x: false>", fix="false",
        bracket="*", accepts="TRUE"),
    Row("«^ any/anything/_/exists/present/required/given/set» ,/>/]/}", _BARE, "require a <x: any>",
        "require a <x: ...>", fix="...", bracket="*", accepts="DOTS"),
    Row("«^ NAME» inner=STRING›", _BARE, 'require a <x: f"a">', 'require a <x: "a">',
        fix="{inner}", hint="strings have no letters before them: write `{inner}`", bracket="*",
        accepts="TRUE",
        where=_touches),
)  # fmt: skip


def bare(place: Stop) -> LineDiagnostic | None:
    """Report a bare word where a value is expected: most likely a text without its quotes."""
    word = place.word
    if word is None or "TRUE" not in place.accepts or word.kind not in ("name", "key"):
        return None
    if "*" in word.text:
        return _glob(place, word)
    end, after = word.end, place.words[place.at + 1 :]
    for at, other in enumerate(after):
        keyed = at + 1 < len(after) and after[at + 1].text in (":", "=")
        if not place.bracket or other.kind not in ("key", "number") or keyed:
            break
        end = other.end
    name = variable(place, word) if end == word.end else None
    if name is not None:
        return name
    text = f'"{place.line.text[word.start : end]}"'
    fix = Fix(f"Write {shown(text)}", word.start, end, text)
    near = _near(word.text) if end == word.end else ""
    if near:
        hint = f"did you mean `{near}`? If it is text, put it in quotes: `{shown(text)}`"
        problem = _told(place, word, hint)
        return problem._replace(
            fixes=(Fix(f"Write {near}", word.start, end, near, guess=True), fix)
        )
    return _told(place, word, f"put text in quotes: `{shown(text)}`", fix)


def _glob(place: Stop, word: Token) -> LineDiagnostic:
    """`output read = *.env`: a glob, where a value is expected."""
    if not word.text.strip("*"):
        return _told(place, word, f"for a call with any result write `require {place.pattern}`")
    corrected = glob_regex(word.text)
    if not corrected:
        return _told(place, word, "values have no globs: write a `/regex/`")
    fix = Fix(f"Write {shown(corrected)}", word.start, word.end, corrected)
    return _told(place, word, f"values have no globs: write the regex `{shown(corrected)}`", fix)


def _told(place: Stop, word: Token, hint: str, fix: Fix | None = None) -> LineDiagnostic:
    any_value = "; `...` is any value" if "DOTS" in place.accepts else ""
    return place.found(_BARE, fix, word=shown(word.text), hint=hint, any_value=any_value)


def _near(word: str) -> str:
    """Return the keyword that a bare value is with a letter lost, doubled or out of place.

    With another letter it is most likely a word of its own: `full` is not `null`.
    """
    near = suggestion(word, _KEYWORDS)
    return near if len(near) != len(word) or sorted(near) == sorted(word) else ""


def _is_must(place: Stop) -> bool:
    written = place.before.text
    return (
        traits(place.keyword).frees_keys
        and written != "must"
        and bool(suggestion(written, ("must",)))
    )


def _indexed(place: Stop) -> bool:
    return place.word is not None and place.before.end == place.word.start


def _without_must(place: Stop) -> bool:
    return place.before.text != "must"


def _plain(place: Stop) -> bool:
    return _without_must(place) and place.word is not None and place.word.text != "must"


def _colon(words: str, problem: str, example: str, repaired: str = "", **more: object) -> Row:
    """Return a row for what people write where a colon is expected after a key."""
    row = Row(words, problem, example, repaired, bracket=_BRACKETS, accepts="COLON", refuses="TRUE")
    return row._replace(**more)


def equals(place: Stop) -> LineDiagnostic | None:
    """`each a <id = $o>: after b <id = $o>`: every key with a sign of other languages."""
    word, text = place.word, place.line.text
    signs = [
        sign for key, sign in pairwise(place.words)
        if key.kind in ("key", "string") and sign.text in ("=", "==")
    ]  # fmt: skip
    if (
        word is None
        or word not in signs
        or len(signs) < 2
        or "COLON" not in place.accepts
        or not place.bracket
    ):
        return None
    begin = len(text[: word.start].rstrip(SPACE))
    corrected, at = "", begin
    for sign in signs[signs.index(word) :]:
        corrected += f"{text[at : sign.start].rstrip(SPACE)}:"
        at = sign.end
    key = shown(place.before.text)
    fix = Fix(f"Write {key}:", begin, at, corrected)
    problem = place.found("missing_key_colon", fix, key=f"`{key}`", corrected=f"{key}:")
    return problem._replace(start=word.start, end=word.end)


_COLONS = (
    _colon("key=ANY «^ =/==»", "missing_key_colon", "require a <x = 1>", "require a <x: 1>",
           fix=":", more={"key": "`{key}`", "corrected": "{key}:"}),
    _colon("key=KEY «^ [ inner=STRING ]» :", "unexpected", 'require a <x["y"]: 1>',
           "require a <x: {y: 1, ...}>",
           hint="a key inside an object is written `{key}: {{inner}: ..., ...}`"),
    _colon("«^ [»", "unexpected", "require a <x[0]: 1>", "require a <x: [1, ...]>",
           hint="write the key, a colon and the list: `[1, ...]` begins with 1", where=_indexed),
    _colon("«not ^ key=KEY» :›", "unexpected", "require a <not x: 1>", "require a <x: not 1>",
           fix="{key}: not", hint="`not` comes before the value: write `{key}: not ...`"),
    _colon("«key=KEY ^ not» :›", "unexpected", "require a <x not: 1>", "require a <x: not 1>",
           fix="{key}: not", hint="`not` comes before the value: write `{key}: not ...`"),
    _colon("«ANY» ^ KEY :", "unknown_word", "require a <mst x: 1>", "require a <must x: 1>",
           fix="must", hint="did you mean `must`?", where=_is_must, bracket="<"),
    _colon("«WORD ^ WORD» :", "unexpected", "require a <user id: 1>", 'require a <"user id": 1>',
           fix='"{text}"', hint='a key of two words is put in quotes: `"{text}": ...`',
           where=_plain),
    _colon("«^ must»", "unexpected", "require a <x must 1>", "require a <must x: 1>", hint=_MUST,
           where=_without_must),
    _colon("«key=STRING ^» ,/>/]/}", "key_expected", 'require a <"x">', 'require a <key: "x">',
           hint="write `{key}: ...`, or `key: {key}`"),
    _colon("«key=ANY ^» ,/>/]/}", "key_expected", "require a <x>", "require a <x: 1>",
           hint='write `{key}: ...`, or `key: "{key}"`'),
    _colon("key=ANY «^ value=ANY»", "missing_key_colon", "require a <x 1>", "require a <x: 1>",
           fix=": {value}", title="Write the colon",
           more={"key": "`{key}`", "corrected": "{key}: {value}"}),
)  # fmt: skip


def key_row(words: str, problem: str, example: str, repaired: str = "", **more: object) -> Row:
    """Return a row for what people write where a key is expected."""
    row = Row(words, problem, example, repaired, bracket=_BRACKETS, accepts="KEY")
    return row._replace(**more)


_DOTS = "misplaced_dots"
_KEY_FIRST = "write a key and a colon before it"

_KEYS = (
    key_row("«^ ...»", _DOTS, "require a <x: 1, ...>", "require a <x: 1>",
         hint="remove it: other arguments are free in `{keyword}`"),
    key_row(", «^ ,»", "unexpected", "require a <x: 1,, y: 2>", "require a <x: 1, y: 2>", fix="",
         title="Remove the comma", hint="remove one of the commas"),
    key_row("«^ n=NUMBER» :", "key_expected", "require a <x: 1, 2: 3>", 'require a <x: 1, "2": 3>',
         fix='"{n}"'),
    key_row("«^ NUMBER»", "key_expected", "require a <x: 1, 2>", "require a <x: 1, y: 2>",
         hint=_KEY_FIRST),
    key_row("«^ REGEX»", "key_expected", "require a <x: 1, /x/>", "require a <x: 1, y: /x/>",
         hint=_KEY_FIRST),
    key_row("«^ SIGN»", "key_expected", "require a <x: 1, [2]>", "require a <x: 1, y: [2]>",
         hint=_KEY_FIRST),
)  # fmt: skip


def _comma(bracket: str, what: str, example: str, repaired: str) -> Row:
    return Row("«^ STARTS»", "missing_comma", example, repaired, fix=", {text}", bracket=bracket,
               accepts="COMMA", title="Write the comma", more={"what": what})  # fmt: skip


_COMMAS = (
    Row("«NUMBER ^ WORD» ,/>/]/}", "bad_number", "require a <x: 249 EUR>",
        'require a <x: "249 EUR">', fix='"{text}"', hint="put text in quotes: `{corrected}`",
        bracket=_BRACKETS, accepts="COMMA"),
    _comma("<", "arguments", "require a <x: 1 y: 2>", "require a <x: 1, y: 2>"),
    _comma("[", "the items of a list", "require a <x: [1 2]>", "require a <x: [1, 2]>"),
    _comma("{", "the keys of an object", "require a <x: {y: 1 z: 2}>",
           "require a <x: {y: 1, z: 2}>"),
)  # fmt: skip

ALL = (empty, *_COMPARED, spaced_range, dated, *_VALUES, bare, equals, *_COLONS, *_KEYS, *_COMMAS)
"""In the order they are asked."""
