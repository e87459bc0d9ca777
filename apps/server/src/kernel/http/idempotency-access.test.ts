import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Credentials,
  createPopulatedTenant,
  type PopulatedTenant,
} from '../../../testing/populated-tenant.ts';
import { outcome, sendRequest } from '../../../testing/send-request.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
let tenant: PopulatedTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createPopulatedTenant(platform);
});
afterAll(() => platform.close());

const body = { name: 'Market entry', client: 'Acme', brief: 'Enter the Nordic market.' };
const create = (caller: Credentials, given: object = body) =>
  sendRequest(
    platform,
    { method: 'POST', path: '/api/engagements', body: given },
    { ...caller, 'idempotency-key': 'one' },
  );
const userIdOf = async (caller: Credentials) => {
  const { text } = await sendRequest(
    platform,
    { method: 'GET', path: '/api/me', body: undefined },
    caller,
  );
  return (JSON.parse(text) as { user: { id: string } }).user.id;
};
/**
 * Creates twice and checks that the stored response is replayed, so that a later refusal has no
 * other reason.
 */
const createTwice = async (caller: Credentials) => {
  const [first, second] = [await create(caller), await create(caller)];
  expect([first.status, second.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
};
const expectRefusal = async (caller: Credentials, refusal: string) => {
  const answer = await create(caller);
  expect([outcome(answer), answer.headers.get('idempotency-replayed')]).toEqual([refusal, null]);
  expect(answer.text).not.toContain(body.brief);
};

describe('a stored response is returned only to callers that still have access', () => {
  test('not for a key that was revoked', async () => {
    const { id, credentials } = await tenant.addKey();
    await createTwice(credentials);
    expect((await tenant.owner.delete(`/api/api-keys/${id}`)).status).toBe(200);
    await expectRefusal(credentials, '401 invalid_api_key');
  });

  test('not for a key that has expired', async () => {
    const { id, credentials } = await tenant.addKey();
    await createTwice(credentials);
    await platform.asSuperuser('update platform.api_keys set expires_at = now() where id = $1', [
      id,
    ]);
    await expectRefusal(credentials, '401 invalid_api_key');
  });

  test('not for a removed member', async () => {
    const { admin } = tenant.sessions;
    const userId = await userIdOf(admin);
    await createTwice(admin);
    expect((await tenant.owner.delete(`/api/team/${userId}`)).status).toBe(200);
    await expectRefusal(admin, '401 authentication_required');
  });

  test('not for a member who has become a viewer', async () => {
    const member = tenant.sessions.member;
    await createTwice(member);
    const path = `/api/team/${await userIdOf(member)}`;
    expect((await tenant.owner.patch(path, { role: 'viewer' })).status).toBe(200);
    await expectRefusal(member, '403 write_access_required');
  });

  test('not for a client link that was revoked', async () => {
    const engagement = await tenant.addEngagement();
    const { id, credentials } = await tenant.addPortalToken(engagement);
    const request = {
      method: 'POST',
      path: '/api/portal/comments',
      body: { author: 'Clara', body: 'Clear.' },
    };
    const comment = () =>
      sendRequest(platform, request, { ...credentials, 'idempotency-key': 'one' });
    expect([
      (await comment()).status,
      (await comment()).headers.get('idempotency-replayed'),
    ]).toEqual([201, 'true']);
    const revoked = await tenant.owner.delete(`/api/engagements/${engagement}/portal-tokens/${id}`);
    expect(revoked.status).toBe(200);
    expect(outcome(await comment())).toBe('401 invalid_portal_token');
  });

  test('not without a subscription', async () => {
    const { owner } = tenant.sessions;
    await createTwice(owner);
    await platform.asSuperuser(
      `update platform.subscriptions set status = 'canceled' where tenant_id = $1`,
      [tenant.tenantId],
    );
    await expectRefusal(owner, '403 subscription_required');
  });
});
