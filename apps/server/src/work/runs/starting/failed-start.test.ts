import type { RunStarted } from '@ecp/contract/work/runs';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { sendRequest } from '../../../../testing/send-request.ts';
import { startTestPlatform, type TestPlatform } from '../../../../testing/start-test-platform.ts';
import { createTestTenant } from '../../../../testing/test-tenant.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startTestPlatform();
});
afterAll(() => platform.close());

const withoutEngine = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  await platform.engine.goDown();
  try {
    return await work();
  } finally {
    await platform.engine.comeBack();
  }
};

// REV-13
test('a rerun without an engine is 502, fails run and engagement, and keeps the version', async () => {
  const tenant = await createTestTenant(platform);
  platform.engine.onStart((run) => run.complete());
  onTestFinished(() => platform.engine.onStart(undefined));
  const { id } = await tenant.createEngagement({ tasks: [{ id: 'a', name: 'A' }] });
  await tenant.post(`/api/engagements/${id}/run`);
  await tenant.waitForEnd(id);
  const rerun = () => tenant.post(`/api/engagements/${id}/deliverables/a.md/rerun`);
  expect(await withoutEngine(rerun)).toMatchObject({
    status: 502,
    body: { error: 'Engine error: no engine is running', code: 'engine_error' },
  });
  const detail = await tenant.getEngagement(id);
  expect(detail).toMatchObject({
    status: 'failed',
    deliverables: [{ filename: 'a.md', version: 1 }],
  });
  expect(detail.runs.map(({ status }) => status)).toEqual(['failed', 'completed']);
  expect((await rerun()).status).toBe(200);
});

// REQ-10
test('one key makes one run, however often its start fails', async () => {
  const tenant = await createTestTenant(platform);
  const { id } = await tenant.createEngagement();
  const request = { method: 'POST', path: `/api/engagements/${id}/run`, body: undefined };
  const start = () =>
    sendRequest(platform, request, { cookie: tenant.cookie, 'idempotency-key': 'once' });
  const runs = async () => (await tenant.getEngagement(id)).runs;
  await withoutEngine(async () => {
    for (const attempt of [1, 2]) {
      expect((await start()).status, `attempt ${attempt}`).toBe(502);
      expect(await runs()).toMatchObject([{ status: 'failed', failureReason: 'start_failed' }]);
    }
  });
  const { status, json } = await start();
  expect(status).toBe(200);
  const { runId } = json as RunStarted;
  expect(await runs()).toMatchObject([{ id: runId, status: 'running' }]);
  expect(await start()).toMatchObject({ status: 200, json: { runId } });
  (await platform.engine.waitForRun(runId)).complete();
  expect(await tenant.waitForEnd(id)).toMatchObject({ status: 'completed' });
});

test('a run that the engine refuses fails with the reason', async () => {
  const tenant = await createTestTenant(platform);
  const { id } = await tenant.createEngagement({ model: 'swift-2' });
  await platform.asSuperuser(`update platform.engagements set model = 'gone' where id = $1`, [id]);
  const { body } = await tenant.post(`/api/engagements/${id}/run`);
  expect(body).toMatchObject({ error: 'Engine error: The model gone is not configured' });
  expect(await tenant.getEngagement(id)).toMatchObject({
    status: 'failed',
    runs: [{ status: 'failed', failureReason: 'start_failed' }],
  });
});

test('what is deleted while no engine is running leaves no record of the engine', async () => {
  const tenant = await createTestTenant(platform);
  platform.engine.onStart((run) => run.complete());
  onTestFinished(() => platform.engine.onStart(undefined));
  const { id } = await tenant.createEngagement();
  await tenant.post(`/api/engagements/${id}/run`);
  await tenant.waitForEnd(id);
  await withoutEngine(async () => {
    expect((await tenant.delete(`/api/engagements/${id}`)).status).toBe(200);
    const sql = 'select id from engine.runs where engagement_id = $1';
    await expect.poll(() => platform.asSuperuser(sql, [id])).toEqual([]);
  });
});
