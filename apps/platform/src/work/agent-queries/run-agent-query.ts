import { ApiError, type ErrorCode } from '@ecp/contract/declaring/errors';
import type { RunQueryBody } from '@ecp/contract/engine/tool-access';
import { EncodedJson } from '../../kernel/encoded-json.ts';
import type { RunTarget } from '../../kernel/keys/tokens.ts';
import type { Services } from '../../kernel/services.ts';
import { executeQuery } from '../tables/querying/execute-query.ts';
import { insertQuery } from '../tables/records/insert-query.ts';
import { encodeQueryForEngine, findTenantQuery, type QueryRow } from '../tables/records/query-rows.ts';
import { requireQueryRoom } from '../tables/records/require-query-room.ts';

/** Errors that an agent is told and can act on. All others fail the request. */
const answers: ErrorCode[] = ['query_refused', 'query_failed', 'query_limit_reached', 'storage_limit_exceeded'];

/**
 * Runs an agent's query and records it under the engine's id (TAB-13). The same id and statement give the same record
 * again, so that a repeated step does no harm. The answer is `{query}`, or `{refused}` with the reason. Errors:
 * `query_id_taken`, `not_found`, `service_unavailable`.
 */
export async function runAgentQuery(services: Services, target: RunTarget, body: RunQueryBody): Promise<EncodedJson> {
  const { tenantId } = target;
  const known = await findTenantQuery(services.database, tenantId, body.id);
  if (known) return answerKnown(known, target, body);
  try {
    const row = await runAndRecord(services, target, body);
    if (row) return answer(row);
  } catch (error) {
    if (!(error instanceof ApiError) || !answers.includes(error.code)) throw error;
    return new EncodedJson(JSON.stringify({ refused: error.message }));
  }
  // A parallel request with the same id was faster.
  const recorded = await findTenantQuery(services.database, tenantId, body.id);
  if (!recorded) throw new ApiError('not_found');
  return answerKnown(recorded, target, body);
}

async function runAndRecord(
  services: Services,
  { tenantId, engagementId, runId }: RunTarget,
  { id, sql, title, agentSlug }: RunQueryBody,
): Promise<QueryRow | undefined> {
  const { database } = services;
  // A query that cannot be recorded is not run.
  await database.withTenant(tenantId, (tx) => requireQueryRoom(tx, tenantId, engagementId));
  const outcome = await executeQuery(services, tenantId, { engagementId, sql, isAwaited: false });
  await services.recordQuota.requireRoom(tenantId, Buffer.byteLength(outcome.rows));
  const author = { kind: 'agent', id: agentSlug, name: agentSlug } as const;
  const query = { id, engagementId, title: title?.trim() || null, sql, outcome, author, runId };
  return database.withTenant(tenantId, (tx) => insertQuery(tx, tenantId, query));
}

function answerKnown(row: QueryRow, { engagementId }: RunTarget, { sql }: RunQueryBody): EncodedJson {
  if (row.engagement_id !== engagementId || row.sql !== sql) throw new ApiError('query_id_taken');
  return answer(row);
}

function answer(row: QueryRow): EncodedJson {
  return new EncodedJson(`{"query":${encodeQueryForEngine(row).text}}`);
}
