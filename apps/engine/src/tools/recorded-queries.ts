import type { EngineQuery, QueryAccess } from '@ecp/contract/engine/tool-access';
import type { Database } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import type { CallClient } from '../call/types/model-call.ts';
import type { RunRef } from '../kernel/events/emit-event.ts';

/** The stored outcome of an agent's query. */
export type RecordedQuery = { query: EngineQuery } | { refused: string };

/** A query that an agent asks. */
export interface AskedQuery {
  id: string;
  sql: string;
  title: string;
}

/** The stored outcome of a query, and the access of its run. */
export interface QueryState {
  recorded: RecordedQuery | null;
  /** Null if the run has none, or no longer exists. */
  access: QueryAccess | null;
}

interface OutcomeRow {
  outcome: RecordedQuery;
}

/** Reads in one round trip what a query gave before, and what its run needs to ask it. */
export async function readQueryState(database: Database, run: RunRef, id: string): Promise<QueryState> {
  const { tenantId, runId } = run;
  const [[row], [found]] = await database.batchTenant<[OutcomeRow, { access: QueryAccess | null }]>(tenantId, [
    {
      name: 'read_table_query',
      text: 'select outcome from engine.table_queries where tenant_id = $1 and run_id = $2 and id = $3',
      values: [tenantId, runId, id],
    },
    readAccess(run),
  ]);
  return { recorded: row?.outcome ?? null, access: found?.access ?? null };
}

/** Reads the access of a run to the tables of its engagement; null for none. */
export async function readQueryAccess(database: Database, run: RunRef): Promise<QueryAccess | null> {
  const [[found]] = await database.batchTenant<[{ access: QueryAccess | null }]>(run.tenantId, [readAccess(run)]);
  return found?.access ?? null;
}

const readAccess = ({ tenantId, runId }: RunRef): Statement<{ access: QueryAccess | null }> => ({
  name: 'read_query_access',
  text: `select input->'queryAccess' as access from engine.runs where tenant_id = $1 and id = $2`,
  values: [tenantId, runId],
});

/** Stores the outcome of a query once, unless its run was erased meanwhile. The first stored outcome is final. */
export async function recordQuery(
  database: Database,
  { tenantId, runId, taskId, agentSlug }: CallClient,
  { id, sql, title }: AskedQuery,
  outcome: RecordedQuery,
): Promise<void> {
  const query = 'query' in outcome ? outcome.query : null;
  await database.batchTenant(tenantId, [
    {
      name: 'record_table_query',
      text: `insert into engine.table_queries
          (tenant_id, run_id, id, task_id, agent_slug, title, sql, outcome, row_count, truncated)
        select tenant_id, id, $3, $4, $5, $6, $7, $8::json, $9::integer, $10::boolean
        from engine.runs where tenant_id = $1 and id = $2
        on conflict (tenant_id, run_id, id) do nothing`,
      values: [
        ...[tenantId, runId, id, taskId, agentSlug, title, sql],
        JSON.stringify(outcome),
        query?.rows.length ?? null,
        query?.truncated ?? null,
      ],
    },
  ]);
}

/** Returns the results of the queries that agents made for tasks of a run, oldest first. */
export async function readTaskQueries(
  database: Database,
  { tenantId, runId }: RunRef,
  taskIds: readonly string[],
): Promise<EngineQuery[]> {
  const [rows] = await database.batchTenant<[{ query: EngineQuery }]>(tenantId, [
    {
      name: 'read_task_queries',
      text: `select outcome->'query' as query from engine.table_queries
        where tenant_id = $1 and run_id = $2 and task_id = any($3) and row_count is not null order by created_at, id`,
      values: [tenantId, runId, taskIds],
    },
  ]);
  return rows.map(({ query }) => query);
}
