"""smolagents, with a model that calls tools or one that writes code, by OpenInference."""

import recording
from openinference.instrumentation.smolagents import SmolagentsInstrumentor
from smolagents import (
    ChatMessage,
    CodeAgent,
    Model,
    OpenAIServerModel,
    ToolCallingAgent,
    tool,
)

(way,) = recording.WORDS
provider = recording.provider()
SmolagentsInstrumentor().instrument(tracer_provider=provider)
get_weather, flaky, multiply = map(
    tool, (recording.get_weather, recording.flaky, recording.multiply)
)
CODE = [
    "a = get_weather(city='Oslo')\nb = get_weather('Rome')\nprint(a, b)",
    "try:\n    flaky(n=1)\nexcept Exception as e:\n    print(e)\nprint(flaky(n=2))",
    "final_answer(multiply(2, b=3))",
]


class Coder(Model):
    """A model that writes the code above."""

    def __init__(self):
        super().__init__()
        self.code = iter(CODE)

    def generate(self, messages, **options):
        """Write the next piece."""
        code = f"Thought: x\n<code>\n{next(self.code)}\n</code>"
        return ChatMessage(role="assistant", content=code)


def calling(name, tools):
    model = OpenAIServerModel("gpt-4o", api_base=f"{recording.MODEL}/v1", api_key="x")
    says = f"AGENT:smol{name}"
    return ToolCallingAgent(tools=tools, model=model, instructions=says, verbosity_level=0)


if way == "code":
    main = CodeAgent(tools=[get_weather, flaky, multiply], model=Coder(), verbosity_level=0)
else:
    math = calling("math", [multiply])

    @tool
    def ask_math(question: str) -> str:
        """Ask the mathematician.

        Args:
            question: what to compute.
        """
        return recording.asker(math.run)(question)

    main = calling("main", [get_weather, flaky, ask_math])
main.run("do it")
recording.keep("memory.json", main.memory.get_full_steps())
recording.done(provider)
