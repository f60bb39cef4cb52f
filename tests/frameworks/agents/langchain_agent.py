"""LangChain's `create_agent`, recorded by OpenInference, Traceloop, both, or LangSmith."""

import asyncio
import os
import time

import recording

instrumentation, way = recording.WORDS
if instrumentation == "langsmith":
    for name in ("OTEL_ENABLED", "OTEL_ONLY", "TRACING"):
        os.environ[f"LANGSMITH_{name}"] = "true"
    os.environ |= {"LANGSMITH_API_KEY": "x", "LANGSMITH_ENDPOINT": "http://127.0.0.1:9"}
provider = recording.provider()
if instrumentation in ("openinference", "both"):
    from openinference.instrumentation.langchain import LangChainInstrumentor

    LangChainInstrumentor().instrument(tracer_provider=provider)
if instrumentation in ("traceloop", "both"):
    from opentelemetry.instrumentation.langchain import LangchainInstrumentor

    LangchainInstrumentor().instrument(tracer_provider=provider)

from langchain.agents import create_agent
from langchain.agents.middleware import wrap_tool_call
from langchain_core.load import dumps
from langchain_core.messages import ToolMessage, convert_to_openai_messages, messages_to_dict
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI

model = ChatOpenAI(
    model="gpt-4o", base_url=f"{recording.MODEL}/v1", api_key="x", streaming=way == "stream"
)


def failed(request, error):
    return ToolMessage(
        content=f"ValueError: {error}", tool_call_id=request.tool_call["id"], status="error"
    )


@wrap_tool_call
def catch(request, handler):
    """Tell the model of a failure."""
    try:
        return handler(request)
    except ValueError as error:
        return failed(request, error)


@wrap_tool_call
async def catch_awaited(request, handler):
    """Tell the model of a failure."""
    try:
        return await handler(request)
    except ValueError as error:
        return failed(request, error)


def agent(name, tools, middleware=()):
    return create_agent(
        model,
        [tool(one) for one in tools],
        system_prompt=f"AGENT:{name}",
        name=name,
        middleware=middleware,
    )


def answer(question):
    return math.invoke({"messages": [("user", question)]})["messages"][-1].content


math = agent("math", [recording.multiply])
tools = [recording.get_weather, recording.flaky, recording.asker(answer)]
main = agent("main", tools, [catch_awaited if way == "async" else catch])
asked = {"messages": [("user", "do it")]}
if way == "async":
    result = asyncio.run(main.ainvoke(asked))
elif way == "stream":
    *_, result = main.stream(asked, stream_mode="values")
else:
    result = main.invoke(asked)
messages = result["messages"]
recording.keep("to_dict.json", messages_to_dict(messages))
recording.keep("dumps.json", dumps(messages))
recording.keep("model_dump.json", [message.model_dump() for message in messages])
recording.keep("openai.json", convert_to_openai_messages(messages))
if instrumentation == "langsmith":
    from langchain_core.tracers.langchain import wait_for_all_tracers

    wait_for_all_tracers()
    time.sleep(2)  # its spans end on a thread of its own
recording.done(provider)
