import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createTestTenant } from '../../../testing/test-tenant.ts';
import { readConfig } from '../../config.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startTestPlatform({
    config: { rateLimits: { api: 1_000, engine: 5, billing: 2 } },
  });
});
afterAll(() => platform.close());

// LIM-10
test('by default the engine tier allows 5 requests in 60 seconds, and billing less than the general tier', () => {
  const { api, engine, billing } = readConfig({}).rateLimits;
  expect(engine).toBe(5);
  expect(billing).toBeLessThan(api);
});

// LIM-7
test('billing is counted in a tier of its own', async () => {
  const tenant = await createTestTenant(platform);
  const ask = () => tenant.get('/api/billing');
  const first = await ask();
  expect([first.status, first.headers.get('ratelimit-policy')]).toEqual([
    200,
    '"billing";q=2;w=60',
  ]);
  expect((await ask()).status).toBe(200);
  const refused = await ask();
  expect([refused.status, refused.body['code']]).toEqual([429, 'rate_limited']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await tenant.get('/api/me')).status).toBe(200);
});

// LIM-10
test('the sixth start within a minute is refused at the default', async () => {
  const tenant = await createTestTenant(platform);
  const answers = [];
  for (let at = 0; at < 6; at += 1) answers.push(await tenant.post('/api/engagements/none/run'));
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 429]);
  expect(answers[5]?.headers.get('ratelimit-policy')).toBe('"engine";q=5;w=60');
});
