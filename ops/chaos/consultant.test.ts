import { expect, test } from 'vitest';
import { type BalancedClient, consult, openJournal, readStream } from './consultant.ts';

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
  const stopped = AbortSignal.timeout(5_000);
  const hasEnded = await readStream({ client: { open }, journal, run, stopped });
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
])('an event that is %s is noted', async (_name, texts, note) => {
  const { hasEnded, unexpected } = await read(...texts);
  expect(hasEnded).toBe(true);
  expect(unexpected).toEqual([JSON.stringify(note)]);
});

// FLT-7
test('each refusal of what a consultant does is noted, and no write is', async () => {
  const closing = new AbortController();
  const journal = openJournal();
  const answers: Record<string, object> = {
    run: { runId: 'r1' },
    status: { runId: 'r1', status: 'completed', error: null },
    deliverables: [{ filename: 'offer.md' }],
  };
  const client = {
    open: async () => new Response('id: r1:1\ndata: {"type":"status","status":"completed"}\n\n'),
    async send(method: string, path: string) {
      if (path.endsWith('/comments')) closing.abort();
      const body = answers[path.split('/').at(-1) ?? ''];
      const isRefused = method === 'post' && body === undefined;
      return { status: isRefused ? 409 : 200, headers: new Headers(), body: body ?? {} };
    },
  } as unknown as BalancedClient;
  const work = { client, journal, engagementId: 'e1', pauseMs: 0 };
  await consult({ ...work, closing: closing.signal });
  expect(journal.unexpected.map(({ request, status }) => `${status} ${request}`)).toEqual([
    '409 POST /api/engagements/e1/attachments',
    '409 POST /api/engagements/e1/deliverables/offer.md/review',
    '409 POST /api/engagements/e1/comments',
  ]);
  expect(journal.writes).toEqual([]);
});
