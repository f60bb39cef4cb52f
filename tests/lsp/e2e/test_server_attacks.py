"""The server attacked: whatever it is sent, it answers each request, and logs no error."""

from __future__ import annotations

import random
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bench.lsp_client import RawClient
from tests.lsp.conftest import write_trace

ROUNDS = 1_000
"""Messages that an attack sends."""

LINES = (
    'traces "runs/*.json"',
    "count search = 1",
    'order: "🙂 日本" -> fetch -> answer',
    'require answer final # 𝒳 "',
    "each fetch <n: $x>: after search",
    'case "one" {',
    "  forbid answer",
    "}",
    "tool @both = search | fetch",
    "forbd x",
    'args search <n: "',
)

EVERYWHERE = -1, 0, 1, 3, 8, 10**4, 2**31 - 1
"""Lines and columns, most of them past the end of something."""

ABOUT_PLACES = (
    "hover",
    "completion",
    "definition",
    "references",
    "documentHighlight",
    "prepareRename",
    "rename",
    "signatureHelp",
    "selectionRange",
)
ABOUT_TEXTS = (
    "diagnostic",
    "documentSymbol",
    "foldingRange",
    "formatting",
    "rangeFormatting",
    "onTypeFormatting",
    "inlayHint",
    "codeLens",
    "codeAction",
    "documentLink",
    "semanticTokens/full",
    "semanticTokens/full/delta",
    "semanticTokens/range",
)
OF_THE_WORKSPACE = (
    "workspace/symbol",
    "workspace/diagnostic",
    "toolspec/traces",
    "toolspec/timeline",
    "toolspec/compare",
    "toolspec/matrix",
    "toolspec/result",
)
COMMANDS = (
    "toolspec.chooseTrace",
    "toolspec.showJustification",
    "toolspec.runAllTraces",
    "toolspec.restartJudge",
    "toolspec.unheardOf",
)

REFUSALS = {-32602, -32601, -32800, -32801, -32802, -32803, -32600}
"""Codes by which a request may be refused: it was wrong, it was cancelled, or it is to come again.

An internal error (-32603) is none of them.
"""


