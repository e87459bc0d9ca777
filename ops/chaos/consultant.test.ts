import { expect, test } from 'vitest';
import { type BalancedClient, consult, openJournal } from './consultant.ts';

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
    async send(method: string, path: string) {
      if (path.endsWith('/comments')) closing.abort();
      const body = answers[path.split('/').at(-1) ?? ''];
      const isRefused = method === 'post' && body === undefined;
      return { status: isRefused ? 409 : 200, headers: new Headers(), body: body ?? {} };
    },
  } as unknown as BalancedClient;
  const work = { client, journal, engagementId: 'e1', pauseMs: 0 };
  await consult({ ...work, closing: closing.signal });
  expect(journal.unexpected.map((line) => line.split(' at ')[0])).toEqual([
    '409 POST /api/engagements/e1/attachments',
    '409 POST /api/engagements/e1/deliverables/offer.md/review',
    '409 POST /api/engagements/e1/comments',
  ]);
  expect(journal.writes).toEqual([]);
});
