import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { IssuedApiKey } from '@ecp/contract/identity/api-keys';
import type { User } from '@ecp/contract/identity/auth';
import type { RunStarted } from '@ecp/contract/work/runs';
import { createClient } from '@ecp/testing/cookie-client';
import { tokensOf, waitForMails } from '@ecp/testing/mail-folder';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ScriptedRun } from '../../../../testing/scripted-engine/scripted-run.ts';
import { shareTestPlatform, type TestPlatform } from '../../../../testing/start-test-platform.ts';
import { createTestTenant, type TestTenant } from '../../../../testing/test-tenant.ts';

let platform: TestPlatform;
let tenant: TestTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());
beforeEach(async () => {
  tenant = await createTestTenant(platform);
});

interface StreamEvent {
  id: string | undefined;
  data: { type: string; timestamp: string; status?: string; content?: string };
}

function openStream(id: string, lastEventId?: string): Promise<Response> {
  const headers = {
    cookie: tenant.cookie,
    ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
  };
  return fetch(`${platform.baseUrl}/api/engagements/${id}/stream`, { headers });
}

function parseEvents(text: string): StreamEvent[] {
  const blocks = text.split('\n\n').filter((block) => block.includes('data: '));
  return blocks.map((block) => {
    return {
      id: /^id: (\S+)$/m.exec(block)?.[1],
      data: JSON.parse(block.split('data: ')[1] ?? ''),
    };
  });
}
const readEvents = async (id: string, lastEventId?: string) =>
  parseEvents(await (await openStream(id, lastEventId)).text());

/** Reads the stored events of a run in their order, once everything that was pushed is stored. */
async function eventsOf(run: ScriptedRun) {
  await run.stored();
  return platform.asSuperuser<{ seq: number; type: string }>(
    'select seq::integer, type from engine.events where tenant_id = $1 and run_id = $2 order by seq',
    [run.tenantId, run.runId],
  );
}
const idsOf = async (run: ScriptedRun, after = 0) =>
  (await eventsOf(run)).slice(after).map(({ seq }) => `${run.runId}:${seq}`);

/** Resolves when a stream no longer reads the events of a run. Call it before the stream opens. */
function watchReadEnd(): Promise<void> {
  const { engine } = platform.services;
  const ended = Promise.withResolvers<void>();
  platform.services.engine = {
    ...engine,
    async *readRunEvents(...given) {
      try {
        yield* engine.readRunEvents(...given);
      } finally {
        ended.resolve();
      }
    },
  };
  return ended.promise.finally(() => {
    platform.services.engine = engine;
  });
}

async function startRun() {
  const { id } = await tenant.createEngagement({ tasks: [{ id: 'a', name: 'A' }] });
  const { body } = await tenant.post<RunStarted>(`/api/engagements/${id}/run`);
  return { id, run: await platform.engine.waitForRun(body.runId) };
}

// FOL-7, FOL-9, FOL-11, REQ-1
test('streams numbered events as they occur and ends after the final status', async () => {
  const { id, run } = await startRun();
  const response = await openStream(id);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(response.headers.get('x-frame-options')).toBe('DENY');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
  run.complete();
  const events = parseEvents(await response.text());
  expect(events.map(({ id: number }) => number)).toEqual(await idsOf(run));
  expect(events.map(({ data }) => data.type)).toEqual(
    (await eventsOf(run)).map(({ type }) => type),
  );
  expect(
    events.every(({ data }) => data.timestamp !== undefined && data.content === undefined),
  ).toBe(true);
  expect(events.at(-1)?.data).toMatchObject({ type: 'status', status: 'completed' });
});

// AUT-16
test('ends when the session ends or the key is revoked; other streams continue', async () => {
  const { id, run } = await startRun();
  const open = (headers: Record<string, string>) =>
    fetch(`${platform.baseUrl}/api/engagements/${id}/stream`, { headers });
  const { body: key } = await tenant.post<IssuedApiKey>('/api/api-keys', { name: 'Reader' });
  const invited = await tenant.post<User>('/api/team', { email: 'streaming@example.com' });
  const member = createClient(platform.baseUrl);
  const [mail] = await waitForMails(platform.dataDir, 'streaming@example.com');
  await member.get(`/api/auth/magic-link/verify?token=${tokensOf(mail)[0]}`);
  const cookie = `ecp_session=${member.cookies.get('ecp_session')}`;
  const others = [await open({ authorization: `Bearer ${key.key}` }), await open({ cookie })];
  const own = await openStream(id);
  await tenant.delete(`/api/api-keys/${key.id}`);
  await tenant.delete(`/api/team/${invited.body.id}`);
  for (const response of others) expect(await response.text()).not.toContain('"completed"');
  run.complete();
  expect(await own.text()).toContain('"completed"');
});

test('stores the end of the run before it sends the final status, so that the next request sees it', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id, run } = await startRun();
    const response = await openStream(id);
    run.complete();
    expect(parseEvents(await response.text()).at(-1)?.data.status).toBe('completed');
    const rows = await platform.asSuperuser(
      'select status from platform.engagements where id = $1',
      [id],
    );
    expect(rows).toEqual([{ status: 'completed' }]);
  }
});

