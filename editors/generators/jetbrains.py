"""What JetBrains IDEs are given: a template for the plugin LSP4IJ, and a TextMate bundle.

Both follow from the extension for VS Code, whose bundle JetBrains IDEs read as it is: languages,
grammar and settings are written once, there.
"""

from __future__ import annotations

import json
from typing import Any

VSCODE = "vscode/package.json"
LANGUAGE = "vscode/language-configuration.json"

OF_THE_SERVER = (
    "traces",
    "inlayHints.enabled",
    "inlayHints.reason",
    "maxTraceBytes",
    "maxLines",
    "maxTraces",
    "maxTraceDays",
    "maxMemoryBytes",
)
"""The settings of the extension that the server reads itself."""

KEPT = ("type", "items", "default", "minimum", "maximum", "description")


def files(package: dict[str, Any], language: str, grammar: str) -> dict[str, str]:
    """Return the files by their paths below `editors/jetbrains`."""
    return {
        "lsp4ij/template.json": _json(_template()),
        "lsp4ij/settings.json": _json({"toolspec": {"inlayHints": {"reason": True}}}),
        "lsp4ij/settings.schema.json": _json(_schema(package)),
        "textmate/package.json": _json(_bundle(package)),
        "textmate/language-configuration.json": language,
        "textmate/syntaxes/toolspec.tmLanguage.json": grammar,
    }


def _template() -> dict[str, Any]:
    # A pattern and no file type: a type of the user's own would lose the bundle's colours.
    return {
        "id": "toolspec",
        "name": "toolspec",
        "programArgs": {"default": 'sh -c "toolspec lsp"', "windows": "toolspec lsp"},
        "fileTypeMappings": [
            {"fileType": {"patterns": ["*.toolspec"]}, "languageId": "toolspec"},
        ],
    }


def _schema(package: dict[str, Any]) -> dict[str, Any]:
    """Return a JSON schema of the settings, by which LSP4IJ completes and checks them."""
    known = package["contributes"]["configuration"]["properties"]
    properties: dict[str, Any] = {}
    for name in OF_THE_SERVER:
        setting = known[f"toolspec.{name}"]
        said = {key: setting[key] for key in KEPT if key in setting}
        if "markdownDescription" in setting:
            said["description"] = setting["markdownDescription"].replace("`", "")
        *above, last = name.split(".")
        place = properties
        for part in above:
            inner = place.setdefault(part, {"type": "object", "properties": {}})
            place = inner["properties"]
        place[last] = said
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "toolspec",
        "type": "object",
        "properties": {"toolspec": {"type": "object", "properties": properties}},
    }


def _bundle(package: dict[str, Any]) -> dict[str, Any]:
    """Return the manifest of the TextMate bundle: what of the extension's is about colours."""
    (language,) = package["contributes"]["languages"]
    language = {key: value for key, value in language.items() if key != "icon"}
    return {
        "name": package["name"],
        "version": package["version"],
        "license": package["license"],
        "engines": package["engines"],
        "contributes": {
            "languages": [language],
            "grammars": package["contributes"]["grammars"],
        },
    }


def _json(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"
