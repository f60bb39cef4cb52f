// The Vercel AI SDK, recorded by its own telemetry. The other agents' `recording.py`, in JavaScript.

import fs from 'node:fs';
import path from 'node:path';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { generateText, stepCountIs, streamText, tool } from 'ai';
import { z } from 'zod';

const [, way] = process.argv.slice(2);
const calls = [];
const provider = new NodeTracerProvider({
  spanProcessors: [new SimpleSpanProcessor(new OTLPTraceExporter())],
});
provider.register();
const model = createOpenAICompatible({
  name: 'scripted',
  apiKey: 'x',
  baseURL: `${process.env.MODEL_URL}/v1`,
})('gpt-4o');

// Note that a call began, and what it gave back or how it failed.
function noted(name, execute) {
  return async (given) => {
    const call = { name, arguments: given, result: null, failed: false };
    calls.push(call);
    try {
      call.result = await execute(given);
    } catch (error) {
      Object.assign(call, { failed: true, result: String(error) });
      throw error;
    }
    return call.result;
  };
}

function made(name, inputSchema, execute) {
  return tool({ description: name, inputSchema: z.object(inputSchema), execute: noted(name, execute) });
}

function asked(name, tools, prompt) {
  return {
    model,
    tools,
    system: `AGENT:${name}`,
    prompt,
    stopWhen: stepCountIs(10),
    experimental_telemetry: { isEnabled: true, functionId: name },
  };
}

const inner = {
  multiply: made('multiply', { a: z.number(), b: z.number() }, ({ a, b }) => a * b),
};
const tools = {
  get_weather: made('get_weather', { city: z.string() }, ({ city }) => ({
    city,
    temp: city === 'Oslo' ? 7 : 25,
  })),
  flaky: made('flaky', { n: z.number() }, ({ n }) => {
    if (n === 1) throw new Error('backend down');
    return 'flaky ok';
  }),
  ask_math: made('ask_math', { question: z.string() }, async ({ question }) => {
    const answer = await generateText(asked('math', inner, question));
    return answer.text;
  }),
};

let answer;
if (way === 'stream') {
  answer = streamText(asked('main', tools, 'do it'));
  await answer.consumeStream();
} else {
  answer = await generateText(asked('main', tools, 'do it'));
}
const { messages } = await answer.response;
const folder = process.env.RECORDING;
const keep = (name, held) => fs.writeFileSync(path.join(folder, name), JSON.stringify(held, null, 1));
keep('messages.steps.json', await answer.steps);
keep('messages.response.json', [{ role: 'user', content: 'do it' }, ...messages]);
await provider.forceFlush();
await provider.shutdown();
keep('truth.json', { calls });