class Attack:
    """A client that sends what comes into its head, drawn from a seed."""

    def __init__(self, client: RawClient, folder: Path, seed: int) -> None:
        self.client, self.folder, self.draw = client, folder, random.Random(seed)
        self.versions: dict[str, int] = {}
        self.asked: list[int] = []
        names = ("a.toolspec", "sub/b c.toolspec", "日本.toolspec", "none/such.toolspec")
        self.uris = [(folder / name).as_uri() for name in names]
        self.uris += ["untitled:Untitled-1", "file:///", "http://example.com/x.toolspec", "x", ""]

    def place(self) -> dict[str, Any]:
        return {"line": self.number(), "character": self.number()}

    def number(self) -> int:
        return max(0, self.draw.choice(EVERYWHERE))

    def span(self) -> dict[str, Any]:
        return {"start": self.place(), "end": self.place()}

    def text(self) -> str:
        lines = [self.draw.choice(LINES) for _ in range(self.draw.randrange(12))]
        return self.draw.choice(("\n", "\r\n", "\r")).join(lines)

    def step(self) -> None:
        """Do one thing."""
        uri = self.draw.choice(self.uris)
        self.draw.choices(
            (self.edit, self.open_or_close, self.ask, self.cancel, self.disk, self.folders),
            (8, 3, 20, 3, 2, 1),
        )[0](uri)

    def open_or_close(self, uri: str) -> None:
        if self.draw.random() < 0.6:
            self.versions[uri] = self.draw.randrange(100)
            self.client.open(uri, self.text(), self.versions[uri])
        else:
            self.client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def edit(self, uri: str) -> None:
        version = self.versions[uri] = self.versions.get(uri, 0) + self.draw.choice((1, 1, 0, 5))
        change: dict[str, Any] = {"text": self.text() if self.draw.random() < 0.3 else "x"}
        if self.draw.random() < 0.8:
            change["range"] = self.span()
        self.client.change(uri, version, *[change] * self.draw.randrange(3))

    def ask(self, uri: str) -> None:
        kind = self.draw.randrange(4)
        params: dict[str, Any] = {"textDocument": {"uri": uri}, "range": self.span()}
        params["context"] = {"diagnostics": [], "triggerKind": 1}
        params["options"] = {"tabSize": 2, "insertSpaces": True}
        if kind == 0:
            method = "textDocument/" + self.draw.choice(ABOUT_PLACES)
            params |= {"position": self.place(), "positions": [self.place()], "newName": "@a b"}
            params["context"] = {"includeDeclaration": True, "triggerKind": 1, "isRetrigger": False}
        elif kind == 1:
            method = "textDocument/" + self.draw.choice(ABOUT_TEXTS)
            params |= {"position": self.place(), "ch": "\n", "previousResultId": "7"}
        elif kind == 2:
            method = self.draw.choice(OF_THE_WORKSPACE)
            params = {"uri": uri, "line": self.number(), "query": "s", "previousResultIds": []}
        else:
            method = "workspace/executeCommand"
            arguments: list[Any] = [uri, self.draw.choice((None, "one", 3, -1)), "no such trace"]
            command = self.draw.choice(COMMANDS)
            params = {"command": command, "arguments": arguments[: self.draw.randrange(4)]}
        self.asked.append(self.client.start(method, params))

    def cancel(self, _: str) -> None:
        number = self.draw.choice([*self.asked[-3:], 10**6, "x"])
        self.client.notify("$/cancelRequest", {"id": number})

    def disk(self, _: str) -> None:
        where = self.draw.choice((self.folder / "runs", self.folder / "sub", self.folder))
        if self.draw.random() < 0.4:
            shutil.rmtree(where, ignore_errors=True)
        else:
            write_trace(where / "one.json", "search", "fetch")
            (where / "d.toolspec").write_text(self.text(), "utf-8")
        gone = {"uri": where.as_uri(), "type": self.draw.choice((1, 2, 3))}
        self.client.notify("workspace/didChangeWatchedFiles", {"changes": [gone]})

    def folders(self, _: str) -> None:
        ends = [{"uri": (self.folder / name).as_uri(), "name": name} for name in ("sub", "none")]
        self.draw.shuffle(ends)
        event = {"added": ends[: self.draw.randrange(3)], "removed": ends[self.draw.randrange(3) :]}
        self.client.notify("workspace/didChangeWorkspaceFolders", {"event": event})


@pytest.fixture
def attacked(workspace: Path) -> Iterator[RawClient]:
    with RawClient() as client:
        yield client


def test_a_range_that_ends_before_it_begins_is_empty(attacked: RawClient, workspace: Path) -> None:
    attacked.initialize(workspace)
    uri = (workspace / "a.toolspec").as_uri()
    attacked.open(uri, 'traces "runs/*.json"\n\ncount search = 1\n')
    attacked.until(lambda: attacked.hints(uri), "a score")
    span = {"start": {"line": 2, "character": 3}, "end": {"line": 0, "character": 0}}
    offered = attacked.about("codeAction", uri, range=span, context={"diagnostics": []})
    assert any(one["title"].startswith("Add require fetch") for one in offered or ())


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
@pytest.mark.parametrize("pulls", [True, False])
def test_whatever_is_sent_each_request_is_answered_and_no_error_logged(
    attacked: RawClient, workspace: Path, encoding: str, pulls: bool
) -> None:
    document: dict[str, Any] = {"diagnostic": {}} if pulls else {"publishDiagnostics": {}}
    capabilities = {"general": {"positionEncodings": [encoding]}, "textDocument": document}
    attacked.initialize(workspace, capabilities)
    attack = Attack(attacked, workspace, seed=len(encoding) * 10 + pulls)
    for _ in range(ROUNDS):
        attack.step()
        if attack.draw.random() < 0.02:
            time.sleep(0.02)
    for number in attack.asked:
        answer = attacked.wait(number, 60)
        assert "result" in answer or answer["error"]["code"] in REFUSALS, answer
    logged = [line for line in attacked.errors if "Traceback" in line or "ERROR" in line]
    assert not logged, "".join(attacked.errors)
    # It still does what it is there for.
    uri = (workspace / "after.toolspec").as_uri()
    write_trace(workspace / "runs" / "one.json", "search", "fetch")
    attacked.open(uri, 'traces "runs/*.json"\ncount search = 1\n')
    attacked.until(lambda: attacked.hints(uri) == {1: "✓ 1.00"}, "the score")
    assert attacked.leave() == 0
