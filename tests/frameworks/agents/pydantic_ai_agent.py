"""Pydantic AI, recorded by itself, Logfire or OpenInference."""

import asyncio

import recording
from pydantic_ai import Agent, ModelRetry
from pydantic_ai.models.instrumented import InstrumentationSettings
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider

instrumentation, version, way = recording.WORDS
settings = {"version": int(version)}
if instrumentation == "logfire":
    import logfire
    from opentelemetry import trace

    logfire.configure(send_to_logfire=False, console=False)  # it finds the collector itself
    logfire.instrument_pydantic_ai(**settings)
    provider = trace.get_tracer_provider()
else:
    before = []
    if instrumentation == "openinference":
        from openinference.instrumentation.pydantic_ai import OpenInferenceSpanProcessor

        before = [OpenInferenceSpanProcessor()]
    provider = recording.provider(*before)
    Agent.instrument_all(InstrumentationSettings(tracer_provider=provider, **settings))


def agent(name):
    model = OpenAIChatModel(
        "gpt-4o", provider=OpenAIProvider(base_url=f"{recording.MODEL}/v1", api_key="x")
    )
    return Agent(model, instructions=f"AGENT:{name}", name=name, retries=2)


def flaky(n: int) -> str:
    """Fail for 1."""
    try:
        return recording.flaky(n)
    except ValueError as error:
        raise ModelRetry(str(error)) from None


async def answer(question):
    return (await math.run(question)).output


async def run():
    if way != "stream":
        return await main.run("do it")
    async with main.run_stream("do it") as result:
        async for _ in result.stream_text():
            pass
    return result


math, main = agent("math"), agent("main")
math.tool_plain(recording.multiply)
for tool in (recording.get_weather, flaky, recording.awaiting_asker(answer)):
    main.tool_plain(tool)
result = asyncio.run(run())
recording.keep("pydantic.json", result.all_messages_json())
recording.done(provider)
