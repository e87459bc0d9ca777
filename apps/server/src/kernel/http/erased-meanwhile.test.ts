import { insertEngagement } from '@ecp/testing/engagement-factory';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKeyedTenant, type KeyedTenant } from '../../../testing/keyed-tenant.ts';
import { holdLocks, pollLockWaits } from '../../../testing/lock-waits.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());

type Answer = { status: number; body: unknown };
type Case = [what: string, send: (tenant: KeyedTenant) => Promise<Answer>];
type EngagementCase = [
  what: string,
  send: (tenant: KeyedTenant, engagementId: string) => Promise<Answer>,
];

/** Sends a request that has passed all checks when a row that it needs is deleted. */
async function sendWhileDeleting(deletion: string, id: string, send: () => Promise<Answer>) {
  const { answer } = await holdLocks(platform, [deletion, id], async () => {
    const sent = send();
    await pollLockWaits(platform, 1);
    return { answer: sent };
  });
  return answer;
}

const template = { name: 'Entry', description: 'An entry', brief: 'Enter the market.' };

// ERR-8
test.each<Case>([
  ['an export', ({ owner }) => owner.get('/api/account/export')],
  [
    'an engagement',
    ({ owner }) => owner.post('/api/engagements', { name: 'N', client: 'C', brief: 'B' }),
  ],
  ['a template', ({ owner }) => owner.post('/api/templates', template)],
  ['an invitation', ({ owner }) => owner.post('/api/team', { email: 'new@example.com' })],
])('%s of a tenant that is erased meanwhile is 401', async (_what, send) => {
  const tenant = await createKeyedTenant(platform);
  // Its room for records is measured before.
  await tenant.createKey();
  const deletion = 'delete from platform.tenants where id = $1';
  const answer = await sendWhileDeleting(deletion, tenant.tenantId, () => send(tenant));
  expect(answer).toMatchObject({ status: 401, body: { code: 'authentication_required' } });
});

// ERR-8
describe('what is made in an engagement', () => {
  let tenant: KeyedTenant;
  beforeAll(async () => {
    tenant = await createKeyedTenant(platform);
  });

  test.each<EngagementCase>([
    ['a client link', ({ owner }, id) => owner.post(`/api/engagements/${id}/portal-tokens`)],
    [
      'a key',
      ({ owner }, engagementId) => owner.post('/api/api-keys', { name: 'CI', engagementId }),
    ],
    ['a plan', ({ owner }, id) => owner.post(`/api/engagements/${id}/plan`)],
    ['a run', ({ owner }, id) => owner.post(`/api/engagements/${id}/run`)],
  ])('%s, is 404 if the engagement is deleted meanwhile', async (_what, send) => {
    const id = await insertEngagement(platform.database, tenant.tenantId);
    const deletion = 'delete from platform.engagements where id = $1';
    const answer = await sendWhileDeleting(deletion, id, () => send(tenant, id));
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});
