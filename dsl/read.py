"""Read a spec: the good rules, and every problem of the others. No text makes it raise."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from toolspec.dsl import analysis
from toolspec.dsl.analysis import Analysed, Syntax
from toolspec.dsl.braces import closing, cures_all, opening, without_fixes
from toolspec.dsl.checks import check
from toolspec.dsl.comments import Ignore, described, ignores, silenced
from toolspec.dsl.diagnostic import Diagnostic
from toolspec.dsl.entry import Entry
from toolspec.dsl.limits import (
    CHARACTERS_MAX,
    ERRORS_MAX,
    LINES_MAX,
    REGEXES_SIZE_MAX,
    RULES_MAX,
    TRIED_CHARACTERS_MAX,
    WORDS_MAX,
)
from toolspec.dsl.lines import lines
from toolspec.dsl.names import Names
from toolspec.dsl.problem import Found, shown
from toolspec.dsl.scan import TooLargeError
from toolspec.dsl.source import Source
from toolspec.dsl.values import regexes_limit
from toolspec.engine.collector import Resting
from toolspec.engine.rules import KEYWORDS as KINDS
from toolspec.engine.spec import Origin, Rule, Spec

MADE_MAX = 100
"""Places for which the rule of one line's text is remembered: lines move as others come and go."""

_UNENDED = {"unclosed_bracket", "unterminated_string"}
"""Problems of a line that goes on further down."""


