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

// PLN-3, PLN-4
test.each(['agents', 'models'])(
  'the list of %s is an engine error without an engine, and is cached',
  async (name) => {
    await platform.engine.goDown();
    const refused = await tenant.get(`/api/${name}`);
    expect(refused).toMatchObject({
      status: 502,
      body: { code: 'engine_error', error: expect.stringMatching(/^Engine error: /) },
    });
    await platform.engine.comeBack();
    const list = await tenant.get<Record<string, unknown[]>>(`/api/${name}`);
    expect(list.status).toBe(200);
    expect(list.body[name]?.length).toBeGreaterThan(0);
    await platform.engine.goDown();
    expect(await tenant.get(`/api/${name}`)).toMatchObject({ status: 200, body: list.body });
    await platform.engine.comeBack();
  },
);
