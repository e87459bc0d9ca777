import { ApiError, type ErrorCode } from '@ecp/contract/declaring/errors';
import type { Author } from '@ecp/contract/declaring/scalars';
import type { RunQueryBody } from '@ecp/contract/engine/tool-access';
import type { CreateQueryBody, TableColumn } from '@ecp/contract/work/tables';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import type { ColumnNaming } from '@ecp/tables/sql-names';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import { actorAuthor, type RequestContext } from '../../kernel/context.ts';
import { EncodedJson, encodeArray } from '../../kernel/encoded-json.ts';
import type { RunTarget } from '../../kernel/keys/tokens.ts';
import type { Services } from '../../kernel/services.ts';
import {
  lockEngagement,
  lockEngagementIfThere,
  readOfEngagement,
  requireEngagement,
} from '../engagements/engagement-rows.ts';
import { insertEntryRow } from '../notebook/notebook.ts';
import { selectTablesOfQuery } from '../stored-files/retained-tables.ts';
import {
  type AskedQueryRow,
  encodeQuery,
  encodeQueryForEngine,
  findTenantQuery,
  type QueryItemRow,
  type QueryOutcome,
  type QueryRow,
  queryColumns,
  selectQuery,
  toQueryItem,
  type UsedTable,
} from './query-rows.ts';
import { executeQuery } from './querying.ts';
import { type StoredTable, selectTablesNamed } from './table-rows.ts';
import { prepareTables } from './tables.ts';

/**
 * Runs a select over an engagement's tables and records it with its result; a failed one leaves no
 * record. Errors: `not_found`, `query_refused`, `query_failed`, `query_limit_reached`,
 * `storage_limit_exceeded`, `service_unavailable`.
 */
export async function createQuery(
  context: RequestContext,
  engagementId: string,
  { sql, title }: CreateQueryBody,
): Promise<EncodedJson> {
  const { services, tenantId, principal } = context;
  // Otherwise a statement over tables would be refused, because a missing engagement has none.
  await requireEngagement(services.database, tenantId, engagementId, 'not_found');
  await prepareTables(services, tenantId, engagementId);
  // A query that cannot be recorded is not run.
  await context.transaction((tx) => requireQueryRoom(tx, tenantId, engagementId));
  const outcome = await executeQuery(services, tenantId, { engagementId, sql, isAwaited: true });
  await services.recordQuota.requireRoom(tenantId, Buffer.byteLength(outcome.rows));
  const id = createId();
  return context.commit(async (tx) => {
    const query = { id, engagementId, title: title?.trim() || null, sql, outcome };
    const row = await insertQuery(tx, tenantId, {
      ...query,
      author: actorAuthor(principal),
      runId: null,
      taskId: null,
    });
    if (!row) throw new Error('The insert returned no row');
    await recordAudit(tx, context, {
      action: 'query.create',
      resourceType: 'query',
      resourceId: id,
      metadata: { engagementId, title: row.title, resultHash: row.result_hash },
    });
    return encodeQuery(row);
  });
}

/** Reads a recorded query with its result. Error: `not_found`. */
export async function getQuery(
  { services, tenantId }: RequestContext,
  { engagementId, queryId }: { engagementId: string; queryId: string },
): Promise<EncodedJson> {
  const [[row]] = await services.database.batchTenant(tenantId, [
    selectQuery(tenantId, engagementId, queryId),
  ]);
  if (!row) throw new ApiError('not_found');
  return encodeQuery(row);
}

/**
 * Lists the recorded queries of an engagement, newest first, without their results. Error:
 * `not_found`.
 */
export async function listQueries(
  { services, tenantId }: RequestContext,
  engagementId: string,
): Promise<EncodedJson> {
  const [rows, documents] = await readOfEngagement<[QueryItemRow, NamedQueriesRow]>(
    services.database,
    tenantId,
    engagementId,
    [
      {
        name: 'list_queries',
        text: `select id, title, sql, row_count, truncated, result_hash, author_kind, author_id, author_name, created_at
          from platform.queries where tenant_id = $1 and engagement_id = $2 and refusal is null
          order by created_at desc, id desc limit $3`,
        values: [tenantId, engagementId, maxQueries],
      },
      selectNamedQueries(tenantId, engagementId),
    ],
  );
  const users = new Map<string, string[]>();
  for (const { filename, ids } of documents) {
    for (const id of ids) users.set(id, [...(users.get(id) ?? []), filename]);
  }
  const items = rows.map((row) => toQueryItem(row, users.get(row.id) ?? []));
  return new EncodedJson(`{"queries":${await encodeArray(items)}}`);
}

interface NamedQueriesRow {
  filename: string;
  ids: string[];
}

/**
 * Selects the ids of queries that the latest version of each document names, in citations and
 * charts.
 */
