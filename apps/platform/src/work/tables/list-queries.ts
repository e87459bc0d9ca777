import { ApiError } from '@ecp/contract/declaring/errors';
import type { RequestContext } from '../../kernel/context.ts';
import { EncodedJson, encodeArray } from '../../kernel/encoded-json.ts';
import { selectEngagementExists } from '../engagements/engagement-rows.ts';
import { type QueryItemRow, toQueryItem } from './records/query-rows.ts';
import { maxQueries } from './records/require-query-room.ts';

/** Lists the recorded queries of an engagement, newest first, without their results (TAB-6). Error: `not_found`. */
export async function listQueries({ services, tenantId }: RequestContext, engagementId: string): Promise<EncodedJson> {
  const [engagements, rows] = await services.database.batchTenant<[object, QueryItemRow]>(tenantId, [
    selectEngagementExists(tenantId, engagementId),
    {
      name: 'list_queries',
      text: `select id, title, sql, row_count, truncated, result_hash, author_kind, author_id, author_name, created_at
        from platform.queries where tenant_id = $1 and engagement_id = $2
        order by created_at desc, id desc limit $3`,
      values: [tenantId, engagementId, maxQueries],
    },
  ]);
  if (engagements.length === 0) throw new ApiError('not_found');
  return new EncodedJson(`{"queries":${await encodeArray(rows.map(toQueryItem))}}`);
}
