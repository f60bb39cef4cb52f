"""Tables of the language server: its features by their modules, its settings by their defaults."""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import ModuleType
from typing import Any

from generator import cell
from toolspec.lsp import features
from toolspec.lsp.state.settings import FIELDS, MEGABYTE, Settings

ROOT = Path(__file__).resolve().parent.parent.parent
MANIFEST = ROOT / "editors" / "vscode" / "package.json"
NOT_SHOWN = ("lifecycle",)
"""Modules that serve the connection, not the user."""
NEVER_SET = ("status",)
"""Settings that editors' extensions send, and people do not."""


def features_table() -> str:
    """Return what the server offers, one line for each module of features."""
    rows = [
        f"| {cell(about(module))} | {', '.join(f'`{name}`' for name in offered(module))} |"
        for module in modules()
    ]
    return "\n".join(["| feature | by |", "| --- | --- |", *rows])


def modules() -> list[ModuleType]:
    """Return the modules of features, in the order the server lists them."""
    listed: tuple[ModuleType, ...] = vars(features)["_MODULES"]
    return [module for module in listed if module.__name__.split(".")[-1] not in NOT_SHOWN]


def about(module: ModuleType) -> str:
    """Return the first sentence of a module's description."""
    text = re.sub(r"\s+", " ", module.__doc__ or "")
    return text.partition(". ")[0].rstrip(".")


def offered(module: ModuleType) -> list[str]:
    """Return the requests and commands a module answers."""
    requests = [each.method for each in getattr(module, "FEATURES", ())]
    commands = [each.name for each in getattr(module, "COMMANDS", ())]
    return [name.removeprefix("textDocument/") for name in [*requests, *commands]]


def settings_table() -> str:
    """Return the server's settings with their defaults, described as VS Code shows them."""
    manifest = json.loads(MANIFEST.read_text("utf-8"))
    known: dict[str, Any] = manifest["contributes"]["configuration"]["properties"]
    rows: list[str] = []
    for name, (field, _) in FIELDS.items():
        if name not in NEVER_SET:
            described = known[f"toolspec.{name}"]
            text = described.get("markdownDescription") or described["description"]
            rows.append(f"| `{name}` | {written(getattr(Settings(), field))} | {cell(text)} |")
    return "\n".join(["| setting | default | |", "| --- | --- | --- |", *rows])


def written(value: Any) -> str:
    """Return a default as one writes it; sizes in a unit that can be read."""
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if isinstance(value, tuple):
        return "`[]`"
    if value >= MEGABYTE:
        return f"`{value}` ({value // MEGABYTE} MiB)"
    return f"`{value}`"
