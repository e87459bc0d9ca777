import { ApiError, type ErrorCode } from '@ecp/contract/declaring/errors';
import type { EngineQuery, RunQueryAnswer } from '@ecp/contract/engine/tool-access';
import type { Database } from '@ecp/database/database';
import { listNamedQueries } from '@ecp/evidence/cited-queries';
import type { RunTarget } from '../../kernel/keys/tokens.ts';
import { sanitizeAnswer } from '../call/answers.ts';
import type { EngineServices } from '../call/engine-services.ts';
import type { CallClient } from '../call/model-call.ts';
import type { AgentMaterial } from '../kernel/agent-material.ts';
import type { RunRef } from '../kernel/events.ts';
import { openRun } from '../kernel/runs.ts';
import { waitOrAbort } from '../kernel/waiting.ts';
import { askMaterial, type MaterialAnswer, type MaterialLimits } from './tool-results.ts';

/** Limits the characters of a refusal's reason for the model. */
const maxReasonLength = 1_000;

/**
 * Runs a query on the tables of the engagement, once. A failure is an outcome, so that the model can
 * change its query. Stop ends it without an outcome.
 */
export async function queryTables(
  services: EngineServices,
  client: CallClient,
  asked: AskedQuery,
): Promise<RecordedQuery> {
  const { recorded, hasTables } = await readQueryState(services.database, client, asked.id);
  if (recorded) return recorded;
  if (!hasTables) return { refused: 'The tables of this engagement cannot be queried.' };
  const { signal, done } = services.inFlight.begin(client);
  try {
    const running = services.material.runQuery(client, { ...asked, agentSlug: client.agentSlug });
    const outcome = toOutcome(await askMaterial(running, tableLimits, signal));
    if (!signal.aborted) await recordQuery(services.database, client, asked, outcome);
    return outcome;
  } finally {
    done();
  }
}

function toOutcome(answer: MaterialAnswer<RunQueryAnswer>): RecordedQuery {
  if ('failure' in answer) return { refused: answer.failure };
  const said = sanitizeAnswer(answer.value) as RunQueryAnswer;
  if ('refused' in said) return { refused: said.refused.slice(0, maxReasonLength) };
  return { query: keepRows(said.query) };
}

type RecordedQuery = { query: EngineQuery } | { refused: string };

interface AskedQuery {
  id: string;
  sql: string;
  title: string;
}

interface QueryState {
  recorded: RecordedQuery | null;
  /** True if the run was given tables or results of queries. */
  hasTables: boolean;
}

/** Reads in one query the recorded outcome, and whether its run has tables. */
async function readQueryState(
  database: Database,
  { tenantId, runId }: RunRef,
  id: string,
): Promise<QueryState> {
  const [[row], [run]] = await database.batchTenant<
    [{ outcome: RecordedQuery }, Pick<QueryState, 'hasTables'>]
  >(tenantId, [
    {
      name: 'read_table_query',
      text: 'select outcome from engine.table_queries where tenant_id = $1 and run_id = $2 and id = $3',
      values: [tenantId, runId, id],
    },
    {
      name: 'run_has_tables',
      text: `select coalesce(json_array_length(input->'tables'), 0)
          + coalesce(json_array_length(input->'queries'), 0) > 0 as "hasTables"
        from engine.runs where tenant_id = $1 and id = $2`,
      values: [tenantId, runId],
    },
  ]);
  return { recorded: row?.outcome ?? null, hasTables: run?.hasTables ?? false };
}

/** Stores the first outcome of a query, unless its run was erased meanwhile. */
async function recordQuery(
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
        from (${openRun}) run
        on conflict (tenant_id, run_id, id) do nothing`,
      values: [
        tenantId,
        runId,
        id,
        taskId,
        agentSlug,
        title,
        sql,
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

/** Limits the queries of a document that are run again: at once, and in all. */
const atOnce = 4;
const maxVerified = 100;
/** Time for all queries of a document. The others are unknown. */
const patienceMs = 60_000;
/** Waits before a query that found no free place is run again. */
const retryWaitsMs = [500, 2_000];

/**
 * `changed`: another result, or no table. `missing`: unknown to the platform. `unknown`: could not
 * be run.
 */
type Outcome = 'same' | 'changed' | 'missing' | 'unknown';

export interface UnverifiedQuery {
  id: string;
  reason: Exclude<Outcome, 'same'>;
}

/** The queries that a document may rest on, and those that did not give the same result again. */
interface VerifiedQueries {
  held: EngineQuery[];
  unverified: UnverifiedQuery[];
}

/**
 * Repeats the queries that a document names and separates those that failed. One that could not be
 * repeated counts with its recorded result.
 */
export async function verifyQueries(
  services: EngineServices,
  run: RunTarget,
  content: string,
  queries: readonly EngineQuery[],
): Promise<VerifiedQueries> {
  // A query too many costs a second. A cited one that is left out counts as proved when its result
  // has changed.
  const cited = listNamedQueries(content, queries).slice(0, maxVerified);
  if (cited.length === 0) return { held: [...queries], unverified: [] };
  const unverified: UnverifiedQuery[] = [];
  const { signal: stopped, done } = services.inFlight.begin(run);
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(patienceMs)]);
  try {
    for (let first = 0; first < cited.length; first += atOnce) {
      const batch = cited.slice(first, first + atOnce);
      const outcomes = await Promise.all(
        batch.map((query) => verify(services.material, run, query, signal)),
      );
      for (const [at, reason] of outcomes.entries()) {
        const id = batch[at]?.id;
        if (id !== undefined && reason !== 'same') unverified.push({ id, reason });
      }
    }
  } finally {
    done();
  }
  const failed = new Set(
    unverified.flatMap(({ id, reason }) => (reason === 'unknown' ? [] : [id])),
  );
  return { held: queries.filter(({ id }) => !failed.has(id)), unverified };
}

async function verify(
  material: AgentMaterial,
  run: RunTarget,
  { id, resultHash }: EngineQuery,
  signal: AbortSignal,
): Promise<Outcome> {
  for (const waitMs of [...retryWaitsMs, null]) {
    if (signal.aborted) return 'unknown';
    try {
      const now = await material.verifyQuery(run, id);
      return now.same && now.resultHash === resultHash ? 'same' : 'changed';
    } catch (error) {
      if (!(error instanceof ApiError)) return 'unknown';
      if (error.code === 'not_found') return 'missing';
      if (waitMs === null || !noFreePlace.includes(error.code)) return 'unknown';
      await waitOrAbort(waitMs, signal);
    }
  }
  return 'unknown';
}

const noFreePlace: readonly ErrorCode[] = ['rate_limited', 'service_unavailable'];

/** A query may run 10 s and wait for its turn. */
const tableLimits: MaterialLimits = {
  timeoutMs: 15_000,
  subject: 'The tables',
  advice: 'Ask for less at once.',
};

/** Limits the characters of a result's rows that the engine keeps, and that a document can cite. */
const maxLength = 200_000;

/** Returns a result with the first rows that fit. One that loses rows counts as truncated. */
export function keepRows({
  id,
  title,
  sql,
  columns,
  rows,
  truncated,
  resultHash,
}: EngineQuery): EngineQuery {
  let length = 0;
  const end = rows.findIndex((row) => {
    length += JSON.stringify(row).length;
    return length > maxLength;
  });
  const kept = end === -1 ? rows : rows.slice(0, end);
  return {
    id,
    title,
    sql,
    columns,
    rows: kept,
    truncated: truncated || kept.length < rows.length,
    resultHash,
  };
}
