import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { BalancedClient, consult, openJournal } from './consultant.ts';

// FLT-7
test('a client that is refused with 503 tries again until its time is over', async () => {
  const server = createServer((_request, response) => {
    response
      .writeHead(503, { 'content-type': 'application/json' })
      .end('{"code":"service_unavailable","requestId":"r"}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const journal = openJournal();
  const client = new BalancedClient([url], journal, new AbortController().signal).copy(
    AbortSignal.timeout(100),
  );
  await expect(client.send('get', '/api/account/export')).rejects.toThrow();
  expect([...journal.answers.keys()]).toEqual(['503']);
  server.closeAllConnections();
  server.close();
});

// FLT-7
test('each refusal of what a consultant does is noted, and no write is', async () => {
  const closing = new AbortController();
  const journal = openJournal();
  const answerTo = (method: string, path: string) => {
    if (path.endsWith('/run')) return { status: 200, body: { runId: 'r1' } };
    if (path.endsWith('/status'))
      return { status: 200, body: { runId: 'r1', status: 'completed', error: null } };
    if (path.endsWith('/deliverables')) return { status: 200, body: [{ filename: 'offer.md' }] };
    return method === 'get'
      ? { status: 200, body: {} }
      : { status: 409, body: { code: 'engagement_running' } };
  };
  const client = {
    open: async () => new Response('id: r1:1\ndata: {"type":"status","status":"completed"}\n\n'),
    async send(method: string, path: string) {
      if (path.endsWith('/comments')) closing.abort();
      return { headers: new Headers(), ...answerTo(method, path) };
    },
  } as unknown as BalancedClient;
  await consult({
    client,
    journal,
    engagementId: 'e1',
    closing: closing.signal,
    pauseMs: 0,
  });
  expect(journal.unexpected.map(({ request, status }) => `${status} ${request}`)).toEqual([
    '409 POST /api/engagements/e1/attachments',
    '409 POST /api/engagements/e1/deliverables/offer.md/review',
    '409 POST /api/engagements/e1/comments',
  ]);
  expect(journal.writes).toEqual([]);
});
