"""What a spec takes from other files: names and rules of specs, and lists of tools."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from toolspec.dsl.document import line_parser as analysis
from toolspec.dsl.document.line_parser import ParsedLine
from toolspec.dsl.document.names import Names
from toolspec.dsl.document.spec_line import SpecLine
from toolspec.dsl.problem import LineDiagnostic, shown
from toolspec.dsl.reader.reading import Reading
from toolspec.dsl.reader.uses import Uses, tools_of_line
from toolspec.engine.rule import Rule
from toolspec.engine.tool_lists.schema import ToolList


class OtherFiles:
    """The files that the spec at a path names; `read` reads another spec.

    `tools` are those that its `tools` lines list, None without such a line.
    """

    def __init__(self, path: str | None, uses: Uses, read: Callable[[str, str, Uses], Reading]):
        self._path, self.uses, self._read = path, uses, read
        self.tools: ToolList | None = None

    def use(self, entry: SpecLine, parsed: ParsedLine, names: Names) -> None:
        """Take the names and rules of other specs."""
        if parsed.tree is None:
            return
        read_line = analysis.other(entry.line, parsed.tree, names.resolver(entry))
        entry.parts, rules = read_line.parts, list[Rule]()
        entry.problems.extend(read_line.problems)

        for part in entry.parts:
            used, problems = self.uses.take(self._path, part, self._read)
            entry.problems.extend(problems)
            rules += used.rules
            for name, (meant, file) in used.names.items():
                other = names.give(name, meant, file)
                if other is not None:
                    fields = {"name": shown(name), "file": shown(Path(other).name)}
                    entry.problems.append(LineDiagnostic("used_name", *part.span, fields))
        entry.used = tuple(rules)

    def list_tools(self, entry: SpecLine) -> None:
        """Take the tools of the files that a line names."""
        tools, problems = tools_of_line(self._path, entry.parts, self.uses)
        entry.problems.extend(problems)
        if tools is None:
            return
        known = self.tools
        self.tools = tools
        if known is not None:
            for tool in known.tools:
                other = tools.names.get(tool.name)
                if other is not None and other.schema != tool.schema:
                    fields = {
                        "file": shown(str(entry.parts[0].value)),
                        "reason": f"the tool `{shown(tool.name)}` is defined in another way above",
                        "hint": "leave one of the two out",
                    }
                    entry.problems.append(
                        LineDiagnostic("unusable_file", *entry.parts[0].span, fields)
                    )
            both = {tool.name: tool for tool in (*tools.tools, *known.tools)}
            self.tools = ToolList(tuple(both.values()))
