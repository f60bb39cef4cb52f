"""FastMCP, client and server in one process, recorded by OpenInference or itself."""

import asyncio
from contextlib import suppress

import recording
from fastmcp import Client, FastMCP

(instrumentation,) = recording.WORDS
provider = recording.provider()
if instrumentation == "openinference":
    from openinference.instrumentation.mcp import MCPInstrumentor

    MCPInstrumentor().instrument(tracer_provider=provider)
server = FastMCP("s")
for tool in (recording.get_weather, recording.flaky, recording.multiply):
    server.tool(tool)


async def run():
    async with Client(server) as client:
        with provider.get_tracer("app").start_as_current_span("agent run"):
            await client.call_tool("get_weather", {"city": "Oslo"})
            with suppress(Exception):
                await client.call_tool("flaky", {"n": 1})
            await client.call_tool("flaky", {"n": 2})
            await client.call_tool("multiply", {"a": 2, "b": 3})


asyncio.run(run())
recording.done(provider)
