import { Nullable } from '@ecp/contract/declaring/scalars';
import {
  type EngineQuery,
  type QueryAccess,
  RunQueryAnswer,
} from '@ecp/contract/engine/tool-access';
import type { Database } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { listNamedQueries } from '@ecp/evidence/cited-queries';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { sanitizeAnswer } from '../call/answers.ts';
import type { EngineServices } from '../call/engine-services.ts';
import type { CallClient } from '../call/model-call.ts';
import type { RunRef } from '../kernel/events.ts';
import { openRun } from '../kernel/runs.ts';
import { waitOrAbort } from '../kernel/waiting.ts';
import { type PlatformAccess, type PlatformAnswer, postToPlatform } from './tool-results.ts';

/** Limits the characters of a refusal's reason for the model. */
const maxReasonLength = 1_000;

/**
 * Runs a query on the platform, once. A failure is an outcome, so that the model can change its
 * query. Stop ends it without an outcome.
 */
export async function queryTables(
  services: EngineServices,
  client: CallClient,
  asked: AskedQuery,
): Promise<RecordedQuery> {
  const { recorded, access } = await readQueryState(services.database, client, asked.id);
  if (recorded) return recorded;
  if (!access) return { refused: 'The tables of this engagement cannot be queried.' };
  const { signal, done } = services.inFlight.begin(client);
  try {
    const body = { ...asked, agentSlug: client.agentSlug };
    const outcome = toOutcome(await postToPlatform(tableAccess(access), '', body, signal), asked);
    if (!signal.aborted) await recordQuery(services.database, client, asked, outcome);
    return outcome;
  } finally {
    done();
  }
}

/** Reads the platform's response without trust in its shape or size. */
function toOutcome(posted: PlatformAnswer, { id }: AskedQuery): RecordedQuery {
  if ('failure' in posted) return { refused: posted.failure };
  if (posted.status !== 200)
    return { refused: `The tables of this engagement cannot be queried (${posted.status}).` };
  const body = sanitizeAnswer(posted.body);
  if (!Value.Check(RunQueryAnswer, body))
    return { refused: 'The tables gave an answer that cannot be read.' };
  if ('refused' in body) return { refused: body.refused.slice(0, maxReasonLength) };
  if (body.query.id !== id) return { refused: 'The tables gave the result of another query.' };
  return { query: keepRows(body.query) };
}

type RecordedQuery = { query: EngineQuery } | { refused: string };

interface AskedQuery {
  id: string;
  sql: string;
  title: string;
}

interface QueryState {
  recorded: RecordedQuery | null;
  access: QueryAccess | null;
}

interface OutcomeRow {
  outcome: RecordedQuery;
}

/** Reads in one query the recorded outcome, and what its run needs to ask. */
async function readQueryState(database: Database, run: RunRef, id: string): Promise<QueryState> {
  const { tenantId, runId } = run;
  const [[row], [found]] = await database.batchTenant<[OutcomeRow, { access: QueryAccess | null }]>(
    tenantId,
    [
      {
        name: 'read_table_query',
        text: 'select outcome from engine.table_queries where tenant_id = $1 and run_id = $2 and id = $3',
        values: [tenantId, runId, id],
      },
      readAccess(run),
    ],
  );
  return { recorded: row?.outcome ?? null, access: found?.access ?? null };
}

async function readQueryAccess(database: Database, run: RunRef): Promise<QueryAccess | null> {
  const [[found]] = await database.batchTenant<[{ access: QueryAccess | null }]>(run.tenantId, [
    readAccess(run),
  ]);
  return found?.access ?? null;
}

const readAccess = ({ tenantId, runId }: RunRef): Statement<{ access: QueryAccess | null }> => ({
  name: 'read_query_access',
  text: `select input->'queryAccess' as access from engine.runs where tenant_id = $1 and id = $2`,
  values: [tenantId, runId],
});

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
/** Waits before a platform without a free place is asked again. */
const retryWaitsMs = [500, 2_000];
const noFreePlace = [429, 503];

const Verdict = Type.Object({ same: Type.Boolean(), resultHash: Nullable(Type.String()) });

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
  run: RunRef,
  content: string,
  queries: readonly EngineQuery[],
): Promise<VerifiedQueries> {
  // A query too many costs a second. A cited one that is left out counts as proved when its result
  // has changed.
  const cited = listNamedQueries(content, queries).slice(0, maxVerified);
  if (cited.length === 0) return { held: [...queries], unverified: [] };
  const access = await readQueryAccess(services.database, run);
  const unverified: UnverifiedQuery[] = [];
  const { signal: stopped, done } = services.inFlight.begin(run);
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(patienceMs)]);
  try {
    for (let first = 0; first < cited.length; first += atOnce) {
      const batch = cited.slice(first, first + atOnce);
      const outcomes = await Promise.all(batch.map((query) => verify(access, query, signal)));
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
  access: QueryAccess | null,
  { id, resultHash }: EngineQuery,
  signal: AbortSignal,
): Promise<Outcome> {
  if (!access) return 'unknown';
  for (const waitMs of [...retryWaitsMs, null]) {
    if (signal.aborted) return 'unknown';
    const posted = await postToPlatform(tableAccess(access), `/${id}/verify`, {}, signal);
    if ('failure' in posted) return 'unknown';
    if (posted.status === 404) return 'missing';
    if (posted.status === 200 && Value.Check(Verdict, posted.body)) {
      return posted.body.same && posted.body.resultHash === resultHash ? 'same' : 'changed';
    }
    if (waitMs === null || !noFreePlace.includes(posted.status)) return 'unknown';
    await waitOrAbort(waitMs, signal);
  }
  return 'unknown';
}

/** A query may run 10 s and wait for its turn, and a result has at most 5 MB. */
function tableAccess(access: QueryAccess): PlatformAccess {
  return {
    url: access.url,
    token: access.token,
    timeoutMs: 15_000,
    maxBytes: 6 * 1_048_576,
    subject: 'The tables',
    advice: { late: 'Ask for less at once.', large: 'Sum, group or limit it in SQL.' },
  };
}

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
