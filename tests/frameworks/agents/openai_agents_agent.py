"""The OpenAI Agents SDK, recorded by OpenInference, with its own trace beside it."""

import asyncio
import json
import os

os.environ["OPENAI_API_KEY"] = "x"

import recording
from agents import (
    Agent,
    OpenAIChatCompletionsModel,
    OpenAIResponsesModel,
    Runner,
    function_tool,
)
from agents.tracing import TracingProcessor, set_trace_processors
from openai import AsyncOpenAI
from openinference.instrumentation.openai_agents import OpenAIAgentsInstrumentor

api, way, mode = recording.WORDS
provider = recording.provider()
traced = []


class Keeping(TracingProcessor):
    """Keeps what the SDK would send to its own service."""

    def on_trace_start(self, trace):
        """Do nothing."""

    def on_trace_end(self, trace):
        """Keep a trace."""
        traced.append(trace.export())

    def on_span_start(self, span):
        """Do nothing."""

    def on_span_end(self, span):
        """Keep a span."""
        traced.append(span.export())

    def shutdown(self):
        """Do nothing."""

    def force_flush(self):
        """Do nothing."""


set_trace_processors([Keeping()])
OpenAIAgentsInstrumentor().instrument(tracer_provider=provider, exclusive_processor=False)
client = AsyncOpenAI(base_url=f"{recording.MODEL}/v1", api_key="x")


def agent(name, tools, says="", **options):
    model = OpenAIChatCompletionsModel if api == "chat" else OpenAIResponsesModel
    return Agent(
        name=name,
        instructions=f"AGENT:{says or name}",
        model=model("gpt-4o", client),
        tools=[function_tool(tool) for tool in tools],
        **options,
    )


async def answer(question):
    return (await Runner.run(math, question)).final_output


async def run():
    if mode != "stream":
        return await Runner.run(main, "do it")
    result = Runner.run_streamed(main, "do it")
    async for _ in result.stream_events():
        pass
    return result


tools = [recording.get_weather, recording.flaky]
if way == "handoff":
    math = agent("math", [recording.multiply], "handmath")
    main = agent("main", tools, "handoff", handoffs=[math])
else:
    math = agent("math", [recording.multiply])
    main = agent("main", [*tools, recording.awaiting_asker(answer)])
result = asyncio.run(run())
recording.keep("items.json", result.to_input_list())
lines = "".join(json.dumps(item, default=str) + "\n" for item in traced)
(recording.FOLDER / "agents_trace.jsonl").write_text(lines)
recording.done(provider)
