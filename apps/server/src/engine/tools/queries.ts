import { ApiError, type ErrorCode } from '@ecp/contract/declaring/errors';
import type { EngineQuery, RunQueryAnswer } from '@ecp/contract/engine/tool-access';
import type { Database } from '@ecp/database/database';
import { listNamedQueries } from '@ecp/evidence/cited-queries';
import type { RunTarget } from '../../kernel/keys/tokens.ts';
import { readQueriesById, readTaskQueries } from '../../material/tables/recorded-queries.ts';
import { sanitizeAnswer, sanitizeText } from '../call/answers.ts';
import type { EngineServices } from '../call/engine-services.ts';
import type { CallClient } from '../call/model-call.ts';
import type { AgentMaterial } from '../kernel/agent-material.ts';
import type { RunRef } from '../kernel/events.ts';
import { waitOrAbort } from '../kernel/waiting.ts';
import { askMaterial, type MaterialLimits } from './tool-results.ts';

/** Limits the characters of a refusal's reason for the model. */
const maxReasonLength = 1_000;

/**
 * Runs a query on the tables of the engagement, once. A failure is an outcome too, recorded like a
 * result, so that the model can change its query. Stop ends it without an outcome.
 */
export async function queryTables(
  services: EngineServices,
  client: CallClient,
  asked: AskedQuery,
): Promise<QueryOutcome> {
  if (!(await hasTables(services.database, client)))
    return { refused: 'The tables of this engagement cannot be queried.' };
  const { agentSlug, taskId } = client;
  const query = { ...asked, agentSlug, taskId };
  const { signal, done } = services.inFlight.begin(client);
  try {
    const running = services.material.runQuery(client, query);
    const answer = await askMaterial(running, tableLimits, signal);
    const said = 'value' in answer ? answer.value : { refused: answer.failure };
    if ('query' in said) return keepOutcome(said);
    const refusal = sanitizeText(said.refused).slice(0, maxReasonLength);
    if (signal.aborted) return { refused: refusal };
    return keepOutcome(await services.material.refuseQuery(client, query, refusal));
  } finally {
    done();
  }
}

/** Keeps of a recorded query what the engine uses of it. */
const keepOutcome = (recorded: RunQueryAnswer): QueryOutcome =>
  'query' in recorded ? { query: keepQuery(recorded.query) } : recorded;

const keepQuery = (query: EngineQuery) => keepRows(sanitizeAnswer(query) as EngineQuery);

type QueryOutcome = { query: EngineQuery } | { refused: string };

interface AskedQuery {
  id: string;
  sql: string;
  title: string;
  /** A sentence about what the result shows. It is absent if the query shows nothing. */
  finding?: string;
}

/** Returns whether a run was given tables or results of queries. */
async function hasTables(database: Database, { tenantId, runId }: RunRef): Promise<boolean> {
  const [[run]] = await database.batchTenant<[{ hasTables: boolean }]>(tenantId, [
    {
      name: 'run_has_tables',
      text: `select coalesce(json_array_length(input->'tables'), 0)
          + coalesce(json_array_length(input->'queries'), 0) > 0 as "hasTables"
        from engine.runs where tenant_id = $1 and id = $2`,
      values: [tenantId, runId],
    },
  ]);
  return run?.hasTables ?? false;
}

/** Reads what the engine keeps of the queries that agents made for tasks of a run, oldest first. */
export async function readKeptQueries(
  database: Database,
  run: RunRef,
  taskIds: readonly string[],
): Promise<EngineQuery[]> {
  return (await readTaskQueries(database, run, taskIds)).map(keepQuery);
}

/** The form of the id of a query that an agent recorded. */
const recordedQueryId = /\bq[0-9a-z]{9,13}\b/gu;
/** Limits the queries of a document that are read by their ids. */
const maxNamedQueries = 100;

/** Reads what the engine keeps of the engagement's queries whose ids stand in a text. */
export async function readNamedQueries(
  database: Database,
  target: { tenantId: string; engagementId: string },
  content: string,
): Promise<EngineQuery[]> {
  const ids = [...new Set(content.match(recordedQueryId))].slice(0, maxNamedQueries);
  if (ids.length === 0) return [];
  return (await readQueriesById(database, target, ids)).map(keepQuery);
}

/** Limits the queries of a document that are run again: at once, and in all. */
const atOnce = 4;
const maxVerified = 100;
/** Limits the time for all queries of a document. Queries beyond it are unknown. */
const patienceMs = 60_000;
/** Waits before a query that found no free place is run again. */
const retryWaitsMs = [500, 2_000];

/**
 * A query that is `changed` gives another result or no table, one that is `missing` is unknown to
 * the platform, and one that is `unknown` could not be run.
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
