import { allEndpoints } from '@ecp/contract/all-endpoints';
import type { Endpoint } from '@ecp/contract/declaring/endpoint';
import { waitForConfirmations } from '@ecp/testing/mail-folder';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exampleRequest } from '../../../testing/hostile/example-requests.ts';
import { readEverythingOf } from '../../../testing/hostile/tenant-walls.ts';
import { waitForIndex } from '../../../testing/hostile/wait-for-index.ts';
import { createPopulatedTenant, type PopulatedTenant } from '../../../testing/populated-tenant.ts';
import { outcome, sendRequest } from '../../../testing/send-request.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
let tenant: PopulatedTenant;
let before: string[];
beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createPopulatedTenant(platform);
  // The confirmation link and the index are among the rows that must not change.
  await waitForConfirmations(platform.dataDir, tenant.email);
  await waitForIndex(platform, tenant.tenantId);
  // A refused request notes the use of its session, too, once a minute.
  const used =
    "update platform.sessions set last_used_at = now() + interval '1 hour' where tenant_id = $1";
  await platform.asSuperuser(used, [tenant.tenantId]);
  before = await readEverythingOf(platform, tenant.tenantId);
});
afterAll(() => platform.close());

// The portal and mailed links ignore cookies. A provider posts its answer from its own page.
const writes = allEndpoints
  .filter(
    ({ method, credentials, fromElsewhere }) =>
      method !== 'GET' && !fromElsewhere && !['portal', 'answer_link'].includes(credentials),
  )
  .map((endpoint): [string, Endpoint] => [endpoint.name, endpoint]);

// AUT-13
test.each(writes)('%s refuses a cookie request from another site', async (_name, endpoint) => {
  const { port } = new URL(platform.baseUrl);
  const evil = 'https://evil.example';
  const others = [
    evil,
    'null',
    `https://127.0.0.1:${port}`,
    `http://127.0.0.1:${port}.evil.example`,
    '',
  ];
  // The origin is judged before the endpoint is known, so each endpoint meets one of them, in turn.
  const origin = others[writes.findIndex(([, one]) => one === endpoint) % others.length] ?? evil;
  const headers = { ...tenant.sessions.owner, origin };
  const answer = await sendRequest(platform, exampleRequest(endpoint, tenant.ids), headers);
  expect({ origin, outcome: outcome(answer) }).toEqual({ origin, outcome: '403 foreign_origin' });
});

// AUT-13
test('and none of these requests has changed anything', async () => {
  expect(await readEverythingOf(platform, tenant.tenantId)).toEqual(before);
});

test('the own site, clients without an origin and keys may write; any origin may read', async () => {
  const create = {
    method: 'POST',
    path: '/api/engagements',
    body: { name: 'N', client: 'C', brief: 'B' },
  };
  const { owner } = tenant.sessions;
  const { credentials } = await tenant.addKey();
  const evil = { origin: 'https://evil.example' };
  for (const headers of [
    owner,
    { ...owner, origin: platform.baseUrl },
    { ...owner, origin: platform.services.config.baseUrl },
    { ...credentials, ...evil },
  ]) {
    expect((await sendRequest(platform, create, headers)).status).toBe(201);
  }
  const list = await sendRequest(
    platform,
    { method: 'GET', path: '/api/engagements', body: undefined },
    { ...owner, ...evil },
  );
  expect(list.status).toBe(200);
  expect([...list.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
});
