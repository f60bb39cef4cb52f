"""What a key costs the server where an editor asks for all it asks for: recorded, and asked again.

`typing.json` says what each editor sends at a key and at each request to ask again, as written down
from the messages of the running editors. VS Code asks for lenses again only in a pause, and then
for the text of those in view: while somebody typed 33 letters, 120 ms apart, beside eight traces,
it asked for lenses once, after the last, and for the text of 18, whatever the server wanted asked
again (33 times). What it asks about the place where the cursor rests (code actions) is left out: it
is no part of what a key costs.
"""

from __future__ import annotations

import json
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from bench.lsp_client import RawClient
from bench.lsp_specs import MANY, spec_text, write_traces
from bench.measure import ROOT, Row
from bench.processes import ENV, children_of, cpu_of

GOALS = {200: 10, 2000: 30, 4900: 75}
"""Milliseconds of CPU a key by the lines of the spec."""

TYPED = f"order: {MANY[0]} -> {MANY[13]}"
PAUSE_SECONDS = 0.12
"""Between two keys: a hundred words a minute."""

CLIENTS = ROOT / "tests" / "lsp" / "e2e" / "clients"
MIXES = Path(__file__).parent / "typing.json"


class Typist:
    """An editor in which somebody types: it asks what the recorded one asked, when that did."""

    def __init__(self, client: RawClient, name: str, uri: str, lines: int, row: int) -> None:
        self.client, self.uri, self.lines, self.row = client, uri, lines, row
        self.mix: Mapping[str, Any] = json.loads(MIXES.read_text("utf-8"))[name]
        self.version, self.column, self.keys = 1, 0, 0
        self.result: str | None = None
        self.tokens: str | None = None
        self.letter = ""
        self._in_view: int = self.mix["lenses in view"]
        self.delta = False
        self._waiting: dict[int, str] = {}
        self._again: list[str] = []
        self._lock = threading.Lock()
        client.answer = self._asked

    def _asked(self, message: Mapping[str, Any]) -> Any:
        """Answer a request of the server; those to ask again are followed at once."""
        method = message["method"]
        with self._lock:
            self._again.extend(self.mix["asked again"].get(method, ()))
        nothing: dict[str, Any] = {}
        asked = method.endswith("configuration")
        return [nothing] * len(message["params"]["items"]) if asked else None

    def press(self, letter: str) -> None:
        """Type a letter, and send what the editor sends with it."""
        self.version += 1
        self.keys += 1
        self.letter = letter
        place = {"line": self.row, "character": self.column}
        change = {"range": {"start": place, "end": place}, "text": letter}
        self.client.change(self.uri, self.version, change)
        self.column += 1
        for method in self.mix["at each key"]:
            self.ask(method)
        for method, every in self.mix["now and then"].items():
            if self.keys % every == 0:
                self.ask(method)
        if letter in self.mix["completes after"]:
            self.ask("textDocument/completion")

    def follow(self, seconds: float) -> None:
        """Ask again whatever the server wants asked again, for a while."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            with self._lock:
                again, self._again = self._again, []
            for method in again:
                self.ask(method)
            self.take()
            time.sleep(min(0.005, left))

    def ask(self, method: str) -> None:
        """Send one request as the editor would now."""
        document = {"textDocument": {"uri": self.uri}}
        params: dict[str, Any] = document
        place = {"line": self.row, "character": self.column}
        if method == "textDocument/completion":
            params = {**document, "position": place, "context": {"triggerKind": 1}}
        elif method == "textDocument/inlineCompletion":
            params = {**document, "position": place, "context": {"triggerKind": 2}}
        elif method == "textDocument/inlayHint":
            first, last = 0, self.lines
            if self.mix["hints of"] == "view":
                first, last = max(0, self.row - 50), self.row + 50
            params = {
                **document,
                "range": {
                    "start": {"line": first, "character": 0},
                    "end": {"line": last, "character": 0},
                },
            }
        elif method == "textDocument/diagnostic":
            params = {**document, "identifier": "toolspec", "previousResultId": self.result}
        elif method == "workspace/diagnostic":
            known = [{"uri": self.uri, "value": self.result}] if self.result else []
            params = {"identifier": "toolspec", "previousResultIds": known}
        elif method == "textDocument/semanticTokens/full" and self.delta and self.tokens:
            method, params = f"{method}/delta", {**document, "previousResultId": self.tokens}
        self._waiting[self.client.start(method, params)] = method

    def take(self) -> None:
        """Take the answers that are there."""
        for number, method in list(self._waiting.items()):
            answer = self.client.taken(number)
            if answer is None:
                continue
            del self._waiting[number]
            result: dict[str, Any] = answer.get("result") or {}
            if method == "textDocument/diagnostic":
                self.result = result.get("resultId", self.result)
            elif method.startswith("textDocument/semanticTokens"):
                self.tokens = result.get("resultId", self.tokens)
            elif method == "textDocument/codeLens":
                lenses: list[dict[str, Any]] = answer.get("result") or []
                for lens in [one for one in lenses if "command" not in one][: self._in_view]:
                    self._waiting[self.client.start("codeLens/resolve", lens)] = "codeLens/resolve"

    def pause(self) -> None:
        """Ask for what the editor asks for when nobody has typed for a while."""
        for method in self.mix["in a pause"]:
            self.ask(method)
        self.rest()

    def rest(self) -> None:
        """Wait until nothing is under way any more."""
        quiet = 0
        while quiet < 40:
            self.follow(0.02)
            quiet = 0 if self._waiting else quiet + 1


def all_scored(client: RawClient, uri: str, traces: int) -> bool:
    """Tell whether the lens of a spec shows the result on all traces."""
    time.sleep(0.02)
    lenses: list[dict[str, Any]] = client.about("codeLens", uri) or []
    titles = [lens["command"]["title"] for lens in lenses if "command" in lens]
    many = "1 trace " if traces == 1 else f"{traces} traces "
    return any(one.startswith(many) and not one.endswith("scoring ...") for one in titles)


def rows(*, quick: bool) -> Iterator[Row]:
    """Yield the CPU a key, of server and judge, for each editor and size."""
    for name in json.loads(MIXES.read_text("utf-8")):
        for lines, goal in list(GOALS.items())[: 1 if quick else None]:
            yield typing(name, lines, goal, TYPED[:6] if quick else TYPED)


def typing(name: str, lines: int, goal: int, typed: str, traces: int = 1) -> Row:
    """Return what a key costs in the middle of a spec of that many lines, beside such traces."""
    with tempfile.TemporaryDirectory() as made, RawClient(env=ENV) as client:
        folder = Path(made).resolve()
        write_traces(folder / "runs", traces, 1000 if traces == 1 else 40)
        uri = (folder / "a.toolspec").as_uri()
        row = lines // 2
        text = spec_text(lines).split("\n")
        text.insert(row, "")
        capabilities = json.loads((CLIENTS / f"{name}.json").read_text("utf-8"))["params"]
        options = {"maxTraces": traces}
        offered = client.initialize(folder, capabilities["capabilities"], options)
        typist = Typist(client, name, uri, lines + 1, row)
        tokens: Any = offered["capabilities"]["semanticTokensProvider"]["full"]
        typist.delta = tokens not in (True, False) and bool(tokens.get("delta"))
        client.open(uri, "\n".join(text))
        for method in typist.mix["at each key"]:
            typist.ask(method)
        client.until(lambda: client.hints(uri), "scores")
        client.until(lambda: all_scored(client, uri, traces), "scores on all traces")
        typist.rest()
        pids = [client.process.pid, *children_of(client.process.pid)]
        before = [cpu_of(pid) for pid in pids]
        for letter in typed:
            typist.press(letter)
            typist.follow(PAUSE_SECONDS)
        typist.pause()
        spent = [
            (cpu_of(pid) - was) / len(typed) * 1000 for pid, was in zip(pids, before, strict=True)
        ]
        cpu = sum(spent)
        beside = "" if traces == 1 else f", {traces} traces"
        return Row(
            f"server, {lines} lines{beside}: a key in {name.partition('-')[0]}, CPU",
            f"{cpu:.1f} ms",
            f"≤ {goal} ms",
            cpu <= goal,
            f"server {spent[0]:.1f}, judge {sum(spent[1:]):.1f}; {len(typed)} keys",
        )
