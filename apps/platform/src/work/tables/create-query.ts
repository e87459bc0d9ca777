import { ApiError } from '@ecp/contract/declaring/errors';
import type { CreateQueryBody } from '@ecp/contract/work/tables';
import { createId } from '@ecp/database/create-id';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import { actorAuthor, type RequestContext } from '../../kernel/context.ts';
import type { EncodedJson } from '../../kernel/encoded-json.ts';
import { selectEngagementExists } from '../engagements/engagement-rows.ts';
import { prepareTables } from './building/prepare-tables.ts';
import { executeQuery } from './querying/execute-query.ts';
import { insertQuery } from './records/insert-query.ts';
import { encodeQuery } from './records/query-rows.ts';
import { requireQueryRoom } from './records/require-query-room.ts';

/**
 * Runs one select over the tables of an engagement and records it with its result (TAB-5). A statement that is refused
 * or fails leaves no record. Errors: `not_found`, `query_refused`, `query_failed`, `query_limit_reached`,
 * `storage_limit_exceeded`, `service_unavailable`.
 */
export async function createQuery(
  context: RequestContext,
  engagementId: string,
  { sql, title }: CreateQueryBody,
): Promise<EncodedJson> {
  const { services, tenantId, principal } = context;
  // Otherwise a statement over tables would be refused, because a missing engagement has none.
  const [engagements] = await services.database.batchTenant(tenantId, [selectEngagementExists(tenantId, engagementId)]);
  if (engagements.length === 0) throw new ApiError('not_found');
  await prepareTables(services, tenantId, engagementId);
  // A query that cannot be recorded is not run.
  await context.transaction((tx) => requireQueryRoom(tx, tenantId, engagementId));
  const outcome = await executeQuery(services, tenantId, { engagementId, sql, isAwaited: true });
  await services.recordQuota.requireRoom(tenantId, Buffer.byteLength(outcome.rows));
  const id = createId();
  return context.commit(async (tx) => {
    const query = { id, engagementId, title: title?.trim() || null, sql, outcome };
    const row = await insertQuery(tx, tenantId, { ...query, author: actorAuthor(principal), runId: null });
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