class Reading:
    """A text, read: `spec` has the good rules, `problems` all that is wrong, in order.

    `whole` is false where not all of the text was read: it is too large, or has too many errors.
    """

    def __init__(
        self,
        source: Source,
        entries: list[Entry],
        spec: Spec,
        problems: Iterable[Diagnostic],
        names: Names,
        ignores: list[Ignore],
        whole: bool = True,
    ) -> None:
        self.source, self.entries, self.spec = source, entries, spec
        self.problems = tuple(problems)
        self.names, self.ignores, self.whole = names, ignores, whole

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The problems that refuse the spec."""
        return tuple(item for item in self.problems if item.severity == "error")

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """The problems that refuse nothing."""
        return tuple(item for item in self.problems if item.severity == "warning")


def read(text: str, path: str | None = None, tools: Iterable[str] | None = None) -> Reading:
    """Read a spec's text. Never raises.

    `tools` are the names of the tools that traces are known to call, where someone knows: with
    them, rules are held against those names too (TS310).
    """
    known = None if tools is None else tuple(tools)
    source = Source(text, path)
    with Resting():
        try:
            return _Reader(source, _entries(source), known).run()
        except TooLargeError as error:
            return _too_large(source, error.what)


def _entries(source: Source) -> list[Entry]:
    """Return the lines of a source. Raises TooLargeError."""
    text = source.text
    if len(text) > CHARACTERS_MAX:
        raise TooLargeError("characters")
    # Counted first: a list of all lines would be most of what a text of line ends can cost.
    ends = text.count("\n") + text.count("\r") - text.count("\r\n")
    if ends >= LINES_MAX:
        raise TooLargeError("lines")
    entries = [Entry(line, at) for at, line in enumerate(lines(source, WORDS_MAX))]
    if sum(entry.line.first in KINDS for entry in entries) > RULES_MAX:
        raise TooLargeError("rules")
    return entries


def _too_large(source: Source, what: str) -> Reading:
    limits = {
        "characters": CHARACTERS_MAX, "lines": LINES_MAX, "words": WORDS_MAX, "rules": RULES_MAX,
    }  # fmt: skip
    limit = limits[what]
    found = Found("too_large", 0, 0, {"limit": f"{limit:,}", "what": what})
    problem = Diagnostic(found, Source("", source.path))
    return Reading(source, [], Spec((), path=source.path), [problem], Names(), [], whole=False)


class _Reader:
    def __init__(self, source: Source, entries: list[Entry], tools: tuple[str, ...] | None) -> None:
        self.source, self.entries, self.tools = source, entries, tools
        self.names = Names()
        self.cases: dict[str, Entry] = {}
        self.traces: list[str] = []
        self.open: Entry | None = None
        self.case: str | None = None
        self.headless = False
        self.spare = 0
        self.broken_above: Entry | None = None
        self.without_fixes: Entry | None = None
        self.errors = self.tried = self.regexes = 0
        self.stopped_at: Entry | None = None

    def run(self) -> Reading:
        code = self.parsed()
        self.names.define((entry, parsed) for entry, parsed, _ in code if parsed is not None)
        for entry, parsed, known in code:
            if known is not None:
                self.take(entry, known)
            elif parsed is not None:
                self.entry(entry, parsed)
            if self.regexes_too_large(entry) or (entry.problems and self.too_many(entry)):
                break
        whole = self.stopped_at is None
        if whole:
            self.close_last()
        spec = self.spec()
        last = len(self.entries) if self.stopped_at is None else self.stopped_at.at + 1
        found = [
            item.moved(entry.line.start) for entry in self.entries[:last] for item in entry.problems
        ]
        noted: list[Ignore] = []
        if whole:
            # Else no warning: what was not read could use a name, or be what it would be about.
            noted = ignores(self.entries)
            warnings = check(self.entries, self.names, self.tools)
            found = silenced(found, warnings, noted, self.source)
        problems = sorted(
            (Diagnostic(item, self.source) for item in found),
            key=lambda item: (item.start, item.severity, item.end, item.code),
        )
        return Reading(self.source, self.entries, spec, problems, self.names, noted, whole)

    def parsed(self) -> list[tuple[Entry, Syntax | None, Analysed | None]]:
        """Return the lines of code with what they say, or how they parse; broken ones told."""
        code: list[tuple[Entry, Syntax | None, Analysed | None]] = []
        known_rule, known_syntax = analysis.known_rule, analysis.known_syntax
        for entry in self.entries:
            line = entry.line
            if line.kind != "code":
                continue
            # Nearly all, at a keystroke, are rules that were read before.
            known = known_rule(line.text)
            if known is not None and self.broken_above is None:
                entry.what = "rule"
                code.append((entry, None, known))
                continue
            parsed = known_syntax(line.text) or analysis.syntax(line, self.tries_fixes)
            if parsed.problems:
                parsed = parsed._replace(problems=self.told(parsed))
            entry.what = parsed.kind
            code.append((entry, parsed, known))
            if parsed.problems or self.broken_above:
                self.belonging(entry, parsed)
                if self.too_many(entry):
                    break
        self.errors = 0  # they are counted again, with those of other kinds before them
        return code

    @property
    def tries_fixes(self) -> bool:
        """Whether fixes of further lines are tried out."""
        return self.tried <= TRIED_CHARACTERS_MAX

    def told(self, line: Syntax | Analysed) -> tuple[Found, ...]:
        """Return a line's problems, with fixes as long as trying them has not taken too much.

        What was tried in an earlier reading counts too: the same text has always the same fixes.
        """
        found = line.problems if self.tries_fixes else line.untried
        self.tried += line.tried
        return found

    def too_many(self, entry: Entry) -> bool:
        """Count a line's errors; where there are too many, say so there and read no further."""
        if self.stopped_at is entry:
            return True
        self.errors += len(entry.problems)
        if self.errors > ERRORS_MAX:
            self.stop(entry, Found("too_many_errors", 0, 1, {"limit": f"{ERRORS_MAX:,}"}))
        return self.stopped_at is entry

    def regexes_too_large(self, entry: Entry) -> bool:
        """Tell whether the regexes up to a line are too large together; say so there."""
        if self.regexes + self.names.regexes <= REGEXES_SIZE_MAX:
            return False
        if not any(item.slug == "regexes_too_large" for item in entry.problems):
            end = len(entry.line.first)
            self.stop(entry, Found("regexes_too_large", 0, end, regexes_limit()))
        self.stopped_at = entry
        return True

    def stop(self, entry: Entry, why: Found) -> None:
        """Read no further than a line, and say why there."""
        entry.problems.append(why)
        self.stopped_at = entry

    def belonging(self, entry: Entry, parsed: Syntax) -> None:
        """Give a broken line its problems, unless it was meant to be part of the one above."""
        above = self.broken_above
        if above is None or not self.belongs_above(entry, above):
            entry.problems.extend(parsed.problems)
            self.broken_above = self.leaves_open(entry)
        elif parsed.problems and self.without_fixes is not above:
            # Closed where it stands, the line above would leave this one on its own.
            above.problems = without_fixes(above.problems)
            self.without_fixes = above

    def leaves_open(self, entry: Entry) -> Entry | None:
        """Return a broken line that the lines below were most likely to be part of."""
        slugs = {item.slug for item in entry.problems}
        text = entry.line.text
        if slugs & _UNENDED or ("nothing_listed" in slugs and text.endswith(":")):
            return entry
        return entry if "comment_sign" in slugs and text[:2] == "/*" and "*/" not in text else None

    def belongs_above(self, entry: Entry, above: Entry) -> bool:
        """Tell whether a line was meant to be part of the broken one above it."""
        line = entry.line
        if above.line.text[:2] == "/*":
            if "*/" in line.text:
                self.broken_above = None
            return True
        blank = self.entries[entry.at - 1].line.kind == "blank"
        return not (line.first or line.text == "}" or blank)

    def entry(self, entry: Entry, parsed: Syntax) -> None:
        tree = parsed.tree
        entry.case = self.case
        if tree is None:
            self.broken(entry)
            return
        if parsed.kind == "rule":
            resolve = self.names.resolver(entry)
            self.take(entry, analysis.rule(entry.line, tree, resolve, self.tries_fixes))
            return
        if parsed.kind == "case_close":
            self.close_case(entry)
            return
        if parsed.kind == "tool_line":
            self.names.finish(entry)
        else:
            read = analysis.other(entry.line, tree, self.names.resolver(entry))
            entry.parts = read.parts
            entry.problems.extend(read.problems)
        if parsed.kind == "case_open":
            self.open_case(entry)
            return
        if self.open is not None:
            word = entry.line.first
            entry.problems.append(Found("outside_case", 0, len(word), {"word": word}))
        if parsed.kind == "traces_line":
            self.traces.extend(str(part.value) for part in entry.parts)

    def enter(self, case: Entry | None) -> None:
        """Go on inside a case, whose head may be broken and without a name; None: outside all."""
        self.open = case
        self.case = str(case.parts[0].value) if case is not None and case.parts else None

    def take(self, entry: Entry, read: Analysed) -> None:
        lowered = read.lowered
        self.regexes += read.regexes
        if read.problems:
            entry.problems.extend(self.told(read))
        entry.parts, entry.case = read.parts, self.case
        if lowered is None:
            return
        entry.clauses, entry.facts = lowered.clauses, lowered.part.facts
        # What stands in a case whose head is broken has no case to be for.
        if lowered.kind is None or (self.open is not None and not self.open.parts):
            return
        line, at = entry.line, entry.at
        column = line.start - self.source.starts[line.row - 1] + 1
        above = at > 0 and self.entries[at - 1].line.kind == "comment"
        about = described(self.entries, at) if above else ""
        key = (line.row, column, entry.case, about)
        rule = read.made.get(key)
        if rule is None:
            if len(read.made) >= MADE_MAX:
                read.made.clear()
            origin = Origin(line.row, line.text, column, line.last_row)
            rule = read.made[key] = Rule(
                lowered.kind,
                lowered.weight,
                lowered.pass_score,
                lowered.name,
                entry.case,
                about,
                origin,
            )
        entry.rule = rule

    def open_case(self, entry: Entry) -> None:
        part = entry.parts[0]
        start, end = part.span
        if self.open is not None:
            fields = {"line": str(self.open.line.row)}
            entry.problems.append(Found("nested_case", 0, len("case"), fields))
            self.spare += 1  # of the outer case, unless it lacks just that
        elif part.value in self.cases:
            first = self.cases[str(part.value)]
            entry.problems.append(
                Found("doubled_case", start, end, {"case": shown(str(part.value)),
                      "line": str(first.line.row)})
            )  # fmt: skip
        self.cases.setdefault(str(part.value), entry)
        entry.case = None
        if not entry.line.text.endswith("}"):
            self.enter(entry)

    def broken(self, entry: Entry) -> None:
        """Take the braces of a line that does not parse as meant, or another would be at fault."""
        if not cures_all(entry, self.entries, self.open is not None, self.names):
            entry.problems = without_fixes(entry.problems)
        if self.open is None:
            entry.problems = [
                item._replace(fixes=opening(self.entries, entry, self.source))
                if item.slug == "unopened_case" and not item.fixes else item
                for item in entry.problems
            ]  # fmt: skip
        words = [word.text for word in entry.line.words]
        first = entry.line.first
        if words[0] == "}":
            self.enter(None)
        elif words[0] == "{" and self.headless:
            entry.problems.clear()
            self.headless, self.spare = False, int(words[-1] != "}")
        elif words.count("{") > words.count("}") and (first == "case" or not first):
            self.enter(entry)
        elif first == "case":
            self.headless, self.spare = True, 1

    def close_case(self, entry: Entry) -> None:
        if self.open is None and self.spare:
            self.spare -= 1
        elif self.open is None:
            fields = {
                "bracket": "}",
                "why_not": "no `case` is open here",
                "hint": "take it out, or open the case it should close",
            }
            entry.problems.append(Found("unopened_bracket", 0, 1, fields))
        self.enter(None)
        entry.case = None

    def close_last(self) -> None:
        if self.open is not None and self.open.line.first == "case":
            start, end = self.open.parts[0].span if self.open.parts else (0, 4)
            fixes = closing(self.entries, self.open, self.source)
            self.open.problems.append(Found("unclosed_case", start, end, {}, fixes))

    def spec(self) -> Spec:
        rules = tuple(entry.rule for entry in self.entries if entry.rule is not None)
        patterns: Mapping[str, object] = self.names.patterns
        return Spec(rules, tuple(self.cases), tuple(self.traces), self.source.path, patterns)
