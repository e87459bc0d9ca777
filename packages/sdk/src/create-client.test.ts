import { expect, test } from 'vitest';
import { answer, startScriptedServer } from '../testing/scripted-server.ts';
import { createClient } from './create-client.ts';
import { toDownload } from './download.ts';

/** Makes a client whose requests are recorded instead of sent, and answered with an empty list. */
function record(options: { apiKey?: string; withCredentials?: boolean; baseUrl?: string } = {}) {
  const requests: { url: string; init: RequestInit }[] = [];
  const fetch = async (url: unknown, init: RequestInit = {}) => {
    requests.push({ url: String(url), init });
    return Response.json([]);
  };
  return {
    requests,
    client: createClient({ baseUrl: 'https://api.example.com/', ...options, fetch }),
  };
}

test('puts each part of the input in its place', async () => {
  const { client, requests } = record({ apiKey: 'svc_live_x' });
  await client.listEngagements({ status: 'running', q: 'a&b', include_archived: false });
  await client.getDeliverable({ id: 'e/1', filename: 'a b?.md', version: 2 });
  await client.reviewDeliverable({ id: 'e1', filename: 'a.md', action: 'approve' });
  await client.startRun({ id: 'e1' });
  const base = 'https://api.example.com/api/engagements';
  expect(requests.map(({ url }) => url)).toEqual([
    `${base}?status=running&q=a%26b&include_archived=false`,
    `${base}/e%2F1/deliverables/a%20b%3F.md?version=2`,
    `${base}/e1/deliverables/a.md/review`,
    `${base}/e1/run`,
  ]);
  expect(requests.map(({ init }) => init.body)).toEqual([
    undefined,
    undefined,
    '{"action":"approve"}',
    undefined,
  ]);
  const types = requests.map(({ init }) => new Headers(init.headers).get('content-type'));
  expect(types).toEqual([null, null, 'application/json', null]);
});

test('sends the credentials that it was made with', async () => {
  const ways = [record({ apiKey: 'svc_live_x' }), record(), record({ withCredentials: true })];
  for (const { client } of ways) await client.listEngagements();
  const sent = ways.map(({ requests: [request] }) => [
    request?.init.credentials,
    new Headers(request?.init.headers).get('authorization'),
  ]);
  expect(sent).toEqual([
    ['omit', 'Bearer svc_live_x'],
    ['same-origin', null],
    ['include', null],
  ]);
});

test('calls its own origin without a base, and sends the options of a call', async () => {
  const { client, requests } = record({ baseUrl: '' });
  await client.startRun(
    { id: 'e1' },
    { idempotencyKey: 'mine', headers: { 'x-trace': 't' }, keepalive: true },
  );
  await client.startRun({ id: 'e1' });
  expect(requests[0]?.url).toBe('/api/engagements/e1/run');
  expect(requests.map(({ init }) => init.keepalive)).toEqual([true, undefined]);
  const headers = new Headers(requests[0]?.init.headers);
  expect([headers.get('idempotency-key'), headers.get('x-trace')]).toEqual(['mine', 't']);
});

test.for(['', '.', '..'])('refuses an id that would change the path: "%s"', async (id) => {
  const { client, requests } = record();
  await expect(client.deleteEngagement({ id })).rejects.toThrow(TypeError);
  expect(() => client.streamRun(id)).toThrow(TypeError);
  expect(requests).toEqual([]);
});

test('takes a whole number as a part of a path', async () => {
  const { client, requests } = record();
  await client.getChart({ id: 'e1', filename: 'sales.md', number: 2, theme: 'dark' });
  expect(requests[0]?.url).toMatch(
    /\/api\/engagements\/e1\/deliverables\/sales\.md\/charts\/2\?theme=dark$/,
  );
});

test('never sends its credentials to the host of a next link', async () => {
  const next = { link: '<http://127.0.0.1:1/api/team?cursor=c2&limit=1>; rel="next"' };
  await using server = await startScriptedServer(
    answer(200, { members: [{ id: 'a' }] }, next),
    answer(200, { members: [{ id: 'b' }] }),
  );
  const client = createClient({ baseUrl: server.baseUrl, apiKey: 'svc_live_x' });
  const members = await Array.fromAsync(client.paginate('listTeam', { limit: 1 }));
  expect(members.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(server.seen.map(({ path }) => path)).toEqual([
    '/api/team?limit=1',
    '/api/team?limit=1&cursor=c2',
  ]);
});

test('returns the status and headers of pages and single answers', async () => {
  await using server = await startScriptedServer(answer(200, [], { etag: '"1"' }));
  const { data, status, headers } = await createClient(server).request('listEngagements', {});
  expect([data, status, headers.get('etag')]).toEqual([[], 200, '"1"']);
});

test.for([
  [`attachment; filename="plan.pdf"`, 'plan.pdf'],
  [`attachment; filename="a\\"b.pdf"`, 'a"b.pdf'],
  [`attachment; filename="x.pdf"; filename*=UTF-8''pl%C3%A4n.pdf`, 'plän.pdf'],
  ['attachment; filename=bare.pdf', 'bare.pdf'],
  ['attachment', null],
] as const)('reads the name of a file from %s', ([disposition, name]) => {
  expect(
    toDownload(new Response('x', { headers: { 'content-disposition': disposition } })).filename,
  ).toBe(name);
});
