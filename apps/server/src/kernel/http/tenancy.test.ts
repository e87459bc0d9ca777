import { allEndpoints } from '@ecp/contract/all-endpoints';
import type { Endpoint } from '@ecp/contract/declaring/endpoint';
import { createId } from '@ecp/database/create-id';
import { waitForConfirmations } from '@ecp/testing/mail-folder';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleRequest, type Ids, namedIds } from '../../../testing/hostile/example-requests.ts';
import {
  readEverythingOf,
  removeRowSecurity,
  removeTenantFilters,
} from '../../../testing/hostile/tenant-walls.ts';
import { waitForIndex } from '../../../testing/hostile/wait-for-index.ts';
import {
  type Credentials,
  createPopulatedTenant,
  type PopulatedTenant,
} from '../../../testing/populated-tenant.ts';
import { type SentAnswer, sendRequest } from '../../../testing/send-request.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
let own: PopulatedTenant;
let foreign: PopulatedTenant;
let callers: Record<string, Credentials>;
let foreignBefore: string[];

beforeAll(async () => {
  platform = await shareTestPlatform();
  [own, foreign] = await Promise.all([
    createPopulatedTenant(platform),
    createPopulatedTenant(platform),
  ]);
  await Promise.all([own.setModelKey(), foreign.setModelKey()]);
  const wide = await own.addKey();
  // Each kind of credentials, with all rights: who lacks a right is refused before the id is looked
  // up (access.test.ts, check-order.test.ts), as is the key of another engagement.
  callers = { owner: own.sessions.owner, 'read-write key': wide.credentials };
  await waitForConfirmations(platform.dataDir, foreign.email);
  await waitForIndex(platform, foreign.tenantId);
  foreignBefore = await readEverythingOf(platform, foreign.tenantId);
});
afterAll(() => platform.close());

/** Returns all that a caller sees of a response, except what identifies or counts the request. */
function visible({ status, headers, text, json }: SentAnswer): object {
  const own = ['x-request-id', 'ratelimit', 'date'];
  const shown = [...headers].filter(([name]) => !own.includes(name));
  return { status, headers: shown, body: text.replaceAll(json?.requestId ?? '\0', '') };
}

// The token of the portal or a mailed link itself names its engagement and tenant: see their own
// tests. Metadata for a SAML provider follow from the id in their address alone.
const askedFor = allEndpoints
  .filter(
    ({ credentials, name }) =>
      !['portal', 'answer_link'].includes(credentials) && name !== 'getSamlMetadata',
  )
  .flatMap((endpoint) => namedIds(endpoint).map((kind) => ({ endpoint, kind })));
const cases = askedFor.map(({ endpoint, kind }): [string, Endpoint, keyof Ids] => [
  `${endpoint.method} ${endpoint.path}, ${kind}`,
  endpoint,
  kind,
]);

/** What callers are answered who ask for an id that never existed, by the case and the caller. */
const answeredForUnknown = new Map<string, object>();

async function askUnknown(
  title: string,
  endpoint: Endpoint,
  kind: keyof Ids,
  caller: string,
): Promise<object> {
  const earlierAnswer = answeredForUnknown.get(`${title} ${caller}`);
  const id = kind === 'filename' ? `marker${createId()}.md` : createId();
  const answer = earlierAnswer ?? (await ask(endpoint, { [kind]: id }, caller));
  answeredForUnknown.set(`${title} ${caller}`, answer);
  return answer;
}

async function ask(endpoint: Endpoint, ids: Partial<Ids>, caller: string): Promise<object> {
  const request = exampleRequest(endpoint, { ...own.ids, ...ids });
  return { caller, ...visible(await sendRequest(platform, request, callers[caller] ?? {})) };
}

async function expectAlike(
  title: string,
  endpoint: Endpoint,
  kind: keyof Ids,
  names = Object.keys(callers),
) {
  await Promise.all(
    names.map(async (caller) => {
      const answer = await ask(endpoint, { [kind]: foreign.ids[kind] }, caller);
      expect(answer).toEqual(await askUnknown(title, endpoint, kind, caller));
      expect(answer).toEqual({ ...answer, status: expect.toSatisfy(isRefusal) });
    }),
  );
}
/** An id in a body may also be invalid. */
const isRefusal = (status: number) => [400, 403, 404].includes(status);