function selectNamedQueries(tenantId: string, engagementId: string): Statement<NamedQueriesRow> {
  return {
    name: 'select_named_queries',
    text: `select filename, array(
          select distinct named[1] from regexp_matches(content, '(?:Query\\s+|"query"\\s*:\\s*")([\\w-]{1,100})', 'g') named
        ) as ids
      from (
        select distinct on (filename) filename, content from platform.deliverables
        where tenant_id = $1 and engagement_id = $2 and filename not like '\\_%'
        order by filename, version desc
      ) latest order by filename`,
    values: [tenantId, engagementId],
  };
}

interface RecordedRow {
  sql: string;
  naming: ColumnNaming;
  result_hash: string;
  tables: UsedTable[];
  columns: TableColumn[];
  /** JSON text. */
  rows: string;
}

/** The recorded result of a query, and what it gives now. */
interface RepeatedQuery {
  recorded: Pick<RecordedRow, 'columns' | 'rows' | 'result_hash'>;
  /** Null if the query can no longer be run. */
  present: QueryOutcome | null;
}

/** The outcome of asking a query again. The hash is null if the query can no longer be run. */
interface Verification {
  same: boolean;
  resultHash: string | null;
}

/**
 * Runs a recorded query again and compares the results. `isAwaited` is true if a person waits.
 * Errors: `not_found`, `query_failed`, `service_unavailable`.
 */
export async function verifyQuery(
  services: Pick<Services, 'database' | 'tables' | 'storage'>,
  tenantId: string,
  query: { engagementId: string; queryId: string; isAwaited: boolean },
): Promise<Verification> {
  const { recorded, present } = await repeatQuery(services, tenantId, query);
  return {
    same: present?.resultHash === recorded.result_hash,
    resultHash: present?.resultHash ?? null,
  };
}

/**
 * Runs a recorded query again as verifyQuery does, and returns both results. With `isReproduced` it
 * reads the tables that it read then, as far as they are stored. Errors: those of verifyQuery.
 */
export async function repeatQuery(
  services: Pick<Services, 'database' | 'tables' | 'storage'>,
  tenantId: string,
  {
    engagementId,
    queryId,
    isAwaited,
    isReproduced = false,
  }: { engagementId: string; queryId: string; isAwaited: boolean; isReproduced?: boolean },
): Promise<RepeatedQuery> {
  const [[recorded]] = await services.database.batchTenant<[RecordedRow]>(tenantId, [
    {
      name: 'select_query_to_verify',
      text: `select sql, naming, result_hash, tables, columns, rows from platform.queries
        where tenant_id = $1 and engagement_id = $2 and id = $3 and refusal is null`,
      values: [tenantId, engagementId, queryId],
    },
  ]);
  if (!recorded) throw new ApiError('not_found');
  const names = recorded.tables.map(({ name }) => name);
  const [tables] = await services.database.batchTenant<[StoredTable]>(tenantId, [
    isReproduced
      ? selectTablesOfQuery(tenantId, engagementId, recorded.tables)
      : selectTablesNamed(tenantId, engagementId, names),
  ]);
  if (tables.length < names.length) return { recorded, present: null };
  const { sql, naming } = recorded;
  const request = { engagementId, sql, naming, isAwaited };
  try {
    return {
      recorded,
      present: await executeQuery(services, tenantId, {
        ...request,
        tables: isReproduced ? tables : undefined,
      }),
    };
  } catch (error) {
    // It was accepted once, so a table has gone or changed its columns.
    if (error instanceof ApiError && error.code === 'query_refused')
      return { recorded, present: null };
    throw error;
  }
}

/** Errors that an agent is told and can act on. All others fail the request. */
const answers: ErrorCode[] = [
  'query_refused',
  'query_failed',
  'query_limit_reached',
  'storage_limit_exceeded',
];

/**
 * Runs an agent's query, recorded under the engine's id; repeats give the same record. Returns
 * `{query}`, or `{refused}` with the reason. Errors: `query_id_taken`, `not_found`,
 * `service_unavailable`.
 */
export async function runAgentQuery(
  services: Services,
  target: RunTarget,
  body: RunQueryBody,
): Promise<EncodedJson> {
  const { tenantId } = target;
  const known = await findTenantQuery(services.database, tenantId, body.id);
  if (known) return answerKnown(known, target, body);
  try {
    const row = await runAndRecord(services, target, body);
    if (row) return answer(row);
  } catch (error) {
    if (!(error instanceof ApiError) || !answers.includes(error.code)) throw error;
    return refuse(error.message);
  }
  // A parallel request with the same id was faster.
  const recorded = await findTenantQuery(services.database, tenantId, body.id);
  if (!recorded) throw new ApiError('not_found');
  return answerKnown(recorded, target, body);
}

async function runAndRecord(
  services: Services,
  { tenantId, engagementId, runId }: RunTarget,
  { id, sql, title, finding, agentSlug, taskId }: RunQueryBody,
): Promise<QueryRow | undefined> {
  const { database } = services;
  // A query that cannot be recorded is not run.
  await database.withTenant(tenantId, (tx) => requireQueryRoom(tx, tenantId, engagementId));
  const outcome = await executeQuery(services, tenantId, { engagementId, sql, isAwaited: false });
  await services.recordQuota.requireRoom(tenantId, Buffer.byteLength(outcome.rows));
  const author = { kind: 'agent', id: agentSlug, name: agentSlug } as const;
  const query = { id, engagementId, title: title?.trim() || null, sql, outcome, author };
  return database.withTenant(tenantId, (tx) =>
    insertQuery(tx, tenantId, { ...query, runId, taskId, finding }),
  );
}

