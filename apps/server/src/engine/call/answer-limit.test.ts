import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { expect, test } from 'vitest';
import { cutAtLimit, mostCharacters } from './answer-limit.ts';

const maxOutputTokens = 10;
const most = mostCharacters(maxOutputTokens);
const text = (length: number): LanguageModelV4StreamPart => ({
  type: 'text-delta',
  id: 'text',
  delta: 'a'.repeat(length),
});
const cutEnd = expect.objectContaining({
  type: 'finish',
  finishReason: { unified: 'length', raw: 'length' },
});

/**
 * Streams parts without end: the last one again and again. Tells whether its reader has closed it.
 */
function streamEndlessly(...parts: LanguageModelV4StreamPart[]) {
  const state = { isClosed: false };
  async function* stream() {
    try {
      yield* parts;
      for (;;) yield* parts.slice(-1);
    } finally {
      state.isClosed = true;
    }
  }
  return { state, stream: stream() };
}

async function read(stream: AsyncIterable<LanguageModelV4StreamPart>) {
  return Array.fromAsync(cutAtLimit(stream, maxOutputTokens));
}

// TXT-1
test('an answer of exactly twice its limit is whole, and a longer one ends there as cut', async () => {
  expect(await read(ReadableStream.from([text(most)]))).toEqual([text(most)]);
  expect(await read(ReadableStream.from([text(most - 1), text(5)]))).toEqual([
    text(most - 1),
    text(1),
    cutEnd,
  ]);
});

// TXT-1
test.each<[string, LanguageModelV4StreamPart]>([
  ['text', text(7)],
  ['thoughts', { type: 'reasoning-delta', id: 'thought', delta: 'a'.repeat(7) }],
  ['an input of a tool', { type: 'tool-input-delta', id: 'call', delta: '[[[[[[[' }],
  [
    'whole calls of tools',
    { type: 'tool-call', toolCallId: 'call', toolName: 'calculate', input: '{"a": 1}' },
  ],
])('endless %s is cut, and its stream is closed', async (_, part) => {
  const { state, stream } = streamEndlessly(part);
  const parts = await read(stream);
  expect(parts.length).toBeLessThanOrEqual(most / 7 + 2);
  expect(parts.at(-1)).toEqual(cutEnd);
  expect(state.isClosed).toBe(true);
});

// TXT-1
test('thoughts count with the text, and the input of a tool counts once', async () => {
  const thought: LanguageModelV4StreamPart = {
    type: 'reasoning-delta',
    id: 'a',
    delta: 'a'.repeat(most - 10),
  };
  expect(await read(ReadableStream.from([thought, text(11)]))).toEqual([thought, text(10), cutEnd]);
  const input = 'a'.repeat(most);
  const call: LanguageModelV4StreamPart[] = [
    { type: 'tool-input-delta', id: 'call', delta: input },
    { type: 'tool-call', toolCallId: 'call', toolName: 'calculate', input },
  ];
  expect(await read(ReadableStream.from(call))).toEqual(call);
});

// TXT-1
test('the cut leaves no half of a character', async () => {
  const delta = '😀'.repeat(most);
  const [part] = await read(ReadableStream.from([{ ...text(1), delta: `a${delta}` }]));
  expect(part).toEqual({ ...text(1), delta: `a${delta.slice(0, most - 2)}\ufffd` });
});
