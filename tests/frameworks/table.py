"""The frameworks: what is installed for each, and how its agent is run."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

HERE: Final = Path(__file__).parent
AGENTS: Final = HERE / "agents"
LOCKS: Final = HERE / "requirements"
SENDER: Final = "opentelemetry-exporter-otlp-proto-http"
"""What every agent in Python needs beside its framework."""

SENDERS_OF_NODE: Final = (
    "@opentelemetry/exporter-trace-otlp-http",
    "@opentelemetry/sdk-trace-node",
)
"""What every agent in JavaScript needs."""


class Framework(NamedTuple):
    """A framework, named as its package, in an environment of its own.

    `more` are the packages beside it; each run is the words that its agent gets. `of_node` where it
    is in JavaScript, and installed by npm.
    """

    name: str
    more: tuple[str, ...]
    runs: tuple[str, ...]
    of_node: bool = False

    @property
    def agent(self) -> Path:
        """Return the program that runs it."""
        name = self.short.removesuffix("-v2").replace("-", "_")
        return AGENTS / f"{name}_agent.{'mjs' if self.of_node else 'py'}"

    @property
    def short(self) -> str:
        """Return the name without extras, and without what says only that it is a package."""
        name = self.name.partition("[")[0]
        return _SHORT.get(name, name)

    @property
    def packages(self) -> tuple[str, ...]:
        """Return what is asked for; the lock file holds what that needs, too."""
        senders = SENDERS_OF_NODE if self.of_node else (SENDER,)
        return (self.name, *self.more, *senders)

    @property
    def lock(self) -> Path:
        """Return the file of the versions."""
        return LOCKS / f"{self.short}.{'json' if self.of_node else 'txt'}"


_SHORT: Final = {
    "agent-framework-core": "agent-framework",
    "ai": "vercel-ai",
    "autogen-agentchat": "autogen",
    "haystack-ai": "haystack",
    "llama-index-core": "llama-index",
    "mistralai": "mistral",
    "opentelemetry-instrumentation-openai-v2": "openai-v2",
    "opentelemetry-sdk": "by-hand",
    "pydantic-ai-slim": "pydantic-ai",
    "strands-agents": "strands",
}


def _by(*instrumentations: str) -> tuple[str, ...]:
    names = {"oi": "openinference-instrumentation-", "otel": "opentelemetry-instrumentation-"}
    return tuple(
        names[kind] + package
        for kind, _, package in (one.partition(":") for one in instrumentations)
    )


BY_HAND: Final = Framework("opentelemetry-sdk", (), ("own",))
"""No framework at all: its agent runs where OpenTelemetry's own exporter is."""

FRAMEWORKS: Final = (
    BY_HAND,
    Framework("agent-framework-core", ("agent-framework-openai",), ("own",)),
    Framework("agno", ("openai", *_by("oi:agno")), ("openinference",)),
    Framework(
        "anthropic",
        _by("oi:anthropic", "otel:anthropic"),
        (
            *("native plain", "openinference plain", "openinference stream"),
            *("traceloop plain", "traceloop stream"),
        ),
    ),
    Framework(
        "autogen-agentchat",
        ("autogen-ext[openai]", *_by("oi:autogen-agentchat")),
        ("own", "openinference"),
    ),
    Framework("crewai", _by("oi:crewai", "otel:crewai"), ("openinference", "traceloop")),
    Framework("dspy", _by("oi:dspy"), ("openinference",)),
    Framework("fastmcp", _by("oi:mcp"), ("own", "openinference")),
    Framework("google-adk", _by("oi:google-adk"), ("own", "content", "openinference")),
    Framework("google-genai", _by("oi:google-genai"), ("openinference",)),
    Framework("haystack-ai", _by("oi:haystack"), ("openinference",)),
    Framework(
        "langchain",
        ("langchain-openai", *_by("oi:langchain", "otel:langchain")),
        (
            *("openinference sync", "openinference async", "openinference stream"),
            *("traceloop sync", "traceloop async", "both sync", "langsmith sync"),
        ),
    ),
    Framework(
        "litellm",
        ("mcp", *_by("oi:litellm")),
        ("own plain", "own stream", "openinference plain", "openinference stream"),
    ),
    Framework(
        "llama-index-core",
        ("llama-index-llms-openai-like", *_by("oi:llama-index", "otel:llamaindex")),
        ("openinference", "traceloop"),
    ),
    Framework("mistralai", _by("oi:mistralai"), ("openinference",)),
    Framework(
        "openai",
        _by("oi:openai", "otel:openai"),
        tuple(
            f"{instrumentation} {api} {way}"
            for instrumentation in ("openinference", "traceloop")
            for api in ("chat", "responses")
            for way in ("plain", "stream")
        ),
    ),
    Framework(
        "openai-agents",
        _by("oi:openai-agents"),
        (
            *("chat tool plain", "chat tool stream", "responses tool plain"),
            *("responses tool stream", "chat handoff plain", "responses handoff plain"),
        ),
    ),
    Framework(
        "pydantic-ai-slim[openai]",
        ("logfire", *_by("oi:pydantic-ai")),
        (
            *("own 2 plain", "own 5 plain", "own 5 stream"),
            *("logfire 5 plain", "openinference 2 plain"),
        ),
    ),
    Framework(  # it does not work with newer ones of the others
        "opentelemetry-instrumentation-openai-v2",
        ("openai<3", "opentelemetry-util-genai<1"),
        ("opentelemetry chat plain", "opentelemetry chat stream"),
    ),
    Framework("semantic-kernel", (), ("own",)),
    Framework("smolagents[openai]", _by("oi:smolagents"), ("tool", "code")),
    Framework(
        "strands-agents[openai,otel]>=1",
        _by("oi:strands-agents"),
        ("plain", "latest", "openinference"),
    ),
    Framework(
        "ai", ("@ai-sdk/openai-compatible", "zod"), ("own plain", "own stream"), of_node=True
    ),
)
