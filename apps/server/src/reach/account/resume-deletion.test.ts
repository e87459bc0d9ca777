import { durableRecords } from '@ecp/durable-work/testing/durable-records';
import { waitForMails } from '@ecp/testing/mail-folder';
import { pollUntil } from '@ecp/testing/poll-until';
import { createFreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { expect, test } from 'vitest';
import { createPopulatedTenant } from '../../../testing/populated-tenant.ts';
import { sendRequest } from '../../../testing/send-request.ts';
import { startTestPlatform } from '../../../testing/start-test-platform.ts';
import { StorageUnavailableError } from '../../kernel/storage/object-storage.ts';

// ACC-6, ACC-11, ACC-14
test('the next process finishes the deletion of a process that died', async () => {
  const freshDatabase = await createFreshDatabase();
  const first = await startTestPlatform({ freshDatabase });
  const tenant = await createPopulatedTenant(first);
  const { storage } = first.services;
  let tries = 0;
  first.services.storage = {
    ...storage,
    deletePrefix: async () => {
      tries += 1;
      throw new StorageUnavailableError('away');
    },
  };
  const request = {
    method: 'DELETE',
    path: '/api/account/delete',
    body: { confirmText: 'DELETE MY ACCOUNT' },
  };
  const asked = sendRequest(first, request, tenant.sessions.owner).catch(() => undefined);
  await pollUntil(
    () => tries,
    (count) => count > 0,
  );
  const subscriptions = () =>
    first.asSuperuser('select status from platform.subscriptions where tenant_id = $1', [
      tenant.tenantId,
    ]);
  expect(await subscriptions()).toEqual([{ status: 'canceled' }]);
  // Files are deleted before records, and the mail is sent last.
  const engagements = 'select id from platform.engagements where tenant_id = $1';
  expect(await first.asSuperuser(engagements, [tenant.tenantId])).toEqual([
    { id: tenant.ids.engagement },
  ]);
  const entries = await first.asSuperuser('select 1 from platform.audit_log where tenant_id = $1', [
    tenant.tenantId,
  ]);
  expect(entries.length).toBeGreaterThan(0);
  expect(
    (await waitForMails(first.dataDir, tenant.email, 0)).filter((mail) =>
      mail.includes('was deleted'),
    ),
  ).toEqual([]);
  await first.close();
  await asked;

  const second = await startTestPlatform({ freshDatabase });
  const [mail, ...more] = await waitForMails(second.dataDir, tenant.email);
  expect(more).toEqual([]);
  expect(mail).toContain(`${tenant.marker} was deleted`);
  const requests = await second.asSuperuser(
    'select tenant_id, recipient, had_subscription, engagements_deleted, deliverables_deleted from platform.deletion_requests',
  );
  const counts = { had_subscription: false, engagements_deleted: 1, deliverables_deleted: 2 };
  expect(requests).toEqual([{ tenant_id: null, recipient: null, ...counts }]);
  expect(await second.asSuperuser('select id from platform.tenants')).toEqual([]);
  const kinds = (await durableRecords(second, 'platform').read()).map(({ kind }) => kind);
  const erasing = kinds.filter((kind) => ['eraseAccount', 'sweepErasedTenant'].includes(kind));
  expect(erasing).toEqual(['eraseAccount', 'sweepErasedTenant']);
  await second.close();
  await freshDatabase.drop();
});
