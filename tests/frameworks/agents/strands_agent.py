"""Strands, recorded by itself in its older or newer way, or by OpenInference."""

import os

import recording

(way,) = recording.WORDS
if way == "latest":
    newest = "gen_ai_latest_experimental,gen_ai_tool_definitions"
    os.environ["OTEL_SEMCONV_STABILITY_OPT_IN"] = newest
before = []
if way == "openinference":
    from openinference.instrumentation.strands_agents import StrandsAgentsToOpenInferenceProcessor

    before = [StrandsAgentsToOpenInferenceProcessor()]
provider = recording.provider(*before)

from strands import Agent, tool
from strands.models.openai import OpenAIModel


def agent(name, tools):
    settings = {"base_url": f"{recording.MODEL}/v1", "api_key": "x"}
    return Agent(
        model=OpenAIModel(client_args=settings, model_id="gpt-4o"),
        system_prompt=f"AGENT:{name}",
        tools=[tool(one) for one in tools],
        name=name,
        callback_handler=None,
    )


math = agent("math", [recording.multiply])
ask_math = recording.asker(lambda question: str(math(question)).strip())
main = agent("main", [recording.get_weather, recording.flaky, ask_math])
main("do it")
recording.keep("strands.json", main.messages)
recording.done(provider)
