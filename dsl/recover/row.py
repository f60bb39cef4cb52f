"""One mistake as a row of data: where it is made, its problem, its hint, its fix, its example."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from toolspec.dsl.problem import LINE_SHOWN_MAX, SHOWN_MAX, Fix, LineDiagnostic, filled, shown
from toolspec.dsl.recover.rewriting import is_rule
from toolspec.dsl.recover.stop import Stop, quoted_word
from toolspec.dsl.recover.token_pattern import TokenMatch, compiled, match
from toolspec.dsl.text.lexer import OPENS, SPACE
from toolspec.engine.rules import traits


class Row(NamedTuple):
    """A mistake that tokens around the place where the parser stopped give away.

    `words` is a pattern of tokens (see `token_pattern`). It is looked at in lines of kinds whose
    syntax has this property `of` (empty: in all lines), inside this `bracket` ("" for none, `*`
    for any), where one of the terminals `accepts` could follow, or nothing but `only`, and none of
    `refuses`.

    `fix` replaces what the pattern marks; `line` replaces the line up to the end of the match. A
    `hint` that is left out says to write this. Without `certain`, there is a hint and no fix. In
    these texts `{name}` stands for a named part of the pattern, `{tool}` for the tool pattern of
    the entry, `{phrase}` for its whole call phrase, `{keyword}` for the line's first word, `{text}`
    for what is marked, `{head}` for all before it, `{rest}` for all after the match, `{tail}` for
    that where it can end a rule; in a hint, `{corrected}` for what a fix writes and `{fixed}` for
    its whole line.

    `example` is a line with the mistake and `repaired` what is meant: the tests of the row.
    """

    words: str
    problem: str
    example: str
    repaired: str = ""
    hint: str = ""
    fix: str | None = None
    line: str | None = None
    of: str = ""
    bracket: str = ""
    accepts: str = ""
    only: str = ""
    refuses: str = ""
    certain: bool = True
    title: str = ""
    where: Callable[[Stop], bool] | None = None
    more: Mapping[str, str] = {}
    """Further fields of the problem."""

    @property
    def offers(self) -> bool:
        """Whether the row has a quick fix."""
        return self.certain and (self.fix is not None or self.line is not None)

    def found(self, place: Stop) -> LineDiagnostic | None:
        """Return the row's problem, None where its mistake is not made at the place."""
        if not self.applies(place):
            return None
        tokens = place.tokens
        matched = match(compiled(self.words), place.line.text, tokens, place.at)
        return None if matched is None else self._told(place, matched)

    def is_about(self, keyword: str) -> bool:
        """Tell whether the row is about lines with this first word."""
        return not self.of or getattr(traits(keyword).syntax, self.of)

    def applies(self, place: Stop) -> bool:
        """Tell whether the row is about such a place, its words left aside."""
        if not self.is_about(place.keyword):
            return False
        accepts = place.accepts
        if self.accepts and accepts.isdisjoint(self.accepts.split()):
            return False
        if self.only and accepts != frozenset(self.only.split()):
            return False
        if self.refuses and not accepts.isdisjoint(self.refuses.split()):
            return False
        if self.bracket != "*" and place.bracket not in (tuple(self.bracket) or ("",)):
            return False
        return self.where is None or self.where(place)

    def _told(self, place: Stop, matched: TokenMatch) -> LineDiagnostic:
        line = place.line.text
        start, end = matched.start, matched.end
        rest = line[matched.last :]
        named = {
            "tool": place.pattern,
            "phrase": _phrase(place, start),
            "keyword": place.keyword,
            "text": line[start:end],
            "before": place.before.text,
            "head": line[:start].rstrip(SPACE),
            "rest": rest,
            **matched.named,
        }
        if "{tail}" in self.hint:
            named["tail"] = rest if is_rule(f"require a if b{rest}") else ""
        number = named.get("n", "")
        named["n-1"] = str(int(number) - 1) if number.isdigit() else ""
        fix = None
        if self.fix is not None:
            fix = _fix(line, start, matched.replaced, filled(self.fix, named))
            if self.title:
                fix = fix._replace(title=shown(filled(self.title, named)))
        elif self.line is not None:
            text = filled(self.line, named)
            fix = Fix(f"Write {shown(text + rest)}", 0, matched.last, text)
        corrected = "" if fix is None else fix.text.strip() or "nothing"
        texts = {name: shown(text, LINE_SHOWN_MAX) for name, text in named.items()}
        texts["corrected"] = shown(
            corrected if self.line is None else corrected + rest, LINE_SHOWN_MAX
        )
        if fix is not None:
            fixed = line[: fix.start] + fix.text + line[fix.end :]
            texts["fixed"] = shown(fixed, LINE_SHOWN_MAX)
        hint = filled(self.hint or self._usual(), texts)
        written = shown(line[start:end], SHOWN_MAX)
        fields = {
            "word": written,
            "sign": written,
            "clause": written,
            "found": quoted_word(written),
        }
        fields |= {"corrected": texts["corrected"], "hint": hint, "number": written}
        fields["bracket"] = f"`{place.bracket}...{OPENS.get(place.bracket, '')}`"
        fields["sign"] = written
        fields["any_value"] = "; `...` is any value" if "DOTS" in place.accepts else ""
        fields |= {name: filled(text, texts) for name, text in self.more.items()}
        problem = place.found(self.problem, fix if self.certain else None, **fields)
        return problem._replace(start=start, end=end)

    def _usual(self) -> str:
        return "remove it" if self.fix == "" else "write `{corrected}`"


def _phrase(place: Stop, start: int) -> str:
    """Return the call phrase of the entry, as far as it comes before what is marked."""
    phrase = place.phrase
    return phrase[: max(0, start - place.entry.start)].rstrip(SPACE) or phrase


def _fix(line: str, start: int, end: int, text: str) -> Fix:
    """Replace a span by a text, with the spaces around it that a rule has."""
    written = line[start:end]
    title = f"Write {shown(text)}" if text else f"Remove {shown(written)}"
    if text[:1] in (",", ":") and text[1:].strip() == written:
        at = len(line[:start].rstrip(SPACE))  # only the sign is missing
        return Fix(title, at, at, text[0])
    if not text or text[0] in ",:":
        start = len(line[:start].rstrip(SPACE))
    elif line[start - 1 : start] not in ("", " ", "\t", "<", "[", "(", "{"):
        text = f" {text}"
    goes_on = text[-1:] in ("", "<", "@") or text.endswith(f" {written}")
    if not goes_on and line[end : end + 1] not in (*" \t,:>])}", ""):
        text += " "
    return Fix(title, start, end, text)


Teller = Callable[[Stop], LineDiagnostic | None]


def first_told(tellers: Iterable[Row | Teller], place: Stop) -> LineDiagnostic | None:
    """Return what the first row or function says that knows the mistake at a place."""
    for teller in tellers:
        problem = teller.found(place) if isinstance(teller, Row) else teller(place)
        if problem is not None:
            return problem
    return None
