import type { ChatRequest } from '@ecp/testing/fake-llm/fake-llm-wire';
import { pollUntil } from '@ecp/testing/poll-until';
import type { FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isOver, ofType, testTenant } from '../../../testing/engine/engine-client.ts';
import { createEngineDatabase } from '../../../testing/engine/engine-database.ts';
import { type EngineProcess, startEngineProcess } from '../../../testing/engine/engine-process.ts';
import {
  type PricedProvider,
  purposeOf,
  startPricedProvider,
  textOf,
} from '../../../testing/engine/priced-provider.ts';
import { findRunFaults } from '../../../testing/engine/run-integrity.ts';
import { runRequest } from '../../../testing/engine/run-request.ts';
import { salesSource, salesTable } from '../../../testing/engine/sales-table.ts';

const query = { sql: 'select 9208577 as "Revenue"', title: 'Revenue' };
const tasks = [
  { id: 'sales', name: 'Sales by region', description: 'Say how much the regions sell.' },
];
const isDraft = (body: ChatRequest) => purposeOf({ body }) === 'draft';
function hasResults({ messages }: ChatRequest): boolean {
  return messages.some(({ role }) => role === 'tool');
}

let fresh: FreshDatabase;
let provider: PricedProvider;
let engine: EngineProcess;
beforeEach(async () => {
  fresh = await createEngineDatabase();
  provider = await startPricedProvider();
  provider.respondWith((body) =>
    isDraft(body) && body.tools && !hasResults(body)
      ? { toolCalls: [{ name: 'query_tables', arguments: JSON.stringify(query) }] }
      : null,
  );
  engine = await startEngineProcess(fresh.url, provider.environment);
});
afterEach(async () => {
  await engine.kill();
  await provider.close();
  await fresh.drop();
});

/** The texts of the turns that tell an agent what its query gave. */
const toldTurns = () =>
  provider.meter.calls.filter(({ body }) => isDraft(body) && hasResults(body)).map(textOf);

/** Kills the worker while the model reads what the query gave, and lets the next one go on. */
async function killBetweenTurns(request: ReturnType<typeof runRequest>, meanwhile: () => unknown) {
  provider.failWhen((body) => (isDraft(body) && hasResults(body) ? { kind: 'hang' } : null));
  await engine.startRun(request);
  await pollUntil(
    async () => toldTurns(),
    ({ length }) => length === 1,
  );
  await engine.kill();
  provider.failWhen(() => null);
  await meanwhile();
  engine = await startEngineProcess(fresh.url, provider.environment);
  const events = await engine.eventsUntil(request.runId, isOver);
  expect(events.at(-1)).toMatchObject({ status: 'completed' });
  expect(await findRunFaults(fresh, provider.meter.calls, request, events)).toEqual([]);
  return ofType(events, 'log');
}

describe('a worker that is killed after a query was asked', () => {
  // PRO-6, TAB-13
  it('leaves one record, and the next worker tells the model the same to the letter', async () => {
    const request = runRequest({ tasks, sources: [salesSource], tables: [salesTable] });
    const logs = await killBetweenTurns(request, () => undefined);
    const [first, second] = toldTurns();
    expect(first).toContain('9208577');
    expect(second).toBe(first);
    expect(logs.filter(({ code }) => code === 'tables_queried')).toHaveLength(1);
    expect(
      await fresh.asSuperuser('select sql, run_id, task_id, refusal from platform.queries'),
    ).toEqual([{ sql: query.sql, run_id: request.runId, task_id: 'sales', refusal: null }]);
  });

  // PRO-6, TAB-13
  it('leaves the refusal, which the next worker repeats although the query would now be run', async () => {
    const request = runRequest({ tasks, sources: [salesSource], tables: [salesTable] });
    await fresh.asSuperuser(fullEngagement, [request.engagement.id, testTenant]);
    const logs = await killBetweenTurns(request, () =>
      fresh.asSuperuser(`delete from platform.queries where author_kind = 'user'`),
    );
    const [first, second] = toldTurns();
    expect(first).toMatch(/Refused: .*500/);
    expect(second).toBe(first);
    expect(logs.filter(({ code }) => code === 'tool_refused')).toHaveLength(1);
    expect(await fresh.asSuperuser('select sql, refusal from platform.queries')).toEqual([
      { sql: query.sql, refusal: expect.stringContaining('500') },
    ]);
  });
});

/** Gives an engagement its most queries, so that the next one is refused. */
const fullEngagement = `
  with tenant as (
    insert into platform.tenants (id, name, slug) values ($2, 'Tests', 'tests')
  ), engagement as (
    insert into platform.engagements (id, tenant_id, name, client, slug, brief, budget_nano_usd)
      values ($1, $2, 'Tests', 'Tests', 'tests', 'Tests', 1)
  )
  insert into platform.queries (id, tenant_id, engagement_id, sql, columns, rows, rows_bytes, row_count, truncated,
    result_hash, tables, author_kind, author_name)
  select 'q' || number, $2, $1, 'select 1', '[]', '[]', 2, 0, false, '', '[]', 'user', 'Ada'
  from generate_series(1, 500) number`;
