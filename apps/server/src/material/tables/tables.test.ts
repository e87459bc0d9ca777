import XLSX from '@e965/xlsx';
import type { DataTable, TableSummary, WithoutTable } from '@ecp/contract/work/tables';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AttachmentTenant,
  addAttachmentEngagement,
} from '../../../testing/attachment-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createTableTenant, type TableTenant } from '../../../testing/table-tenant.ts';
import { engagementPrefix } from '../stored-files/stored-files.ts';

// A busy machine starts the children of a tenant slowly.
let platform: TestPlatform;
let first: TableTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
  first = await createTableTenant(platform);
});
afterAll(() => platform.close());

const listTables = async (tenant: AttachmentTenant) =>
  (await tenant.get<{ tables: DataTable[] }>(`/api/engagements/${tenant.engagementId}/tables`)).body
    .tables;

/** The list waits for ten seconds, which a busy machine may exceed. */
const tablesOf = (tenant: AttachmentTenant, count: number) =>
  pollUntil(
    () => listTables(tenant),
    ({ length }) => length === count,
    60_000,
  );

const storedTables = async ({ tenantId, engagementId }: AttachmentTenant) => {
  const files = await Array.fromAsync(
    platform.services.storage.list(engagementPrefix(tenantId, engagementId)),
  );
  return files.map(({ key }) => key).filter((key) => key.includes('/tables/'));
};

function makeWorkbook(): Buffer {
  const book = XLSX.utils.book_new();
  const costs = [
    ['Item', 'Cost'],
    ['Crane', 1234.5],
    ['Quay', 10],
  ];
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(costs), 'Costs');
  const plan = [
    ['Year', 'Berths'],
    [2027, 3],
  ];
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(plan), 'Plan');
  book.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 1 }] };
  return XLSX.write(book, { type: 'buffer', bookType: 'xlsx' });
}

