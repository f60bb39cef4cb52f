"""Semantic Kernel, recorded by itself; the history of the run is not kept."""

import asyncio
import os

SWITCH = "SEMANTICKERNEL_EXPERIMENTAL_GENAI_ENABLE_OTEL_DIAGNOSTICS"
os.environ[SWITCH] = os.environ[f"{SWITCH}_SENSITIVE"] = "true"

import recording
from openai import AsyncOpenAI
from semantic_kernel.agents import ChatCompletionAgent
from semantic_kernel.connectors.ai.open_ai import OpenAIChatCompletion
from semantic_kernel.functions import kernel_function

provider = recording.provider()


class Main:
    """The tools of the outer agent."""

    @kernel_function(name="get_weather")
    def get_weather(self, city: str) -> str:
        """Tell the weather."""
        return recording.get_weather_json(city)

    @kernel_function(name="flaky")
    def flaky(self, n: int) -> str:
        """Fail for 1."""
        return recording.flaky(n)

    @kernel_function(name="ask_math")
    async def ask_math(self, question: str) -> str:
        """Ask the mathematician."""
        return await recording.awaiting_asker(math.get_response)(question)


class Math:
    """The tool of the inner agent."""

    @kernel_function(name="multiply")
    def multiply(self, a: int, b: int) -> int:
        """Multiply."""
        return recording.multiply(a, b)


def agent(name, plugin):
    client = AsyncOpenAI(base_url=f"{recording.MODEL}/v1", api_key="x")
    model = OpenAIChatCompletion(ai_model_id="gpt-4o", async_client=client)
    says = f"AGENT:{name}"
    return ChatCompletionAgent(service=model, name=name, instructions=says, plugins=[plugin])


math = agent("math", Math())
asyncio.run(agent("main", Main()).get_response("do it"))
recording.done(provider)
