import { openSandbox, type Sandbox } from '@ecp/sandbox/sandbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { QueryFailedError, QueryRefusedError } from '../query-errors.ts';
import type { QueryTable } from '../table-types.ts';
import { createTables, type Tables } from '../tables.ts';
import { hostileStatements } from '../testing/hostile-statements.ts';

let sandbox: Sandbox;
let tables: Tables;
let sales: QueryTable;
let wages: QueryTable;
let loads = 0;

const csv = `region;day;amount (EUR 000);share in %;closed
North;01.02.2024;1.200,50;12,5;yes
South;02.02.2024;0,10;87,5;no
North;03.02.2024;0,20;;no
`;

beforeAll(async () => {
  sandbox = openSandbox({ cpuBudgetMs: 600_000 });
  tables = createTables({ sandbox });
  sales = await build('sales.csv', csv);
  wages = await build('wages.csv', 'name,pay\nA,1\n');
});
afterAll(() => sandbox.close());

async function build(filename: string, text: string): Promise<QueryTable> {
  const { tables: built } = await tables.buildTables({ tenantId: 'one', filename, bytes: Buffer.from(text) });
  const [table] = built;
  if (!table) throw new Error('No table was built');
  const load = async () => {
    loads += 1;
    return table.parquet;
  };
  return { name: table.name, sha256: table.sha256, load };
}

const run = (sql: string, given = [sales]) => tables.runQuery({ tenantId: 'one', tables: given, sql });
const rowsOf = async (sql: string) => (await run(sql)).rows;

async function failureOf(sql: string): Promise<unknown> {
  return run(sql).then(
    () => 'a result',
    (error: unknown) =>
      error instanceof QueryRefusedError || error instanceof QueryFailedError ? error.reason : error,
  );
}

describe('x', () => {
  test('values', async () => {
    console.log(await run('select * from sales'));
  });
});
describe('a hostile statement', () => {
  test('is one of more than 60', () => expect(hostileStatements.length).toBeGreaterThan(60));

  test.each(hostileStatements)('is refused (%s): %.60s', async (reason, sql) => {
    // The same child keeps the other engagement's table, because both belong to one tenant.
    await run('select * from wages', [wages]);
    expect(await failureOf(sql)).toBe(reason);
  });
});
