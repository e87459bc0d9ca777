import { join } from 'node:path';
import type { AccountDeleted } from '@ecp/contract/identity/account';
import { durableRecords } from '@ecp/durable-work/testing/durable-records';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createTestTenant } from '../../../testing/test-tenant.ts';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import { createKeyRing } from '../../kernel/keys/key-ring.ts';
import { openFolderStorage } from '../../kernel/storage/folder-storage.ts';
import { tenantPrefix } from '../../material/stored-files/stored-files.ts';
import { sweepErasedTenant } from './erase-account.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());

/** Returns the queued sweeps of a deletion. */
async function queuedSweeps(deletionRequestId: string) {
  const works = await durableRecords(platform, 'platform').read();
  const sweeps = works.filter(({ id }) => id === `sweepErasedTenant:${deletionRequestId}`);
  return sweeps.map(({ id, input, waitMs }) => {
    const sealedTenant = /"sealedTenant":"([\w-]+)"/.exec(input ?? '')?.[1] ?? '';
    return { id, input: { sealedTenant }, stored: input, waitMs };
  });
}

async function eraseTenant() {
  const tenant = await createTestTenant(platform);
  const answer = await fetch(`${platform.baseUrl}/api/account/delete`, {
    method: 'DELETE',
    headers: { 'content-type': 'application/json', cookie: tenant.cookie },
    body: JSON.stringify({ confirmText: 'DELETE MY ACCOUNT' }),
  });
  return {
    ...tenant,
    deletionRequestId: ((await answer.json()) as AccountDeleted).deletionRequestId,
  };
}

// ACC-7, PRO-17
test('half an hour after erasing, one sweep removes late files and names in the audit log', async () => {
  const { services } = platform;
  const [tenant, other] = [await eraseTenant(), await createTestTenant(platform)];
  const [sweep, ...more] = await queuedSweeps(tenant.deletionRequestId);
  expect(more).toEqual([]);
  expect(sweep?.waitMs).toBeGreaterThanOrEqual(30 * 60_000);
  expect(JSON.stringify(sweep)).not.toContain(tenant.tenantId);

  // The file of an upload whose process died, and the last audit entry of a request in progress.
  async function* content() {
    yield Buffer.from('late');
  }
  const keyOf = ({ tenantId }: { tenantId: string }) =>
    `${tenantPrefix(tenantId)}engagements/e/files/late.enc`;
  // Only a process that still holds the erased key can write such a file.
  const files = openFolderStorage(join(platform.dataDir, 'files'));
  // No endpoint records this action, so that no other entry of the tenants has it.
  const late = {
    action: 'second_factor.removed_by_host',
    resourceType: 'user',
    resourceId: tenant.tenantId,
  } as const;
  for (const owner of [tenant, other]) {
    await files.put(keyOf(owner), content(), 100);
    const actor = { tenantId: owner.tenantId, userId: owner.userId, ipAddress: '192.0.2.7' };
    await services.database.withTenant(owner.tenantId, (tx) => recordAudit(tx, actor, late));
  }
  const input = sweep?.input ?? { sealedTenant: '' };
  for (let time = 0; time < 2; time += 1) await sweepErasedTenant(services, input);

  expect(await Array.fromAsync(services.storage.list(tenantPrefix(tenant.tenantId)))).toEqual([]);
  expect(await Array.fromAsync(services.storage.list(tenantPrefix(other.tenantId)))).toHaveLength(
    1,
  );
  const entries = await platform.asSuperuser(
    `select tenant_id, user_id, resource_id, ip_address from platform.audit_log
      where action = $1 order by created_at`,
    [late.action],
  );
  expect(entries).toEqual([
    { tenant_id: null, user_id: null, resource_id: null, ip_address: null },
    expect.objectContaining({
      tenant_id: other.tenantId,
      user_id: other.userId,
      ip_address: '192.0.2.7',
    }),
  ]);
});

test('a sweep fails and changes nothing when another SECRET_KEY cannot decrypt its tenant', async () => {
  const tenant = await eraseTenant();
  const [sweep] = await queuedSweeps(tenant.deletionRequestId);
  const services = {
    ...platform.services,
    keys: createKeyRing(['another-secret-of-another-installation']),
  };
  await expect(sweepErasedTenant(services, sweep?.input ?? { sealedTenant: '' })).rejects.toThrow();
});
