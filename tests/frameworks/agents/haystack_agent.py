"""Haystack, recorded by OpenInference."""

import os

os.environ["OPENAI_API_KEY"] = "x"

import recording
from haystack.components.agents import Agent
from haystack.components.generators.chat import OpenAIChatGenerator
from haystack.dataclasses import ChatMessage
from haystack.tools import tool
from openinference.instrumentation.haystack import HaystackInstrumentor

provider = recording.provider()
HaystackInstrumentor().instrument(tracer_provider=provider)


@tool
def get_weather(city: str) -> str:
    """Tell the weather."""
    return recording.get_weather_json(city)


@tool
def multiply(a: int, b: int) -> str:
    """Multiply."""
    return recording.multiply_text(a, b)


def agent(name, tools):
    model = OpenAIChatGenerator(model="gpt-4o", api_base_url=f"{recording.MODEL}/v1")
    return Agent(
        chat_generator=model,
        tools=tools,
        system_prompt=f"AGENT:{name}",
        raise_on_tool_invocation_failure=False,
    )


def answer(question):
    return math.run(messages=[ChatMessage.from_user(question)])["messages"][-1].text


math = agent("math", [multiply])
tools = [get_weather, tool(recording.flaky), tool(recording.asker(answer))]
result = agent("main", tools).run(messages=[ChatMessage.from_user("do it")])
recording.keep("haystack.json", [message.to_dict() for message in result["messages"]])
openai = [message.to_openai_dict_format() for message in result["messages"]]
recording.keep("openai.json", openai)
recording.done(provider)
