import { allEndpoints } from '@ecp/contract/all-endpoints';
import type { Endpoint } from '@ecp/contract/declaring/endpoint';
import { createId } from '@ecp/database/create-id';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { callerNames, expectedAccess } from '../../../testing/expected-access.ts';
import { exampleRequest, type Ids } from '../../../testing/hostile/example-requests.ts';
import { makeFreshIds } from '../../../testing/make-fresh-ids.ts';
import {
  type Credentials,
  createPopulatedTenant,
  type PopulatedTenant,
} from '../../../testing/populated-tenant.ts';
import { outcome, type SentAnswer, sendRequest } from '../../../testing/send-request.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { isLogged, watchChange } from '../../../testing/watch-change.ts';

let platform: TestPlatform;
let tenant: PopulatedTenant;
let stranger: PopulatedTenant;
/** The caller of each column but one, whose key is of the engagement that is asked for. */
let callers: Record<string, Credentials>;
/** Keys of single engagements. */
const scopedKeys = new Map<string, Credentials>();
/** Keys that all tests use. */
let lastingKeys: string[];

beforeAll(async () => {
  platform = await shareTestPlatform();
  platform.engine.onStart((run) => run.complete());
  [tenant, stranger] = await Promise.all([
    createPopulatedTenant(platform),
    createPopulatedTenant(platform),
  ]);
  // Both tenants have their sample now. Otherwise a request would import it, which takes seconds.
  await Promise.all([tenant.addSample(), stranger.addSample()]);
  const [rw, ro, scoped, elsewhere] = await Promise.all([
    tenant.addKey(),
    tenant.addKey({ scope: 'read_only' }),
    tenant.addKey({ engagementId: tenant.ids.engagement }),
    tenant.addKey({ engagementId: await tenant.addEngagement() }),
  ]);
  lastingKeys = [tenant.ids.apiKey, rw.id, ro.id, scoped.id, elsewhere.id];
  scopedKeys.set(tenant.ids.engagement, scoped.credentials);
  callers = {
    ...tenant.sessions,
    rw: rw.credentials,
    ro: ro.credentials,
    elsewhere: elsewhere.credentials,
    stranger: stranger.sessions.owner,
    nobody: {},
  };
});
afterAll(() => platform.close());

/** Returns the key of an engagement. */
async function keyOf(engagementId: string): Promise<Credentials> {
  const credentials =
    scopedKeys.get(engagementId) ?? (await tenant.addKey({ engagementId })).credentials;
  scopedKeys.set(engagementId, credentials);
  return credentials;
}

/** Makes records for requests to an endpoint. */
async function prepare(endpoint: Endpoint): Promise<Ids> {
  if (endpoint.path === '/api/account/sso') await Promise.all([tenant.setSso(), stranger.setSso()]);
  if (endpoint.name === 'getLogo')
    await Promise.all([tenant.setBranding(), stranger.setBranding()]);
  if (endpoint.name === 'deleteModelKey') await stranger.setModelKey();
  const ids = await makeFreshIds(tenant, endpoint);
  await keyOf(ids.engagement);
  return ids;
}

