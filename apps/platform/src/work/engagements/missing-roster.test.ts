import { expect, test } from 'vitest';
import { startTestPlatform } from '../../../testing/start-test-platform.ts';
import { createTestTenant } from '../../../testing/test-tenant.ts';

// ENG-10
test('an engagement with tasks needs the roster of agents, which the engine gives once', async () => {
  const platform = await startTestPlatform();
  const tenant = await createTestTenant(platform);
  const tasks = [{ name: 'x', agent: 'data-analyst' }];
  const create = () =>
    tenant.post('/api/engagements', { name: 'Market entry', client: 'Acme', brief: 'How to enter Norway?', tasks });
  await platform.engine.goDown();
  expect(await create()).toMatchObject({ status: 502, body: { error: expect.stringMatching(/^Engine error: ./) } });
  await platform.engine.comeBack();
  expect((await create()).status).toBe(201);
  await platform.engine.goDown();
  expect((await create()).status).toBe(201);
  await platform.close();
});
