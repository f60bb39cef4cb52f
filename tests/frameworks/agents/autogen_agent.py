"""AutoGen, recorded by itself or by OpenInference."""

import asyncio

import recording
from autogen_agentchat.agents import AssistantAgent
from autogen_ext.models.openai import OpenAIChatCompletionClient

(instrumentation,) = recording.WORDS
provider = recording.provider()
if instrumentation == "openinference":
    from openinference.instrumentation.autogen_agentchat import AutogenAgentChatInstrumentor

    AutogenAgentChatInstrumentor().instrument(tracer_provider=provider)


def agent(name, tools):
    model = OpenAIChatCompletionClient(
        model="gpt-4o", base_url=f"{recording.MODEL}/v1", api_key="x"
    )
    return AssistantAgent(
        name,
        model_client=model,
        tools=tools,
        system_message=f"AGENT:{name}",
        max_tool_iterations=9,
    )


async def answer(question):
    return (await math.run(task=question)).messages[-1].content


math = agent("math", [recording.multiply])
tools = [recording.get_weather, recording.flaky, recording.awaiting_asker(answer)]
result = asyncio.run(agent("main", tools).run(task="do it"))
recording.keep("autogen.json", [one.model_dump(mode="json") for one in result.messages])
recording.done(provider)
