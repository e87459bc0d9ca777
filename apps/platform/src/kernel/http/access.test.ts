import { allEndpoints } from '@ecp/contract/all-endpoints';
import type { Endpoint } from '@ecp/contract/declaring/endpoint';
import { createId } from '@ecp/database/create-id';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { callerNames, expectedAccess } from '../../../testing/expected-access.ts';
import { exampleRequest, type Ids } from '../../../testing/hostile/example-requests.ts';
import { makeFreshIds } from '../../../testing/make-fresh-ids.ts';
import { type Credentials, createPopulatedTenant, type PopulatedTenant } from '../../../testing/populated-tenant.ts';
import { outcome, sendRequest } from '../../../testing/send-request.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
let tenant: PopulatedTenant;
let stranger: PopulatedTenant;

beforeAll(async () => {
  platform = await shareTestPlatform();
  platform.engine.onStart((run) => run.complete());
  [tenant, stranger] = await Promise.all([createPopulatedTenant(platform), createPopulatedTenant(platform)]);
  // Both tenants have their sample now. Otherwise a request would import it, which takes seconds.
  await Promise.all([tenant.addSample(), stranger.addSample()]);
});
afterAll(() => platform.close());

const key = async (options?: Parameters<PopulatedTenant['addKey']>[0]) => (await tenant.addKey(options)).credentials;

/** The caller of each column. */
const callers: Record<string, (ids: Ids) => Promise<Credentials>> = {
  owner: () => tenant.openSession('owner'),
  admin: () => tenant.openSession('admin'),
  member: () => tenant.openSession('member'),
  viewer: () => tenant.openSession('viewer'),
  rw: () => key(),
  ro: () => key({ scope: 'read_only' }),
  own: ({ engagement }) => key({ engagementId: engagement }),
  elsewhere: async () => key({ engagementId: await tenant.addEngagement() }),
  stranger: () => stranger.openSession('owner'),
  nobody: async () => ({}),
};

/** Credentials that are invalid by now, or always were. */
const badKeys: Record<string, () => Promise<Credentials>> = {
  'a revoked key': async () => {
    const { id, credentials } = await tenant.addKey();
    await tenant.owner.delete(`/api/api-keys/${id}`);
    return credentials;
  },
  'an expired key': async () => {
    const { id, credentials } = await tenant.addKey();
    await platform.asSuperuser(`update platform.api_keys set expires_at = now() where id = $1`, [id]);
    return credentials;
  },
  'an unknown key': async () => ({ authorization: `Bearer svc_live_${'0'.repeat(32)}` }),
  'a key beside a good session': async () => ({
    authorization: 'Bearer nonsense',
    ...(await tenant.openSession('owner')),
  }),
  'Bearer without a key': async () => ({ authorization: 'Bearer' }),
  'another scheme': async () => ({ authorization: 'Basic b3duZXI6cGFzc3dvcmQ=' }),
};

const titled = allEndpoints.map((endpoint): [string, Endpoint] => [endpoint.name, endpoint]);

// ACS-1
test('every endpoint has a row, and every row an endpoint', () => {
  expect([...expectedAccess.keys()].sort()).toEqual(allEndpoints.map(({ name }) => name).sort());
  expect(Object.keys(callers)).toEqual(callerNames);
});

// ACC-15, ACS-1, ACS-3, ACS-4, ACS-5, ACS-6, ACS-7, ACS-8, ACS-9, ACS-10, ACS-11, ATT-7, AUD-3, BIL-7, BRA-3, HEA-5
// EXP-12, INS-2, KEY-4, KEY-5, POR-3, REV-11, TEA-3, TEA-6, TEA-14, WEB-3
describe('every caller at every endpoint', () => {
  // A tenant has room for so many keys.
  afterEach(async () => {
    await platform.asSuperuser(
      'update platform.api_keys set revoked_at = now() where tenant_id = $1 and id <> $2 and revoked_at is null',
      [tenant.tenantId, tenant.ids.apiKey],
    );
  });
  test.each(titled)('%s', async (name, endpoint) => {
    const answered: Record<string, string> = {};
    let ids: Ids | undefined;
    for (const [column, authenticate] of Object.entries(callers)) {
      if (endpoint.path === '/api/account/sso') await Promise.all([tenant.setSso(), stranger.setSso()]);
      if (endpoint.name === 'getLogo') await Promise.all([tenant.setBranding(), stranger.setBranding()]);
      if (endpoint.name === 'deleteModelKey') await stranger.setModelKey();
      ids ??= await makeFreshIds(tenant, endpoint);
      const answer = await sendRequest(platform, exampleRequest(endpoint, ids), await authenticate(ids));
      answered[column] = outcome(answer);
      // A request that is refused or only reads leaves the records to the next caller.
      if (answer.status < 400 && endpoint.method !== 'GET') ids = undefined;
      if (endpoint.name.startsWith('end')) await Promise.all([tenant.restoreSessions(), stranger.restoreSessions()]);
    }
    expect(answered).toEqual(expectedAccess.get(name));
  });
});

// ACS-2, ACS-3
describe('every endpoint that requires credentials refuses bad ones, even beside good ones', () => {
  const guarded = titled.filter(
    ([name, { credentials }]) =>
      !['portal', 'answer_link'].includes(credentials) &&
      expectedAccess.get(name)?.['nobody'] === '401 authentication_required',
  );
  // Credentials are read before the endpoint is known, so each endpoint meets two kinds, in turn, and each kind many endpoints.
  test.each(Object.keys(badKeys).map((title, index): [string, number] => [title, index]))(
    '%s',
    async (title, index) => {
      const credentials = (await badKeys[title]?.()) ?? {};
      const met = guarded.filter((_, place) => place % 3 === index % 3);
      const answers = met.map(async ([name, endpoint]) => {
        const { status, json } = await sendRequest(platform, exampleRequest(endpoint, tenant.ids), credentials);
        return { name, status, json };
      });
      for (const answer of await Promise.all(answers)) {
        const body = { error: 'Invalid API key', code: 'invalid_api_key', requestId: expect.any(String) };
        expect(answer).toEqual({ name: answer.name, status: 401, json: body });
      }
    },
  );

  test('a session that has ended or never existed', async () => {
    const ended = await tenant.openSession('owner');
    await sendRequest(platform, { method: 'POST', path: '/api/auth/sign-out', body: undefined }, ended);
    const cookies = [ended['cookie'] ?? '', `ecp_session=${createId()}`, 'ecp_session=', 'ecp_session=%E0%A4%A'];
    for (const [place, [, endpoint]] of guarded.entries()) {
      const cookie = cookies[place % cookies.length] ?? '';
      const answer = await sendRequest(platform, exampleRequest(endpoint, tenant.ids), { cookie });
      expect(outcome(answer)).toBe('401 authentication_required');
    }
  });
});