/** Credentials that are invalid by now, or always were. */
const badKeys: Record<string, () => Promise<Credentials>> = {
  'a revoked key': async () => {
    const { id, credentials } = await tenant.addKey();
    await tenant.owner.delete(`/api/api-keys/${id}`);
    return credentials;
  },
  'an expired key': async () => {
    const { id, credentials } = await tenant.addKey();
    await platform.asSuperuser(`update platform.api_keys set expires_at = now() where id = $1`, [
      id,
    ]);
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

/** Endpoints that read the whole account, which grows with each test, come first. */
const ofAccount = ['exportAccount', 'getFirmEconomics', 'exportFirmEconomics'];
const inOrder = [
  ...allEndpoints.filter(({ name }) => ofAccount.includes(name)),
  ...allEndpoints.filter(({ name }) => !ofAccount.includes(name)),
];
const titled = inOrder.map((endpoint): [string, Endpoint] => [endpoint.name, endpoint]);

// ACS-1
test('every endpoint has a row, and every row an endpoint', () => {
  expect([...expectedAccess.keys()].sort()).toEqual(allEndpoints.map(({ name }) => name).sort());
  expect(Object.keys({ ...callers, own: {} }).sort()).toEqual([...callerNames].sort());
});

/** The callers whose rights each caller has too (authorize.test.ts). */
const included: Record<string, readonly string[]> = {
  owner: ['admin', 'member', 'viewer'],
  admin: ['member', 'viewer'],
  member: ['viewer'],
  rw: ['ro', 'own'],
};

/** Endpoints whose change the owner has made. */
const changed: string[] = [];

// ACC-15, ACS-1, ACS-3, ACS-4, ACS-5, ACS-6, ACS-7, ACS-8, ACS-9, ACS-10, ACS-11, ATT-7, AUD-2
// AUD-3, BIL-7, BRA-3
// ENG-18, EXP-12, HEA-5, INS-2, KEY-4, KEY-5, POR-3, REQ-11, REV-11, TEA-3, TEA-6, TEA-14, WEB-3
describe('every caller at every endpoint, and the audit log of each change', () => {
  // A tenant has room for so many keys.
  afterEach(() =>
    platform.asSuperuser(
      'update platform.api_keys set revoked_at = now() where tenant_id = $1 and id <> all ($2) and revoked_at is null',
      [tenant.tenantId, lastingKeys],
    ),
  );
  test.each(titled)('%s', async (name, endpoint) => {
    const expected = expectedAccess.get(name) ?? {};
    const answered: Record<string, string> = {};
    let ids = await prepare(endpoint);
    const ask = async (column: string): Promise<SentAnswer> => {
      const credentials = column === 'own' ? await keyOf(ids.engagement) : (callers[column] ?? {});
      const answer = await sendRequest(platform, exampleRequest(endpoint, ids), credentials);
      answered[column] = outcome(answer);
      return answer;
    };
    const isSuccess = (column: string) => expected[column]?.startsWith('2') === true;
    // A role that includes another one succeeds wherever that one does. The owner still makes its
    // request where the audit log is checked, and each role begins the TOTP enrolment that the next
    // endpoint confirms.
    const follows = (column: string) =>
      isSuccess(column) &&
      name !== 'beginTotp' &&
      !(column === 'owner' && isLogged(endpoint)) &&
      (included[column] ?? []).some((caller) => expected[caller] === expected[column]);
    const watch = isLogged(endpoint)
      ? await watchChange(platform, tenant, ids.engagement)
      : undefined;
    const before = await watch?.countEntries();
    // They leave the records to those whose request succeeds.
    await Promise.all(callerNames.filter((caller) => !isSuccess(caller)).map(ask));
    expect(await watch?.countEntries()).toBe(before);
    let isFresh = true;
    for (const column of callerNames.filter((caller) => isSuccess(caller) && !follows(caller))) {
      let answer = await ask(column);
      if (outcome(answer) !== expected[column] && !isFresh) {
        ids = await prepare(endpoint);
        answer = await ask(column);
      }
      isFresh = false;
      if (column === 'owner' && watch) {
        expect(await watch.countEntries()).toBeGreaterThan(before ?? 0);
        await watch.requireNoStaleAnswer();
        changed.push(name);
      }
      if (['signOut', 'switchTenant'].includes(name) || name.startsWith('end')) {
        await Promise.all([tenant.restoreSessions(), stranger.restoreSessions()]);
      }
    }
    const columns = Object.entries(expected).filter(([column]) => !follows(column));
    expect(answered).toEqual(Object.fromEntries(columns));
  });
});

// AUD-2
test('most changes were made, so the audit log was looked at', () => {
  expect(changed).toEqual(
    expect.arrayContaining(['createEngagement', 'startRun', 'createApiKey', 'updateMember']),
  );
  expect(changed.length).toBeGreaterThan(allEndpoints.filter(isLogged).length * 0.7);
});

// ACS-2, ACS-3
describe('every endpoint that requires credentials refuses bad ones, even beside good ones', () => {
  const guarded = titled.filter(
    ([name, { credentials }]) =>
      !['portal', 'answer_link'].includes(credentials) &&
      expectedAccess.get(name)?.['nobody'] === '401 authentication_required',
  );
  // Credentials are read before the endpoint is known, so each endpoint meets one kind, in turn,
  // and each kind many endpoints.
  test.each(Object.keys(badKeys).map((title, index): [string, number] => [title, index]))(
    '%s',
    async (title, index) => {
      const credentials = (await badKeys[title]?.()) ?? {};
      const endpointsInTurn = guarded.filter(
        (_, place) => place % Object.keys(badKeys).length === index,
      );
      const answers = endpointsInTurn.map(async ([name, endpoint]) => {
        const { status, json } = await sendRequest(
          platform,
          exampleRequest(endpoint, tenant.ids),
          credentials,
        );
        return { name, status, json };
      });
      for (const answer of await Promise.all(answers)) {
        const body = {
          error: 'Invalid API key',
          code: 'invalid_api_key',
          requestId: expect.any(String),
        };
        expect(answer).toEqual({ name: answer.name, status: 401, json: body });
      }
    },
  );

  test('a session that has ended or never existed', async () => {
    const ended = await tenant.openSession('owner');
    await sendRequest(
      platform,
      { method: 'POST', path: '/api/auth/sign-out', body: undefined },
      ended,
    );
    const cookies = [
      ended['cookie'] ?? '',
      `ecp_session=${createId()}`,
      'ecp_session=',
      'ecp_session=%E0%A4%A',
    ];
    for (const [place, [, endpoint]] of guarded.entries()) {
      const cookie = cookies[place % cookies.length] ?? '';
      const answer = await sendRequest(platform, exampleRequest(endpoint, tenant.ids), { cookie });
      expect(outcome(answer)).toBe('401 authentication_required');
    }
  });
});
