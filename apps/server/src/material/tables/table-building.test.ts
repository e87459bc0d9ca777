import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { dieBeforeCommit } from '../../../testing/die-before-commit.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createTableTenant, salesCsv, type TableTenant } from '../../../testing/table-tenant.ts';
import { tablesPrefix } from '../stored-files/stored-files.ts';
import { buildFileTables } from './table-building.ts';

// A busy machine starts the children of a tenant slowly.
let platform: TestPlatform;
let first: TableTenant;
let folder: string;
let file: { path: string; extension: string };
beforeAll(async () => {
  platform = await shareTestPlatform();
  first = await createTableTenant(platform);
  folder = await mkdtemp(join(tmpdir(), 'tables-'));
  file = { path: join(folder, 'content'), extension: '.csv' };
  await writeFile(file.path, salesCsv);
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await platform.close();
});

const buildsOf = ({ engagementId }: TableTenant) =>
  platform.asSuperuser(
    'select state, problem from platform.table_builds where engagement_id = $1',
    [engagementId],
  );
const rowOf = ({ salesId, engagementId }: TableTenant) => ({
  id: salesId,
  engagement_id: engagementId,
  filename: 'sales.csv',
});
const storedOf = async ({ tenantId, engagementId, salesId }: TableTenant) => {
  const prefix = tablesPrefix(tenantId, engagementId, salesId);
  return (await Array.fromAsync(platform.services.storage.list(prefix))).map(({ key }) => key);
};

/** Leaves the attachment read, and without tables. */
async function forgetTables(tenant: TableTenant): Promise<void> {
  expect(await tenant.listTables()).toHaveLength(1);
  await platform.asSuperuser('delete from platform.data_tables where engagement_id = $1', [
    tenant.engagementId,
  ]);
  await platform.asSuperuser('delete from platform.table_builds where engagement_id = $1', [
    tenant.engagementId,
  ]);
}

// TAB-2
test('a process that dies before the commit leaves what the next attempt finishes, once', async () => {
  const tenant = await first.addEngagement();
  await forgetTables(tenant);
  const build = (services: TestPlatform['services']) =>
    buildFileTables(services, tenant.tenantId, rowOf(tenant), file);
  await expect(build(dieBeforeCommit(platform.services))).rejects.toThrow('The process died');
  expect(await buildsOf(tenant)).toEqual([]);
  // Two processes may attempt it at the same time.
  await Promise.all([build(platform.services), build(platform.services)]);
  await build(platform.services);
  expect(await tenant.listTables()).toMatchObject([{ name: 'sales', rowCount: 3 }]);
  expect(await storedOf(tenant)).toHaveLength(1);
  expect((await tenant.query('select sum(amount) as total from sales')).rows).toEqual([[49]]);
});

// TAB-2
test('a file that is deleted while its tables are built leaves nothing in the storage', async () => {
  const tenant = await first.addEngagement();
  await forgetTables(tenant);
  await tenant.delete(`${tenant.path}/${tenant.salesId}`);
  await pollUntil(
    () => storedOf(tenant),
    (keys) => keys.length === 0,
  );
  await buildFileTables(platform.services, tenant.tenantId, rowOf(tenant), file);
  expect(await storedOf(tenant)).toEqual([]);
  expect(await tenant.listTables()).toEqual([]);
});

// TAB-2
test('a damaged workbook keeps its text note, has no tables, and the log says why', async () => {
  const warn = vi.spyOn(platform.services.log, 'warn');
  const tenant = await first.addEngagement();
  const id = await tenant.attach('broken.xlsx', Buffer.from('PK\x03\x04 not a workbook'));
  expect(await tenant.listTables()).toHaveLength(1);
  expect((await tenant.read(id)).state).toBe('failed');
  expect(warn).toHaveBeenCalledWith(
    { attachmentId: id, problem: expect.stringMatching(/damaged|unsupported/) },
    expect.stringContaining('tables'),
  );
  warn.mockRestore();
});
