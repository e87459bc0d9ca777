import { parseArgs } from 'node:util';
import { createId } from '@ecp/database/create-id';
import { type Database, openDatabase } from '@ecp/database/database';
import { auditStatement } from '../../apps/platform/src/kernel/audit/record-audit.ts';
import { createAuditLogVerifier } from '../../apps/platform/src/kernel/audit/verify-audit-log.ts';
import { openBenchDatabase, query } from './bench-database.ts';
import { median } from './median.ts';

/**
 * Measures what the chain of the audit log costs: appends of 50 writers of one tenant and of 50 tenants, with the chain
 * and with its trigger switched off, in turn; and the check of a long chain, with the delay of the event loop meanwhile.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    entries: { type: 'string', default: '1000000' },
  },
});
const writers = 50;
const batchEntries = 500;
const entry = {
  action: 'engagement.create',
  resourceType: 'engagement',
  resourceId: createId(),
  metadata: { name: 'E' },
};
const database = await openBenchDatabase();
const url = await database.create('bench_audit');
const pool = openDatabase({ url, maxConnections: writers });

/** Appends as many entries as `writers` can, one transaction each. Returns appends a second and the times in ms. */
async function append(database: Database, tenantOf: (writer: number) => string) {
  const endMs = performance.now() + 1_000 * Number(values.seconds);
  const times: number[] = [];
  const write = async (writer: number) => {
    const tenantId = tenantOf(writer);
    while (performance.now() < endMs) {
      const startMs = performance.now();
      await database.batchTenant(tenantId, [auditStatement({ tenantId, userId: 'u', ipAddress: '127.0.0.1' }, entry)]);
      times.push(performance.now() - startMs);
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(share * (times.length - 1))] ?? 0;
  return { perSecond: times.length / Number(values.seconds), p50: at(0.5), p99: at(0.99) };
}

/** Checks a chain of many entries of one tenant. */
async function verify(entries: number) {
  const fill = `insert into platform.audit_log (id, tenant_id, user_id, action, resource_type, resource_id, metadata, ip_address)
    select 'long' || n, 'long', 'u', 'engagement.create', 'engagement', 'e', '{"name":"E"}', '127.0.0.1' from generate_series($1::integer, $2::integer) n`;
  // A transaction that appends many entries takes long, because it writes the head once for each.
  for (let from = 1; from <= entries; from += batchEntries) await query(url, fill, [from, from + batchEntries - 1]);
  await query(url, 'vacuum analyze platform.audit_links');
  await query(url, 'vacuum analyze platform.audit_log');
  const startMs = performance.now();
  let lastMs = startMs;
  let longestMs = 0;
  const beat = setInterval(() => {
    longestMs = Math.max(longestMs, performance.now() - lastMs - 5);
    lastMs = performance.now();
  }, 5);
  const result = await createAuditLogVerifier(pool)('long');
  clearInterval(beat);
  if (!result.intact) throw new Error(`The chain is broken: ${JSON.stringify(result)}`);
  return { seconds: (performance.now() - startMs) / 1_000, longestMs };
}

try {
  console.log('| Audit appends, 50 writers | appends/s | p50 ms | p99 ms |\n| --- | ---: | ---: | ---: |');
  for (const [title, tenantOf] of [
    ['one tenant', () => 'one'],
    ['50 tenants', (writer: number) => `t${writer}`],
  ] as const) {
    const measured: Record<string, Awaited<ReturnType<typeof append>>[]> = { disable: [], enable: [] };
    for (let round = 0; round < Number(values.rounds); round++) {
      for (const [state, results] of Object.entries(measured)) {
        await query(url, `alter table platform.audit_log ${state} trigger chain_audit_entry`);
        results.push(await append(pool, tenantOf));
      }
    }
    for (const [state, results] of Object.entries(measured)) {
      const of = (name: 'perSecond' | 'p50' | 'p99') =>
        median(results.map((result) => result[name])).toFixed(name === 'perSecond' ? 0 : 1);
      console.log(
        `| ${title}, ${state === 'enable' ? 'chained' : 'without the chain'} | ${of('perSecond')} | ${of('p50')} | ${of('p99')} |`,
      );
    }
  }
  const { seconds, longestMs } = await verify(Number(values.entries));
  console.log(
    `\nVerify ${values.entries} entries: ${seconds.toFixed(1)} s, longest delay of the event loop ${longestMs.toFixed(0)} ms`,
  );
} finally {
  await pool.close();
  await database.close();
}
