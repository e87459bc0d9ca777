import { existsSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openSandbox } from '@ecp/sandbox/sandbox';
import type { BuiltTable, QueryTable } from '@ecp/tables/table-types';
import { createTables, type Tables } from '@ecp/tables/tables';
import { makeGoldWorkbooks } from '@ecp/tables/testing/gold-workbooks';
import { makeLargeCsv } from '@ecp/tables/testing/large-csv';
import { measurePollock } from '@ecp/tables/testing/pollock';
import { median } from '../median.ts';

const [largeRows, goldRows, repeats] = [1_000_000, 5_000, 5];

/**
 * Measures building and querying tables, and asks 300 questions with known answers. Prints a table. With `--data` it
 * measures instead how the polluted files of a folder, or of its folder `pollock`, are read
 * (docs/decisions/tables-and-queries.md).
 */
async function main(): Promise<void> {
  // No budget, because one tenant does all the work here.
  const sandbox = openSandbox({ cpuBudgetMs: Number.MAX_SAFE_INTEGER });
  const tables = createTables({ sandbox });
  const { data } = parseArgs({ options: { data: { type: 'string' } } }).values;
  console.log(`Load at the start: ${loadavg()[0]?.toFixed(1)} (above 0.5, other work affected the figures)\n`);
  try {
    if (data !== undefined) {
      const [folder] = [data, join(data, 'pollock')].filter((place) => existsSync(join(place, 'csv')));
      if (folder === undefined) throw new Error(`Neither ${data} nor its folder pollock holds csv and clean`);
      await measurePollock(tables, folder);
      return;
    }
    console.log('| measured | result | limit |\n|---|---|---|');
    await measureLarge(tables);
    await measureEndless(tables);
    await askGold(tables);
  } finally {
    await sandbox.close();
  }
}

function print(what: string, result: string, limit: string): void {
  console.log(`| ${what} | ${result} | ${limit} |`);
}

async function measureLarge(tables: Tables): Promise<void> {
  const bytes = makeLargeCsv(largeRows);
  await tables.buildTables({ tenantId: 'warm', filename: 'warm.csv', bytes: Buffer.from('a,b\n1,2\n') });
  const watch = watchChildren(tables);
  const started = performance.now();
  const { tables: built } = await tables.buildTables({ tenantId: 'one', filename: 'large.csv', bytes });
  const buildMs = performance.now() - started;
  const [large] = built;
  if (large?.rowCount !== largeRows) throw new Error('The large file did not become one table');
  const shape = `${largeRows} rows × ${large.columns.length} columns, CSV of ${Math.round(bytes.length / 1e6)} MB`;
  print(`tables ready: ${shape}`, `${(buildMs / 1_000).toFixed(1)} s`, '20 s');
  const { peakMb, cpuMs } = watch.stop();
  print('processor time of that', `${(cpuMs / 1_000).toFixed(1)} s`, '');
  print('peak memory of the child (VmHWM)', `${Math.round(peakMb)} MB`, '512 MB');
  print('Parquet', `${Math.round(large.parquet.length / 1e6)} MB`, '');
  await measureQueries(tables, toQueryTable(large));
}

async function measureQueries(tables: Tables, large: QueryTable): Promise<void> {
  const watch = watchChildren(tables);
  const statements = [
    'select region, sum(revenue) from large group by region',
    'select product, year, sum(revenue), avg(price), count(*) from large group by all order by 3 desc',
    'select customer, sum(balance) from large group by customer order by 2 desc limit 10',
    'select day, sum(share * revenue) from large group by day',
    'select count(distinct note) from large',
  ];
  const ask = async (sql: string) => {
    const started = performance.now();
    await tables.runQuery({ tenantId: 'one', tables: [large], sql });
    return performance.now() - started;
  };
  print('first query, which brings the table', `${Math.round(await ask('select count(*) from large'))} ms`, '');
  for (const sql of statements) {
    const times: number[] = [];
    for (let time = 0; time <= repeats; time += 1) times.push(await ask(sql));
    print(`\`${sql}\`, warm`, `${Math.round(median(times.slice(1)))} ms`, '300 ms');
  }
  print('peak memory of the querying child', `${Math.round(watch.stop().peakMb)} MB`, '512 MB');
}

async function measureEndless(tables: Tables): Promise<void> {
  const statements = {
    'an endless query ends': 'select count(*) from range(1000000000) a, range(1000000) b',
    'a query that eats memory ends': 'select count(distinct a.range || b.range) from range(100000) a, range(100000) b',
  };
  for (const [what, sql] of Object.entries(statements)) {
    const started = performance.now();
    const reason = await tables.runQuery({ tenantId: 'two', tables: [], sql }).then(
      () => 'with a result',
      (error: { reason: string }) => error.reason,
    );
    print(what, `${((performance.now() - started) / 1_000).toFixed(1)} s (${reason})`, '11 s');
  }
}

async function askGold(tables: Tables): Promise<void> {
  let [asked, exact, repeated] = [0, 0, 0];
  for (const { filename, bytes, questions } of makeGoldWorkbooks(goldRows)) {
    const { tables: built } = await tables.buildTables({ tenantId: 'one', filename, bytes });
    const given = built.map(toQueryTable);
    for (const { sql, rows } of questions) {
      const first = await tables.runQuery({ tenantId: 'one', tables: given, sql });
      // Another tenant's queries run in another child.
      const second = await tables.runQuery({ tenantId: 'two', tables: given, sql });
      asked += 1;
      if (JSON.stringify(first.rows) === JSON.stringify(rows)) exact += 1;
      else console.log(`${filename}: ${sql}\n  ${JSON.stringify(first.rows)}\n  ${JSON.stringify(rows)}`);
      if (first.resultHash === second.resultHash) repeated += 1;
    }
  }
  print(`questions over 10 workbooks of ${goldRows} rows, answered exactly`, `${exact} of ${asked}`, 'all');
  print('the same hash in a second child', `${repeated} of ${asked}`, 'all');
  if (exact < asked || repeated < asked) process.exitCode = 1;
}

function toQueryTable({ name, sha256, parquet }: BuiltTable): QueryTable {
  return { name, sha256, load: async () => parquet };
}

/**
 * Watches the largest resident memory that the system notes for a child, in MiB, and the most processor time of one.
 */
function watchChildren(tables: Tables): { stop(): { peakMb: number; cpuMs: number } } {
  let [peakMb, cpuMs] = [0, 0];
  const timer = setInterval(() => {
    for (const pid of tables.pids()) {
      const used = readUse(pid);
      peakMb = Math.max(peakMb, used.peakMb);
      cpuMs = Math.max(cpuMs, used.cpuMs);
    }
  }, 20);
  return {
    stop() {
      clearInterval(timer);
      return { peakMb, cpuMs };
    },
  };
}

function readUse(pid: number): { peakMb: number; cpuMs: number } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const peakKb = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    return { peakMb: Number(peakKb ?? 0) / 1_024, cpuMs: (Number(ticks[11]) + Number(ticks[12])) * 10 };
  } catch {
    // The child has just ended.
    return { peakMb: 0, cpuMs: 0 };
  }
}

await main();
