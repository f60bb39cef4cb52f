"""A stand-in for `toolspec`, for what the extension does around a server: finding, drawing.

It answers what the real one answers, with the simplest reading of rules that serves: names only,
over OpenAI-style messages. FAKE_TOOLSPEC_NOTE names a file that each start is written to.
"""

import json
import os
import re
import sys
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse

COMMANDS = ["toolspec.chooseTrace", "toolspec.showJustification", "toolspec.runAllTraces"]
RULE = re.compile(r"(order|count|args|require|forbid)\b\s*(?:strict)?:?\s*(.*)")


class Fake:
    """One session: the open specs, the chosen traces."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.chosen: dict[str, str] = {}
        self.roots: list[Path] = []
        self.requests = 0

    def send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        sys.stdout.buffer.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        sys.stdout.buffer.flush()

    def ask(self, method: str, params: Any = None) -> None:
        self.requests += 1
        self.send({"id": f"fake-{self.requests}", "method": method, "params": params})

    def serve(self) -> None:
        while (message := read()) is not None:
            method: str | None = message.get("method")
            params: Any = message.get("params") or {}
            if method is None:
                continue
            if method == "exit":
                return
            handler = getattr(self, handler_name(method), None)
            result = handler(params) if handler else None
            if "id" in message:
                self.send({"id": message["id"], "result": result})

    def on_initialize(self, params: dict[str, Any]) -> dict[str, Any]:
        folders: list[dict[str, str]] = params.get("workspaceFolders") or []
        self.roots = [path_of(folder["uri"]) for folder in folders]
        return {
            "capabilities": {
                "textDocumentSync": 1,
                "hoverProvider": True,
                "inlayHintProvider": True,
                "codeActionProvider": True,
                "codeLensProvider": {},
                "completionProvider": {"triggerCharacters": [" "]},
                "executeCommandProvider": {"commands": COMMANDS},
            },
            "serverInfo": {"name": "fake", "version": "0.0.1"},
        }

    def on_initialized(self, params: Any) -> None:
        watchers = [{"globPattern": "**/*.json"}]
        watched = {
            "id": "w",
            "method": "workspace/didChangeWatchedFiles",
            "registerOptions": {"watchers": watchers},
        }
        self.ask("client/registerCapability", {"registrations": [watched]})

    def on_text_document_did_open(self, params: Any) -> None:
        self.changed(params["textDocument"]["uri"], params["textDocument"]["text"])

    def on_text_document_did_change(self, params: Any) -> None:
        self.changed(params["textDocument"]["uri"], params["contentChanges"][-1]["text"])

    def on_workspace_did_change_watched_files(self, params: Any) -> None:
        self.send({"method": "toolspec/tracesChanged", "params": {}})
        for uri, text in self.texts.items():
            self.changed(uri, text)

    def changed(self, uri: str, text: str) -> None:
        self.texts[uri] = text
        problems: list[dict[str, Any]] = []
        for line, (status, words) in self.scores(uri).items():
            if status != "pass":
                severity, code = (1, "TS101") if status == "error" else (2, "TS901")
                problems.append(
                    {
                        "range": span(line, 0, len(text.splitlines()[line])),
                        "severity": severity,
                        "code": code,
                        "source": "toolspec",
                        "message": words,
                    }
                )
        self.send(
            {
                "method": "textDocument/publishDiagnostics",
                "params": {"uri": uri, "diagnostics": problems},
            }
        )
        statuses = [status for status, _ in self.scores(uri).values() if status != "error"]
        trace = self.trace_for(uri)
        failing, rules = statuses.count("fail"), len(statuses)
        counted = f"✗ {failing}" if failing else f"✓ {rules}"
        self.send(
            {
                "method": "toolspec/status",
                "params": {
                    "uri": uri,
                    "passed": all(s == "pass" for s in statuses),
                    "score": statuses.count("pass") / max(1, len(statuses)),
                    "rules": rules,
                    "failing": failing,
                    "unknown": 0,
                    "text": f"{counted} of {rules} · {trace.stem}" if trace else "? no trace",
                    "traces": {"judged": 1, "passed": int(not failing), "total": 1, "unread": 0},
                    "shown": None,
                    "message": None,
                    "trace": {"path": str(trace), "name": trace.stem} if trace else None,
                },
            }
        )
        self.ask("workspace/inlayHint/refresh")

    def traces(self) -> list[Path]:
        found = [path for root in self.roots for path in root.glob("runs/*.json")]
        return sorted(found, key=lambda path: -path.stat().st_mtime)

    def trace_for(self, uri: str) -> Path | None:
        traces = self.traces()
        return next(
            (t for t in traces if str(t) == self.chosen.get(uri)), traces[0] if traces else None
        )

    def scores(self, uri: str) -> dict[int, tuple[str, str]]:
        trace = self.trace_for(uri)
        names = [call["tool"] for call in calls(trace)] if trace else []
        found: dict[int, tuple[str, str]] = {}
        for number, line in enumerate(self.texts[uri].splitlines()):
            if not line.strip() or line.startswith(("#", "traces")):
                continue
            rule = RULE.match(line)
            if rule is None:
                found[number] = (
                    "error",
                    f"`{line.split()[0]}` begins no rule; did you mean `forbid`?",
                )
                continue
            kind, rest = rule.groups()
            tools = [word.split("=")[0].strip().split(" ")[0] for word in re.split("->|,", rest)]
            holds = rule_holds(kind, tools, rest, names)
            found[number] = (
                ("pass", "") if holds else ("fail", f"`{rest}` does not hold: called {names}")
            )
        return found

    def on_text_document_inlay_hint(self, params: Any) -> list[dict[str, Any]]:
        uri = params["textDocument"]["uri"]
        signs = {"pass": "✓ 1.00", "fail": "✗ 0.00"}
        lines = self.texts[uri].splitlines()
        return [
            {
                "position": {"line": n, "character": units(lines[n])},
                "label": signs[s],
                "paddingLeft": True,
            }
            for n, (s, _) in self.scores(uri).items()
            if s in signs
        ]

    def on_text_document_hover(self, params: Any) -> dict[str, Any] | None:
        page = self.page(params["textDocument"]["uri"], params["position"]["line"])
        # The raw tags are for the panel, which must withstand them; hovers are the server's care.
        value = page["markdown"].partition("<b>")[0] if page else ""
        return {"contents": {"kind": "markdown", "value": value}} if page else None

    def page(self, uri: str, line: int) -> dict[str, Any] | None:
        score = self.scores(uri).get(line)
        if score is None:
            return None
        called = "\n".join(f"{c['tool']} {c['arguments']}" for c in calls(self.trace_for(uri)))
        source = self.texts[uri].splitlines()[line]
        return {
            "title": f"Line {line + 1}",
            "markdown": f"### {score[0]}\n\n````\n{source}\n{called}\n````\n\n<b>{called}</b>\n",
        }

    def on_text_document_completion(self, params: Any) -> list[dict[str, Any]]:
        trace = self.trace_for(params["textDocument"]["uri"])
        return [
            {"label": name, "kind": 3, "detail": "called in a trace"}
            for name in dict.fromkeys(c["tool"] for c in calls(trace))
        ]

    def on_text_document_code_action(self, params: Any) -> list[dict[str, Any]]:
        uri = params["textDocument"]["uri"]
        return [
            {
                "title": "Replace by `forbid`",
                "kind": "quickfix",
                "isPreferred": True,
                "diagnostics": [problem],
                "edit": {
                    "changes": {
                        uri: [
                            {
                                "range": span(problem["range"]["start"]["line"], 0, 5),
                                "newText": "forbid",
                            }
                        ]
                    }
                },
            }
            for problem in params["context"]["diagnostics"]
            if problem.get("code") == "TS101"
        ]

    def on_text_document_code_lens(self, params: Any) -> list[dict[str, Any]]:
        uri = params["textDocument"]["uri"]
        return [
            {
                "range": span(0, 0, 0),
                "command": {
                    "title": "choose trace",
                    "command": COMMANDS[0],
                    "arguments": [uri, None, None],
                },
            }
        ]

    def on_workspace_execute_command(self, params: Any) -> Any:
        uri, *rest = params["arguments"]
        match params["command"]:
            case "toolspec.chooseTrace":
                self.chosen[uri] = rest[1]
                self.changed(uri, self.texts[uri])
                return None
            case "toolspec.showJustification":
                return self.page(uri, rest[0])
            case _:
                return {
                    "markdown": "| trace | score |\n|---|---|\n"
                    + "".join(f"| {t.stem} | - |\n" for t in self.traces())
                }

    def on_toolspec_traces(self, params: Any) -> list[dict[str, Any]]:
        chosen = self.trace_for(params["uri"]) if params["uri"] in self.texts else None
        return [
            {
                "id": str(t),
                "path": str(t),
                "name": t.stem,
                "format": "openai",
                "mtime": t.stat().st_mtime_ns // 1_000_000,
                "chosen": t == chosen,
                "chosenFor": [None] if t == chosen else [],
                "callCount": len(calls(t)),
                "score": None,
                "passed": None,
            }
            for t in self.traces()
        ]

    def on_toolspec_calls(self, params: Any) -> list[dict[str, Any]]:
        return calls(Path(params["trace"]))


def calls(trace: Path | None) -> list[dict[str, Any]]:
    text = trace.read_text() if trace else "{}"
    try:
        messages = json.loads(text).get("messages", [])
    except ValueError:
        return []
    asked = [call["function"] for m in messages for call in m.get("tool_calls", [])]
    found: list[dict[str, Any]] = []
    at = 0
    for index, function in enumerate(asked):
        at = max(text.find(f'"name": "{function["name"]}"', at + 1), 0)
        found.append(
            {
                "index": index,
                "tool": function["name"],
                "step": index,
                "status": "ok",
                "completed": True,
                "line": text.count("\n", 0, at) + 1,
                "column": 1,
                "arguments": function["arguments"],
                "result": None,
                "started": None,
                "took": None,
            }
        )
    return found


def rule_holds(kind: str, tools: list[str], rest: str, names: list[str]) -> bool:
    match kind:
        case "order":
            return subsequence(tools, names)
        case "count":
            return str(names.count(tools[0])) == rest.split("=")[-1].strip()
        case "forbid":
            return tools[0] not in names
        case _:
            return tools[0] in names


def subsequence(wanted: list[str], names: list[str]) -> bool:
    rest = iter(names)
    return all(name in rest for name in wanted)


def handler_name(method: str) -> str:
    words = re.sub("(?<=[a-z])(?=[A-Z])", "_", method).lower()
    return "on_" + words.replace("/", "_").replace("$", "")


def units(line: str) -> int:
    return len(line.encode("utf-16-le")) // 2


def span(line: int, start: int, end: int) -> dict[str, Any]:
    return {"start": {"line": line, "character": start}, "end": {"line": line, "character": end}}


def path_of(uri: str) -> Path:
    return Path(unquote(urlparse(uri).path))


def read() -> dict[str, Any] | None:
    length = 0
    while (line := sys.stdin.buffer.readline()) not in (b"\r\n", b""):
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    return json.loads(sys.stdin.buffer.read(length)) if length else None


def main() -> None:
    if note := os.environ.get("FAKE_TOOLSPEC_NOTE"):
        with Path(note).open("a") as file:
            file.write(" ".join(sys.argv) + "\n")
    match sys.argv[1:]:
        case ["--version"]:
            print("toolspec 0.0.1")
        case ["lsp", *_]:
            Fake().serve()
        case ["explain", code]:
            print(f"{code}: a line begins with the word of its rule")
        case ["check", spec]:
            print(f"{Path(spec).name}: ✗ 0.50")
            sys.exit(1)
        case _:
            sys.exit(2)


if __name__ == "__main__":
    main()
