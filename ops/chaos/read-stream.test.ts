import { expect, test } from 'vitest';
import { openJournal, readStream } from './consultant.ts';

const event = (number: number, status = 'running', runId = 'r1') =>
  `id: ${runId}:${number}\ndata: {"type":"status","status":"${status}"}\n\n`;

/** Reads what a platform sends, one text for each time that the stream is opened. */
async function read(...texts: string[]) {
  const journal = openJournal();
  const resumedAfter: (string | undefined)[] = [];
  const open = async (_path: string, headers: Record<string, string>) => {
    resumedAfter.push(headers['last-event-id']);
    return new Response(texts.shift(), { status: 200 });
  };
  const run = { engagementId: 'e1', runId: 'r1' };
  const hasEnded = await readStream({
    client: { open },
    journal,
    run,
    stopped: AbortSignal.timeout(5_000),
  });
  return { hasEnded, resumedAfter, unexpected: journal.unexpected.map(({ body }) => body) };
}

// FLT-7
test('a stream that breaks off is resumed after its last event', async () => {
  expect(await read(event(1), `: keep-alive\n\n${event(2)}`, event(3, 'completed'))).toEqual({
    hasEnded: true,
    resumedAfter: [undefined, 'r1:1', 'r1:2'],
    unexpected: [],
  });
});

// FLT-7
test.each([
  ['lost', [event(1), event(3, 'completed')], { line: 'id: r1:3', wanted: 'r1:2' }],
  ['doubled', [event(1) + event(1), event(2, 'failed')], { line: 'id: r1:1', wanted: 'r1:2' }],
  ['of another run', [event(1, 'completed', 'r2')], { line: 'id: r2:1', wanted: 'r1:1' }],
])('an event that is %s is noted', async (_name, texts, found) => {
  const { hasEnded, unexpected } = await read(...texts);
  expect(hasEnded).toBe(true);
  expect(unexpected).toEqual([JSON.stringify(found)]);
});
