import type { ChatRequest } from '@ecp/testing/fake-llm/fake-llm-wire';
import { pollUntil } from '@ecp/testing/poll-until';
import type { FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
import { nameEngagement, runRequest } from '../../../testing/engine/run-request.ts';
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
beforeAll(async () => {
  fresh = await createEngineDatabase();
  provider = await startPricedProvider();
  provider.respondWith((body) =>
    isDraft(body) && body.tools && !hasResults(body)
      ? { toolCalls: [{ name: 'query_tables', arguments: JSON.stringify(query) }] }
      : null,
  );
  engine = await startEngineProcess(fresh.url, provider.environment);
});
afterAll(async () => {
  await engine.kill();
  await provider.close();
  await fresh.drop();
});

const makeRun = () => runRequest({ tasks, sources: [salesSource], tables: [salesTable] });
type Run = ReturnType<typeof makeRun>;

/** The texts of the turns that tell an agent of a run what its query gave. */
const toldTurns = ({ runId }: Run) =>
  provider.meter.calls
    .filter(({ body }) => isDraft(body) && hasResults(body))
    .map(textOf)
    .filter((text) => text.includes(nameEngagement(runId)));

/** Starts a run and waits until the model reads what its query gave. */
async function reachTurn(run: Run): Promise<void> {
  await engine.startRun(run);
  await pollUntil(
    async () => toldTurns(run),
    ({ length }) => length === 1,
  );
}

/** Waits for the end of a run, which has no fault, and returns its log. */
async function complete(run: Run) {
  const events = await engine.eventsUntil(run.runId, isOver);
  expect(events.at(-1)).toMatchObject({ status: 'completed' });
  expect(await findRunFaults(fresh, provider.meter.calls, run, events)).toEqual([]);
  return ofType(events, 'log');
}

const readQueries = ({ runId }: Run) =>
  fresh.asSuperuser('select sql, task_id, refusal from platform.queries where run_id = $1', [
    runId,
  ]);

// PRO-6, TAB-13
test('a worker that is killed after queries leaves records and refusals, and the next one tells the model the same to the letter', async () => {
  const [answered, refused] = [makeRun(), makeRun()];
  await fresh.asSuperuser(fullEngagement, [refused.engagement.id, testTenant]);
  provider.failWhen((body) => (isDraft(body) && hasResults(body) ? { kind: 'hang' } : null));
  for (const run of [answered, refused]) await reachTurn(run);
  await engine.kill();
  provider.failWhen(() => null);
  // The refused query would now be run.
  await fresh.asSuperuser(`delete from platform.queries where author_kind = 'user'`);
  engine = await startEngineProcess(fresh.url, provider.environment);

  const logs = await complete(answered);
  const [first, second] = toldTurns(answered);
  expect(first).toContain('9208577');
  expect(second).toBe(first);
  expect(logs.filter(({ code }) => code === 'tables_queried')).toHaveLength(1);
  const record = { sql: query.sql, task_id: 'sales' };
  expect(await readQueries(answered)).toEqual([{ ...record, refusal: null }]);

  const logsOfRefused = await complete(refused);
  const [firstRefusal, secondRefusal] = toldTurns(refused);
  expect(firstRefusal).toMatch(/Refused: .*500/);
  expect(secondRefusal).toBe(firstRefusal);
  expect(logsOfRefused.filter(({ code }) => code === 'tool_refused')).toHaveLength(1);
  const refusal = expect.stringContaining('500');
  expect(await readQueries(refused)).toEqual([{ ...record, refusal }]);
});

/** Gives an engagement its most queries, so that the next one is refused. */
const fullEngagement = `
  with tenant as (
    insert into platform.tenants (id, name, slug) values ($2, 'Tests', 'tests')
      on conflict do nothing
  ), engagement as (
    insert into platform.engagements (id, tenant_id, name, client, slug, brief, budget_nano_usd)
      values ($1, $2, 'Tests', 'Tests', 'tests', 'Tests', 1)
  )
  insert into platform.queries (id, tenant_id, engagement_id, sql, columns, rows, rows_bytes, row_count, truncated,
    result_hash, tables, author_kind, author_name)
  select 'q' || number, $2, $1, 'select 1', '[]', '[]', 2, 0, false, '', '[]', 'user', 'Ada'
  from generate_series(1, 500) number`;
