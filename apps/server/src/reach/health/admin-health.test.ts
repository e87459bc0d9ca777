import type { AdminHealth } from '@ecp/contract/reach/service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRedis } from '../../../testing/servers/start-redis.ts';
import { startTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createTestTenant, type TestTenant } from '../../../testing/test-tenant.ts';

let platform: TestPlatform;
let tenant: TestTenant;
beforeAll(async () => {
  platform = await startTestPlatform();
  tenant = await createTestTenant(platform);
});
afterAll(() => platform.close());
const read = async () => (await tenant.get<AdminHealth>('/api/admin/health')).body;
const well = { status: 'healthy', latencyMs: expect.any(Number) };

// HEA-3, HEA-4
test('all parts are healthy; an unconfigured cache is reported as such, not as down', async () => {
  expect(await read()).toEqual({
    overall: 'Healthy',
    database: well,
    cache: { status: 'not_configured', latencyMs: null },
    engine: well,
    activeRuns: 0,
    totalEngagements: 0,
    errorsLast24h: 0,
    openLimits: [],
  });
});

// HEA-3
test('counts cover only the tenant; neither a stopped run nor an old failure is an error', async () => {
  const [running, failed, stopped, old] = [
    await tenant.createEngagement(),
    await tenant.createEngagement(),
    await tenant.createEngagement(),
    await tenant.createEngagement(),
  ];
  const start = (id: string) => tenant.post<{ runId: string }>(`/api/engagements/${id}/run`);
  await start(running.id);
  for (const { id } of [failed, old]) {
    const { runId } = (await start(id)).body;
    const run = await platform.engine.waitForRun(runId);
    run.push({ type: 'status', status: 'failed', error: 'Stopped by user, a task says' });
    await tenant.waitForEnd(id);
  }
  await platform.asSuperuser(
    `update platform.runs set finished_at = now() - interval '25 hours' where engagement_id = $1`,
    [old.id],
  );
  await start(stopped.id);
  await tenant.post(`/api/engagements/${stopped.id}/stop`);
  expect(await read()).toMatchObject({ activeRuns: 1, totalEngagements: 4, errorsLast24h: 1 });
  await tenant.delete(`/api/engagements/${stopped.id}`);
  await platform.asSuperuser('delete from platform.engagements where id = any($1)', [
    [failed.id, old.id],
  ]);
  await tenant.createEngagement();
  expect(await read()).toMatchObject({ totalEngagements: 2 });
  const stranger = await createTestTenant(platform);
  const total = async () =>
    (await stranger.get<AdminHealth>('/api/admin/health')).body.totalEngagements;
  expect(await total()).toBe(0);
  await stranger.createEngagement();
  expect(await total()).toBe(1);
});

// HEA-3
test('without its engine the service is degraded, and healthy again once it is back', async () => {
  await platform.engine.goDown();
  expect(await read()).toMatchObject({
    overall: 'Degraded',
    engine: { status: 'down', latencyMs: null },
  });
  await platform.engine.comeBack();
  expect(await read()).toMatchObject({ overall: 'Healthy', engine: well });
});

const server = await startRedis();
test.runIf(server)('a configured cache is measured, and reported when it is down', async () => {
  if (!server) return;
  await platform.close();
  platform = await startTestPlatform({ config: { redisUrl: server.url } });
  tenant = await createTestTenant(platform);
  expect(await read()).toMatchObject({ overall: 'Healthy', cache: well });
  await server.stop();
  expect(await read()).toMatchObject({
    overall: 'Degraded',
    cache: { status: 'down', latencyMs: null },
  });
});
