import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { followEventStream, parseEventStream, type StreamMessage } from './read-event-stream.ts';

async function* chunksOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function collect(stream: AsyncIterable<StreamMessage>): Promise<StreamMessage[]> {
  const messages: StreamMessage[] = [];
  for await (const message of stream) messages.push(message);
  return messages;
}

describe('parseEventStream', () => {
  const text = ': hello\r\n\r\nid: 1\r\ndata: {"a":"é🚀"}\r\n\r\n: ping\n\nid:2\ndata:x\ndata: y\n\ndata: half';

  test('reads messages however the bytes are cut', async () => {
    const bytes = new TextEncoder().encode(text);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: bytes.length }), async (size) => {
        expect(await collect(parseEventStream(chunksOf(bytes, size)))).toEqual([
          { id: '1', data: '{"a":"é🚀"}' },
          { id: '2', data: 'x\ny' },
        ]);
      }),
    );
  });
});

describe('followEventStream', () => {
  const options = {
    isLast: ({ data }: StreamMessage) => data === 'end',
    maxBreaks: 2,
    pauseMs: 1,
    signal: new AbortController().signal,
  };
  const message = (id: number, data: string) => `id: ${id}\ndata: ${data}\n\n`;

  test('opens again from the last id after a break and stops at the last message', async () => {
    const opened: string[] = [];
    const answers = [message(1, 'a'), `${message(2, 'b')}id: 3\nda`, message(3, 'end') + message(4, 'never')];
    const open = async (lastEventId: string) => {
      opened.push(lastEventId);
      return new Response(answers[opened.length - 1] ?? '');
    };
    expect((await collect(followEventStream(open, options))).map(({ data }) => data)).toEqual(['a', 'b', 'end']);
    expect(opened).toEqual(['0', '1', '2']);
  });

  test('gives up after too many breaks in a row', async () => {
    let opened = 0;
    const open = () => {
      opened += 1;
      return Promise.reject(new Error('refused'));
    };
    await expect(collect(followEventStream(open, options))).rejects.toThrow('refused');
    expect(opened).toBe(3);
  });

  test('an abort ends it at once', async () => {
    const ending = new AbortController();
    const open = () => {
      ending.abort();
      return Promise.reject(new Error('aborted'));
    };
    await expect(collect(followEventStream(open, { ...options, signal: ending.signal }))).rejects.toThrow('aborted');
  });
});
