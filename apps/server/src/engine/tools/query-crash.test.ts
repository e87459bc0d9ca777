import { createFreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { startScriptedPlatform } from '@ecp/testing/scripted-platform';
import { expect, it } from 'vitest';
import { isOver, ofType } from '../../../testing/engine/engine-client.ts';
import { startEngineProcess } from '../../../testing/engine/engine-process.ts';
import { purposeOf, startPricedProvider } from '../../../testing/engine/priced-provider.ts';
import { findRunFaults } from '../../../testing/engine/run-integrity.ts';
import { runRequest } from '../../../testing/engine/run-request.ts';
import { salesSource, salesTable } from '../../../testing/engine/sales-table.ts';

// PRO-6
it('pays and records a query once if the engine is killed after the platform has run it', async () => {
  const fresh = await createFreshDatabase();
  const provider = await startPricedProvider();
  const platform = await startScriptedPlatform();
  const columns = [{ name: 'Revenue', type: 'number' as const, unit: 'EUR' }];
  platform.answerWith(() => ({ columns, rows: [[9_208_577]] }));
  const query = { sql: 'select sum("Revenue") as "Revenue" from "sales"', title: 'Revenue' };
  provider.respondWith((body) =>
    purposeOf({ body }) === 'draft' &&
    body.tools &&
    !body.messages.some(({ role }) => role === 'tool')
      ? { toolCalls: [{ name: 'query_tables', arguments: JSON.stringify(query) }] }
      : null,
  );
  let engine = await startEngineProcess(fresh.url, provider.environment);
  try {
    const tasks = [
      { id: 'sales', name: 'Sales by region', description: 'Say how much the regions sell.' },
    ];
    const request = runRequest({ tasks, sources: [salesSource], tables: [salesTable] });
    request.queryAccess = platform.accessOf(request.runId);
    const answer = platform.holdAnswers();
    await engine.startRun(request);
    await expect.poll(() => platform.records.size).toBe(1);
    await engine.kill();
    answer();
    engine = await startEngineProcess(fresh.url, provider.environment);
    const events = await engine.eventsUntil(request.runId, isOver);
    expect(events.at(-1)).toMatchObject({ status: 'completed' });
    expect(platform.records.size).toBe(1);
    expect(new Set(platform.arrived.map(({ id }) => id)).size).toBe(1);
    expect(ofType(events, 'log').filter(({ code }) => code === 'tables_queried')).toHaveLength(1);
    expect(await fresh.asSuperuser('select id from engine.table_queries')).toHaveLength(1);
    expect(await findRunFaults(fresh, provider.meter.calls, request, events)).toEqual([]);
  } finally {
    await engine.kill();
    await platform.close();
    await provider.close();
    await fresh.drop();
  }
});
