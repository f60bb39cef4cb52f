"""Characters that no spec is written with: look-alikes, invisible ones, and strangers."""

from __future__ import annotations

from toolspec.dsl.lines import Line
from toolspec.dsl.problem import Fix, Found, shown, visible
from toolspec.dsl.scan import Word

_QUOTES = "“”„‟«»″〝〞＂"
_SINGLE = "'‘’‚‛`´′"

LOOKS_LIKE = {
    **dict.fromkeys(_QUOTES, '"'),
    **dict.fromkeys("→⇒➔➜⟶⟹➡", "->"),
    **dict.fromkeys("–—‒―−‐‑﹣－", "-"),
    **dict.fromkeys("：﹕∶", ":"),
    **dict.fromkeys("，‚、﹐", ","),
    **dict.fromkeys("｜∣ǀ¦", "|"),
    **dict.fromkeys("＝﹦", "="),
    **dict.fromkeys("＜‹〈﹤⟨", "<"),
    **dict.fromkeys("＞›〉﹥⟩", ">"),
    **dict.fromkeys("≤⩽≦", "<="),
    **dict.fromkeys("≥⩾≧", ">="),
    **dict.fromkeys("≠", "!="),
    **dict.fromkeys("［", "["),
    **dict.fromkeys("］", "]"),
    **dict.fromkeys("｛", "{"),
    **dict.fromkeys("｝", "}"),
    **dict.fromkeys("…", "..."),
    **dict.fromkeys("／∕⁄", "/"),
    **dict.fromkeys("＊∗", "*"),
    **dict.fromkeys("＃", "#"),
    **dict.fromkeys("＠", "@"),
    **dict.fromkeys("\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009", " "),
    **dict.fromkeys("\u200a\u202f\u205f\u3000", " "),
    **dict(zip("аеорсухіјѕԁһ", "aeopcyxijsdh", strict=True)),
    **dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX", strict=True)),
}
"""Characters that arrive by copy and paste, and what was meant."""

RESERVED = {
    "(": "alternatives need no brackets: `a | b`",
    ")": "alternatives need no brackets: `a | b`",
    "&": "write one rule for each thing that must hold",
    "&&": "write one rule for each thing that must hold",
    "$": "put a name that has the sign in quotes",
    "~": "write a `/regex/` for what text must look like",
    "..": "write `...` for any value",
}

WRONG = {"=>": ">=", "=<": "<=", "||": "|"}
"""Signs of other languages, and what the language writes."""


def strange(line: Line) -> list[Found]:
    """Return a problem for each character, or run of them, that cannot stand in a rule."""
    found: list[Found] = []
    behind = 0
    for at, word in enumerate(line.words):
        if word.start < behind:
            continue
        problem = _sign(line, at, word) if word.kind == "sign" else None
        if word.kind == "other":
            problem = _character(line, at, word)
        elif word.kind == "name" and word.text == "@":
            problem = Found("unknown_character", word.start, word.end, _nameless)
        elif word.kind == "open_string":
            problem = Found("unterminated_string", word.start, word.end)
        elif word.kind == "open_regex" and not word.text.startswith("/*"):
            problem = Found("unterminated_regex", word.start, word.end)
        if problem is not None:
            found.append(problem)
            behind = problem.end
    return found


_nameless = {"char": "@", "hint": "write the name that a `tool` line defines behind it: `@reader`"}


def _sign(line: Line, at: int, word: Word) -> Found | None:
    text, start, end = word.text, word.start, word.end
    if text in RESERVED:
        return Found("reserved_sign", start, end, {"sign": text, "hint": RESERVED[text]})
    if text not in WRONG:
        return None
    mended = WRONG[text]
    after = line.words[at + 1].kind if at + 1 < len(line.words) else ""
    if text == "=>" and after != "number":
        mended = "->"
    why = {
        "||": "alternatives are parted by one `|`",
        "->": "steps are parted by `->`",
    }.get(mended if mended == "->" else text, "the sign comes first, the `=` behind it")
    fields = {"sign": text, "mended": mended, "hint": why}
    return Found(
        "wrong_operator", start, end, fields, (Fix(f"Write {mended}", start, end, mended),)
    )


