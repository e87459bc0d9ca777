import { allEndpoints } from '@ecp/contract/all-endpoints';
import type { Endpoint } from '@ecp/contract/declaring/endpoint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exampleRequest } from '../../../testing/hostile/example-requests.ts';
import { makeFreshIds } from '../../../testing/make-fresh-ids.ts';
import { createPopulatedTenant, type PopulatedTenant } from '../../../testing/populated-tenant.ts';
import { type SentAnswer, sendRequest } from '../../../testing/send-request.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

// Changes of each category are logged in the transaction of the change.

/** Requests that change nothing in the logged categories, such as a test ping, or a secret that does not count yet. */
const changeNothing = [
  'beginTotp',
  'requestConfirmation',
  'beginPasskey',
  'verifyQuery',
  'previewChart',
  'drawTableChart',
  'draftFromText',
  'draftFromFile',
  'readNotices',
  'saveDraft',
  'deleteDraft',
  'testWebhook',
  'redeliverWebhook',
  'analyzePatterns',
  'openBillingPortal',
  'createCheckout',
  // The address of the example's member is confirmed.
  'confirmMemberAddress',
];

/** Requests that need a factor or a right proof, which no example has. Their own tests check the audit log. */
const needFactor = ['addPasskey', 'removePasskey', 'removeTotp', 'renewRecoveryCodes', 'removeMemberFactors'];
const needProof = ['changePassword', 'confirmTotp', 'stepUp'];
const leftOut = [...changeNothing, ...needFactor, ...needProof];

let platform: TestPlatform;
let tenant: PopulatedTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
  platform.engine.onStart((run) => run.complete());
  tenant = await createPopulatedTenant(platform);
});
afterAll(() => platform.close());

const countEntries = async () => {
  const [row] = await platform.asSuperuser<{ count: number }>(
    'select count(*)::int as count from platform.audit_log where tenant_id = $1',
    [tenant.tenantId],
  );
  return row?.count ?? 0;
};

/** Reads an engagement and the list of all; `known` asks for bodies that are no longer these. */
const readBoth = (engagement: string, known?: SentAnswer[]) =>
  Promise.all(
    [`/api/engagements/${engagement}`, '/api/engagements'].map((path, index) => {
      const etag = known?.[index]?.headers.get('etag');
      const headers = { ...tenant.sessions.viewer, ...(etag ? { 'if-none-match': etag } : {}) };
      return sendRequest(platform, { method: 'GET', path, body: undefined }, headers);
    }),
  );

/** Fails if a body that is no longer current is confirmed. It may change meanwhile, because runs go on. */
async function requireNoStaleAnswer(engagement: string, before: SentAnswer[]): Promise<void> {
  platform.services.encodedBodies.forget(tenant.tenantId);
  const fresh = await readBoth(engagement);
  const answers = await readBoth(engagement, before);
  for (const [index, { status }] of answers.entries()) {
    if (status === 304) expect(fresh[index]?.text).toBe(before[index]?.text);
  }
}

const succeeded: string[] = [];
const changes = allEndpoints.filter(
  ({ method, credentials, name }) => method !== 'GET' && credentials !== 'none' && !leftOut.includes(name),
);

// AUD-2, REQ-11, ENG-18
test.each(changes.map((endpoint): [string, Endpoint] => [endpoint.name, endpoint]))(
  '%s records its change in the audit log, nothing when it is refused, and confirms no outdated body',
  async (_name, endpoint) => {
    const ids = await makeFreshIds(tenant, endpoint);
    const request = exampleRequest(endpoint, ids);
    const shown = await readBoth(ids.engagement);
    const before = await countEntries();
    const { status } = await sendRequest(platform, request, await tenant.openSession('owner'));
    const written = (await countEntries()) - before;
    await requireNoStaleAnswer(ids.engagement, shown);
    if (status < 300) {
      succeeded.push(endpoint.name);
      expect(written).toBeGreaterThan(0);
    } else expect({ status, written }).toEqual({ status, written: 0 });
    if (endpoint.name === 'endOtherSessions') await tenant.restoreSessions();
  },
);

test('most changes were accepted, so these tests check something', () => {
  expect(succeeded).toEqual(expect.arrayContaining(['createEngagement', 'startRun', 'createApiKey', 'updateMember']));
  expect(succeeded.length).toBeGreaterThan(changes.length * 0.7);
});
