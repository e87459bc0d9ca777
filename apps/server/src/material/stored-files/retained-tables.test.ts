import type { Billing } from '@ecp/contract/identity/billing';
import type { Reproduction } from '@ecp/contract/work/notebook';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createTableTenant, salesCsv, type TableTenant } from '../../../testing/table-tenant.ts';
import { tablesPrefix } from '../stored-files/stored-files.ts';

let platform: TestPlatform;
let tenant: TableTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createTableTenant(platform);
});
afterAll(() => platform.close());

const storedOf = async ({ tenantId, engagementId, salesId }: TableTenant) => {
  const prefix = tablesPrefix(tenantId, engagementId, salesId);
  return Array.fromAsync(platform.services.storage.list(prefix));
};
const reproduce = async (working: TableTenant, queryId: string) =>
  (await working.post<Reproduction>(`${working.base}/notebook/${queryId}/reproduce`, {})).body;
const verify = async (working: TableTenant, queryId: string) =>
  (await working.post(`${working.base}/queries/${queryId}/verify`)).body;
const storageOf = async (working: TableTenant) =>
  (await working.get<Billing>('/api/billing')).body.usage.storageBytes;

// NBK-5, TAB-41
test('a query is reproduced after its file was deleted, and on the rows that it has read', async () => {
  const working = await tenant.addEngagement();
  const { id } = await working.query('select region, amount from sales order by amount');
  const before = await storageOf(working);
  expect((await working.delete(`${working.path}/${working.salesId}`)).status).toBe(200);
  expect(await working.listTables()).toEqual([]);
  expect(await reproduce(working, id)).toEqual({ identical: true, differences: [] });
  expect(await verify(working, id)).toEqual({ same: false, resultHash: null });
  const [retained] = await platform.asSuperuser<{ size_bytes: number }>(
    'select size_bytes from platform.retained_tables where engagement_id = $1',
    [working.engagementId],
  );
  const deletedBytes = Buffer.byteLength(salesCsv);
  expect(await storageOf(working)).toBe(before - deletedBytes + (retained?.size_bytes ?? 0));

  await working.attach('sales.csv', salesCsv.replace('32', '33'));
  expect(await verify(working, id)).toMatchObject({ same: false });
  expect(await reproduce(working, id)).toEqual({ identical: true, differences: [] });
});

// TAB-10, TAB-41
test('a table that no query has read leaves the storage with its file', async () => {
  const working = await tenant.addEngagement();
  expect(await working.listTables()).toHaveLength(1);
  expect(await storedOf(working)).toHaveLength(1);
  await working.delete(`${working.path}/${working.salesId}`);
  await vi.waitFor(async () => expect(await storedOf(working)).toEqual([]));
});

// TAB-11, TAB-41
test('a retained table is erased with its engagement', async () => {
  const working = await tenant.addEngagement();
  await working.query('select count(*) as n from sales');
  await working.delete(`${working.path}/${working.salesId}`);
  expect(await storedOf(working)).toHaveLength(1);
  expect((await working.delete(working.base)).status).toBe(200);
  await vi.waitFor(async () => expect(await storedOf(working)).toEqual([]));
  const rows = await platform.asSuperuser(
    'select from platform.retained_tables where engagement_id = $1',
    [working.engagementId],
  );
  expect(rows).toEqual([]);
});
