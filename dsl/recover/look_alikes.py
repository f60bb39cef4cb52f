"""Characters that look like ones of the language: quotes, arrows, spaces, letters of others."""

from __future__ import annotations

from bisect import bisect
from functools import lru_cache

from toolspec.dsl.problem import Fix, LineDiagnostic, shown, visible_character

QUOTES = "“”„‟«»″〝〞＂"
SINGLE = "'‘’‚‛`´′"

LOOKS_LIKE = {
    **dict.fromkeys(QUOTES, '"'),
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


def look_alike(text: str, start: int, char: str, meant: str) -> LineDiagnostic:
    """Report a character in the place of the one that is `meant`."""
    from unicodedata import name

    end = start + 1
    if meant == "-" and text[end : end + 1] in (">", "＞"):
        end, meant = end + 1, "->"
    written = "a space" if meant == " " else meant
    fields = {
        "char": visible_character(char),
        "name": name(char, f"U+{ord(char):04X}"),
        "meant": written,
    }
    fix = Fix(f"Write {written}", start, end, meant)
    return LineDiagnostic("confusable", start, end, fields, (fix,))


def quotes(text: str, start: int, char: str) -> LineDiagnostic:
    """Take text in foreign quotes as one thing, so that one fix corrects both ends."""
    group = SINGLE if char in SINGLE else QUOTES + '"'
    ends = _quote_ends(text, group)
    next_end = bisect(ends, start)
    close = ends[next_end] if next_end < len(ends) else -1
    if close >= 0 and text[close] in "\r\n":
        close = -1
    end = close + 1 if close >= 0 else start + 1
    inner = text[start + 1 : close] if close >= 0 else ""
    plain = close >= 0 and '"' not in inner and "\\" not in inner and inner.isprintable()
    corrected = f'"{inner}"' if plain else '"..."'
    fixes = (Fix(f"Write {shown(corrected)}", start, end, corrected),) if plain else ()
    if char in SINGLE:
        return LineDiagnostic("single_quotes", start, end, {"corrected": shown(corrected)}, fixes)
    from unicodedata import name

    fields = {"char": char, "name": name(char), "meant": '"'}
    return LineDiagnostic("confusable", start, end, fields, fixes)


@lru_cache(maxsize=2)
def _quote_ends(text: str, group: str) -> list[int]:
    """Return where a text in quotes may end: at a quote of the group, or with the row."""
    return [
        at for at, char in enumerate(text)
        # An apostrophe between letters closes nothing.
        if (char in group and not text[at + 1 : at + 2].isalnum()) or char in "\r\n"
    ]  # fmt: skip
