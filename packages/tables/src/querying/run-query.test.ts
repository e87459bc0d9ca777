import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { openSandbox, type Sandbox } from '@ecp/sandbox/sandbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { QueryTable, RefusalReason } from '../table-types.ts';
import { programResultLimits, QueryFailedError, QueryRefusedError } from '../table-types.ts';
import { createTables, type Tables } from '../tables.ts';
import { queryProgram } from './run-query.ts';

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
  const { tables: built } = await tables.buildTables({
    tenantId: 'one',
    filename,
    bytes: Buffer.from(text),
  });
  const [table] = built;
  if (!table) throw new Error('No table was built');
  const load = async () => {
    loads += 1;
    return table.parquet;
  };
  return { name: table.name, sha256: table.sha256, load };
}

const run = (sql: string, given = [sales], limits: { timeMs?: number } = {}) =>
  tables.runQuery({ tenantId: 'one', tables: given, sql, ...limits });
const rowsOf = async (sql: string) => (await run(sql)).rows;

async function failureOf(sql: string, limits: { timeMs?: number } = {}): Promise<unknown> {
  return run(sql, [sales], limits).then(
    () => 'a result',
    (error: unknown) =>
      error instanceof QueryRefusedError || error instanceof QueryFailedError
        ? error.reason
        : error,
  );
}

test('a plan by month is a series with a running sum, or a query of what the month before left', async () => {
  const plan = `with p as (select m as month, 100 + sum(40 * 1.5 ^ (m - 1) - 90) over (order by m) as cash
    from generate_series(1, 4) t(m))`;
  expect(await rowsOf(`${plan} select * from p order by month`)).toEqual([
    [1, 50],
    [2, 20],
    [3, 20],
    [4, 65],
  ]);
  expect(await rowsOf(`${plan} select min(month) as "from month" from p where cash > 50`)).toEqual([
    [4],
  ]);
  const carried = `with recursive p as (select 1 as month, 100.0 as cash union all
    select month + 1, (cash - 30) * 1.1 from p where month < 3) select month, round(cash, 1) as cash from p order by month`;
  expect(await rowsOf(carried)).toEqual([
    [1, 100],
    [2, 77],
    [3, 51.7],
  ]);
});

describe('a hostile statement', () => {
  // `sales` is a table of the query; `wages` is another engagement's.
  const file = readFileSync(
    new URL('../testing/hostile-statements.jsonl', import.meta.url),
    'utf8',
  );
  const written = file
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { reason: RefusalReason; statement: string });
  const hostile = [
    ...written,
    { reason: 'too_long', statement: `select ${'1 + '.repeat(40_000)}1` },
    { reason: 'too_long', statement: `select '${'x'.repeat(200_000)}'` },
    { reason: 'too_long', statement: `select ${'('.repeat(20_000)}1${')'.repeat(20_000)}` },
    { reason: 'construct', statement: `select ${'abs('.repeat(300)}1${')'.repeat(300)}` },
  ] as const;
  test('is one of more than 60', () => expect(hostile.length).toBeGreaterThan(60));

  const cases = hostile.map(
    ({ reason, statement }) => [reason, statement.slice(0, 60).toWellFormed(), statement] as const,
  );
  let holders = '';
  /**
   * Gives the child the other engagement's table, which it keeps as long as it lives, because both
   * are of one tenant.
   */
  async function giveWages(): Promise<void> {
    const children = () => sandbox.pids(queryProgram).join();
    if (children() === holders) return;
    await run('select * from wages', [wages]);
    holders = children();
  }

  test.each(cases)('is refused (%s): %s', async (reason, _, sql) => {
    await giveWages();
    expect(await failureOf(sql)).toBe(reason);
  });
});

