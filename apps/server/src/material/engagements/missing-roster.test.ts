import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createTestTenant, type TestTenant } from '../../../testing/test-tenant.ts';

let platform: TestPlatform;
let tenant: TestTenant;
beforeAll(async () => {
  platform = await startTestPlatform();
  tenant = await createTestTenant(platform);
  await platform.engine.goDown();
});
afterAll(() => platform.close());

const create = (fields: object) =>
  tenant.post('/api/engagements', {
    name: 'Market entry',
    client: 'Acme',
    brief: 'How to enter Norway?',
    ...fields,
  });

// ENG-10
test('an engagement with tasks of known agents needs no engine', async () => {
  const tasks = [{ name: 'x', agent: 'data-analyst' }];
  expect((await create({ tasks })).status).toBe(201);
});

// ENG-26
test('an engagement with a model needs the list of models, which the engine gives once', async () => {
  const model = 'swift-2';
  expect(await create({ model })).toMatchObject({
    status: 502,
    body: { error: 'Engine error: no engine is running' },
  });
  await platform.engine.comeBack();
  expect((await create({ model })).status).toBe(201);
  await platform.engine.goDown();
  expect((await create({ model })).status).toBe(201);
});