/** Reads a stream until `text` has arrived, and leaves it open. */
async function readUntil(response: Response, text: string) {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error('The response has no body');
  let seen = '';
  while (!seen.includes(text)) seen += (await reader.read()).value ?? '';
  const rest = async () => {
    for (;;) {
      const { done, value = '' } = await reader.read();
      if (done) return parseEvents(seen);
      seen += value;
    }
  };
  return { rest };
}

// FOL-13
test('passes on what is being written, to every reader and without a number, and keeps none of it', async () => {
  const { id, run } = await startRun();
  const readers = await Promise.all([openStream(id), openStream(id)]);
  const opened = await Promise.all(readers.map((response) => readUntil(response, '"running"')));
  const piece = {
    taskId: 'a',
    call: 'draft:a',
    purpose: 'draft',
    offset: 0,
    text: '# Größe\n\nid: 7 {}',
  } as const;
  run.write(piece);
  run.write({ ...piece, offset: piece.text.length, text: ' and on' });
  run.complete();
  for (const { rest } of opened) {
    const events = await rest();
    const written = events.filter(({ data }) => data.type === 'writing');
    const timestamp = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(written).toEqual([
      { id: undefined, data: { type: 'writing', timestamp, ...piece } },
      {
        id: undefined,
        data: { type: 'writing', timestamp, ...piece, offset: piece.text.length, text: ' and on' },
      },
    ]);
    expect(
      events.filter(({ data }) => data.type !== 'writing').map(({ id: number }) => number),
    ).toEqual(await idsOf(run));
    expect(events.findIndex(({ data }) => data.type === 'writing')).toBeGreaterThan(0);
  }
  await tenant.waitForEnd(id);
  // A reader that resumes gets the numbered events after its last one, and nothing of what was
  // written.
  const [first, ...rest] = await idsOf(run);
  expect((await readEvents(id, first)).map(({ id: number }) => number)).toEqual(rest);
});

// FOL-9, PRO-13
test('continues after Last-Event-ID, also after the end, and ignores an invalid one', async () => {
  const { id, run } = await startRun();
  run.complete();
  const { length } = await eventsOf(run);
  // A number without a run id counts as one of the latest run.
  for (const given of [`${run.request.runId}:3`, '3']) {
    const rest = await readEvents(id, given);
    expect(rest.map(({ id: number }) => number)).toEqual(await idsOf(run, 3));
  }
  for (const odd of ['nonsense', ':3', '3:', `${run.request.runId}:x`, '0']) {
    expect(await readEvents(id, odd)).toHaveLength(length);
  }
});

test('sends all events of the latest run to a reader of an earlier run', async () => {
  const { id, run } = await startRun();
  run.complete();
  const last = (await idsOf(run)).at(-1);
  await tenant.waitForEnd(id);
  const { body } = await tenant.post<RunStarted>(`/api/engagements/${id}/deliverables/a.md/rerun`);
  const rerun = await platform.engine.waitForRun(body.runId);
  const reading = readEvents(id, last);
  rerun.complete();
  expect((await reading).map(({ id: number }) => number)).toEqual(await idsOf(rerun));
  expect((await readEvents(id, last)).at(-1)?.data).toMatchObject({
    type: 'status',
    status: 'completed',
  });
});

test('numbers events only in their id field, not in text that people wrote', async () => {
  const { id, run } = await startRun();
  const message = 'x\u2028id: 7\nid: 8\r\nid: 9 “größer”';
  run.push({ type: 'log', message });
  run.complete();
  const events = await readEvents(id);
  expect(events[1]).toMatchObject({ id: `${run.request.runId}:2`, data: { type: 'log', message } });
});

test('sends the status of an engagement that never ran and ends', async () => {
  const { id } = await tenant.createEngagement();
  const events = parseEvents(await (await openStream(id)).text());
  expect(events).toMatchObject([{ data: { type: 'status', status: 'pending' } }]);
});

test('sends the stored status of a run whose start failed', async () => {
  const { id } = await tenant.createEngagement();
  await platform.engine.goDown();
  const started = await tenant
    .post(`/api/engagements/${id}/run`)
    .finally(() => platform.engine.comeBack());
  expect(started.status).toBe(502);
  const failure = { error: 'Engine error: no engine is running', failureReason: 'start_failed' };
  expect(await readEvents(id)).toMatchObject([
    { data: { type: 'status', status: 'failed', ...failure } },
  ]);
});

// PRO-13
test('stays open while no engine is running, and goes on when one comes back', async () => {
  const { id, run } = await startRun();
  await platform.engine.goDown();
  const opened = await openStream(id)
    .then((response) => readUntil(response, '"running"'))
    .finally(() => platform.engine.comeBack());
  run.complete();
  const events = await opened.rest();
  expect(events.map(({ id: number }) => number)).toEqual(await idsOf(run));
});

