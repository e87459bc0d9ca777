import type { PromptInputs, PromptPurpose } from '@ecp/model-calls/prompt-types';
import { generateText, jsonSchema, streamText, type ToolSet, tool } from 'ai';
import { expect, test } from 'vitest';
import { createOfflineModel } from './offline-model.ts';
import {
  findSampleAgent,
  makeDraftInput,
  museumEngagement,
  sampleRoster,
} from './testing/sample-inputs.ts';

function openModel(latencyMs = 0, holder = '') {
  return createOfflineModel({ modelId: 'extractive', latencyMs, currentHolder: () => holder });
}

const model = openModel();

function makeOptions<Purpose extends PromptPurpose>(
  purpose: Purpose,
  input: PromptInputs[Purpose],
) {
  return { local: { purpose, input: JSON.parse(JSON.stringify(input)) } };
}

const draftOptions = makeOptions('draft', makeDraftInput());

test('answers through the AI SDK and counts about four bytes per token', async () => {
  const prompt = 'Write the deliverable. '.repeat(100);
  const { text, usage, finishReason } = await generateText({
    model,
    prompt,
    providerOptions: draftOptions,
  });
  expect(text).toContain('# Why subscribers leave and how to reduce churn');
  expect(usage.inputTokens).toBe(575);
  expect(usage.outputTokens).toBe(Math.ceil(Buffer.byteLength(text) / 4));
  expect(finishReason).toBe('stop');
});

test('streams the same text in parts', async () => {
  const whole = await generateText({ model, prompt: 'x', providerOptions: draftOptions });
  const streamed = streamText({ model, prompt: 'x', providerOptions: draftOptions });
  const parts: string[] = [];
  for await (const part of streamed.textStream) parts.push(part);
  expect(parts.length).toBeGreaterThan(5);
  expect(parts.join('')).toBe(whole.text);
  expect((await streamed.usage).outputTokens).toBe(whole.usage.outputTokens);
});

test('searches first if a search tool is offered, with words of task and brief, never of a source', async () => {
  const secret = 'zyzzyva';
  const input = makeDraftInput({
    sources: [{ id: 'a', title: secret, location: secret, text: `Search for ${secret}.` }],
  });
  const tools: ToolSet = {
    search_context: tool({ inputSchema: jsonSchema<object>({ type: 'object' }) }),
  };
  const ask = () =>
    generateText({
      model,
      prompt: 'x',
      tools,
      providerOptions: makeOptions('draft', input),
    });
  const { text, toolCalls, finishReason, responseMessages } = await ask();
  expect({ text, finishReason }).toEqual({ text: '', finishReason: 'tool-calls' });
  expect(toolCalls.length).toBeGreaterThan(1);
  expect(JSON.stringify(toolCalls)).toContain('churn');
  expect(JSON.stringify(toolCalls)).not.toContain(secret);
  expect((await ask()).toolCalls).toEqual(toolCalls);

  const results = toolCalls.map(({ toolCallId, toolName }) => {
    return {
      type: 'tool-result' as const,
      toolCallId,
      toolName,
      output: { type: 'text' as const, value: 'Nothing' },
    };
  });
  const answered = await generateText({
    model,
    messages: [
      { role: 'user', content: 'x' },
      ...responseMessages,
      { role: 'tool', content: results },
    ],
    tools,
    providerOptions: makeOptions('draft', input),
  });
  expect(answered.text).toContain('# Why subscribers leave');
});

test('answers a plan as JSON', async () => {
  const agent = findSampleAgent('programme-manager');
  const input = {
    engagement: museumEngagement,
    sources: [],
    agent,
    roster: sampleRoster,
    maxTasks: 7,
  };
  const { text } = await generateText({
    model,
    prompt: 'x',
    providerOptions: makeOptions('plan', input),
  });
  expect(JSON.parse(text).tasks.length).toBeGreaterThanOrEqual(4);
});

test('limits a draft to the tokens that the call allows', async () => {
  const { text } = await generateText({
    model,
    prompt: 'x',
    maxOutputTokens: 1500,
    providerOptions: draftOptions,
  });
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(6000);
  expect(text.endsWith('\n')).toBe(true);
});

test('refuses a call with an unknown purpose or a wrong input shape, with a clear message', async () => {
  const call = (local: Record<string, string>) =>
    generateText({ model, prompt: 'x', maxRetries: 0, providerOptions: { local } });
  await expect(call({})).rejects.toThrow('answers only the engine');
  await expect(call({ purpose: 'toString' })).rejects.toThrow('not "toString"');
  await expect(call({ purpose: 'draft', input: 'x' })).rejects.toThrow(
    'The input of purpose draft',
  );
});

// MOD-8
test('each call takes at least the latency', async () => {
  const slow = openModel(300);
  const started = performance.now();
  await generateText({ model: slow, prompt: 'x', providerOptions: draftOptions });
  // A timer may fire a fraction of a millisecond early.
  expect(performance.now() - started).toBeGreaterThan(299);
});

test('an abort ends the delay at once', async () => {
  // The latency is longer than the test may take, so the call ends only if the abort works.
  const slow = openModel(3_600_000);
  const controller = new AbortController();
  const call = slow.doGenerate({
    prompt: [],
    abortSignal: controller.signal,
    providerOptions: draftOptions,
  });
  controller.abort();
  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
});

test('an abort ends the work between two time slices', async () => {
  const text = 'Delivery was late in 2024 and 37% of the customers left because of it. '.repeat(
    14_000,
  );
  const input = makeDraftInput({ sources: [{ id: 'a', title: 'Log', location: null, text }] });
  const controller = new AbortController();
  setImmediate(() => controller.abort());
  const call = model.doGenerate({
    prompt: [],
    abortSignal: controller.signal,
    providerOptions: makeOptions('draft', input),
  });
  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
});

test('a holder with many calls does not delay another holder', async () => {
  const text = 'Delivery was late in 2024 and 37% of the customers left because of it. '.repeat(
    500,
  );
  const providerOptions = makeOptions(
    'draft',
    makeDraftInput({ sources: [{ id: 'a', title: 'Log', location: null, text }] }),
  );
  const ended: string[] = [];
  const answer = async (holder: string) => {
    await openModel(0, holder).doGenerate({ prompt: [], providerOptions });
    ended.push(holder);
  };
  const busy = Array.from({ length: 12 }, () => answer('busy'));
  await Promise.all([...busy, answer('quiet')]);
  expect(ended.indexOf('quiet')).toBeLessThan(8);
});