def _character(line: Line, at: int, word: Word) -> Found:
    char, start, text = word.text, word.start, line.text
    if char in _SINGLE or char in _QUOTES:
        return _quotes(text, start, char)
    if char == "-" and text[start : start + 2] == "--":
        return Found("comment_sign", start, start + 2, {"sign": "--"})
    meant = LOOKS_LIKE.get(char)
    # A letter is a look-alike only among such: a word in Russian or Greek is a name to be quoted.
    if meant is not None and (not char.isalpha() or _all_look_alikes(line.words, at)):
        return _look_alike(text, start, char, meant)
    if not char.isprintable():
        fields = {"char": f"U+{ord(char):04X}", "escape": f"\\u{ord(char):04x}"}
        fix = Fix("Take it out", start, start + 1, "")
        return Found("control_character", start, start + 1, fields, (fix,))
    return _stranger(line, at, word)


def _all_look_alikes(words: list[Word], at: int) -> bool:
    """Tell whether every letter of the run around a place looks like one of ours."""
    first = last = at
    while first > 0 and words[first - 1].kind == "other" and words[first - 1].text.isalpha():
        first -= 1
    while (
        last + 1 < len(words) and words[last + 1].kind == "other" and words[last + 1].text.isalpha()
    ):
        last += 1
    return all(word.text in LOOKS_LIKE for word in words[first : last + 1])


def _look_alike(text: str, start: int, char: str, meant: str) -> Found:
    from unicodedata import name

    end = start + 1
    if meant == "-" and text[end : end + 1] in (">", "＞"):
        end, meant = end + 1, "->"
    written = "a space" if meant == " " else meant
    fields = {
        "char": visible(char),
        "name": name(char, f"U+{ord(char):04X}").lower(),
        "meant": written,
    }
    fix = Fix(f"Write {written}", start, end, meant)
    return Found("confusable", start, end, fields, (fix,))


def _quotes(text: str, start: int, char: str) -> Found:
    """Take text in foreign quotes as one thing, so that one fix cures both ends."""
    group = _SINGLE if char in _SINGLE else _QUOTES + '"'
    close = next(
        (at for at in range(start + 1, len(text)) if text[at] in group or text[at] in "\r\n"), -1
    )
    if close >= 0 and text[close] in "\r\n":
        close = -1
    end = close + 1 if close >= 0 else start + 1
    inner = text[start + 1 : close] if close >= 0 else ""
    plain = close >= 0 and '"' not in inner and "\\" not in inner and inner.isprintable()
    mended = f'"{inner}"' if plain else '"..."'
    fixes = (Fix(f"Write {shown(mended)}", start, end, mended),) if plain else ()
    if char in _SINGLE:
        return Found("single_quotes", start, end, {"mended": shown(mended)}, fixes)
    from unicodedata import name

    fields = {"char": char, "name": name(char).lower(), "meant": '"'}
    return Found("confusable", start, end, fields, fixes)


def _stranger(line: Line, at: int, word: Word) -> Found:
    """Report a run of characters that no word has.

    With what touches it, it may be a name to quote.
    """
    words = line.words
    last = at
    while last + 1 < len(words) and words[last + 1].kind == "other":
        follower = words[last + 1]
        alike = follower.text in LOOKS_LIKE and not follower.text.isalpha()
        if follower.start != words[last].end or alike:
            break
        last += 1
    first, end = at, last
    touching = ("name", "key", "number", "other")
    while first > 0 and words[first - 1].end == words[first].start:
        if words[first - 1].kind not in touching:
            break
        first -= 1
    while end + 1 < len(words) and words[end + 1].start == words[end].end:
        if words[end + 1].kind not in touching:
            break
        end += 1
    start, stop = words[first].start, words[end].end
    name = line.text[start:stop]
    span = (word.start, words[last].end)
    char = shown(line.text[span[0] : span[1]])
    if not any(letter.isalnum() for letter in name) or not name.isprintable() or "\\" in name:
        return Found("unknown_character", *span, {"char": char, "hint": "take it out"})
    quoted = f'"{name}"'
    hint = f"put the name in quotes: `{shown(quoted)}`"
    fix = Fix(f"Write {shown(quoted)}", start, stop, quoted)
    return Found("unknown_character", *span, {"char": char, "hint": hint}, (fix,))
