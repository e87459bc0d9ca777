import type { User } from '@ecp/contract/identity/auth';
import { createClient, signUpTenant } from '@ecp/testing/cookie-client';
import { tokensOf, waitForConfirmations } from '@ecp/testing/mail-folder';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { removeUnprovenRows } from './delete-account.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());
const open = () => createClient(platform.baseUrl);

/** Makes a tenant's rows and sessions older by this many days. */
async function age(tenantId: string, days: number): Promise<void> {
  await platform.asSuperuser(
    `update platform.users set confirmation_asked_at = confirmation_asked_at - make_interval(days => $2),
      last_used_at = last_used_at - make_interval(days => $2) where tenant_id = $1`,
    [tenantId, days],
  );
  await platform.asSuperuser(
    `update platform.sessions set last_used_at = last_used_at - make_interval(days => $2) where tenant_id = $1`,
    [tenantId, days],
  );
}
const exists = async (tenantId: string) =>
  (await platform.asSuperuser('select from platform.tenants where id = $1', [tenantId])).length > 0;

describe('a row whose mailbox was never proven', () => {
  // AUT-20
  test('goes with its tenant after 7 days without use, not before', async () => {
    const [unused, used, proven, older] = [open(), open(), open(), open()];
    const tenants = await Promise.all(
      [unused, used, proven, older].map((client) => signUpTenant(client)),
    );
    const [left, kept, confirmed, neverAsked] = tenants.map(({ tenantId }) => tenantId) as [
      string,
      string,
      string,
      string,
    ];
    const [mail] = await waitForConfirmations(platform.dataDir, tenants[2]?.email ?? '');
    await proven.get(`/api/auth/magic-link/verify?token=${tokensOf(mail)[0]}`);
    for (const id of [left, confirmed, neverAsked]) await age(id, 8);
    await age(kept, 6);
    await platform.asSuperuser(
      'update platform.users set confirmation_asked_at = null where tenant_id = $1',
      [neverAsked],
    );
    await removeUnprovenRows(platform.services);
    await expect.poll(() => exists(left)).toBe(false);
    expect(await Promise.all([kept, confirmed, neverAsked].map(exists))).toEqual([
      true,
      true,
      true,
    ]);
  });

  // AUT-20
  test('leaves the team, and its owner stays while another member is proven', async () => {
    const owner = open();
    const { tenantId } = await signUpTenant(owner);
    const invite = async (email: string) =>
      (await owner.post<User>('/api/team', { email })).body.id;
    const [lost, joined] = [
      await invite(`lost-${tenantId}@example.com`),
      await invite(`in-${tenantId}@example.com`),
    ];
    await platform.asSuperuser(
      'update platform.users set email_verified_at = now() where id = $1',
      [joined],
    );
    await age(tenantId, 8);
    await removeUnprovenRows(platform.services);
    const rows = await platform.asSuperuser(
      'select id from platform.users where tenant_id = $1 order by id',
      [tenantId],
    );
    expect(rows.map(({ id }) => id)).not.toContain(lost);
    expect(rows).toHaveLength(2);
  });
});
