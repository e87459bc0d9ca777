import { afterAll, beforeAll, expect, test } from 'vitest';
import { holdLocks, pollLockWaits } from '../../../testing/lock-waits.ts';
import { createPopulatedTenant, type PopulatedTenant } from '../../../testing/populated-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());

type Answer = { status: number; body: unknown };
type Case = [what: string, send: (tenant: PopulatedTenant) => Promise<Answer>];

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
  ['an engagement', ({ owner }) => owner.post('/api/engagements', { name: 'N', client: 'C', brief: 'B' })],
  ['a template', ({ owner }) => owner.post('/api/templates', template)],
  ['an invitation', ({ owner }) => owner.post('/api/team', { email: 'new@example.com' })],
])('%s of a tenant that is erased meanwhile is 401', async (_what, send) => {
  const tenant = await createPopulatedTenant(platform);
  const deletion = 'delete from platform.tenants where id = $1';
  const answer = await sendWhileDeleting(deletion, tenant.tenantId, () => send(tenant));
  expect(answer).toMatchObject({ status: 401, body: { code: 'authentication_required' } });
});

// ERR-8
test.each<Case>([
  ['a client link', ({ owner, ids }) => owner.post(`/api/engagements/${ids.engagement}/portal-tokens`)],
  ['a key', ({ owner, ids }) => owner.post('/api/api-keys', { name: 'CI', engagementId: ids.engagement })],
  ['a plan', ({ owner, ids }) => owner.post(`/api/engagements/${ids.engagement}/plan`)],
  ['a run', ({ owner, ids }) => owner.post(`/api/engagements/${ids.engagement}/run`)],
])('%s of an engagement that is deleted meanwhile is 404', async (_what, send) => {
  const tenant = await createPopulatedTenant(platform);
  const deletion = 'delete from platform.engagements where id = $1';
  const answer = await sendWhileDeleting(deletion, tenant.ids.engagement, () => send(tenant));
  expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
});
