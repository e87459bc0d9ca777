import { allEndpoints } from '@ecp/contract/all-endpoints';
import type { Endpoint } from '@ecp/contract/declaring/endpoint';
import { endOtherSessions } from '@ecp/contract/identity/sessions';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findContractProblems } from '../../../testing/hostile/check-contract.ts';
import { pathPlaces } from '../../../testing/hostile/example-requests.ts';
import { hostileRequests } from '../../../testing/hostile/hostile-requests.ts';
import { type RawAnswer, type RawRequest, sendRaw } from '../../../testing/hostile/raw-request.ts';
import {
  type Credentials,
  createPopulatedTenant,
  type PopulatedTenant,
} from '../../../testing/populated-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

/** FUZZ_SEED tries other inputs. */
const seed = Number(process.env['FUZZ_SEED'] ?? 20_260_101);
/**
 * Requests to each endpoint: fewer than cases of other properties, because there are hundreds of
 * endpoints.
 */
const numRuns = Number(process.env['RANDOM_CASES'] ?? 4);

let platform: TestPlatform;
let tenant: PopulatedTenant;

beforeAll(async () => {
  platform = await shareTestPlatform();
  platform.engine.onStart((run) => run.complete());
  tenant = await createFilledTenant();
});
afterAll(() => platform.close());

async function createFilledTenant(): Promise<PopulatedTenant> {
  const filled = await createPopulatedTenant(platform);
  await filled.addSample();
  return filled;
}

/** `endpoint` is undefined for an unknown path. */
function expectContract(
  endpoint: Endpoint | undefined,
  request: RawRequest,
  answer: RawAnswer,
): void {
  expect(findContractProblems(endpoint, request, answer)).toEqual([]);
}

async function callersOf(engagementId: string): Promise<Credentials[]> {
  const [wide, reading, scoped] = await Promise.all([
    tenant.addKey(),
    tenant.addKey({ scope: 'read_only' }),
    tenant.addKey({ engagementId }),
  ]);
  const visitor = await tenant.addPortalToken(engagementId);
  const keys = [wide, reading, scoped, visitor, visitor, visitor].map(
    ({ credentials }) => credentials,
  );
  const owner = await tenant.openSession('owner');
  const viewer = await tenant.openSession('viewer');
  return [
    owner,
    owner,
    owner,
    owner,
    owner,
    viewer,
    ...keys,
    {},
    { authorization: 'Bearer x' },
    { cookie: 'ecp_session=x; a' },
  ];
}

/**
 * Records and callers of the next endpoints; undefined where the last requests may have ended some
 * of them.
 */
let ground: { known: Record<string, string>; callers: Credentials[] } | undefined;

async function prepareGround() {
  const engagement = await tenant.addEngagement();
  return { known: pathPlaces({ ...tenant.ids, engagement }), callers: await callersOf(engagement) };
}
const hasDeletionAt = (path: string) =>
  allEndpoints.some((endpoint) => endpoint.path === path && endpoint.method === 'DELETE');
/** Endpoints that share records and callers. */
const sharing = 10;

// ERR-8, REQ-7
describe(`no input causes a 5xx or an answer outside the contract (seed ${seed})`, () => {
  test.each(allEndpoints.map((endpoint): [string, Endpoint] => [endpoint.name, endpoint]))(
    '%s',
    async (_name, endpoint) => {
      const at = allEndpoints.indexOf(endpoint);
      if (at % sharing === 0) ground = undefined;
      ground ??= await prepareGround();
      const requests = hostileRequests(endpoint, ground);
      const holds = async (request: RawRequest) =>
        expectContract(endpoint, request, await sendRaw(platform, request));
      await fc.assert(fc.asyncProperty(requests, holds), { seed: seed + at, numRuns });
      // A generated request of any method may have been valid: it has ended sessions, deleted the
      // account, or required a second factor.
      if (endpoint.path === endOtherSessions.path) await tenant.restoreSessions();
      if (['deleteAccount', 'updatePolicies'].includes(endpoint.name))
        tenant = await createFilledTenant();
      const mayEnd = endpoint.path.startsWith('/api/auth') || hasDeletionAt(endpoint.path);
      if (mayEnd || endpoint.name === 'updatePolicies') ground = undefined;
    },
  );

  test('unknown paths', async () => {
    const parts = fc.oneof(
      fc.constantFrom(
        'api',
        'engagements',
        '',
        '.',
        '../..',
        'health',
        '%',
        '%2e',
        '*',
        '__proto__',
      ),
      fc.webSegment(),
    );
    const paths = fc
      .array(parts, { minLength: 1, maxLength: 5 })
      .map((made) => `/${made.join('/')}`);
    const methods = fc.constantFrom(
      'GET',
      'HEAD',
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
      'OPTIONS',
      'TRACE',
      'PROPFIND',
    );
    const owner = await tenant.openSession('owner');
    const holds = async (method: string, path: string) => {
      const request = { method, path, headers: Object.entries(owner), body: undefined };
      expectContract(undefined, request, await sendRaw(platform, request));
    };
    await fc.assert(fc.asyncProperty(methods, paths, holds), { seed });
  });
});
