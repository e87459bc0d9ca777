import { createId } from '@ecp/database/create-id';
import { type Database, openDatabase } from '@ecp/database/database';
import { auditStatement } from '../../apps/platform/src/kernel/audit/record-audit.ts';
import { createAuditLogVerifier } from '../../apps/platform/src/kernel/audit/verify-audit-log.ts';
import { type BenchDatabase, query } from './bench-database.ts';
import { median } from './median.ts';
import { spreadOf } from './report/spread.ts';

/** Sizes of the measurement, which the report states. */
export const auditSizes = { writers: 50, rounds: 3, roundSeconds: 2, entries: 100_000 };
/** A transaction that appends many entries takes long, because it writes the head once for each. */
const fillEntries = 500;

/** Appends a second and the time of one in milliseconds, in one round. */
interface AppendRound {
  title: string;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** Medians of the rounds, with the spread of the rate as a share. */
export interface AppendFigures extends AppendRound {
  spread: number;
}

export interface AuditFigures {
  appends: AppendFigures[];
  verify: { seconds: number; longestDelayMs: number };
}

const writerTenants: [string, (writer: number) => string][] = [
  ['one tenant', () => 'one'],
  ['50 tenants', (writer) => `tenant-${writer}`],
];

/**
 * Measures what the chain of the audit log costs: appends with the chain and with its trigger switched off, in turn,
 * and the check of a long chain, with the delay of the event loop meanwhile.
 */
export async function measureAudit(database: BenchDatabase, report: (line: string) => void): Promise<AuditFigures> {
  const url = await database.create('bench_audit');
  const pool = openDatabase({ url, maxConnections: auditSizes.writers });
  try {
    const appends: AppendFigures[] = [];
    for (const [title, tenantOf] of writerTenants) {
      report(`Audit log: ${title}`);
      appends.push(...(await compareAppends(pool, url, title, tenantOf)));
    }
    report('Audit log: a long chain');
    return { appends, verify: await measureVerify(pool, url) };
  } finally {
    await pool.close();
  }
}

async function compareAppends(pool: Database, url: string, title: string, tenantOf: (writer: number) => string) {
  const rounds: Record<'disable' | 'enable', AppendRound[]> = { disable: [], enable: [] };
  for (let round = 0; round < auditSizes.rounds; round++) {
    for (const state of ['disable', 'enable'] as const) {
      await query(url, `alter table platform.audit_log ${state} trigger chain_audit_entry`);
      const chained = state === 'enable' ? 'chained' : 'without the chain';
      rounds[state].push({ title: `${title}, ${chained}`, ...(await append(pool, tenantOf)) });
    }
  }
  return [rounds.disable, rounds.enable].map((figures) => ({
    title: figures[0]?.title ?? '',
    perSecond: median(figures.map(({ perSecond }) => perSecond)),
    spread: spreadOf(figures.map(({ perSecond }) => perSecond)),
    p50Ms: median(figures.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(figures.map(({ p99Ms }) => p99Ms)),
  }));
}

/** Appends as many entries as the writers can, each in one transaction. */
async function append(pool: Database, tenantOf: (writer: number) => string): Promise<Omit<AppendRound, 'title'>> {
  const subject = { resourceType: 'engagement', resourceId: createId(), metadata: { name: 'Market entry' } } as const;
  const endMs = performance.now() + 1_000 * auditSizes.roundSeconds;
  const times: number[] = [];
  const write = async (writer: number) => {
    const actor = { tenantId: tenantOf(writer), userId: 'user', ipAddress: '127.0.0.1' };
    while (performance.now() < endMs) {
      const startMs = performance.now();
      await pool.batchTenant(actor.tenantId, [auditStatement(actor, { action: 'engagement.create', ...subject })]);
      times.push(performance.now() - startMs);
    }
  };
  await Promise.all(Array.from({ length: auditSizes.writers }, (_, writer) => write(writer)));
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(share * (times.length - 1))] ?? 0;
  return { perSecond: times.length / auditSizes.roundSeconds, p50Ms: at(0.5), p99Ms: at(0.99) };
}

async function measureVerify(pool: Database, url: string): Promise<AuditFigures['verify']> {
  const fill = `insert into platform.audit_log (id, tenant_id, user_id, action, resource_type, resource_id, metadata)
    select 'long' || n, 'long', 'user', 'engagement.create', 'engagement', 'e', '{"name":"Market entry"}'
    from generate_series($1::integer, $2::integer) n`;
  for (let from = 1; from <= auditSizes.entries; from += fillEntries)
    await query(url, fill, [from, from + fillEntries - 1]);
  await query(url, 'vacuum analyze');
  const startMs = performance.now();
  let lastMs = startMs;
  let longestDelayMs = 0;
  const beat = setInterval(() => {
    longestDelayMs = Math.max(longestDelayMs, performance.now() - lastMs - 5);
    lastMs = performance.now();
  }, 5);
  const result = await createAuditLogVerifier(pool)('long');
  clearInterval(beat);
  if (!result.intact) throw new Error(`The chain is broken at entry ${result.firstBroken}`);
  return { seconds: (performance.now() - startMs) / 1_000, longestDelayMs };
}