describe('tables', () => {
  // TAB-1, TAB-4
  test('of a workbook and a delimited file are listed right after the upload, and read in the order of the file', async () => {
    const tenant = await addAttachmentEngagement(platform, first);
    const sales = await tenant.upload('sales.csv', 'region,amount\nNorth,10\nSouth,32\nEast,7\n');
    const book = await tenant.upload('harbour.xlsx', makeWorkbook());
    const tables = await tablesOf(tenant, 3);
    const text = { type: 'text', unit: null };
    const number = { type: 'number', unit: null };
    expect(tables).toMatchObject([
      { attachmentId: sales.id, filename: 'sales.csv', hidden: false, name: 'sales', rowCount: 3 },
      {
        attachmentId: book.id,
        filename: 'harbour.xlsx',
        sheet: 'Costs',
        hidden: false,
        name: 'costs',
        rowCount: 2,
      },
      {
        attachmentId: book.id,
        filename: 'harbour.xlsx',
        sheet: 'Plan',
        hidden: true,
        name: 'plan',
        rowCount: 1,
      },
    ]);
    expect(tables[0]?.columns).toEqual([
      { name: 'region', sqlName: 'region', ...text },
      { name: 'amount', sqlName: 'amount', ...number },
    ]);
    const path = `/api/engagements/${tenant.engagementId}/tables/${tables[0]?.id}/rows`;
    const page = await tenant.get(`${path}?offset=1&limit=5`);
    expect(page.body).toEqual({
      columns: [
        { name: 'region', ...text },
        { name: 'amount', ...number },
      ],
      rows: [
        ['South', 32],
        ['East', 7],
      ],
      offset: 1,
      rowCount: 3,
    });
    expect((await tenant.get(`${path}?offset=99`)).body).toMatchObject({ rows: [], offset: 99 });
  });

  // TAB-19, TAB-22
  test('say which rows they leave out and what to know of their columns', async () => {
    const tenant = await addAttachmentEngagement(platform, first);
    const text =
      'Berths by port\n\nPort;Berths;Depth\nA;10;21.125\n# checked\nB;20;22.375\nTotal;30;\n';
    await tenant.upload('berths.csv', text);
    const [table] = await tablesOf(tenant, 1);
    expect(table).toMatchObject({
      rowCount: 2,
      leftOut: {
        count: 3,
        rows: [
          { row: 1, reason: 'note' },
          { row: 5, reason: 'comment' },
          { row: 7, reason: 'total' },
        ],
      },
      remarks: [
        {
          column: 'Depth',
          kind: 'thousands_or_decimals',
          text: expect.stringContaining('“21.125”'),
        },
      ],
    });
  });

  // TAB-26
  test('are listed beside the sheets and files that give none', async () => {
    const tenant = await addAttachmentEngagement(platform, first);
    const book = XLSX.utils.book_new();
    const sheets: [string, unknown[][]][] = [
      ['Cover', [['Harbour plan']]],
      [
        'Costs',
        [
          ['Item', 'Cost'],
          ['Crane', 3],
          ['Quay', 4],
        ],
      ],
      ['Sheet3', []],
    ];
    for (const [name, rows] of sheets)
      XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows), name);
    const harbour = await tenant.upload(
      'harbour.xlsx',
      XLSX.write(book, { type: 'buffer', bookType: 'xlsx' }),
    );
    const broken = await tenant.upload('broken.xlsx', Buffer.from('PK\x03\x04 not a workbook'));
    await tablesOf(tenant, 1);
    await tenant.read(broken.id);
    const { body } = await tenant.get<{ withoutTable: WithoutTable[] }>(
      `/api/engagements/${tenant.engagementId}/tables`,
    );
    expect(body.withoutTable).toEqual([
      { attachmentId: harbour.id, filename: 'harbour.xlsx', sheet: 'Cover', reason: 'no_table' },
      { attachmentId: harbour.id, filename: 'harbour.xlsx', sheet: 'Sheet3', reason: 'empty' },
      { attachmentId: broken.id, filename: 'broken.xlsx', sheet: null, reason: 'damaged' },
    ]);
  });

  // TAB-28, TAB-29
  test('are summed up, with names that need no quotes and the chart that fits', async () => {
    const tenant = await first.addEngagement();
    const text =
      'Clinic,Day,Sessions planned,Share in %\nNorth,2025-01-05,3,50\nSouth,2025-02-05,4,60\nNorth,2025-03-05,5,\n';
    await tenant.attach('visits.csv', text);
    const table = (await tenant.listTables()).find(({ name }) => name === 'visits');
    expect(table?.columns.map(({ sqlName }) => sqlName)).toEqual([
      'clinic',
      'day',
      'sessions_planned',
      'share',
    ]);
    const path = `${tenant.base}/tables/${table?.id}`;
    const { body } = await tenant.get<TableSummary>(`${path}/summary`);
    expect(
      body.columns.map(({ sqlName, filled, sum, mean, min, max }) => [
        sqlName,
        filled,
        sum,
        mean,
        min,
        max,
      ]),
    ).toEqual([
      ['clinic', 3, null, null, null, null],
      ['day', 3, null, null, '2025-01-05', '2025-03-05'],
      ['sessions_planned', 3, 12, 4, 3, 5],
      ['share', 2, null, 55, 50, 60],
    ]);
    expect(body.chart).toMatchObject({
      type: 'bar',
      x: 'clinic',
      y: 'sessions_planned',
      aggregate: 'sum',
    });
    const drawn = await tenant.post(`${path}/chart`, { title: 'Sessions planned by clinic' });
    expect(drawn.status).toBe(200);
    const recorded = await tenant.query(body.chart?.sql ?? '');
    expect(recorded.rows).toEqual([
      ['North', 8],
      ['South', 4],
    ]);
    const none = await tenant.get(`${tenant.base}/tables/none/summary`);
    expect(none.status).toBe(404);
  });

  // TAB-1
  test('of text files are those of delimited ones; a letter has none', async () => {
    const tenant = await addAttachmentEngagement(platform, first);
    const letter = await tenant.upload(
      'letter.txt',
      'Dear Ada,\n\nthe quay is long, wide and deep.\nIt costs 4 million.\n',
    );
    await tenant.read(letter.id);
    await tenant.upload('rates.txt', 'port\trate\nOslo\t1.5\nTurku\t2\n');
    expect(
      (await tablesOf(tenant, 1)).map(({ filename, rowCount }) => ({ filename, rowCount })),
    ).toEqual([{ filename: 'rates.txt', rowCount: 2 }]);
  });

  // TAB-17
  test('of files with one name have names of their own', async () => {
    const tenant = await addAttachmentEngagement(platform, first);
    await Promise.all(
      Array.from({ length: 4 }, () => tenant.upload('sales.csv', 'a,b\n1,2\n3,4\n')),
    );
    const names = (await tablesOf(tenant, 4)).map(({ name }) => name);
    expect(new Set(names).size).toBe(4);
    expect(names).toContain('sales');
  });

  // TAB-10
  test('are stored encrypted and go with their attachment', async () => {
    const tenant = await first.addEngagement();
    const kept = await tenant.attach('kept.csv', 'a,b\n1,2\n3,4\n');
    expect(await tenant.listTables()).toHaveLength(2);
    const keys = await storedTables(tenant);
    expect(keys).toHaveLength(2);
    expect(keys.every((key) => key.endsWith('.parquet.enc'))).toBe(true);
    await tenant.delete(`${tenant.path}/${tenant.salesId}`);
    expect((await tenant.listTables()).map(({ attachmentId }) => attachmentId)).toEqual([kept]);
    const left = await pollUntil(
      () => storedTables(tenant),
      (found) => found.length === 1,
    );
    expect(left[0]).toContain(kept);
  });

  // TAB-10
  test('go with their engagement', async () => {
    const tenant = await first.addEngagement();
    expect(await tenant.listTables()).toHaveLength(1);
    await tenant.query('select 1 as one');
    expect((await tenant.delete(tenant.base)).status).toBe(200);
    await pollUntil(
      () => storedTables(tenant),
      (found) => found.length === 0,
    );
    for (const table of ['data_tables', 'table_builds', 'queries']) {
      const rows = await platform.asSuperuser(
        `select from platform.${table} where engagement_id = $1`,
        [tenant.engagementId],
      );
      expect({ table, rows }).toEqual({ table, rows: [] });
    }
  });

  test('are 404 in another engagement, and of no file', async () => {
    const tenant = await first.addEngagement();
    const [table] = await tenant.listTables();
    const other = await tenant.createEngagement();
    expect((await tenant.get(`/api/engagements/${other.id}/tables/${table?.id}/rows`)).status).toBe(
      404,
    );
    expect((await tenant.get(`/api/engagements/none/tables`)).status).toBe(404);
    expect(await listTables({ ...tenant, engagementId: other.id })).toEqual([]);
  });
});
