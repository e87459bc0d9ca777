import { sql } from '@ecp/database/statement';
import { expect, it } from 'vitest';
import { isOver, ofType, testTenant } from '../../../testing/engine/engine-client.ts';
import { createEngineDatabase } from '../../../testing/engine/engine-database.ts';
import { startEngineProcess } from '../../../testing/engine/engine-process.ts';
import { purposeOf, startPricedProvider } from '../../../testing/engine/priced-provider.ts';
import { findRunFaults } from '../../../testing/engine/run-integrity.ts';
import { runRequest } from '../../../testing/engine/run-request.ts';
import { salesSource, salesTable } from '../../../testing/engine/sales-table.ts';
import { holdLocks, pollLockWaits } from '../../../testing/lock-waits.ts';

// PRO-6
it('pays and records a query once if the worker is killed after it has run it', async () => {
  const fresh = await createEngineDatabase();
  const provider = await startPricedProvider();
  const query = { sql: 'select 9208577 as "Revenue"', title: 'Revenue' };
  provider.respondWith((body) =>
    purposeOf({ body }) === 'draft' &&
    body.tools &&
    !body.messages.some(({ role }) => role === 'tool')
      ? { toolCalls: [{ name: 'query_tables', arguments: JSON.stringify(query) }] }
      : null,
  );
  const tasks = [
    { id: 'sales', name: 'Sales by region', description: 'Say how much the regions sell.' },
  ];
  const request = runRequest({ tasks, sources: [salesSource], tables: [salesTable] });
  const { id: engagementId, name, client, brief } = request.engagement;
  await fresh.database.batchTenant(testTenant, [
    sql`insert into platform.tenants (id, name, slug) values (${testTenant}, 'Tenant', 'tenant')`,
    sql`insert into platform.engagements (id, tenant_id, name, client, slug, brief, budget_nano_usd)
      values (${engagementId}, ${testTenant}, ${name}, ${client}, 'name', ${brief}, 1)`,
    sql`insert into platform.runs (id, tenant_id, engagement_id, kind, status)
      values (${request.runId}, ${testTenant}, ${engagementId}, 'run', 'running')`,
  ]);
  const readRecords = () =>
    fresh.asSuperuser<{ sql: string }>('select sql from platform.queries order by created_at');
  let engine = await startEngineProcess(fresh.url, provider.environment);
  try {
    // The worker records the query, and cannot yet store what came out for the run.
    await holdLocks(fresh, ['lock table engine.table_queries in share mode'], async () => {
      await engine.startRun(request);
      await expect.poll(readRecords).toEqual([{ sql: query.sql }]);
      await pollLockWaits(fresh, 1);
      await engine.kill();
      // A statement that waits for a lock would otherwise outlive its process.
      await fresh.asSuperuser(
        `select pg_terminate_backend(pid, 10000) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
      );
    });
    expect(await fresh.asSuperuser('select from engine.table_queries')).toEqual([]);
    engine = await startEngineProcess(fresh.url, provider.environment);
    const events = await engine.eventsUntil(request.runId, isOver);
    expect(events.at(-1)).toMatchObject({ status: 'completed' });
    expect(await readRecords()).toHaveLength(1);
    expect(ofType(events, 'log').filter(({ code }) => code === 'tables_queried')).toHaveLength(1);
    expect(await fresh.asSuperuser('select id from engine.table_queries')).toHaveLength(1);
    expect(await findRunFaults(fresh, provider.meter.calls, request, events)).toEqual([]);
  } finally {
    await engine.kill();
    await provider.close();
    await fresh.drop();
  }
});
