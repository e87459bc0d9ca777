import { createFreshDatabase, type FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { afterAll, beforeAll, expect, test } from 'vitest';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await createFreshDatabase();
});
afterAll(() => fresh.drop());

test('a tenant can add to its audit log and read it, but cannot change or delete entries', async () => {
  const inTenant = (text: string) => fresh.database.batchTenant('t', [{ text }]);
  await inTenant(
    `insert into platform.audit_log (id, tenant_id, action, resource_type) values ('a', 't', 'x', 'y')`,
  );
  expect(await inTenant('select id from platform.audit_log')).toEqual([[{ id: 'a' }]]);
  for (const change of [
    `update platform.audit_log set action = 'z'`,
    'delete from platform.audit_log',
  ]) {
    await expect(inTenant(change)).rejects.toThrow('permission denied for table audit_log');
  }
});
