"""LlamaIndex, recorded by OpenInference or Traceloop."""

import asyncio
import time

import recording
from llama_index.core.agent.workflow import FunctionAgent
from llama_index.llms.openai_like import OpenAILike

(instrumentation,) = recording.WORDS
provider = recording.provider()
if instrumentation == "openinference":
    from openinference.instrumentation.llama_index import LlamaIndexInstrumentor
else:
    from opentelemetry.instrumentation.llamaindex import LlamaIndexInstrumentor
LlamaIndexInstrumentor().instrument(tracer_provider=provider)


def agent(name, tools):
    model = OpenAILike(
        model="gpt-4o",
        api_base=f"{recording.MODEL}/v1",
        api_key="x",
        is_chat_model=True,
        is_function_calling_model=True,
        context_window=8000,
    )
    return FunctionAgent(name=name, tools=tools, llm=model, system_prompt=f"AGENT:{name}")


async def answer(question):
    return await math.run(user_msg=question)


async def run():
    return await agent("main", tools).run(user_msg="do it")


math = agent("math", [recording.multiply])
tools = [recording.get_weather, recording.flaky, recording.awaiting_asker(answer)]
result = asyncio.run(run())
time.sleep(1)  # its spans end on a thread of its own
recording.keep("tool_calls.json", [call.model_dump(mode="json") for call in result.tool_calls])
recording.done(provider)
