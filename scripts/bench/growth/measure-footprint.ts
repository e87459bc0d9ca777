import { setTimeout as wait } from 'node:timers/promises';
import { makeDataDir } from '@ecp/database/embedded/testing/embedded-fixtures';
import {
  beginJob,
  type MainJob,
  queryProduct,
  startRun,
  threeTasks,
  waitForStatus,
} from '../../../e2e/testing/main-job.ts';
import { startProduct } from '../../../e2e/testing/product.ts';

/** Bytes of a table with indexes and texts, and its rows, both for each run. */
export interface TableFootprint {
  table: string;
  rows: number;
  bytes: number;
}

/** The traces of one run with three tasks and the offline model; means of many. */
export interface Footprint {
  runs: number;
  tables: TableFootprint[];
  /** Bytes of the write-ahead log. */
  walBytes: number;
  /** Committed transactions, without those that an idle product makes in the same time. */
  transactions: number;
}

/** Time in which the product does nothing. */
const idleMs = 10_000;
const measuredRuns = 60;
/** Runs before the measured ones, so that tables and indexes have their first pages. */
const earlierRuns = 20;
const runLimitMs = 120_000;

/** Runs engagements one after the other on the whole product, and compares the database before and after. */
export async function measureFootprint(report: (line: string) => void): Promise<Footprint> {
  const place = makeDataDir();
  const product = await startProduct({ dataDir: place.dataDir, environment: { RATE_LIMIT_ENGINE: '1000' } });
  try {
    const job = await beginJob(product.baseUrl);
    await job.client.post('/api/billing/checkout', { plan: 'enterprise' });
    await runMany(job, earlierRuns);
    const before = await readDatabase(place.dataDir);
    const startedMs = performance.now();
    await runMany(job, measuredRuns);
    const tookMs = performance.now() - startedMs;
    const after = await readDatabase(place.dataDir);
    await wait(idleMs);
    const [end] = await queryProduct<{ transactions: string }>(place.dataDir, selectCounters);
    const idleTransactions = (Number(end?.transactions) - after.transactions) * (tookMs / idleMs);
    const perRun = (value: number) => value / measuredRuns;
    const earlier = new Map(before.tables.map((row) => [row.table, row]));
    const tables = after.tables
      .map(({ table, rows, bytes }) => ({
        table,
        rows: perRun(rows - (earlier.get(table)?.rows ?? 0)),
        bytes: perRun(bytes - (earlier.get(table)?.bytes ?? 0)),
      }))
      .filter(({ bytes }) => bytes > 0)
      .toSorted((a, b) => b.bytes - a.bytes);
    for (const { table, rows, bytes } of tables) {
      report(`${table}: ${rows.toFixed(1)} rows, ${(bytes / 1_024).toFixed(1)} KB`);
    }
    return {
      runs: measuredRuns,
      tables,
      walBytes: perRun(after.walBytes - before.walBytes),
      transactions: perRun(after.transactions - before.transactions - idleTransactions),
    };
  } finally {
    await product.stop();
    await place.remove();
  }
}

/** Creates engagements and runs each to its end. */
async function runMany(job: MainJob, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const { body } = await job.client.post<MainJob['engagement']>('/api/engagements', {
      ...threeTasks,
      name: `${threeTasks.name} ${index}`,
    });
    const own = { ...job, engagement: body, path: `/api/engagements/${body.id}` };
    await startRun(own);
    await waitForStatus(own, 'completed', runLimitMs);
  }
}

interface Reading {
  tables: TableFootprint[];
  walBytes: number;
  transactions: number;
}

/** Reads sizes after a vacuum, so that dead rows are free for new ones. */
async function readDatabase(dataDir: string): Promise<Reading> {
  await queryProduct(dataDir, 'vacuum analyze');
  const tables = await queryProduct<TableFootprint>(dataDir, selectTables);
  const [reading] = await queryProduct<{ wal: string; transactions: string }>(dataDir, selectCounters);
  return { tables, walBytes: Number(reading?.wal), transactions: Number(reading?.transactions) };
}

const selectTables = `select c.oid::regclass::text as table, c.reltuples::double precision as rows,
    pg_total_relation_size(c.oid)::double precision as bytes
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname !~ '^(pg_|information_schema)'`;

const selectCounters = `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text as wal,
    (select xact_commit::text from pg_stat_database where datname = current_database()) as transactions`;