describe('a query', () => {
  // TAB-18
  test('takes medians and quantiles of decimals without cutting them, and leaves other types as they are', async () => {
    const prices = await build(
      'prices.csv',
      'item,price,day\na,50.83,2024-01-01\nb,50.84,2024-01-04\n',
    );
    const one = async (expression: string) =>
      (await run(`select ${expression} from prices`, [prices])).rows[0]?.[0];
    expect(await one('median(price)')).toBe(50.835);
    expect(await one('quantile_cont(price, 0.5)')).toBe(50.835);
    expect(await one('percentile_cont(0.5) within group (order by price desc)')).toBe(50.835);
    expect(await one("round(median(price) filter (where item < 'z'), 3)")).toBe(50.835);
    expect(await one('mad(price)')).toBeCloseTo(0.005, 9);
    expect(await one('list_median(list(price))')).toBe(50.835);
    expect(await one('avg(price)')).toBe(50.835);
    expect(await one('quantile_disc(price, 0.5)')).toBe(50.83);
    expect(await one('mode(price)')).toBe(50.83);
    expect(await one('sum(price)')).toBe(101.67);
    expect(await one('median(item)')).toBe('a');
    expect(await one('median(day)')).toContain('2024-01-02');
    const windowed =
      'select item, median(price) over () as middle, median(day) over () as day from prices order by item';
    expect((await run(windowed, [prices])).rows.map(([, middle]) => middle)).toEqual([
      50.835, 50.835,
    ]);
    const grouped = `with p as (select day, price from prices) select m from (select day, median(price) as m from p group by all
      union all select null, median(price) from p) order by m`;
    expect((await run(grouped, [prices])).rows).toEqual([[50.83], [50.835], [50.84]]);
    expect(
      (await run('select median(price), max(day) from prices', [prices])).columns.map(
        ({ name }) => name,
      ),
    ).toEqual(['median(price)', 'max("day")']);
  });

  test('keeps the unit of plain columns and of sum, avg, min and max', async () => {
    const units = async (sql: string) => (await run(sql)).columns.map(({ unit }) => unit);
    expect(await units('select * from sales')).toEqual([null, null, 'EUR 000', '%', null]);
    expect(
      await units(
        'select sum(amount), avg(s.share), count(amount), amount * 2 from sales s group by amount',
      ),
    ).toEqual(['EUR 000', '%', null, null]);
    expect(
      await units(
        'with a as (select region, max(amount) m from sales group by 1) select m, region from a',
      ),
    ).toEqual(['EUR 000', null]);
    expect(
      await units('select b.amount, a.share from sales a join sales b using (region)'),
    ).toEqual(['EUR 000', '%']);
  });

  test('adds decimals exactly and gives numbers, days and times in plain JSON', async () => {
    expect(await rowsOf('select sum(amount) from sales')).toEqual([[1200.8]]);
    const sql = `select 9007199254740993::bigint, 12345678901234567890.5::decimal(30, 1), 2::hugeint, 0.1::double,
      date '2024-02-29', timestamp '2024-02-29 10:00:00', [1, 2], null, 1.0 / 0, true`;
    expect(await rowsOf(sql)).toEqual([
      [
        '9007199254740993',
        12345678901234567000,
        2,
        0.1,
        '2024-02-29',
        '2024-02-29 10:00:00',
        '[1, 2]',
        null,
        'Infinity',
        true,
      ],
    ]);
  });

  test('keeps the order of the rows, and gives one to groups, joins and unions', async () => {
    expect(await rowsOf('select amount from sales where amount < 1000')).toEqual([[0.1], [0.2]]);
    expect(await rowsOf("select 'b' union all select 'a'; -- a comment")).toEqual([['a'], ['b']]);
    expect(await rowsOf('select region, count(*) from sales group by all')).toEqual([
      ['North', 2],
      ['South', 1],
    ]);
  });

  test('returns at most 1,000 rows and 5 MB', async () => {
    const cut = await run('select * from range(1500) r(n) order by n');
    expect(cut).toMatchObject({ rowCount: 1_000, truncated: true });
    expect((await run('select * from range(1000) r(n) order by n')).truncated).toBe(false);
    expect(await failureOf("select repeat('x', 10000) from range(900)")).toBe('result_too_large');
  });

  test('has one hash wherever its tables are and however their Parquet is laid out', async () => {
    const lines = Array.from(
      { length: 20_000 },
      (_, at) =>
        `${at % 11},${(at * 7_919) % 100_003}.${at % 97},${(at * 7_919) % 1_009}.${'3'.repeat(1 + (at % 17))}`,
    );
    const numbers = await build('numbers.csv', `k,a,wide\n${lines.join('\n')}\n`);
    const parquet = await numbers.load();
    const sql =
      'select k, sum(a), avg(a), sum(wide), stddev(wide), sum(a / 3) from numbers group by k';
    const hashes = new Set<string>();
    for (const rowGroupSize of [null, 2_048, 6_000]) {
      const load = async () => (rowGroupSize === null ? parquet : layOut(parquet, rowGroupSize));
      const sha256 = createHash('sha256').update(`${rowGroupSize}`).digest('hex');
      hashes.add((await run(sql, [{ ...numbers, sha256, load }])).resultHash);
    }
    expect(hashes.size).toBe(1);
  });

  test('brings a table to a child once', async () => {
    const before = loads;
    for (let asked = 0; asked < 6; asked += 1)
      await run(`select max(amount) + ${asked} from sales`);
    // A tenant has a child for short queries and one for long ones, and a busy machine may use
    // both.
    expect(loads - before).toBeLessThanOrEqual(2);
  });

  test('that is endless or eats memory ends, and others go on', async () => {
    const failing = failureOf('select count(*) from range(1000000000) a, range(1000000) b', {
      timeMs: 1_000,
    });
    const other = await tables.runQuery({
      tenantId: 'two',
      tables: [sales],
      sql: 'select count(*) from sales',
    });
    expect(other.rows).toEqual([[3]]);
    expect(await failing).toBe('timeout');
    // DuckDB refuses more memory at once than it may have.
    expect(await failureOf('select null::integer[100000] from range(3000)')).toBe('memory');
    // To fill its memory, the process may need more than the time of a query where pages come
    // slowly.
    const filling = "select length(repeat('x', 2000000000))";
    expect(['memory', 'timeout']).toContain(await failureOf(filling, { timeMs: 5_000 }));
    expect(await rowsOf('select count(*) from sales')).toEqual([[3]]);
  });

  // TAB-28
  test('names columns plainly, or by their heads as recorded queries do, with the result that they had', async () => {
    const clinics = await build(
      'clinics.csv',
      'Clinic,Sessions planned,Year\nNorth,3,2024\nSouth,4,2025\n',
    );
    const plain = await run('select clinic, sessions_planned from clinics order by 1', [clinics]);
    expect(plain).toMatchObject({
      naming: 'plain',
      rows: [
        ['North', 3],
        ['South', 4],
      ],
    });
    const quoted = await run('select sum("Sessions planned") as total from clinics', [clinics]);
    expect(quoted).toMatchObject({ naming: 'heads', rows: [[7]] });
    const named = async (naming: 'plain' | 'heads') => {
      const sql = 'select * from clinics';
      const { columns } = await tables.runQuery({
        tenantId: 'one',
        tables: [clinics],
        sql,
        naming,
      });
      return columns.map(({ name }) => name);
    };
    expect(await named('plain')).toEqual(['clinic', 'sessions_planned', 'year']);
    expect(await named('heads')).toEqual(['Clinic', 'Sessions planned', 'Year']);
    // A statement that fits neither is explained by the plain names.
    await expect(run('select "Sesions" from clinics', [clinics])).rejects.toThrow(
      /"Sesions" not found/,
    );
  });

  // TAB-40
  test('that fails repeats no cell, only values of the statement itself', async () => {
    const people = await build(
      'people.csv',
      'Name,Born,Pay\nAda Byron,10 Dec 1815,170.25\nO\'Neill "B",unknown,99.5\n',
    );
    const hidden = /Ada|Byron|Neill|1815|170|99\.5/;
    const statements = [
      'select cast(name as integer) from people',
      'select cast(born as date) from people',
      "select strptime(born, '%Y-%m-%d') from people",
      'select cast(pay * 1000 as tinyint) from people',
      'select regexp_matches(name, name || chr(40)) from people',
      'select json_extract(name, 0) from people',
      'select cast(name as struct(a integer)) from people',
      'select cast(name as boolean) from people',
      'select repeat(name, 1)::blob::double from people',
      'select to_base(cast(pay as integer) - 1000, 2) from people',
    ];
    for (const sql of statements) {
      const message = await run(sql, [people]).then(
        () => '',
        (error: Error) => error.message,
      );
      expect([sql, message]).toEqual([sql, expect.not.stringMatching(hidden)]);
    }
    await expect(run("select cast('abc' as integer) from people", [people])).rejects.toThrow(
      /'abc'/,
    );
    await expect(run('select error(name) from people', [people])).rejects.toMatchObject({
      reason: 'function',
    });
  });

  test('that DuckDB cannot execute fails with its words', async () => {
    await expect(run('select nothing from sales')).rejects.toThrow(
      /Referenced column "nothing" not found/,
    );
    await expect(run("select 'x'::int from sales")).rejects.toMatchObject({ reason: 'error' });
  });
});

