import { expect, test } from 'vitest';
import { startTestPlatform } from '../../../testing/start-test-platform.ts';
import { createTestTenant } from '../../../testing/test-tenant.ts';

// ENG-10, ENG-26
test.each([
  ['tasks needs the roster of agents', { tasks: [{ name: 'x', agent: 'data-analyst' }] }],
  ['a model needs the list of models', { model: 'swift-2' }],
])('an engagement with %s, which the engine gives once', async (_name, fields) => {
  const platform = await startTestPlatform();
  const tenant = await createTestTenant(platform);
  const create = () =>
    tenant.post('/api/engagements', {
      name: 'Market entry',
      client: 'Acme',
      brief: 'How to enter Norway?',
      ...fields,
    });
  await platform.engine.goDown();
  expect(await create()).toMatchObject({
    status: 502,
    body: { error: expect.stringMatching(/^Engine error: ./) },
  });
  await platform.engine.comeBack();
  expect((await create()).status).toBe(201);
  await platform.engine.goDown();
  expect((await create()).status).toBe(201);
  await platform.close();
});
