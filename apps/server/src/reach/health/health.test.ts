import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createTestTenant, type TestTenant } from '../../../testing/test-tenant.ts';

let platform: TestPlatform;
let tenant: TestTenant;
beforeAll(async () => {
  platform = await startTestPlatform();
  tenant = await createTestTenant(platform);
});
afterAll(() => platform.close());

// HEA-1
test('health needs no credentials', async () => {
  const answer = await fetch(`${platform.baseUrl}/api/health`);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({
    status: 'ok',
    service: 'platform',
    timestamp: expect.any(String),
  });
});

// HEA-6
test('the platform is ready while it serves', async () => {
  const answer = await fetch(`${platform.baseUrl}/ready`);
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { ready: true, open: true, database: true, lease: true, migrations: true },
  ]);
});

// PLN-3
test('the list of agents needs no engine', async () => {
  await platform.engine.goDown();
  const { status, body } = await tenant.get<{ agents: unknown[] }>('/api/agents');
  await platform.engine.comeBack();
  expect([status, body.agents.length > 0]).toEqual([200, true]);
});

// PLN-4
test('the list of models is an engine error until an engine has run, and stays when it is gone', async () => {
  await platform.engine.goDown();
  expect(await tenant.get('/api/models')).toMatchObject({
    status: 502,
    body: { code: 'engine_error', error: 'Engine error: no engine is running' },
  });
  await platform.engine.comeBack();
  const list = await tenant.get<{ models: unknown[] }>('/api/models');
  expect([list.status, list.body.models.length > 0]).toEqual([200, true]);
  await platform.engine.goDown();
  const listWhileDown = await tenant.get('/api/models');
  await platform.engine.comeBack();
  expect(listWhileDown).toMatchObject({ status: 200, body: list.body });
});
