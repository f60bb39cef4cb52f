"""Read a spec: the good rules, and every problem of the others. No text makes it raise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from toolspec.dsl import analysis
from toolspec.dsl.analysis import Analysed, Syntax
from toolspec.dsl.blocks import Blocks
from toolspec.dsl.braces import closing, cures_all, opening, without_fixes
from toolspec.dsl.broken_above import BrokenAbove
from toolspec.dsl.budget import Budget
from toolspec.dsl.checks import Context, check
from toolspec.dsl.comments import Ignore, described, ignores, may_hold_ignores, silenced
from toolspec.dsl.diagnostic import Diagnostic
from toolspec.dsl.entry import Entry
from toolspec.dsl.kept import Kept
from toolspec.dsl.limits import CHARACTERS_MAX, LINES_MAX, RULES_MAX, WORDS_MAX
from toolspec.dsl.lines import Splitter, opens
from toolspec.dsl.lower import Lowered
from toolspec.dsl.names import Names
from toolspec.dsl.problem import Found, shown
from toolspec.dsl.reading import Reading
from toolspec.dsl.scan import TooLargeError
from toolspec.dsl.source import Source
from toolspec.dsl.uses import Uses, tools_of
from toolspec.engine.collector import Resting
from toolspec.engine.kind import Kind, Misuse
from toolspec.engine.rules import KEYWORDS as KINDS
from toolspec.engine.schema import ToolList
from toolspec.engine.spec import Origin, Rule, Spec


def read(
    text: str,
    path: str | None = None,
    tools: Iterable[str] | None = None,
    uses: Uses | None = None,
) -> Reading:
    """Read a spec's text. Never raises.

    `tools` are the names of the tools that traces are known to call, where someone knows: with
    them, rules are held against those names too (TS310). `uses` are the specs that use this one.
    """
    source = Source(text, path)
    with Resting():
        try:
            entries, far = _entries(source)
        except TooLargeError as error:
            reading = _too_large(source, error.what)
            reading.within = uses.within if uses is not None else None
            return reading
        reader = Reader(source, entries, tools, far, range(len(entries)))
        reader.uses = uses or Uses()
        return reader.run()


def _entries(source: Source) -> tuple[list[Entry], list[int]]:
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
    entries = [Entry(line, at) for at, line in enumerate(splitter.run())]
    if sum(entry.line.first in KINDS for entry in entries) > RULES_MAX:
        raise TooLargeError("rules")
    return entries, splitter.far


def _too_large(source: Source, what: str) -> Reading:
    limits = {
        "characters": CHARACTERS_MAX, "lines": LINES_MAX, "words": WORDS_MAX, "rules": RULES_MAX,
    }  # fmt: skip
    limit = limits[what]
    found = Found("too_large", 0, 0, {"limit": f"{limit:,}", "what": what})
    problem = Diagnostic(found, Source("", source.path))
    spec = Spec((), path=source.path)
    more: tuple[list[int], list[int], Kept] = ([], [], Kept(()))
    return Reading(source, [], [], spec, [problem], Names(), [], *more, whole=False)


class Reader:
    """Reads the entries of a source.

    `todo` are the indexes of those to read; the others were read before, each is no code or a rule
    without a problem, and stays what it is. `kept` is what the reading before has worked out.
    """

    def __init__(
        self,
        source: Source,
        entries: list[Entry],
        tools: Iterable[str] | None,
        far: list[int],
        todo: Sequence[int],
        kept: Kept | None = None,
    ) -> None:
        self.source, self.entries, self.far, self.todo = source, entries, far, todo
        self.tools = None if tools is None else tuple(tools)
        self.kept = kept
        self.names = Names()
        self.cases: dict[str, Entry] = {}
        self.traces: list[str] = []
        self.open: Entry | None = None
        self.case: str | None = None
        self.blocks = Blocks()
        self.uses = Uses()
        self.listed_tools: ToolList | None = None
        self.headless = False
        self.spare = 0
        self.above = BrokenAbove(entries)
        self.budget = Budget()
        self.dependent: list[int] = []
        self.read: list[Entry] = []

    def run(self) -> Reading:
        """Return what was read."""
        code = list(self.parsed())
        for entry, parsed, _ in code:
            if parsed is not None and parsed.kind == "use_line":
                self.use(entry, parsed)
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
        self.close_last()
        return self.reading()

    def stops_at(self, entry: Entry) -> bool:
        """Tell whether nothing is read after a line."""
        if self.budget.regexes_too_large(entry, self.names.regexes):
            return True
        return bool(entry.problems) and self.budget.too_many(entry)

    def parsed(self) -> Iterator[tuple[Entry, Syntax | None, Analysed | None]]:
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

    def following(self) -> Iterator[Entry]:
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
        rule = next((one for one in self.entries[first:last] if one.rule is not None), None)
        if rule is None or (
            rule.case == self.case
            and rule.blocks == self.blocks.chain
            and not self.nowhere
            and self.blocks.any is None
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

    def finish(self, entry: Entry) -> None:
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
        found = [item.moved(entry.line.start) for entry in self.read for item in entry.problems]
        if whole:
            # Else no warning: what was not read could use a name, or be what it would be about.
            noted = ignores(entries) if may_hold_ignores(self.source.text) else []
            context = Context(entries, rules, self.names, self.tools, self.source.text, kept)
            found = silenced(found, check(context), noted, self.source)
        problems = sorted(
            (Diagnostic(item, self.source) for item in found),
            key=lambda item: (item.start, item.severity, item.end, item.code),
        )
        more = self.dependent, self.far, kept
        made = Reading(
            self.source, entries, rules, spec, problems, self.names, noted, *more, whole=whole
        )
        made.within = self.uses.within
        return made

    def entry(self, entry: Entry, parsed: Syntax) -> None:
        """Read a line that was parsed."""
        tree = parsed.tree
        entry.case = self.case
        if tree is None:
            self.broken(entry)
            return
        if parsed.kind == "rule":
            resolve = self.names.resolver(entry)
            self.take(entry, analysis.rule(entry.line, tree, resolve, self.budget.tries_fixes))
            return
        if parsed.kind == "case_close":
            self.close(entry)
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
        else:
            read = analysis.other(entry.line, tree, self.names.resolver(entry))
            entry.parts = read.parts
            entry.problems.extend(read.problems)
        if parsed.kind == "block_open":
            if self.blocks.any is not None:
                end = len(entry.line.text.rstrip("{ "))
                hint = "write the block around `any`, or its clauses behind each rule"
                self.blocks.refuse_in_any(entry, 0, end, "block", hint)
            self.blocks.enter(entry)
            return
        if parsed.kind == "case_open":
            self.open_case(entry)
            return
        if self.blocks.open:
            word = entry.line.first
            entry.problems.append(Found("outside_block", 0, len(word), {"word": word}))
            return
        if self.open is not None:
            word = entry.line.first
            entry.problems.append(Found("outside_case", 0, len(word), {"word": word}))
        if parsed.kind == "tools_line":
            self.list_tools(entry)
        if parsed.kind == "traces_line":
            self.traces.extend(str(part.value) for part in entry.parts)

    def use(self, entry: Entry, parsed: Syntax) -> None:
        """Take the names and rules of other specs."""
        if parsed.tree is None:
            return
        read_line = analysis.other(entry.line, parsed.tree, self.names.resolver(entry))
        entry.parts, rules = read_line.parts, list[Rule]()
        entry.problems.extend(read_line.problems)

        def reading_of(text: str, file: str, uses: Uses) -> Reading:
            return read(text, file, None, uses)

        for part in entry.parts:
            used, found = self.uses.take(self.source.path, part, reading_of)
            entry.problems.extend(found)
            rules += used.rules
            for name, (meant, file) in used.names.items():
                other = self.names.give(name, meant, file)
                if other is not None:
                    fields = {"name": shown(name), "file": shown(Path(other).name)}
                    entry.problems.append(Found("used_name", *part.span, fields))
        entry.used = tuple(rules)

    def list_tools(self, entry: Entry) -> None:
        """Take the tools of the files that a line names."""
        tools, found = tools_of(self.source.path, entry.parts, self.uses)
        entry.problems.extend(found)
        if tools is None:
            return
        known = self.listed_tools
        self.listed_tools = tools
        if known is not None:
            for tool in known.tools:
                other = tools.names.get(tool.name)
                if other is not None and other.schema != tool.schema:
                    fields = {
                        "file": shown(str(entry.parts[0].value)),
                        "reason": f"the tool `{shown(tool.name)}` is defined in another way above",
                        "hint": "leave one of the two out",
                    }
                    entry.problems.append(Found("unusable_file", *entry.parts[0].span, fields))
            both = {tool.name: tool for tool in (*tools.tools, *known.tools)}
            self.listed_tools = ToolList(tuple(both.values()))

    @property
    def nowhere(self) -> bool:
        """Whether rules are in a case or a block whose head is broken, and so hold for nothing."""
        return self.open_without_name or self.blocks.broken

    @property
    def open_without_name(self) -> bool:
        """Whether a case is open whose head is broken: what is in it is for no case that exists."""
        return self.open is not None and not self.open.parts

    def enter(self, case: Entry | None) -> None:
        """Go on inside a case, whose head may be broken and without a name; None: outside all."""
        self.open = case
        self.case = str(case.parts[0].value) if case is not None and case.parts else None

    def take(self, entry: Entry, read: Analysed) -> None:
        """Make the rule that a line says, at the place where it says it."""
        lowered = read.lowered
        entry.regexes = read.regexes
        self.budget.regexes += read.regexes
        if read.problems:
            entry.problems.extend(self.budget.told(read))
        entry.parts, entry.case, entry.blocks = read.parts, self.case, self.blocks.chain
        if lowered is None:
            return
        entry.clauses, entry.facts = lowered.clauses, lowered.part.facts
        alone = None
        if lowered.kind is not None and not self.nowhere and self.fits_blocks(entry, lowered.kind):
            alone = self.rule(entry, lowered)
        if entry.line.first == "any":
            self.blocks.enter_any(entry, alone)
        elif self.blocks.any is not None:
            self.blocks.put(entry, alone, lowered)
        elif alone is not None:
            entry.rule = entry.former if entry.former == alone else alone

    def fits_blocks(self, entry: Entry, kind: Kind) -> bool:
        """Report a rule that cannot be judged of the parts that a block around it makes."""
        for head in self.blocks.open:
            for part in head.parts if head.line.first != "any" else ():
                try:
                    kind.refuse_parts(part)
                except Misuse as misuse:
                    fields = {name: shown(text) for name, text in misuse.fields.items()}
                    slug = misuse.problem.replace("-", "_")
                    entry.problems.append(Found(slug, 0, len(entry.line.first), fields))
                    return False
        return True

    def rule(self, entry: Entry, lowered: Lowered) -> Rule:
        """Return the rule that a line says."""
        assert lowered.kind is not None
        line, at = entry.line, entry.at
        column = line.start - self.source.starts[line.row - 1] + 1
        above = at > 0 and self.entries[at - 1].line.kind == "comment"
        about = described(self.entries, at) if above else ""
        around = self.blocks.chain if self.blocks.any is None else ()
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

    def open_case(self, entry: Entry) -> None:
        """Begin a case, and report one that is nested or has been there already."""
        part = entry.parts[0]
        start, end = part.span
        if self.blocks.open:
            fields = {"line": str(self.blocks.open[-1].line.row)}
            entry.problems.append(Found("case_in_block", 0, len("case"), fields))
            self.cases.setdefault(str(part.value), entry)
            self.blocks.enter(entry)
            return
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
        if opens(entry.line) and first != "case":
            self.blocks.enter(entry)
        elif words[0] == "}" and self.blocks.open:
            self.blocks.leave()
        elif words[0] == "}":
            self.enter(None)
        elif words[0] == "{" and self.headless:
            entry.problems.clear()
            self.headless, self.spare = False, int(words[-1] != "}")
        elif words.count("{") > words.count("}") and (first == "case" or not first):
            self.enter(entry)
        elif first == "case":
            self.headless, self.spare = True, 1

    def close(self, entry: Entry) -> None:
        """End the innermost block, or the case."""
        if self.blocks.open:
            self.blocks.leave()
        else:
            self.close_case(entry)

    def close_case(self, entry: Entry) -> None:
        """End a case, and report a brace that ends none."""
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
        """Report each case and block that is still open at the end of the file."""
        for block in self.blocks.open:
            if not block.problems:
                block.problems.append(Found("unclosed_block", 0, len(block.line.text)))
        if self.open is not None and self.open.line.first == "case":
            start, end = self.open.parts[0].span if self.open.parts else (0, 4)
            fixes = closing(self.entries, self.open, self.source)
            self.open.problems.append(Found("unclosed_case", start, end, {}, fixes))

    def spec(self, entries: list[Entry]) -> Spec:
        """Return the good rules with the cases, traces and names of the file."""
        rules: list[Rule] = []
        for entry in entries:
            rules += entry.used
            if entry.rule is not None:
                rules.append(entry.rule)
        if self.listed_tools is not None:
            rules = [rule.with_tools(self.listed_tools) for rule in rules]
        patterns: Mapping[str, object] = self.names.patterns
        return Spec(tuple(rules), tuple(self.cases), tuple(self.traces), self.source.path, patterns)
