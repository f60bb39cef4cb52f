"""Files of JSON that are not traces: none is recognised, and a refusal says what helps."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest

from toolspec.engine.reading.files import read_bytes
from toolspec.engine.reading.format import TraceError

_MCP: Final[dict[str, Any]] = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "tools/list",
    "params": {},
}
_HAR: Final[dict[str, Any]] = {
    "startedDateTime": "2026-01-01T00:00:00Z",
    "time": 5,
    "request": {"method": "GET", "url": "u", "headers": [{"name": "a", "value": "b"}]},
    "response": {"status": 200, "content": {"mimeType": "application/json", "text": "{}"}},
}
OTHERS: Final[dict[str, Any]] = {
    "package.json": {"name": "x", "type": "module", "scripts": {"a": "b"}, "dependencies": {}},
    "tsconfig.json": {"compilerOptions": {"target": "es2020"}, "references": [{"path": "."}]},
    "a notebook": {
        "cells": [
            {
                "cell_type": "code",
                "id": "a",
                "metadata": {},
                "outputs": [{"name": "stdout", "output_type": "stream", "text": ["hi"]}],
                "source": ["print('hi')"],
            }
        ],
        "metadata": {"kernelspec": {"name": "python3"}},
        "nbformat": 4,
    },
    "OpenAPI": {
        "openapi": "3.0.0",
        "info": {"title": "t", "version": "1"},
        "paths": {
            "/a": {"get": {"operationId": "a", "parameters": [{"name": "id", "in": "path"}]}}
        },
    },
    "JSON Schema": {"type": "object", "properties": {"sessionID": {"type": "string"}}},
    "GeoJSON": {
        "type": "FeatureCollection",
        "features": [{"type": "Feature", "id": 1, "properties": {"name": "Oslo"}}],
    },
    "HAR": {"log": {"version": "1.2", "entries": [_HAR]}},
    "JUnit": {"testsuites": {"testsuite": [{"name": "s", "testcase": [{"name": "a"}]}]}},
    "pytest": {"created": 1.0, "tests": [{"nodeid": "a", "call": {"outcome": "passed"}}]},
    "instructions": {"instruction": "Say", "input": "", "output": "hi"},
    "preferences": {"prompt": "p", "chosen": "a", "rejected": "b"},
    "ESLint": [{"filePath": "a", "messages": [{"ruleId": "r", "severity": 2, "message": "m"}]}],
    "SARIF": {"runs": [{"tool": {"driver": {"name": "x"}}, "results": [{"ruleId": "a"}]}]},
    "Slack": [{"type": "message", "user": "U", "text": "hi", "ts": "1700000000.0001"}],
    "GitHub": [{"id": "1", "type": "PushEvent", "actor": {"login": "a"}, "payload": {"size": 1}}],
    "CloudTrail": {"Records": [{"eventName": "GetObject", "requestParameters": {"a": "b"}}]},
    "a log": {"name": "app", "level": 30, "msg": "started", "time": "2026-01-01T00:00:00Z"},
    "Kubernetes": {"kind": "Pod", "spec": {"containers": [{"name": "c", "args": ["a"]}]}},
    "Terraform": {"resources": [{"type": "b", "name": "c", "instances": [{"attributes": {}}]}]},
    "Chrome's events": {"traceEvents": [{"name": "a", "ph": "X", "ts": 1, "args": {"x": 1}}]},
    "a list of tools": [{"type": "function", "function": {"name": "ls", "parameters": {}}}],
    "MCP servers": {"mcpServers": {"a": {"command": "npx", "args": ["x"], "env": {}}}},
    "MCP": _MCP,
    "an event of a server": {"type": "user.created", "properties": {"id": "u1"}},
}
HELP: Final[dict[str, tuple[Any, str]]] = {
    "Cline": ([{"ts": 1, "type": "say", "say": "text", "text": "a"}], "api_conversation_history"),
    "Tempo": ({"traces": [{"traceID": "a", "rootServiceName": "s"}]}, "/api/v2/traces/ID"),
    "opencode": ({"id": "s", "projectID": "p", "directory": "/", "parentID": None}, "export"),
    "BFCL": ({"id": "a_0", "question": [[]], "function": []}, "no call was made"),
    "a test": ({"id": "a_0", "ground_truth": [{"ls": {}}]}, "no call was made"),
}


@pytest.mark.parametrize("what", OTHERS)
def test_json_that_is_no_trace_is_recognised_as_none(what: str) -> None:
    for data in (json.dumps(OTHERS[what]), f"{json.dumps(OTHERS[what])}\n" * 2):
        with pytest.raises(TraceError) as refused:
            read_bytes(data.encode())
        assert "not a format I know" in refused.value.message


@pytest.mark.parametrize("whose", HELP)
def test_a_refusal_says_whose_the_file_is_and_what_helps(whose: str) -> None:
    value, helps = HELP[whose]
    with pytest.raises(TraceError) as refused:
        read_bytes(json.dumps(value).encode())
    assert f"it is likely from {whose}" in refused.value.message
    assert helps in (refused.value.hint or "")
