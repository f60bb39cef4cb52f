"""Words and signs of other languages in values: `between 1 and 5`, `in [1, 2]`, `contains "x"`."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.dsl.recover.row import Row
from toolspec.dsl.recover.stop import Stop

_BARE = "bare_word_value"

_WORDS = (
    ("between/from RANGE", "{low}..{high}", "between 1 and 5", "1..5"),
    ("between/from/range VALUES", "{low}..{high}", "between [1, 5]", "1..5"),
    ("in/oneof VALUES", "{values}", "in [1, 2]", "1 | 2"),
    ("any/one VALUES", "{values}", 'any ["a", "b"]', '"a" | "b"'),
    ("in/oneof value=NUMBER", "{value}", "in 5", "5"),
    ("outside value=STRING", "not inside {value}", 'outside "y"', 'not inside "y"'),
    (
        "one/any of value=VALUE , other=VALUE , third=VALUE",
        "{value} | {other} | {third}",
        'one of "a", "b", "c"',
        '"a" | "b" | "c"',
    ),
    (
        "one/any of value=VALUE ,/or other=VALUE",
        "{value} | {other}",
        'one of "a", "b"',
        '"a" | "b"',
    ),
    ("one/any of value=VALUE", "{value}", 'one of "a"', '"a"'),
    ("any/one value=VALUE", "{value}", 'any "a"', '"a"'),
    ("one/any of VALUES", "{values}", 'one of ["a", "b"]', '"a" | "b"'),
    ("contains/contain/includes/containing value=VALUE", "has {value}", 'contains "y"', 'has "y"'),
    (
        "startswith/startsWith/starts/begins/beginning with? QUOTED",
        "/^{escaped}/",
        'startswith "y"',
        "/^y/",
    ),
    ("endswith/endsWith/ends/ending with? QUOTED", "/{escaped}$/", 'ends with "y"', "/y$/"),
    ("like LIKE", "{regex}", 'like "%y"', "/y$/"),
    ("matches/matching/regex/regexp/match value=REGEX", "{value}", "matches /y/", "/y/"),
    ("matches/matching/regex/regexp/match PLAIN", "{regex}", 'matches "y"', "/y/"),
    ("is/does not value=VALUE", "not {value}", 'is not "y"', 'not "y"'),
    ("is/equals/eq/equal value=VALUE", "{value}", 'is "y"', '"y"'),
    (
        "len/size/count sign=</<=/>/>= value=NUMBER",
        "length {sign} {value}",
        "len > 3",
        "length > 3",
    ),
    ("len/size of? value=NUMBER", "length {value}", "size 3", "length 3"),
    ("less/fewer than? value=NUMBER", "< {value}", "less than 5", "< 5"),
    ("below/under value=NUMBER", "< {value}", "below 5", "< 5"),
    ("under/within/beneath/below value=STRING", "inside {value}", 'under "y"', 'inside "y"'),
    ("more/greater/bigger than? value=NUMBER", "> {value}", "greater than 5", "> 5"),
    ("above/over value=NUMBER", "> {value}", "above 5", "> 5"),
    ("at most value=NUMBER", "<= {value}", "at most 5", "<= 5"),
    ("at least value=NUMBER", ">= {value}", "at least 5", ">= 5"),
    ("max/maximum value=NUMBER", "<= {value}", "max 5", "<= 5"),
    ("min/minimum value=NUMBER", ">= {value}", "min 5", ">= 5"),
)
"""Words before a value, what says the same, and an example of both."""


def _rows() -> Iterator[Row]:
    for words, fix, example, repaired in _WORDS:
        first, *rest = words.split()
        yield Row(f"«^ {first}» {' '.join(rest)}›", _BARE, f"require a <x: {example}>",
                  f"require a <x: {repaired}>", fix=fix, bracket="*", accepts="TRUE")  # fmt: skip
        yield Row(f"key=KEY «^ {first}» {' '.join(rest)}›", "missing_key_colon",
                  f"require a <x {example}>", f"require a <x: {repaired}>", fix=f": {fix}",
                  title=f"Write {{key}}: {fix}",
                  bracket="*", accepts="COLON", refuses="TRUE",
                  more={"key": "`{key}`", "corrected": f"{{key}}: {fix}"})  # fmt: skip


def _again(place: Stop) -> bool:
    """Tell whether the key is written again where its value begins."""
    word = place.word
    return word is not None and place.at > 1 and word.text == place.words[place.at - 2].text


_TYPES = {
    "string/str": "text", "float/double": "number", "int": "integer", "bool": "boolean",
    "array": "list", "dict": "object", "undefined/missing": "absent",
}  # fmt: skip
"""Words of other languages for types and missing keys, and ours."""

ALL = (
    Row("«^ in» value=STRING", _BARE, 'require a <x: in "src">', 'require a <x: inside "src">',
        bracket="*", accepts="TRUE",
        hint="write `inside {value}` for a path in that folder, `{value}` for this text itself"),
    Row("«result ^ how=ok/failed»", _BARE, "forbid a result failed", "forbid a failed",
        fix="{how}"),
    Row("not «^ empty/blank» ,/>/]/}", _BARE, "require a <x: not empty>",
        "require a <x: length > 0>", bracket="*", accepts="TRUE",
        hint="of a text, a list or an object write `length > 0`"),
    Row("«^ empty/blank» ,/>/]/}", _BARE, "require a <x: empty>", "require a <x: length 0>",
        fix="length 0", bracket="*", accepts="TRUE",
        hint='write `length 0`, for a text also `""`; the word itself is `"{text}"`'),
    Row("«^ nonempty/non_empty/non-empty» ,/>/]/}", _BARE, "require a <x: nonempty>",
        "require a <x: length > 0>", fix="length > 0", bracket="*", accepts="TRUE"),
    Row("list «^ [ of=ANY ]»", "unexpected", "require a <x: list[text]>",
        "require a <x: list of text>", fix="of {of}", hint="write `list {corrected}`", bracket="*"),
    Row("key=KEY : «^ KEY sign=COMPARES» value=NUMBER", _BARE, "require a <amount: amount > 5>",
        "require a <amount: > 5>", fix="{sign}", bracket="*", accepts="TRUE", where=_again),
    *(Row(f"«^ {words}» ,/>/]/}}", _BARE, f"require a <x: {words.partition('/')[0]}>",
          f"require a <x: {meant}>", fix=meant, bracket="*", accepts="TRUE",
          hint=f"write `{meant}`, or put text in quotes: `\"{{text}}\"`")
      for words, meant in _TYPES.items()),
    Row("not «^ in/oneof» VALUES›", _BARE, "require a <x: not in [1, 2]>",
        "require a <x: not (1 | 2)>", fix="({values})", bracket="*", accepts="TRUE"),
    Row("«low=NUMBER ^ to high=NUMBER»", "unexpected", "require a <x: 1 to 5>",
        "require a <x: 1..5>", fix="{low}..{high}", bracket="*", accepts="PIPE"),
    *_rows(),
    Row("«^ in/oneof/one/any» [", _BARE, "require a <x: in [/x/, {}]>", "require a <x: /x/ | {}>",
        hint="write one of several values with `|` between them: `1 | 2`", bracket="*",
        accepts="TRUE"),
)  # fmt: skip
"""In the order they are asked."""
