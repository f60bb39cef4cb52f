"""The settings that an editor can send, with their defaults.

`initializationOptions`, `workspace/configuration` and `didChangeConfiguration` carry the same
object; `toolspec.toml` and `[tool.toolspec]` of `pyproject.toml` give the trace globs of a project.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from toolspec.engine.values import Value

MEGABYTE = 1 << 20


class Settings(Value):
    """The settings in force for a workspace.

    `traces` are globs, relative ones to the workspace folder. A trace file beyond
    `trace_bytes_max`, older than `trace_days_max` (0: any age) or past the newest `traces_max` is
    not read, nor is a spec beyond `lines_max`; a finding says so.
    """

    traces: tuple[str, ...] = ()
    trace_bytes_max: int = 50 * MEGABYTE
    traces_max: int = 200
    trace_days_max: int = 0
    memory_bytes_max: int = 64 * MEGABYTE
    lines_max: int = 5000
    inlay_hints: bool = True
    hint_reasons: bool = False
    status: bool = False


def _globs(value: Any) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,)
    items: list[Any] = cast("list[Any]", value) if isinstance(value, list) else [None]
    if not all(isinstance(item, str) for item in items):
        raise ValueError("a list of globs")
    return tuple(items)


def _whole(least: int) -> Callable[[Any], int]:
    def read(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise ValueError(f"a whole number from {least}")
        return value

    return read


def _switch(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError("true or false")
    return value


FIELDS: Mapping[str, tuple[str, Callable[[Any], Any]]] = {
    "traces": ("traces", _globs),
    "maxTraceBytes": ("trace_bytes_max", _whole(1)),
    "maxTraces": ("traces_max", _whole(1)),
    "maxTraceDays": ("trace_days_max", _whole(0)),
    "maxMemoryBytes": ("memory_bytes_max", _whole(MEGABYTE)),
    "maxLines": ("lines_max", _whole(1)),
    "inlayHints.enabled": ("inlay_hints", _switch),
    "inlayHints.reason": ("hint_reasons", _switch),
    "status": ("status", _switch),
}
"""The settings by their names in an editor: the field and the function that reads its value."""

OTHERS = {
    "path", "interpreter", "logLevel", "trace.server", "trace", "restricted", "saveBeforeCheck",
    "suggestAgain",
}  # fmt: skip
"""Other names allowed in the section: settings of the editor's extension, and what the extension
sends on startup."""


def read_settings(given: Any, base: Settings | None = None) -> tuple[Settings, list[str]]:
    """Return the settings updated with what an editor sent, and a complaint for each bad value.

    The section may be wrapped (`{"toolspec": {...}}`) or not; its names may be nested or dotted.

    >>> read_settings({"toolspec": {"inlayHints": {"enabled": False}, "maxLines": 10}})[0].lines_max
    10
    >>> read_settings({"maxLine": 10})[1]
    ['`maxLine` is not a setting of toolspec']
    """
    settings = base or Settings()
    complaints: list[str] = []
    if given is None:
        return settings, []
    if not isinstance(given, Mapping):
        return settings, ["the settings are not an object"]
    whole = cast("Mapping[str, Any]", given)
    section = whole.get("toolspec", whole)
    changed: dict[str, Any] = {}
    for name, value in _flat(section if isinstance(section, Mapping) else {}):
        if name in FIELDS:
            field, read = FIELDS[name]
            try:
                changed[field] = read(value)
            except ValueError as wrong:
                complaints.append(f"`{name}` takes {wrong}")
        elif name not in OTHERS and name.split(".")[0] not in OTHERS:
            complaints.append(f"`{name}` is not a setting of toolspec")
    return settings.replace(**changed), complaints


def _flat(section: Any, prefix: str = "") -> list[tuple[str, Any]]:
    flat: list[tuple[str, Any]] = []
    for name, value in cast("Mapping[str, Any]", section).items():
        if isinstance(value, Mapping) and prefix + name not in FIELDS:
            flat += _flat(cast("Any", value), f"{prefix}{name}.")
        elif value is not None:
            flat.append((prefix + name, cast("Any", value)))
    return flat