/** Writes Parquet again with groups of so many rows. */
async function layOut(parquet: Uint8Array, rowGroupSize: number): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'ecp-layout-'));
  const [from, to] = [join(folder, 'from.parquet'), join(folder, 'to.parquet')];
  await writeFile(from, parquet);
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  const kept = "kv_metadata {columns: '[]'}";
  await connection.run(
    `copy (from '${from}') to '${to}' (format parquet, row_group_size ${rowGroupSize}, ${kept})`,
  );
  connection.closeSync();
  instance.closeSync();
  const bytes = await readFile(to);
  await rm(folder, { recursive: true });
  return bytes;
}

test('gives a program up to 200,000 rows, and says that there are more', async () => {
  const rowsOfProgram = async (count: number) => {
    const sql = `select range as number from range(${count})`;
    const request = { tenantId: 'one', tables: [sales], sql, resultLimits: programResultLimits };
    const { rows, truncated } = await tables.runQuery(request);
    return { count: rows.length, truncated, last: rows.at(-1) };
  };
  expect(await rowsOfProgram(1_500)).toEqual({ count: 1_500, truncated: false, last: [1_499] });
  expect(await rowsOfProgram(300_000)).toEqual({
    count: 200_000,
    truncated: true,
    last: [199_999],
  });
});

test('gives all rows or none when its time ends while rows are read', async () => {
  const sql = 'select s.region, range as number from sales s, range(40000) order by number';
  const request = { tenantId: 'one', tables: [sales], sql, resultLimits: programResultLimits };
  const whole = (await tables.runQuery(request)).rows.length;
  for (let timeMs = 510; timeMs < 1_200; timeMs += 100) {
    const outcome = await tables.runQuery({ ...request, timeMs }).then(
      ({ rows }) => rows.length,
      (error: unknown) => (error instanceof QueryFailedError ? error.reason : error),
    );
    expect(['timeout', whole]).toContain(outcome);
  }
});
