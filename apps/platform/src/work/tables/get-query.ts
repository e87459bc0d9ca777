import { ApiError } from '@ecp/contract/declaring/errors';
import type { RequestContext } from '../../kernel/context.ts';
import type { EncodedJson } from '../../kernel/encoded-json.ts';
import { encodeQuery, selectQuery } from './records/query-rows.ts';

/** Reads a recorded query with its result (TAB-6). Error: `not_found`. */
export async function getQuery(
  { services, tenantId }: RequestContext,
  { engagementId, queryId }: { engagementId: string; queryId: string },
): Promise<EncodedJson> {
  const [[row]] = await services.database.batchTenant(tenantId, [selectQuery(tenantId, engagementId, queryId)]);
  if (!row) throw new ApiError('not_found');
  return encodeQuery(row);
}
