import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import type { RunStarted } from '@ecp/contract/work/runs';
import { durableRecords } from '@ecp/durable-work/testing/durable-records';
import { pollUntil } from '@ecp/testing/poll-until';
import { createFreshDatabase, type FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import {
  type ScriptedEngine,
  startScriptedEngine,
} from '@ecp/testing/scripted-engine/scripted-engine';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { readStoredStatus, waitForStored } from '../../../../testing/runs/stored-status.ts';
import { sendRequest } from '../../../../testing/send-request.ts';
import { startTestPlatform, type TestPlatform } from '../../../../testing/start-test-platform.ts';
import { createTestTenant, type TestTenant } from '../../../../testing/test-tenant.ts';
import type { RequestContext } from '../../../kernel/context.ts';
import { lockEngagement } from '../../../material/engagements/engagement-rows.ts';
import { insertRun } from '../starting/run-start.ts';

/** A database that outlives the platform, which these tests stop and start again. */
let freshDatabase: FreshDatabase;
let engine: ScriptedEngine;
let platform: TestPlatform;
let tenant: TestTenant;

const startPlatform = () =>
  startTestPlatform({ freshDatabase, engineUrl: engine.url, engineToken: engine.token });

beforeAll(async () => {
  freshDatabase = await createFreshDatabase();
  engine = await startScriptedEngine();
  platform = await startPlatform();
});
beforeEach(async () => {
  tenant = await createTestTenant(platform);
});
afterEach(() => engine.onStart(undefined));
afterAll(async () => {
  await platform.close();
  await engine.close();
  await freshDatabase.drop();
});

// RUN-18
test('follows a run to its end without any request', async () => {
  engine.onStart((run) => run.complete());
  const { id } = await tenant.createEngagement();
  await tenant.post(`/api/engagements/${id}/run`);
  await waitForStored(freshDatabase, id, 'completed');
});

/** Inserts a run that the engine does not know yet. */
async function openUnstarted(id: string): Promise<string> {
  const { services } = platform;
  const principal = { kind: 'session', userId: tenant.userId } as RequestContext['principal'];
  const context = {
    services,
    principal,
    tenantId: tenant.tenantId,
    ipAddress: '127.0.0.1',
  } as RequestContext;
  return platform.database.withTenant(tenant.tenantId, async (tx) => {
    const engagement = await lockEngagement(tx, tenant.tenantId, id);
    if (!engagement) throw new Error('The engagement is missing');
    return (await insertRun(tx, context, engagement, { kind: 'run' })).id;
  });
}

test('starts a run whose process died before it reached the engine', async () => {
  engine.onStart((run) => run.complete());
  const { id } = await tenant.createEngagement();
  const runId = await openUnstarted(id);
  await waitForStored(freshDatabase, id, 'completed');
  expect(engine.run(runId).request.engagement.id).toBe(id);
  const events = await freshDatabase.asSuperuser<{ event: string }>(
    `select event from platform.outbox_events where data->>'runId' = $1 and event like 'engagement.%' order by event`,
    [runId],
  );
  expect(events.map(({ event }) => event)).toEqual(['engagement.completed', 'engagement.started']);
});

test('a run that was stopped before the follower could start it fails as stopped by the user', async () => {
  const { id } = await tenant.createEngagement();
  const body = {
    error: 'The run was stopped before it started',
    code: 'run_stopped',
    requestId: 'x',
  };
  const refuse = engine.interfere(({ method, url }) =>
    method === 'POST' && url === '/runs' ? { kind: 'answer', status: 409, body } : undefined,
  );
  const runId = await openUnstarted(id);
  await waitForStored(freshDatabase, id, 'failed');
  refuse();
  expect((await tenant.getEngagement(id)).runs).toMatchObject([
    { status: 'failed', error: 'Stopped by user', failureReason: 'stopped' },
  ]);
  const events = await freshDatabase.asSuperuser(
    `select event, data->>'error' as error, data->>'failureReason' as reason
      from platform.outbox_events where data->>'runId' = $1`,
    [runId],
  );
  expect(events).toEqual([
    { event: 'engagement.failed', error: 'Stopped by user', reason: 'stopped' },
  ]);
});

test('continues when the engine is available again', async () => {
  const { id } = await tenant.createEngagement();
  const { body } = await tenant.post<RunStarted>(`/api/engagements/${id}/run`);
  await engine.goDown();
  expect((await tenant.get(`/api/engagements/${id}/status`)).body).toMatchObject({
    status: 'running',
  });
  engine.run(body.runId).complete();
  await engine.comeBack();
  await waitForStored(freshDatabase, id, 'completed');
});

// REQ-10
test('one key makes one run, however often its start fails, and the engine executes no other', async () => {
  const { id } = await tenant.createEngagement();
  const request = { method: 'POST', path: `/api/engagements/${id}/run`, body: undefined };
  const start = () =>
    sendRequest(platform, request, { cookie: tenant.cookie, 'idempotency-key': 'once' });
  const runs = async () => (await tenant.getEngagement(id)).runs;
  // The engine accepts the first start, and its answer is lost. Its stop does not reach it either.
  const lose = engine.interfere(({ method, url }) => {
    if (method !== 'POST') return undefined;
    return url === '/runs' ? { kind: 'lose_answer' } : { kind: 'cut' };
  });
  expect((await start()).status).toBe(502);
  const [first] = await runs();
  lose();
  await engine.goDown();
  expect((await start()).status).toBe(502);
  expect(await runs()).toMatchObject([{ status: 'failed', failureReason: 'start_failed' }]);
  await engine.comeBack();
  const { status, json } = await start();
  expect(status).toBe(200);
  const { runId } = json as RunStarted;
  expect(await runs()).toMatchObject([{ id: runId, status: 'running' }]);
  await pollUntil(
    () => engine.run(String(first?.id)).status,
    (state) => state === 'failed',
  );
  engine.run(runId).complete();
  await waitForStored(freshDatabase, id, 'completed');
});

// RUN-25
test('continues when a proxy or another server answers 404 in the place of the engine, and counts all costs', async () => {
  const bodies = [
    '<html>404 Not Found</html>',
    { error: 'Not found', code: 'not_found', requestId: 'x' },
  ];
  const { id } = await tenant.createEngagement();
  const { body: started } = await tenant.post<RunStarted>(`/api/engagements/${id}/run`);
  const run = engine.run(started.runId);
  const waiting = await tenant.createEngagement();
  let answers = 0;
  const restore = engine.interfere(({ url }) => {
    if (!url.startsWith('/runs')) return undefined;
    answers += 1;
    return { kind: 'answer', status: 404, body: bodies[answers % 2] };
  });
  run.push({
    type: 'cost',
    estimated_cost: 0.25,
    input_tokens: 10,
    output_tokens: 10,
    cached_input_tokens: 0,
    steps: 1,
  });
  const late = await openUnstarted(waiting.id);
  await pollUntil(
    () => answers,
    (count) => count >= 6,
  );
  expect((await tenant.get(`/api/engagements/${id}/status`)).body).toMatchObject({
    status: 'running',
  });
  expect(run.status).toBe('running');
  restore();
  run.complete({ costUsd: 0.75 });
  (await engine.waitForRun(late)).complete();
  await waitForStored(freshDatabase, id, 'completed');
  await waitForStored(freshDatabase, waiting.id, 'completed');
  expect((await tenant.get(`/api/engagements/${id}/status`)).body).toMatchObject({
    estimated_cost: 0.75,
  });
});

test('continues in the next process', async () => {
  const { id } = await tenant.createEngagement();
  const { body } = await tenant.post<RunStarted>(`/api/engagements/${id}/run`);
  await pollUntil(
    () => engine.calls.some(({ url }) => url.startsWith(`/runs/${body.runId}/events`)),
    (following) => following,
  );
  await platform.close();
  engine.run(body.runId).complete();
  platform = await startPlatform();
  await waitForStored(freshDatabase, id, 'completed');
});

test('takes over the work of a process that died', async () => {
  const { id } = await tenant.createEngagement();
  const { body } = await tenant.post<RunStarted>(`/api/engagements/${id}/run`);
  const workflow = `followRun:${body.runId}`;
  const records = durableRecords(freshDatabase, 'platform');
  await pollUntil(
    () => records.find(workflow),
    (work) => work?.state === 'running',
  );
  await platform.close();
  engine.run(body.runId).complete();
  platform = await startPlatform();
  expect(await readStoredStatus(freshDatabase, id)).toBe('running');
  await waitForStored(freshDatabase, id, 'completed');
});

test('a run that the engine refuses permanently fails with the engine’s reason', async () => {
  const { id } = await tenant.createEngagement();
  const refuse = engine.interfere(({ method, url }) =>
    method === 'POST' && url === '/runs'
      ? {
          kind: 'answer',
          status: 400,
          body: { error: 'Task graph is broken', code: 'invalid_request', requestId: 'x' },
        }
      : undefined,
  );
  const answer = await tenant.post(`/api/engagements/${id}/run`);
  refuse();
  expect(answer.body).toMatchObject({ error: 'Engine error: Task graph is broken' });
  expect(await readStoredStatus(freshDatabase, id)).toBe('failed');
});

test('erases a deleted engagement on the engine, once it answers', async () => {
  engine.onStart((run) => run.complete());
  const { id } = await tenant.createEngagement();
  const { body } = await tenant.post<RunStarted>(`/api/engagements/${id}/run`);
  await waitForStored(freshDatabase, id, 'completed');
  await engine.goDown();
  expect((await tenant.delete(`/api/engagements/${id}`)).status).toBe(200);
  await engine.comeBack();
  await pollUntil(
    () =>
      engine.calls.filter(({ method, url }) => method === 'DELETE' && url === `/engagements/${id}`)
        .length,
    (calls) => calls > 0,
  );
  expect(() => engine.run(body.runId)).toThrow('has no run');
});

test('a start that reaches the engine after the engagement was deleted is refused', async () => {
  const { id } = await tenant.createEngagement();
  const cut = engine.interfere(({ method }) => (method === 'POST' ? { kind: 'cut' } : undefined));
  expect((await tenant.post(`/api/engagements/${id}/run`)).status).toBe(502);
  const runId = String((await tenant.getEngagement(id)).runs[0]?.id);
  const [order] = engine.calls.filter(
    ({ url, body }) => url === '/runs' && JSON.stringify(body).includes(runId),
  );
  expect((await tenant.delete(`/api/engagements/${id}`)).status).toBe(200);
  // The follower ends because the run is deleted.
  await pollUntil(
    () => durableRecords(freshDatabase, 'platform').find(`followRun:${runId}`),
    (work) => work?.state === 'ended',
  );
  cut();
  await pollUntil(
    () =>
      engine.calls.some(({ method, url }) => method === 'DELETE' && url === `/engagements/${id}`),
    (erased) => erased,
  );
  const late = platform.services.engine.startRun(tenant.tenantId, order?.body as StartRunRequest);
  await expect(late).rejects.toMatchObject({ status: 409, code: 'run_stopped' });
});
