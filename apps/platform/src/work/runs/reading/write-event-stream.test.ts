import type { ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeFramed } from './write-event-stream.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

// FOL-10
test('an idle stream gets a comment every 15 seconds, never inside an event, and none after its end', async () => {
  const target = new PassThrough();
  const chunks = new PassThrough();
  const written: string[] = [];
  target.on('data', (chunk) => written.push(String(chunk)));
  const hasWritten = (count: number) =>
    pollUntil(
      () => written.length,
      (length) => length === count,
    );
  const { signal } = new AbortController();
  const writing = writeFramed(target as unknown as ServerResponse, chunks, { idPrefix: 'run:', signal });

  chunks.write('id: 1\ndata: {"type":"log"}\n\nid: 2\nda');
  await hasWritten(1);
  await vi.advanceTimersByTimeAsync(14_999);
  expect(written).toEqual(['id: run:1\ndata: {"type":"log"}\n\n']);
  await vi.advanceTimersByTimeAsync(1);
  await vi.advanceTimersByTimeAsync(30_000);
  await hasWritten(4);
  expect(written.slice(1)).toEqual([': keep-alive\n\n', ': keep-alive\n\n', ': keep-alive\n\n']);

  chunks.end('ta: {}\n\n');
  await writing;
  await hasWritten(5);
  expect(written[4]).toBe('id: run:2\ndata: {}\n\n');
  expect(vi.getTimerCount()).toBe(0);
});
