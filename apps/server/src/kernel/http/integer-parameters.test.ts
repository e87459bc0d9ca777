import { allEndpoints } from '@ecp/contract/all-endpoints';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createTestTenant, type TestTenant } from '../../../testing/test-tenant.ts';

let platform: TestPlatform;
let tenant: TestTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createTestTenant(platform);
});
afterAll(() => platform.close());

/** Each integer parameter of a query, with its path and the other required parameters. */
const places = allEndpoints.flatMap(({ path, query, credentials }) => {
  const { properties = {}, required = [] } = (query ?? {}) as QuerySchema;
  const integers = Object.keys(properties).filter((name) => properties[name]?.type === 'integer');
  return integers.flatMap((name) => {
    const others = required.filter((other) => other !== name).map((other) => `${other}=1&`);
    return credentials === 'portal' ? [] : [{ path, name, others: others.join('') }];
  });
});

interface QuerySchema {
  properties?: Record<string, { type?: string }>;
  required?: string[];
}

test.each(places)('$path accepts $name in decimal digits only', async ({ path, name, others }) => {
  for (const given of ['1.5', '1.0', '', 'true', '0x10', '1e1', '%2B5', '9007199254740993']) {
    const called = path.replace(':number', '1').replaceAll(/:\w+/g, 'x');
    const answer = await tenant.get(`${called}?${others}${name}=${given}`);
    expect([given, answer.status, answer.body['code']]).toEqual([given, 400, 'invalid_request']);
    expect(answer.body['details']).toMatchObject([{ path: `/${name}` }]);
  }
});

test('GET /api/engagements accepts a limit', async () => {
  expect((await tenant.get('/api/engagements?limit=1')).status).toBe(200);
});
