"""Microsoft's Agent Framework, recorded by itself."""

import asyncio
import os

os.environ["ENABLE_INSTRUMENTATION"] = os.environ["ENABLE_SENSITIVE_DATA"] = "true"

import recording
from agent_framework import Agent
from agent_framework.observability import enable_instrumentation
from agent_framework.openai import OpenAIChatCompletionClient

provider = recording.provider()
enable_instrumentation(enable_sensitive_data=True)


def agent(name, tools):
    model = OpenAIChatCompletionClient(
        model="gpt-4o", api_key="x", base_url=f"{recording.MODEL}/v1"
    )
    return Agent(model, f"AGENT:{name}", name=name, tools=tools)


async def answer(question):
    return (await math.run(question)).text


math = agent("math", [recording.multiply])
tools = [recording.get_weather, recording.flaky, recording.awaiting_asker(answer)]
result = asyncio.run(agent("main", tools).run("do it"))
recording.keep("maf.json", [message.to_dict() for message in result.messages])
recording.done(provider)