test('no longer reads the events of a run when its reader disconnects', async () => {
  const { id, run } = await startRun();
  const ended = watchReadEnd();
  const reader = httpRequest(`${platform.baseUrl}/api/engagements/${id}/stream`, {
    headers: { cookie: tenant.cookie },
  });
  await new Promise<void>((resolve) => {
    reader.on('response', (response) => response.once('data', () => resolve()));
    reader.end();
  });
  reader.destroy();
  await ended;
  run.complete();
});

/**
 * Opens a stream whose reader takes nothing yet, and has the run write more than the connection's
 * buffers hold.
 */
async function openUnread(id: string, run: ScriptedRun): Promise<IncomingMessage> {
  const request = httpRequest(`${platform.baseUrl}/api/engagements/${id}/stream`, {
    headers: { cookie: tenant.cookie },
  }).end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const message = 'x'.repeat(64 * 1024);
  for (let line = 0; line < 250; line += 1) run.push({ type: 'log', message });
  return response.setEncoding('utf8');
}

test('a slow reader receives everything', async () => {
  const { id, run } = await startRun();
  const response = await openUnread(id, run);
  run.push({ type: 'status', status: 'completed', error: null });
  let text = '';
  for await (const chunk of response) text += chunk;
  expect(parseEvents(text)).toHaveLength((await eventsOf(run)).length);
});

// FOL-9, FOL-16
test('a reader that takes nothing is cut, and gets the rest when it reconnects', async () => {
  const { streamLimits } = platform.services;
  platform.services.streamLimits = { stalledMs: 300 };
  const { id, run } = await startRun();
  const cut = watchReadEnd();
  const response = await openUnread(id, run);
  await cut;
  platform.services.streamLimits = streamLimits;
  let text = '';
  response.on('data', (chunk) => {
    text += chunk;
  });
  await expect(once(response, 'end')).rejects.toThrow('aborted');
  const seen = parseEvents(text.slice(0, text.lastIndexOf('\n\n')));
  expect(seen.length).toBeLessThan((await eventsOf(run)).length);
  run.push({ type: 'status', status: 'completed', error: null });
  const rest = await readEvents(id, seen.at(-1)?.id);
  expect([...seen, ...rest].map(({ id: number }) => number)).toEqual(await idsOf(run));
});

// FOL-1, FOL-2, FOL-4, FOL-6
test('the endpoints of a run answer without and with a run', async () => {
  const never = await tenant.createEngagement();
  const status = await tenant.get(`/api/engagements/${never.id}/status`);
  expect(status.body).toEqual({
    engagementId: never.id,
    runId: null,
    status: 'pending',
    estimated_cost: 0,
    steps: 0,
    error: null,
    failureReason: null,
    budget: 5,
  });
  expect((await tenant.get(`/api/engagements/${never.id}/logs`)).body).toEqual({
    logs: [],
    entries: [],
    total: 0,
    status: 'pending',
  });
  const quality = await tenant.get(`/api/engagements/${never.id}/quality`);
  expect(quality.body).toEqual({ runId: null, averageScore: null, scores: [], unscored: [] });

  const { id, run } = await startRun();
  run.complete();
  await tenant.waitForEnd(id);
  const live = await tenant.get(`/api/engagements/${id}/status`);
  expect(live.body).toMatchObject({ status: 'completed', estimated_cost: 0.01, steps: 3 });
  const logs = await tenant.get(`/api/engagements/${id}/logs`);
  const entry = {
    level: 'info',
    code: 'task_started',
    agent: null,
    taskId: null,
    message: 'Working on A',
  };
  expect(logs.body).toEqual({
    logs: [expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z Working on A$/)],
    entries: [{ timestamp: expect.any(String), ...entry }],
    total: 1,
    status: 'completed',
  });
  expect((await tenant.get(`/api/engagements/${id}/logs?offset=1`)).body).toMatchObject({
    logs: [],
    total: 1,
  });
  await pollUntil(
    () => tenant.get(`/api/engagements/${id}/quality`),
    ({ body }) => body['averageScore'] === 82,
  );
});

// LIM-14
test('a session has 20 open streams, and each that ends makes room', async () => {
  const { id, run } = await startRun();
  const answers = await Promise.all(Array.from({ length: 24 }, () => openStream(id)));
  const [refused, ...more] = answers.filter(({ status }) => status !== 200);
  expect(more).toHaveLength(3);
  expect(refused?.status).toBe(429);
  expect(refused?.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(await refused?.json()).toMatchObject({
    code: 'rate_limited',
    requestId: expect.any(String),
  });
  const key = await tenant.post<IssuedApiKey>('/api/api-keys', { name: 'K' });
  const byKey = await fetch(`${platform.baseUrl}/api/engagements/${id}/stream`, {
    headers: { authorization: `Bearer ${key.body.key}` },
  });
  expect(byKey.status).toBe(200);
  const [open] = answers.filter(({ status }) => status === 200);
  await open?.body?.cancel();
  const again = await pollUntil(
    () => openStream(id),
    ({ status }) => status === 200,
  );
  run.complete();
  expect(parseEvents(await again.text()).at(-1)?.data).toMatchObject({ status: 'completed' });
});
