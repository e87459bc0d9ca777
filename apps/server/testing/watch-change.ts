import type { Endpoint } from '@ecp/contract/declaring/endpoint';
import { expect } from 'vitest';
import type { PopulatedTenant } from './populated-tenant.ts';
import { type SentAnswer, sendRequest } from './send-request.ts';
import type { TestPlatform } from './start-test-platform.ts';

/**
 * Requests that change nothing in the logged categories, such as a test ping, or a secret that does
 * not count yet.
 */
const changeNothing = [
  'beginTotp',
  'requestConfirmation',
  'beginPasskey',
  'verifyQuery',
  'reproduceNotebookEntry',
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
  // The tenant of the tests has its sample.
  'openSample',
  // The address of the example's member is confirmed.
  'confirmMemberAddress',
];

/**
 * Requests that need a factor or a right proof, which no example has. Their own tests check the
 * audit log.
 */
const needFactor = [
  'addPasskey',
  'removePasskey',
  'removeTotp',
  'renewRecoveryCodes',
  'removeMemberFactors',
];
const needProof = ['changePassword', 'confirmTotp', 'stepUp'];
const leftOut = [...changeNothing, ...needFactor, ...needProof];

/** True for an endpoint whose change stands in the audit log. */
export const isLogged = ({ method, credentials, name }: Endpoint): boolean =>
  method !== 'GET' && credentials !== 'none' && !leftOut.includes(name);

/** What a tenant's audit log and bodies were before a change. */
interface ChangeWatch {
  countEntries(): Promise<number>;
  /**
   * Fails if a body that is no longer current is confirmed. It may change meanwhile, because runs
   * go on.
   */
  requireNoStaleAnswer(): Promise<void>;
}

/**
 * Reads an engagement and the list of all, to compare them with what is answered after a change.
 */
export async function watchChange(
  platform: TestPlatform,
  tenant: PopulatedTenant,
  engagement: string,
): Promise<ChangeWatch> {
  const readBoth = (earlierAnswers?: SentAnswer[]) =>
    Promise.all(
      [`/api/engagements/${engagement}`, '/api/engagements'].map((path, index) => {
        const etag = earlierAnswers?.[index]?.headers.get('etag');
        const headers = { ...tenant.sessions.viewer, ...(etag ? { 'if-none-match': etag } : {}) };
        return sendRequest(platform, { method: 'GET', path, body: undefined }, headers);
      }),
    );
  const before = await readBoth();
  return {
    async countEntries() {
      const [row] = await platform.asSuperuser<{ count: number }>(
        'select count(*)::int as count from platform.audit_log where tenant_id = $1',
        [tenant.tenantId],
      );
      return row?.count ?? 0;
    },
    async requireNoStaleAnswer() {
      platform.services.encodedBodies.forget(tenant.tenantId);
      const fresh = await readBoth();
      const answers = await readBoth(before);
      for (const [index, { status }] of answers.entries()) {
        if (status === 304) expect(fresh[index]?.text).toBe(before[index]?.text);
      }
    },
  };
}
