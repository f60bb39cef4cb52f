"""What the scripted model says: which turn of which agent's script comes next."""

from __future__ import annotations

import re
from typing import Any, Final, TypeAlias

Call: TypeAlias = "tuple[str, dict[str, Any]]"
Turn: TypeAlias = "str | list[Call]"
"""Text, or calls."""

_CITIES: Final[list[Call]] = [("get_weather", {"city": "Oslo"}), ("get_weather", {"city": "Rome"})]
_FLAT: Final[list[Turn]] = [_CITIES, [("flaky", {"n": 1})], [("flaky", {"n": 2})]]
_NESTED: Final[list[Turn]] = [*_FLAT, [("ask_math", {"question": "2*3"})]]
_MULTIPLY: Final[Turn] = [("multiply", {"a": 2, "b": 3})]

SCRIPTS: Final[dict[str, list[Turn]]] = {
    "main": [*_NESTED, "All done."],
    "flat": [*_FLAT, "All done."],
    "math": [_MULTIPLY, "6"],
    "smolmain": [*_NESTED, [("final_answer", {"answer": "done"})]],
    "smolmath": [_MULTIPLY, [("final_answer", {"answer": "6"})]],
    "handoff": [[("get_weather", {"city": "Oslo"})], [("transfer_to_math", {})], "All done."],
    "handmath": ["", "", _MULTIPLY, "6"],
}
"""By agent: its turns. The agent that was handed over to sees the turns before as its own."""


class Said:
    """The next turn of the agent whose name is in the words after `AGENT:`."""

    def __init__(self, words: str, turns: int, tools: list[str]) -> None:
        """Take all words to the model, the turns with calls before, and the tools' names."""
        named = re.search(r"AGENT:(\w+)", words)
        self.agent = named[1] if named else "main"
        script = SCRIPTS[self.agent]
        self.number = min(turns, len(script) - 1)
        turn = script[self.number]
        self.text = turn if isinstance(turn, str) else None
        calls: list[Call] = [] if isinstance(turn, str) else turn
        self.calls = [(_offered(name, tools), arguments) for name, arguments in calls]

    def id(self, at: int) -> str:
        """Return the id of a call of this turn."""
        return f"call_{self.agent}_{self.number}_{at}"


def _offered(name: str, tools: list[str]) -> str:
    """Return a tool's name as the agent offers it: some put a plugin's before it."""
    if name in tools:
        return name
    last = name.rpartition("_")[2]
    return next((tool for tool in tools if name in tool or last in tool.lower()), name)
