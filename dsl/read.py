"""Read a spec: the good rules, and every problem of the others. No text makes it raise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from toolspec.dsl.checks import Context, check
from toolspec.dsl.diagnostic import Diagnostic
from toolspec.dsl.document import line_parser as analysis
from toolspec.dsl.document.broken_above import BrokenAbove
from toolspec.dsl.document.budget import Budget
from toolspec.dsl.document.comments import Ignore, described, ignores, may_hold_ignores, silenced
from toolspec.dsl.document.kept import Kept
from toolspec.dsl.document.line_parser import Analysed, ParsedLine
from toolspec.dsl.document.names import Names
from toolspec.dsl.document.nesting import Nesting
from toolspec.dsl.document.spec_line import SpecLine
from toolspec.dsl.parsing.lower import Lowered
from toolspec.dsl.problem import LineDiagnostic, shown
from toolspec.dsl.reader.other_files import OtherFiles
from toolspec.dsl.reader.reading import Reading
from toolspec.dsl.reader.uses import Uses
from toolspec.dsl.text.lexer import TooLargeError
from toolspec.dsl.text.limits import CHARACTERS_MAX, LINES_MAX, RULES_MAX, WORDS_MAX
from toolspec.dsl.text.lines import Splitter
from toolspec.dsl.text.source import Source
from toolspec.dsl.workspace.open_texts import not_open
from toolspec.engine.kinds.kind import Kind
from toolspec.engine.reading.gc_paused import Resting
from toolspec.engine.rule import Origin, Rule
from toolspec.engine.rules import KEYWORDS as KINDS
from toolspec.engine.rules import traits
from toolspec.engine.spec import Spec
from toolspec.engine.syntax import Misuse


def read(
    text: str,
    path: str | None = None,
    tools: Iterable[str] | None = None,
    uses: Uses | None = None,
) -> Reading:
    """Read a spec's text. Never raises.

    `tools` are the names of the tools that traces are known to call, where someone knows: with
    them, rules are compared with those names too (TS310). `uses` are the specs that use this one.
    """
    source = Source(text, path)
    with Resting():
        try:
            entries, far = _entries(source)
        except TooLargeError as error:
            reading = _too_large(source, error.what)
            reading.within = uses.within if uses is not None else None
            reading.opened = uses.opened if uses is not None else not_open
            return reading
        return Reader(source, entries, tools, far, range(len(entries)), uses=uses).run()


def _used(text: str, path: str, uses: Uses) -> Reading:
    return read(text, path, None, uses)


def _entries(source: Source) -> tuple[list[SpecLine], list[int]]:
    """Return the lines of a source, and the rows whose end depends on lines far below them.

    Raises TooLargeError.
    """
    text = source.text
    if len(text) > CHARACTERS_MAX:
        raise TooLargeError("characters")
    # Counted first: a list of all lines would be most of what a text of line ends can cost.
    ends = text.count("\n") + text.count("\r") - text.count("\r\n")
    if ends >= LINES_MAX:
        raise TooLargeError("lines")
    splitter = Splitter(source, words_max=WORDS_MAX)
    entries = [SpecLine(line, at) for at, line in enumerate(splitter.run())]
    if sum(entry.line.first in KINDS for entry in entries) > RULES_MAX:
        raise TooLargeError("rules")
    return entries, splitter.far


def _too_large(source: Source, what: str) -> Reading:
    limits = {
        "characters": CHARACTERS_MAX, "lines": LINES_MAX, "words": WORDS_MAX, "rules": RULES_MAX,
    }  # fmt: skip
    limit = limits[what]
    diagnostic = LineDiagnostic("too_large", 0, 0, {"most": f"{limit:,}", "what": what})
    problem = Diagnostic(diagnostic, Source("", source.path))
    spec = Spec((), path=source.path)
    more: tuple[list[int], list[int], Kept] = ([], [], Kept(()))
    return Reading(source, [], [], spec, [problem], Names(), [], *more, whole=False)


class Reader:
    """Reads the entries of a source.

    `todo` are the indexes of those to read. The others were read before: each is a rule without a
    problem, or not code, and stays what it is. `kept` is what the reading before has worked out.
    """

    def __init__(
        self,
        source: Source,
        entries: list[SpecLine],
        tools: Iterable[str] | None,
        far: list[int],
        todo: Sequence[int],
        kept: Kept | None = None,
        uses: Uses | None = None,
    ) -> None:
        self.source, self.entries, self.far, self.todo = source, entries, far, todo
        self.tools = None if tools is None else tuple(tools)
        self.kept = kept
        self.names = Names()
        self.traces: list[str] = []
        self.nesting = Nesting(source, entries, self.names)
        self.files = OtherFiles(source.path, uses or Uses(), _used)
        self.above = BrokenAbove(entries)
        self.budget = Budget()
        self.dependent: list[int] = []
        self.read: list[SpecLine] = []

    def run(self) -> Reading:
        """Return what was read."""
        code = list(self.parsed())
        for entry, parsed, _ in code:
            if parsed is not None and parsed.kind == "use_line":
                self.files.use(entry, parsed, self.names)
        self.budget.errors = 0  # they are counted again, with those of other kinds before them
        self.names.define((entry, parsed) for entry, parsed, _ in code if parsed is not None)
        after = 0
        for entry, parsed, known in code:
            self.pass_over(after, entry.at)
            after = entry.at + 1
            if known is not None:
                self.take(entry, known)
            elif parsed is not None:
                self.entry(entry, parsed)
            self.finish(entry)
            if self.stops_at(entry):
                return self.reading()
        self.budget.stopped_at = None
        self.pass_over(after, len(self.entries))
        if self.entries and self.budget.regexes_too_large(self.entries[-1], self.names.regexes):
            return self.reading()  # rules read before, with what is new, are too much
        self.nesting.close_last()
        return self.reading()

    def stops_at(self, entry: SpecLine) -> bool:
        """Tell whether nothing is read after a line."""
        if self.budget.regexes_too_large(entry, self.names.regexes):
            return True
        return bool(entry.problems) and self.budget.too_many(entry)

    def parsed(self) -> Iterator[tuple[SpecLine, ParsedLine | None, Analysed | None]]:
        """Yield the lines of code to read, with what a rule is known to say or the line's tree."""
        known_rule, known_syntax = analysis.known_rule, analysis.known_syntax
        for entry in self.following():
            line = entry.line
            entry.rule = None
            known = known_rule(line.text)
            if known is not None and self.above.entry is None:
                entry.what = "rule"
                yield entry, None, known
                continue
            parsed = entry.syntax or known_syntax(line.text)
            if parsed is None:
                parsed = analysis.syntax(line, self.budget.tries_fixes)
            entry.what = parsed.kind
            entry.syntax = parsed if self.budget.tries_fixes else None
            if parsed.problems:
                parsed = parsed._replace(problems=self.budget.told(parsed))
            if parsed.problems or self.above.entry:
                self.above.take(entry, parsed)
            yield entry, parsed, known
            if entry.problems and self.budget.too_many(entry):
                return

    def following(self) -> Iterator[SpecLine]:
        """Yield the lines of code to read, and those that a broken line above may take in."""
        entries, last = self.entries, -1
        for at in (*self.todo, len(entries)):
            while self.above.entry is not None and last + 1 < at:
                last += 1
                if entries[last].line.kind == "code":
                    yield entries[last]
            if at < len(entries) and entries[at].line.kind == "code":
                yield entries[at]
            last = at

    def pass_over(self, first: int, last: int) -> None:
        """Go past rules that were read before, unless they have come into another case or block."""
        self.budget.regexes += sum([entry.regexes for entry in self.entries[first:last]])
        if any(entry.line.kind == "code" for entry in self.entries[first:last]):
            self.nesting.blocks.hold()
        rule = next((entry for entry in self.entries[first:last] if entry.rule is not None), None)
        if rule is None or (
            rule.case == self.nesting.case
            and rule.blocks == self.nesting.blocks.chain
            and not self.nesting.nowhere
            and self.nesting.blocks.any is None
        ):
            return
        for entry in self.entries[rule.at : last]:
            if entry.rule is not None:
                entry.rule = None
                self.budget.regexes -= entry.regexes
                known = analysis.known_rule(entry.line.text)
                if known is not None:
                    self.take(entry, known)
                else:
                    self.entry(entry, analysis.syntax(entry.line))
                self.finish(entry)

    def finish(self, entry: SpecLine) -> None:
        """Note what was read, and whether it depends on more than its own text."""
        self.read.append(entry)
        if entry.rule is None or entry.problems or "@" in entry.line.text:
            self.dependent.append(entry.at)

    def reading(self) -> Reading:
        """Return what was read."""
        entries = self.entries
        rules = [entry for entry in entries if entry.rule is not None]
        spec = self.spec(entries)
        kept = Kept([entry.rule for entry in rules if entry.rule is not None], self.kept)
        whole = self.budget.stopped_at is None
        noted: list[Ignore] = []
        diagnostics = [
            item.moved(entry.line.start) for entry in self.read for item in entry.problems
        ]
        if whole:
            # Else no warning: what was not read could use a name, or be what it would be about.
            noted = ignores(entries) if may_hold_ignores(self.source.text) else []
            listed = self.files.tools
            text = self.source.text
            context = Context(entries, rules, self.names, self.tools, text, kept, listed)
            diagnostics = silenced(diagnostics, check(context), noted, self.source)
        problems = sorted(
            (Diagnostic(item, self.source) for item in diagnostics),
            key=lambda item: (item.start, item.severity, item.end, item.code),
        )
        more = self.dependent, self.far, kept
        reading = Reading(
            self.source, entries, rules, spec, problems, self.names, noted, *more, whole=whole
        )
        reading.within, reading.opened = self.files.uses.within, self.files.uses.opened
        reading.tools = self.files.tools
        reading.used = tuple(self.files.uses.known)
        return reading

    def entry(self, entry: SpecLine, parsed: ParsedLine) -> None:
        """Read a line that was parsed."""
        tree = parsed.tree
        entry.case = self.nesting.case
        if parsed.kind not in ("case_close", "rule"):
            self.nesting.blocks.hold()
        if tree is None:
            self.nesting.broken(entry)
            return
        if parsed.kind == "rule":
            resolve = self.names.resolver(entry)
            self.take(entry, analysis.rule(entry.line, tree, resolve, self.budget.tries_fixes))
            return
        if parsed.kind == "case_close":
            self.nesting.close(entry)
            return
        if parsed.kind == "use_line":
            pass  # what it brings was taken before all else
        elif parsed.kind in ("tool_line", "value_line"):
            self.names.finish(entry)
        elif parsed.kind == "block_open":
            resolve = self.names.resolver(entry)
            read, entry.block = analysis.block(entry.line, tree, resolve)
            entry.parts = read.parts
            entry.problems.extend(read.problems)
            self.budget.regexes += read.regexes
            if self.nesting.blocks.any is not None:
                end = len(entry.line.text.rstrip("{ "))
                hint = "write the block around `any`, or its clauses after each rule"
                self.nesting.blocks.refuse_in_any(entry, 0, end, "block", hint)
            self.nesting.blocks.enter(entry)
            return
        else:
            read = analysis.other(entry.line, tree, self.names.resolver(entry))
            entry.parts = read.parts
            entry.problems.extend(read.problems)
        if parsed.kind == "case_open":
            self.nesting.open_case(entry)
            return
        if self.nesting.blocks.open:
            word = entry.line.first
            entry.problems.append(LineDiagnostic("outside_block", 0, len(word), {"word": word}))
            return
        if self.nesting.open is not None:
            word = entry.line.first
            entry.problems.append(LineDiagnostic("outside_case", 0, len(word), {"word": word}))
        if parsed.kind == "tools_line":
            self.files.list_tools(entry)
        if parsed.kind == "traces_line":
            self.traces.extend(str(part.value) for part in entry.parts)

    def take(self, entry: SpecLine, read: Analysed) -> None:
        """Make the rule that a line says, at the place where it says it."""
        lowered = read.lowered
        self.nesting.blocks.hold()
        entry.regexes = read.regexes
        self.budget.regexes += read.regexes
        if read.problems:
            entry.problems.extend(self.budget.told(read))
        entry.parts, entry.case = read.parts, self.nesting.case
        entry.blocks = self.nesting.blocks.chain
        if lowered is None:
            return
        entry.clauses, entry.facts = lowered.clauses, lowered.part.facts
        alone = self.rule(entry, lowered)
        if traits(entry.line.first).syntax.opens_block:
            self.nesting.blocks.enter_any(entry, alone)
        elif self.nesting.blocks.any is not None:
            self.nesting.blocks.put(entry, alone, lowered)
        elif alone is not None:
            entry.rule = entry.former if entry.former == alone else alone

    def fits_blocks(self, entry: SpecLine, kind: Kind) -> bool:
        """Report a rule that cannot be judged of the parts that a block around it makes."""
        for head in self.nesting.blocks.open:
            for part in () if traits(head.line.first).syntax.opens_block else head.parts:
                try:
                    kind.refuse_parts(part)
                except Misuse as misuse:
                    fields = {name: shown(text) for name, text in misuse.fields.items()}
                    slug = misuse.problem.replace("-", "_")
                    entry.problems.append(LineDiagnostic(slug, 0, len(entry.line.first), fields))
                    return False
        return True

    def rule(self, entry: SpecLine, lowered: Lowered) -> Rule | None:
        """Return the rule that a line says, None where it cannot be judged where it is written."""
        if lowered.kind is None or self.nesting.nowhere:
            return None
        if not self.fits_blocks(entry, lowered.kind):
            return None
        line, at = entry.line, entry.at
        column = line.start - self.source.starts[line.row - 1] + 1
        above = at > 0 and self.entries[at - 1].line.kind == "comment"
        about = described(self.entries, at) if above else ""
        around = self.nesting.blocks.chain if self.nesting.blocks.any is None else ()
        return Rule(
            lowered.kind,
            lowered.weight,
            lowered.pass_score,
            lowered.name,
            entry.case,
            about,
            Origin(line.row, line.text, column, line.last_row),
            (*around, *lowered.chain),
            lowered.soft,
        )

    def spec(self, entries: list[SpecLine]) -> Spec:
        """Return the good rules with the cases, traces and names of the file."""
        rules: list[Rule] = []
        for entry in entries:
            rules += entry.used
            if entry.rule is not None:
                rules.append(entry.rule)
        if self.files.tools is not None:
            rules = [rule.with_tools(self.files.tools) for rule in rules]
        patterns: Mapping[str, object] = self.names.patterns
        cases, traces = tuple(self.nesting.cases), tuple(self.traces)
        return Spec(tuple(rules), cases, traces, self.source.path, patterns)
