"""The place where the parser stopped: what came before it, and what could have followed."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

from toolspec.dsl.problem import Fix, LineDiagnostic, shown
from toolspec.dsl.recover.expected import all_expected, expectation, phrase, words_of
from toolspec.dsl.text.lexer import COMPARING, OPENS, TOOLS, Token, depths
from toolspec.dsl.text.lines import LogicalLine
from toolspec.dsl.text.suggest import suggestion
from toolspec.engine.match.qualifiers import qualifiers
from toolspec.engine.rules import KEYWORDS as KINDS
from toolspec.engine.rules import traits

OWN_WORDS = (
    "result", "min", "at", "before", "step", "weight", "pass", "as", "final", "after", "until",
    "per", "among", "ignoring", "if", "soft", "turn",
)  # fmt: skip
"""The words of rules that come after a tool, clauses included."""

FITS_BEFORE = {
    "number": ("min", "weight", "pass", "step", "turn"),
    "string": ("as",),
    "regex": ("result",),
    "step": ("at", "before"),
}
"""The words that something follows, by what that is: they tell `pas 0.5` from `ass "name"`."""

_AFTER_PHRASES = (
    "min", "final", "at", "before", "weight", "pass", "as", "soft", "after", "until",
    "per", "among", "ignoring", "if",
)  # fmt: skip
"""The words that end a call phrase."""

_CLAUSES = ("weight", "pass", "as", "soft")

FORMS = {
    "tool": "tool @reader = view | cat",
    "value": "value @id = /^A-/",
    "traces": 'traces "runs/*.json"',
    "tools": 'tools "mcp-tools.json"',
    "use": 'use "house-rules.toolspec"',
    "case": 'case "name" {',
}
"""A line that begins with each keyword of no kind; a kind shows its first example."""


class Stop:
    """Where the parser stopped: `taken` are the tokens before, `accepts` what could follow."""

    def __init__(
        self,
        line: LogicalLine,
        words: list[Token],
        taken: list[tuple[str, str]],
        stop: int,
        accepts: frozenset[str],
    ) -> None:
        self.line, self.words, self.taken = line, words, taken
        self.stop, self.accepts = stop, accepts

    def earlier(self, tokens: int, accepts: frozenset[str], stop: int | None = None) -> Stop:
        """Return the place where only so many tokens are taken, at the start of the next word."""
        taken = self.taken[:tokens]
        start = self.before.start if stop is None else stop
        return Stop(self.line, self.words, taken, start, accepts)

    @property
    def keyword(self) -> str:
        """The line's first word, "" for a `}`."""
        return self.line.first

    @cached_property
    def offered(self) -> frozenset[str]:
        """What could follow and be right: no word a second time, no idle `pass`, `must` or `<>`."""
        left = self.accepts - self._spent()
        if self._could_be_more():
            left |= {"COLON"}
        if not traits(self.keyword).frees_keys:
            return left - {"MUST"} if "TRUE" in left else left - {"MUST", "HAS"}
        return left - {"MORE"} if self.before.text == self.bracket == "<" else left

    def _could_be_more(self) -> bool:
        """Tell whether a colon would make the last words modes, or `must` a key."""
        words = [word.text for word in self.words[1 : self.at]]
        modes = traits(self.keyword).syntax.mode_words
        if words and set(words) <= set(modes) and words == sorted(set(words)):
            return True
        return bool(self.taken) and self.taken[-1][0] == "MUST"

    def _spent(self) -> set[str]:
        """Return the words that the grammar takes here and that the rule cannot use again."""
        spent = self._spent_on_call()
        if self.keyword not in KINDS or "$END" not in self.accepts:
            return spent
        rule = traits(self.keyword)
        once = {word.upper() for word in (*_CLAUSES, *rule.syntax.words)}
        spent |= {name for name, text in self.taken[1:] if name == text.upper()} & once
        spent |= self._spent_on_parts()
        return spent if rule.scores_in_part else spent | {"PASS"}

    def _spent_on_parts(self) -> set[str]:
        """Return the words of clauses that the rule has already, or cannot have beside them."""
        names = {name for name, _ in self.taken}
        spent = names & {"IF", "AMONG", "IGNORING", "PER", "UNTIL"}
        divided = names & {"PER", "UNTIL"}
        if divided:
            spent |= {"PER", "UNTIL"}
        elif any(self._is_window(at) for at in range(1, len(self.taken))):
            spent.add("PER")
        return spent

    def _is_window(self, at: int) -> bool:
        """Tell whether a token is an `after` that opens a window, and no step follows it."""
        following = self.taken[at + 1 : at + 2]
        steps = {"STEP_NUMBER", "TURN_NUMBER"}
        return self.taken[at][0] == "AFTER" and not (following and following[0][0] in steps)

    def _spent_on_call(self) -> set[str]:
        """Return the words of qualifiers that the call phrase here has already."""
        names = [name for name, _ in self.taken]
        ends = [at for at, name in enumerate(names) if name in ("ARROW", "COMMA", "COLON")]
        phrase = set(names[ends[-1] if ends and not self.bracket else 0 :])
        groups = [[word.upper() for word in qualifier.syntax.words] for qualifier in qualifiers()]
        return {word for group in groups for word in group if phrase & set(group)}

    @cached_property
    def at(self) -> int:
        """The index of the word that was refused; past the last where the line ended too early."""
        return next(
            (i for i, word in enumerate(self.words) if word.end > self.stop), len(self.words)
        )

    @cached_property
    def word(self) -> Token | None:
        """The word that was refused, None at the end of the line."""
        at = self.at
        if at == len(self.words):
            return None
        word = self.words[at]
        if word.start >= self.stop:
            return word
        return Token(word.kind, word.text[self.stop - word.start :], self.stop, word.end)

    @cached_property
    def tokens(self) -> list[Token]:
        """The line's words, the refused one without what the parser took of it."""
        word = self.word
        if word is None or word == self.words[self.at]:
            return self.words
        return [*self.words[: self.at], word, *self.words[self.at + 1 :]]

    @property
    def before(self) -> Token:
        """The word before it."""
        return self.words[max(0, min(self.at, len(self.words)) - 1)]

    @property
    def following(self) -> Token | None:
        """The word after it."""
        at = self.at + 1
        return self.words[at] if at < len(self.words) else None

    def meant(self, known: Collection[str]) -> str:
        """Return the known word that the refused one most likely is, "" where none is near."""
        word, following = self.word, self.following
        if word is None:
            return ""
        fitting: Collection[str] = ()
        if following is not None:
            fitting = FITS_BEFORE.get(following.text, FITS_BEFORE.get(following.kind, ()))
        likely = [name for name in known if name in fitting]
        # One letter is near to many words; only what follows it tells that it is one of them.
        return suggestion(word.text, likely) or (
            suggestion(word.text, known) if word.text[1:] else ""
        )

    @cached_property
    def bracket(self) -> str:
        """The bracket that is open here, "" for none."""
        stack: list[str] = []
        if self.keyword == "case":
            return ""
        for word in self.words[: self.at]:
            if word.kind != "sign" or (self.keyword in COMPARING and word.text == "<"):
                continue
            if word.text in OPENS:
                stack.append(word.text)
            elif stack and OPENS[stack[-1]] == word.text:
                stack.pop()
        return stack[-1] if stack else ""

    @cached_property
    def entry(self) -> Token:
        """The first word of the entry in which the parser stopped."""
        words = self.words[: self.at]
        depth = depths(words, self.keyword)
        start = 1
        for at, word in enumerate(words[:-1]):
            if not depth[at] and (word.text in (",", ":") or word.kind == "arrow"):
                start = at + 1
        return words[min(start, len(words) - 1)]

    @property
    def pattern(self) -> str:
        """The tool pattern of that entry, as a message quotes it."""
        first = self.entry
        words = self.words[self.words.index(first) :]
        last = first
        for bar, tool in zip(words[1::2], words[2::2], strict=False):
            if bar.text != "|" or tool.kind not in TOOLS:
                break
            last = tool
        return shown(self.line.text[first.start : last.end])

    @property
    def phrase(self) -> str:
        """The call phrase of that entry up to the refused word, without the clauses after it."""
        words = self.words[: self.at]
        depth = depths(words, self.keyword)
        start = self.words.index(self.entry)
        end = start
        while end < len(words) and (
            end == start or depth[end] or words[end - 1].text == "|"
            or words[end].text not in _AFTER_PHRASES
        ):  # fmt: skip
            end += 1
        return self.line.text[self.entry.start : words[max(end, start + 1) - 1].end]

    @property
    def call(self) -> str:
        """That pattern with its arguments, where they are written and complete."""
        if self.before.text != ">" or self.bracket:
            return self.pattern
        return shown(self.line.text[self.entry.start : self.before.end])

    @property
    def narrowed(self) -> bool:
        """Whether the rule is about calls with certain arguments or results only."""
        return bool({"LESS", "RESULT"} & {name for name, _ in self.taken})

    @property
    def only_numbers(self) -> bool:
        """Whether a comparison of values waits for its number."""
        length = any(word.text == "length" for word in self.words[max(0, self.at - 2) : self.at])
        return self.accepts == frozenset(("NUMBER",) if length else ("NUMBER", "VARIABLE"))

    @property
    def strict(self) -> bool:
        """Whether the rule has the mode `strict`."""
        return any(name == "STRICT_MODE" for name, _ in self.taken)

    def only(self, terminal: str) -> bool:
        """Tell whether nothing else could have followed."""
        return set(self.accepts) == {terminal}

    @property
    def only_step(self) -> bool:
        """Whether nothing but `step` or `turn` could have followed."""
        return set(self.accepts) == {"STEP", "TURN"}

    def advice(self, shown_token: str) -> str:
        """Say what to write where only the parser knows what may follow."""
        here = self.offered - {"$END"}
        if shown_token[1:-1] in OPENS.values():
            any_value = ", or `...` for any value" if "DOTS" in here else ""
            return f"write {phrase(here - {'DOTS'})} before {shown_token}{any_value}"
        if len(all_expected(here)) == 1 and not words_of(here):
            return f"write {phrase(here)} before {shown_token}, or remove {shown_token}"
        return f"remove {shown_token}, or write what is expected in its place"

    def expected(self) -> dict[str, str]:
        """Return what was expected, as fields of a problem."""
        return {"expected": phrase(self.offered), "expectation": expectation(self.offered)}

    def found(self, slug: str, fix: Fix | None = None, **fields: str) -> LineDiagnostic:
        """Report a problem at the refused word, or at the last word where the line ended."""
        word = self.word or self.before
        known = {"keyword": self.keyword, "found": quoted_word(word.text), **self.expected()}
        if slug == "unexpected":
            known["hint"] = self.advice(quoted_word(word.text))
        return LineDiagnostic(slug, word.start, word.end, known | fields, (fix,) if fix else ())


def continuing(item: LineDiagnostic, sign: str) -> LineDiagnostic:
    """Return the problem of a line without its keyword, where the list above may go on in it."""
    if item.slug not in ("keyword_missing", "unknown_keyword") and item.fields.get("char") != "-":
        return item
    hint = f"if it is an entry of the rule above, the line before it must end in `{sign}`"
    if item.fields.get("char") == "-":
        hint = f"remove it; the line before an entry must end in `{sign}`"
    return item._replace(fields={**item.fields, "hint": hint}, fixes=())


def quoted_word(text: str) -> str:
    """Return a word as a message quotes it."""
    return f"`{shown(text)}`"
