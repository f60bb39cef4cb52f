"""Read the rules of a Lark grammar into small trees, so that they can be written down for others.

Only what `dsl/base.lark` and the kinds' fragments use is read: names, terminals, literals, groups,
alternatives, and the repeats `?`, `*` and `+`. Of terminals only the patterns are kept, as text.
"""

from __future__ import annotations

import re
from typing import NamedTuple


class Node(NamedTuple):
    """A piece of a rule: `kind` is rule, terminal, literal, seq, choice, `?`, `*` or `+`."""

    kind: str
    text: str = ""
    parts: tuple[Node, ...] = ()


class Grammar(NamedTuple):
    """The rules by name, and the terminals' patterns by name as they are written."""

    rules: dict[str, Node]
    terminals: dict[str, str]
    aliases: dict[str, str]
    """Rules whose nodes go by another rule's name."""


_LINE = re.compile(r"^[?!]?(_?[a-z][a-z_]*|_?[A-Z][A-Z_]*)(?:\.\d+)?\s*:(.*)$")
_TOKEN = re.compile(r'\s*(?:("(?:[^"\\]|\\.)*")|(_?[a-z][a-z_]*)|(_?[A-Z][A-Z_]*)|([()|?*+\[\]]))')


def read(text: str) -> Grammar:
    """Read a grammar. Raises ValueError where a rule holds more than is read here."""
    bodies: dict[str, str] = {}
    name = ""
    for line in text.splitlines():
        if line.startswith(("//", "%")) or not line.strip():
            continue
        started = _LINE.match(line)
        if started:
            name = started[1]
            bodies[name] = started[2]
        elif name and line.startswith((" ", "\t")):
            bodies[name] += " " + line.strip()
        else:
            raise ValueError(f"not a line of a grammar that is read here: {line}")
    rules: dict[str, Node] = {}
    aliases: dict[str, str] = {}
    for name, body in bodies.items():
        if not name.isupper():
            expansion, arrow, alias = body.partition(" -> ")
            rules[name] = _Reader(name, expansion).whole()
            if arrow:
                aliases[name] = alias.strip()
    return Grammar(rules, {n: b.strip() for n, b in bodies.items() if n.isupper()}, aliases)


def can_be_empty(node: Node, grammar: Grammar) -> bool:
    """Tell whether the piece can stand for no text; terminals never do."""
    match node.kind:
        case "?" | "*":
            return True
        case "rule":
            return can_be_empty(grammar.rules[node.text], grammar)
        case "seq":
            return all(can_be_empty(part, grammar) for part in node.parts)
        case "choice" | "+":
            return any(can_be_empty(part, grammar) for part in node.parts)
        case _:
            return False


class _Reader:
    def __init__(self, name: str, body: str) -> None:
        self.name, self.at = name, 0
        self.tokens: list[str] = []
        at = 0
        while at < len(body.rstrip()):
            found = _TOKEN.match(body, at)
            if found is None:
                raise ValueError(f"{name}: cannot read {body[at:]!r}")
            self.tokens.append(found[0].strip())
            at = found.end()

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self) -> str:
        self.at += 1
        return self.tokens[self.at - 1]

    def whole(self) -> Node:
        node = self.choice()
        if self.peek():
            raise ValueError(f"{self.name}: a stray {self.peek()!r}")
        return node

    def choice(self) -> Node:
        parts = [self.seq()]
        while self.peek() == "|":
            self.take()
            parts.append(self.seq())
        return parts[0] if len(parts) == 1 else Node("choice", parts=tuple(parts))

    def seq(self) -> Node:
        parts: list[Node] = []
        while self.peek() not in ("", "|", ")", "]"):
            parts.append(self.repeated())
        return parts[0] if len(parts) == 1 else Node("seq", parts=tuple(parts))

    def repeated(self) -> Node:
        node = self.atom()
        while self.peek() in ("?", "*", "+") and self.peek():
            node = Node(self.take(), parts=(node,))
        return node

    def atom(self) -> Node:
        token = self.take()
        if token in ("(", "["):
            inner = self.choice()
            self.take()
            return inner if token == "(" else Node("?", parts=(inner,))
        if token.startswith('"'):
            return Node("literal", token[1:-1])
        return Node("terminal" if token.isupper() else "rule", token)
