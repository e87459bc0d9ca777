import type { User } from '@ecp/contract/identity/auth';
import { type CookieClient, createClient } from '@ecp/testing/cookie-client';
import { tokensOf, waitForMails } from '@ecp/testing/mail-folder';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKeyedTenant } from '../../../testing/keyed-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());
let people = 0;

/** An owner, and an admin of the same tenant with a key. */
async function adminWithKey(): Promise<{
  owner: CookieClient;
  admin: User;
  program: CookieClient;
}> {
  const { owner } = await createKeyedTenant(platform);
  people += 1;
  const email = `key-maker-${people}@example.com`;
  const { body: admin } = await owner.post<User>('/api/team', { email, role: 'admin' });
  const client = createClient(platform.baseUrl);
  const [token] = tokensOf((await waitForMails(platform.dataDir, email))[0]);
  await client.get(`/api/auth/magic-link/verify?token=${token}`);
  const { body } = await client.post<{ key: string }>('/api/api-keys', {
    name: 'Key',
    scope: 'read_write',
  });
  return { owner, admin, program: createClient(platform.baseUrl, body.key) };
}
const invite = (by: CookieClient) =>
  by.post('/api/team', { email: `invited-${++people}@example.com` });

describe('the key of a removed admin', () => {
  // KEY-14, TEA-15
  test('neither invites nor exports any more, and is revoked in the list', async () => {
    const { owner, admin, program } = await adminWithKey();
    expect((await invite(program)).status).toBe(201);
    expect((await owner.delete(`/api/team/${admin.id}`)).status).toBe(200);
    const refused = { status: 401, body: { code: 'invalid_api_key' } };
    expect(await invite(program)).toMatchObject(refused);
    expect(await program.get('/api/account/export')).toMatchObject(refused);
    const { body } = await owner.get<{ keys: { revokedAt: string | null }[] }>('/api/api-keys');
    expect(body.keys.map(({ revokedAt }) => revokedAt)).toEqual([expect.any(String)]);
  });

  // KEY-14
  test('goes on if the one who removes the admin takes it over in the same act', async () => {
    const { owner, admin, program } = await adminWithKey();
    expect((await owner.delete(`/api/team/${admin.id}?keys=take_over`)).status).toBe(200);
    expect((await invite(program)).status).toBe(201);
    const { body } = await owner.get<{ entries: { action: string; metadata: object }[] }>(
      '/api/audit-log',
    );
    const removal = body.entries.find(({ action }) => action === 'team.remove');
    expect(removal?.metadata).toMatchObject({ keysTakenOver: [expect.any(String)] });
  });

  // KEY-14
  test('does not work either if it was made while its maker was removed', async () => {
    const { admin, program } = await adminWithKey();
    await platform.asSuperuser('delete from platform.users where id = $1', [admin.id]);
    expect((await invite(program)).status).toBe(401);
  });
});

// KEY-15, TEA-15
test('the key of a demoted admin loses what the admin lost, at once, and gets it back with the role', async () => {
  const { owner, admin, program } = await adminWithKey();
  const engagement = { name: 'E', client: 'C', brief: 'B', budget: 5 };
  const attempts = async () => [
    (await invite(program)).status,
    (await program.get('/api/account/export')).status,
    (await program.post('/api/engagements', engagement)).status,
    (await program.get('/api/engagements')).status,
  ];
  expect(await attempts()).toEqual([201, 200, 201, 200]);
  for (const [role, expected] of [
    ['member', [403, 403, 201, 200]],
    ['viewer', [403, 403, 403, 200]],
    ['admin', [201, 200, 201, 200]],
  ] as const) {
    expect((await owner.patch(`/api/team/${admin.id}`, { role })).status).toBe(200);
    expect(await attempts()).toEqual(expected);
  }
});
