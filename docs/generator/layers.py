"""The layers of floors and rooms, drawn from the contracts that import-linter keeps."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parent.parent.parent / "pyproject.toml"


def drawn() -> str:
    """Return each contract of layers: its name, then its layers, the highest first."""
    config: dict[str, Any] = tomllib.loads(PROJECT.read_text("utf-8"))
    contracts = config["tool"]["importlinter"]["contracts"]
    return "\n\n".join(_drawn(one) for one in contracts if one["type"] == "layers")


def _drawn(contract: dict[str, Any]) -> str:
    containers: list[str] = contract.get("containers", [])
    of = f" (`{containers[0].replace('.', '/').removeprefix('toolspec/')}/`)" if containers else ""
    layers = [
        "   " + layer.replace("toolspec.", "").replace(" | ", "   ") for layer in contract["layers"]
    ]
    return "\n".join([f"{contract['name'].partition(':')[0]}{of}:", "", "```text", *layers, "```"])
