"""A spec's many spellings: spacing, quotes, comments, lines that go on, line endings."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

from model_parts import ANY, Arg, Case, Entry, Pattern, Rule, Rx, Spec, is_list, is_object

BARE_NAME = re.compile(r"[A-Za-z_][\w./:-]*", re.ASCII)
BARE_KEY = re.compile(r"[A-Za-z_][\w-]*", re.ASCII)


class Writer:
    """Writes a spec; `written` holds each rule's patterns as they are in the text."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.wild = rng.random() < 0.5
        self.base = ""
        self.written: dict[int, list[str]] = {}

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def gap(self) -> str:
        return self.rng.choice(("", " ", " ", "  ", "\t")) if self.wild else " "

    def space(self) -> str:
        return self.rng.choice((" ", " ", "   ", "\t")) if self.wild else " "

    def on(self, narrow: bool = False) -> str:
        """Return what may be where a line can go on."""
        if not self.wild or self.chance(0.9):
            return "" if narrow else self.gap()
        comment = self.rng.choice(("", "", ' # on -> , | < " it goes', "   "))
        blank = self.rng.choice(("", "", ""))
        return f"{comment}\n{blank}{self.base}{' ' * self.rng.randrange(1, 7)}"

    def text(self, text: str) -> str:
        return json.dumps(text, ensure_ascii=self.wild and self.chance(0.3))

    def regex(self, regex: Rx) -> str:
        body, flags = regex.pattern, regex.flags
        if flags and self.chance(0.4):
            body, flags = f"(?{flags}){body}", ""
        escaped = body.replace("/", "\\/")
        return f"/{escaped}/{flags}"

    def name(self, name: str) -> str:
        bare = BARE_NAME.fullmatch(name) is not None and not name.endswith(":")
        return self.text(name) if not bare or self.chance(0.15) else name

    def pattern(self, pattern: Pattern) -> str:
        parts: list[str] = []
        for alt in pattern:
            if alt.kind == "regex" and alt.regex is not None:
                parts.append(self.regex(alt.regex))
            else:
                shown = {"name": self.name, "glob": str, "ref": lambda text: f"@{text}"}  # type: ignore[no-any-return]
                parts.append(shown[alt.kind](alt.text))
        text = parts[0]
        for part in parts[1:]:
            text += f"{self.gap()}|{self.on()}{part}"
        return text

    def value(self, value: Any) -> str:
        if isinstance(value, Rx):
            return self.regex(value)
        if value == ANY:
            return "..."
        if is_list(value):
            return self.inside("[", [self.value(item) for item in value], "]")
        if is_object(value):
            pairs = [self.pair(key, item) for key, item in value.items()]
            return self.inside("{", pairs, "}")
        if isinstance(value, int) and not isinstance(value, bool) and self.chance(0.15):
            return f"{value}.0" if abs(value) < 2**53 else str(value)
        return self.text(value) if isinstance(value, str) else json.dumps(value)

    def pair(self, key: str, value: Any) -> str:
        bare = BARE_KEY.fullmatch(key) is not None and key != "must" and self.chance(0.9)
        return f"{key if bare else self.text(key)}{self.gap()}:{self.on()}{self.value(value)}"

    def inside(self, opening: str, items: list[str], closing: str) -> str:
        last = "," if items and self.wild and self.chance(0.1) else ""
        between = [f"{self.gap()},{self.on()}" for _ in items]
        body = (
            "".join(a + b for a, b in zip(items, [*between[1:], ""], strict=True)) if items else ""
        )
        end = self.on(narrow=True)
        if self.wild and self.chance(0.03):
            end = f"\n{self.rng.choice(('', self.base))}"
        return f"{opening}{self.on(narrow=True)}{body}{last}{end}{closing}"

    def arguments(self, args: tuple[Arg, ...]) -> str:
        shown = [f"{'must ' if arg.must else ''}{self.pair(arg.key, arg.value)}" for arg in args]
        return self.inside("<", shown, ">")

    def entry(self, rule: Rule, entry: Entry, single: bool) -> tuple[str, str]:
        pattern = self.pattern(entry.pattern)
        text = pattern
        if rule.kind == "count":
            text += f"{self.gap()}{entry.op}{self.gap()}{entry.n}"
        if rule.kind == "output":
            text += f"{self.gap()}={self.gap()}{self.value(entry.value)}"
        if entry.args is not None:
            behind = f"{self.space()}subset" if single and rule.subset else ""
            text += f"{behind}{self.space()}{self.arguments(entry.args)}"
        return pattern, text

    def clauses(self, rule: Rule) -> list[str]:
        found: list[str] = []
        if rule.result is not None:
            found.append(f"result{self.space()}{self.regex(rule.result)}")
        if rule.minimum is not None:
            found.append(f"min{self.space()}{rule.minimum}")
        if rule.final:
            found.append("final")
        if rule.at is not None:
            found.append(f"at{self.space()}step{self.space()}{rule.at}")
        if rule.before is not None:
            found.append(f"before{self.space()}step{self.space()}{rule.before}")
        general: list[str] = []
        if rule.weight is not None:
            general.append(f"weight{self.space()}{rule.weight}")
        if rule.passes is not None:
            general.append(f"pass{self.space()}{rule.passes}")
        if rule.name is not None:
            general.append(f"as{self.space()}{self.text(rule.name)}")
        self.rng.shuffle(general)
        return found + general

    def rule(self, rule: Rule, base: str) -> str:
        self.base = base
        modes = ["strict"] * rule.strict
        single = len(rule.entries) == 1 and not rule.strict and self.chance(0.5)
        single = single and rule.kind in ("count", "args", "output")
        if rule.subset and not single:
            modes.append("subset")
        made = [self.entry(rule, entry, single) for entry in rule.entries]
        self.written[id(rule)] = [pattern for pattern, _ in made]
        arrow = rule.kind in ("order", "sequence")
        joined = made[0][1]
        for _, text in made[1:]:
            joined += (
                f"{self.gap() or ' '}->{self.on()}{text}"
                if arrow
                else f"{self.gap()},{self.on()}{text}"
            )
        head = rule.kind + "".join(f"{self.space()}{mode}" for mode in modes)
        if rule.kind not in ("require", "forbid") and not single:
            head += f"{self.gap()}:"
        text = base + head + self.space() + joined
        text += "".join(self.space() + clause for clause in self.clauses(rule))
        return text + self.rng.choice(("", "", '  # -> , <x> "', " #", "  "))

    def spec(self, spec: Spec) -> bytes:
        lines: list[str] = []
        for name, pattern in spec.tools.items():
            self.base = ""
            lines.append(
                f"tool{self.space()}@{name}{self.gap()}={self.gap()}{self.pattern(pattern)}"
            )
        self.rng.shuffle(lines)
        for item in spec.items:
            lines += self.rng.choice(
                ([], [], ["# order: a"], ["", "  "], ['## why: -> , <x> /y/ "z"'])
            )
            if isinstance(item, Case):
                lines.append(f"case{self.space()}{self.text(item.name)}{self.gap()}{{")
                lines += [
                    self.rule(rule, self.rng.choice(("", "  ", "    "))) for rule in item.rules
                ]
                lines.append("}")
            else:
                lines.append(self.rule(item, ""))
        lines.insert(
            self.rng.randrange(2) * len(lines), self.rng.choice(("", "# note", 'traces "x"'))
        )
        ending = self.rng.choice(("\n", "\n", "\r\n", "\r"))
        text = "\n".join(lines) + self.rng.choice(("", "\n"))
        return (self.rng.choice(("", "", "\ufeff")) + text.replace("\n", ending)).encode()