/**
 * Compressed, so that a word in them is not seen here. They read the rows that other endpoints
 * show.
 */
const compressed = /\/export\/(?:pdf|docx|pptx|xlsx|dossier|ai-use|archive)$|\/branding\/preview$/;
const reads = allEndpoints.filter(
  ({ method, credentials, path }) =>
    method === 'GET' && credentials !== 'none' && !compressed.test(path),
);

/**
 * The caller for what one wall holds back alone: a wall knows tenants, and neither roles nor
 * scopes.
 */
const beforeOneWall = ['owner'];
const expectAlikeBeforeOneWall = (title: string, endpoint: Endpoint, kind: keyof Ids) =>
  expectAlike(title, endpoint, kind, beforeOneWall);

/**
 * Reads everything the caller can read and checks that nothing of the other tenant is in it: its
 * marker, its ids.
 */
async function expectNothingForeign(names = Object.keys(callers)): Promise<void> {
  const rows = foreignBefore.join('\n');
  const ids = new Set(rows.match(/\b[a-z0-9]{24}\b/g));
  expect(ids.size).toBeGreaterThan(10);
  for (const endpoint of reads) {
    for (const caller of names) {
      const credentials = callers[caller] ?? {};
      const { text, headers } = await sendRequest(
        platform,
        exampleRequest(endpoint, own.ids),
        credentials,
      );
      const seen = text + JSON.stringify([...headers]);
      // An id may stand within a longer word, so every place of the text is looked at.
      const found = seen
        .matchAll(/(?=([a-z0-9]{24}))/g)
        .flatMap(([, id = '']) => (ids.has(id) ? [id] : []));
      expect({ marker: seen.includes(foreign.marker), ids: [...found] }).toEqual({
        marker: false,
        ids: [],
      });
    }
  }
}

async function expectForeignUntouched(): Promise<void> {
  expect(await readEverythingOf(platform, foreign.tenantId)).toEqual(foreignBefore);
}

// ATT-7, TEN-1, TEN-2, WEB-11
describe('another tenant’s id gets the response of an id that never existed', () => {
  test.each(cases)('%s', (title, endpoint, kind) => expectAlike(title, endpoint, kind));
  test('no read shows anything of another tenant', () => expectNothingForeign());
  test('and nothing of the other tenant has changed', expectForeignUntouched);
});

// PRO-16, TEN-1
describe('with the tenant filter removed from every statement, row-level security still hides the rows', () => {
  let wall: ReturnType<typeof removeTenantFilters>;
  beforeAll(() => {
    wall = removeTenantFilters(platform);
  });
  afterAll(() => {
    wall.restore();
    expect(wall.removed()).toBeGreaterThan(cases.length);
  });
  test.each(cases)('%s', expectAlikeBeforeOneWall);
  test('no read shows anything of another tenant', () => expectNothingForeign(beforeOneWall));
  test('and nothing of the other tenant has changed', expectForeignUntouched);
});

// PRO-16
describe('with row-level security off, the filters of the statements still hide the rows', () => {
  let wall: Awaited<ReturnType<typeof removeRowSecurity>>;
  beforeAll(async () => {
    wall = await removeRowSecurity(platform);
  });
  afterAll(() => wall.restore());
  test.each(cases)('%s', expectAlikeBeforeOneWall);
  test('no read shows anything of another tenant', () => expectNothingForeign(beforeOneWall));
  test('and nothing of the other tenant has changed', expectForeignUntouched);
});

describe('without the filters and row-level security', () => {
  let filters: ReturnType<typeof removeTenantFilters>;
  let security: Awaited<ReturnType<typeof removeRowSecurity>>;
  beforeAll(async () => {
    filters = removeTenantFilters(platform);
    security = await removeRowSecurity(platform);
  });
  afterAll(async () => {
    filters.restore();
    await security.restore();
  });
  test('the other tenant’s engagement is visible, so these tests can fail', async () => {
    const path = `/api/engagements/${foreign.ids.engagement}`;
    const { status, text } = await sendRequest(
      platform,
      { method: 'GET', path, body: undefined },
      own.sessions.owner,
    );
    expect(status).toBe(200);
    expect(text).toContain(foreign.marker);
  });
});
