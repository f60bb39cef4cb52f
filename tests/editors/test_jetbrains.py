"""The files for JetBrains IDEs: a template as LSP4IJ documents it, and a bundle as VS Code has it.

No IDE runs here. The template is held against the format of LSP4IJ's documentation
(`docs/UserDefinedLanguageServerTemplate.md` of redhat-developer/lsp4ij), and its command is run.
"""

from __future__ import annotations

import fnmatch
import json
import os
import shlex
import sys
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from testbed import EDITORS

from bench.lsp_client import RawClient
from toolspec.lsp.state.settings import FIELDS, read_settings

FOLDER = EDITORS / "jetbrains"

WORDS = {"type": "string", "minLength": 1}
FILE_TYPE = {
    "type": "object",
    "properties": {"name": WORDS, "patterns": {"type": "array", "items": WORDS, "minItems": 1}},
    "minProperties": 1,
    "additionalProperties": False,
}
MAPPING = {
    "type": "object",
    "properties": {"fileType": FILE_TYPE, "languageId": WORDS},
    "required": ["fileType", "languageId"],
    "additionalProperties": False,
}
TEMPLATE: dict[str, Any] = {
    "type": "object",
    "properties": {
        "id": WORDS,
        "name": WORDS,
        "programArgs": {
            "type": "object",
            "properties": {"default": WORDS, "windows": WORDS},
            "required": ["default"],
            "additionalProperties": False,
        },
        "fileTypeMappings": {"type": "array", "items": MAPPING, "minItems": 1},
    },
    "required": ["id", "name", "programArgs", "fileTypeMappings"],
    "additionalProperties": False,
}
"""What LSP4IJ's documentation says of `template.json`."""

BESIDE = {
    "settings.json",
    "settings.schema.json",
    "initializationOptions.json",
    "clientSettings.json",
    "installer.json",
    "README.md",
}
"""The files that may stand beside it."""


def read(path: str) -> Any:
    return json.loads((FOLDER / path).read_text("utf-8"))


def test_the_template_is_one_as_lsp4ij_documents_it() -> None:
    jsonschema_rs.validate(TEMPLATE, read("lsp4ij/template.json"))
    names = {path.name for path in (FOLDER / "lsp4ij").iterdir()}
    assert names - {"template.json"} <= BESIDE
    (mapping,) = read("lsp4ij/template.json")["fileTypeMappings"]
    assert any(fnmatch.fnmatch("a.toolspec", one) for one in mapping["fileType"]["patterns"])
    # A named type would be one of the user's own, and take the colours of the bundle away.
    assert "name" not in mapping["fileType"]


@pytest.mark.skipif(os.name == "nt", reason="the command for Windows starts no shell")
def test_its_command_starts_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    beside_python = str(Path(sys.executable).parent)
    monkeypatch.setenv("PATH", f"{beside_python}{os.pathsep}{os.environ['PATH']}")
    command = shlex.split(read("lsp4ij/template.json")["programArgs"]["default"])
    with RawClient(command=command) as client:
        offered = client.initialize(tmp_path)["capabilities"]
        assert offered["hoverProvider"] and offered["inlayHintProvider"]
        assert client.leave() == 0


def test_its_settings_are_the_servers_own_and_fit_their_schema() -> None:
    settings, schema = read("lsp4ij/settings.json"), read("lsp4ij/settings.schema.json")
    jsonschema_rs.validate(schema, settings)
    assert read_settings(settings)[1] == []
    assert not jsonschema_rs.is_valid(schema, {"toolspec": {"maxTraces": 0}})
    known = schema["properties"]["toolspec"]["properties"]
    names = {
        f"{name}.{inner}" if "properties" in value else name
        for name, value in known.items()
        for inner in value.get("properties", [""])
    }
    # `status` is what an extension asks for that shows one.
    assert names == set(FIELDS) - {"status"}


def test_the_bundle_holds_what_its_manifest_names() -> None:
    bundle = FOLDER / "textmate"
    contributed = read("textmate/package.json")["contributes"]
    (language,), (grammar,) = contributed["languages"], contributed["grammars"]
    assert language["extensions"] == [".toolspec"] and grammar["language"] == language["id"]
    assert (bundle / language["configuration"]).is_file()
    written = json.loads((bundle / grammar["path"]).read_text("utf-8"))
    assert written["scopeName"] == grammar["scopeName"]
    vscode = EDITORS / "vscode" / "syntaxes" / "toolspec.tmLanguage.json"
    assert (bundle / grammar["path"]).read_bytes() == vscode.read_bytes()
