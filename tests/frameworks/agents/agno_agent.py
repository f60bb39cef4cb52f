"""Agno, recorded by OpenInference."""

import recording
from agno.agent import Agent
from agno.models.openai import OpenAIChat
from openinference.instrumentation.agno import AgnoInstrumentor

provider = recording.provider()
AgnoInstrumentor().instrument(tracer_provider=provider)


def agent(name, tools):
    model = OpenAIChat(id="gpt-4o", base_url=f"{recording.MODEL}/v1", api_key="x")
    says = f"AGENT:{name}"
    return Agent(name=name, model=model, tools=tools, system_message=says, telemetry=False)


def get_weather(city: str) -> str:
    """Tell the weather."""
    return recording.get_weather_json(city)


def multiply(a: int, b: int) -> str:
    """Multiply."""
    return recording.multiply_text(a, b)


math = agent("math", [multiply])
ask_math = recording.asker(lambda question: math.run(question).content)
answer = agent("main", [get_weather, recording.flaky, ask_math]).run("do it")
recording.keep("agno.json", [message.to_dict() for message in answer.messages])
recording.keep("run.json", answer.to_dict())
recording.done(provider)
