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
const reproduce = async (own: TableTenant, queryId: string) =>
  (await own.post<Reproduction>(`${own.base}/notebook/${queryId}/reproduce`, {})).body;
const verify = async (own: TableTenant, queryId: string) =>
  (await own.post(`${own.base}/queries/${queryId}/verify`)).body;
const storageOf = async (own: TableTenant) =>
  (await own.get<Billing>('/api/billing')).body.usage.storageBytes;

// NBK-5, TAB-41
test('a query is reproduced after its file was deleted, and on the rows that it has read', async () => {
  const own = await tenant.addEngagement();
  const { id } = await own.query('select region, amount from sales order by amount');
  const before = await storageOf(own);
  expect((await own.delete(`${own.path}/${own.salesId}`)).status).toBe(200);
  expect(await own.listTables()).toEqual([]);
  expect(await reproduce(own, id)).toEqual({ identical: true, differences: [] });
  expect(await verify(own, id)).toEqual({ same: false, resultHash: null });
  const [retained] = await platform.asSuperuser<{ size_bytes: number }>(
    'select size_bytes from platform.retained_tables where engagement_id = $1',
    [own.engagementId],
  );
  const deletedBytes = Buffer.byteLength(salesCsv);
  expect(await storageOf(own)).toBe(before - deletedBytes + (retained?.size_bytes ?? 0));

  await own.attach('sales.csv', salesCsv.replace('32', '33'));
  expect(await verify(own, id)).toMatchObject({ same: false });
  expect(await reproduce(own, id)).toEqual({ identical: true, differences: [] });
});

// TAB-10, TAB-41
test('a table that no query has read leaves the storage with its file', async () => {
  const own = await tenant.addEngagement();
  expect(await own.listTables()).toHaveLength(1);
  expect(await storedOf(own)).toHaveLength(1);
  await own.delete(`${own.path}/${own.salesId}`);
  await vi.waitFor(async () => expect(await storedOf(own)).toEqual([]));
});

// TAB-11, TAB-41
test('a retained table is erased with its engagement', async () => {
  const own = await tenant.addEngagement();
  await own.query('select count(*) as n from sales');
  await own.delete(`${own.path}/${own.salesId}`);
  expect(await storedOf(own)).toHaveLength(1);
  expect((await own.delete(own.base)).status).toBe(200);
  await vi.waitFor(async () => expect(await storedOf(own)).toEqual([]));
  const rows = await platform.asSuperuser(
    'select from platform.retained_tables where engagement_id = $1',
    [own.engagementId],
  );
  expect(rows).toEqual([]);
});