/**
 * Records that an agent's query has no result, unless it has one: its agent is told the same each
 * time, also by a process that continues the run of another. Returns what is recorded, and the
 * refusal where nothing is, because the run is gone or the id is another query's.
 */
export async function refuseAgentQuery(
  { database }: Pick<Services, 'database'>,
  target: RunTarget,
  body: RunQueryBody,
  refusal: string,
): Promise<EncodedJson> {
  const { tenantId, engagementId, runId } = target;
  const { id, sql, title, agentSlug, taskId } = body;
  await database.withTenant(tenantId, async (tx) => {
    if (!(await lockEngagementIfThere(tx, tenantId, engagementId))) return;
    await tx.query({
      name: 'refuse_agent_query',
      text: `insert into platform.queries (id, tenant_id, engagement_id, run_id, title, sql, author_kind, author_id,
          author_name, task_id, refusal, columns, rows, rows_bytes, row_count, truncated, result_hash, tables)
        values ($1, $2, $3, $4, $5, $6, 'agent', $7, $7, $8, $9, '[]', '[]', 0, 0, false, '', '[]')
        on conflict (tenant_id, id) do nothing`,
      values: [
        id,
        tenantId,
        engagementId,
        runId,
        title?.trim() || null,
        sql,
        agentSlug,
        taskId,
        refusal,
      ],
    });
  });
  const recorded = await findTenantQuery(database, tenantId, id);
  return recorded && isSame(recorded, target, body) ? answer(recorded) : refuse(refusal);
}

function answerKnown(row: AskedQueryRow, target: RunTarget, body: RunQueryBody): EncodedJson {
  if (!isSame(row, target, body)) throw new ApiError('query_id_taken');
  return answer(row);
}

const isSame = (row: QueryRow, { engagementId }: RunTarget, { sql }: RunQueryBody): boolean =>
  row.engagement_id === engagementId && row.sql === sql;

function answer({ refusal = null, ...row }: QueryRow & Partial<AskedQueryRow>): EncodedJson {
  return refusal === null
    ? new EncodedJson(`{"query":${encodeQueryForEngine(row).text}}`)
    : refuse(refusal);
}

const refuse = (refusal: string) => new EncodedJson(JSON.stringify({ refused: refusal }));

export interface NewQuery {
  id: string;
  engagementId: string;
  title: string | null;
  sql: string;
  outcome: QueryOutcome;
  author: Author;
  /** The run whose agent asked, and its task; null for a person's query. */
  runId: string | null;
  taskId: string | null;
  /** What the query shows, in a sentence. Absent for none. */
  finding?: string | undefined;
}

/**
 * Records a query and result under the engagement's lock; undefined if the id exists. Errors:
 * `not_found`, `query_limit_reached`.
 */
export async function insertQuery(
  tx: Transaction,
  tenantId: string,
  query: NewQuery,
): Promise<QueryRow | undefined> {
  const { id, engagementId, title, sql, outcome, author, runId, taskId } = query;
  await lockEngagement(tx, tenantId, engagementId);
  await requireQueryRoom(tx, tenantId, engagementId);
  const { rows } = await tx.query<QueryRow>({
    name: 'insert_query',
    text: `insert into platform.queries (id, tenant_id, engagement_id, title, sql, columns, rows, rows_bytes, row_count,
        truncated, result_hash, tables, author_kind, author_id, author_name, run_id, task_id, naming)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
      on conflict (tenant_id, id) do nothing returning ${queryColumns}`,
    values: [
      id,
      tenantId,
      engagementId,
      title,
      sql,
      JSON.stringify(outcome.columns),
      outcome.rows,
      Buffer.byteLength(outcome.rows),
      outcome.rowCount,
      outcome.truncated,
      outcome.resultHash,
      JSON.stringify(outcome.tables),
      author.kind,
      author.id,
      author.name,
      runId,
      taskId,
      outcome.naming,
    ],
  });
  const [row] = rows;
  if (!row) return undefined;
  const target = { tenantId, engagementId, runId, taskId };
  await tx.query(
    insertEntryRow(target, { id, kind: 'query', title: title ?? '', finding: query.finding ?? '' }),
  );
  return row;
}

/** Limits the recorded queries of an engagement, those of agents included. */
const maxQueries = 500;

/** Throws `query_limit_reached` when the engagement has its most queries. */
async function requireQueryRoom(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
): Promise<void> {
  const { rows } = await tx.query<{ count: number }>({
    name: 'count_queries',
    text: `select count(*) from platform.queries
      where tenant_id = $1 and engagement_id = $2 and refusal is null`,
    values: [tenantId, engagementId],
  });
  if ((rows[0]?.count ?? 0) >= maxQueries) {
    throw new ApiError('query_limit_reached', { values: { limit: maxQueries } });
  }
}
